/* filter.h: which colliders collide. */
#ifndef ENGINE_CORE_FILTER_H
#define ENGINE_CORE_FILTER_H

#include "evolute/body.h"

/* Returns whether colliders with these filters collide; symmetric. */
static inline bool filters_meet(evo_filter a, evo_filter b) {
    if (a.group != 0 && a.group == b.group) return a.group > 0;
    const bool all_a = (a.category | a.mask) == 0, all_b = (b.category | b.mask) == 0;
    const uint64_t of_a = all_a ? 1 : a.category, seen_by_a = all_a ? UINT64_MAX : a.mask;
    const uint64_t of_b = all_b ? 1 : b.category, seen_by_b = all_b ? UINT64_MAX : b.mask;
    return (of_a & seen_by_b) != 0 && (of_b & seen_by_a) != 0;
}

static inline bool filters_equal(evo_filter a, evo_filter b) {
    return a.category == b.category && a.mask == b.mask && a.group == b.group;
}

#endif
