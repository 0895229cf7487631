/* desktop.c: a desk without a window. In: names of scenes, and keys; out: a desk that has answered
 * them. */
#include "support/desktop.h"
#include "support/check.h"

/* A constant clock, so that no frame exceeds its time limit. */
static double no_clock(void) {
    return 0;
}

void desktop_open(desk *table, const char *name) {
    double values[SCENE_PARAMS] = {0};
    const size_t number = entry_find(name);
    const entry e = entry_at(number);
    entry_defaults(&e, values);
    desk_open(table, number, values, no_clock);
    ck_assert(table->built || table->demo.of);
}

void desktop_key(desk *table, int pressed) {
    const input in = {.kind = INPUT_KEY, .key = pressed};
    desk_answer(table, &in);
}
