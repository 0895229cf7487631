/* outline.c: common normals of two outlines, feature by feature. */
#include "narrow/narrow.h"

#include <assert.h>

#include "narrow/private.h"
#include "shape/shape.h"

MACHINE_PLAIN

/* ==== Common normals ========================================================================== */

/* The common normals of two features, in closed form except for an ellipse.
 *
 * Let n be the normal from a to b. An arc has the point centre + radius n where n is in its normal
 * cone; a flat has the foot of a perpendicular where n is its normal. Two arcs have the line
 * through their centres in common, an arc and a flat the perpendicular from the centre. An ellipse
 * has its normals through an arc's centre, to its nearest and farthest points. */

/* Sine of the angle by which normal cones are widened, so that rounding leaves no gap between an
 * arc and its corner. */
static const double CONE_TOLERANCE = 1e-12;

static bool normal_cone_contains(const normal_cone *normals, evo_vec2 n) {
    return normal_cone_beyond(normals, n).y <= CONE_TOLERANCE;
}

/* ---- Outlines -------------------------------------------------------------------------------- */

static void add_arc(outline *o, evo_vec2 center, double radius, evo_vec2 middle, evo_vec2 half) {
    outline_arc arc = {center, radius, {middle, half}};
    assert(o->arcs < OUTLINE_ARCS);
    o->arc[o->arcs++] = arc;
}

static void add_flat(outline *o, evo_vec2 from, evo_vec2 to, evo_vec2 normal) {
    outline_flat flat = {from, vec_sub(to, from), normal};
    assert(o->flats < OUTLINE_FLATS);
    o->flat[o->flats++] = flat;
}

static void outline_segment(outline *o, const placed *segment) {
    const evo_vec2 half_plane = {0, 1};
    evo_vec2 from = placed_from(segment), to = placed_to(segment), up = vec_left(segment->axis);
    add_arc(o, from, 0, vec_negate(segment->axis), half_plane);
    add_arc(o, to, 0, segment->axis, half_plane);
    add_flat(o, from, to, up);
    add_flat(o, from, to, vec_negate(up));
}

static void outline_ring(outline *o, const placed *ring) {
    const evo_vec2 all = {-1, 0};
    const double diagonal = 0.70710678118654752;
    const evo_vec2 eighth = {diagonal, diagonal};
    double inner = ring->shape->of.ring.inner, outer = ring->shape->of.ring.outer;
    evo_vec2 half = ring->shape->of.ring.half, center = ring->center;
    bool whole = ring_is_whole(ring->shape);
    if (whole) half = all;
    add_arc(o, center, outer, ring->axis, half);
    if (inner > 0) add_arc(o, center, -inner, vec_negate(ring->axis), half);
    if (whole) return;
    for (int side = -1; side <= 1; side += 2) {
        ring_cut cut = ring_cut_at(ring->shape, side);
        evo_vec2 inward = vec_turn(vec(-half.x, -side * half.y), ring->axis);
        evo_vec2 outward = vec_turn(cut.outward, ring->axis);
        evo_vec2 from = placed_leave(ring, cut.inner), to = placed_leave(ring, cut.outer);
        add_flat(o, from, to, outward);
        add_arc(o, to, 0, vec_scale(vec_sub(outward, inward), diagonal), eighth);
        if (inner > 0) add_arc(o, from, 0, vec_scale(vec_add(outward, inward), diagonal), eighth);
    }
    /* The tip of a slice without a hole, if it is convex. */
    if (inner == 0 && half.x > CONE_TOLERANCE)
        add_arc(o, center, 0, vec_negate(ring->axis), vec(half.y, half.x));
}

/* Rounded corners, and faces moved out. */
static void outline_hull(outline *o, const placed *flat) {
    const hull h = placed_hull(flat);
    for (int i = 0; i < h.count; ++i) {
        const evo_vec2 n = h.normal[i], before = h.normal[i > 0 ? i - 1 : h.count - 1];
        const evo_vec2 middle =
            h.count == 2 ? vec_negate(vec_left(n)) : vec_unit(vec_add(before, n), n);
        const evo_vec2 half = vec(vec_dot(middle, n), fabs(vec_cross(middle, n)));
        const evo_vec2 from = vec_along(h.point[i], h.radius, n);
        const evo_vec2 to = vec_along(h.point[hull_next(&h, i)], h.radius, n);
        add_arc(o, h.point[i], h.radius, middle, half);
        if (from.x != to.x || from.y != to.y) add_flat(o, from, to, n);
    }
}

outline outline_of(const placed *shape) {
    const evo_vec2 all = {-1, 0};
    outline o;
    o.arcs = o.flats = 0;
    o.ellipse = NULL;
    switch (shape->shape->kind) {
    case EVO_CIRCLE:
        add_arc(&o, shape->center, shape->shape->of.circle.radius, shape->axis, all);
        break;
    case EVO_ELLIPSE:
        o.ellipse = shape;
        break;
    case EVO_RING:
        outline_ring(&o, shape);
        break;
    case EVO_SEGMENT:
        outline_segment(&o, shape);
        break;
    case EVO_CAPSULE:
    case EVO_POLYGON:
        outline_hull(&o, shape);
        break;
    case EVO_NO_SHAPE:
        break;
    }
    return o;
}

/* ---- Meetings -------------------------------------------------------------------------------- */

static void add_meeting(outline_meetings *meetings, meeting m) {
    assert(meetings->count < OUTLINE_MEETINGS && "OUTLINE_MEETINGS counts every pair of features");
    meetings->found[meetings->count++] = m;
}

static void arc_meets_arc(const outline_arc *a, const outline_arc *b, outline_meetings *meetings) {
    if (a->radius < 0 && b->radius < 0) return;
    evo_vec2 apart = vec_sub(b->center, a->center);
    double distance = vec_length(apart);
    evo_vec2 direction = vec_unit(apart, a->normals.middle);
    for (int sign = 1; sign >= -1; sign -= 2) {
        evo_vec2 n = vec_scale(direction, sign);
        if (!normal_cone_contains(&a->normals, n)
            || !normal_cone_contains(&b->normals, vec_negate(n)))
            continue;
        meeting m =
            meeting_of_circles(a->center, a->radius, b->center, b->radius, sign * distance, n);
        add_meeting(meetings, m);
    }
}

static void arc_meets_flat(const outline_arc *a, const outline_flat *b,
                           outline_meetings *meetings) {
    evo_vec2 n = vec_negate(b->normal);
    if (a->radius < 0 || !normal_cone_contains(&a->normals, n)) return;
    evo_vec2 from = vec_sub(a->center, b->from);
    double along = vec_dot(from, b->along) / vec_dot(b->along, b->along);
    if (!(along >= 0 && along <= 1)) return;
    meeting m = {vec_dot(from, b->normal) - a->radius,
                 n,
                 vec_along(a->center, a->radius, n),
                 vec_along(b->from, along, b->along),
                 a->radius,
                 INFINITY,
                 0};
    add_meeting(meetings, m);
}

static void ellipse_meets_flat(const placed *ellipse, const outline_flat *b,
                               outline_meetings *meetings) {
    oval e = placed_oval(ellipse);
    evo_vec2 n = vec_negate(b->normal);
    fitted_circle rim = oval_fit(&e, n);
    evo_vec2 point = vec_add(ellipse->center, rim.point), from = vec_sub(point, b->from);
    double along = vec_dot(from, b->along) / vec_dot(b->along, b->along);
    if (!(along >= 0 && along <= 1)) return;
    meeting m = {vec_dot(from, b->normal),
                 n,
                 point,
                 vec_along(b->from, along, b->along),
                 rim.radius,
                 INFINITY,
                 1};
    add_meeting(meetings, m);
}

static void add_ellipse_arc(const placed *ellipse, const outline_arc *b, meeting m,
                            outline_meetings *meetings) {
    if (!normal_cone_contains(&b->normals, vec_negate(m.normal))) return;
    m.gap -= b->radius;
    m.point_a = vec_add(ellipse->center, m.point_a);
    m.point_b = vec_along(b->center, -b->radius, m.normal);
    m.radius_b = b->radius;
    add_meeting(meetings, m);
}

/* The ellipse's nearest points separate it from an arc or a corner, its farthest from a hollow. The
 * others are deeper candidates, for when no shallower one separates the shapes. */
static void ellipse_meets_arc(const placed *ellipse, const outline_arc *b,
                              outline_meetings *meetings) {
    ellipse_normals through =
        ellipse_normals_through(ellipse->shape, ellipse->axis, vec_sub(b->center, ellipse->center));
    for (int i = 0; i < through.count; ++i) {
        add_ellipse_arc(ellipse, b, through.nearest[i], meetings);
        add_ellipse_arc(ellipse, b, through.farthest[i], meetings);
    }
}

void outline_meet(const outline *a, const outline *b, outline_meetings *meetings) {
    meetings->count = 0;
    for (int i = 0; a->ellipse && i < b->arcs; ++i)
        ellipse_meets_arc(a->ellipse, &b->arc[i], meetings);
    for (int i = 0; a->ellipse && i < b->flats; ++i)
        ellipse_meets_flat(a->ellipse, &b->flat[i], meetings);
    for (int i = 0; i < a->arcs; ++i) {
        for (int j = 0; j < b->arcs; ++j) arc_meets_arc(&a->arc[i], &b->arc[j], meetings);
        for (int j = 0; j < b->flats; ++j) arc_meets_flat(&a->arc[i], &b->flat[j], meetings);
    }
    int first = meetings->count;
    for (int i = 0; i < b->arcs; ++i)
        for (int j = 0; j < a->flats; ++j) arc_meets_flat(&b->arc[i], &a->flat[j], meetings);
    for (int i = first; i < meetings->count; ++i)
        meetings->found[i] = meeting_mirrored(meetings->found[i]);
}
