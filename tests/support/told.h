/* told.h: what a step told, by parts. */
#ifndef TESTS_SUPPORT_TOLD_H
#define TESTS_SUPPORT_TOLD_H

#include "evolute/event.h"

/* Write up to `capacity` of the bodies that moved, or fell asleep, and return how many did. */
static inline size_t told_moves(const evo_world *world, bool asleep, evo_body *found,
                                size_t capacity) {
    size_t count, kept = 0;
    const evo_move *moves = evo_world_moves(world, &count);
    for (size_t i = 0; i < count; ++i) {
        if (asleep && !moves[i].fell_asleep) continue;
        if (found && kept < capacity) found[kept] = moves[i].body;
        ++kept;
    }
    return kept;
}

static inline size_t told_moved(const evo_world *world, evo_body *found, size_t capacity) {
    return told_moves(world, false, found, capacity);
}

static inline size_t told_sleepers(const evo_world *world, evo_body *found, size_t capacity) {
    return told_moves(world, true, found, capacity);
}

#endif
