/* fit.c: two ellipses, by the climb of shape/climb.h.
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
#include "narrow/fit.h"

static const bracket ANYWHERE = {{0, 0}, {0, 0}};

static meeting climb_from(const oval *a, const oval *b, evo_vec2 c, evo_vec2 normal) {
    return climb(a, b, c, CLIMB_NEAREST, ANYWHERE, normal, NULL);
}

static meeting climb_watched(const oval *a, const oval *b, evo_vec2 c, evo_vec2 normal,
                             const climb_watch *watch) {
    return climb(a, b, c, CLIMB_NEAREST, ANYWHERE, normal, watch);
}

double fit_least_radius(const oval *e) {
    double pp = vec_dot(e->p, e->p), qq = vec_dot(e->q, e->q);
    return pp < qq ? pp / sqrt(qq) : qq / sqrt(pp);
}

/* ---- The search ------------------------------------------------------------------------------ */

typedef struct search {
    const oval *a, *b;
    evo_vec2 c;
    double tolerance;
    int samples;
    const climb_watch *watch; /* NULL: none */
    meeting best;
} search;

/* A direction, the point of K's rim there, and K's support H. */
typedef struct sample {
    evo_vec2 along, point;
    double reach;
} sample;

static sample search_sample(search *s, evo_vec2 along) {
    sample at = {along, {0, 0}, 0};
    evo_vec2 sum = vec_add(oval_fit(s->a, along).point, oval_fit(s->b, along).point);
    at.point = vec_sub(sum, s->c);
    at.reach = vec_dot(at.point, along);
    ++s->samples;
    if (at.reach < -s->best.gap) {
        meeting end = s->watch ? climb_watched(s->a, s->b, s->c, along, s->watch)
                               : climb_from(s->a, s->b, s->c, along);
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

static meeting search_everywhere(const oval *a, const oval *b, evo_vec2 c, meeting found,
                                 const climb_watch *watch) {
    double size = vec_length(a->p) + vec_length(a->q) + vec_length(b->p) + vec_length(b->q);
    search s = {a, b, c, FIT_TOLERANCE * size, 0, watch, found};
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

/* An ellipse around the Minkowski sum of both that touches it in direction c. */
static oval_matrix oval_matrix_of_sum(const oval *a, const oval *b, evo_vec2 c) {
    double reach_a = oval_support(a, c), reach_b = oval_support(b, c);
    if (!(reach_a > 0 && reach_b > 0)) return oval_matrix_of(a, 1);
    oval_matrix m = oval_matrix_of(a, 1 + reach_b / reach_a),
                n = oval_matrix_of(b, 1 + reach_a / reach_b);
    oval_matrix sum = {m.xx + n.xx, m.xy + n.xy, m.yy + n.yy};
    return sum;
}

/* Whether the first climb ended at the global maximum. */
static bool is_proven(const oval *a, const oval *b, const meeting *found) {
    return found->gap >= 0 || -found->gap <= fit_least_radius(a) + fit_least_radius(b);
}

meeting fit_find(const oval *a, const oval *b, evo_vec2 c) {
    meeting found = climb_from(a, b, c, climb_start(oval_matrix_of_sum(a, b, c), c));
    return is_proven(a, b, &found) ? found : search_everywhere(a, b, c, found, NULL);
}

meeting fit_watch(const oval *a, const oval *b, evo_vec2 c, const climb_watch *watch) {
    meeting found = climb_watched(a, b, c, climb_start(oval_matrix_of_sum(a, b, c), c), watch);
    return is_proven(a, b, &found) ? found : search_everywhere(a, b, c, found, watch);
}
