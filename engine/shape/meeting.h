/* meeting.h: where two rims touch or are nearest: the result of every distance query. */
#ifndef ENGINE_SHAPE_MEETING_H
#define ENGINE_SHAPE_MEETING_H

#include "core/vector.h"

typedef struct meeting {
    double gap;      /* signed distance; below 0: penetration depth */
    evo_vec2 normal; /* from a to b, of length 1 */
    evo_vec2 point_a, point_b;
    double radius_a, radius_b; /* of the osculating circles; below 0 in a hollow, 0 at a corner,
                                  INFINITY of a straight piece */
    int rounds;                /* iterations of the circle fit */
} meeting;

/* The same meeting with a and b swapped. */
static inline meeting meeting_mirrored(meeting m) {
    return (meeting){m.gap,      vec_negate(m.normal), m.point_b, m.point_a,
                     m.radius_b, m.radius_a,           m.rounds};
}

/* Two circles with their centres `distance` apart along the normal. A hollow has a radius below 0,
 * a corner radius 0. */
static inline meeting meeting_of_circles(evo_vec2 a, double radius_a, evo_vec2 b, double radius_b,
                                         double distance, evo_vec2 normal) {
    return (meeting){distance - radius_a - radius_b,
                     normal,
                     vec_along(a, radius_a, normal),
                     vec_along(b, -radius_b, normal),
                     radius_a,
                     radius_b,
                     0};
}

#endif
