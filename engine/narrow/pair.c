/* pair.c: any two shapes: a method by their kinds, their canonical order, their touches, and the
 * functions of evolute/collide.h. */
#include "narrow/narrow.h"

#include <assert.h>

#include "evolute/collide.h"
#include "narrow/private.h"
#include "shape/shape.h"

/* ==== Methods by kinds ======================================================================== */

/* The dispatch table of pairs of kinds, and the short overlap tests. */

/* ---- Short overlap tests --------------------------------------------------------------------- */

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

/* ---- The table ------------------------------------------------------------------------------- */

typedef struct pair_kind {
    bool (*overlaps)(const placed *a, const placed *b); /* NULL: their gap tells */
    meeting (*measure)(const placed *a, const placed *b);
} pair_kind;

enum { SHAPE_KINDS = EVO_POLYGON + 1 };

/* A capsule and a polygon are measured alike. */
#define FLATS(overlaps, measure)                                                                   \
    {overlaps, measure}, {                                                                         \
        overlaps, measure                                                                          \
    }
#define NO                                                                                         \
    { NULL, NULL }

/* Indexed by the kinds of both shapes, the lower kind first: in each row none, circle, ellipse,
 * ring, segment, and the flats: capsule, polygon. */
static const pair_kind PAIRS[SHAPE_KINDS][SHAPE_KINDS] = {
    [EVO_NO_SHAPE] = {NO},
    [EVO_CIRCLE] = {NO,
                    {circle_meets_circle, measure_circle_circle},
                    {polygon_circle_ellipse, measure_circle_ellipse},
                    {NULL, measure_circle_ring},
                    {circle_meets_segment, measure_circle_segment},
                    FLATS(NULL, measure_hull_hull)},
    [EVO_ELLIPSE] = {NO,
                     NO,
                     {polygon_ellipse_ellipse, measure_ellipse_ellipse},
                     {ellipse_meets_ring, measure_outlines},
                     {ellipse_meets_segment, measure_ellipse_hull},
                     FLATS(NULL, measure_ellipse_hull)},
    [EVO_RING] = {NO,
                  NO,
                  NO,
                  {ring_meets_ring, measure_outlines},
                  {ring_meets_segment, measure_outlines},
                  FLATS(ring_meets_hull, measure_outlines)},
    [EVO_SEGMENT] =
        {NO, NO, NO, NO, {segments_meet, measure_segment_segment}, FLATS(NULL, measure_hull_hull)},
    [EVO_CAPSULE] = {NO, NO, NO, NO, NO, FLATS(NULL, measure_hull_hull)},
    [EVO_POLYGON] = {NO, NO, NO, NO, NO, NO, {NULL, measure_hull_hull}},
};

bool pair_overlaps(const placed *a, const placed *b) {
    if (a->shape->kind > b->shape->kind) return pair_overlaps(b, a);
    const pair_kind *of = &PAIRS[a->shape->kind][b->shape->kind];
    return of->overlaps ? of->overlaps(a, b) : of->measure(a, b).gap <= 0;
}

meeting pair_measure(const placed *a, const placed *b) {
    if (a->shape->kind > b->shape->kind) return meeting_mirrored(pair_measure(b, a));
    const pair_kind *of = &PAIRS[a->shape->kind][b->shape->kind];
    assert(of->measure && "all pairs of kinds are in the table");
    return of->measure(a, b);
}

/* ==== Canonical order ========================================================================= */

/* Returns a number below 0, 0 or above 0: a comes before, with or after b. */
static int compare_numbers(double a, double b) {
    return (a > b) - (a < b);
}

static int compare_vectors(evo_vec2 a, evo_vec2 b) {
    int order = compare_numbers(a.x, b.x);
    return order != 0 ? order : compare_numbers(a.y, b.y);
}

bool pair_in_order(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b) {
    if (a->kind != b->kind) return a->kind < b->kind;
    int order = compare_vectors(at_a.position, at_b.position);
    if (order == 0) order = compare_numbers(at_a.angle, at_b.angle);
    if (order == 0) order = compare_vectors(a->center, b->center);
    if (order == 0) order = compare_vectors(a->axis, b->axis);
    if (order != 0) return order < 0;
    double of_a[SHAPE_NUMBERS], of_b[SHAPE_NUMBERS];
    const int count_a = shape_numbers(a, of_a);
    const int count_b = shape_numbers(b, of_b);
    order = compare_numbers(shape_reach(a), shape_reach(b));
    if (order == 0) order = compare_numbers(count_a, count_b);
    for (int i = 0; i < count_a && order == 0; ++i) order = compare_numbers(of_a[i], of_b[i]);
    return order <= 0;
}

/* ==== Touches ================================================================================= */

/* Convex shapes with smooth rims touch at one point. With a ring it may be two: an ellipse
 * across a hollow, a disk in the notch between two cuts, a straight cut on a line.
 *
 * Every shallow common normal of the two outlines is a touch, even if it does not separate the
 * shapes by itself: two together do. A detour is none: an end just below one part of the rim is
 * also shallow below the next part, and must not be pushed out there. The deepest touch is kept,
 * and the one farthest from it: of those that overlap, if there are any, else of all. Shapes that
 * overlap without any touch at which they do so are deep in each other, and the minimum translation
 * of pair_measure is their only touch. */

/* Fraction of the thinner shape's thickness(): beyond this depth a normal may point out on the
 * wrong side. */
static const double SHALLOW = 0.25;

/* Fraction of both shapes' size: a gap above minus this is no overlap but a touch, rounded. */
static const double TOUCH_ROUNDING = 1e-12;

/* Cosine between a segment and a normal, below which the normal is perpendicular to the segment. */
static const double ON_SEGMENT = 1e-6;

/* Fraction of the smaller shape's size: touches closer than this are one. */
static const double DISTINCT = 1e-3;

/* Returns the width of a ring, or half the width of another shape. */
static double thickness(const evo_shape *shape) {
    const double across = shape_kind_of(shape)->thickness(shape);
    const double most = 2 * shape_reach(shape);
    return fmin(shape->kind == EVO_RING ? across : 0.5 * across, most);
}

static int single_touch(const placed *a, const placed *b, double margin, meeting *found) {
    *found = pair_measure(a, b);
    return found->gap <= margin ? 1 : 0;
}

/* The depth in the shape of a point of the other rim, with `met` the matching point of its own rim.
 * A segment has no inside: between its ends the depth is that of the meeting. */
static double depth_in(const placed *p, evo_vec2 point, evo_vec2 met, double depth) {
    if (p->shape->kind != EVO_SEGMENT)
        return -shape_kind_of(p->shape)->nearest(p->shape, placed_enter(p, point)).distance;
    double half = p->shape->of.segment.half_length;
    double along = fabs(vec_dot(vec_sub(met, p->center), p->axis));
    return along < half * (1 - 1e-9) ? depth : 0;
}

/* Returns whether a common normal is a touch: within the margin or, if the shapes overlap, shallow
 * and no detour. It is no detour if one of its points is about as deep in the other shape as the
 * meeting says. */
static bool is_touch(const placed *a, const placed *b, const meeting *m, double margin) {
    double shallow = SHALLOW * fmin(thickness(a->shape), thickness(b->shape));
    double rounding = TOUCH_ROUNDING * (shape_reach(a->shape) + shape_reach(b->shape));
    double depth = -m->gap;
    if (m->gap >= -rounding || m->gap > margin) return m->gap <= margin;
    return depth <= shallow && pair_overlaps(a, b)
           && fmax(depth_in(b, m->point_a, m->point_b, depth),
                   depth_in(a, m->point_b, m->point_a, depth))
                  >= 0.5 * depth;
}

/* Returns, among the meetings with a gap of at most `most`, the one that is farthest from a given
 * one; NULL: none is distinct from that. */
static const meeting *farthest_from(const meeting *one, const meeting *left, int count, double most,
                                    double distinct) {
    const meeting *other = NULL;
    double farthest = distinct;
    for (int i = 0; i < count; ++i) {
        double apart = vec_length(vec_sub(left[i].point_a, one->point_a));
        if (!(apart > farthest) || left[i].gap > most) continue;
        farthest = apart;
        other = &left[i];
    }
    return other;
}

/* Chooses from the meetings that are left: the deepest, and the one farthest from it. */
static int choose_touches(const meeting *left, int count, double distinct, meeting found[TOUCHES]) {
    const meeting *deepest = left;
    for (int i = 1; i < count; ++i)
        if (left[i].gap < deepest->gap) deepest = &left[i];
    const meeting *other = farthest_from(deepest, left, count, 0, distinct);
    if (!other) other = farthest_from(deepest, left, count, INFINITY, distinct);
    found[0] = *deepest;
    if (other) found[1] = *other;
    assert((!other || !(found[0].gap > found[1].gap)) && "the deepest comes first");
    return other ? 2 : 1;
}

static double distinct(const placed *a, const placed *b) {
    return DISTINCT * fmin(shape_reach(a->shape), shape_reach(b->shape));
}

/* Writes the touches with a gap of at most `margin`, the deepest first, but the two of faces in
 * order along the left; returns their number. `side`: the normal of a pair that overlapped before,
 * or 0, 0: a shape that overlaps a segment with a face keeps its side. */
static int touch_find(const placed *a, const placed *b, evo_vec2 side, double margin,
                      meeting found[TOUCHES]) {
    if (touches_faces(a->shape, b->shape)) {
        const placed at[2] = {*a, *b};
        return touch_hulls(at, side, margin, found);
    }
    if (a->shape->kind != EVO_RING && b->shape->kind != EVO_RING)
        return single_touch(a, b, margin, found);
    outline of_a = outline_of(a), of_b = outline_of(b);
    outline_meetings meetings;
    int left = 0;
    bool overlaps = false;
    outline_meet(&of_a, &of_b, &meetings);
    for (int i = 0; i < meetings.count; ++i) {
        if (!is_touch(a, b, &meetings.found[i], margin)) continue;
        meetings.found[left] = meetings.found[i];
        overlaps |= meetings.found[left++].gap <= 0;
    }
    if (left == 0 || (!overlaps && pair_overlaps(a, b))) return single_touch(a, b, margin, found);
    return choose_touches(meetings.found, left, distinct(a, b), found);
}

/* Swaps a and b of touches. The two touches of faces stay in order along the left. */
static void touches_mirror(const placed *a, const placed *b, meeting found[TOUCHES], int count) {
    for (int i = 0; i < count; ++i) found[i] = meeting_mirrored(found[i]);
    if (count == 2 && touches_faces(a->shape, b->shape)) touches_swap(found);
}

/* Writes the touches with a segment that is known to lie in the direction of the normal, which
 * stands on it: however far a reaches across. */
static int touch_find_towards(const placed *a, const placed *segment, evo_vec2 normal,
                              double margin, meeting found[TOUCHES]) {
    outline of_a = outline_of(a), of_b = outline_of(segment);
    outline_meetings meetings;
    int left = 0;
    outline_meet(&of_a, &of_b, &meetings);
    for (int i = 0; i < meetings.count; ++i) {
        const meeting *m = &meetings.found[i];
        bool upright = fabs(vec_dot(m->normal, segment->axis)) < ON_SEGMENT;
        if (!upright || !(vec_dot(m->normal, normal) > 0) || m->gap > margin) continue;
        meetings.found[left++] = *m;
    }
    const int count =
        left > 0 ? choose_touches(meetings.found, left, distinct(a, segment), found) : 0;
    assert((count == 0 || !(vec_dot(found[0].normal, normal) < 0)) && "the side is kept");
    return count;
}

/* ==== Couples at one time ===================================================================== */

/* Two placed shapes, put in canonical order. In: shapes and the poses of their bodies; out:
 * meetings from the first to the second. */

int pair_touches(const asked_pair *p, double margin, meeting found[TOUCHES]) {
    const int count = touch_find(&p->first, &p->second, vec(0, 0), margin, found);
    if (p->swapped) touches_mirror(&p->first, &p->second, found, count);
    return count;
}

static bool couple_is_in_order(const couple *c) {
    return pair_in_order(c->at[0].shape, c->poses[0], c->at[1].shape, c->poses[1]);
}

meeting couple_nearest(const couple *c) {
    return couple_is_in_order(c) ? pair_measure(&c->at[0], &c->at[1])
                                 : meeting_mirrored(pair_measure(&c->at[1], &c->at[0]));
}

static int find_shape_touches(const placed *a, const placed *b, evo_vec2 side, double margin,
                              meeting found[TOUCHES]) {
    const bool across = b->shape->kind == EVO_SEGMENT && side_stands_on(side, b->axis);
    const int count = across ? touch_find_towards(a, b, side, margin, found) : 0;
    return count > 0 ? count : touch_find(a, b, side, margin, found);
}

int couple_touches(const couple *c, evo_vec2 side, double margin, meeting found[TOUCHES]) {
    if (couple_is_in_order(c)) return find_shape_touches(&c->at[0], &c->at[1], side, margin, found);
    const int count = find_shape_touches(&c->at[1], &c->at[0], vec_negate(side), margin, found);
    touches_mirror(&c->at[1], &c->at[0], found, count);
    return count;
}

/* ==== The public calls ======================================================================== */

/* The functions of evolute/collide.h. */

bool evo_overlap(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b) {
    asked_pair p;
    return pair_make(a, at_a, b, at_b, &p) && pair_overlaps(&p.first, &p.second);
}

evo_fit evo_measure_fit(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b) {
    asked_pair p;
    if (!pair_make(a, at_a, b, at_b, &p)) return NO_FIT;
    const meeting m = pair_measure(&p.first, &p.second);
    return asked_fit(&p, &m);
}

evo_gap evo_measure(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b) {
    return evo_measure_fit(a, at_a, b, at_b).gap;
}

int evo_contacts(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b,
                 double margin, evo_gap found[2]) {
    asked_pair p;
    meeting touches[TOUCHES];
    if (!number_fits(margin) || !pair_make(a, at_a, b, at_b, &p)) return 0;
    const int count = pair_touches(&p, margin, touches);
    for (int i = 0; i < count; ++i) found[i] = pair_gap(&p, &touches[i]);
    return count;
}
