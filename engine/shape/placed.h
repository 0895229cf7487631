/* placed.h: a shape standing somewhere: the form in which everything behind the public doors takes
 * its questions.
 *
 * Positions are relative to an origin near both shapes of a pair, subtracted in double before
 * anything else is done with them; so nothing depends on how far away the world's origin is.
 */
#ifndef ENGINE_SHAPE_PLACED_H
#define ENGINE_SHAPE_PLACED_H

#include "core/vector.h"
#include "evolute/shape.h"
#include "shape/climb.h"

typedef struct placed {
    const evo_shape *shape;
    evo_vec2 center, axis;
} placed;

/* `turn` is the direction of the body's angle, `position` its place relative to the origin. */
static inline placed placed_at(const evo_shape *shape, evo_vec2 position, evo_vec2 turn) {
    placed p = {shape, vec_add(position, vec_turn(shape->center, turn)),
                vec_turn(shape->axis, turn)};
    return p;
}

static inline placed placed_moved(const placed *p, evo_vec2 by) {
    placed moved = {p->shape, vec_add(p->center, by), p->axis};
    return moved;
}

/* A point in the shape's own frame, and back. */
static inline evo_vec2 placed_enter(const placed *p, evo_vec2 point) {
    return vec_turn_back(vec_sub(point, p->center), p->axis);
}

static inline evo_vec2 placed_leave(const placed *p, evo_vec2 point) {
    return vec_add(p->center, vec_turn(point, p->axis));
}

static inline oval placed_oval(const placed *p) {
    return oval_make(p->shape->of.ellipse.radius_x, p->shape->of.ellipse.radius_y, p->axis);
}

/* The ends of a segment. */
static inline evo_vec2 placed_from(const placed *p) {
    return vec_along(p->center, -p->shape->of.segment.half_length, p->axis);
}

static inline evo_vec2 placed_to(const placed *p) {
    return vec_along(p->center, p->shape->of.segment.half_length, p->axis);
}

#endif
