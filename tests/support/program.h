/* program.h: what the built programs say when they are run. */
#ifndef TESTS_SUPPORT_PROGRAM_H
#define TESTS_SUPPORT_PROGRAM_H

/* Runs a command of the build folder; returns what it prints on both streams, to be freed. *status
 * receives its exit code, -1 if it did not end by itself. */
char *program_run(const char *command, int *status);

/* A whole file, to be freed. Paths start at the repository. Fails the running test when it cannot
 * be read. */
char *program_read(const char *path);

#endif
