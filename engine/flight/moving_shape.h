/* moving_shape.h: a shape on a body in free flight under constant acceleration. */
#ifndef ENGINE_FLIGHT_MOVING_SHAPE_H
#define ENGINE_FLIGHT_MOVING_SHAPE_H

#include "evolute/collide.h"
#include "shape/ring.h"

typedef struct moving_shape {
    const evo_shape *shape; /* shape about the body's origin */
    evo_flight flight;      /* flight of the body, at time 0 */
    evo_vec2 accel;
    double growth; /* of all lengths about the body's origin, as a part of those at time 0 a
                      second; not of rings */
} moving_shape;

/* A flight as it goes on after a time. */
static inline evo_flight flight_after(const evo_flight *f, evo_vec2 accel, double time) {
    return (evo_flight){vec_along(f->position, time, vec_along(f->velocity, 0.5 * time, accel)),
                        vec_along(f->velocity, time, accel), f->angle + time * f->spin, f->spin};
}

/* The flight of B from the body of A, which does not turn. */
static inline evo_flight flight_between(const evo_flight *a, const evo_flight *b) {
    return (evo_flight){vec_sub(b->position, a->position), vec_sub(b->velocity, a->velocity),
                        b->angle, b->spin};
}

/* Returns whether turning does not show: no spin, or a round shape about the body's origin. */
static inline bool shape_keeps_angle(const evo_shape *shape, double spin) {
    bool centered = vec_is_zero(shape->center);
    return spin == 0 || (centered && shape_is_round(shape));
}

#endif
