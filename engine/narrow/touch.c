/* touch.c: convex shapes with smooth rims touch at one point. With a ring it may be two: an ellipse
 * across a hollow, a disk in the notch between two cuts, a straight cut on a line.
 *
 * Every shallow common normal of the two outlines is a touch, even if it does not separate the
 * shapes by itself: two together do. A detour is none: an end just below one part of the rim is
 * also shallow below the next part, and must not be pushed out there. The deepest touch is kept,
 * and the one farthest from it. Shapes that overlap without any touch at which they do so are deep
 * in each other, and the minimum translation of pair_measure is their only touch. */
#include "narrow/touch.h"

#include "narrow/outline.h"
#include "narrow/pair.h"
#include "shape/kind.h"

/* Of the thinner shape's thickness(): beyond this depth a normal may lead out on the wrong side. */
static const double SHALLOW = 0.25;

/* Of both shapes' size: a gap above minus this is no overlap but a touch, rounded. */
static const double ROUNDING = 1e-12;

/* Of the smaller shape's size: touches closer than this are one. */
static const double DISTINCT = 1e-3;

/* Of a ring its width, of an ellipse its shorter semi-axis. */
static double thickness(const evo_shape *shape) {
    switch (shape->kind) {
    case EVO_CIRCLE:
        return shape->of.circle.radius;
    case EVO_ELLIPSE:
        return fmin(shape->of.ellipse.radius_x, shape->of.ellipse.radius_y);
    case EVO_RING:
        return shape->of.ring.outer - shape->of.ring.inner;
    case EVO_SEGMENT:
    case EVO_NO_SHAPE:
        break;
    }
    return 2 * shape_reach(shape);
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

/* Whether a common normal is a touch: within the margin or, if the shapes overlap, shallow and no
 * detour. It is no detour if one of its points is about as deep in the other shape as the meeting
 * says. */
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

int touch_find(const placed *a, const placed *b, double margin, meeting found[TOUCHES]) {
    if (a->shape->kind != EVO_RING && b->shape->kind != EVO_RING)
        return single_touch(a, b, margin, found);
    outline of_a = outline_of(a), of_b = outline_of(b);
    outline_meetings meetings;
    outline_meet(&of_a, &of_b, &meetings);
    const meeting *deepest = NULL, *other = NULL;
    for (int i = 0; i < meetings.count; ++i) {
        const meeting *m = &meetings.found[i];
        if (is_touch(a, b, m, margin) && (!deepest || m->gap < deepest->gap)) deepest = m;
    }
    bool deep = !deepest || (deepest->gap > 0 && pair_overlaps(a, b));
    if (deep) return single_touch(a, b, margin, found);
    double farthest = DISTINCT * fmin(shape_reach(a->shape), shape_reach(b->shape));
    for (int i = 0; i < meetings.count; ++i) {
        const meeting *m = &meetings.found[i];
        double apart = vec_length(vec_sub(m->point_a, deepest->point_a));
        if (apart > farthest && is_touch(a, b, m, margin)) {
            farthest = apart;
            other = m;
        }
    }
    found[0] = *deepest;
    if (other) found[1] = *other;
    return other ? 2 : 1;
}
