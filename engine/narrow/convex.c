/* convex.c: the gap between two convex shapes is the greatest separation along any direction u,
 *     f(u) = c.u - hA(u) - hB(-u).
 * Below zero they overlap, and -f is the minimum translation that separates them. A circle is its
 * centre with an offset. */
#include "narrow/convex.h"

#include "narrow/fit.h"
#include "shape/ellipse.h"
#include "shape/kind.h"

meeting measure_circle_circle(const placed *a, const placed *b) {
    const evo_vec2 apart = vec_sub(b->center, a->center);
    return meeting_of_circles(a->center, a->shape->of.circle.radius, b->center,
                              b->shape->of.circle.radius, vec_length(apart),
                              vec_unit(apart, vec(1, 0)));
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
