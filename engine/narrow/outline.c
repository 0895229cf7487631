/* outline.c: common normals of two outlines, feature by feature; and tests and fits whose rounds
 * are told, for evolute/trace.h. */
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

/* ==== Rounds that are watched ================================================================= */

/* The polygonal test and the circle fit, with their rounds told. In: two shapes as evo_overlap and
 * evo_measure_fit get them; out: the same answers, to the last bit. The watched loops are compiled
 * apart, so that loops without a watch do not pay. */

/* A pair whose rounds are told. */
typedef struct told {
    const asked_pair *pair;
    const evo_trace *trace;
    bool second_first; /* the fit watches the second shape of the pair as A */
    double radius;     /* of the circle that stands for B, if its centre is told as a point */
    evo_vec2 origin;   /* of the watched points */
} told;

/* ---- The test -------------------------------------------------------------------------------- */

static void tell_test(void *context, const evo_test_round *round) {
    const told *t = context;
    const evo_vec2 by = t->pair->origin;
    const bool of_first = t->pair->first.shape->kind == EVO_ELLIPSE;
    evo_test_round there = *round;
    there.from = vec_add(by, round->from);
    there.to = vec_add(by, round->to);
    there.middle = vec_add(by, round->middle);
    there.corner = vec_add(by, round->corner);
    there.of_b = of_first == t->pair->swapped;
    t->trace->test(t->trace->context, &there);
}

bool evo_overlap_traced(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b,
                        const evo_trace *trace) {
    asked_pair p;
    if (!pair_make(a, at_a, b, at_b, &p)) return false;
    const bool a_first = p.first.shape->kind <= p.second.shape->kind;
    const placed *low = a_first ? &p.first : &p.second, *high = a_first ? &p.second : &p.first;
    const bool bisects = high->shape->kind == EVO_ELLIPSE;
    if (!trace || !trace->test || !bisects) return pair_overlaps(&p.first, &p.second);
    told t = {.pair = &p, .trace = trace};
    const polygon_watch watch = {tell_test, &t};
    unfolding u = {&watch, {1, 1}, {1, 0}, {1, 1}, high->axis, high->center};
    if (low->shape->kind == EVO_ELLIPSE) return ellipse_meets_ellipse(low, high, &u);
    return disk_meets_ellipse(high->shape->of.ellipse.radius_x, high->shape->of.ellipse.radius_y,
                              placed_enter(high, low->center), low->shape->of.circle.radius, &u);
}

/* ---- The fit --------------------------------------------------------------------------------- */

/* Turns circles about a watched ellipse into the answer's frame. */
static void tell_fit(void *context, const meeting *circles) {
    told *t = context;
    meeting m = *circles;
    m.gap -= t->radius;
    m.point_a = vec_add(t->origin, m.point_a);
    m.point_b = vec_along(vec_add(t->origin, m.point_b), -t->radius, m.normal);
    m.radius_b += t->radius;
    if (t->second_first) m = meeting_mirrored(m);
    const evo_fit fit = asked_fit(t->pair, &m);
    t->trace->fit(t->trace->context, &fit);
}

/* An ellipse and the circle with which the other shape answered. A flat has none. */
static void tell_circle(told *t, const placed *ellipse, const meeting *m) {
    if (!isfinite(m->radius_b)) return;
    const oval e = placed_oval(ellipse);
    const evo_vec2 center = vec_along(m->point_b, m->radius_b, m->normal);
    const climb_watch watch = {tell_fit, t};
    t->radius = m->radius_b;
    (void)ellipse_watch_nearest(&e, ellipse->axis, vec_sub(center, ellipse->center), &watch);
}

evo_fit evo_measure_traced(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b,
                           const evo_trace *trace) {
    asked_pair p;
    if (!pair_make(a, at_a, b, at_b, &p)) return NO_FIT;
    const meeting m = pair_measure(&p.first, &p.second), mirrored = meeting_mirrored(m);
    const evo_fit answer = asked_fit(&p, &m);
    if (!trace || !trace->fit) return answer;
    const bool oval_first = p.first.shape->kind == EVO_ELLIPSE;
    const bool oval_second = p.second.shape->kind == EVO_ELLIPSE;
    told t = {.pair = &p, .trace = trace, .second_first = !oval_first};
    t.origin = oval_first ? p.first.center : p.second.center;
    if (oval_first && oval_second) {
        const oval first = placed_oval(&p.first), second = placed_oval(&p.second);
        const climb_pair both = {&first, &second, vec_sub(p.second.center, p.first.center)};
        const climb_watch watch = {tell_fit, &t};
        (void)fit_watch(&both, &watch);
    } else if (oval_first)
        tell_circle(&t, &p.first, &m);
    else if (oval_second)
        tell_circle(&t, &p.second, &mirrored);
    trace->fit(trace->context, &answer);
    return answer;
}
