/* placed.h: a shape with its pose, as all internal geometry takes it.
 *
 * Positions are relative to an origin near both shapes of a pair. They are subtracted in double
 * before all else, so precision does not depend on the distance from the world's origin.
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

/* `turn` is the direction of the body's angle; `position` is relative to the common origin. */
static inline placed placed_at(const evo_shape *shape, evo_vec2 position, evo_vec2 turn) {
    return (placed){shape, vec_add(position, vec_turn(shape->center, turn)),
                    vec_turn(shape->axis, turn)};
}

static inline placed placed_moved(const placed *p, evo_vec2 by) {
    return (placed){p->shape, vec_add(p->center, by), p->axis};
}

/* Transform a point into the shape's own frame, and back. */
static inline evo_vec2 placed_enter(const placed *p, evo_vec2 point) {
    return vec_turn_back(vec_sub(point, p->center), p->axis);
}

static inline evo_vec2 placed_leave(const placed *p, evo_vec2 point) {
    return vec_add(p->center, vec_turn(point, p->axis));
}

/* The shape must be an ellipse. */
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
