/* overlaps.c: random pairs of all kinds. Overlap and gap must agree, both orders must give the
 * same bits, the translation must separate the shapes, and the depth must be minimal. */
#include <math.h>
#include <stdio.h>

#include "evolute/collide.h"
#include "narrow/private.h"
#include "suites.h"
#include "support/hash.h"
#include "support/random.h"

static const evo_shape_kind KINDS[][2] = {
    {EVO_CIRCLE, EVO_CIRCLE},   {EVO_CIRCLE, EVO_ELLIPSE},  {EVO_CIRCLE, EVO_RING},
    {EVO_CIRCLE, EVO_SEGMENT},  {EVO_ELLIPSE, EVO_ELLIPSE}, {EVO_ELLIPSE, EVO_RING},
    {EVO_ELLIPSE, EVO_SEGMENT}, {EVO_RING, EVO_RING},       {EVO_RING, EVO_SEGMENT},
    {EVO_SEGMENT, EVO_SEGMENT}, {EVO_CIRCLE, EVO_CAPSULE},  {EVO_CIRCLE, EVO_POLYGON},
    {EVO_ELLIPSE, EVO_CAPSULE}, {EVO_ELLIPSE, EVO_POLYGON}, {EVO_RING, EVO_CAPSULE},
    {EVO_RING, EVO_POLYGON},    {EVO_SEGMENT, EVO_CAPSULE}, {EVO_SEGMENT, EVO_POLYGON},
    {EVO_CAPSULE, EVO_CAPSULE}, {EVO_CAPSULE, EVO_POLYGON}, {EVO_POLYGON, EVO_POLYGON},
};

enum { KIND_PAIRS = sizeof KINDS / sizeof *KINDS };

typedef struct random_pair {
    evo_shape a, b;
    evo_pose at_a, at_b;
    double size;
} random_pair;

static random_pair make_pair(const evo_shape_kind kinds[2]) {
    random_pair p = {random_shape(kinds[0]), random_shape(kinds[1]), {{0, 0}, 0}, {{0, 0}, 0}, 0};
    p.size = shape_size(&p.a) + shape_size(&p.b);
    evo_vec2 direction = evo_direction(random_between(-4, 4));
    double distance = p.size * random_between(0, 1.1);
    p.at_a.angle = random_between(-4, 4);
    p.at_b.position.x = distance * direction.x;
    p.at_b.position.y = distance * direction.y;
    p.at_b.angle = random_between(-4, 4);
    return p;
}

static bool mirrored(const evo_fit *ab, const evo_fit *ba) {
    return ab->gap.distance == ba->gap.distance && ab->gap.normal.x == -ba->gap.normal.x
           && ab->gap.normal.y == -ba->gap.normal.y && ab->gap.point_a.x == ba->gap.point_b.x
           && ab->gap.point_a.y == ba->gap.point_b.y && ab->gap.point_b.x == ba->gap.point_a.x
           && ab->gap.point_b.y == ba->gap.point_a.y && ab->radius_a == ba->radius_b
           && ab->center_a.x == ba->center_b.x;
}

static bool is_finite(const evo_fit *fit) {
    return isfinite(fit->gap.distance) && isfinite(fit->gap.normal.x + fit->gap.normal.y)
           && isfinite(fit->gap.point_a.x + fit->gap.point_a.y)
           && isfinite(fit->gap.point_b.x + fit->gap.point_b.y)
           && isfinite(fit->center_a.x + fit->center_a.y + fit->center_b.x + fit->center_b.y);
}

/* Most iterations of a result: those of a climb, and those of a search. */
enum { MOST_ROUNDS = CLIMB_ROUNDS + FIT_SAMPLES };

/* NULL, or the fault. */
static const char *fault_of(const random_pair *p) {
    bool overlap = evo_overlap(&p->a, p->at_a, &p->b, p->at_b);
    evo_fit fit = evo_measure_fit(&p->a, p->at_a, &p->b, p->at_b);
    evo_fit swapped = evo_measure_fit(&p->b, p->at_b, &p->a, p->at_a);
    if (!is_finite(&fit)) return "not finite";
    if (fit.rounds > MOST_ROUNDS) return "too many rounds";
    if (!mirrored(&fit, &swapped)) return "orders differ";
    if (overlap != evo_overlap(&p->b, p->at_b, &p->a, p->at_a)) return "orders differ in overlap";
    if (fabs(fit.gap.distance) > 4e-6 * p->size && overlap != (fit.gap.distance < 0))
        return "overlap and gap disagree";
    /* A circle's depth on a ring need not separate them. */
    if (!overlap || (p->a.kind == EVO_CIRCLE && p->b.kind == EVO_RING)) return NULL;
    double shift = fit.gap.distance - 1e-7 * p->size;
    evo_pose out = p->at_a;
    out.position.x += shift * fit.gap.normal.x;
    out.position.y += shift * fit.gap.normal.y;
    return evo_overlap(&p->a, out, &p->b, p->at_b) ? "the translation does not separate them"
                                                   : NULL;
}

static void run_pairs(int index, int count) {
    int faults = 0, overlaps = 0;
    random_seed((uint64_t)index + 100);
    for (int i = 0; i < count; ++i) {
        random_pair p = make_pair(KINDS[index]);
        const char *fault = fault_of(&p);
        overlaps += evo_overlap(&p.a, p.at_a, &p.b, p.at_b);
        if (fault && ++faults <= 5) printf("pair %d of kinds %d: %s\n", i, index, fault);
    }
    ck_assert_int_eq(faults, 0);
    bool segments = KINDS[index][0] == EVO_SEGMENT && KINDS[index][1] == EVO_SEGMENT;
    ck_assert(segments ? overlaps == 0 : overlaps > count / 10);
}

START_TEST(some_pairs) {
    run_pairs(_i, 10000);
}
END_TEST

START_TEST(ten_million_pairs) {
    run_pairs(_i, 10000000);
}
END_TEST

/* ---- Minimal depth, by brute force ----------------------------------------------------------- */

static double reach_along(const evo_shape *shape, double angle, evo_vec2 u) {
    double c = cos(angle), s = sin(angle), x = u.x * c + u.y * s, y = u.y * c - u.x * s;
    evo_vec2 axis = shape->axis;
    double along = x * axis.x + y * axis.y, across = y * axis.x - x * axis.y;
    if (shape->kind == EVO_SEGMENT) return fabs(along) * shape->of.segment.half_length;
    if (shape->kind == EVO_CIRCLE) return shape->of.circle.radius;
    if (shape->kind == EVO_CAPSULE)
        return fabs(along) * shape->of.capsule.half_length + shape->of.capsule.radius;
    if (shape->kind == EVO_POLYGON) {
        double most = -INFINITY;
        for (int i = 0; i < shape->of.polygon.count; ++i) {
            const evo_vec2 p = shape->of.polygon.points[i];
            most = fmax(most, along * p.x + across * p.y);
        }
        return most + shape->of.polygon.radius;
    }
    return hypot(along * shape->of.ellipse.radius_x, across * shape->of.ellipse.radius_y);
}

/* The way from the centre of one to that of the other. */
static double offset_along(const random_pair *p, evo_vec2 u) {
    const evo_vec2 a = p->a.center, b = p->b.center;
    const evo_vec2 x = evo_direction(p->at_a.angle), y = evo_direction(p->at_b.angle);
    const evo_vec2 from = {a.x * x.x - a.y * x.y, a.x * x.y + a.y * x.x};
    const evo_vec2 to = {b.x * y.x - b.y * y.y, b.x * y.y + b.y * y.x};
    return (p->at_b.position.x + to.x - from.x) * u.x + (p->at_b.position.y + to.y - from.y) * u.y;
}

START_TEST(no_direction_is_shallower) {
    enum { DIRECTIONS = 2000, PAIRS = 300 };
    static const int convex[10] = {1, 4, 6, 11, 12, 13, 17, 18, 19, 20};
    random_seed(31);
    for (int i = 0; i < PAIRS; ++i) {
        random_pair p = make_pair(KINDS[convex[_i]]);
        evo_gap gap = evo_measure(&p.a, p.at_a, &p.b, p.at_b);
        for (int k = 0; k < DIRECTIONS; ++k) {
            evo_vec2 u = evo_direction(6.283185307179586 * k / DIRECTIONS);
            const evo_vec2 back = {-u.x, -u.y};
            double f = offset_along(&p, u) - reach_along(&p.a, p.at_a.angle, u)
                       - reach_along(&p.b, p.at_b.angle, back);
            ck_assert_double_le(f, gap.distance + 2 * FIT_TOLERANCE * p.size);
        }
    }
}
END_TEST

/* Separate rings have no nearer points than the gap's. There are no reference cases for them. */
START_TEST(no_points_are_nearer) {
    static const int others[9] = {2, 5, 7, 8, 13, 14, 15, 19, 20};
    random_seed(32);
    int apart = 0;
    for (int i = 0; i < 3000; ++i) {
        random_pair p = make_pair(KINDS[others[_i]]);
        evo_gap gap = evo_measure(&p.a, p.at_a, &p.b, p.at_b);
        if (gap.distance <= 0) continue;
        ++apart;
        evo_nearest at_b = evo_shape_nearest(&p.b, p.at_b, gap.point_a);
        evo_nearest at_a = evo_shape_nearest(&p.a, p.at_a, gap.point_b);
        ck_assert_double_eq_tol(at_b.distance, gap.distance, 1e-9 * p.size);
        ck_assert_double_eq_tol(at_a.distance, gap.distance, 1e-9 * p.size);
        /* From points of one rim, found by random rays, the other shape is no nearer. */
        for (int k = 0; k < 60; ++k) {
            evo_vec2 far = evo_direction(random_between(-4, 4));
            evo_vec2 from = {p.at_b.position.x + 20 * far.x, p.at_b.position.y + 20 * far.y};
            evo_ray_hit ray = evo_shape_ray(&p.b, p.at_b, from, p.at_b.position);
            if (!ray.hit) continue;
            evo_nearest rim = evo_shape_nearest(&p.a, p.at_a, ray.point);
            ck_assert_double_ge(rim.distance, gap.distance - 1e-9 * p.size);
        }
    }
    ck_assert_int_gt(apart, 300);
}
END_TEST

/* ---- Edge cases ------------------------------------------------------------------------------ */

static evo_pose at(double x, double y, double angle) {
    evo_pose pose = {{x, y}, angle};
    return pose;
}

typedef struct touch_case {
    evo_shape a, b;
    evo_pose at_a;
} touch_case;

/* Shapes that just touch have gap 0, not the depth of the translation to the other side. */
START_TEST(a_touch_is_no_depth) {
    const double pi = 3.14159265358979323846;
    const evo_vec2 o = {0, 0}, up = {0, 1}, left = {-1, 0}, right = {1, 0};
    evo_shape whole = evo_ring(1, 1, 0, 2 * pi);
    const touch_case cases[] = {
        {evo_ellipse(0.5, 0.3), whole, at(0, 1.8, 0)},
        {evo_ellipse(0.3, 0.2), whole, at(0.2, 0, 0)},
        {evo_segment(left, right), whole, at(0, 1.5, 0)},
        {evo_segment(o, up), whole, at(0, 1.5, 0)},
        {whole, whole, at(3, 0, 0)},
        {evo_ring(1, 1, 0, pi), evo_ring(1, 1, pi, pi), at(0, 0, 0)},
        {evo_ring(1, 2, 0, pi / 2), evo_ring(1, 2, pi / 2, 1.5 * pi), at(0, 0, 0)},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const touch_case *c = &cases[i];
        double gap = evo_measure(&c->a, c->at_a, &c->b, at(0, 0, 0)).distance;
        ck_assert_msg(fabs(gap) < 1e-14, "case %d: %g", (int)i, gap);
    }
}
END_TEST

/* Moving a pair by its gap makes it touch. */
START_TEST(brought_to_touch) {
    static const int others[9] = {2, 5, 7, 8, 13, 14, 15, 19, 20};
    random_seed(34);
    for (int i = 0; i < 4000; ++i) {
        random_pair p = make_pair(KINDS[others[_i]]);
        evo_gap gap = evo_measure(&p.a, p.at_a, &p.b, p.at_b);
        if (gap.distance <= 0) continue;
        p.at_a.position.x += gap.distance * gap.normal.x;
        p.at_a.position.y += gap.distance * gap.normal.y;
        gap = evo_measure(&p.a, p.at_a, &p.b, p.at_b);
        ck_assert_double_le(fabs(gap.distance), 1e-12 * p.size);
    }
}
END_TEST

/* Shapes with equal poses that differ only in a size mirror each other too. */
START_TEST(order_by_sizes) {
    const evo_shape pairs[][2] = {
        {evo_ellipse(1, 0.5), evo_ellipse(1, 0.3)},
        {evo_ellipse(1, 0.5), evo_ellipse(0.5, 1)},
        {evo_ring(0.75, 0.5, 0, 6.2), evo_ring(0.9, 0.2, 0, 6.2)},
        {evo_ring(0.75, 0.5, -0.5, 1), evo_ring(0.75, 0.5, -1, 2)},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; ++i) {
        evo_pose here = at(0, 0, 0.3);
        evo_fit ab = evo_measure_fit(&pairs[i][0], here, &pairs[i][1], here);
        evo_fit ba = evo_measure_fit(&pairs[i][1], here, &pairs[i][0], here);
        ck_assert(mirrored(&ab, &ba));
    }
}
END_TEST

START_TEST(needles) {
    random_seed(35);
    for (int i = 0; i < 4000; ++i) {
        double ratio = random_scale(1e-14, 1e-3);
        evo_shape needle = evo_ellipse(1, ratio);
        evo_shape other = i % 2 ? evo_circle(0.3) : evo_ellipse(1, random_scale(1e-14, 1));
        evo_pose place = at(random_between(-2, 2), random_between(-2, 2), random_between(-4, 4));
        evo_fit fit = evo_measure_fit(&needle, at(0, 0, 0.7), &other, place);
        ck_assert(is_finite(&fit));
        bool overlap = evo_overlap(&needle, at(0, 0, 0.7), &other, place);
        if (fabs(fit.gap.distance) > 4e-6) ck_assert_int_eq(overlap, fit.gap.distance < 0);
    }
}
END_TEST

/* Scaling a pair scales the result. */
START_TEST(any_scale) {
    static const double scales[4] = {1e-28, 1e-9, 1e9, 1e28};
    random_seed(36);
    for (int i = 0; i < 4000; ++i) {
        double s = scales[i % 4], a = random_between(0.5, 2), b = random_between(0.5, 2);
        double x = random_between(-3, 3), y = random_between(-3, 3);
        evo_pose turned = at(0, 0, 0.5), place = at(x, y, -0.5), far = at(s * x, s * y, -0.5);
        evo_shape one = evo_ellipse(a, 1), two = evo_ellipse(1, b);
        evo_shape large_one = evo_ellipse(s * a, s), large_two = evo_ellipse(s, s * b);
        evo_gap gap = evo_measure(&one, turned, &two, place);
        evo_gap scaled = evo_measure(&large_one, turned, &large_two, far);
        ck_assert_double_eq_tol(gap.distance, scaled.distance / s, 1e-8);
        if (fabs(gap.distance) > 1e-5)
            ck_assert_int_eq(evo_overlap(&large_one, turned, &large_two, far), gap.distance < 0);
    }
}
END_TEST

/* ---- Reproducibility ------------------------------------------------------------------------- */

/* One random number per statement, because C does not order the evaluations in an initialiser; and
 * no exp or log, which differ between C libraries. */
static evo_shape plain_shape(evo_shape_kind kind) {
    double size = random_between(0.2, 2);
    double ratio = random_between(0.1, 1);
    double sweep = random_between(0.6, 6);
    evo_vec2 from = {-size, -ratio}, to = {size, ratio};
    switch (kind) {
    case EVO_CIRCLE:
        return evo_circle(size);
    case EVO_ELLIPSE:
        return evo_ellipse(size, size * ratio);
    case EVO_RING:
        return evo_ring(size, size * ratio, 3 * ratio, sweep);
    default:
        return evo_segment(from, to);
    }
}

static evo_pose random_pose(void) {
    evo_pose at;
    at.position.x = random_between(-2, 2);
    at.position.y = random_between(-2, 2);
    at.angle = random_between(-4, 4);
    return at;
}

/* The hash that every machine, compiler and optimisation level must give. */
START_TEST(same_bits) {
    uint64_t hash = HASH_BEGIN;
    random_seed(33);
    for (int i = 0; i < 20000; ++i) {
        evo_shape a = plain_shape(KINDS[i % 10][0]);
        evo_shape b = plain_shape(KINDS[i % 10][1]);
        evo_pose at_a = random_pose();
        evo_pose at_b = random_pose();
        evo_fit fit = evo_measure_fit(&a, at_a, &b, at_b);
        hash = hash_double(hash_double(hash, fit.gap.distance), fit.gap.normal.x);
        hash = hash_double(hash_double(hash, fit.gap.point_a.y), fit.center_b.x);
        evo_flight fa = {at_a.position, {0, 0}, at_a.angle, 1};
        evo_flight fb = {at_b.position, {-at_b.position.x, -at_b.position.y}, at_b.angle, -2};
        hash = hash_double(hash, evo_time_of_impact(&a, fa, &b, fb, 1));
    }
    ck_assert_uint_eq(hash, UINT64_C(14675319215606663926));
}
END_TEST

Suite *suite_overlaps(void) {
    Suite *suite = suite_create("overlaps");
    TCase *pairs = tcase_create("pairs");
    tcase_add_loop_test(pairs, some_pairs, 0, KIND_PAIRS);
    tcase_add_loop_test(pairs, no_direction_is_shallower, 0, 10);
    tcase_add_loop_test(pairs, no_points_are_nearer, 0, 9);
    tcase_add_test(pairs, a_touch_is_no_depth);
    tcase_add_loop_test(pairs, brought_to_touch, 0, 9);
    tcase_add_test(pairs, order_by_sizes);
    tcase_add_test(pairs, needles);
    tcase_add_test(pairs, any_scale);
    tcase_add_test(pairs, same_bits);
    suite_add_tcase(suite, pairs);
    TCase *slow = tcase_create("ten_million");
    tcase_set_tags(slow, "slow");
    tcase_set_timeout(slow, 1200);
    tcase_add_loop_test(slow, ten_million_pairs, 0, KIND_PAIRS);
    suite_add_tcase(suite, slow);
    return suite;
}
