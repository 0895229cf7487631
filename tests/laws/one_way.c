/* one_way.c: platforms that let pass what moves along a direction, and hold what comes against
 * it: bodies of all shapes, from below, aslant, from above, at any speed; casts and rays. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/check.h"
#include "support/exact.h"
#include "support/lab.h"
#include "support/random.h"

static const double GRAVITY = 10;

static evo_world *world_of(void) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -GRAVITY;
    config.impact_speed = 0;
    return lab_make(config);
}

static evo_body add(evo_world *world, const evo_body_config *config) {
    const evo_body body = evo_body_create(world, config);
    ck_assert(evo_body_exists(world, body));
    return body;
}

/* A platform with its upper side at a height, of any kind of shape, which lets pass upwards. */
static evo_body add_platform(evo_world *world, int kind, double height) {
    const double half = 20, thick = random_scale(0.02, 0.5);
    const evo_vec2 left = {-half, 0}, right = {half, 0};
    evo_body_config config = lab_body(evo_box(half, thick), 0, height - thick);
    if (kind == 1) config.shape = evo_capsule(left, right, thick);
    if (kind == 2) config = lab_body(evo_segment(left, right), 0, height);
    config.kind = random_between(0, 1) < 0.5 ? EVO_STATIC : EVO_KINEMATIC;
    config.one_way = (evo_vec2){0, 1};
    if (kind == 3) { /* turned over */
        config.angle = 3.14159265358979323846;
        config.one_way.y = -1;
    }
    return add(world, &config);
}

static evo_shape any_shape(void) {
    const double size = random_between(0.2, 0.5);
    const evo_vec2 left = {-size, 0}, right = {size, 0};
    switch ((int)random_between(0, 5)) {
    case 0:
        return evo_circle(size);
    case 1:
        return evo_ellipse(size, 0.5 * size);
    case 2:
        return evo_box(size, 0.6 * size);
    case 3:
        return evo_ring(0.75 * size, 0.5 * size, 0, 6.283185307179586);
    default:
        return evo_capsule(left, right, 0.5 * size);
    }
}

static evo_body_config any_body(double height) {
    evo_body_config config = lab_body(any_shape(), random_between(-3, 3), height);
    config.angle = random_between(-3, 3);
    config.spin = random_between(-4, 4);
    config.velocity.x = random_between(-3, 3);
    config.material.rolling_resistance = 0.3; /* it comes to rest on the platform */
    config.spin_damping = 0.5;
    return config;
}

/* Steps as long as the body rises, and as nothing may touch it, whose way is a parabola. */
static void rise_freely(evo_world *world, evo_body body) {
    evo_world *alone = world_of();
    evo_body_config config = evo_body_get(world, body);
    evo_collider collider;
    ck_assert_uint_eq(evo_body_colliders(world, body, &collider, 1), 1);
    config.shape = evo_collider_shape(world, collider);
    const evo_body twin = add(alone, &config);
    while (evo_body_velocity(alone, twin).y > 0.2) {
        lab_run(world, 1);
        lab_run(alone, 1);
        const evo_pose one = evo_body_pose(world, body), two = evo_body_pose(alone, twin);
        ck_assert_double_eq_tol(one.position.x, two.position.x, 1e-9);
        ck_assert_double_eq_tol(one.position.y, two.position.y, 1e-9);
    }
    evo_world_destroy(alone);
}

/* ---- From below, from above ------------------------------------------------------------------ */

/* What is thrown up passes one platform, or two, as if they were not there, falls back, and comes
 * to rest on the last that it has passed as a whole. */
START_TEST(what_rises_passes_and_lands) {
    random_seed(91 + (uint64_t)_i);
    for (int trial = 0; trial < 12; ++trial) {
        evo_world *world = world_of();
        const double first = random_between(2, 3), second = first + random_between(2, 3);
        add_platform(world, trial % 4, first);
        add_platform(world, (trial + 1) % 4, second);
        const bool both = trial % 2;
        const double top = (both ? second : first) + 1.2;
        evo_body_config config = any_body(0);
        config.velocity.y = sqrt(2 * GRAVITY * top);
        const evo_body body = add(world, &config);
        rise_freely(world, body);
        for (int i = 0; i < 300; ++i) {
            lab_run(world, 1);
            const double above = evo_body_bounds(world, body).min.y - (both ? second : first);
            ck_assert_double_ge(above, -0.06);
        }
        evo_world_destroy(world);
    }
}
END_TEST

/* Each passes into the platform, and falls back out of it. */
START_TEST(what_turns_within_a_platform_falls_back) {
    random_seed(93);
    for (int trial = 0; trial < 20; ++trial) {
        evo_world *world = world_of();
        add_platform(world, trial % 4, 2.5);
        evo_body_config config = any_body(0);
        config.velocity.y = sqrt(2 * GRAVITY * 2.1);
        const evo_body body = add(world, &config);
        rise_freely(world, body);
        lab_run(world, 120);
        ck_assert_double_lt(evo_body_bounds(world, body).max.y, -2);
        evo_world_destroy(world);
    }
}
END_TEST

/* Drops three bodies at any speed, onto a platform that may rise; returns where they lie then. */
enum { DROPPED = 3 };

static void drop(uint64_t seed, bool solid, evo_pose poses[DROPPED]) {
    random_seed(seed);
    evo_world *world = world_of();
    const evo_body platform = add_platform(world, (int)(seed % 4), 0);
    evo_collider collider;
    evo_body_colliders(world, platform, &collider, 1);
    evo_collider_config config = evo_collider_get(world, collider);
    if (solid) config.one_way = (evo_vec2){0, 0};
    ck_assert_int_eq(evo_collider_set(world, collider, &config), EVO_OK);
    if (evo_body_kind_of(world, platform) == EVO_KINEMATIC)
        evo_body_set_velocity(world, platform, (evo_vec2){0, (double)(seed % 3)});
    evo_body bodies[DROPPED];
    for (int i = 0; i < DROPPED; ++i) {
        evo_body_config falls = any_body(2);
        falls.position.x += 7 * (i - 1);
        falls.velocity.y = -random_scale(1, 200);
        bodies[i] = add(world, &falls);
    }
    lab_run(world, 120);
    for (int i = 0; i < DROPPED; ++i) poses[i] = evo_body_pose(world, bodies[i]);
    evo_world_destroy(world);
}

/* To the last bit as by a solid one. @one-way-holds */
START_TEST(what_falls_is_held) {
    for (uint64_t seed = 0; seed < 60; ++seed) {
        evo_pose one_way[DROPPED], solid[DROPPED];
        drop(seed, false, one_way);
        drop(seed, true, solid);
        for (int i = 0; i < DROPPED; ++i) {
            ck_assert(one_way[i].position.x == solid[i].position.x);
            ck_assert(one_way[i].position.y == solid[i].position.y);
            ck_assert(one_way[i].angle == solid[i].angle);
        }
    }
}
END_TEST

/* ---- Dropping through ------------------------------------------------------------------------ */

typedef struct dropping {
    bool drops;
} dropping;

static bool lets_drop(void *context, const evo_contact *contact, evo_contact_rules *rules) {
    (void)contact, (void)rules;
    return !((dropping *)context)->drops;
}

START_TEST(dropping_through_is_a_question) {
    random_seed(95);
    for (int trial = 0; trial < 12; ++trial) {
        dropping d = {false};
        evo_world_config setting = evo_world_config_default();
        setting.gravity.y = -GRAVITY;
        setting.pre_solve = lets_drop;
        setting.callback_context = &d;
        evo_world *world = lab_make(setting);
        add_platform(world, trial % 4, 0);
        add_platform(world, (trial + 1) % 4, 4);
        const evo_body_config config = any_body(5);
        const evo_body body = add(world, &config);
        lab_run(world, 300);
        ck_assert_double_gt(evo_body_bounds(world, body).min.y, 3.9);
        d.drops = true;
        (void)evo_body_wake_touching(world, body);
        lab_run(world, 12);
        d.drops = false;
        lab_run(world, 150);
        ck_assert_double_lt(evo_body_bounds(world, body).max.y, 2);
        ck_assert_double_gt(evo_body_bounds(world, body).min.y, -0.06);
        evo_world_destroy(world);
    }
}
END_TEST

/* ---- Movers ---------------------------------------------------------------------------------- */

static bool passes(void *context, const evo_plane *plane) {
    (void)plane;
    return *(const bool *)context;
}

/* A mover jumps through two platforms, one after the other, from below and aslant, stands on each,
 * and drops through both when it is told to. */
START_TEST(movers_jump_through) {
    random_seed(97);
    for (int trial = 0; trial < 12; ++trial) {
        evo_world *world = world_of();
        bool drops = false;
        add_platform(world, trial % 4, 0);
        add_platform(world, (trial + 1) % 4, 2);
        add_platform(world, (trial + 2) % 4, 4);
        evo_mover_config config = evo_mover_config_default();
        config.shape = trial % 2 ? evo_box(0.3, 0.4)
                                 : evo_capsule((evo_vec2){0, -0.3}, (evo_vec2){0, 0.3}, 0.3);
        config.passes = passes;
        config.context = &drops;
        evo_mover mover = {.pose = {{0, 0.8}, 0}};
        double highest = 0;
        for (int i = 0; i < 400; ++i) {
            const double fall = mover.velocity.y - GRAVITY / 60;
            drops = i >= 240;
            const evo_vec2 velocity = {trial % 3 - 1, mover.grounded && !drops ? 7.5 : fall};
            ck_assert_int_eq(evo_mover_move(world, &config, &mover, velocity, 1.0 / 60), EVO_OK);
            lab_run(world, 1);
            highest = fmax(highest, mover.pose.position.y);
            if (i == 239) ck_assert_double_gt(mover.pose.position.y, 4);
        }
        ck_assert_double_gt(highest, 4.5);
        ck_assert_double_lt(mover.pose.position.y, -1);
        evo_world_destroy(world);
    }
}
END_TEST

/* ---- Ways ------------------------------------------------------------------------------------ */

START_TEST(rays_and_casts_pass_one_way) {
    random_seed(96);
    for (int trial = 0; trial < 40; ++trial) {
        evo_world *world = world_of();
        const evo_body platform = add_platform(world, trial % 4, 1);
        const evo_vec2 low = {random_between(-2, 2), -1}, high = {random_between(-2, 2), 3};
        const evo_shape shape = any_shape();
        const evo_pose under = {low, 1}, above = {high, 2};
        ck_assert(!evo_world_ray(world, low, high, NULL).hit);
        ck_assert(!evo_world_cast_shape(world, &shape, under, above, NULL).hit);
        const evo_ray_hit ray = evo_world_ray(world, high, low, NULL);
        const evo_ray_hit cast = evo_world_cast_shape(world, &shape, above, under, NULL);
        ck_assert(ray.hit && evo_body_equal(ray.body, platform));
        ck_assert(cast.hit && evo_body_equal(cast.body, platform));
        ck_assert_double_eq_tol(ray.point.y, 1, 1e-9);
        evo_world_destroy(world);
    }
}
END_TEST

/* ---- Calls ----------------------------------------------------------------------------------- */

/* It is kept by getters, saves and changes; exact time and no numbers are refused. */
START_TEST(one_way_is_kept) {
    evo_world *world = world_of();
    const evo_body platform = add_platform(world, 0, 0);
    evo_collider collider;
    evo_body_colliders(world, platform, &collider, 1);
    evo_collider_config config = evo_collider_get(world, collider);
    ck_assert(config.one_way.y == 1);
    const size_t size = evo_world_save(world, NULL, 0);
    unsigned char *bytes = malloc(size);
    ck_assert_uint_eq(evo_world_save(world, bytes, size), size);
    config.one_way.y = 0;
    ck_assert_int_eq(evo_collider_set(world, collider, &config), EVO_OK);
    ck_assert(evo_collider_get(world, collider).one_way.y == 0);
    config.one_way.y = (double)NAN;
    ck_assert_int_eq(evo_collider_set(world, collider, &config), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_world_load(world, bytes, size), EVO_OK);
    ck_assert(evo_collider_get(world, collider).one_way.y == 1);
    free(bytes);
    evo_world_destroy(world);
    evo_world_config setting = evo_world_config_default();
    setting.exact = &EXACT;
    world = lab_make(setting);
    evo_body_config body = lab_body(evo_circle(1), 0, 0);
    body.one_way.x = 1;
    ck_assert(evo_body_is_none(evo_body_create(world, &body)));
    ck_assert_int_eq(evo_world_last_result(world), EVO_ERROR_UNSUPPORTED);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_one_way(void) {
    Suite *suite = suite_create("one_way");
    TCase *one_way = tcase_create("one_way");
    tcase_add_loop_test(one_way, what_rises_passes_and_lands, 0, 4);
    tcase_add_test(one_way, what_turns_within_a_platform_falls_back);
    tcase_add_test(one_way, what_falls_is_held);
    tcase_add_test(one_way, dropping_through_is_a_question);
    tcase_add_test(one_way, movers_jump_through);
    tcase_add_test(one_way, rays_and_casts_pass_one_way);
    tcase_add_test(one_way, one_way_is_kept);
    suite_add_tcase(suite, one_way);
    return suite;
}
