/* hull.h: convex shapes with straight faces as the hull of their points, grown by a radius: one
 * point is a disk, two are a segment or a capsule, more are a polygon. */
#ifndef ENGINE_SHAPE_HULL_H
#define ENGINE_SHAPE_HULL_H

#include "shape/placed.h"

/* Points counterclockwise, with the outward normal of the face from each point to the next. Two
 * points have two faces, one point has none. */
typedef struct hull {
    int count;
    double radius;
    evo_vec2 point[EVO_POLYGON_POINTS], normal[EVO_POLYGON_POINTS];
} hull;

static inline int hull_next(const hull *h, int i) {
    return i + 1 < h->count ? i + 1 : 0;
}

static inline int hull_before(const hull *h, int i) {
    return (i > 0 ? i : h->count) - 1;
}

/* Returns whether a point lies beside a face, between its ends. */
static inline bool hull_is_beside(const hull *h, int face, evo_vec2 point) {
    const evo_vec2 along = vec_sub(h->point[hull_next(h, face)], h->point[face]);
    const double place = vec_dot(vec_sub(point, h->point[face]), along);
    return place >= 0 && place <= vec_dot(along, along);
}

static inline int hull_faces(const hull *h) {
    return h->count > 1 ? h->count : 0;
}

/* Writes the points of a circle (its centre), a segment, a capsule or a polygon in the shape's own
 * frame, and by what they are grown; returns how many. */
int hull_points(const evo_shape *shape, evo_vec2 points[EVO_POLYGON_POINTS], double *radius);

/* Returns the hull of a circle, a segment, a capsule or a polygon in the shape's own frame, and
 * where it is placed. */
hull hull_of_shape(const evo_shape *shape);
hull placed_hull(const placed *p);

/* Returns the centroid of a polygon. */
evo_vec2 hull_centroid(const evo_vec2 *points, int count);

/* Writes the hull of points, seen from its centroid; returns its number of points, below 3 for one
 * without area. */
int hull_around(const evo_vec2 *points, int count, evo_vec2 around[EVO_POLYGON_POINTS],
                evo_vec2 *center);

/* Area, first and second moment about an origin. */
typedef struct moments {
    double area, polar;
    evo_vec2 first;
} moments;

/* Adds a part by its own centre, and its second moment about that. */
static inline void moments_add_part(moments *m, double area, evo_vec2 center, double polar) {
    m->area += area;
    m->first = vec_along(m->first, area, center);
    m->polar += polar + area * vec_dot(center, center);
}

/* Adds a triangle with a corner at the origin. */
static inline void moments_add_triangle(moments *m, evo_vec2 a, evo_vec2 b) {
    const double area = 0.5 * vec_cross(a, b);
    m->area += area;
    m->first = vec_along(m->first, area / 3, vec_add(a, b));
    m->polar += area / 6 * (vec_dot(a, a) + vec_dot(a, b) + vec_dot(b, b));
}

/* The point that is farthest along a direction. */
int hull_support(const hull *h, evo_vec2 along);

/* Returns whether a direction lies between the normals of the faces on both sides of a point,
 * widened by a sine, so that rounding leaves no gap between fans. */
bool hull_fan_contains(const hull *h, int point, evo_vec2 along, double tolerance);

/* The point of the sharp hull's rim that is nearest to a point. */
typedef struct hull_foot {
    double distance; /* signed */
    evo_vec2 normal, point;
    int face; /* below 0: a corner */
} hull_foot;

hull_foot hull_nearest(const hull *h, evo_vec2 point);

#endif
