/* fit.c: penetration by fitting circles to evolutes: two ellipses, convex shapes in general, an
 * ellipse and a hull. */
#include "narrow/private.h"

#include "narrow/narrow.h"
#include "shape/shape.h"

/* ==== Two ellipses ============================================================================ */

/* Two ellipses, by the climb of shape/climb.h.
 *
 * If the shapes are apart, or overlap by less than the sum of their least radii of curvature, every
 * climb ends at the maximum of f: f has a single maximum where it is positive, and a ball of that
 * depth rolls inside the Minkowski sum. Deeper, f has up to four maxima (two crossed needles), and
 * all directions are searched:
 *
 * Let K be the Minkowski sum of A and -B, with the origin at c. The depth along u is K's support
 * H(u) = -f(u), to be minimised. Two directions with known H give two points of K's rim. K is
 * convex and contains their chord, so between the two directions H is nowhere below the least of
 * both values and the chord's distance from the origin. An arc whose chord is farther away than the
 * best depth so far is discarded. Otherwise H is sampled along the chord's normal, which splits the
 * arc. A climb starts from every better value. */

static const bracket ANYWHERE = {{0, 0}, {0, 0}};

static meeting climb_from(const climb_pair *of, evo_vec2 normal) {
    return climb(*of, CLIMB_NEAREST, ANYWHERE, normal);
}

/* The least radius of curvature: the largest ball that rolls everywhere inside the ellipse. A depth
 * up to the sum of both ellipses' is proven to be the least. */
static double least_radius(const oval *e) {
    double pp = vec_dot(e->p, e->p), qq = vec_dot(e->q, e->q);
    return pp < qq ? pp / sqrt(qq) : qq / sqrt(pp);
}

/* ---- The search ------------------------------------------------------------------------------ */

typedef struct search {
    const climb_pair *of;
    double tolerance;
    int samples;
    meeting best;
} search;

/* A direction, the point of K's rim there, and K's support H. */
typedef struct sample {
    evo_vec2 along, point;
    double reach;
} sample;

static sample search_sample(search *s, evo_vec2 along) {
    sample at = {along, {0, 0}, 0};
    evo_vec2 sum = vec_add(oval_fit(s->of->a, along).point, oval_fit(s->of->b, along).point);
    at.point = vec_sub(sum, s->of->c);
    at.reach = vec_dot(at.point, along);
    ++s->samples;
    if (at.reach < -s->best.gap) {
        meeting end = climb_from(s->of, along);
        int rounds = s->best.rounds + end.rounds;
        if (end.gap > s->best.gap) s->best = end;
        s->best.rounds = rounds;
    }
    return at;
}

static void search_arc(search *s, sample from, sample to, int halvings) {
    evo_vec2 chord = vec_sub(to.point, from.point);
    double length = vec_length(chord);
    if (!(length > s->tolerance) || halvings == 0 || s->samples >= FIT_SAMPLES) return;
    evo_vec2 along = vec(chord.y / length, -chord.x / length);
    if (vec_dot(from.point, along) >= -s->best.gap - s->tolerance) return;
    sample middle = search_sample(s, along);
    search_arc(s, from, middle, halvings - 1);
    search_arc(s, middle, to, halvings - 1);
}

/* The direction of an axis of the ellipse, in the first quadrant. */
static evo_vec2 first_axis(const oval *e) {
    evo_vec2 axis = vec_unit(e->p, vec(1, 0));
    return axis.x * axis.y < 0 ? vec(fabs(axis.y), fabs(axis.x)) : vec(fabs(axis.x), fabs(axis.y));
}

static meeting search_everywhere(const climb_pair *of, meeting found) {
    const oval *a = of->a, *b = of->b;
    double size = vec_length(a->p) + vec_length(a->q) + vec_length(b->p) + vec_length(b->q);
    search s = {of, FIT_TOLERANCE * size, 0, found};
    evo_vec2 axis_a = first_axis(a), axis_b = first_axis(b);
    bool a_first = vec_cross(axis_a, axis_b) >= 0;
    evo_vec2 along[4] = {a_first ? axis_a : axis_b, a_first ? axis_b : axis_a};
    along[2] = vec_left(along[0]);
    along[3] = vec_left(along[1]);
    sample first = search_sample(&s, along[0]), last = first;
    for (int i = 1; i <= 8; ++i) {
        sample next = i == 8  ? first
                      : i < 4 ? search_sample(&s, along[i])
                              : search_sample(&s, vec_negate(along[i - 4]));
        search_arc(&s, last, next, FIT_HALVINGS);
        last = next;
    }
    return s.best;
}

/* The initial guess: by an ellipse around the Minkowski sum of both that touches it in direction
 * c. */
static evo_vec2 first_normal(const climb_pair *of) {
    double reach_a = oval_support(of->a, of->c), reach_b = oval_support(of->b, of->c);
    if (!(reach_a > 0 && reach_b > 0)) return climb_start(oval_matrix_of(of->a, 1), of->c);
    oval_matrix m = oval_matrix_of(of->a, 1 + reach_b / reach_a);
    oval_matrix n = oval_matrix_of(of->b, 1 + reach_a / reach_b);
    return climb_start((oval_matrix){m.xx + n.xx, m.xy + n.xy, m.yy + n.yy}, of->c);
}

/* Returns whether the first climb ended at the global maximum. */
static bool is_proven(const climb_pair *of, const meeting *found) {
    return found->gap >= 0 || -found->gap <= least_radius(of->a) + least_radius(of->b);
}

static meeting fit_find(const climb_pair *of) {
    meeting found = climb_from(of, first_normal(of));
    return is_proven(of, &found) ? found : search_everywhere(of, found);
}

/* ==== Convex shapes =========================================================================== */

/* The gap between two convex shapes is the greatest separation along any direction u,
 *     f(u) = c.u - hA(u) - hB(-u).
 * Below zero they overlap, and -f is the minimum translation that separates them. A circle is its
 * centre with an offset. */

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
    const climb_pair both = {&of_a, &of_b, vec_sub(b->center, a->center)};
    meeting m = fit_find(&both);
    m.point_a = vec_add(a->center, m.point_a);
    m.point_b = vec_add(a->center, m.point_b);
    return m;
}

/* ==== An ellipse and a hull =================================================================== */

/* An ellipse and a hull of points: a segment, a capsule or a polygon. The separation along a
 * direction u has its maxima where a face of the hull stands beside the support point of the
 * ellipse, and along the ellipse's normals through a point of the hull whose fan they lie in.
 *
 * Shapes that are apart have a single maximum, and so have those that overlap by less than the
 * ellipse's least radius of curvature. Deeper, all candidates are compared. */

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

/* All candidates are compared. Where rounding has left out all of them, as with points that are
 * one, the hull's point that comes first along a normal of the ellipse is nearest. */
static meeting nearest_of_all(const ellipse_on_hull *p, meeting best) {
    const hull *h = &p->h;
    for (int i = 0; i < h->count; ++i) {
        const ellipse_normals through =
            ellipse_normals_through(p->ellipse->shape, p->ellipse->axis, h->point[i]);
        for (int k = 0; k < through.count; ++k)
            if (through.nearest[k].gap > best.gap && meets_fan(h, i, through.nearest[k].normal))
                best = through.nearest[k];
    }
    if (best.gap > -INFINITY) return best;
    const evo_vec2 n = ellipse_nearest_to(&p->e, p->ellipse->axis, h->point[0]).normal;
    const fitted_circle rim = oval_fit(&p->e, n);
    best.gap = INFINITY;
    for (int i = 0; i < h->count; ++i) {
        const double gap = vec_dot(vec_sub(h->point[i], rim.point), n);
        if (gap < best.gap) best = (meeting){gap, n, rim.point, h->point[i], rim.radius, 0, 1};
    }
    return best;
}

/* A face is met where it stands beside the support point of the ellipse. */
static meeting sharp_ellipse_meeting(const ellipse_on_hull *p) {
    const hull *h = &p->h;
    meeting best = {.gap = -INFINITY};
    for (int i = 0; i < h->count; ++i) {
        const evo_vec2 n = vec_negate(h->normal[i]);
        const fitted_circle rim = oval_fit(&p->e, n);
        const double gap = vec_dot(vec_sub(h->point[i], rim.point), n);
        if (gap > best.gap && hull_is_beside(h, i, rim.point))
            best =
                (meeting){gap, n, rim.point, vec_along(rim.point, gap, n), rim.radius, INFINITY, 1};
    }
    if (best.gap >= -least_radius(&p->e)) return best;
    for (int i = 0; i < h->count; ++i) {
        const meeting m = ellipse_nearest_to(&p->e, p->ellipse->axis, h->point[i]);
        if (m.gap >= 0 && meets_fan(h, i, m.normal)) return m;
    }
    return nearest_of_all(p, best);
}

meeting measure_ellipse_hull(const placed *ellipse, const placed *flat) {
    const placed from_center = placed_moved(flat, vec_negate(ellipse->center));
    const ellipse_on_hull p = {ellipse, placed_oval(ellipse), placed_hull(&from_center)};
    const double radius = p.h.radius;
    meeting m = sharp_ellipse_meeting(&p);
    m.gap -= radius;
    m.point_a = vec_add(ellipse->center, m.point_a);
    m.point_b = vec_along(vec_add(ellipse->center, m.point_b), -radius, m.normal);
    if (m.radius_b == 0) m.radius_b = radius;
    return m;
}
