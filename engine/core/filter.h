/* filter.h: which colliders collide. */
#ifndef ENGINE_CORE_FILTER_H
#define ENGINE_CORE_FILTER_H

#include "evolute/body.h"

/* Returns whether colliders with these filters collide; symmetric. */
static inline bool filters_meet(evo_filter a, evo_filter b) {
    if (a.group != 0 && a.group == b.group) return a.group > 0;
    const evo_filter everything = {1, UINT64_MAX, 0};
    if (a.category == 0 && a.mask == 0) a = everything;
    if (b.category == 0 && b.mask == 0) b = everything;
    return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}

#endif
