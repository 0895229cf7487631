/* far_anchors.c: joints whose anchors are far from small bodies hold, as pendulums do, or are
 * refused; and steps of worlds with numbers of any size end, with numbers that calls take. */
#include <math.h>
#include <stdlib.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

/* ---- Pendulums ------------------------------------------------------------------------------- */

static const double GRAVITY = 10;

static bool chance(double part) {
    return random_between(0, 1) < part;
}

/* A disk that hangs by a hinge `reaches` times its radius away. */
static evo_body hang(evo_world *world, double radius, double reaches, double angle,
                     evo_joint_kind kind) {
    const double arm = radius * reaches;
    evo_body_config c = lab_body(evo_circle(radius), arm * sin(angle), -arm * cos(angle));
    c.angle = angle;
    const evo_body body = evo_body_create(world, &c);
    evo_joint_config j = evo_joint_config_default(kind);
    j.a = body;
    j.frame_a.position.y = arm;
    ck_assert(evo_joint_exists(world, evo_joint_create(world, &j)));
    return body;
}

/* Time from the release at a small angle to the lowest point, as part of what a stiff pendulum
 * takes. */
static double swing_time(double radius, double reaches) {
    evo_world *world = lab_world(GRAVITY);
    const double arm = radius * reaches, inertia = 0.5 * radius * radius + arm * arm;
    const double quarter = 0.25 * 2 * acos(-1) * sqrt(inertia / (GRAVITY * arm));
    const double dt = quarter / 400;
    const evo_body body = hang(world, radius, reaches, 0.05, EVO_REVOLUTE);
    double time = 0;
    while (evo_body_pose(world, body).position.x > 0 && time < 3 * quarter) {
        ck_assert_int_eq(evo_world_step(world, dt), EVO_OK);
        time += dt;
    }
    const evo_vec2 at = evo_body_pose(world, body).position;
    ck_assert_double_eq_tol(hypot(at.x, at.y), arm, 1e-3 * arm);
    evo_world_destroy(world);
    return time / quarter;
}

START_TEST(pendulums_swing_on_long_arms) {
    random_seed((uint64_t)_i);
    const double time = swing_time(random_scale(0.05, 5), random_scale(2, 3000));
    ck_assert_double_eq_tol(time, 1, 0.01);
}
END_TEST

/* Two small bodies, welded far from each other, fall as one. */
START_TEST(far_welds_hold) {
    random_seed((uint64_t)_i);
    evo_world *world = lab_world(GRAVITY);
    const double radius = random_scale(0.05, 5), arm = radius * random_scale(2, 9000);
    const evo_vec2 v = random_vector(3);
    evo_body bodies[2];
    for (int i = 0; i < 2; ++i) {
        evo_body_config c = lab_body(evo_circle(radius * (1 + i)), i * arm, 0);
        c.velocity = v;
        bodies[i] = evo_body_create(world, &c);
    }
    evo_joint_config j = evo_joint_config_default(EVO_WELD);
    j.a = bodies[0];
    j.b = bodies[1];
    if (chance(0.5))
        j.frame_a.position.x = arm;
    else
        j.frame_b.position.x = -arm;
    ck_assert(evo_joint_exists(world, evo_joint_create(world, &j)));
    for (int i = 0; i < 60; ++i) ck_assert_int_eq(evo_world_step(world, LAB_STEP), EVO_OK);
    const double time = evo_world_time(world), small = 1e-3 * arm + 0.1 * radius;
    for (int i = 0; i < 2; ++i) {
        const evo_vec2 at = evo_body_pose(world, bodies[i]).position;
        const double y = v.y * time - 0.5 * GRAVITY * time * time;
        ck_assert_double_le(hypot(at.x - i * arm - v.x * time, at.y - y), small);
    }
    evo_world_destroy(world);
}
END_TEST

/* What is welded to a mover far away goes with it. */
START_TEST(far_welds_follow) {
    random_seed((uint64_t)_i);
    evo_world *world = lab_world(GRAVITY);
    const double radius = random_scale(0.05, 5), arm = radius * random_scale(2, 9000);
    const evo_vec2 v = {0.3 * arm, random_between(-0.3, 0.3) * arm};
    evo_body_config c = lab_body(evo_circle(radius), 0.37 * arm, -0.8 * arm);
    c.velocity = v;
    const evo_body small = evo_body_create(world, &c);
    c.kind = EVO_KINEMATIC;
    c.position = (evo_vec2){0, 0};
    const evo_body mover = evo_body_create(world, &c);
    evo_joint_config j = evo_joint_config_default(EVO_WELD);
    j.a = small;
    j.b = mover;
    j.frame_a.position = (evo_vec2){-0.37 * arm, 0.8 * arm};
    ck_assert(evo_joint_exists(world, evo_joint_create(world, &j)));
    for (int i = 0; i < 60; ++i) ck_assert_int_eq(evo_world_step(world, LAB_STEP), EVO_OK);
    const evo_vec2 at = evo_body_pose(world, small).position;
    const double x = 0.37 * arm + v.x, y = -0.8 * arm + v.y;
    ck_assert_double_le(hypot(at.x - x, at.y - y), 1e-2 * arm + 0.1 * radius);
    evo_world_destroy(world);
}
END_TEST

/* ---- Any anchors ----------------------------------------------------------------------------- */

static evo_body add_any(evo_world *world, int i) {
    evo_body_config c = evo_body_config_default();
    const double size = random_scale(0.1, 2);
    const evo_shape shapes[] = {evo_circle(size), evo_box(size, 0.4 * size),
                                evo_ellipse(size, 0.6 * size)};
    if (chance(0.9)) c.shape = shapes[(int)random_between(0, 3)];
    c.position = (evo_vec2){4 * i, random_between(-1, 1)};
    c.spin = random_between(-6, 6);
    c.angle = random_between(-3, 3);
    return evo_body_create(world, &c);
}

static bool is_sound(const evo_world *world, evo_body body) {
    const evo_pose pose = evo_body_pose(world, body);
    const evo_vec2 v = evo_body_velocity(world, body);
    const double numbers[] = {
        pose.position.x, pose.position.y, pose.angle, v.x, evo_body_spin(world, body), v.y};
    for (int i = 0; i < 6; ++i)
        if (!(fabs(numbers[i]) <= 1e30)) return false;
    return true;
}

enum { BODIES = 3 };

/* All kinds of joints, between bodies and to the world, up to the longest arms that are taken. */
START_TEST(joints_with_far_anchors_are_finite) {
    for (uint64_t seed = 0; seed < 150; ++seed) {
        random_seed(seed);
        evo_world *world = lab_world(GRAVITY);
        evo_body bodies[BODIES];
        for (int i = 0; i < BODIES; ++i) bodies[i] = add_any(world, i);
        evo_joint_config j = evo_joint_config_default((evo_joint_kind)(seed % (EVO_PULLEY + 1)));
        const double far = random_scale(1, 100);
        j.a = bodies[0];
        if (chance(0.5)) j.b = bodies[1];
        j.frame_a.position = random_vector(far);
        j.frame_b.position = chance(0.5) ? random_vector(1) : random_vector(far);
        j.limit = chance(0.3);
        j.upper = far;
        j.spring = j.spring || chance(0.2);
        const evo_joint joint = evo_joint_create(world, &j);
        for (int i = 0; i < 60; ++i) ck_assert_int_eq(evo_world_step(world, LAB_STEP), EVO_OK);
        for (int i = 0; i < BODIES; ++i)
            ck_assert_msg(is_sound(world, bodies[i]), "seed %d, joint %d", (int)seed,
                          (int)joint.index);
        evo_world_destroy(world);
    }
}
END_TEST

START_TEST(anchors_that_are_too_far_are_refused) {
    random_seed((uint64_t)_i);
    evo_world *world = lab_world(GRAVITY);
    const double radius = random_scale(0.01, 10), most = 1e4 * radius, angle = random_between(0, 6);
    const evo_vec2 way = evo_direction(angle);
    evo_body_config c = lab_body(evo_circle(radius), 0, 0);
    const evo_body small = evo_body_create(world, &c);
    c.shape = evo_circle(2 * radius);
    const evo_body large = evo_body_create(world, &c);
    c.shape.kind = EVO_NO_SHAPE;
    const evo_body bare = evo_body_create(world, &c);
    const struct {
        evo_body a, b;
        double most;
    } pairs[] = {{small, {0, 0}, most},
                 {large, {0, 0}, 2 * most},
                 {large, small, most},
                 {small, large, most},
                 {bare, {0, 0}, 1e4}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i)
        for (int beyond = 0; beyond < 2; ++beyond) {
            evo_joint_config j = evo_joint_config_default(EVO_REVOLUTE);
            const double arm = pairs[i].most * (beyond ? 1.001 : 0.999);
            const uint64_t before = evo_world_hash(world);
            j.a = pairs[i].a;
            j.b = pairs[i].b;
            j.frame_a.position = (evo_vec2){arm * way.x, arm * way.y};
            const evo_joint made = evo_joint_create(world, &j);
            ck_assert_int_eq(evo_joint_exists(world, made), !beyond);
            ck_assert_int_eq(evo_world_last_result(world), beyond ? EVO_ERROR_INVALID : EVO_OK);
            if (beyond) ck_assert_uint_eq(evo_world_hash(world), before);
        }
    evo_world_destroy(world);
}
END_TEST

/* How a body turns does not tell which joints it had. */
START_TEST(arms_are_forgotten) {
    uint64_t hashes[2];
    for (int joined = 0; joined < 2; ++joined) {
        evo_joint made[8];
        evo_world *world = lab_world(GRAVITY);
        random_seed(1);
        const evo_body body = add_any(world, 0);
        for (int i = 0; i < 8; ++i) {
            evo_joint_config j = evo_joint_config_default(EVO_REVOLUTE);
            j.a = body;
            j.frame_a.position.x = random_scale(1, 1e3);
            made[i] = evo_joint_create(world, &j);
            ck_assert_int_eq(evo_joint_destroy(world, made[i]), EVO_OK);
        }
        for (int i = 0; i < 2; ++i) { /* the longer one goes first */
            evo_joint_config j = evo_joint_config_default(EVO_MOTOR);
            j.b = body;
            j.motor_limit = 20;
            j.frame_b.position.x = joined && i == 0 ? 900 : 300;
            made[i] = evo_joint_create(world, &j);
        }
        ck_assert_int_eq(evo_joint_destroy(world, made[0]), EVO_OK);
        for (int i = 0; i < 30; ++i) ck_assert_int_eq(evo_world_step(world, LAB_STEP), EVO_OK);
        const evo_vec2 v = evo_body_velocity(world, body);
        hashes[joined] = 0;
        for (int i = 0; i < 2; ++i) hashes[joined] += (uint64_t)(int64_t)(1e6 * (i ? v.x : v.y));
        evo_world_destroy(world);
    }
    ck_assert_uint_eq(hashes[0], hashes[1]);
}
END_TEST

/* ---- Any numbers ----------------------------------------------------------------------------- */

static double any_number(void) {
    const double size = random_scale(1e-20, 1e30);
    return chance(0.3) ? random_between(-2, 2) : chance(0.5) ? size : -size;
}

static evo_vec2 any_vector(void) {
    const double x = any_number();
    return (evo_vec2){x, any_number()};
}

static void add_extreme(evo_world *world, evo_body *body) {
    evo_body_config c = evo_body_config_default();
    const double size = random_scale(1e-3, 1e3);
    c.shape = chance(0.5) ? evo_circle(size) : evo_box(size, random_scale(1e-3, 1e3));
    c.position = chance(0.5) ? random_vector(3) : any_vector();
    c.velocity = chance(0.5) ? random_vector(3) : any_vector();
    c.angle = any_number();
    c.spin = random_between(-1, 1) * random_scale(1, 100);
    c.material.density = random_scale(1e-6, 1e6);
    c.material.restitution = random_between(0, 1);
    *body = evo_body_create(world, &c);
}

static void join_extreme(evo_world *world, evo_body a, evo_body b) {
    evo_joint_config j = evo_joint_config_default((evo_joint_kind)random_between(0, 8));
    j.a = a;
    j.b = chance(0.3) ? (evo_body){0, 0} : b;
    j.frame_a.position = chance(0.5) ? random_vector(2) : any_vector();
    j.frame_b.position = chance(0.5) ? random_vector(2) : any_vector();
    j.ground_a = any_vector();
    j.ground_b = any_vector();
    j.length = fabs(any_number());
    j.ratio = any_number();
    j.limit = chance(0.3);
    j.upper = fabs(any_number());
    j.motor = chance(0.3);
    j.motor_speed = any_number();
    j.motor_limit = fabs(any_number());
    j.hertz = fabs(any_number());
    j.damping_ratio = fabs(any_number());
    (void)evo_joint_create(world, &j);
}

/* A step ends soon: the test would run into its limit. */
static void check_extremes(uint64_t from, uint64_t to) {
    for (uint64_t seed = from; seed < to; ++seed) {
        enum { MOST = 8 };
        evo_body bodies[MOST];
        evo_world_config config = evo_world_config_default();
        random_seed(seed);
        config.gravity = chance(0.5) ? (evo_vec2){0, -10} : any_vector();
        evo_world *world = evo_world_create(&config);
        ck_assert_ptr_nonnull(world);
        for (int i = 0; i < MOST; ++i) add_extreme(world, &bodies[i]);
        for (int i = 0; i < 4; ++i) join_extreme(world, bodies[2 * i], bodies[2 * i + 1]);
        for (int i = 0; i < 5; ++i) {
            (void)evo_world_step(world, 1.0 / 60);
            for (int k = 0; k < MOST; ++k)
                ck_assert_msg(is_sound(world, bodies[k]), "seed %d, step %d", (int)seed, i);
        }
        evo_world_destroy(world);
    }
}

START_TEST(steps_of_any_numbers_end) {
    check_extremes(10, 40);
}
END_TEST

START_TEST(many_steps_of_any_numbers_end) {
    check_extremes(1000, 4000);
}
END_TEST

Suite *suite_far_anchors(void) {
    Suite *suite = suite_create("far_anchors");
    TCase *anchors = tcase_create("anchors");
    tcase_add_loop_test(anchors, pendulums_swing_on_long_arms, 0, 20);
    tcase_add_loop_test(anchors, far_welds_hold, 0, 20);
    tcase_add_loop_test(anchors, far_welds_follow, 0, 20);
    tcase_add_test(anchors, joints_with_far_anchors_are_finite);
    tcase_add_loop_test(anchors, anchors_that_are_too_far_are_refused, 0, 5);
    tcase_add_test(anchors, arms_are_forgotten);
    suite_add_tcase(suite, anchors);
    TCase *numbers = tcase_create("numbers");
    tcase_set_tags(numbers, "long");
    tcase_set_timeout(numbers, 60);
    tcase_add_test(numbers, steps_of_any_numbers_end);
    suite_add_tcase(suite, numbers);
    TCase *deep = tcase_create("deep");
    tcase_set_tags(deep, "slow");
    tcase_set_timeout(deep, 900);
    tcase_add_test(deep, many_steps_of_any_numbers_end);
    suite_add_tcase(suite, deep);
    return suite;
}
