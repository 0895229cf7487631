/* ring_gap.c: the distance of two outlines, chosen among their common normals.
 *
 * For shapes that are apart, the gap is the least of the candidates' gaps. For shapes that overlap,
 * a candidate counts only if it separates the shapes as wholes: the candidates are tried in the
 * order of their depths, by moving A and testing for overlap again. */
#include "narrow/ring_gap.h"

#include "narrow/outline.h"
#include "narrow/pair.h"
#include "shape/kind.h"
#include "shape/ring.h"

/* Fraction of both shapes' size: how far apart a translation must leave the shapes, more than
 * rounding. */
static const double CLEARANCE = 1e-10;

meeting measure_circle_ring(const placed *circle, const placed *ring) {
    ring_rim rim = ring_nearest_to(ring->shape, placed_enter(ring, circle->center));
    evo_vec2 normal = vec_negate(vec_turn(rim.normal, ring->axis));
    meeting m = meeting_of_circles(circle->center, circle->shape->of.circle.radius,
                                   placed_leave(ring, rim.point), 0, rim.distance, normal);
    if (rim.feature == RING_OUTER_ARC) m.radius_b = ring->shape->of.ring.outer;
    if (rim.feature == RING_INNER_ARC) m.radius_b = -ring->shape->of.ring.inner;
    if (rim.feature == RING_CUT) m.radius_b = INFINITY;
    return m;
}

/* The nearest candidate of shapes that are apart. Rounding may give a touch either sign. */
static const meeting *nearest_meeting(const outline_meetings *meetings, double clearance) {
    const meeting *nearest = NULL;
    for (int i = 0; i < meetings->count; ++i) {
        const meeting *m = &meetings->found[i];
        if (m->gap >= -clearance && (!nearest || m->gap < nearest->gap)) nearest = m;
    }
    return nearest;
}

/* The shallowest candidate of overlapping shapes that has not been rejected. */
static meeting *shallowest_meeting(outline_meetings *meetings, double clearance) {
    meeting *shallowest = NULL;
    for (int i = 0; i < meetings->count; ++i) {
        meeting *m = &meetings->found[i];
        if (m->gap <= clearance && (!shallowest || m->gap > shallowest->gap)) shallowest = m;
    }
    return shallowest;
}

static bool separates(const placed *a, const placed *b, const meeting *m, double clearance) {
    placed moved = placed_moved(a, vec_scale(m->normal, m->gap - clearance));
    return !pair_overlaps(&moved, b);
}

/* The bounding circles of both shapes: a fallback that always separates them. No case is known in
 * which no common normal does. */
static meeting measure_bounding_circles(const placed *a, const placed *b) {
    evo_vec2 apart = vec_sub(b->center, a->center);
    return meeting_of_circles(a->center, shape_reach(a->shape), b->center, shape_reach(b->shape),
                              vec_length(apart), vec_unit(apart, vec(1, 0)));
}

meeting measure_outlines(const placed *a, const placed *b) {
    outline of_a = outline_of(a), of_b = outline_of(b);
    outline_meetings meetings;
    outline_meet(&of_a, &of_b, &meetings);
    double clearance = CLEARANCE * (shape_reach(a->shape) + shape_reach(b->shape));
    if (!pair_overlaps(a, b)) {
        const meeting *nearest = nearest_meeting(&meetings, clearance);
        return nearest ? *nearest : measure_bounding_circles(a, b);
    }
    meeting *out;
    while ((out = shallowest_meeting(&meetings, clearance)) != NULL) {
        if (separates(a, b, out, clearance)) return *out;
        out->gap = INFINITY;
    }
    return measure_bounding_circles(a, b);
}
