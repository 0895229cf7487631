/* own_saves.c: what calls accept, loads accept: every save of every world is loaded, is saved
 * as the same bytes, and goes on as the world does. Worlds of random programs (tests/fuzz/calls.c);
 * shapes and joints by hand; motion beyond the range of calls. */
#include <math.h>
#include <stdlib.h>

#include "fuzz/fuzz.h"
#include "suites.h"
#include "support/exact.h"
#include "support/joints.h"
#include "support/random.h"
#include "support/scene.h"

/* ---- Programs -------------------------------------------------------------------------------- */

enum { PROGRAM_MOST = 500 };

static void run_programs(int count, void (*run)(const uint8_t *bytes, size_t size)) {
    static uint8_t bytes[PROGRAM_MOST];
    for (int i = 0; i < count; ++i) {
        const size_t size = (size_t)random_between(20, PROGRAM_MOST);
        for (size_t k = 0; k < size; ++k) bytes[k] = (uint8_t)random_between(0, 256);
        run(bytes, size);
    }
}

enum { QUICK_PROGRAMS = 1000, DEEP_PROGRAMS = 20000 };

START_TEST(worlds_of_programs_are_loaded) {
    random_seed((uint64_t)_i);
    run_programs(_i == 0 ? QUICK_PROGRAMS : DEEP_PROGRAMS, fuzz_calls);
}
END_TEST

START_TEST(damaged_saves_are_refused_or_sound) {
    random_seed((uint64_t)_i);
    run_programs(_i == 0 ? QUICK_PROGRAMS : DEEP_PROGRAMS, fuzz_saves);
}
END_TEST

START_TEST(damaged_records_end) {
    random_seed((uint64_t)_i);
    run_programs(_i == 0 ? QUICK_PROGRAMS : DEEP_PROGRAMS, fuzz_records);
}
END_TEST

/* ---- By hand --------------------------------------------------------------------------------- */

/* Expects that a world is loaded from its save, and goes on as what was loaded. */
static void check_own(evo_world *world) {
    evo_world *other = evo_world_create(NULL);
    fuzz_copy(other, world);
    for (int i = 0; i < 3; ++i) {
        const evo_result result = evo_world_step(world, SCENE_STEP);
        ck_assert_int_eq(evo_world_step(other, SCENE_STEP), result);
        fuzz_expect_same(world, other);
    }
    evo_world_destroy(other);
}

static double any_number(void) {
    const double some[] = {0, -0.0, 1, -1, 1e-9, 1e30, -1e30, 9e29, 1e-30, 1e12};
    const int which = (int)random_between(0, 20);
    return which < 10 ? some[which] : random_between(-3, 3);
}

static evo_shape any_shape(void) {
    const evo_vec2 points[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}}, o = {0, 0};
    const evo_shape shapes[] = {evo_circle(0.5),
                                evo_ellipse(1, 0.5),
                                evo_ring(1, 0.3, 0, random_between(0.1, 6)),
                                evo_segment(points[0], points[1]),
                                evo_capsule(points[2], points[3], 0.2),
                                evo_box(1, 0.5),
                                evo_polygon(points, 4, 0.1)};
    return evo_shape_at(shapes[(int)random_between(0, 7)], o, random_between(-3, 3));
}

/* Overwrites a field of a shape, or none. */
static evo_shape by_hand(evo_shape shape) {
    evo_vec2 *const vectors[] = {&shape.axis, &shape.center, &shape.of.ring.half,
                                 &shape.of.polygon.points[(int)random_between(0, 4)]};
    const int which = (int)random_between(0, 6);
    const bool is_ring = shape.kind == EVO_RING, is_polygon = shape.kind == EVO_POLYGON;
    if (which < 2 || (which == 2 && is_ring) || (which == 3 && is_polygon))
        *vectors[which] = (evo_vec2){any_number(), any_number()};
    if (which == 4) shape.of.circle.radius = any_number();
    return shape;
}

/* Whatever fields a shape has, what takes it saves it. */
START_TEST(shapes_by_hand_are_loaded_if_they_are_taken) {
    int taken = 0, refused = 0;
    random_seed((uint64_t)_i);
    for (int i = 0; i < 500; ++i) {
        evo_world_config events = evo_world_config_default();
        events.exact = i % 4 == 0 ? &EXACT : NULL;
        evo_world *world = evo_world_create(&events);
        evo_body_config config = evo_body_config_default();
        config.shape = by_hand(any_shape());
        const bool made = evo_body_create(world, &config).generation != 0;
        ck_assert_int_eq(made, evo_shape_check(&config.shape) == EVO_OK);
        taken += made;
        refused += !made;
        check_own(world);
        evo_world_destroy(world);
    }
    ck_assert_int_gt(taken, 50);
    ck_assert_int_gt(refused, 50);
}
END_TEST

static evo_joint_config any_joint(const evo_body *bodies) {
    evo_joint_config c = evo_joint_config_default((evo_joint_kind)random_between(0, 8));
    c.a = bodies[0];
    c.b = bodies[1 + (int)random_between(0, 2)];
    if (random_between(0, 1) < 0.5) c.ratio = any_number();
    if (random_between(0, 1) < 0.2) c.length = any_number();
    if (random_between(0, 1) < 0.2) c.ground_a.x = any_number();
    return c;
}

/* Joints keep what they are created with: whatever that is, it is loaded. They end with their body
 * in one order, and a frame is restored. */
START_TEST(joints_are_loaded_if_they_are_taken) {
    random_seed((uint64_t)_i);
    for (int i = 0; i < 300; ++i) {
        evo_world *world = scene_world(0, NULL);
        evo_body bodies[3];
        evo_joint joints[6] = {{0, 0}};
        evo_frame *frame = NULL;
        for (int k = 0; k < 3; ++k) bodies[k] = scene_ball(world, 0.3, 2.0 * k, 0);
        (void)evo_body_set_pose(world, bodies[1], (evo_pose){{any_number(), 1}, any_number()});
        for (int k = 0; k < 20; ++k) {
            evo_joint *at = &joints[(int)random_between(0, 6)];
            const evo_joint_config c = any_joint(bodies);
            if (evo_joint_exists(world, *at)) ck_assert_int_eq(evo_joint_destroy(world, *at), 0);
            *at = evo_joint_create(world, &c);
            if (at->generation == 0) continue;
            ck_assert_int_eq(joint_set_break(world, *at, 1e9, 1e9), EVO_OK);
        }
        evo_world *other = evo_world_create(NULL);
        fuzz_copy(other, world);
        ck_assert_int_eq(evo_frame_keep(world, &frame), EVO_OK);
        ck_assert_int_eq(evo_body_destroy(world, bodies[0]), EVO_OK);
        ck_assert_int_eq(evo_body_destroy(other, bodies[0]), EVO_OK);
        fuzz_expect_same(world, other);
        ck_assert_int_eq(evo_frame_restore(world, frame), EVO_OK);
        evo_frame_destroy(frame);
        evo_world_destroy(world);
        evo_world_destroy(other);
    }
}
END_TEST

/* A chain keeps its body from becoming dynamic, as it is made on none that is. */
START_TEST(bodies_with_chains_are_never_dynamic) {
    evo_world *world = scene_world(0, NULL);
    evo_body_config config = evo_body_config_default();
    evo_vec2 points[] = {{2, 0}, {1, 0}, {0, 0}, {-1, 0}};
    evo_chain_config chain = evo_chain_config_default();
    config.kind = EVO_STATIC;
    chain.points = points;
    chain.count = 4;
    const evo_body body = evo_body_create(world, &config);
    const evo_chain made = evo_chain_create(world, body, &chain);
    ck_assert_int_eq(evo_body_set_kind(world, body, EVO_DYNAMIC), EVO_ERROR_UNSUPPORTED);
    ck_assert_int_eq(evo_body_set_kind(world, body, EVO_KINEMATIC), EVO_OK);
    check_own(world);
    ck_assert_int_eq(evo_chain_destroy(world, made), EVO_OK);
    ck_assert_int_eq(evo_body_set_kind(world, body, EVO_DYNAMIC), EVO_OK);
    check_own(world);
    evo_world_destroy(world);
}
END_TEST

/* Calls take numbers up to 1e30; what follows from them may be larger. */
START_TEST(what_leaves_the_range_of_calls_is_loaded) {
    random_seed((uint64_t)_i);
    for (int i = 0; i < 20; ++i) {
        evo_world *world = scene_world(0, NULL);
        const evo_body b = scene_ball(world, 1, 0, 0);
        (void)evo_body_set_mass(world, b, (evo_mass){1e6, {0, -0.0}, 1e12});
        (void)evo_body_set_pose(world, b, (evo_pose){{any_number(), 0}, any_number()});
        (void)evo_body_set_velocity(world, b, (evo_vec2){any_number(), 0});
        (void)evo_body_set_spin(world, b, any_number());
        (void)evo_body_set_damping(world, b, -0.0);
        (void)evo_body_set_spin_damping(world, b, any_number() > 0 ? 1 : -0.0);
        for (int n = 0; n < 3; ++n)
            (void)evo_body_apply_force(world, b, (evo_vec2){any_number(), 0},
                                       (evo_vec2){0, any_number()});
        check_own(world);
        evo_world_destroy(world);
    }
}
END_TEST

/* Nothing moves in a world of exact time, or no longer. */
START_TEST(still_worlds_of_exact_time_are_loaded) {
    evo_world_config config = evo_world_config_default();
    config.exact = &EXACT;
    config.boundary = (evo_boundary)(_i % 3);
    config.bounds = (evo_bounds){{-9, -9}, {9, 9}};
    evo_world *world = evo_world_create(&config);
    evo_body_config c = evo_body_config_default();
    c.shape = evo_circle(0.5);
    c.kind = EVO_STATIC;
    if (_i / 3 == 1) (void)evo_body_create(world, &c);
    c.kind = EVO_DYNAMIC;
    const evo_body gone = _i / 3 == 2 ? evo_body_create(world, &c) : (evo_body){0, 0};
    ck_assert_int_eq(evo_world_step(world, 0.1), EVO_OK);
    check_own(world);
    if (_i / 3 == 2) ck_assert_int_eq(evo_body_destroy(world, gone), EVO_OK);
    check_own(world);
    evo_world_destroy(world);
}
END_TEST

/* A size, or a speed, of any order of magnitude that calls take. */
static double any_extreme(double least, double most) {
    const double sign = random_between(0, 1) < 0.5 ? -1 : 1;
    return sign * (random_between(0, 1) < 0.3 ? most : random_scale(least, most));
}

static evo_body add_extreme(evo_world *world, evo_body_kind kind) {
    evo_body_config config = evo_body_config_default();
    config.kind = kind;
    config.shape = evo_circle(fabs(any_extreme(1e-3, 2e9)));
    config.filter.group = -1;
    config.filter.category = config.filter.mask = 1;
    if (random_between(0, 1) < 0.7) config.spin = any_extreme(1, 1e30);
    if (random_between(0, 1) < 0.3) config.velocity.x = any_extreme(1, 1e30);
    return evo_body_create(world, &config);
}

/* Rows of joints that leave the range of floats publish nothing of it. */
START_TEST(extreme_joints_are_loaded) {
    int made = 0;
    random_seed(60 + (uint64_t)_i);
    for (int i = 0; i < 60; ++i) {
        evo_world *world = evo_world_create(NULL);
        const evo_body bodies[] = {add_extreme(world, EVO_KINEMATIC),
                                   add_extreme(world, EVO_DYNAMIC)};
        evo_joint_config c = evo_joint_config_default(
            i % 2 ? EVO_MOTOR : (evo_joint_kind)random_between(0, EVO_PULLEY + 1));
        c.a = bodies[i % 4 < 2];
        c.b = bodies[i % 4 >= 2];
        c.motor_limit = 1e30;
        c.torque_limit = random_between(0, 1) < 0.5 ? 1e30 : random_scale(1, 1e30);
        c.frame_a.position.x = random_between(0, 1) < 0.5 ? 0 : random_scale(1e-3, 10);
        c.motor = random_between(0, 1) < 0.5;
        c.motor_speed = any_extreme(1, 1e30);
        made += evo_joint_exists(world, evo_joint_create(world, &c));
        for (int step = 0; step < 2; ++step) (void)evo_world_step(world, SCENE_STEP);
        check_own(world);
        evo_world_destroy(world);
    }
    ck_assert_int_gt(made, 10);
}
END_TEST

/* ---- Suite ----------------------------------------------------------------------------------- */

enum { QUICK = 2, DEEP = 50 };

Suite *suite_own_saves(void) {
    Suite *suite = suite_create("own_saves");
    TCase *quick = tcase_create("quick"), *deep = tcase_create("deep");
    tcase_add_loop_test(quick, worlds_of_programs_are_loaded, 0, 1);
    tcase_add_loop_test(quick, damaged_saves_are_refused_or_sound, 0, 1);
    tcase_add_loop_test(quick, damaged_records_end, 0, 1);
    tcase_add_loop_test(quick, shapes_by_hand_are_loaded_if_they_are_taken, 0, QUICK);
    tcase_add_loop_test(quick, joints_are_loaded_if_they_are_taken, 0, QUICK);
    tcase_add_loop_test(quick, what_leaves_the_range_of_calls_is_loaded, 0, QUICK);
    tcase_add_loop_test(quick, still_worlds_of_exact_time_are_loaded, 0, 9);
    tcase_add_loop_test(quick, extreme_joints_are_loaded, 0, QUICK);
    tcase_add_test(quick, bodies_with_chains_are_never_dynamic);
    suite_add_tcase(suite, quick);
    tcase_add_loop_test(deep, worlds_of_programs_are_loaded, 1, DEEP);
    tcase_add_loop_test(deep, damaged_saves_are_refused_or_sound, 1, DEEP);
    tcase_add_loop_test(deep, damaged_records_end, 1, DEEP);
    tcase_add_loop_test(deep, shapes_by_hand_are_loaded_if_they_are_taken, QUICK, DEEP);
    tcase_add_loop_test(deep, joints_are_loaded_if_they_are_taken, QUICK, DEEP);
    tcase_add_loop_test(deep, what_leaves_the_range_of_calls_is_loaded, QUICK, DEEP);
    tcase_add_loop_test(deep, extreme_joints_are_loaded, QUICK, DEEP);
    tcase_set_tags(deep, "slow");
    tcase_set_timeout(deep, 600);
    suite_add_tcase(suite, deep);
    return suite;
}
