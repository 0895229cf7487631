/* private.h: methods of the narrowphase: circle fitting, convex hulls, bisection, rings. */
#ifndef ENGINE_NARROW_PRIVATE_H
#define ENGINE_NARROW_PRIVATE_H

#include "narrow/narrow.h"
#include "shape/climb.h"
#include "shape/shape.h"

/* ==== Fitted circles ========================================================================== */

/* Signed distance of two ellipses. Points of a meeting are relative to A's centre. */

/* The gap, or the minimum translation: the global one to within FIT_TOLERANCE, unless FIT_SAMPLES
 * ends the search before that is proven. Each round is told. */
meeting fit_watch(const climb_pair *of, const climb_watch *watch);

/* Relative to the sum of all four radii: depths that differ by less count as equal. */
static const double FIT_TOLERANCE = 1e-9;

/* Bounds of the search: samples beyond the eight of the axes, and halvings of one arc. */
enum { FIT_SAMPLES = 600, FIT_HALVINGS = 30 };

/* ==== Convex shapes =========================================================================== */

/* Distances of circles and ellipses, and of a circle and a segment. The arguments are of the
 * kinds in the name, in that order. */

meeting measure_circle_circle(const placed *a, const placed *b);
meeting measure_circle_ellipse(const placed *circle, const placed *ellipse);
meeting measure_circle_segment(const placed *circle, const placed *segment);
meeting measure_ellipse_ellipse(const placed *a, const placed *b);

/* ==== Bisection =============================================================================== */

/* The polygonal bisection test, compiled without a watch in polygon.c, with one in outline.c: NULL
 * in place of an unfolding is a constant there, and what tells is left out.
 *
 * Points on the rim span an inscribed polygon, the tangents there a circumscribed one. A disk that
 * contains such a point overlaps the ellipse; a disk beyond such a tangent does not. Otherwise the
 * arc between two points is bisected (in the ellipse's own parameter, where the middle is the sum
 * of both points, scaled), and the half nearer to the disk's centre is tested again. Each round
 * divides the undecided gap by four, without a square root or a division.
 *
 * Why it is correct: let p, q be the ellipse's own axes and the disk's centre x be folded into
 * their quadrant. The distance from x has a single minimum on the quarter of the rim between p and
 * q, and it is the global one. So the nearest point is on the side of the tangent's foot where x
 * lies. In a sheared frame, where p and q are not perpendicular, this is false. So of two ellipses
 * one is sheared into a disk, and the parameter of the other is turned until its radius vectors are
 * perpendicular again. That costs two roots before the loop, and one loop serves both pairs.
 *
 * At the tip of a thin ellipse the tangents turn so fast that they reject only after many rounds.
 * From TRIANGLE_ROUND on, the triangle that encloses the arc is tested too. */

/* 1 / (2 cos(pi / 2^(k + 2))), k = 0, 1, ...: scales the sum of two rim points to the rim. */
static const double TO_RIM[POLYGON_ROUNDS + 1] = {
    0.707106781186547524, 0.541196100146196984, 0.509795579104159169, 0.502419286188155706,
    0.500602998235196301, 0.500150636020650988, 0.500037651915547723, 0.500009412535887757,
    0.500002353106286081, 0.500000588274841179, 0.500000147068602149, 0.500000036767143778,
    0.500000009191785522, 0.500000002297946354, 0.500000000574486587, 0.500000000143621647,
    0.500000000035905412};

enum {
    FIRST_TEST = 2, /* earlier rounds only bisect: they would seldom decide */
    TRIANGLE_ROUND = 6
};

/* Returns whether a disk about x, of squared radius rr, reaches the line from c0 to c1. `out` is
 * the distance of x from it, times its length. */
static inline bool disk_meets_line(double rr, double out, evo_vec2 c0, evo_vec2 c1, evo_vec2 x) {
    evo_vec2 line = vec_sub(c1, c0);
    return out * out <= rr * vec_dot(line, line) && vec_dot(vec_sub(x, c0), line) >= 0
           && vec_dot(vec_sub(x, c1), line) <= 0;
}

/* An ellipse with semi-axes a, b along x and y, and a disk about x in the first quadrant, outside
 * the ellipse. The point (c, s) of the unit circle is the parameter of the rim point (a c, b s). */
typedef struct disk_test {
    double a, b;
    evo_vec2 x;
    double rr; /* square of the disk's radius */
} disk_test;

/* Returns whether the disk reaches the triangle of two rim points and the corner where their
 * tangents cross, which is their sum, scaled. The disk contains neither point. */
static inline bool disk_meets_triangle(const disk_test *e, evo_vec2 from, evo_vec2 to,
                                       double scale) {
    evo_vec2 c0 = vec(e->a * from.x, e->b * from.y), c2 = vec(e->a * to.x, e->b * to.y);
    evo_vec2 corner = vec_scale(vec_add(c0, c2), scale), t = vec_sub(e->x, corner);
    double below = vec_cross(t, vec_sub(corner, c0)), above = vec_cross(t, vec_sub(c2, corner));
    return (below <= 0 && above <= 0) || vec_dot(t, t) <= e->rr
           || disk_meets_line(e->rr, below, c0, corner, e->x)
           || disk_meets_line(e->rr, above, corner, c2, e->x);
}

/* The way back from the quadrant of a disk_test to the frame of the placed shapes. */
typedef struct unfolding {
    const polygon_watch *watch;
    evo_vec2 sign, axis, unscale, turn, center;
} unfolding;

static inline evo_vec2 unfold(const unfolding *u, evo_vec2 p) {
    p = vec_turn(vec(p.x * u->sign.x, p.y * u->sign.y), u->axis);
    return vec_add(u->center, vec_turn(vec(p.x * u->unscale.x, p.y * u->unscale.y), u->turn));
}

/* Tells a round: its arc, the corner of the tangents at its ends, and its middle. */
static inline bool tell(const unfolding *u, const disk_test *e, int round, evo_vec2 from,
                        evo_vec2 to, evo_test_verdict verdict) {
    const double to_corner = 2 * TO_RIM[round] * TO_RIM[round];
    const evo_vec2 sum = vec_add(from, to), size = {e->a, e->b};
    const evo_vec2 corner = vec_scale(sum, to_corner), middle = vec_scale(sum, TO_RIM[round]);
    const evo_test_round told = {
        .round = round + 1,
        .verdict = verdict,
        .from = unfold(u, vec(size.x * from.x, size.y * from.y)),
        .to = unfold(u, vec(size.x * to.x, size.y * to.y)),
        .middle = unfold(u, vec(size.x * middle.x, size.y * middle.y)),
        .corner = unfold(u, vec(size.x * corner.x, size.y * corner.y)),
    };
    u->watch->tell(u->watch->context, &told);
    return verdict != EVO_TEST_APART;
}

INLINE bool bisect(const disk_test *e, const unfolding *u) {
    evo_vec2 from = {1, 0}, to = {0, 1};
    double foci = (e->a - e->b) * (e->a + e->b), ax = e->a * e->x.x, by = e->b * e->x.y;
    for (int round = 0; round < POLYGON_ROUNDS; ++round) {
        const evo_vec2 first = from, last = to;
        evo_vec2 m = vec_scale(vec_add(from, to), TO_RIM[round]);
        /* The position of the disk's centre along the tangent at the middle. */
        double along = m.x * m.y * foci - m.y * ax + m.x * by;
        if (round >= FIRST_TEST) {
            evo_vec2 apart = vec(e->x.x - e->a * m.x, e->x.y - e->b * m.y);
            if (vec_dot(apart, apart) <= e->rr)
                return u ? tell(u, e, round, first, last, EVO_TEST_MEET) : true;
            evo_vec2 normal = vec(e->b * m.x, e->a * m.y);
            double beyond = vec_dot(apart, normal);
            if (beyond * fabs(beyond) > e->rr * vec_dot(normal, normal))
                return u ? tell(u, e, round, first, last, EVO_TEST_APART) : false;
        }
        if (along < 0)
            to = m;
        else
            from = m;
        double to_corner = 2 * TO_RIM[round + 1] * TO_RIM[round + 1];
        if (round >= TRIANGLE_ROUND && !disk_meets_triangle(e, from, to, to_corner))
            return u ? tell(u, e, round, first, last, EVO_TEST_APART) : false;
        if (u) tell(u, e, round, first, last, EVO_TEST_OPEN);
    }
    return true;
}

/* Returns whether a disk overlaps an ellipse about the origin with semi-axes a, b along x and y. */
INLINE bool disk_meets_ellipse(double a, double b, evo_vec2 center, double radius, unfolding *u) {
    disk_test e = {a, b, {fabs(center.x), fabs(center.y)}, radius * radius};
    if (e.x.x > a + radius || e.x.y > b + radius) return false;
    double unit_x = e.x.x / a, unit_y = e.x.y / b;
    if (unit_x * unit_x + unit_y * unit_y <= 1) return true;
    double from_a = e.x.x - a, from_b = e.x.y - b;
    if (from_a * from_a + e.x.y * e.x.y <= e.rr || e.x.x * e.x.x + from_b * from_b <= e.rr)
        return true;
    if (u) u->sign = vec(center.x < 0 ? -1 : 1, center.y < 0 ? -1 : 1);
    return bisect(&e, u);
}

/* The ellipse p cos t + q sin t has its longer semi-axis where the parameter is turned by half the
 * angle of (p.p - q.q, 2 p.q). */
static inline void principal_axes(evo_vec2 p, evo_vec2 q, double *a, double *b, evo_vec2 *axis) {
    double pp = vec_dot(p, p), qq = vec_dot(q, q);
    double difference = pp - qq, twice = 2 * vec_dot(p, q);
    double length = vec_length(vec(difference, twice));
    /* The direction along half the angle, by the formula without cancellation. */
    evo_vec2 half =
        difference > 0 ? vec(length + difference, twice) : vec(twice, length - difference);
    if (length > 0) half = vec_scale(half, 1 / length); /* keeps its powers in range */
    *a = sqrt(0.5 * (pp + qq + length));
    *b = fabs(vec_cross(p, q)) / *a;
    *axis = vec_unit(vec_along(vec_scale(p, half.x), half.y, q), vec(1, 0));
}

INLINE bool ellipse_meets_ellipse(const placed *a, const placed *b, unfolding *u) {
    double ax = a->shape->of.ellipse.radius_x, ay = a->shape->of.ellipse.radius_y;
    double bx = b->shape->of.ellipse.radius_x, by = b->shape->of.ellipse.radius_y;
    evo_vec2 c = vec_sub(b->center, a->center);
    double distance = vec_dot(c, c);
    double outer = (ax > ay ? ax : ay) + (bx > by ? bx : by);
    if (distance > outer * outer) return false;
    double inner = (ax < ay ? ax : ay) + (bx < by ? bx : by);
    if (distance <= inner * inner) return true;

    /* Moves both into b's frame, scaled across: b becomes a disk of radius bx by. */
    evo_vec2 x = vec_turn_back(c, b->axis), p = vec_turn_back(a->axis, b->axis);
    evo_vec2 q = vec(-p.y * ay * by, p.x * ay * bx), axis;
    x = vec(x.x * by, x.y * bx);
    p = vec(p.x * ax * by, p.y * ax * bx);
    double radius_x, radius_y;
    principal_axes(p, q, &radius_x, &radius_y, &axis);
    x = vec_turn_back(x, axis);
    if (u) *u = (unfolding){u->watch, {1, 1}, axis, {1 / by, 1 / bx}, b->axis, a->center};
    return disk_meets_ellipse(radius_x, radius_y, x, bx * by, u);
}

/* ==== Distance of rings ======================================================================= */

/* Distances of pairs with a slice of a ring. */

meeting measure_circle_ring(const placed *circle, const placed *ring);

/* Measures a ring and an ellipse, a segment or another ring, in either order. */
meeting measure_outlines(const placed *a, const placed *b);

/* ==== Overlap of rings ======================================================================== */

/* Overlap of a slice of a ring with another shape. Exact; only the normals of an ellipse need
 * iterations. */

bool ellipse_meets_ring(const placed *ellipse, const placed *ring);
bool ring_meets_segment(const placed *ring, const placed *segment);
bool ring_meets_ring(const placed *a, const placed *b);

#endif
