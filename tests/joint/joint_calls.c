/* joint_calls.c: the doors of joints: results, lists, ends, and what they leave unchanged. */
#include <math.h>
#include <string.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/exact.h"
#include "support/joints.h"
#include "support/lab.h"
#include "support/memory.h"
#include "support/random.h"
#include "support/sketch.h"
#include "support/widths.h"

static const evo_body THE_WORLD = {0, 0};

static evo_body ball_at(evo_world *world, double x, double y) {
    const evo_body_config config = lab_body(evo_circle(0.5), x, y);
    return evo_body_create(world, &config);
}

static evo_joint_config config_of(evo_joint_kind kind, evo_body a, evo_body b) {
    evo_joint_config config = evo_joint_config_default(kind);
    config.a = a;
    config.b = b;
    return config;
}

static bool is_alive(const evo_world *world, evo_joint joint) {
    return evo_joint_exists(world, joint);
}

/* ---- Bad input ------------------------------------------------------------------------------- */

static void is_refused(evo_world *world, const evo_joint_config *config, evo_result expected) {
    const uint64_t before = evo_world_hash(world);
    const evo_joint joint = evo_joint_create(world, config);
    ck_assert(!is_alive(world, joint) && joint.generation == 0);
    ck_assert_int_eq(evo_world_last_result(world), expected);
    ck_assert_uint_eq(evo_world_hash(world), before);
}

START_TEST(no_field_takes_nan) {
    evo_world *world = lab_world(10);
    const evo_body a = ball_at(world, 0, 0), b = ball_at(world, 2, 0);
    const evo_joint_config good = config_of(EVO_REVOLUTE, a, b);
    evo_joint_config bad;
    double *fields[] = {&bad.frame_a.position.x,
                        &bad.frame_a.position.y,
                        &bad.frame_a.angle,
                        &bad.frame_b.position.x,
                        &bad.frame_b.position.y,
                        &bad.frame_b.angle,
                        &bad.lower,
                        &bad.upper,
                        &bad.motor_speed,
                        &bad.motor_limit,
                        &bad.hertz,
                        &bad.damping_ratio,
                        &bad.length,
                        &bad.ratio,
                        &bad.break_force,
                        &bad.break_torque,
                        &bad.torque_limit,
                        &bad.ground_a.x,
                        &bad.ground_a.y,
                        &bad.ground_b.x,
                        &bad.ground_b.y,
                        &bad.rest,
                        &bad.pull_limit,
                        &bad.turn_hertz,
                        &bad.turn_speed,
                        &bad.velocity.y};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; ++i) {
        bad = good;
        *fields[i] = NAN;
        is_refused(world, &bad, EVO_ERROR_INVALID);
        *fields[i] = INFINITY;
        is_refused(world, &bad, EVO_ERROR_INVALID);
    }
    evo_world_destroy(world);
}
END_TEST

START_TEST(bad_joints_are_refused) {
    evo_world *world = lab_world(10);
    const evo_body a = ball_at(world, 0, 0), b = ball_at(world, 2, 0), gone = ball_at(world, 4, 0);
    evo_body_destroy(world, gone);
    evo_joint_config bad = config_of(EVO_REVOLUTE, a, a);
    is_refused(world, &bad, EVO_ERROR_INVALID);
    bad = config_of(EVO_REVOLUTE, THE_WORLD, THE_WORLD);
    is_refused(world, &bad, EVO_ERROR_INVALID);
    bad = config_of(EVO_REVOLUTE, a, gone);
    is_refused(world, &bad, EVO_ERROR_STALE);
    bad = config_of((evo_joint_kind)99, a, b);
    is_refused(world, &bad, EVO_ERROR_INVALID);
    bad = config_of(EVO_PRISMATIC, a, b);
    bad.lower = 1;
    is_refused(world, &bad, EVO_ERROR_INVALID);
    bad = config_of(EVO_WELD, a, b);
    bad.hertz = -1;
    is_refused(world, &bad, EVO_ERROR_INVALID);
    ck_assert(!is_alive(world, evo_joint_create(world, NULL)));
    ck_assert(!is_alive(NULL, evo_joint_create(NULL, &bad)));
    evo_world_destroy(world);
}
END_TEST

START_TEST(event_worlds_have_no_joints) {
    evo_world_config config = evo_world_config_default();
    config.exact = &EXACT;
    evo_world *world = evo_world_create(&config);
    const evo_joint_config joint = config_of(EVO_REVOLUTE, THE_WORLD, ball_at(world, 0, 0));
    is_refused(world, &joint, EVO_ERROR_UNSUPPORTED);
    evo_world_destroy(world);
}
END_TEST

START_TEST(settings_know_their_kinds) {
    evo_world *world = lab_world(10);
    const evo_body a = ball_at(world, 0, 0), b = ball_at(world, 2, 0);
    const evo_joint_config gear = config_of(EVO_GEAR, a, b), rod = config_of(EVO_DISTANCE, a, b);
    const evo_joint geared = evo_joint_create(world, &gear);
    const evo_joint joint = evo_joint_create(world, &rod);
    ck_assert_int_eq(evo_joint_set_motor_speed(world, geared, 1), EVO_ERROR_UNSUPPORTED);
    evo_joint_config other = evo_joint_get(world, joint);
    other.kind = EVO_WELD;
    ck_assert_int_eq(evo_joint_set(world, joint, &other), EVO_ERROR_UNSUPPORTED);
    other = evo_joint_get(world, joint);
    other.b = THE_WORLD;
    ck_assert_int_eq(evo_joint_set(world, joint, &other), EVO_ERROR_UNSUPPORTED);
    ck_assert_int_eq(evo_joint_set(world, joint, NULL), EVO_ERROR_INVALID);
    ck_assert_int_eq(joint_set_limits(world, joint, true, 2, 1), EVO_ERROR_INVALID);
    ck_assert_int_eq(joint_set_motor(world, joint, true, 1, NAN), EVO_ERROR_INVALID);
    ck_assert_int_eq(joint_set_break(world, joint, -1, 0), EVO_ERROR_INVALID);
    ck_assert_int_eq(joint_set_limits(world, joint, true, 0.5, 3), EVO_OK);
    ck_assert_double_eq(evo_joint_get(world, joint).upper, 3);
    ck_assert_double_eq(evo_joint_get(world, joint).length, 2);
    ck_assert_int_eq(evo_joint_destroy(world, joint), EVO_OK);
    ck_assert_int_eq(evo_joint_destroy(world, joint), EVO_ERROR_STALE);
    ck_assert_int_eq(joint_set_limits(world, joint, true, 0, 1), EVO_ERROR_STALE);
    ck_assert_double_eq(evo_joint_angle(world, joint), 0);
    ck_assert_double_eq(evo_joint_get(world, joint).length, 0);
    evo_world_destroy(world);
}
END_TEST

/* ---- Lists and ends -------------------------------------------------------------------------- */

START_TEST(joints_are_listed) {
    evo_world *world = lab_world(10);
    const evo_body a = ball_at(world, 0, 0), b = ball_at(world, 2, 0), c = ball_at(world, 4, 0);
    const evo_joint_config first = config_of(EVO_WELD, a, b), second = config_of(EVO_WELD, b, c);
    const evo_joint ab = evo_joint_create(world, &first), bc = evo_joint_create(world, &second);
    evo_joint found[4];
    ck_assert_uint_eq(evo_world_joints(world, found, 4), 2);
    ck_assert(evo_joint_equal(found[0], ab) && evo_joint_equal(found[1], bc));
    ck_assert_uint_eq(evo_body_joints(world, b, NULL, 0), 2);
    ck_assert_uint_eq(evo_body_joints(world, a, found, 4), 1);
    ck_assert(evo_joint_equal(found[0], ab) && !evo_joint_equal(ab, bc));
    evo_joint_destroy(world, ab);
    ck_assert_uint_eq(evo_body_joints(world, a, found, 4), 0);
    ck_assert_uint_eq(evo_world_joints(world, found, 1), 1);
    ck_assert(evo_joint_equal(found[0], bc));
    evo_world_destroy(world);
}
END_TEST

/* @joint-ends */
START_TEST(joints_end_with_their_bodies) {
    evo_world *world = lab_world(10);
    const evo_body a = ball_at(world, 0, 0), b = ball_at(world, 2, 0), c = ball_at(world, 4, 0);
    const evo_joint_config first = config_of(EVO_WELD, a, b), second = config_of(EVO_WELD, b, c);
    const evo_joint_config third = config_of(EVO_REVOLUTE, THE_WORLD, c);
    const evo_joint ab = evo_joint_create(world, &first), bc = evo_joint_create(world, &second);
    const evo_joint last = evo_joint_create(world, &third);
    size_t count;
    ck_assert_int_eq(evo_body_destroy(world, b), EVO_OK);
    ck_assert(!is_alive(world, ab) && !is_alive(world, bc) && is_alive(world, last));
    evo_world_joint_ends(world, &count);
    ck_assert_uint_eq(count, 0);
    evo_world_step(world, LAB_STEP);
    const evo_joint_end *broken = evo_world_joint_ends(world, &count);
    ck_assert_uint_eq(count, 2);
    ck_assert(evo_joint_equal(broken[0].joint, ab) && evo_joint_equal(broken[1].joint, bc)
              && !broken[0].broke);
    evo_world_step(world, LAB_STEP);
    evo_world_joint_ends(world, &count);
    ck_assert_uint_eq(count, 0);
    evo_world_destroy(world);
}
END_TEST

/* A ball on a rod that bears twice its weight breaks off when it has swung far enough. */
START_TEST(joints_break) {
    evo_world *world = lab_world(10);
    const evo_body ball = ball_at(world, 1, 0);
    evo_joint_config config = config_of(EVO_DISTANCE, THE_WORLD, ball);
    config.break_force = 2 * 10 * evo_body_mass(world, ball).mass;
    const evo_joint joint = evo_joint_create(world, &config);
    size_t count = 0;
    for (int i = 0; i < 120 && count == 0; ++i) {
        evo_world_step(world, LAB_STEP);
        evo_world_joint_ends(world, &count);
    }
    ck_assert_uint_eq(count, 1);
    ck_assert(!is_alive(world, joint));
    /* Swinging from the level of the nail, it pulls with 3 m g sin(angle); its load follows 1/60 s
     * behind. */
    const evo_vec2 at = evo_body_pose(world, ball).position;
    const double late = -evo_body_velocity(world, ball).y / 60;
    ck_assert_double_eq_tol(-at.y, 2.0 / 3 + late, 0.05);
    evo_world_destroy(world);
}
END_TEST

/* ---- Collisions ------------------------------------------------------------------------------ */

static double gap_after_a_second(bool collide) {
    evo_world *world = lab_world(0);
    const evo_body a = ball_at(world, 0, 0), b = ball_at(world, 0.5, 0);
    evo_joint_config config = config_of(EVO_DISTANCE, a, b);
    config.limit = true;
    config.upper = 5;
    config.collide = collide;
    evo_joint_create(world, &config);
    for (int i = 0; i < 60; ++i) evo_world_step(world, LAB_STEP);
    const double gap = evo_body_pose(world, b).position.x - evo_body_pose(world, a).position.x;
    evo_world_destroy(world);
    return gap;
}

/* @joint-collide */
START_TEST(joined_bodies_collide_if_they_shall) {
    ck_assert_double_eq(gap_after_a_second(false), 0.5);
    ck_assert_double_gt(gap_after_a_second(true), 0.9);
}
END_TEST

START_TEST(bodies_collide_again_when_their_joint_ends) {
    evo_world *world = lab_world(0);
    const evo_body a = ball_at(world, 0, 0), b = ball_at(world, 3, 0);
    const evo_joint_config config = config_of(EVO_GEAR, a, b);
    const evo_joint joint = evo_joint_create(world, &config);
    const evo_vec2 there = {2, 0};
    evo_body_set_velocity(world, a, there);
    for (int i = 0; i < 30; ++i) evo_world_step(world, LAB_STEP);
    evo_joint_destroy(world, joint);
    for (int i = 0; i < 120; ++i) evo_world_step(world, LAB_STEP);
    ck_assert_double_gt(evo_body_velocity(world, b).x, 0.5);
    evo_world_destroy(world);
}
END_TEST

/* ---- Drawing --------------------------------------------------------------------------------- */

/* A hinge with limits shows two lines to its anchors, a point at each, and a line to each limit. */
START_TEST(joints_are_drawn) {
    evo_world *world = lab_world(0);
    const evo_body body = ball_at(world, 3, 4);
    evo_joint_config config = config_of(EVO_REVOLUTE, THE_WORLD, body);
    config.frame_a.position = (evo_vec2){2, 4};
    config.frame_b.position = (evo_vec2){-1, 0};
    config.limit = true;
    config.upper = 1;
    const evo_joint joint = evo_joint_create(world, &config);
    const sketch *drawn = sketch_make(world, EVO_DRAW_JOINTS);
    ck_assert_uint_eq(sketch_count(drawn, EVO_ROLE_JOINT), 4);
    ck_assert_uint_eq(sketch_count(drawn, EVO_ROLE_LIMIT), 2);
    for (size_t i = 0; i < 4; ++i) {
        const stroke *s = sketch_find(drawn, EVO_ROLE_JOINT, i);
        ck_assert(evo_joint_equal(s->item.joint, joint));
        check_at(s->kind == STROKE_LINE ? s->to : s->at, 2, 4, 1e-12);
    }
    check_at(sketch_find(drawn, EVO_ROLE_LIMIT, 0)->at, 2, 4, 1e-12);
    evo_world_destroy(world);
}
END_TEST

/* ---- Memory and bits ------------------------------------------------------------------------- */

/* Joints of all kinds between balls of a row. */
static void join_all(evo_world *world, evo_body *balls, int count) {
    for (int i = 0; i < count; ++i) {
        const evo_joint_kind kind = (evo_joint_kind)(i % (EVO_PULLEY + 1));
        evo_joint_config config = config_of(kind, i > 0 ? balls[i - 1] : THE_WORLD, balls[i]);
        config.frame_a.position = (evo_vec2){i > 0 ? 0.75 : -0.75, 0};
        config.frame_b.position = (evo_vec2){-0.75, 0};
        config.spring |= i % 3 == 1;
        config.motor = i % 4 == 2;
        config.motor_speed = 1;
        config.motor_limit = 20;
        config.limit = i % 5 == 3;
        config.lower = -0.5;
        config.upper = 0.5;
        config.ground_a = config.ground_b = (evo_vec2){1.5 * i, 5};
        ck_assert(is_alive(world, evo_joint_create(world, &config)));
    }
}

static uint64_t hash_of(int lanes) {
    enum { COUNT = 40 };
    evo_world *world = lab_world(10);
    evo_body balls[COUNT];
    evo_world_set_lanes(world, lanes);
    for (int i = 0; i < COUNT; ++i) balls[i] = ball_at(world, 1.5 * i, 0);
    join_all(world, balls, COUNT);
    lab_run(world, 120);
    const uint64_t hash = evo_world_hash(world);
    evo_world_destroy(world);
    return hash;
}

START_TEST(joints_have_the_same_bits_on_all_lanes) {
    for (int i = 1; i < count_widths(); ++i) ck_assert_uint_eq(hash_of(1), hash_of(LANE_WIDTHS[i]));
}
END_TEST

/* Whatever call of the allocator is refused, a failed call changes nothing. */
START_TEST(refused_memory_changes_nothing) {
    for (size_t refuse = 1; refuse < 400; ++refuse) {
        test_memory memory = {0};
        evo_world_config config = evo_world_config_default();
        config.allocator = test_memory_allocator(&memory);
        config.gravity.y = -10;
        evo_world *world = evo_world_create(&config);
        const evo_body a = ball_at(world, 0, 0), b = ball_at(world, 2, 0);
        const evo_joint_config weld = config_of(EVO_WELD, a, b);
        memory.refuse = memory.calls + refuse;
        evo_joint joint = {0, 0};
        while (!is_alive(world, joint)) {
            const uint64_t before = evo_world_hash(world);
            joint = evo_joint_create(world, &weld);
            if (!is_alive(world, joint)) {
                ck_assert_int_eq(evo_world_last_result(world), EVO_ERROR_MEMORY);
                ck_assert_uint_eq(evo_world_hash(world), before);
            }
        }
        for (int i = 0; i < 3;) {
            const uint64_t before = evo_world_hash(world);
            const evo_result stepped = evo_world_step(world, LAB_STEP);
            if (stepped != EVO_OK) ck_assert_uint_eq(evo_world_hash(world), before);
            i += stepped == EVO_OK;
        }
        const bool destroyed = evo_body_destroy(world, a) == EVO_OK;
        ck_assert(destroyed || (is_alive(world, joint) && evo_body_exists(world, a)));
        const bool over = memory.refused == 0;
        evo_world_destroy(world);
        ck_assert_uint_eq(memory.bytes, 0);
        if (over) return;
    }
    ck_abort_msg("the calls of the allocator do not end");
}
END_TEST

/* Rods and springs have a length from anchor to anchor, pulleys a sum; others have none. */
START_TEST(joints_have_a_length) {
    evo_world *world = lab_world(0);
    const evo_body a = ball_at(world, 0, 0), b = ball_at(world, 3, 4);
    evo_joint_config rod = config_of(EVO_DISTANCE, a, b), pulley = config_of(EVO_PULLEY, a, b);
    const evo_joint rods = evo_joint_create(world, &rod);
    ck_assert_double_eq_tol(evo_joint_length(world, rods), 5, 1e-12);
    ck_assert_double_eq(evo_joint_translation(world, rods), evo_joint_length(world, rods));
    pulley.ground_a = evo_vec(0, 6);
    pulley.ground_b = evo_vec(3, 6);
    pulley.ratio = 2;
    const evo_joint pulleys = evo_joint_create(world, &pulley);
    ck_assert_double_eq_tol(evo_joint_length(world, pulleys), 6 + 2 * 2, 1e-12);
    const evo_joint_config hinge = config_of(EVO_REVOLUTE, a, THE_WORLD);
    ck_assert_double_eq(evo_joint_length(world, evo_joint_create(world, &hinge)), 0);
    ck_assert_double_eq(evo_joint_length(world, (evo_joint){77, 1}), 0);
    evo_world_destroy(world);
}
END_TEST

/* ---- What was got is set --------------------------------------------------------------------- */

static bool random_chance(double part) {
    return random_between(0, 1) < part;
}

/* A joint of any kind between two bodies that may stand, sleep or be disabled; its anchors, and
 * those of a pulley, coincide half of the time. */
static evo_joint random_joint(evo_world *world, evo_body bodies[2]) {
    const evo_joint_kind kind = (evo_joint_kind)(int)random_between(0, EVO_APART + 0.999);
    evo_joint_config config = evo_joint_config_default(kind);
    const evo_vec2 anchor = random_vector(1);
    const bool one_spot = random_chance(0.5);
    for (int side = 0; side < 2; ++side) {
        evo_body_config body = lab_body(evo_box(0.5, 0.5), random_between(-2, 2), 2.0 * side);
        body.velocity = random_vector(3);
        body.angle = random_between(-3, 3);
        bodies[side] = evo_body_create(world, &body);
    }
    config.a = random_chance(0.2) ? THE_WORLD : bodies[0];
    config.b = bodies[1];
    config.frame_b.position = evo_body_local_point(world, config.b, anchor);
    if (!one_spot) config.frame_b.position = random_vector(1);
    config.frame_a.position =
        config.a.generation ? evo_body_local_point(world, config.a, anchor) : anchor;
    config.ground_a = evo_body_world_point(world, bodies[0], config.frame_a.position);
    config.ground_b = evo_body_world_point(world, config.b, config.frame_b.position);
    config.ratio = random_between(0.5, 3);
    config.limit = random_chance(0.5);
    config.upper = random_between(0, 3);
    config.motor = random_chance(0.5);
    config.motor_speed = random_between(-3, 3);
    config.motor_limit = random_between(0, 20);
    config.spring = random_chance(0.5);
    config.collide = random_chance(0.3);
    return evo_joint_create(world, &config);
}

static void settle_at_random(evo_world *world, const evo_body bodies[2]) {
    const double way = random_between(0, 1);
    lab_run(world, (int)random_between(0, 20));
    if (way < 0.3) evo_body_set_asleep(world, bodies[1], true);
    if (way > 0.8) evo_body_set_kind(world, bodies[0], EVO_STATIC);
    if (way > 0.9) evo_body_set_disabled(world, bodies[1], true);
}

/* To set what was got changes nothing, nor does the speed that a motor has. */
START_TEST(what_is_got_is_set) {
    random_seed(88);
    for (int i = 0; i < 1500; ++i) {
        evo_world *world = lab_world(10);
        evo_body bodies[2];
        const evo_joint joint = random_joint(world, bodies);
        ck_assert(is_alive(world, joint));
        settle_at_random(world, bodies);
        const evo_joint_config config = evo_joint_get(world, joint);
        const uint64_t before = evo_world_hash(world);
        ck_assert_int_eq(evo_joint_set(world, joint, &config), EVO_OK);
        evo_joint_set_motor_speed(world, joint, config.motor_speed);
        ck_assert_uint_eq(evo_world_hash(world), before);
        evo_world_destroy(world);
    }
}
END_TEST

/* A frame takes back another speed of the motor, whether that runs or not, and its future. */
START_TEST(a_frame_takes_back_a_speed) {
    random_seed(89);
    for (int i = 0; i < 1500; ++i) {
        evo_world *world = lab_world(10);
        evo_frame *frame = NULL;
        evo_body bodies[2];
        const evo_joint joint = random_joint(world, bodies);
        settle_at_random(world, bodies);
        ck_assert_int_eq(evo_frame_keep(world, &frame), EVO_OK);
        const uint64_t before = evo_world_hash(world);
        lab_run(world, 3);
        const uint64_t after = evo_world_hash(world);
        if (random_chance(0.5)) ck_assert_int_eq(evo_frame_restore(world, frame), EVO_OK);
        evo_joint_config config = evo_joint_get(world, joint);
        config.motor_speed = random_between(-3, 3);
        if (random_chance(0.5))
            evo_joint_set(world, joint, &config);
        else
            evo_joint_set_motor_speed(world, joint, config.motor_speed);
        lab_run(world, (int)random_between(0, 5));
        ck_assert_int_eq(evo_frame_restore(world, frame), EVO_OK);
        ck_assert_uint_eq(evo_world_hash(world), before);
        lab_run(world, 3);
        ck_assert_uint_eq(evo_world_hash(world), after);
        evo_frame_destroy(frame);
        evo_world_destroy(world);
    }
}
END_TEST

Suite *suite_joint_calls(void) {
    Suite *suite = suite_create("joint_calls");
    TCase *calls = tcase_create("calls");
    tcase_add_test(calls, no_field_takes_nan);
    tcase_add_test(calls, bad_joints_are_refused);
    tcase_add_test(calls, event_worlds_have_no_joints);
    tcase_add_test(calls, settings_know_their_kinds);
    tcase_add_test(calls, joints_are_listed);
    tcase_add_test(calls, joints_end_with_their_bodies);
    tcase_add_test(calls, joints_break);
    tcase_add_test(calls, joined_bodies_collide_if_they_shall);
    tcase_add_test(calls, bodies_collide_again_when_their_joint_ends);
    tcase_add_test(calls, joints_are_drawn);
    tcase_add_test(calls, joints_have_the_same_bits_on_all_lanes);
    tcase_add_test(calls, joints_have_a_length);
    tcase_add_test(calls, refused_memory_changes_nothing);
    tcase_add_test(calls, what_is_got_is_set);
    tcase_add_test(calls, a_frame_takes_back_a_speed);
    suite_add_tcase(suite, calls);
    return suite;
}
