/* convex.c: the gap between two convex shapes is the greatest separation along any direction u,
 *     f(u) = c.u - hA(u) - hB(-u).
 * Below zero they overlap, and -f is the minimum translation that separates them. A circle is its
 * centre with an offset. A segment is two faces and two ends; the end that faces A counts.
 */
#include "narrow/convex.h"

#include "narrow/fit.h"
#include "shape/ellipse.h"
#include "shape/kind.h"

/* Two circles about p and q; radius 0: a point. */
static meeting measure_circles(evo_vec2 p, double radius_p, evo_vec2 q, double radius_q,
                               evo_vec2 fallback) {
    evo_vec2 apart = vec_sub(q, p);
    return meeting_of_circles(p, radius_p, q, radius_q, vec_length(apart),
                              vec_unit(apart, fallback));
}

meeting measure_circle_circle(const placed *a, const placed *b) {
    return measure_circles(a->center, a->shape->of.circle.radius, b->center,
                           b->shape->of.circle.radius, vec(1, 0));
}

meeting measure_circle_ellipse(const placed *circle, const placed *ellipse) {
    oval e = placed_oval(ellipse);
    double radius = circle->shape->of.circle.radius;
    evo_vec2 c = vec_sub(circle->center, ellipse->center);
    meeting m = meeting_mirrored(ellipse_nearest_to(&e, ellipse->axis, c));
    m.gap -= radius;
    m.point_a = vec_along(circle->center, radius, m.normal);
    m.point_b = vec_add(ellipse->center, m.point_b);
    m.radius_a = radius;
    return m;
}

meeting measure_circle_segment(const placed *circle, const placed *segment) {
    evo_nearest rim = segment_kind.nearest(segment->shape, placed_enter(segment, circle->center));
    evo_vec2 normal = vec_negate(vec_turn(rim.normal, segment->axis));
    meeting m = meeting_of_circles(circle->center, circle->shape->of.circle.radius,
                                   placed_leave(segment, rim.point), 0, rim.distance, normal);
    if (rim.normal.x == 0) m.radius_b = INFINITY;
    return m;
}

meeting measure_ellipse_ellipse(const placed *a, const placed *b) {
    oval of_a = placed_oval(a), of_b = placed_oval(b);
    meeting m = fit_find(&of_a, &of_b, vec_sub(b->center, a->center));
    m.point_a = vec_add(a->center, m.point_a);
    m.point_b = vec_add(a->center, m.point_b);
    return m;
}

/* ---- Ellipse and segment ------------------------------------------------------------------------
 *
 * In each half plane of directions one end of the segment faces the ellipse, and f is that of a
 * point. Along the segment's normals, where the halves meet, f may have a ridge: there a face
 * counts. So the maximum of f is at a face, if the ellipse's support point lies beside it, or at an
 * end, at one of its one or two nearest points of the rim, if that end is the facing one. */

typedef struct ellipse_on_segment {
    oval e;
    const placed *ellipse;
    evo_vec2 c, run; /* offset of the segment's centre from the ellipse's, and its direction */
    double half;
} ellipse_on_segment;

/* Keeps the face with this normal (from the ellipse) in *best if it is better. *end receives the
 * sign of the nearer end; false: the support point lies beyond that end. */
static bool offer_face(const ellipse_on_segment *pair, evo_vec2 normal, meeting *best, int *end) {
    fitted_circle rim = oval_fit(&pair->e, normal);
    double gap = vec_dot(pair->c, normal) - vec_dot(rim.point, normal);
    double along = vec_dot(vec_sub(rim.point, pair->c), pair->run);
    *end = along < 0 ? -1 : 1;
    if (!(fabs(along) <= pair->half)) return false;
    meeting m = {gap,        normal,   rim.point, vec_along(pair->c, along, pair->run),
                 rim.radius, INFINITY, 1};
    if (gap > best->gap) *best = m;
    return true;
}

/* Keeps the nearest rim point m of an end if it is better and the rest of the segment lies
 * behind. */
static bool offer_end(const ellipse_on_segment *pair, meeting m, int end, meeting *best) {
    if (end * vec_dot(m.normal, pair->run) > 1e-12) return false;
    if (m.gap > best->gap) *best = m;
    return true;
}

/* Measures along a normal, whichever end faces the ellipse: for what rounding has left out, where a
 * face and an end meet far from the centre. */
static meeting along_normal(const ellipse_on_segment *pair, evo_vec2 normal) {
    const int end = vec_dot(normal, pair->run) > 0 ? -1 : 1;
    const evo_vec2 point = vec_along(pair->c, end * pair->half, pair->run);
    const fitted_circle rim = oval_fit(&pair->e, normal);
    const double gap = vec_dot(vec_sub(point, rim.point), normal);
    return (meeting){gap, normal, rim.point, point, rim.radius, 0, 1};
}

static meeting ellipse_segment(const ellipse_on_segment *pair) {
    evo_vec2 normal = vec_left(pair->run);
    if (vec_dot(normal, pair->c) < 0) normal = vec_negate(normal);
    meeting best = {-INFINITY, {0, 0}, {0, 0}, {0, 0}, 0, 0, 0};
    int beside;
    if (offer_face(pair, normal, &best, &beside) && -best.gap <= fit_least_radius(&pair->e))
        return best;

    evo_vec2 axis = pair->ellipse->axis;
    evo_vec2 end = vec_along(pair->c, beside * pair->half, pair->run);
    meeting at_end = ellipse_nearest_to(&pair->e, axis, end);
    if (at_end.gap >= 0 && offer_end(pair, at_end, beside, &best)) return best;

    int other;
    offer_face(pair, vec_negate(normal), &best, &other);
    for (int sign = -1; sign <= 1; sign += 2) {
        end = vec_along(pair->c, sign * pair->half, pair->run);
        ellipse_normals normals =
            ellipse_normals_through(pair->ellipse->shape->of.ellipse.radius_x,
                                    pair->ellipse->shape->of.ellipse.radius_y, axis, end);
        for (int i = 0; i < normals.count; ++i) offer_end(pair, normals.nearest[i], sign, &best);
    }
    return best.gap > -INFINITY ? best : along_normal(pair, normal);
}

meeting measure_ellipse_segment(const placed *ellipse, const placed *segment) {
    ellipse_on_segment pair = {placed_oval(ellipse), ellipse,
                               vec_sub(segment->center, ellipse->center), segment->axis,
                               segment->shape->of.segment.half_length};
    meeting m = ellipse_segment(&pair);
    m.point_a = vec_add(ellipse->center, m.point_a);
    m.point_b = vec_add(ellipse->center, m.point_b);
    return m;
}

/* ---- Two segments: they never overlap -------------------------------------------------------- */

/* A point p of one segment, and the nearest point of the other. */
static meeting end_to_segment(evo_vec2 p, const placed *segment) {
    evo_nearest rim = segment_kind.nearest(segment->shape, placed_enter(segment, p));
    meeting m = measure_circles(p, 0, placed_leave(segment, rim.point), 0, vec_left(segment->axis));
    if (rim.normal.x == 0) m.radius_b = INFINITY;
    return m;
}

meeting measure_segment_segment(const placed *a, const placed *b) {
    evo_vec2 from_a = placed_from(a), to_a = placed_to(a), from_b = placed_from(b),
             to_b = placed_to(b);
    double side_from = vec_cross(a->axis, vec_sub(from_b, a->center));
    double side_to = vec_cross(a->axis, vec_sub(to_b, a->center));
    double across_from = vec_cross(b->axis, vec_sub(from_a, b->center));
    double across_to = vec_cross(b->axis, vec_sub(to_a, b->center));
    if (side_from * side_to < 0 && across_from * across_to < 0) {
        evo_vec2 crossing =
            vec_along(from_b, side_from / (side_from - side_to), vec_sub(to_b, from_b));
        return measure_circles(crossing, 0, crossing, 0, vec_left(a->axis));
    }
    meeting nearest = end_to_segment(from_a, b);
    meeting others[3] = {end_to_segment(to_a, b), meeting_mirrored(end_to_segment(from_b, a)),
                         meeting_mirrored(end_to_segment(to_b, a))};
    for (int i = 0; i < 3; ++i)
        if (others[i].gap < nearest.gap) nearest = others[i];
    return nearest;
}
