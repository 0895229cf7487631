/* count.h: the instructions that a call takes, where the machine can tell: in a child that is
 * stepped through them one by one, so a call may take some ten thousand of them. */
#ifndef TESTS_SUPPORT_COUNT_H
#define TESTS_SUPPORT_COUNT_H

/* Makes the call in a child: what it changes is not seen here. Returns 0 where that cannot be
 * counted. */
unsigned long count_instructions(void (*call)(void *context), void *context);

#endif
