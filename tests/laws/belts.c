/* belts.c: driving and braking: moving ground, conveyors and rolling resistance. Surface speed
 * acts as ground that moves: the same bodies on a belt that stands, and on ground that moves as
 * the belt does, end with the same velocities. */
#include <math.h>

#include "suites.h"
#include "support/exact.h"
#include "support/lab.h"
#include "support/random.h"

static const double GRAVITY = 10, FRICTION = 0.6;

/* ---- Moving ground --------------------------------------------------------------------------- */

static void moving_ground(evo_world *world, double speed) {
    evo_vec2 left = {-200, 0}, right = {200, 0};
    evo_body_config config = lab_body(evo_segment(left, right), 0, 0);
    config.kind = EVO_KINEMATIC;
    config.velocity.x = speed;
    evo_body_create(world, &config);
}

/* Friction accelerates the body by friction g up to the ground's velocity. */
START_TEST(moving_ground_carries_a_body_of_fixed_rotation) {
    const double speed = 4;
    evo_world *world = lab_world(GRAVITY);
    moving_ground(world, speed);
    evo_body_config config = lab_body(evo_circle(0.5), 0, 0.5);
    config.locks.spin = true;
    evo_body body = evo_body_create(world, &config);
    lab_run(world, 30);
    ck_assert_double_eq_tol(evo_body_velocity(world, body).x, FRICTION * GRAVITY * 0.5, 0.03);
    lab_run(world, 30);
    ck_assert_double_eq_tol(evo_body_velocity(world, body).x, speed, 1e-3 * speed);
    evo_world_destroy(world);
}
END_TEST

/* The impulse P of friction gives v = P/m and a rim speed of 2 P/m; both add up to the ground's
 * speed when the disk rolls on it: v is a third of it. */
START_TEST(moving_ground_rolls_a_disk) {
    const double speed = 4;
    evo_world *world = lab_world(GRAVITY);
    moving_ground(world, speed);
    evo_body_config config = lab_body(evo_circle(0.5), 0, 0.5);
    evo_body body = evo_body_create(world, &config);
    lab_run(world, 60);
    ck_assert_double_eq_tol(evo_body_velocity(world, body).x, speed / 3, 0.01 * speed / 3);
    ck_assert_double_eq_tol(evo_body_spin(world, body) * 0.5, 2 * speed / 3, 0.01 * speed);
    evo_world_destroy(world);
}
END_TEST

/* A plate that accelerates downwards less than gravity carries the bodies on it. */
START_TEST(a_lift_carries) {
    evo_world *world = lab_world(GRAVITY);
    evo_vec2 left = {-3, 0}, right = {3, 0};
    evo_body_config plate = lab_body(evo_segment(left, right), 0, 0);
    plate.kind = EVO_KINEMATIC;
    evo_body lift = evo_body_create(world, &plate);
    evo_body_config config = lab_body(evo_circle(0.5), 0, 0.5);
    evo_body body = evo_body_create(world, &config);
    for (int direction = 1; direction >= -1; direction -= 2) {
        evo_vec2 velocity = {0, 2.0 * direction};
        evo_body_set_velocity(world, lift, velocity);
        lab_run(world, 60);
        ck_assert_double_eq_tol(evo_body_velocity(world, body).y, velocity.y, 1e-3);
        double above =
            evo_body_pose(world, body).position.y - evo_body_pose(world, lift).position.y;
        ck_assert_double_eq_tol(above, 0.5, 5e-3);
    }
    evo_world_destroy(world);
}
END_TEST

/* ---- Conveyors ------------------------------------------------------------------------------- */

static evo_body conveyor(evo_world *world, evo_shape shape, double speed) {
    evo_body_config config = lab_body(shape, 0, 0);
    config.kind = EVO_STATIC;
    config.material.surface_speed = -speed; /* clockwise */
    return evo_body_create(world, &config);
}

/* A belt that runs counterclockwise accelerates a body on it to the left, by friction g, up to its
 * own speed. */
START_TEST(a_belt_drags) {
    static const double speeds[] = {1, -3};
    const double speed = speeds[_i], takes = fabs(speed) / (FRICTION * GRAVITY);
    evo_world *world = lab_world(GRAVITY);
    evo_vec2 left = {-200, 0}, right = {200, 0};
    conveyor(world, _i == 0 ? evo_segment(left, right) : evo_segment(right, left), speed);
    evo_body_config config = lab_body(evo_circle(0.5), 0, 0.5);
    config.locks.spin = true;
    evo_body body = evo_body_create(world, &config);
    int half = (int)(30 * takes);
    lab_run(world, half);
    double sign = speed > 0 ? -1 : 1;
    ck_assert_double_eq_tol(evo_body_velocity(world, body).x, sign * FRICTION * GRAVITY * half / 60,
                            0.01 * fabs(speed));
    lab_run(world, 60);
    ck_assert_double_eq_tol(evo_body_velocity(world, body).x, -speed, 1e-3 * fabs(speed));
    evo_world_destroy(world);
}
END_TEST

/* A disk on a belt rolls: as on moving ground, it reaches a third of the speed. */
START_TEST(a_belt_rolls_a_disk) {
    evo_world *world = lab_world(GRAVITY);
    evo_vec2 left = {-200, 0}, right = {200, 0};
    conveyor(world, evo_segment(left, right), 3);
    evo_body_config config = lab_body(evo_circle(0.5), 0, 0.5);
    evo_body body = evo_body_create(world, &config);
    lab_run(world, 120);
    ck_assert_double_eq_tol(evo_body_velocity(world, body).x, -1, 0.01);
    ck_assert_double_eq_tol(evo_body_spin(world, body) * 0.5, -2, 0.02);
    evo_world_destroy(world);
}
END_TEST

/* On the underside, where gravity pulls up, a belt drags in the other direction. */
START_TEST(a_belt_has_two_sides) {
    evo_world *world = lab_world(-GRAVITY);
    evo_vec2 left = {-200, 0}, right = {200, 0};
    conveyor(world, evo_segment(left, right), 3);
    evo_body_config config = lab_body(evo_circle(0.5), 0, -0.5);
    config.locks.spin = true;
    evo_body body = evo_body_create(world, &config);
    lab_run(world, 120);
    ck_assert_double_eq_tol(evo_body_velocity(world, body).x, 3, 3e-3);
    evo_world_destroy(world);
}
END_TEST

/* ---- Rolling resistance ---------------------------------------------------------------------- */

/* A torque of resistance times load times radius brakes a rolling disk: m a = F and
 * m r²/2 a/r = F r - c m g r give a = (2/3) c g. Then it rests. */
START_TEST(rolling_resistance_brakes) {
    static const double resistances[] = {0.02, 0.1, 0.3};
    const double speed = 3, radius = 0.5, resistance = resistances[_i];
    const double brakes = 2.0 / 3 * resistance * GRAVITY;
    evo_world *world = lab_world(GRAVITY);
    lab_slope(world, 200, 0);
    evo_body_config config = lab_body(evo_circle(radius), -50, radius);
    config.material.rolling_resistance = resistance;
    config.velocity.x = speed;
    config.spin = -speed / radius;
    evo_body body = evo_body_create(world, &config);
    lab_run(world, 10);
    double before = evo_body_velocity(world, body).x;
    lab_run(world, 60);
    double after = evo_body_velocity(world, body).x;
    ck_assert_double_eq_tol(before - after, brakes, 0.01 * brakes);
    lab_run(world, (int)(60 * speed / brakes) - 60);
    evo_vec2 rest = evo_body_pose(world, body).position;
    ck_assert_double_eq_tol(rest.x, -50 + speed * speed / (2 * brakes), 0.02 * speed * speed);
    lab_run(world, 300);
    ck_assert_double_eq_tol(evo_body_pose(world, body).position.x, rest.x, 5e-4);
    evo_world_destroy(world);
}
END_TEST

/* A disk stays on a slope whose tangent is below its resistance, and rolls down a steeper one with
 * (2/3) g (sin - resistance cos). */
START_TEST(rolling_resistance_holds_on_a_slope) {
    const double resistance = 0.2, radius = 0.5;
    static const double angles[] = {0.19, 0.3};
    evo_world *world = lab_world(GRAVITY);
    lab_slope(world, 200, angles[_i]);
    evo_body_config config = lab_body(evo_circle(radius), 0, 0);
    config.position = lab_on_slope(angles[_i], -50, radius);
    config.material.rolling_resistance = resistance;
    evo_body body = evo_body_create(world, &config);
    lab_run(world, 60);
    evo_vec2 before = evo_body_pose(world, body).position;
    double speed = lab_speed(world, body);
    lab_run(world, 120);
    evo_vec2 after = evo_body_pose(world, body).position;
    double expected = 2.0 / 3 * GRAVITY * (sin(angles[_i]) - resistance * cos(angles[_i]));
    if (expected > 0)
        ck_assert_double_eq_tol((lab_speed(world, body) - speed) / 2, expected, 0.01 * expected);
    else
        ck_assert_double_lt(hypot(after.x - before.x, after.y - before.y), 1e-3 * radius);
    evo_world_destroy(world);
}
END_TEST

/* Of two round bodies the smaller radius is the arm of the resistance. A disk turns on top of one
 * that stands, without friction: its spin falls by c m g r / I = 2 c g / r a second. */
START_TEST(rolling_resistance_has_the_smaller_arm) {
    random_seed(3);
    for (int trial = 0; trial < 20; ++trial) {
        const double radius = random_between(0.2, 0.5), below = radius * random_between(1.5, 4);
        const double resistance = random_between(0.02, 0.2);
        const double brakes = 2 * resistance * GRAVITY / radius, spin = 1.5 * brakes;
        evo_world *world = lab_world(GRAVITY);
        evo_body_config config = lab_body(evo_circle(below), 0, -below);
        config.kind = EVO_STATIC;
        config.material.friction = 0;
        evo_body_create(world, &config);
        config = lab_body(evo_circle(radius), 0, radius);
        config.material.friction = 0;
        config.material.rolling_resistance = resistance;
        config.spin = spin;
        const evo_body body = evo_body_create(world, &config);
        lab_run(world, 60);
        ck_assert_double_eq_tol(evo_body_spin(world, body), spin - brakes, 0.02 * brakes);
        evo_world_destroy(world);
    }
}
END_TEST

/* ---- Belts as moving ground ------------------------------------------------------------------ */

enum { TRIALS = 40 };

/* A body that flies to ground of a shape, on one side of it. */
typedef struct belt_setting {
    const evo_exact_config *exact;
    bool pulled, round; /* gravity towards the ground; the ground is a disk */
    double angle, side; /* of the ground; 1: left of it */
    double ground_speed, own_speed;
    evo_shape shape;
    evo_material material, ground;
    double along, towards, spin; /* velocity of the body */
} belt_setting;

static const double RADIUS = 2;

static evo_material random_material(bool bounces) {
    evo_material material = evo_material_default();
    material.friction = random_between(0, 1);
    if (!bounces) return material;
    material.restitution = random_between(0, 0.9);
    material.tangential_restitution = random_between(-1, 1);
    return material;
}

static belt_setting random_setting(const evo_exact_config *exact, bool pulled, bool round) {
    belt_setting s = {.exact = exact, .pulled = pulled, .round = round};
    s.angle = random_between(-3, 3);
    s.side = random_between(-1, 1) < 0 ? -1 : 1;
    s.ground_speed = random_between(-3, 3);
    s.own_speed = random_between(-3, 3);
    s.shape = evo_circle(random_between(0.2, 0.6));
    if (!pulled && !round && random_between(0, 1) < 0.5) s.shape = evo_ellipse(0.6, 0.3);
    s.material = random_material(exact != NULL);
    s.ground = random_material(exact != NULL);
    s.along = round ? 0 : random_between(-2, 2);
    s.towards = random_between(2, 4);
    s.spin = random_between(-3, 3);
    return s;
}

/* Adds the ground as a belt, or as ground that moves: a straight one along itself, a disk round its
 * centre. A belt runs counterclockwise: against the direction of the ground on its left. */
static void add_ground(evo_world *world, const belt_setting *s, evo_vec2 direction, bool moves) {
    const double speed = s->ground_speed + s->own_speed;
    const evo_vec2 left = {-200, 0}, right = {200, 0};
    evo_body_config config =
        lab_body(s->round ? evo_circle(RADIUS) : evo_segment(left, right), 0, 0);
    config.kind = moves ? EVO_KINEMATIC : EVO_STATIC;
    config.angle = s->angle;
    config.material = s->ground;
    if (!moves) config.material.surface_speed = -s->ground_speed;
    if (moves && s->round) config.spin = speed / RADIUS;
    if (moves && !s->round)
        config.velocity =
            (evo_vec2){-s->side * speed * direction.x, -s->side * speed * direction.y};
    ck_assert(evo_body_exists(world, evo_body_create(world, &config)));
}

typedef struct belt_end {
    evo_vec2 velocity;
    double spin;
} belt_end;

static belt_end run_setting(const belt_setting *s, bool moves) {
    const evo_vec2 direction = {cos(s->angle), sin(s->angle)};
    const evo_vec2 up = {-s->side * direction.y, s->side * direction.x};
    const double height = (s->round ? RADIUS : 0) + 1, pull = s->pulled ? 10 : 0;
    evo_world_config config = evo_world_config_default();
    config.exact = s->exact;
    config.gravity = (evo_vec2){-pull * up.x, -pull * up.y};
    evo_world *world = lab_make(config);
    add_ground(world, s, direction, moves);
    evo_body_config body = lab_body(s->shape, height * up.x, height * up.y);
    body.material = s->material;
    if (!moves) body.material.surface_speed = -s->own_speed;
    body.velocity = (evo_vec2){s->along * direction.x - s->towards * up.x,
                               s->along * direction.y - s->towards * up.y};
    body.spin = s->spin;
    const evo_body made = evo_body_create(world, &body);
    lab_run(world, 60);
    const belt_end end = {evo_body_velocity(world, made), evo_body_spin(world, made)};
    evo_world_destroy(world);
    return end;
}

static void try_belts(const evo_exact_config *exact, bool pulled, bool round, double tolerance) {
    random_seed(11);
    for (int i = 0; i < TRIALS; ++i) {
        const belt_setting s = random_setting(exact, pulled, round);
        const belt_end belt = run_setting(&s, false), ground = run_setting(&s, true);
        ck_assert_double_eq_tol(belt.velocity.x, ground.velocity.x, tolerance);
        ck_assert_double_eq_tol(belt.velocity.y, ground.velocity.y, tolerance);
        ck_assert_double_eq_tol(belt.spin, ground.spin, tolerance);
    }
}

START_TEST(a_belt_strikes_as_moving_ground) {
    try_belts(&EXACT, false, false, 1e-6);
}
END_TEST

START_TEST(a_belt_around_a_disk_strikes_as_a_turning_disk) {
    try_belts(&EXACT, false, true, 1e-6);
}
END_TEST

/* Bodies bounce, and then roll and slide. */
START_TEST(a_belt_carries_as_moving_ground) {
    try_belts(&EXACT, true, false, 1e-6);
}
END_TEST

/* Without a bounce. */
START_TEST(a_belt_carries_as_moving_ground_in_steps) {
    try_belts(NULL, true, false, 1e-3);
}
END_TEST

/* ---- The suite ------------------------------------------------------------------------------- */

static void add_drives(Suite *suite) {
    TCase *ground = tcase_create("ground"), *belts = tcase_create("belts");
    TCase *resistance = tcase_create("resistance");
    tcase_add_test(ground, moving_ground_carries_a_body_of_fixed_rotation);
    tcase_add_test(ground, moving_ground_rolls_a_disk);
    tcase_add_test(ground, a_lift_carries);
    tcase_add_loop_test(belts, a_belt_drags, 0, 2);
    tcase_add_test(belts, a_belt_rolls_a_disk);
    tcase_add_test(belts, a_belt_has_two_sides);
    tcase_add_loop_test(resistance, rolling_resistance_brakes, 0, 3);
    tcase_add_loop_test(resistance, rolling_resistance_holds_on_a_slope, 0, 2);
    tcase_add_test(resistance, rolling_resistance_has_the_smaller_arm);
    suite_add_tcase(suite, ground);
    suite_add_tcase(suite, belts);
    suite_add_tcase(suite, resistance);
}

static void add_belts(Suite *suite) {
    TCase *ground = tcase_create("moving ground");
    tcase_add_test(ground, a_belt_strikes_as_moving_ground);
    tcase_add_test(ground, a_belt_around_a_disk_strikes_as_a_turning_disk);
    tcase_add_test(ground, a_belt_carries_as_moving_ground);
    tcase_add_test(ground, a_belt_carries_as_moving_ground_in_steps);
    suite_add_tcase(suite, ground);
}

Suite *suite_belts(void) {
    Suite *suite = suite_create("belts");
    add_drives(suite);
    add_belts(suite);
    return suite;
}
