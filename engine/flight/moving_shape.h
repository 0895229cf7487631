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

/* Returns whether turning does not show: no spin, or a round shape about the body's origin. */
static inline bool shape_keeps_angle(const evo_shape *shape, double spin) {
    bool centered = shape->center.x == 0 && shape->center.y == 0;
    return spin == 0 || (centered && shape_is_round(shape));
}

#endif
