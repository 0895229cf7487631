/* outline.h: rims as lists of features, and all normals that two rims have in common. It serves all
 * pairs with a slice of a ring, which is not convex.
 *
 * A feature is an arc (a centre, a signed radius and a cone of outward normals; a hollow has a
 * radius below 0, a corner radius 0), a flat (a straight piece with its outward normal), or a whole
 * ellipse.
 */
#ifndef ENGINE_NARROW_OUTLINE_H
#define ENGINE_NARROW_OUTLINE_H

#include "shape/placed.h"

/* Outward normals within an angle of `middle`; `half` is the cosine and sine of that angle. */
typedef struct normal_cone {
    evo_vec2 middle, half;
} normal_cone;

/* Cosine and sine of the angle by which a direction is outside of a cone; sine below 0: within. */
static inline evo_vec2 normal_cone_beyond(const normal_cone *normals, evo_vec2 n) {
    const evo_vec2 folded = vec(vec_dot(normals->middle, n), fabs(vec_cross(normals->middle, n)));
    return vec(vec_dot(normals->half, folded), vec_cross(normals->half, folded));
}

typedef struct outline_arc {
    evo_vec2 center;
    double radius; /* radius below 0: a hollow; 0: a corner */
    normal_cone normals;
} outline_arc;

typedef struct outline_flat {
    evo_vec2 from, along; /* from + t along, 0 <= t <= 1 */
    evo_vec2 normal;
} outline_flat;

/* Counts of a polygon, which has most. */
enum { OUTLINE_ARCS = EVO_POLYGON_POINTS, OUTLINE_FLATS = EVO_POLYGON_POINTS };

typedef struct outline {
    int arcs, flats;
    outline_arc arc[OUTLINE_ARCS];
    outline_flat flat[OUTLINE_FLATS];
    const placed *ellipse; /* NULL: none */
} outline;

outline outline_of(const placed *shape);

/* Common normals: extrema of the distance between two rims. Each is a candidate for the gap between
 * the shapes; the shapes as wholes decide which one it is. */
enum { OUTLINE_MEETINGS = 2 * OUTLINE_ARCS * OUTLINE_ARCS + 2 * OUTLINE_ARCS * OUTLINE_FLATS };

typedef struct outline_meetings {
    int count;
    meeting found[OUTLINE_MEETINGS];
} outline_meetings;

void outline_meet(const outline *a, const outline *b, outline_meetings *meetings);

#endif
