/* ring.c: ring segments: their distance, and whether they overlap. */
#include "narrow/private.h"

#include "narrow/narrow.h"
#include "shape/shape.h"

/* ==== Distance ================================================================================ */

/* The distance of two outlines, chosen among their common normals.
 *
 * For shapes that are apart, the gap is the least of the candidates' gaps. For shapes that overlap,
 * a candidate counts only if it separates the shapes as wholes: the candidates are tried in the
 * order of their depths, by moving A and testing for overlap again. */

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

/* The nearest candidate of shapes that are apart, where rounding may give a touch either sign; of
 * shapes that overlap, the shallowest that separates them. */
meeting measure_outlines(const placed *a, const placed *b) {
    outline of_a = outline_of(a), of_b = outline_of(b);
    outline_meetings meetings;
    outline_meet(&of_a, &of_b, &meetings);
    const double clearance = CLEARANCE * (shape_reach(a->shape) + shape_reach(b->shape));
    const bool overlaps = pair_overlaps(a, b);
    for (;;) {
        meeting *best = NULL;
        for (int i = 0; i < meetings.count; ++i) {
            meeting *m = &meetings.found[i];
            const bool counts = overlaps ? m->gap <= clearance : m->gap >= -clearance;
            if (counts && (!best || (overlaps ? m->gap > best->gap : m->gap < best->gap))) best = m;
        }
        if (!best) { /* bounding circles always separate; no case is known that needs them */
            const evo_vec2 apart = vec_sub(b->center, a->center);
            return meeting_of_circles(a->center, shape_reach(a->shape), b->center,
                                      shape_reach(b->shape), vec_length(apart),
                                      vec_unit(apart, vec(1, 0)));
        }
        const placed moved = placed_moved(a, vec_scale(best->normal, best->gap - clearance));
        if (!overlaps || !pair_overlaps(&moved, b)) return *best;
        best->gap = INFINITY; /* rejected */
    }
}

/* ==== Overlap ================================================================================= */

/* Overlap with a slice of a ring R, whose arcs are about O.
 *
 * A line meets R if an end is in R, or if it crosses one of the cuts or, within the sweep, one of
 * the arcs.
 *
 * An ellipse E meets R if it meets a cut, or if one of at most two lines within E does: from N, its
 * point nearest to O, to each F, a point of its rim where the distance from O has a local maximum.
 * Proof: let E meet no cut, and let C be a connected part of E within the whole ring. |p| is convex
 * on E, so its only local minimum is N: either C contains N, or C reaches the hole. In the latter
 * case the part of E outside the hole that C belongs to has a farthest point, an F, and the line
 * from F to N leaves that part towards the hole, through C. C is cut by nothing, so it is either
 * within the sweep as a whole or not at all.
 *
 * Two rings meet if a cut of one meets the other, if their arcs cross, or if one contains a point
 * of each connected piece of the other's rim. */

/* ---- Lines ----------------------------------------------------------------------------------- */

static bool line_meets_ring(const evo_shape *ring, evo_vec2 from, evo_vec2 to) {
    return ring_kind.contains(ring, from) || ring_kind.contains(ring, to)
           || ring_kind.ray(ring, from, vec_sub(to, from)).hit;
}

bool ring_meets_segment(const placed *ring, const placed *segment) {
    return line_meets_ring(ring->shape, placed_enter(ring, placed_from(segment)),
                           placed_enter(ring, placed_to(segment)));
}

/* ---- Hulls ----------------------------------------------------------------------------------- */

/* A sharp hull meets the ring with an edge, or holds a piece of its rim; a rounded one meets the
 * ring within its radius. */
bool ring_meets_hull(const placed *ring, const placed *flat) {
    const hull h = placed_hull(flat);
    for (int i = 0; i < h.count; ++i)
        if (line_meets_ring(ring->shape, placed_enter(ring, h.point[i]),
                            placed_enter(ring, h.point[hull_next(&h, i)])))
            return true;
    const double radius[2] = {ring->shape->of.ring.outer, ring->shape->of.ring.inner};
    for (int i = 0; i < 2 && h.count > 2; ++i)
        if (hull_nearest(&h, vec_along(ring->center, radius[i], ring->axis)).distance <= 0)
            return true;
    if (!(h.radius > 0)) return false;
    evo_shape shape = shape_copy(flat->shape);
    placed sharp = *flat;
    sharp.shape = &shape;
    if (shape.kind == EVO_CAPSULE) shape.of.capsule.radius = 0;
    if (shape.kind == EVO_POLYGON) shape.of.polygon.radius = 0;
    return measure_outlines(ring, &sharp).gap <= h.radius;
}

/* ---- Ellipses -------------------------------------------------------------------------------- */

bool ellipse_meets_ring(const placed *ellipse, const placed *ring) {
    const evo_shape *r = ring->shape;
    for (int side = -1; side <= 1 && !ring_is_whole(r); side += 2) {
        ring_cut cut = ring_cut_at(r, side);
        if (ellipse_meets_line(ellipse, placed_leave(ring, cut.inner),
                               placed_leave(ring, cut.outer)))
            return true;
    }
    /* Coordinates are in the ring's frame; the normals through O are relative to the ellipse's
     * centre. */
    evo_vec2 center = placed_enter(ring, ellipse->center);
    ellipse_normals through = ellipse_normals_through(
        ellipse->shape, vec_turn_back(ellipse->axis, ring->axis), vec_negate(center));
    bool holds_center = through.nearest[0].gap <= 0;
    evo_vec2 nearest = holds_center ? vec(0, 0) : vec_add(center, through.nearest[0].point_a);
    for (int i = 0; i < through.count; ++i)
        if (line_meets_ring(r, nearest, vec_add(center, through.farthest[i].point_a))) return true;
    return false;
}

/* ---- Rings ----------------------------------------------------------------------------------- */

static bool ring_holds(const placed *ring, evo_vec2 point) {
    return ring_kind.contains(ring->shape, placed_enter(ring, point));
}

static bool cuts_meet(const placed *ring, const placed *other) {
    for (int side = -1; side <= 1 && !ring_is_whole(ring->shape); side += 2) {
        ring_cut cut = ring_cut_at(ring->shape, side);
        if (line_meets_ring(other->shape, placed_enter(other, placed_leave(ring, cut.inner)),
                            placed_enter(other, placed_leave(ring, cut.outer))))
            return true;
    }
    return false;
}

/* Returns whether two arcs cross, each circle restricted to its sweep. */
static bool arcs_cross(const placed *a, double radius_a, const placed *b, double radius_b) {
    evo_vec2 apart = vec_sub(b->center, a->center);
    double distance = vec_length(apart);
    if (!(distance > 0)) return false;
    double along = 0.5 * (distance + (radius_a - radius_b) * (radius_a + radius_b) / distance);
    double square = (radius_a - along) * (radius_a + along);
    if (square < 0) return false;
    evo_vec2 direction = vec_scale(apart, 1 / distance);
    for (int side = -1; side <= 1; side += 2) {
        evo_vec2 across = vec_scale(vec_left(direction), side * sqrt(square));
        evo_vec2 point = vec_add(a->center, vec_along(across, along, direction));
        if (ring_spans(a->shape, placed_enter(a, point))
            && ring_spans(b->shape, placed_enter(b, point)))
            return true;
    }
    return false;
}

bool ring_meets_ring(const placed *a, const placed *b) {
    if (cuts_meet(a, b) || cuts_meet(b, a)) return true;
    const double radius_a[2] = {a->shape->of.ring.outer, a->shape->of.ring.inner};
    const double radius_b[2] = {b->shape->of.ring.outer, b->shape->of.ring.inner};
    for (int i = 0; i < 2; ++i) {
        if (ring_holds(b, vec_along(a->center, radius_a[i], a->axis))) return true;
        if (ring_holds(a, vec_along(b->center, radius_b[i], b->axis))) return true;
        for (int j = 0; j < 2; ++j)
            if (arcs_cross(a, radius_a[i], b, radius_b[j])) return true;
    }
    return false;
}
