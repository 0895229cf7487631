/* flyer.h: a body between two events: it flies freely, and is looked at only when something
 * happens to it. It keeps the place it had then, and the time of that; where it is now follows.
 *
 * Places are measured from the corner of the flyer's cell (cells.h), so that their precision is
 * that of the cell's size, however large the space.
 */
#ifndef ENGINE_IMPACT_FLYER_H
#define ENGINE_IMPACT_FLYER_H

#include "core/vector.h"

/* One cache line: all that a neighbour reads. Lanes read the first four numbers at once, and the
 * two behind them. */
typedef struct flyer {
    evo_vec2 place; /* at its own time */
    evo_vec2 velocity;
    double time;
    double radius; /* of its disk, or of a circle around its shape; without growth */
    uint16_t column, row;
    uint32_t next;  /* in its cell */
    uint32_t stamp; /* another whenever its way changes */
    uint32_t kind;
} flyer;

/* How it is turned, which disks seldom need to know. */
typedef struct flyer_turn {
    double angle, spin;
    double time;   /* its own */
    double struck; /* when it was struck last */
} flyer_turn;

/* The way it has gone a while after its own time, under a steady pull, and its velocity then. */
INLINE evo_vec2 flyer_place_after(const flyer *f, double while_, evo_vec2 pull) {
    evo_vec2 mean = vec_along(f->velocity, 0.5 * while_, pull);
    return vec_along(f->place, while_, mean);
}

INLINE evo_vec2 flyer_velocity_after(const flyer *f, double while_, evo_vec2 pull) {
    return vec_along(f->velocity, while_, pull);
}

#endif
