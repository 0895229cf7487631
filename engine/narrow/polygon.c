/* polygon.c: the polygonal bisection test.
 *
 * The rim of an ellipse, between two points where its normals differ by at most a quarter turn, is
 * enclosed by a triangle: the chord, and the tangents at its ends. Does a disk meet the ellipse
 * there? It does if it meets the chord. If not, the rim's middle (in the ellipse's own parameter)
 * splits the triangle into an inner one, which belongs to the ellipse, and two enclosing ones, of
 * which the disk can reach only one. Each round quarters what is left to decide: no square root,
 * no division.
 *
 * Which one is left, and why the test is sound: with the ellipse's own axes p, q and the disk's
 * centre x folded into their quadrant, the part of the ellipse nearest to x lies in that quadrant,
 * and x is always on the outer side of the chord. A disk that reaches over the tangent at the
 * middle point does so around its foot on that tangent; one whose centre is below the tangent is
 * outside just one of the two new chords. In a sheared frame, where p and q are not perpendicular,
 * none of this holds; so two ellipses are first sheared until one is a disk, and then the other's
 * parameter is turned until its radius vectors are perpendicular again. That costs two roots before
 * the loop, and leaves one loop for circles and ellipses.
 */
#include "narrow/polygon.h"

/* 1 / (2 cos(pi / 2^(k + 2))), k = 0, 1, ...: brings the middle of a chord out to the rim. */
static const double TO_RIM[POLYGON_ROUNDS + 1] = {
    0.707106781186547524, 0.541196100146196984, 0.509795579104159169, 0.502419286188155706,
    0.500602998235196301, 0.500150636020650988, 0.500037651915547723, 0.500009412535887757,
    0.500002353106286081, 0.500000588274841179, 0.500000147068602149, 0.500000036767143778,
    0.500000009191785522, 0.500000002297946354, 0.500000000574486587, 0.500000000143621647,
    0.500000000035905412};

/* Whether a disk reaches the line between `from` and `to`, its centre being `out` (times the
 * line's length) outside and at s and t from the two ends. */
static inline bool reaches_chord(double rr, double out, evo_vec2 chord, evo_vec2 s, evo_vec2 t) {
    return out * out <= rr * vec_dot(chord, chord) && vec_dot(s, chord) >= 0
           && vec_dot(t, chord) <= 0;
}

/* Whether a disk that misses the chord from c0 to c1 reaches the triangle over it, whose other
 * sides are the tangents, which meet in the corner. */
static inline bool reaches_triangle(double rr, evo_vec2 c0, evo_vec2 corner, evo_vec2 c1,
                                    evo_vec2 x) {
    evo_vec2 s = vec_sub(x, c0), t = vec_sub(x, corner), v = vec_sub(x, c1);
    evo_vec2 lower = vec_sub(corner, c0), upper = vec_sub(c1, corner);
    double below = vec_cross(s, lower), above = vec_cross(t, upper);
    return (below <= 0 && above <= 0) || vec_dot(t, t) <= rr
           || reaches_chord(rr, below, lower, s, t) || reaches_chord(rr, above, upper, t, v);
}

/* The loop: the rim from c0 counterclockwise to c2, the disk about x with the square rr of its
 * radius. Known before: x is outside the chord, and the disk does not reach it. */
static bool bisect(evo_vec2 c0, evo_vec2 c2, evo_vec2 x, double rr) {
    for (int round = 0; round < POLYGON_ROUNDS; ++round) {
        evo_vec2 c1 = vec_scale(vec_add(c0, c2), TO_RIM[round]);
        evo_vec2 s = vec_sub(x, c0), t = vec_sub(x, c1);
        if (vec_dot(t, t) <= rr) return true;
        evo_vec2 lower = vec_sub(c1, c0), upper = vec_sub(c2, c1), tangent = vec_sub(c2, c0);
        double below = vec_cross(s, lower), above = vec_cross(t, upper);
        if (below <= 0 && above <= 0) return true;
        if (below > 0 && reaches_chord(rr, below, lower, s, t)) return true;
        if (above > 0 && reaches_chord(rr, above, upper, t, vec_sub(x, c2))) return true;

        double height = vec_cross(t, tangent);
        if (height > 0 && height * height > rr * vec_dot(tangent, tangent)) return false;
        bool in_lower = height > 0 ? vec_dot(t, tangent) < 0 : below > 0;
        if (in_lower) c2 = c1;
        else c0 = c1;
        double to_corner = 2 * TO_RIM[round + 1] * TO_RIM[round + 1];
        evo_vec2 corner = vec_scale(vec_add(c0, c2), to_corner);
        if (!reaches_triangle(rr, c0, corner, c2, x)) return false;
    }
    return true;
}

/* An ellipse about the origin with perpendicular radius vectors p and q, and a disk about x. */
static bool disk_reaches(evo_vec2 p, evo_vec2 q, evo_vec2 x, double rr) {
    double along_p = vec_dot(x, p), along_q = vec_dot(x, q);
    if (along_p < 0) p = vec_negate(p), along_p = -along_p;
    if (along_q < 0) q = vec_negate(q), along_q = -along_q;
    /* Beyond the tangent at p or q by more than the radius? */
    double pp = vec_dot(p, p), qq = vec_dot(q, q);
    double beyond_p = along_p - pp, beyond_q = along_q - qq;
    if (beyond_p > 0 && beyond_p * beyond_p > rr * pp) return false;
    if (beyond_q > 0 && beyond_q * beyond_q > rr * qq) return false;

    bool counterclockwise = vec_cross(p, q) > 0;
    evo_vec2 c0 = counterclockwise ? p : q, c2 = counterclockwise ? q : p;
    evo_vec2 s = vec_sub(x, c0), t = vec_sub(x, c2), chord = vec_sub(c2, c0);
    double out = vec_cross(s, chord);
    if (out <= 0 || vec_dot(s, s) <= rr || vec_dot(t, t) <= rr) return true;
    if (reaches_chord(rr, out, chord, s, t)) return true;
    return bisect(c0, c2, x, rr);
}

bool polygon_circle_ellipse(const placed *circle, const placed *ellipse) {
    double r = circle->shape->of.circle.radius;
    double a = ellipse->shape->of.ellipse.radius_x, b = ellipse->shape->of.ellipse.radius_y;
    evo_vec2 x = vec_sub(circle->center, ellipse->center);
    double distance = vec_dot(x, x), reach = r + (a > b ? a : b);
    if (distance > reach * reach) return false;
    return disk_reaches(vec_scale(ellipse->axis, a), vec_scale(vec_left(ellipse->axis), b), x,
                        r * r);
}

/* Turns the parameter of the ellipse p cos + q sin until p and q are perpendicular (one Jacobi
 * rotation). */
static void make_perpendicular(evo_vec2 *p, evo_vec2 *q) {
    double difference = vec_dot(*p, *p) - vec_dot(*q, *q), twice = 2 * vec_dot(*p, *q);
    double length = vec_length(vec(difference, twice));
    if (!(length > 0)) return;
    /* Half of the angle of (difference, twice), from the side where nothing cancels. */
    evo_vec2 half = difference > 0 ? vec(length + difference, twice)
                                   : vec(twice, length - difference);
    half = vec_scale(half, 1 / vec_length(half));
    evo_vec2 turned = vec_along(vec_scale(*p, half.x), half.y, *q);
    *q = vec_along(vec_scale(*q, half.x), -half.y, *p);
    *p = turned;
}

bool polygon_ellipse_ellipse(const placed *a, const placed *b) {
    double ax = a->shape->of.ellipse.radius_x, ay = a->shape->of.ellipse.radius_y;
    double bx = b->shape->of.ellipse.radius_x, by = b->shape->of.ellipse.radius_y;
    evo_vec2 c = vec_sub(b->center, a->center);
    double distance = vec_dot(c, c);
    double outer = (ax > ay ? ax : ay) + (bx > by ? bx : by);
    if (distance > outer * outer) return false;
    double inner = (ax < ay ? ax : ay) + (bx < by ? bx : by);
    if (distance <= inner * inner) return true;

    /* In b's frame, scaled across: b becomes a disk of radius bx by. */
    evo_vec2 x = vec_turn_back(c, b->axis), p = vec_turn_back(a->axis, b->axis);
    evo_vec2 q = vec(-p.y * ay * by, p.x * ay * bx);
    x = vec(x.x * by, x.y * bx);
    p = vec(p.x * ax * by, p.y * ax * bx);
    make_perpendicular(&p, &q);
    return disk_reaches(p, q, x, bx * by * bx * by);
}

bool ellipse_meets_line(const placed *ellipse, evo_vec2 from, evo_vec2 to) {
    double a = ellipse->shape->of.ellipse.radius_x, b = ellipse->shape->of.ellipse.radius_y;
    evo_vec2 start = placed_enter(ellipse, from), end = placed_enter(ellipse, to);
    start = vec(start.x * b, start.y * a);
    end = vec(end.x * b, end.y * a);
    double rr = a * b * a * b;
    evo_vec2 line = vec_sub(end, start);
    double along = -vec_dot(start, line), length = vec_dot(line, line);
    if (along <= 0) return vec_dot(start, start) <= rr;
    if (along >= length) return vec_dot(end, end) <= rr;
    double across = vec_cross(start, line);
    return across * across <= rr * length;
}
