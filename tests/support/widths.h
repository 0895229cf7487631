/* widths.h: the numbers of lanes that a test compares: 16 where the machine has so many, or the
 * build emulates them (make build/emulated-tests). */
#ifndef TESTS_SUPPORT_WIDTHS_H
#define TESTS_SUPPORT_WIDTHS_H

#include <stdbool.h>

#include "core/core.h"

/* The first is scalar code, which runs on every machine. */
static const int LANE_WIDTHS[] = {1, 4, 8, 16};

enum { MOST_WIDTHS = sizeof LANE_WIDTHS / sizeof *LANE_WIDTHS };

/* Returns whether a world computes so many at once, or the test would repeat that of fewer. */
static inline bool width_exists(int lanes) {
    return lanes < 16 || machine_lanes(16) == 16;
}

static inline int count_widths(void) {
    return width_exists(16) ? MOST_WIDTHS : MOST_WIDTHS - 1;
}

#endif
