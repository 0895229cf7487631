/* meeting.h: where two rims meet, or come nearest: what every measurement of a pair answers. */
#ifndef ENGINE_SHAPE_MEETING_H
#define ENGINE_SHAPE_MEETING_H

#include "core/vector.h"

typedef struct meeting {
    double gap;      /* below 0: depth */
    evo_vec2 normal; /* from a to b */
    evo_vec2 point_a, point_b;
    double radius_a, radius_b; /* of the circles that fit there; below 0 in a hollow */
    int rounds;                /* of fitting */
} meeting;

/* The same meeting as the other shape sees it. */
static inline meeting meeting_mirrored(meeting m) {
    meeting mirrored = {m.gap,      vec_negate(m.normal), m.point_b, m.point_a,
                        m.radius_b, m.radius_a,           m.rounds};
    return mirrored;
}

/* Two rounds with their centres `distance` apart along the normal: circles, arcs, hollows (radius
 * below 0), corners (radius 0). */
static inline meeting meeting_of_circles(evo_vec2 a, double radius_a, evo_vec2 b, double radius_b,
                                         double distance, evo_vec2 normal) {
    meeting m = {distance - radius_a - radius_b,
                 normal,
                 vec_along(a, radius_a, normal),
                 vec_along(b, -radius_b, normal),
                 radius_a,
                 radius_b,
                 0};
    return m;
}

#endif
