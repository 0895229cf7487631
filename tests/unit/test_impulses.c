/* test_impulses.c: several impacts at one instant, against what the laws give and what they keep. */
#include <math.h>

#include "impact/impulses.h"
#include "suites.h"
#include "support/random.h"

static blow_side disk_side(double x, double y) {
    blow_side side = {{x, y}, 0, 1, 2, {0, 0}};
    return side;
}

/* Of disks of radius 0.5, in that direction from the first one. */
static blow_pair disk_pair(uint32_t a, uint32_t b, double angle, blow_rule rule) {
    evo_vec2 way = {cos(angle), sin(angle)};
    blow_pair pair = {.a = a, .b = b, .way = way, .rule = rule};
    pair.arms[0] = vec_scale(way, 0.5);
    pair.arms[1] = vec_scale(way, -0.5);
    return pair;
}

/* One ball into the middle between two that touch: it comes back with a fifth of its speed, and
 * they go off with two fifths of the root of 3 each, whichever is asked first. */
START_TEST(one_between_two) {
    const blow_rule elastic = {1, 0, 0, 0};
    blow_side sides[] = {disk_side(1, 0), disk_side(0, 0), disk_side(0, 0)};
    blow_pair up = disk_pair(0, 1, 0.5235987755982988, elastic);
    blow_pair down = disk_pair(0, 2, -0.5235987755982988, elastic);
    blow_pair pairs[] = {_i ? up : down, _i ? down : up};
    blows_strike(sides, pairs, 2);
    ck_assert_double_eq_tol(sides[0].velocity.x, -0.2, 1e-15);
    ck_assert(sides[0].velocity.y == 0);
    ck_assert(sides[1].velocity.x == sides[2].velocity.x);
    ck_assert(sides[1].velocity.y == -sides[2].velocity.y);
    ck_assert_double_eq_tol(vec_length(sides[1].velocity), 0.4 * sqrt(3), 1e-15);
    ck_assert_double_eq_tol(pairs[0].struck.speed, sqrt(0.75), 1e-15);
    ck_assert_double_eq_tol(pairs[0].struck.impulse, 0.4 * sqrt(3), 1e-15);
}
END_TEST

/* Between two walls that lean towards each other by 60 degrees, a ball stops when nothing
 * bounces. */
START_TEST(into_a_wedge) {
    const blow_rule plastic = {0, 0, 0, 0};
    blow_side wall = {{0, 0}, 0, 0, 0, {0, 0}};
    blow_side sides[] = {disk_side(0, -3), wall, wall};
    blow_pair pairs[] = {disk_pair(0, 1, -2.6179938779914944, plastic),
                         disk_pair(0, 2, -0.5235987755982988, plastic)};
    blows_strike(sides, pairs, 2);
    ck_assert_double_eq_tol(vec_length(sides[0].velocity), 0, 1e-2);
    ck_assert_double_eq_tol(pairs[0].struck.impulse, 3, 1e-2);
}
END_TEST

/* ---- Whatever happens ------------------------------------------------------------------------ */

enum { SIDES = 6 };

typedef struct totals {
    evo_vec2 momentum;
    double energy;
} totals;

static totals sum(const blow_side *sides) {
    totals t = {{0, 0}, 0};
    for (int i = 0; i < SIDES; ++i) {
        double mass = 1 / sides[i].inverse_mass, spin = sides[i].spin;
        t.momentum = vec_along(t.momentum, mass, sides[i].velocity);
        t.energy += 0.5 * mass * vec_dot(sides[i].velocity, sides[i].velocity)
                    + 0.5 * spin * spin / sides[i].inverse_inertia;
    }
    return t;
}

static void make_sides(blow_side *sides) {
    for (int i = 0; i < SIDES; ++i) {
        blow_side side = disk_side(0, 0);
        side.velocity.x = random_between(-1, 1);
        side.velocity.y = random_between(-1, 1);
        side.spin = random_between(-1, 1);
        side.inverse_mass = random_between(0.2, 3);
        side.inverse_inertia = random_between(1, 9);
        sides[i] = side;
    }
}

static double parting(const blow_side *sides, const blow_pair *pair) {
    return vec_dot(vec_sub(sides[pair->b].velocity, sides[pair->a].velocity), pair->way);
}

/* Pairs that close, from all of them. */
static size_t make_pairs(const blow_side *sides, blow_pair *pairs, blow_rule rule) {
    size_t count = 0;
    for (uint32_t a = 0; a < SIDES; ++a)
        for (uint32_t b = a + 1; b < SIDES; ++b) {
            blow_pair pair = disk_pair(a, b, random_between(-3, 3), rule);
            if (random_between(0, 1) < 0.4 && parting(sides, &pair) < 0) pairs[count++] = pair;
        }
    return count;
}

/* Momentum stays; so does energy when all is elastic, and never grows; every pair parts as it is
 * asked to, or faster and was not pushed. */
START_TEST(laws_are_kept) {
    random_seed(11);
    for (int trial = 0; trial < 2000; ++trial) {
        blow_side sides[SIDES];
        blow_pair pairs[SIDES * SIDES];
        const double tolerance =
            _i == 0 ? 1e-12 : 1e-2; /* what is lost need not be known so well */
        const blow_rule rule = {_i == 0 ? 1 : random_between(0, 1), _i == 2 ? 0.5 : 0, 0, 0};
        make_sides(sides);
        size_t count = make_pairs(sides, pairs, rule);
        totals before = sum(sides);
        blows_strike(sides, pairs, count);
        totals after = sum(sides);
        ck_assert_double_lt(vec_length(vec_sub(after.momentum, before.momentum)), 1e-13);
        ck_assert_double_le(after.energy, before.energy * (1 + 1e-12));
        if (_i == 0) ck_assert_double_eq_tol(after.energy, before.energy, 1e-12 * before.energy);
        for (size_t i = 0; i < count; ++i) {
            double wanted = rule.restitution * pairs[i].struck.speed,
                   got = parting(sides, &pairs[i]);
            ck_assert_double_ge(pairs[i].struck.impulse, 0);
            if (rule.friction > 0) continue; /* what comes after the pushes may change it again */
            ck_assert_double_ge(got, wanted - tolerance);
            if (pairs[i].struck.impulse > 0) ck_assert_double_eq_tol(got, wanted, tolerance);
        }
    }
}
END_TEST

Suite *suite_impulses(void) {
    Suite *suite = suite_create("impulses");
    TCase *known = tcase_create("known"), *laws = tcase_create("laws");
    tcase_add_loop_test(known, one_between_two, 0, 2);
    tcase_add_test(known, into_a_wedge);
    tcase_add_loop_test(laws, laws_are_kept, 0, 3);
    suite_add_tcase(suite, known);
    suite_add_tcase(suite, laws);
    return suite;
}
