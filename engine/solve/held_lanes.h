/* held_lanes.h: axes of the world along which bodies are locked. In: directions and impulses; out:
 * what of them moves a body. Contacts and joints of such bodies get no colour: they are solved one
 * by one, so that kernels of more lanes need not ask. */
#ifndef ENGINE_SOLVE_HELD_LANES_H
#define ENGINE_SOLVE_HELD_LANES_H

#include "core/lanes_vec.h"
#include "solve/contact.h"

/* Loads vectors of a block, and stores them. */
INLINE lanes_vec vectors_load(const row_vectors *all, int lane) {
    return (lanes_vec){lanes_load(all->x + lane), lanes_load(all->y + lane)};
}

INLINE void vectors_store(row_vectors *all, int lane, lanes_vec v) {
    lanes_store(all->x + lane, v.x);
    lanes_store(all->y + lane, v.y);
}

enum { ASKS_HELD = LANES == 1 };

/* Returns 1 along axes that are locked, else 0. */
INLINE lanes_vec held_of(const body_rows *bodies, const uint32_t *at) {
    const lanes_vec none = {lanes_all(0), lanes_all(0)};
    if (!ASKS_HELD || !bodies->held) return none;
    const lanes_row row = lanes_gather(bodies->held, at);
    return (lanes_vec){row.x, row.y};
}

INLINE bool is_held(lanes_vec held) {
    return ASKS_HELD && lanes_bits(lanes_positive(held.x + held.y));
}

/* Returns what of an impulse moves a body. */
INLINE lanes_vec let_by(lanes_vec held, lanes_vec impulse) {
    if (!ASKS_HELD) return impulse;
    const lanes_value zero = lanes_all(0);
    return (lanes_vec){lanes_only(lanes_equal(held.x, zero), impulse.x),
                       lanes_only(lanes_equal(held.y, zero), impulse.y)};
}

/* Returns the part of a body's inverse mass that yields along a unit vector: 1 of a free body. */
INLINE lanes_value part_along(lanes_vec held, lanes_vec unit) {
    const lanes_value one = lanes_all(1);
    if (!ASKS_HELD) return one;
    return one - (held.x * unit.x * unit.x + held.y * unit.y * unit.y);
}

/* Returns how an impulse along a unit vector moves a body along the vector to its left. */
INLINE lanes_value part_across(lanes_vec held, lanes_vec unit) {
    if (!ASKS_HELD) return lanes_all(0);
    return unit.x * unit.y * (held.x - held.y);
}

#endif
