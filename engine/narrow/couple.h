/* couple.h: two placed shapes at one time, measured in canonical order (order.h): both orders of
 * the two give the same bits, mirrored. */
#ifndef ENGINE_NARROW_COUPLE_H
#define ENGINE_NARROW_COUPLE_H

#include "narrow/touch.h"

/* All positions are from the same origin. */
typedef struct couple {
    placed at[2];
    evo_pose poses[2]; /* poses of the bodies */
} couple;

/* Puts a shape on a body into its place. */
static inline void couple_put(couple *c, int side, const evo_shape *shape, evo_vec2 position,
                              double angle) {
    c->at[side] = placed_at(shape, position, evo_direction(angle));
    c->poses[side] = (evo_pose){position, angle};
}

/* A shape on a body at the origin, and another on one at an offset. */
static inline couple couple_of(const evo_shape *a, double angle_a, const evo_shape *b,
                               evo_vec2 offset, double angle_b) {
    couple c;
    couple_put(&c, 0, a, vec(0, 0), angle_a);
    couple_put(&c, 1, b, offset, angle_b);
    return c;
}

meeting couple_nearest(const couple *c);

/* Writes the touches as touch_find does. What overlaps a segment keeps its side, however far it
 * reaches across. */
int couple_touches(const couple *c, evo_vec2 side, double margin, meeting found[TOUCHES]);

static inline bool couple_has(const couple *c, evo_shape_kind kind) {
    return c->at[0].shape->kind == kind || c->at[1].shape->kind == kind;
}

#endif
