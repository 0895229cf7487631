/* test_motion.c: bodies without contacts: parabolas, damping, forces, torques, impulses. */
#include <math.h>

#include "evolute/collide.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

static const double GRAVITY = 10;

/* ---- Flight ---------------------------------------------------------------------------------- */

/* The velocity is v0 - g t, the path a parabola. */
START_TEST(a_projectile_follows_the_parabola) {
    static const double seconds[] = {1.0 / 240, 1.0 / 60, 1.0 / 30};
    const double step = seconds[_i];
    evo_world *world = lab_world(GRAVITY);
    evo_body_config config = lab_body(evo_ellipse(0.6, 0.35), 1, 2);
    config.velocity.x = 8;
    config.velocity.y = 10;
    config.spin = 3;
    evo_body body = evo_body_create(world, &config);
    double worst = 0;
    for (int i = 1; i * step <= 2; ++i) {
        ck_assert_int_eq(evo_world_step(world, step), EVO_OK);
        double t = i * step, y = 2 + 10 * t - 0.5 * GRAVITY * t * t;
        evo_pose pose = evo_body_pose(world, body);
        worst = fmax(worst, hypot(pose.position.x - 1 - 8 * t, pose.position.y - y));
    }
    ck_assert_double_lt(worst, 1e-4);
    ck_assert_double_eq_tol(evo_body_velocity(world, body).y, -10, 1e-4);
    ck_assert_double_eq_tol(evo_body_pose(world, body).angle, 6, 1e-4);
    evo_world_destroy(world);
}
END_TEST

/* For ten seconds, in steps of any length: what gravity adds in each is not lost beside the
 * speed. */
START_TEST(a_long_fall_needs_no_long_steps) {
    static const double seconds[] = {1.0 / 60, 1e-2, 1e-3, 1e-4};
    const double step = seconds[_i];
    const int steps = (int)(10 / step + 0.5);
    evo_world *world = lab_world(GRAVITY);
    evo_body_config config = lab_body(evo_circle(0.5), 0, 0);
    config.velocity.x = 1.0 / 3;
    config.spin = 0.7;
    evo_body body = evo_body_create(world, &config);
    for (int i = 0; i < steps; ++i) ck_assert_int_eq(evo_world_step(world, step), EVO_OK);
    const double t = steps * step;
    const evo_pose pose = evo_body_pose(world, body);
    ck_assert_double_eq_tol(evo_body_velocity(world, body).y, -GRAVITY * t, 1e-7 * GRAVITY * t);
    ck_assert_double_eq_tol(pose.position.y, -0.5 * GRAVITY * t * t, 1e-7 * 0.5 * GRAVITY * t * t);
    ck_assert_double_eq_tol(pose.position.x, t / 3, 1e-10);
    ck_assert_double_eq_tol(pose.angle, 0.7 * t, 1e-10);
    evo_world_destroy(world);
}
END_TEST

/* Two that overlap are pushed apart, however fast both fly, and keep their velocity. */
START_TEST(what_flies_together_comes_apart) {
    static const double speeds[] = {0, 5, 515};
    const evo_shape shape = evo_circle(0.5);
    evo_world *world = lab_world(0);
    evo_body bodies[2];
    for (int i = 0; i < 2; ++i) {
        evo_body_config config = lab_body(shape, 0.85 * i, 0);
        config.velocity.y = speeds[_i];
        bodies[i] = evo_body_create(world, &config);
    }
    lab_run(world, 120);
    const evo_pose a = evo_body_pose(world, bodies[0]), b = evo_body_pose(world, bodies[1]);
    ck_assert_double_gt(evo_measure(&shape, a, &shape, b).distance, -0.001);
    for (int i = 0; i < 2; ++i)
        ck_assert_double_eq_tol(evo_body_velocity(world, bodies[i]).y, speeds[_i], 1e-9);
    evo_world_destroy(world);
}
END_TEST

/* The gravity scale multiplies gravity, and may be 0 or negative. */
START_TEST(gravity_scales) {
    static const double scales[] = {0, 0.5, -2};
    evo_world *world = lab_world(GRAVITY);
    evo_body_config config = lab_body(evo_circle(1), 0, 0);
    config.gravity_scale = scales[_i];
    evo_body body = evo_body_create(world, &config);
    lab_run(world, 60);
    ck_assert_double_eq_tol(evo_body_velocity(world, body).y, -GRAVITY * scales[_i], 1e-4);
    evo_world_destroy(world);
}
END_TEST

/* Damping decays exponentially: v = v0 exp(-c t). */
START_TEST(damping_decays) {
    static const double dampings[] = {0.1, 0.5, 2};
    const double damping = dampings[_i];
    evo_world *world = lab_world(0);
    evo_body_config config = lab_body(evo_circle(1), 0, 0);
    config.velocity.x = 5;
    config.spin = 4;
    config.damping = damping;
    config.spin_damping = 2 * damping;
    evo_body body = evo_body_create(world, &config);
    lab_run(world, 60);
    double expected = 5 * exp(-damping), expected_spin = 4 * exp(-2 * damping);
    ck_assert_double_eq_tol(evo_body_velocity(world, body).x, expected, 1e-3 * expected);
    ck_assert_double_eq_tol(evo_body_spin(world, body), expected_spin, 1e-3 * expected_spin);
    evo_world_destroy(world);
}
END_TEST

/* With gravity the terminal speed is g / c. */
START_TEST(damping_and_gravity_balance) {
    evo_world *world = lab_world(GRAVITY);
    evo_body_config config = lab_body(evo_circle(1), 0, 0);
    config.damping = 2;
    evo_body body = evo_body_create(world, &config);
    lab_run(world, 600);
    ck_assert_double_eq_tol(evo_body_velocity(world, body).y, -GRAVITY / 2, 1e-4 * GRAVITY);
    evo_world_destroy(world);
}
END_TEST

/* Strong damping never reverses the velocity. */
START_TEST(strong_damping_never_turns_back) {
    evo_world *world = lab_world(0);
    evo_body_config config = lab_body(evo_circle(1), 0, 0);
    config.velocity.x = 5;
    config.damping = 1e4;
    evo_body body = evo_body_create(world, &config);
    for (int i = 0; i < 20; ++i) {
        lab_run(world, 1);
        double speed = evo_body_velocity(world, body).x;
        ck_assert(speed >= -1e-6 && speed < 1e-2);
    }
    evo_world_destroy(world);
}
END_TEST

/* ---- Forces ---------------------------------------------------------------------------------- */

/* A force F over a time t gives F t / m, a torque T gives T t / I, and each ends with its step. */
START_TEST(forces_and_torques) {
    const evo_vec2 force = {3, -2};
    evo_world *world = lab_world(0);
    evo_body_config config = lab_body(evo_ellipse(0.6, 0.35), 5, -3);
    evo_body body = evo_body_create(world, &config);
    evo_mass mass = evo_body_mass(world, body);
    for (int i = 0; i < 90; ++i) {
        evo_body_apply_force(world, body, force, evo_body_pose(world, body).position);
        evo_body_apply_torque(world, body, 0.2);
        lab_run(world, 1);
    }
    lab_run(world, 30);
    evo_vec2 velocity = evo_body_velocity(world, body);
    double spin = 0.2 * 1.5 / mass.inertia;
    ck_assert_double_eq_tol(velocity.x, 3 * 1.5 / mass.mass, 1e-4);
    ck_assert_double_eq_tol(velocity.y, -2 * 1.5 / mass.mass, 1e-4);
    ck_assert_double_eq_tol(evo_body_spin(world, body), spin, 1e-4 * spin);
    evo_world_destroy(world);
}
END_TEST

/* A steady torque turns a body by a parabola, as gravity moves it: whatever the step. */
START_TEST(a_steady_torque_turns_by_a_parabola) {
    random_seed(4);
    for (int trial = 0; trial < 20; ++trial) {
        const double step = random_scale(1e-3, 0.05), torque = random_between(-0.5, 0.5);
        const double spin = random_between(-3, 3), angle = random_between(-3, 3);
        evo_world_config space = evo_world_config_default();
        space.substeps = (int)random_between(1, 9);
        evo_world *world = lab_make(space);
        evo_body_config config = lab_body(evo_ellipse(0.6, 0.35), 1, 2);
        config.angle = angle;
        config.spin = spin;
        const evo_body body = evo_body_create(world, &config);
        const double rate = torque / evo_body_mass(world, body).inertia;
        for (int i = 0; i < 40; ++i) {
            evo_body_apply_torque(world, body, torque);
            ck_assert_int_eq(evo_world_step(world, step), EVO_OK);
        }
        const double t = 40 * step, turned = evo_body_pose(world, body).angle - angle;
        ck_assert_double_eq_tol(turned, spin * t + 0.5 * rate * t * t, 1e-6 * (1 + fabs(turned)));
        ck_assert_double_eq_tol(evo_body_spin(world, body), spin + rate * t, 1e-6);
        evo_world_destroy(world);
    }
}
END_TEST

/* A force off the centre has a torque by its lever arm; a couple has a torque only. */
START_TEST(a_couple_turns) {
    evo_world *world = lab_world(0);
    evo_body_config config = lab_body(evo_circle(2), 1, 1);
    evo_body body = evo_body_create(world, &config);
    const evo_vec2 up = {0, 7}, down = {0, -7}, right = {1 + 1.5, 1}, left = {1 - 1.5, 1};
    evo_body_apply_force(world, body, up, right);
    evo_body_apply_force(world, body, down, left);
    lab_run(world, 1);
    double spin = 2 * 7 * 1.5 * LAB_STEP / evo_body_mass(world, body).inertia;
    ck_assert_double_eq_tol(evo_body_spin(world, body), spin, 1e-5 * spin);
    ck_assert_double_lt(lab_speed(world, body), 1e-9);
    evo_world_destroy(world);
}
END_TEST

/* An impulse J at the arm r changes velocity by J / m and spin by r x J / I, at once. */
START_TEST(impulses) {
    const evo_vec2 impulse = {2, 1}, point = {1.3, 2.2};
    evo_world *world = lab_world(0);
    evo_body_config config = lab_body(evo_ellipse(0.6, 0.35), 1, 2);
    evo_body body = evo_body_create(world, &config);
    evo_mass mass = evo_body_mass(world, body);
    evo_body_apply_impulse(world, body, impulse, point);
    evo_vec2 velocity = evo_body_velocity(world, body);
    double spin = (0.3 * 1 - 0.2 * 2) / mass.inertia;
    ck_assert_double_eq_tol(velocity.x, 2 / mass.mass, 1e-12);
    ck_assert_double_eq_tol(velocity.y, 1 / mass.mass, 1e-12);
    ck_assert_double_eq_tol(evo_body_spin(world, body), spin, 1e-12);
    evo_body_apply_spin_impulse(world, body, 0.5);
    ck_assert_double_eq_tol(evo_body_spin(world, body), spin + 0.5 / mass.inertia, 1e-12);
    lab_run(world, 60);
    evo_pose pose = evo_body_pose(world, body);
    ck_assert_double_eq_tol(pose.position.x, 1 + 2 / mass.mass, 1e-5);
    ck_assert_double_eq_tol(pose.angle, spin + 0.5 / mass.inertia, 1e-4);
    evo_world_destroy(world);
}
END_TEST

/* With fixed rotation a force accelerates and a torque has no effect. */
START_TEST(fixed_rotation_does_not_turn) {
    const evo_vec2 push = {0, 5}, point = {1, 0};
    evo_world *world = lab_world(0);
    evo_body_config config = lab_body(evo_circle(1), 0, 0);
    config.locks.spin = true;
    evo_body body = evo_body_create(world, &config);
    evo_body_apply_impulse(world, body, push, point);
    evo_body_apply_force(world, body, push, point);
    evo_body_apply_torque(world, body, 3);
    lab_run(world, 1);
    double mass = evo_body_mass(world, body).mass;
    ck_assert_double_eq_tol(evo_body_velocity(world, body).y, 5 * (1 + LAB_STEP) / mass, 1e-5);
    ck_assert_double_eq(evo_body_spin(world, body), 0);
    ck_assert_double_eq(evo_body_pose(world, body).angle, 0);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_motion(void) {
    Suite *suite = suite_create("motion");
    TCase *flight = tcase_create("flight"), *forces = tcase_create("forces");
    tcase_add_loop_test(flight, a_projectile_follows_the_parabola, 0, 3);
    tcase_add_loop_test(flight, a_long_fall_needs_no_long_steps, 0, 4);
    tcase_add_loop_test(flight, what_flies_together_comes_apart, 0, 3);
    tcase_add_loop_test(flight, gravity_scales, 0, 3);
    tcase_add_loop_test(flight, damping_decays, 0, 3);
    tcase_add_test(flight, damping_and_gravity_balance);
    tcase_add_test(flight, strong_damping_never_turns_back);
    tcase_add_test(forces, forces_and_torques);
    tcase_add_test(forces, a_steady_torque_turns_by_a_parabola);
    tcase_add_test(forces, a_couple_turns);
    tcase_add_test(forces, impulses);
    tcase_add_test(forces, fixed_rotation_does_not_turn);
    suite_add_tcase(suite, flight);
    suite_add_tcase(suite, forces);
    return suite;
}
