/* touch.c: convex shapes with smooth rims touch at one point. With a ring it may be two: an ellipse
 * across a hollow, a disk in the notch between two cuts, a straight cut on a line.
 *
 * Every shallow common normal of the two outlines is a touch, even if it does not separate the
 * shapes by itself: two together do. A detour is none: an end just below one part of the rim is
 * also shallow below the next part, and must not be pushed out there. The deepest touch is kept,
 * and the one farthest from it: of those that overlap, if there are any, else of all. Shapes that
 * overlap without any touch at which they do so are deep in each other, and the minimum translation
 * of pair_measure is their only touch. */
#include "narrow/touch.h"

#include <assert.h>

#include "narrow/hulls.h"
#include "narrow/outline.h"
#include "narrow/pair.h"
#include "shape/kind.h"

/* Fraction of the thinner shape's thickness(): beyond this depth a normal may lead out on the wrong
 * side. */
static const double SHALLOW = 0.25;

/* Fraction of both shapes' size: a gap above minus this is no overlap but a touch, rounded. */
static const double ROUNDING = 1e-12;

/* A cosine: so little a normal is off that stands on a segment. */
static const double UPRIGHT = 1e-6;

/* Fraction of the smaller shape's size: touches closer than this are one. */
static const double DISTINCT = 1e-3;

/* Returns the width of a ring, half of what any other shape measures across. */
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
    double rounding = ROUNDING * (shape_reach(a->shape) + shape_reach(b->shape));
    double depth = -m->gap;
    if (m->gap >= -rounding || m->gap > margin) return m->gap <= margin;
    return depth <= shallow && pair_overlaps(a, b)
           && fmax(depth_in(b, m->point_a, m->point_b, depth),
                   depth_in(a, m->point_b, m->point_a, depth))
                  >= 0.5 * depth;
}

/* Returns the meeting with a gap of at most `most` that is farthest from another; NULL: none is
 * distinct. */
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

int touch_find(const placed *a, const placed *b, evo_vec2 side, double margin,
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

void touches_mirror(const placed *a, const placed *b, meeting found[TOUCHES], int count) {
    for (int i = 0; i < count; ++i) found[i] = meeting_mirrored(found[i]);
    if (count == 2 && touches_faces(a->shape, b->shape)) touches_swap(found);
}

int touch_find_towards(const placed *a, const placed *segment, evo_vec2 normal, double margin,
                       meeting found[TOUCHES]) {
    outline of_a = outline_of(a), of_b = outline_of(segment);
    outline_meetings meetings;
    int left = 0;
    outline_meet(&of_a, &of_b, &meetings);
    for (int i = 0; i < meetings.count; ++i) {
        const meeting *m = &meetings.found[i];
        bool upright = fabs(vec_dot(m->normal, segment->axis)) < UPRIGHT;
        if (!upright || !(vec_dot(m->normal, normal) > 0) || m->gap > margin) continue;
        meetings.found[left++] = *m;
    }
    const int count =
        left > 0 ? choose_touches(meetings.found, left, distinct(a, segment), found) : 0;
    assert((count == 0 || !(vec_dot(found[0].normal, normal) < 0)) && "the side is kept");
    return count;
}
