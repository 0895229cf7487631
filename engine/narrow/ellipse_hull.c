/* ellipse_hull.c: an ellipse and a hull of points: a segment, a capsule or a polygon. The
 * separation along a direction u has its maxima where a face of the hull stands beside the support
 * point of the ellipse, and along the ellipse's normals through a point of the hull whose fan they
 * lie in.
 *
 * Shapes that are apart have a single maximum, and so have those that overlap by less than the
 * ellipse's least radius of curvature. Deeper, all candidates are compared. */
#include "narrow/fit.h"
#include "narrow/hulls.h"
#include "shape/ellipse.h"
#include "shape/hull.h"

/* Sine by which fans are widened, so that rounding leaves no gap between them. */
static const double FAN_TOLERANCE = 1e-12;

/* Points of the hull are relative to the ellipse's centre. */
typedef struct ellipse_on_hull {
    const placed *ellipse;
    oval e;
    hull h;
} ellipse_on_hull;

/* Returns whether a direction of the ellipse's normal points into the fan of a corner. */
static bool meets_fan(const hull *h, int point, evo_vec2 u) {
    return hull_fan_contains(h, point, vec_negate(u), FAN_TOLERANCE);
}

/* The meeting with a face; false: the ellipse's support point is not beside it. */
static bool meet_face(const ellipse_on_hull *p, int face, meeting *m) {
    const hull *h = &p->h;
    const evo_vec2 n = vec_negate(h->normal[face]);
    const fitted_circle rim = oval_fit(&p->e, n);
    const double gap = vec_dot(vec_sub(h->point[face], rim.point), n);
    *m = (meeting){gap, n, rim.point, vec_along(rim.point, gap, n), rim.radius, INFINITY, 1};
    return hull_is_beside(h, face, rim.point);
}

/* Measures along a normal of the ellipse, to the point of the hull that comes first there: for what
 * rounding has left out, as with points that are one. */
static meeting along_normal(const ellipse_on_hull *p, evo_vec2 normal) {
    const fitted_circle rim = oval_fit(&p->e, normal);
    meeting best = {.gap = INFINITY};
    for (int i = 0; i < p->h.count; ++i) {
        const double gap = vec_dot(vec_sub(p->h.point[i], rim.point), normal);
        if (gap < best.gap)
            best = (meeting){gap, normal, rim.point, p->h.point[i], rim.radius, 0, 1};
    }
    return best;
}

static meeting nearest_of_all(const ellipse_on_hull *p, meeting best) {
    for (int i = 0; i < p->h.count; ++i) {
        const ellipse_normals through =
            ellipse_normals_through(p->ellipse->shape, p->ellipse->axis, p->h.point[i]);
        for (int k = 0; k < through.count; ++k)
            if (through.nearest[k].gap > best.gap && meets_fan(&p->h, i, through.nearest[k].normal))
                best = through.nearest[k];
    }
    if (best.gap > -INFINITY) return best;
    return along_normal(p, ellipse_nearest_to(&p->e, p->ellipse->axis, p->h.point[0]).normal);
}

static meeting sharp_meeting(const ellipse_on_hull *p) {
    meeting best = {.gap = -INFINITY};
    for (int i = 0; i < p->h.count; ++i) {
        meeting m;
        if (meet_face(p, i, &m) && m.gap > best.gap) best = m;
    }
    if (best.gap >= -fit_least_radius(&p->e)) return best;
    for (int i = 0; i < p->h.count; ++i) {
        const meeting m = ellipse_nearest_to(&p->e, p->ellipse->axis, p->h.point[i]);
        if (m.gap >= 0 && meets_fan(&p->h, i, m.normal)) return m;
    }
    return nearest_of_all(p, best);
}

meeting measure_ellipse_hull(const placed *ellipse, const placed *flat) {
    const placed from_center = placed_moved(flat, vec_negate(ellipse->center));
    const ellipse_on_hull p = {ellipse, placed_oval(ellipse), placed_hull(&from_center)};
    const double radius = p.h.radius;
    meeting m = sharp_meeting(&p);
    m.gap -= radius;
    m.point_a = vec_add(ellipse->center, m.point_a);
    m.point_b = vec_along(vec_add(ellipse->center, m.point_b), -radius, m.normal);
    if (m.radius_b == 0) m.radius_b = radius;
    return m;
}
