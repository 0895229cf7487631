/* narrow.h: the narrowphase: any two shapes, in either order: whether they overlap, how deep or
 * how far apart, and where. */
#ifndef ENGINE_NARROW_NARROW_H
#define ENGINE_NARROW_NARROW_H

#include "evolute/collide.h"
#include "evolute/shape.h"
#include "shape/shape.h"

/* ==== Pairs of shapes ========================================================================= */

/* Overlap and distance of any two placed shapes, in either order. */

bool pair_overlaps(const placed *a, const placed *b);

/* Points are relative to the same origin as the placed shapes. */
meeting pair_measure(const placed *a, const placed *b);

/* ==== Canonical order ========================================================================= */

/* The canonical order of two shapes, by their values alone. Every pair is put in this order
 * first, so that both orders of arguments give the same bits, mirrored. */

/* Returns whether a comes before b, or is equal to it. */
bool pair_in_order(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b);

/* ==== Touches ================================================================================= */

/* The points where two shapes touch, for a contact solver: one, or two where one could not hold
 * the shapes apart. */

enum { TOUCHES = 2 };

/* Returns whether faces of two shapes may face each other; two segments never touch. */
static inline bool touches_faces(const evo_shape *a, const evo_shape *b) {
    const evo_shape_kind one = a->kind, two = b->kind;
    return one >= EVO_SEGMENT && two >= EVO_SEGMENT && (one > EVO_SEGMENT || two > EVO_SEGMENT);
}

/* Least square of the length of a side that is known; others are 0, 0. */
static const double SIDE_KNOWN = 0.5;

/* Largest cosine between a segment and a side that stands on it. */
static const double SIDE_UPRIGHT = 1e-3;

static inline bool side_is_known(evo_vec2 side) {
    return vec_dot(side, side) > SIDE_KNOWN;
}

/* Returns whether a side leads away from a segment's face, not from its end. */
static inline bool side_stands_on(evo_vec2 side, evo_vec2 axis) {
    return side_is_known(side) && fabs(vec_dot(side, axis)) < SIDE_UPRIGHT;
}

static inline void touches_swap(meeting found[TOUCHES]) {
    const meeting first = found[0];
    found[0] = found[1];
    found[1] = first;
}

/* ==== Couples at one time ===================================================================== */

/* Two placed shapes at one time, measured in canonical order: both orders of the two
 * give the same bits, mirrored. */

/* All positions are from the same origin. */
typedef struct couple {
    placed at[2];
    evo_pose poses[2]; /* poses of the bodies */
} couple;

/* Puts a shape on a body into its place. */
static inline void couple_put(couple *c, int side, const evo_shape *shape, evo_pose pose,
                              evo_vec2 turn) {
    c->at[side] = placed_at(shape, pose.position, turn);
    c->poses[side] = pose;
}

/* A shape on a body at the origin, and another on one at an offset. */
static inline couple couple_of(const evo_shape *a, double angle_a, const evo_shape *b,
                               evo_vec2 offset, double angle_b) {
    couple c;
    couple_put(&c, 0, a, (evo_pose){{0, 0}, angle_a}, evo_direction(angle_a));
    couple_put(&c, 1, b, (evo_pose){offset, angle_b}, evo_direction(angle_b));
    return c;
}

meeting couple_nearest(const couple *c);

/* Writes the touches with a gap of at most `margin`, the deepest first, but the two of faces in
 * order along the left; returns their number. `side`: the normal of a pair that overlapped before,
 * or 0, 0: a shape that overlaps a segment keeps its side, however far it reaches across. */
int couple_touches(const couple *c, evo_vec2 side, double margin, meeting found[TOUCHES]);

static inline bool couple_has(const couple *c, evo_shape_kind kind) {
    return c->at[0].shape->kind == kind || c->at[1].shape->kind == kind;
}

/* ==== Hulls =================================================================================== */

/* Distances of pairs with a hull, and overlap of a ring and a hull. The arguments are of the kinds
 * in the name, in that order; a hull is a circle, a segment, a capsule or a polygon. */

bool ring_meets_hull(const placed *ring, const placed *flat);

meeting measure_hull_hull(const placed *a, const placed *b);
meeting measure_segment_segment(const placed *a, const placed *b);
meeting measure_ellipse_hull(const placed *ellipse, const placed *flat);

/* Writes the meeting of the two nearest corners of two hulls, and returns whether no other points
 * of the two are as near. False if the hulls overlap. */
bool hull_corners_meet(const placed *a, const placed *b, meeting *found);

/* Writes the touches of two hulls of two points and more with a gap of at most `margin`, and
 * returns their number. Two faces that face each other touch at both ends of their shared part, in
 * order along the normal's left. `side`: the normal of a pair that overlapped before, or 0, 0. */
int touch_hulls(const placed at[2], evo_vec2 side, double margin, meeting found[TOUCHES]);

/* ==== The polygonal test ====================================================================== */

/* Overlap of an ellipse with a circle, another ellipse or a line, without a depth. */

/* Most bisections. A gap below 4^-16 = 2e-10 of the ellipse's size stays undecided and counts as an
 * overlap. */
enum { POLYGON_ROUNDS = 16 };

bool polygon_circle_ellipse(const placed *circle, const placed *ellipse);
bool polygon_ellipse_ellipse(const placed *a, const placed *b);

/* Tests exactly, without a loop. */
bool ellipse_meets_line(const placed *ellipse, evo_vec2 from, evo_vec2 to);

/* ==== Outlines ================================================================================ */

/* Rims as lists of features, and all normals that two rims have in common. It serves all pairs
 * with a slice of a ring, which is not convex.
 *
 * A feature is an arc (a centre, a signed radius and a cone of outward normals; a hollow has a
 * radius below 0, a corner radius 0), a flat (a straight piece with its outward normal), or a whole
 * ellipse. */

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

/* ==== Pairs that a user asks about ============================================================ */

/* Two shapes as the functions of evolute/collide.h get them: checked, ordered, and moved near
 * the origin; and their answers, moved back. */

/* A pair in canonical order; positions are relative to `origin`, the first shape's body. */
typedef struct asked_pair {
    placed first, second;
    evo_vec2 origin;
    bool swapped;
} asked_pair;

static inline bool pair_make(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b,
                             asked_pair *made) {
    if (!shape_measurable(a) || !shape_measurable(b) || !pose_fits(at_a) || !pose_fits(at_b))
        return false;
    made->swapped = !pair_in_order(a, at_a, b, at_b);
    const evo_shape *first = made->swapped ? b : a, *second = made->swapped ? a : b;
    evo_pose at_first = made->swapped ? at_b : at_a, at_second = made->swapped ? at_a : at_b;
    made->origin = at_first.position;
    made->first = placed_at(first, vec(0, 0), evo_direction(at_first.angle));
    made->second = placed_at(second, vec_sub(at_second.position, made->origin),
                             evo_direction(at_second.angle));
    return true;
}

static inline evo_gap pair_gap(const asked_pair *p, const meeting *m) {
    return (evo_gap){m->gap, m->normal, vec_add(p->origin, m->point_a),
                     vec_add(p->origin, m->point_b)};
}

/* Writes the touches of the shapes as they were asked about, and returns their number. */
int pair_touches(const asked_pair *p, double margin, meeting found[TOUCHES]);

static const evo_fit NO_FIT = {.gap = {.distance = INFINITY}};

/* The meeting is that of the first shape with the second. */
static inline evo_fit asked_fit(const asked_pair *p, const meeting *found) {
    const meeting m = p->swapped ? meeting_mirrored(*found) : *found;
    evo_fit fit = {.gap = pair_gap(p, &m), .rounds = m.rounds};
    fit.radius_a = isfinite(m.radius_a) ? m.radius_a : 0;
    fit.radius_b = isfinite(m.radius_b) ? m.radius_b : 0;
    fit.center_a = vec_along(fit.gap.point_a, -fit.radius_a, m.normal);
    fit.center_b = vec_along(fit.gap.point_b, fit.radius_b, m.normal);
    return fit;
}

#endif
