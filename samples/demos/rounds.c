/* rounds.c: see rounds.h. */
#include "demos/rounds.h"

#include <math.h>

static evo_vec2 along(evo_vec2 from, double by, evo_vec2 way) {
    return evo_vec(from.x + by * way.x, from.y + by * way.y);
}

static evo_vec2 minus(evo_vec2 a, evo_vec2 b) {
    return along(a, -1, b);
}

static double dot(evo_vec2 a, evo_vec2 b) {
    return a.x * b.x + a.y * b.y;
}

static double cross(evo_vec2 a, evo_vec2 b) {
    return a.x * b.y - a.y * b.x;
}

/* An ellipse about a centre, by two radius vectors: its rim is center + p cos t + q sin t. */
typedef struct oval {
    evo_vec2 center, p, q;
} oval;

static oval oval_of(const demo_body *b) {
    const evo_vec2 x = evo_direction(b->at.angle), y = evo_vec(-x.y, x.x), none = {0, 0};
    const double second = b->kind == EVO_CIRCLE ? b->size[0] : b->size[1];
    return (oval){b->at.position, along(none, b->size[0], x), along(none, second, y)};
}

/* ==== The polygonal test ====================================================================== */

/* In a frame that is stretched along the axes of the other shape, this one is the unit disk about
 * the origin, and an ellipse remains one. The arcs begin with the quarter of its rim, between its
 * axes there, that faces the disk. A parameter is halved in place of an arc. */

/* Rounds that only halve: they would seldom decide. */
enum { HALVINGS = 2 };

static evo_vec2 rim_point(const oval *o, double t) {
    return along(along(o->center, cos(t), o->p), sin(t), o->q);
}

static oval seen_from(const oval *o, const oval *disk) {
    const double pp = dot(disk->p, disk->p), qq = dot(disk->q, disk->q);
    const evo_vec2 way = minus(o->center, disk->center);
    return (oval){{dot(way, disk->p) / pp, dot(way, disk->q) / qq},
                  {dot(o->p, disk->p) / pp, dot(o->p, disk->q) / qq},
                  {dot(o->q, disk->p) / pp, dot(o->q, disk->q) / qq}};
}

/* The same ellipse with its parameter turned. */
static oval turned(const oval *o, double c, double s) {
    return (oval){o->center, along(along((evo_vec2){0, 0}, c, o->p), s, o->q),
                  along(along((evo_vec2){0, 0}, -s, o->p), c, o->q)};
}

/* Returns whether bounds or centres decide, of an ellipse whose axes are p and q. */
static bool is_decided(const oval *o) {
    const double p = hypot(o->p.x, o->p.y), q = hypot(o->q.x, o->q.y);
    const double x = -dot(o->center, o->p) / p, y = -dot(o->center, o->q) / q;
    return x > p + 1 || y > q + 1 || x / p * (x / p) + y / q * (y / q) <= 1 || hypot(x - p, y) <= 1
           || hypot(x, y - q) <= 1;
}

static test_verdict judge(const oval *o, double middle) {
    const evo_vec2 at = rim_point(o, middle),
                   tangent = along(along((evo_vec2){0, 0}, -sin(middle), o->p), cos(middle), o->q);
    if (dot(at, at) <= 1) return TEST_MEET;
    /* The disk's centre is beyond the tangent, on the other side than the ellipse's. */
    const double centre = cross(tangent, minus(o->center, at)), disk = -cross(tangent, at);
    const bool beyond = centre * disk < 0 && fabs(disk) > hypot(tangent.x, tangent.y);
    return beyond ? TEST_APART : TEST_OPEN;
}

test_rounds rounds_of_test(const demo_body bodies[2]) {
    test_rounds r = {.count = 0};
    const int of = bodies[0].kind == EVO_ELLIPSE ? 0 : 1;
    const oval own = oval_of(&bodies[of]), other = oval_of(&bodies[1 - of]);
    if (bodies[of].kind != EVO_ELLIPSE) return r;
    const oval seen = seen_from(&own, &other);
    const double twice = 2 * dot(seen.p, seen.q), more = dot(seen.p, seen.p) - dot(seen.q, seen.q);
    const evo_vec2 turn = evo_direction(0.5 * atan2(twice, more));
    oval there = turned(&seen, turn.x, turn.y), here = turned(&own, turn.x, turn.y);
    const double sign_p = dot(there.center, there.p) > 0 ? -1 : 1;
    const double sign_q = dot(there.center, there.q) > 0 ? -1 : 1;
    there.p = evo_vec(sign_p * there.p.x, sign_p * there.p.y);
    there.q = evo_vec(sign_q * there.q.x, sign_q * there.q.y);
    here.p = evo_vec(sign_p * here.p.x, sign_p * here.p.y);
    here.q = evo_vec(sign_q * here.q.x, sign_q * here.q.y);
    if (is_decided(&there)) return r;
    double from = 0, to = 0.5 * acos(-1);
    while (r.count < TEST_ROUNDS) {
        const double middle = 0.5 * (from + to), half = 0.5 * (to - from);
        const oval beyond = {here.center, along((evo_vec2){0, 0}, 1 / cos(half), here.p),
                             along((evo_vec2){0, 0}, 1 / cos(half), here.q)};
        test_round *round = &r.list[r.count++];
        *round = (test_round){TEST_OPEN,
                              rim_point(&here, from),
                              rim_point(&here, to),
                              rim_point(&here, middle),
                              rim_point(&beyond, middle),
                              of};
        if (r.count > HALVINGS) round->verdict = judge(&there, middle);
        if (round->verdict != TEST_OPEN) return r;
        const evo_vec2 at = rim_point(&there, middle);
        const double away = dot(at, there.q) * cos(middle) - dot(at, there.p) * sin(middle);
        *(away > 0 ? &to : &from) = middle;
    }
    return r;
}

/* ==== The circle fit ========================================================================== */

/* Newton's method for the largest separation of two rims along a normal: the next normal leads from
 * one centre to the other (engine/shape/climb.h has the proof, and safeguards for all shapes). */

static const double FIT_END = 1e-6, FIT_TURN = 4; /* tangents of the last turn, of the longest */

/* The circle with which a shape answers: an ellipse one that depends on the normal. */
static evo_vec2 circle_of(const oval *o, evo_vec2 normal, double *radius) {
    const double p = dot(o->p, normal), q = dot(o->q, normal), h = hypot(p, q);
    const double area = cross(o->p, o->q);
    if (area == 0) return o->center; /* a circle that stays */
    *radius = area * area / (h * h * h);
    return along(along(along(o->center, p / h, o->p), q / h, o->q), -*radius, normal);
}

fit_rounds rounds_of_fit(const demo_body bodies[2]) {
    fit_rounds r = {.count = 0};
    const evo_shape a = demo_shape(&bodies[0]), b = demo_shape(&bodies[1]);
    const evo_fit *end = &r.answer;
    const bool first = bodies[0].kind == EVO_ELLIPSE, second = bodies[1].kind == EVO_ELLIPSE;
    r.answer = evo_measure_fit(&a, bodies[0].at, &b, bodies[1].at);
    if ((!first && !second) || end->radius_a < 0 || end->radius_b < 0) return r;
    const oval one = first ? oval_of(&bodies[0]) : (oval){.center = end->center_a};
    const oval two = second ? oval_of(&bodies[1]) : (oval){.center = end->center_b};
    evo_vec2 way = minus(two.center, one.center);
    while (r.count < FIT_ROUNDS) {
        const double length = hypot(way.x, way.y);
        const evo_vec2 n = length > 0 ? evo_vec(way.x / length, way.y / length) : evo_vec(1, 0);
        evo_fit *fit = &r.list[r.count++];
        *fit = (evo_fit){.radius_a = end->radius_a, .radius_b = end->radius_b, .rounds = r.count};
        fit->center_a = circle_of(&one, n, &fit->radius_a);
        fit->center_b = circle_of(&two, evo_vec(-n.x, -n.y), &fit->radius_b);
        way = minus(fit->center_b, fit->center_a);
        fit->gap.normal = n;
        fit->gap.distance = dot(way, n) - fit->radius_a - fit->radius_b;
        fit->gap.point_a = along(fit->center_a, fit->radius_a, n);
        fit->gap.point_b = along(fit->center_b, -fit->radius_b, n);
        const double side = cross(n, way), forward = dot(n, way);
        if (fabs(side) <= FIT_END * forward) break;
        if (fabs(side) > FIT_TURN * forward) /* as far as is safe, uphill */
            way = along(n, side > 0 ? FIT_TURN : -FIT_TURN, evo_vec(-n.y, n.x));
    }
    return r;
}
