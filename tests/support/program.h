/* program.h: runs the built programs and checks their output. */
#ifndef TESTS_SUPPORT_PROGRAM_H
#define TESTS_SUPPORT_PROGRAM_H

#include <stddef.h>

/* The path of a file in the build folder. Several builds may be tested at once, so tests write
 * nowhere else. Stays until three others have been asked for. */
const char *program_file(const char *name);

/* Runs a command of the build folder, which it may call $BUILD; returns what it prints on both
 * streams, to be freed. *status receives its exit code, -1 if it did not end by itself. */
char *program_run(const char *command, int *status);

/* The same of a script of tests/. */
char *program_script(const char *command, int *status);

/* A whole file, to be freed. Paths start at the repository. Fails the running test when it cannot
 * be read. */
char *program_read(const char *path);

/* Arguments of a program, its expected exit status, and a text that it must print. */
typedef struct program_case {
    const char *arguments;
    int status;
    const char *says;
} program_case;

/* program_run of a program and its arguments; fails the running test when it ends with another
 * status. */
char *program_expect(const char *program, const char *arguments, int status);

/* Runs all cases. Fails the running test on any difference. */
void program_check(const char *program, const program_case *cases, size_t count);

#endif
