/* pair.c: the dispatch table of pairs of kinds, and the overlap tests that need no file of their
 * own. */
#include "narrow/pair.h"

#include <assert.h>

#include "narrow/convex.h"
#include "narrow/hulls.h"
#include "narrow/polygon.h"
#include "narrow/ring_gap.h"
#include "narrow/ring_overlap.h"

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

enum { KINDS = EVO_POLYGON + 1 };

/* A capsule and a polygon are measured alike. */
#define FLATS(overlaps, measure)                                                                   \
    {overlaps, measure}, {                                                                         \
        overlaps, measure                                                                          \
    }
#define NO                                                                                         \
    { NULL, NULL }

/* Indexed by the kinds of both shapes, the lower kind first: in each row none, circle, ellipse,
 * ring, segment, and the flats: capsule, polygon. */
static const pair_kind PAIRS[KINDS][KINDS] = {
    [EVO_NO_SHAPE] = {NO},
    [EVO_CIRCLE] = {NO,
                    {circle_meets_circle, measure_circle_circle},
                    {polygon_circle_ellipse, measure_circle_ellipse},
                    {circle_meets_ring, measure_circle_ring},
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
