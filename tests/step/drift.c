/* drift.c: laws of impacts within a step, on the inside of the engine. */
#include <math.h>

#include "evolute/collide.h"
#include "shape/shape.h"
#include "suites.h"
#include "support/check.h"
#include "support/random.h"
#include "support/stepping.h"

static evo_body_config body_at(evo_body_kind kind, evo_shape shape, double x, double y) {
    evo_body_config config = evo_body_config_default();
    config.kind = kind;
    config.shape = shape;
    config.position = (evo_vec2){x, y};
    config.material.restitution = 1;
    config.material.friction = 0;
    return config;
}

static uint32_t add(stepping *s, const evo_body_config *config) {
    const uint32_t id = stepping_add_body(&s->world, config);
    ck_assert_uint_ne(id, NONE);
    return id;
}

static double energy(stepping *s, uint32_t count) {
    double sum = 0;
    for (uint32_t id = 0; id < count; ++id) {
        const body_record *r = &s->world.bodies.records[id];
        const body_state *state = stepping_state(s, id);
        if (r->kind != EVO_DYNAMIC) continue;
        sum += 0.5 * r->mass * vec_dot(state->velocity, state->velocity);
        sum += 0.5 * r->inertia * state->spin * state->spin;
    }
    return sum;
}

/* ---- Flight ---------------------------------------------------------------------------------- */

START_TEST(bounces_lose_what_restitution_takes) {
    static stepping s;
    stepping_open(&s, 10, STEPPING_LANES);
    s.world.settings.impacts.bounce_threshold = 0.01;
    evo_body_config ball = body_at(EVO_DYNAMIC, evo_circle(0.5), 0, 10.5);
    evo_body_config floor =
        body_at(EVO_STATIC, evo_segment((evo_vec2){-9, 0}, (evo_vec2){9, 0}), 0, 0);
    ball.material.restitution = floor.material.restitution = 0.9;
    const uint32_t id = add(&s, &ball);
    add(&s, &floor);
    double height = 10, before = 0;
    for (int bounces = 0; bounces < 20;) {
        stepping_run(&s, 1);
        const body_state *state = stepping_state(&s, id);
        const double rise = state->velocity.y * state->velocity.y / 20;
        if (state->velocity.y > 0 && before <= 0) {
            ++bounces;
            height *= 0.81;
        }
        before = state->velocity.y;
        ck_assert_double_eq_tol(state->position.y - 0.5 + rise, height, 1e-9 * height);
    }
    ck_assert_uint_eq(s.world.impact_count, 20);
    stepping_close(&s);
}
END_TEST

/* ---- Chains ---------------------------------------------------------------------------------- */

START_TEST(a_cradle_hands_on) {
    enum { BALLS = 5 };
    static stepping s;
    stepping_open(&s, 0, STEPPING_LANES);
    for (int i = 0; i < BALLS; ++i) {
        evo_body_config ball = body_at(EVO_DYNAMIC, evo_circle(0.5), i < _i ? i - 3 : i, 0);
        if (i < _i) ball.velocity.x = 5;
        add(&s, &ball);
    }
    stepping_run(&s, 120);
    for (uint32_t i = 0; i < BALLS; ++i) {
        const double expected = (int)i < BALLS - _i ? 0 : 5;
        const double error = fabs(stepping_state(&s, i)->velocity.x - expected);
        ck_assert_msg(error < 1e-12, "%d coming: ball %u is off by %g", _i, i, error);
    }
    stepping_close(&s);
}
END_TEST

enum { ROWS = 5 };

static double off_mirror(stepping *s) {
    double most = 0;
    for (uint32_t row = 0, first = 0; row < ROWS; first += ++row)
        for (uint32_t k = 0; k <= row; ++k) {
            const evo_vec2 a = stepping_state(s, first + k)->position;
            const evo_vec2 b = stepping_state(s, first + row - k)->position;
            most = fmax(most, hypot(a.x - b.x, a.y + b.y));
        }
    return most;
}

START_TEST(a_break_is_its_own_mirror_image) {
    static stepping s;
    stepping_open(&s, 0, STEPPING_LANES);
    evo_body_config ball = body_at(EVO_DYNAMIC, evo_circle(0.5), 0, 0);
    ball.material.restitution = _i == 0 ? 1 : 0.97;
    for (int row = 0; row < ROWS; ++row)
        for (int k = 0; k <= row; ++k) {
            ball.position = (evo_vec2){row * sqrt(0.75), k - 0.5 * row};
            add(&s, &ball);
        }
    ball.position = (evo_vec2){-3, 0};
    ball.velocity.x = 20;
    add(&s, &ball);
    for (int step = 0; step < 120; ++step) {
        stepping_run(&s, 1);
        ck_assert_double_lt(off_mirror(&s), 1e-9);
    }
    ck_assert_uint_gt(s.world.impact_count, 15);
    stepping_close(&s);
}
END_TEST

/* ---- Gases ----------------------------------------------------------------------------------- */

static void close_box(stepping *s, double side) {
    const evo_vec2 corners[] = {{0, 0}, {side, 0}, {side, side}, {0, side}};
    for (int i = 0; i < 4; ++i) {
        const evo_body_config wall =
            body_at(EVO_STATIC, evo_segment(corners[i], corners[(i + 1) % 4]), 0, 0);
        add(s, &wall);
    }
}

START_TEST(elastic_gases_keep_their_energy) {
    enum { SIDE = 10, COUNT = SIDE * SIDE };
    static stepping s;
    random_seed(31);
    stepping_open(&s, 0, STEPPING_LANES);
    s.world.settings.impacts.bounce_threshold = 0;
    for (int i = 0; i < COUNT; ++i) {
        evo_body_config body = body_at(EVO_DYNAMIC,
                                       _i ? evo_ellipse(0.5, 0.2 + 0.25 * random_between(0, 1))
                                          : evo_circle(random_between(0.2, 0.5)),
                                       1.5 * (i % SIDE) + 1, 1.5 * (double)(i / SIDE) + 1);
        body.velocity = (evo_vec2){random_between(-5, 5), random_between(-5, 5)};
        body.spin = random_between(-3, 3);
        add(&s, &body);
    }
    close_box(&s, 1.5 * SIDE + 0.5);
    const double before = energy(&s, COUNT);
    stepping_run(&s, 1000);
    ck_assert_uint_gt(s.world.impact_count, 3000);
    ck_assert_double_eq_tol(energy(&s, COUNT), before, 1e-9 * before);
    stepping_close(&s);
}
END_TEST

/* ---- Shots ----------------------------------------------------------------------------------- */

static evo_shape any_target(bool segment) {
    const double r = pow(10, random_between(-1.5, 0.3));
    switch ((int)random_between(0, segment ? 3 : 2)) {
    case 0:
        return evo_circle(r);
    case 1:
        return evo_ellipse(r, r * random_between(0.2, 1));
    default:
        return evo_segment((evo_vec2){-r, 0}, (evo_vec2){r, 0.2 * r});
    }
}

typedef struct shots {
    int hits, passes, missed, sunk, ghosts;
} shots;

static evo_pose pose_of(stepping *s, uint32_t id) {
    const body_state *state = stepping_state(s, id);
    return (evo_pose){state->position, state->angle};
}

/* One body flies past another, or at it. The time of impact says which; afterwards its velocity and
 * how deep they were in each other after any step. */
static void shoot(shots *n) {
    static stepping s;
    const double speed = pow(10, random_between(0, 3)), aside = random_between(-2, 2);
    const evo_vec2 way = evo_direction(random_between(0, 6.28));
    evo_body_config shot = body_at(EVO_DYNAMIC, any_target(false), 0, 0);
    evo_body_config target = body_at(EVO_DYNAMIC, any_target(true), 0, 0);
    stepping_open(&s, 0, STEPPING_LANES);
    shot.position = vec_along(vec_scale(way, -20), aside, vec_left(way));
    shot.velocity = vec_scale(way, speed);
    shot.angle = random_between(0, 6);
    shot.spin = random_between(-3, 3);
    target.angle = random_between(0, 6);
    if (target.shape.kind == EVO_SEGMENT || random_between(0, 1) < 0.5) target.kind = EVO_STATIC;
    shot.material.restitution = target.material.restitution = random_between(-1, 1) > 0;
    const uint32_t a = add(&s, &shot), b = add(&s, &target);
    const evo_flight flies = {shot.position, shot.velocity, shot.angle, shot.spin};
    const evo_flight stands = {target.position, {0, 0}, target.angle, 0};
    const double end = 40 / speed;
    const bool hits = evo_time_of_impact(&shot.shape, flies, &target.shape, stands, end) < INFINITY;
    double deepest = 0;
    for (double t = 0; t < end; t += 1.0 / 60) {
        stepping_run(&s, 1);
        deepest =
            fmin(deepest,
                 evo_measure(&shot.shape, pose_of(&s, a), &target.shape, pose_of(&s, b)).distance);
    }
    const evo_vec2 change = vec_sub(stepping_state(&s, a)->velocity, shot.velocity);
    const bool changed =
        vec_length(change) > 1e-9 * speed || fabs(stepping_state(&s, a)->spin - shot.spin) > 1e-9;
    const double thick = fmin(shape_thickness(&shot.shape), shape_thickness(&target.shape));
    n->hits += hits;
    n->passes += !hits;
    n->missed += hits && !changed;
    n->ghosts += !hits && changed;
    n->sunk += deepest < -0.1 * thick;
    stepping_close(&s);
}

static void run_shots(int count) {
    shots n = {0, 0, 0, 0, 0};
    for (int i = 0; i < count; ++i) {
        random_seed(500 + (uint64_t)i);
        shoot(&n);
    }
    ck_assert_msg(n.ghosts <= n.passes / 1000 + 1, "%d of %d passes deflected", n.ghosts, n.passes);
    ck_assert_msg((n.sunk + n.missed) * 1000 <= 4 * n.hits + 1000, "of %d hits: %d missed, %d sunk",
                  n.hits, n.missed, n.sunk);
}

START_TEST(shots_hit_what_they_should) {
    run_shots(400);
}
END_TEST

START_TEST(shots_hit_what_they_should_thoroughly) {
    run_shots(20000);
}
END_TEST

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* Random bodies in a closed box: none leaves it, and their energy never grows. */
static void shake(int seed, bool rings, int *lost) {
    enum { BODIES = 24 };
    static stepping s;
    random_seed(9000 + (uint64_t)seed);
    const double gravity = seed % 2 ? 10 : 0, bounce = random_between(0, 1);
    stepping_open(&s, gravity, STEPPING_LANES);
    for (int i = 0; i < BODIES; ++i) {
        evo_body_config body = body_at(EVO_DYNAMIC, evo_circle(random_between(0.2, 0.5)),
                                       1.3 * (i % 5) + 1, 1.3 * (double)(i / 5) + 1);
        if (i % 3 == 1) body.shape = evo_ellipse(0.5, random_between(0.15, 0.5));
        if (i % 3 == 2 && rings) body.shape = evo_ring(0.4, 0.15, 0, random_between(1, 6.2));
        body.velocity = (evo_vec2){random_between(-10, 10), random_between(-10, 10)};
        body.spin = random_between(-10, 10);
        body.material.restitution = bounce;
        body.material.friction = random_between(0, 1);
        add(&s, &body);
    }
    close_box(&s, 8);
    double most = 0;
    bool outside = false;
    for (int step = 0; step < 600; ++step) {
        double now = energy(&s, BODIES);
        for (uint32_t id = 0; id < BODIES; ++id) {
            const evo_vec2 at = stepping_state(&s, id)->position;
            now += s.world.bodies.records[id].mass * gravity * at.y;
            outside |= at.x < 0 || at.y < 0 || at.x > 8 || at.y > 8;
        }
        if (step == 0) most = now;
        if (!outside)
            ck_assert_msg(now <= most * (1 + 1e-4), "box %d gains: %g of %g in step %d", seed, now,
                          most, step);
        stepping_run(&s, 1);
    }
    *lost += outside;
    stepping_close(&s);
}

START_TEST(boxes_hold_and_gain_nothing) {
    int lost = 0;
    for (int i = 0; i < 20; ++i) shake(i, false, &lost);
    ck_assert_int_eq(lost, 0);
}
END_TEST

START_TEST(boxes_hold_and_gain_nothing_thoroughly) {
    int lost = 0;
    for (int i = 0; i < 200; ++i) shake(i, _i == 1, &lost);
    ck_assert_int_le(lost, _i == 1 ? 6 : 0);
}
END_TEST

/* ---- Sleep ----------------------------------------------------------------------------------- */

START_TEST(a_bullet_wakes_what_it_hits) {
    static stepping s;
    stepping_open(&s, 10, STEPPING_LANES);
    stepping_add(&s, EVO_STATIC, evo_segment((evo_vec2){-9, 0}, (evo_vec2){9, 0}), 0, 0);
    const uint32_t target = stepping_add(&s, EVO_DYNAMIC, evo_circle(0.5), 0, 0.5);
    stepping_run(&s, 120);
    ck_assert(!body_is_active(&s.world.bodies, target));
    evo_body_config bullet = body_at(EVO_DYNAMIC, evo_circle(0.1), -8, 0.5);
    bullet.velocity.x = 900;
    const uint32_t id = add(&s, &bullet);
    stepping_run(&s, 1);
    ck_assert(body_is_active(&s.world.bodies, target));
    ck_assert_double_gt(stepping_state(&s, target)->velocity.x, 10);
    ck_assert_double_lt(stepping_state(&s, id)->position.x, -0.5);
    stepping_close(&s);
}
END_TEST

/* Two shots whose ways meet, each far beyond the bounds that its step began with. */
START_TEST(shots_meet_on_their_ways) {
    random_seed(83);
    for (int trial = 0; trial < 300; ++trial) {
        static stepping s;
        stepping_open(&s, 0, STEPPING_LANES);
        const double time = random_between(0.2, 2.8) / 60; /* when both are about the origin */
        for (int i = 0; i < 2; ++i) {
            evo_body_config shot = body_at(EVO_DYNAMIC, evo_circle(0.5), 0, 0);
            shot.velocity =
                vec_scale(evo_direction(random_between(-3, 3)), random_between(500, 9000));
            shot.position = vec_along(random_vector(0.3), -time, shot.velocity);
            add(&s, &shot);
        }
        stepping_run(&s, 3);
        ck_assert_msg(s.world.impact_count > 0, "shots of trial %d pass each other", trial);
        stepping_close(&s);
    }
}
END_TEST

Suite *suite_drift(void) {
    Suite *suite = suite_create("drift");
    TCase *laws = tcase_create("law_motion"), *energy_case = tcase_create("law_energy");
    TCase *tunnel = tcase_create("law_tunnel"), *deep = tcase_create("deep");
    tcase_add_test(laws, bounces_lose_what_restitution_takes);
    tcase_add_loop_test(laws, a_cradle_hands_on, 1, 4);
    tcase_add_loop_test(laws, a_break_is_its_own_mirror_image, 0, 2);
    tcase_add_test(laws, a_bullet_wakes_what_it_hits);
    tcase_set_tags(laws, "law_motion");
    suite_add_tcase(suite, laws);
    tcase_add_loop_test(energy_case, elastic_gases_keep_their_energy, 0, 2);
    tcase_add_test(energy_case, boxes_hold_and_gain_nothing);
    tcase_set_tags(energy_case, "law_energy");
    suite_add_tcase(suite, energy_case);
    tcase_add_test(tunnel, shots_hit_what_they_should);
    tcase_add_test(tunnel, shots_meet_on_their_ways);
    tcase_set_tags(tunnel, "law_tunnel");
    suite_add_tcase(suite, tunnel);
    tcase_add_test(deep, shots_hit_what_they_should_thoroughly);
    tcase_add_loop_test(deep, boxes_hold_and_gain_nothing_thoroughly, 0, 2);
    tcase_set_tags(deep, "slow");
    tcase_set_timeout(deep, 900);
    suite_add_tcase(suite, deep);
    return suite;
}
