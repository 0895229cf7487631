/* desktop.c: a desk without a window. In: names of scenes, and keys; out: a desk that has answered
 * them. */
#include "support/desktop.h"

#include <check.h>

/* A constant clock, so that no frame exceeds its time limit. */
static double no_clock(void) {
    return 0;
}

void desktop_open(desk *table, const char *name) {
    double values[SCENE_PARAMS] = {0};
    const scene *s = scene_find(name);
    scene_defaults(s, values);
    desk_open(table, s, values, no_clock);
    ck_assert(table->built);
}

void desktop_key(desk *table, int pressed) {
    const input in = {.kind = INPUT_KEY, .key = pressed};
    desk_answer(table, &in);
}
