/* test_impulses.c: several impacts at one instant, against known answers and conservation laws. */
#include <math.h>

#include "flight/flight.h"
#include "suites.h"
#include "support/random.h"

static impulse_body disk_body(double x, double y) {
    impulse_body body = {{x, y}, 0, 1, 2, {0, 0}, {0, 0}, 0};
    return body;
}

/* Of disks of radius 0.5, in that direction from the first one. */
static impulse_pair disk_pair(uint32_t a, uint32_t b, double angle, impulse_law law) {
    evo_vec2 delta = {cos(angle), sin(angle)};
    impulse_pair pair = {.a = a, .b = b, .delta = delta, .law = law};
    pair.arms[0] = vec_scale(delta, 0.5);
    pair.arms[1] = vec_scale(delta, -0.5);
    return pair;
}

/* One ball into the middle between two that touch: it comes back with a fifth of its speed, and the
 * two leave with two fifths of the root of 3 each, whatever the order of pairs. */
START_TEST(one_between_two) {
    const impulse_law elastic = {1, 0, 0, 0, 0};
    impulse_body bodies[] = {disk_body(1, 0), disk_body(0, 0), disk_body(0, 0)};
    impulse_pair up = disk_pair(0, 1, 0.5235987755982988, elastic);
    impulse_pair down = disk_pair(0, 2, -0.5235987755982988, elastic);
    impulse_pair pairs[] = {_i ? up : down, _i ? down : up};
    impulses_resolve(bodies, pairs, 2);
    ck_assert_double_eq_tol(bodies[0].velocity.x, -0.2, 1e-15);
    ck_assert(bodies[0].velocity.y == 0);
    ck_assert(bodies[1].velocity.x == bodies[2].velocity.x);
    ck_assert(bodies[1].velocity.y == -bodies[2].velocity.y);
    ck_assert_double_eq_tol(vec_length(bodies[1].velocity), 0.4 * sqrt(3), 1e-15);
    ck_assert_double_eq_tol(pairs[0].result.speed, sqrt(0.75), 1e-15);
    ck_assert_double_eq_tol(pairs[0].result.impulse, 0.4 * sqrt(3), 1e-15);
}
END_TEST

/* Between two walls that lean towards each other by 60 degrees, an inelastic ball stops. */
START_TEST(into_a_wedge) {
    const impulse_law plastic = {0, 0, 0, 0, 0};
    impulse_body wall = {{0, 0}, 0, 0, 0, {0, 0}, {0, 0}, 0};
    impulse_body bodies[] = {disk_body(0, -3), wall, wall};
    impulse_pair pairs[] = {disk_pair(0, 1, -2.6179938779914944, plastic),
                            disk_pair(0, 2, -0.5235987755982988, plastic)};
    impulses_resolve(bodies, pairs, 2);
    ck_assert_double_eq_tol(vec_length(bodies[0].velocity), 0, 1e-2);
    ck_assert_double_eq_tol(pairs[0].result.impulse, 3, 1e-2);
}
END_TEST

/* ---- Random pairs ---------------------------------------------------------------------------- */

enum { BODIES = 6 };

typedef struct totals {
    evo_vec2 momentum;
    double energy;
} totals;

static totals sum(const impulse_body *bodies) {
    totals t = {{0, 0}, 0};
    for (int i = 0; i < BODIES; ++i) {
        double mass = 1 / bodies[i].inverse_mass, spin = bodies[i].spin;
        t.momentum = vec_along(t.momentum, mass, bodies[i].velocity);
        t.energy += 0.5 * mass * vec_dot(bodies[i].velocity, bodies[i].velocity)
                    + 0.5 * spin * spin / bodies[i].inverse_inertia;
    }
    return t;
}

static void make_bodies(impulse_body *bodies) {
    for (int i = 0; i < BODIES; ++i) {
        impulse_body body = disk_body(0, 0);
        body.velocity.x = random_between(-1, 1);
        body.velocity.y = random_between(-1, 1);
        body.spin = random_between(-1, 1);
        body.inverse_mass = random_between(0.2, 3);
        body.inverse_inertia = random_between(1, 9);
        bodies[i] = body;
    }
}

static double normal_speed(const impulse_body *bodies, const impulse_pair *pair) {
    return vec_dot(vec_sub(bodies[pair->b].velocity, bodies[pair->a].velocity), pair->delta);
}

/* Some of all pairs that approach. */
static size_t make_pairs(const impulse_body *bodies, impulse_pair *pairs, impulse_law law) {
    size_t count = 0;
    for (uint32_t a = 0; a < BODIES; ++a)
        for (uint32_t b = a + 1; b < BODIES; ++b) {
            impulse_pair pair = disk_pair(a, b, random_between(-3, 3), law);
            if (random_between(0, 1) < 0.4 && normal_speed(bodies, &pair) < 0)
                pairs[count++] = pair;
        }
    return count;
}

/* Momentum stays; energy stays when all is elastic, and never grows; every pair separates at its
 * target speed, or faster without an impulse. */
START_TEST(laws_are_kept) {
    random_seed(11);
    for (int trial = 0; trial < 2000; ++trial) {
        impulse_body bodies[BODIES];
        impulse_pair pairs[BODIES * BODIES];
        const double tolerance =
            _i == 0 ? 1e-12 : 1e-2; /* inelastic pairs are solved less exactly */
        const impulse_law law = {_i == 0 ? 1 : random_between(0, 1), _i >= 2 ? 0.5 : 0, 0, 0,
                                 _i == 3 ? random_between(-1, 1) : 0};
        make_bodies(bodies);
        size_t count = make_pairs(bodies, pairs, law);
        totals before = sum(bodies);
        impulses_resolve(bodies, pairs, count);
        totals after = sum(bodies);
        ck_assert_double_lt(vec_length(vec_sub(after.momentum, before.momentum)), 1e-13);
        ck_assert_double_le(after.energy, before.energy * (1 + 1e-12));
        if (_i == 0) ck_assert_double_eq_tol(after.energy, before.energy, 1e-12 * before.energy);
        for (size_t i = 0; i < count; ++i) {
            double target = law.restitution * pairs[i].result.speed,
                   got = normal_speed(bodies, &pairs[i]);
            ck_assert_double_ge(pairs[i].result.impulse, 0);
            if (law.friction > 0) continue; /* friction may change the normal speed again */
            ck_assert_double_ge(got, target - tolerance);
            if (pairs[i].result.impulse > 0) ck_assert_double_eq_tol(got, target, tolerance);
        }
    }
}
END_TEST

static bool approaches(const impulse_body *bodies, const impulse_pair *p) {
    const impulse_body *a = &bodies[p->a], *b = &bodies[p->b];
    evo_vec2 of_a = vec_along(a->velocity, a->spin, vec_left(p->arms[0]));
    evo_vec2 of_b = vec_along(b->velocity, b->spin, vec_left(p->arms[1]));
    return vec_dot(vec_sub(of_b, of_a), p->delta) < 0;
}

/* Any arms, any restitution of each: what is turned by its push, too. */
START_TEST(clusters_win_no_energy) {
    random_seed(13);
    for (int trial = 0; trial < 20000; ++trial) {
        impulse_body bodies[BODIES];
        impulse_pair pairs[BODIES * BODIES];
        const impulse_law none = {0, 0, 0, 0, 0};
        make_bodies(bodies);
        size_t made = make_pairs(bodies, pairs, none), count = 0;
        for (size_t i = 0; i < made; ++i) {
            pairs[i].law.restitution = random_between(0, 1);
            pairs[i].law.friction = random_between(0, 1) < 0.5 ? 0 : random_scale(0.05, 3);
            pairs[i].law.tangential = trial % 2 ? random_between(-1, 1) : 0;
            for (int k = 0; k < 2; ++k) {
                pairs[i].arms[k].x += random_between(-0.5, 0.5);
                pairs[i].arms[k].y += random_between(-0.5, 0.5);
            }
            if (approaches(bodies, &pairs[i])) pairs[count++] = pairs[i];
        }
        totals before = sum(bodies);
        impulses_resolve(bodies, pairs, count);
        totals after = sum(bodies);
        ck_assert_double_lt(vec_length(vec_sub(after.momentum, before.momentum)), 1e-12);
        ck_assert_msg(after.energy <= before.energy * (1 + 1e-12), "trial %d: %g of %g more", trial,
                      after.energy - before.energy, before.energy);
    }
}
END_TEST

Suite *suite_impulses(void) {
    Suite *suite = suite_create("impulses");
    TCase *known = tcase_create("known"), *laws = tcase_create("laws");
    tcase_add_loop_test(known, one_between_two, 0, 2);
    tcase_add_test(known, into_a_wedge);
    tcase_add_loop_test(laws, laws_are_kept, 0, 4);
    tcase_add_test(laws, clusters_win_no_energy);
    suite_add_tcase(suite, known);
    suite_add_tcase(suite, laws);
    return suite;
}
