/* pair.c: the table of pairs, and the choice among the common normals of two outlines.
 *
 * For shapes that are apart, the gap is the least of the candidates' gaps. For shapes that overlap,
 * a candidate is a way out only if it parts the shapes as wholes: the candidates are tried in the
 * order of their depths by moving A along and asking again whether the shapes overlap.
 */
#include "narrow/pair.h"

#include "narrow/convex.h"
#include "narrow/hollow.h"
#include "narrow/outline.h"
#include "narrow/polygon.h"
#include "shape/kind.h"
#include "shape/ring.h"

/* A way out must leave the shapes apart by this much of their size, which rounding cannot take. */
static const double CLEARANCE = 1e-10;

/* ---- Yes or no, for pairs without a file of their own ----------------------------------------- */

static bool circle_meets_circle(const placed *a, const placed *b) {
    evo_vec2 apart = vec_sub(b->center, a->center);
    double reach = a->shape->of.circle.radius + b->shape->of.circle.radius;
    return vec_dot(apart, apart) <= reach * reach;
}

static bool circle_meets_segment(const placed *circle, const placed *segment) {
    double half = segment->shape->of.segment.half_length, r = circle->shape->of.circle.radius;
    evo_vec2 own = placed_enter(segment, circle->center);
    double beyond = fabs(own.x) - half;
    if (beyond < 0) beyond = 0;
    return beyond * beyond + own.y * own.y <= r * r;
}

static bool ellipse_meets_segment(const placed *ellipse, const placed *segment) {
    return ellipse_meets_line(ellipse, placed_from(segment), placed_to(segment));
}

static bool segments_meet(const placed *a, const placed *b) {
    (void)a;
    (void)b;
    return false;
}

/* ---- How much, for pairs with a ring ---------------------------------------------------------- */

static meeting measure_circle_ring(const placed *circle, const placed *ring) {
    ring_rim rim = ring_nearest_to(ring->shape, placed_enter(ring, circle->center));
    double radius = circle->shape->of.circle.radius;
    evo_vec2 normal = vec_negate(vec_turn(rim.normal, ring->axis));
    double fitted_radius = rim.feature == RING_OUTER_ARC   ? ring->shape->of.ring.outer
                           : rim.feature == RING_INNER_ARC ? -ring->shape->of.ring.inner
                                                           : 0;
    meeting m = {rim.distance - radius,
                 normal,
                 vec_along(circle->center, radius, normal),
                 placed_leave(ring, rim.point),
                 radius,
                 fitted_radius,
                 0};
    return m;
}

/* Apart: the nearest of the candidates. Rounding may show a touch from either side of 0. */
static const meeting *nearest_meeting(const outline_meetings *meetings, double clearance) {
    const meeting *nearest = NULL;
    for (int i = 0; i < meetings->count; ++i) {
        const meeting *m = &meetings->found[i];
        if (m->gap >= -clearance && (!nearest || m->gap < nearest->gap)) nearest = m;
    }
    return nearest;
}

/* Overlapping: the shallowest of the candidates that have not been spent. */
static meeting *shallowest_meeting(outline_meetings *meetings, double clearance) {
    meeting *shallowest = NULL;
    for (int i = 0; i < meetings->count; ++i) {
        meeting *m = &meetings->found[i];
        if (m->gap <= clearance && (!shallowest || m->gap > shallowest->gap)) shallowest = m;
    }
    return shallowest;
}

static bool parts(const placed *a, const placed *b, const meeting *m, double clearance) {
    placed moved = placed_moved(a, vec_scale(m->normal, m->gap - clearance));
    return !pair_overlaps(&moved, b);
}

/* The circles around both shapes: where no common normal was found to answer, they do. */
static meeting measure_around(const placed *a, const placed *b) {
    evo_vec2 apart = vec_sub(b->center, a->center), normal = vec_unit(apart, vec(1, 0));
    double reach_a = shape_reach(a->shape), reach_b = shape_reach(b->shape);
    meeting m = {vec_length(apart) - reach_a - reach_b,
                 normal,
                 vec_along(a->center, reach_a, normal),
                 vec_along(b->center, -reach_b, normal),
                 reach_a,
                 reach_b,
                 0};
    return m;
}

static meeting measure_outlines(const placed *a, const placed *b) {
    outline of_a = outline_of(a), of_b = outline_of(b);
    outline_meetings meetings;
    outline_meet(&of_a, &of_b, &meetings);
    double clearance = CLEARANCE * (shape_reach(a->shape) + shape_reach(b->shape));
    if (!pair_overlaps(a, b)) {
        const meeting *nearest = nearest_meeting(&meetings, clearance);
        return nearest ? *nearest : measure_around(a, b);
    }
    meeting *out;
    while ((out = shallowest_meeting(&meetings, clearance)) != NULL) {
        if (parts(a, b, out, clearance)) return *out;
        out->gap = INFINITY;
    }
    return measure_around(a, b);
}

/* ---- Order ------------------------------------------------------------------------------------ */

/* Below, at or above 0 as a comes before, with or after b. */
static int order_of(double a, double b) {
    return (a > b) - (a < b);
}

bool pair_in_order(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b) {
    const double values_a[] = {(double)a->kind,  at_a.position.x, at_a.position.y, at_a.angle,
                               a->center.x,      a->center.y,     a->axis.x,       a->axis.y,
                               shape_reach(a)};
    const double values_b[] = {(double)b->kind,  at_b.position.x, at_b.position.y, at_b.angle,
                               b->center.x,      b->center.y,     b->axis.x,       b->axis.y,
                               shape_reach(b)};
    int order = 0;
    for (size_t i = 0; order == 0 && i < sizeof values_a / sizeof values_a[0]; ++i)
        order = order_of(values_a[i], values_b[i]);
    return order <= 0;
}

/* ---- The table -------------------------------------------------------------------------------- */

typedef struct pair_kind {
    bool (*overlaps)(const placed *a, const placed *b);
    meeting (*measure)(const placed *a, const placed *b);
} pair_kind;

enum { KINDS = EVO_SEGMENT + 1 };

/* By the kinds of both shapes, the lower one first. */
static const pair_kind PAIRS[KINDS][KINDS] = {
    [EVO_CIRCLE] = {[EVO_CIRCLE] = {circle_meets_circle, measure_circle_circle},
                    [EVO_ELLIPSE] = {polygon_circle_ellipse, measure_circle_ellipse},
                    [EVO_RING] = {circle_meets_ring, measure_circle_ring},
                    [EVO_SEGMENT] = {circle_meets_segment, measure_circle_segment}},
    [EVO_ELLIPSE] = {[EVO_ELLIPSE] = {polygon_ellipse_ellipse, measure_ellipse_ellipse},
                     [EVO_RING] = {ellipse_meets_ring, measure_outlines},
                     [EVO_SEGMENT] = {ellipse_meets_segment, measure_ellipse_segment}},
    [EVO_RING] = {[EVO_RING] = {ring_meets_ring, measure_outlines},
                  [EVO_SEGMENT] = {ring_meets_segment, measure_outlines}},
    [EVO_SEGMENT] = {[EVO_SEGMENT] = {segments_meet, measure_segment_segment}},
};

bool pair_overlaps(const placed *a, const placed *b) {
    bool in_order = a->shape->kind <= b->shape->kind;
    const placed *first = in_order ? a : b, *second = in_order ? b : a;
    return PAIRS[first->shape->kind][second->shape->kind].overlaps(first, second);
}

meeting pair_measure(const placed *a, const placed *b) {
    if (a->shape->kind > b->shape->kind)
        return meeting_mirrored(PAIRS[b->shape->kind][a->shape->kind].measure(b, a));
    return PAIRS[a->shape->kind][b->shape->kind].measure(a, b);
}
