/* friction.c: rolling and sliding on slopes and floors obey the laws of friction. */
#include <math.h>

#include "suites.h"
#include "support/lab.h"

static const double PI = 3.14159265358979323846;
static const double GRAVITY = 10, FRICTION = 0.6;

static double along_slope(const evo_world *world, evo_body body, double angle) {
    evo_vec2 velocity = evo_body_velocity(world, body);
    return velocity.x * cos(angle) - velocity.y * sin(angle);
}

/* ---- Mass ------------------------------------------------------------------------------------ */

/* A disk: m r²/2; an ellipse: m (a² + b²)/4; a ring: m (inner² + outer²)/2. */
START_TEST(masses_and_inertias) {
    evo_world *world = lab_world(0);
    const evo_shape shapes[3] = {evo_circle(0.7), evo_ellipse(0.6, 0.35),
                                 evo_ring(1, 0.4, 0, 2 * PI)};
    const double areas[3] = {PI * 0.49, PI * 0.21, PI * (1.44 - 0.64)};
    const double squares[3] = {0.49 / 2, (0.36 + 0.1225) / 4, (1.44 + 0.64) / 2};
    for (int i = 0; i < 3; ++i) {
        evo_body_config config = lab_body(shapes[i], 0, 0);
        config.material.density = 3;
        evo_mass mass = evo_body_mass(world, evo_body_create(world, &config));
        ck_assert_double_eq_tol(mass.mass, 3 * areas[i], 1e-12);
        ck_assert_double_eq_tol(mass.inertia, 3 * areas[i] * squares[i], 1e-12);
    }
    evo_world_destroy(world);
}
END_TEST

/* ---- Rolling --------------------------------------------------------------------------------- */

static const double ANGLES[] = {0.05, 0.2, 0.5, 0.75};
enum { ANGLE_COUNT = sizeof ANGLES / sizeof *ANGLES };

/* A round body of squared radius of gyration k² rolls with g sin(angle) / (1 + k²/r²). */
static void check_rolling(evo_shape shape, double radius, double square, double angle) {
    evo_world *world = lab_world(GRAVITY);
    lab_slope(world, 200, angle);
    evo_body_config config = lab_body(shape, 0, 0);
    config.position = lab_on_slope(angle, -100, radius);
    evo_body body = evo_body_create(world, &config);
    double expected = GRAVITY * sin(angle) / (1 + square / (radius * radius));
    lab_run(world, 30);
    double before = along_slope(world, body, angle);
    lab_run(world, 120);
    double after = along_slope(world, body, angle);
    ck_assert_double_eq_tol((after - before) / 2, expected, 0.01 * expected);
    /* Clockwise, and without slipping. */
    ck_assert_double_eq_tol(-evo_body_spin(world, body) * radius, after, 0.01 * after);
    evo_world_destroy(world);
}

START_TEST(a_disk_rolls_down) {
    check_rolling(evo_circle(0.5), 0.5, 0.125, ANGLES[_i]);
    check_rolling(evo_circle(3), 3, 4.5, ANGLES[_i]);
}
END_TEST

START_TEST(a_ring_rolls_down) {
    check_rolling(evo_ring(0.5, 0.2, 0, 2 * PI), 0.6, (0.16 + 0.36) / 2, ANGLES[_i]);
}
END_TEST

/* Where friction is too small for rolling (tan > 3 friction), a disk slides with
 * g (sin - friction cos), and friction alone spins it:
 * friction g cos r / k^2 = 2 friction g cos / r. */
START_TEST(a_disk_slides_and_turns_on_a_steep_slope) {
    const double angle = 1.2, radius = 0.5;
    evo_world *world = lab_world(GRAVITY);
    lab_slope(world, 200, angle);
    evo_body_config config = lab_body(evo_circle(radius), 0, 0);
    config.position = lab_on_slope(angle, -100, radius);
    evo_body body = evo_body_create(world, &config);
    lab_run(world, 30);
    double speed = along_slope(world, body, angle), spin = evo_body_spin(world, body);
    lab_run(world, 60);
    double gained = along_slope(world, body, angle) - speed;
    double turned = spin - evo_body_spin(world, body);
    double expected = GRAVITY * (sin(angle) - FRICTION * cos(angle));
    double expected_turn = 2 * FRICTION * GRAVITY * cos(angle) / radius;
    ck_assert_double_eq_tol(gained, expected, 0.01 * expected);
    ck_assert_double_eq_tol(turned, expected_turn, 0.01 * expected_turn);
    evo_world_destroy(world);
}
END_TEST

/* A sliding disk begins to roll after v / (3 friction g), at 2/3 of its speed. */
START_TEST(a_sliding_disk_begins_to_roll) {
    static const double speeds[] = {0.5, 3, 12};
    const double speed = speeds[_i], radius = 0.5, slides = speed / (3 * FRICTION * GRAVITY);
    evo_world *world = lab_world(GRAVITY);
    lab_slope(world, 200, 0);
    evo_body_config config = lab_body(evo_circle(radius), -100, radius);
    config.velocity.x = speed;
    evo_body body = evo_body_create(world, &config);
    lab_run(world, (int)(60 * slides) + 3);
    double rolls = evo_body_velocity(world, body).x;
    ck_assert_double_eq_tol(rolls, 2 * speed / 3, 0.01 * speed);
    ck_assert_double_eq_tol(-evo_body_spin(world, body) * radius, rolls, 0.01 * rolls);
    /* It keeps rolling. */
    lab_run(world, 300);
    ck_assert_double_eq_tol(evo_body_velocity(world, body).x, rolls, 1e-3 * speed);
    evo_world_destroy(world);
}
END_TEST

/* ---- Sliding --------------------------------------------------------------------------------- */

static evo_body put_fixed_on_slope(evo_world *world, evo_shape shape, double radius, double angle) {
    lab_slope(world, 200, angle);
    evo_body_config config = lab_body(shape, 0, 0);
    config.position = lab_on_slope(angle, -100, radius);
    config.locks.spin = true;
    return evo_body_create(world, &config);
}

/* A body of fixed rotation rests where tan(angle) is below friction. */
START_TEST(below_the_angle_of_friction_bodies_rest) {
    static const double parts[] = {0.1, 0.5, 0.9, 0.98};
    double angle = atan(FRICTION) * parts[_i];
    evo_world *world = lab_world(GRAVITY);
    evo_body body = put_fixed_on_slope(world, evo_circle(0.5), 0.5, angle);
    lab_run(world, 60);
    evo_vec2 before = evo_body_pose(world, body).position;
    lab_run(world, 300);
    evo_vec2 after = evo_body_pose(world, body).position;
    ck_assert_double_lt(hypot(after.x - before.x, after.y - before.y), 1e-3 * 0.5);
    ck_assert_double_lt(lab_speed(world, body), 1e-4);
    evo_world_destroy(world);
}
END_TEST

/* On steeper slopes it slides with g (sin - friction cos). */
START_TEST(beyond_the_angle_of_friction_bodies_slide) {
    static const double angles[] = {0.58, 0.8, 1.2};
    double angle = angles[_i], expected = GRAVITY * (sin(angle) - FRICTION * cos(angle));
    evo_world *world = lab_world(GRAVITY);
    evo_body body = put_fixed_on_slope(world, evo_circle(0.5), 0.5, angle);
    lab_run(world, 30);
    double before = along_slope(world, body, angle);
    lab_run(world, 120);
    ck_assert_double_eq_tol((along_slope(world, body, angle) - before) / 2, expected,
                            0.01 * expected);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_friction(void) {
    Suite *suite = suite_create("friction");
    TCase *rolling = tcase_create("rolling"), *sliding = tcase_create("sliding");
    tcase_add_test(rolling, masses_and_inertias);
    tcase_add_loop_test(rolling, a_disk_rolls_down, 0, ANGLE_COUNT);
    tcase_add_loop_test(rolling, a_ring_rolls_down, 0, ANGLE_COUNT);
    tcase_add_test(rolling, a_disk_slides_and_turns_on_a_steep_slope);
    tcase_add_loop_test(rolling, a_sliding_disk_begins_to_roll, 0, 3);
    tcase_add_loop_test(sliding, below_the_angle_of_friction_bodies_rest, 0, 4);
    tcase_add_loop_test(sliding, beyond_the_angle_of_friction_bodies_slide, 0, 3);
    suite_add_tcase(suite, rolling);
    suite_add_tcase(suite, sliding);
    return suite;
}
