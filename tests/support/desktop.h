/* desktop.h: a desk of the sandbox for tests: it has no window, and its clock stands still. */
#ifndef TESTS_SUPPORT_DESKTOP_H
#define TESTS_SUPPORT_DESKTOP_H

#include "sandbox/desk.h"

/* Opens a scene with its defaults. Fails the running test if it cannot be built. */
void desktop_open(desk *table, const char *name);

/* Presses a key. */
void desktop_key(desk *table, int pressed);

#endif
