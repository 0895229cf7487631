/* motion.c: bodies without contacts: parabolas, damping, forces, torques, impulses. Motions in
 * steps against their exact ways: half of each kick and impulse on either side of the drift
 * leaves no error of g t dt / 2. */
#include <math.h>

#include "evolute/collide.h"
#include "evolute/evolute.h"
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

/* A force F over a time t gives F t / m, a torque T gives T t / I, and each ends with its step.
 * @force-one-step */
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

/* ---- Second order ---------------------------------------------------------------------------- */

static const double PI = 3.14159265358979323846;

/* A world whose floor is the x axis and whose gravity leans by an angle: an incline. */
static evo_world *incline(double angle, double friction) {
    evo_world_config config = evo_world_config_default();
    config.gravity = (evo_vec2){GRAVITY * sin(angle), -GRAVITY * cos(angle)};
    evo_world *world = lab_make(config);
    evo_body_config floor = lab_body(evo_segment((evo_vec2){-500, 0}, (evo_vec2){500, 0}), 0, 0);
    floor.kind = EVO_STATIC;
    floor.material.friction = friction;
    ck_assert(evo_body_exists(world, evo_body_create(world, &floor)));
    return world;
}

static evo_body rough_body(evo_world *world, evo_shape shape, double height, double friction) {
    evo_body_config config = lab_body(shape, 0, height);
    config.material.friction = friction;
    return evo_body_create(world, &config);
}

static double way_of(const evo_world *world, evo_body body) {
    return evo_body_pose(world, body).position.x;
}

static double energy_of(const evo_world *world) {
    return evo_world_kinetic_energy(world) + evo_world_potential_energy(world);
}

/* ---- Inclines -------------------------------------------------------------------------------- */

START_TEST(disks_roll_down_inclines) {
    random_seed(1);
    for (int i = 0; i < 20; ++i) {
        const double angle = random_between(0.02, 0.4), radius = random_between(0.2, 1);
        evo_world *world = incline(angle, 1);
        const evo_body disk = rough_body(world, evo_circle(radius), radius, 1);
        lab_run(world, 60);
        const double off = way_of(world, disk) - GRAVITY * sin(angle) / 3;
        ck_assert_msg(fabs(off) < 1e-5, "incline of %g: off by %g", angle, off);
        evo_world_destroy(world);
    }
}
END_TEST

START_TEST(boxes_slide_down_inclines) {
    random_seed(2);
    for (int i = 0; i < 20; ++i) {
        const double angle = random_between(0.3, 0.8), friction = random_between(0, 0.2);
        evo_world *world = incline(angle, friction);
        const evo_body box = rough_body(world, evo_box(0.5, 0.3), 0.3, friction);
        lab_run(world, 60);
        const double off =
            way_of(world, box) - 0.5 * GRAVITY * (sin(angle) - friction * cos(angle));
        ck_assert_msg(fabs(off) < 1e-4, "incline of %g: off by %g", angle, off);
        evo_world_destroy(world);
    }
}
END_TEST

START_TEST(boxes_slide_to_rest) {
    random_seed(3);
    for (int i = 0; i < 20; ++i) {
        const double speed = random_between(1, 6), friction = random_between(0.2, 0.8);
        evo_world *world = incline(0, friction);
        const evo_body box = rough_body(world, evo_box(0.5, 0.2), 0.2, friction);
        evo_body_set_velocity(world, box, (evo_vec2){speed, 0});
        lab_run(world, 240);
        const double way = speed * speed / (2 * friction * GRAVITY);
        ck_assert_double_eq_tol(way_of(world, box), way, 2e-4);
        evo_world_destroy(world);
    }
}
END_TEST

/* ---- Rolling --------------------------------------------------------------------------------- */

/* Returns the part of its energy above rest that an ellipse keeps while it rolls for a minute. */
static double kept_by_ellipse(double wide, double high, double spin) {
    evo_world *world = incline(0, 2);
    const evo_body body = rough_body(world, evo_ellipse(wide, high), high, 2);
    evo_body_set_velocity(world, body, (evo_vec2){spin * high, 0});
    evo_body_set_spin(world, body, -spin);
    const double rest = evo_body_mass(world, body).mass * GRAVITY * high;
    const double begun = energy_of(world) - rest;
    lab_run(world, 3600);
    const double kept = (energy_of(world) - rest) / begun;
    evo_world_destroy(world);
    return kept;
}

START_TEST(ellipses_roll_on_the_level) {
    random_seed(4);
    for (int i = 0; i < 8; ++i) {
        const double high = random_between(0.3, 0.6), wide = high * random_between(1, 1.4);
        const double spin = random_between(1.5, 3), kept = kept_by_ellipse(wide, high, spin);
        ck_assert_msg(kept > 0.98 && kept < 1.005, "%g x %g at spin %g keeps %g", wide, high, spin,
                      kept);
    }
}
END_TEST

/* Energy that a block of half sizes 1/2 and `high` keeps when it rocks over once. */
static double kept_by_block(double high) {
    const double reach = hypot(0.5, high), steady = atan(0.5 / high), lean = 0.5 * steady;
    evo_world *world = incline(0, 2);
    evo_body_config config =
        lab_body(evo_box(0.5, high), 0.5 - reach * sin(steady - lean), reach * cos(steady - lean));
    config.angle = -lean;
    config.material.friction = 2;
    const evo_body block = evo_body_create(world, &config);
    double peak = 0, before = 0;
    for (int i = 0; i < 1200 && peak == 0; ++i) {
        lab_run(world, 1);
        const double spin = evo_body_spin(world, block);
        const double angle = evo_body_pose(world, block).angle;
        if (before * spin < 0 && angle > 1e-3) peak = angle;
        before = spin;
    }
    evo_world_destroy(world);
    return (cos(steady - peak) - cos(steady)) / (cos(steady - lean) - cos(steady));
}

/* Housner's law: the spin about the new corner keeps the angular momentum. */
START_TEST(blocks_rock) {
    for (double high = 1; high <= 4; high *= 2) {
        const double part = 1 - 1.5 / (1 + 4 * high * high);
        ck_assert_double_eq_tol(kept_by_block(high) / (part * part), 1, 0.065);
    }
}
END_TEST

/* ---- Joints ---------------------------------------------------------------------------------- */

static evo_body disk_at(evo_world *world, double x, double y, double mass) {
    evo_body_config config = lab_body(evo_circle(0.1), x, y);
    config.material.density = mass / (PI * 0.01);
    return evo_body_create(world, &config);
}

START_TEST(atwood_machines_fall) {
    random_seed(5);
    for (int i = 0; i < 20; ++i) {
        const double light = random_between(0.3, 1), heavy = random_between(1, 3);
        evo_world *world = lab_world(GRAVITY);
        evo_joint_config rope = evo_joint_config_default(EVO_PULLEY);
        rope.a = disk_at(world, -1, -10, light);
        rope.b = disk_at(world, 1, -10, heavy);
        rope.ground_a = (evo_vec2){-1, 0};
        rope.ground_b = (evo_vec2){1, 0};
        evo_joint_create(world, &rope);
        lab_run(world, 60);
        const double way = 0.5 * GRAVITY * (heavy - light) / (heavy + light);
        const double off = -10 - evo_body_pose(world, rope.b).position.y - way;
        ck_assert_msg(fabs(off) < 1e-4, "%g and %g: off by %g", light, heavy, off);
        evo_world_destroy(world);
    }
}
END_TEST

/* Seconds of an exact swing of a rod that hangs from a pivot at distance 1 from its centre. */
static double period_of(double amplitude, double inertia) {
    double a = 1, b = cos(0.5 * amplitude);
    for (int i = 0; i < 40; ++i) {
        const double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    return 2 * PI * sqrt((1 + inertia) / GRAVITY) / a;
}

/* Seconds of the swings of a pendulum, in the mean of those of 20 seconds. */
static double period_in_steps(double amplitude, double *inertia) {
    evo_world *world = lab_world(GRAVITY);
    evo_joint_config pivot = evo_joint_config_default(EVO_REVOLUTE);
    pivot.b = disk_at(world, sin(amplitude), -cos(amplitude), 1);
    pivot.frame_b.position = (evo_vec2){-sin(amplitude), cos(amplitude)};
    evo_joint_create(world, &pivot);
    *inertia = evo_body_mass(world, pivot.b).inertia;
    double first = -1, last = 0, before = amplitude;
    int swings = -1;
    for (int i = 1; i <= 1200; ++i) {
        lab_run(world, 1);
        const evo_vec2 at = evo_body_pose(world, pivot.b).position;
        const double angle = atan2(at.x, -at.y);
        if (before < 0 && angle >= 0 && angle < 1.5) {
            last = (i - angle / (angle - before)) * LAB_STEP;
            if (++swings == 0) first = last;
        }
        before = angle;
    }
    evo_world_destroy(world);
    return (last - first) / swings;
}

START_TEST(pendulums_swing) {
    random_seed(6);
    for (int i = 0; i < 10; ++i) {
        const double amplitude = random_between(0.1, 2.2);
        double inertia;
        const double found = period_in_steps(amplitude, &inertia);
        const double off = found / period_of(amplitude, inertia) - 1;
        ck_assert_msg(fabs(off) < 5e-4, "amplitude %g: period off by %g", amplitude, off);
    }
}
END_TEST

/* Damping is a drag on velocity: it changes no force at rest. */
START_TEST(damping_changes_no_static_force) {
    static const double damping[] = {0, 0.5, 1, 5, 20};
    for (int i = 0; i < 5; ++i) {
        evo_world *world = incline(0, 0.5);
        evo_joint_config spring = evo_joint_config_default(EVO_DISTANCE);
        spring.b = disk_at(world, 0, 4, 1);
        spring.frame_a.position = (evo_vec2){0, 5};
        spring.length = 1;
        spring.spring = true;
        spring.hertz = 2;
        spring.damping_ratio = 1;
        const evo_joint hung = evo_joint_create(world, &spring);
        evo_joint_config hinge = evo_joint_config_default(EVO_REVOLUTE);
        hinge.b = disk_at(world, 5, 4, 1);
        hinge.frame_a.position = (evo_vec2){5, 5};
        hinge.frame_b.position = (evo_vec2){0, 1};
        const evo_joint held = evo_joint_create(world, &hinge);
        const evo_body lying = disk_at(world, 10, 0.1, 1);
        evo_body_set_damping(world, spring.b, damping[i]);
        evo_body_set_damping(world, hinge.b, damping[i]);
        evo_body_set_damping(world, lying, damping[i]);
        lab_run(world, 6000);
        evo_contact contact;
        ck_assert_uint_eq(evo_body_contacts(world, lying, &contact, 1), 1);
        const double push = contact.points[0].normal_impulse / LAB_STEP;
        ck_assert_double_eq_tol(evo_joint_force(world, hung).y, GRAVITY, 1e-4 * GRAVITY);
        ck_assert_double_eq_tol(evo_joint_force(world, held).y, GRAVITY, 1e-4 * GRAVITY);
        ck_assert_double_eq_tol(push, GRAVITY, 1e-4 * GRAVITY);
        evo_world_destroy(world);
    }
}
END_TEST

/* ---- The suite ------------------------------------------------------------------------------- */

static void add_motion(Suite *suite) {
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
}

static void add_second_order(Suite *suite) {
    TCase *laws = tcase_create("laws");
    tcase_add_test(laws, disks_roll_down_inclines);
    tcase_add_test(laws, boxes_slide_down_inclines);
    tcase_add_test(laws, boxes_slide_to_rest);
    tcase_add_test(laws, ellipses_roll_on_the_level);
    tcase_add_test(laws, blocks_rock);
    tcase_add_test(laws, atwood_machines_fall);
    tcase_add_test(laws, pendulums_swing);
    tcase_add_test(laws, damping_changes_no_static_force);
    suite_add_tcase(suite, laws);
}

Suite *suite_motion(void) {
    Suite *suite = suite_create("motion");
    add_motion(suite);
    add_second_order(suite);
    return suite;
}
