/* joints.c: laws of joints: springs, motors, limits, ratios, ropes and chains, against what
 * mechanics says. */
#include <math.h>

#include "evolute/joint.h"
#include "suites.h"
#include "support/joints.h"
#include "support/lab.h"

static const double PI = 3.14159265358979323846, GRAVITY = 10;

/* A disk that collides with nothing. */
static evo_body disk_at(evo_world *world, double x, double y, double radius, double mass) {
    evo_body_config config = lab_body(evo_circle(radius), x, y);
    config.material.density = mass / (PI * radius * radius);
    config.filter.group = -1;
    return evo_body_create(world, &config);
}

static evo_joint join(evo_world *world, const evo_joint_config *config) {
    const evo_joint joint = evo_joint_create(world, config);
    ck_assert(evo_joint_exists(world, joint));
    return joint;
}

static evo_joint hinge(evo_world *world, evo_body a, evo_body b, evo_vec2 at_a, evo_vec2 at_b) {
    evo_joint_config config = evo_joint_config_default(EVO_REVOLUTE);
    config.a = a;
    config.b = b;
    config.frame_a.position = at_a;
    config.frame_b.position = at_b;
    return join(world, &config);
}

/* A slider of the world along a direction, at its begin. */
static evo_joint_config slider(evo_body body, double angle) {
    evo_joint_config config = evo_joint_config_default(EVO_PRISMATIC);
    config.b = body;
    config.frame_a.angle = config.frame_b.angle = angle;
    return config;
}

static double angle_of(const evo_world *world, evo_body body) {
    return evo_body_pose(world, body).angle;
}

static evo_vec2 place_of(const evo_world *world, evo_body body) {
    return evo_body_pose(world, body).position;
}

/* ---- Springs --------------------------------------------------------------------------------- */

/* The way of a damped oscillator that begins at 1, at rest; w: its angular frequency. */
static double oscillator(double w, double damping, double time) {
    const double decay = exp(-damping * w * time);
    if (damping < 1) {
        const double turn = w * sqrt(1 - damping * damping);
        return decay * (cos(turn * time) + damping * w / turn * sin(turn * time));
    }
    if (damping == 1) return decay * (1 + w * time);
    const double root = w * sqrt(damping * damping - 1);
    const double slow = -damping * w + root, fast = -damping * w - root;
    return (slow * exp(fast * time) - fast * exp(slow * time)) / (slow - fast);
}

static void try_spring(double frequency, double damping, double gravity) {
    const double w = 2 * PI * frequency, sag = gravity / (w * w);
    const double begun = gravity > 0 ? sag : 1; /* from where it comes to rest */
    evo_world *world = lab_world(gravity);
    const evo_body body = disk_at(world, 0, gravity > 0 ? 0 : 1, 0.5, 2);
    evo_joint_config config = slider(body, PI / 2);
    config.spring = true;
    config.hertz = frequency;
    config.damping_ratio = damping;
    join(world, &config);
    for (int i = 1; i <= 180; ++i) {
        lab_run(world, 1);
        const double found = place_of(world, body).y + sag;
        const double expected = begun * oscillator(w, damping, i * LAB_STEP);
        ck_assert_msg(fabs(found - expected) < 0.01 * begun, "%g Hz, damping %g, %d: %g, not %g",
                      frequency, damping, i, found, expected);
    }
    evo_world_destroy(world);
}

START_TEST(springs_swing_as_they_should) {
    const double damping[] = {0, 0.1, 1, 2};
    for (size_t i = 0; i < sizeof damping / sizeof *damping; ++i) {
        try_spring(1, damping[i], 0);
        try_spring(1.5, damping[i], GRAVITY);
    }
}
END_TEST

/* The time until a struck disk on a spring is never again faster than a thousandth of that. */
static double ringing_time(double frequency, double damping) {
    evo_world *world = lab_world(0);
    const evo_body body = disk_at(world, 0, 0, 0.5, 2);
    evo_joint_config config = slider(body, 0);
    config.spring = true;
    config.hertz = frequency;
    config.damping_ratio = damping;
    join(world, &config);
    evo_body_set_velocity(world, body, (evo_vec2){1, 0});
    int last = 0;
    for (int i = 1; i <= 900; ++i) {
        lab_run(world, 1);
        if (lab_speed(world, body) > 1e-3) last = i;
    }
    evo_world_destroy(world);
    return last * LAB_STEP;
}

START_TEST(stiff_springs_ring_as_long_as_they_should) {
    const double frequencies[] = {2, 7, 13, 23, 31, 44, 52, 60};
    for (int i = 0; i < 8; ++i) {
        const double expected = log(1000) / (0.05 * 2 * PI * frequencies[i]);
        const double found = ringing_time(frequencies[i], 0.05);
        ck_assert_msg(fabs(found - expected) < 0.1 * expected + LAB_STEP, "%g Hz: %g s, not %g",
                      frequencies[i], found, expected);
    }
}
END_TEST

/* A square of disks on springs falls on the floor; returns when all are slow for good. */
static double jelly_time(double frequency, int substeps) {
    enum { SIDE = 6 };
    evo_body disks[SIDE][SIDE];
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -GRAVITY;
    config.substeps = substeps;
    evo_world *world = lab_make(config);
    lab_fixed(world, evo_box(50, 1), 0, -1);
    evo_joint_config spring = evo_joint_config_default(EVO_DISTANCE);
    spring.spring = true;
    spring.hertz = frequency;
    spring.damping_ratio = 0.3;
    for (int i = 0; i < SIDE * SIDE; ++i) {
        const int r = i / SIDE, c = i % SIDE;
        const evo_body_config disk = lab_body(evo_circle(0.2), 0.5 * c, 1 + 0.5 * r);
        spring.b = disks[r][c] = evo_body_create(world, &disk);
        for (int k = 0; k < 4; ++k) {
            static const int down[] = {0, 1, 1, 1}, left[] = {1, 0, 1, -1};
            const int row = r - down[k], column = c - left[k];
            if (row < 0 || column < 0 || column >= SIDE) continue;
            spring.a = disks[row][column];
            join(world, &spring);
        }
    }
    int last = 0;
    for (int i = 1; i <= 900; ++i) {
        lab_run(world, 1);
        for (int k = 0; k < SIDE * SIDE; ++k)
            if (lab_speed(world, disks[k / SIDE][k % SIDE]) > 0.05) last = i;
    }
    evo_world_destroy(world);
    return last * LAB_STEP;
}

/* Where many springs meet, each finds the others' impulses late. */
START_TEST(jelly_rings_as_long_as_in_fine_substeps) {
    const double frequencies[] = {12, 30, 45, 60};
    for (int i = 0; i < 4; ++i) {
        const double fine = jelly_time(frequencies[i], 32), found = jelly_time(frequencies[i], 4);
        ck_assert_msg(fabs(found - fine) < 0.25 * fine, "%g Hz: %g s, not %g", frequencies[i],
                      found, fine);
    }
}
END_TEST

/* ---- Motors and limits ----------------------------------------------------------------------- */

START_TEST(motors_turn_by_their_torque_and_to_their_speed) {
    evo_world *world = lab_world(0);
    const evo_body wheel = disk_at(world, 0, 0, 0.5, 2);
    const evo_vec2 here = {0, 0};
    const evo_joint joint = hinge(world, (evo_body){0, 0}, wheel, here, here);
    const double inertia = evo_body_mass(world, wheel).inertia, torque = 0.5, speed = 3;
    joint_set_motor(world, joint, true, speed, torque);
    const int steps = (int)(0.5 * speed * inertia / torque / LAB_STEP);
    lab_run(world, steps);
    ck_assert_double_eq_tol(evo_body_spin(world, wheel), torque / inertia * steps * LAB_STEP, 0.01);
    ck_assert_double_eq_tol(evo_joint_torque(world, joint), torque, 1e-3);
    lab_run(world, 2 * steps);
    ck_assert_double_eq_tol(evo_body_spin(world, wheel), speed, 1e-3);
    ck_assert_double_eq_tol(evo_joint_speed(world, joint), speed, 1e-3);
    ck_assert_double_eq_tol(evo_joint_torque(world, joint), 0, 1e-3);
    evo_world_destroy(world);
}
END_TEST

START_TEST(limits_hold_and_do_not_bounce) {
    evo_world *world = lab_world(GRAVITY);
    const evo_body door = disk_at(world, 1, 0, 0.2, 1), drop = disk_at(world, 5, 0, 0.2, 1);
    const evo_joint joint =
        hinge(world, (evo_body){0, 0}, door, (evo_vec2){0, 0}, (evo_vec2){-1, 0});
    joint_set_limits(world, joint, true, -0.5, 0.25);
    evo_joint_config sliding = slider(drop, -PI / 2);
    sliding.frame_a.position.x = 5;
    sliding.limit = true;
    sliding.upper = 1;
    const evo_joint slide = join(world, &sliding);
    double lowest = 0, farthest = 0;
    for (int i = 0; i < 240; ++i) {
        lab_run(world, 1);
        lowest = fmin(lowest, evo_joint_angle(world, joint));
        farthest = fmax(farthest, evo_joint_translation(world, slide));
    }
    ck_assert_double_gt(lowest, -0.505);
    ck_assert_double_lt(farthest, 1.005);
    ck_assert_double_eq_tol(evo_joint_angle(world, joint), -0.5, 0.005);
    ck_assert_double_eq_tol(evo_joint_translation(world, slide), 1, 0.005);
    ck_assert_double_eq_tol(fabs(evo_joint_torque(world, joint)), GRAVITY * cos(0.5), 0.1);
    evo_world_destroy(world);
}
END_TEST

START_TEST(targets_pull_no_harder_than_they_may) {
    evo_world *world = lab_world(0);
    const evo_body body = disk_at(world, 0, 0, 0.5, 2);
    evo_joint_config config = evo_joint_config_default(EVO_MOTOR);
    config.b = body;
    config.frame_a.position = (evo_vec2){30, 40};
    config.motor_limit = 4;
    config.spring = true;
    const evo_joint joint = join(world, &config);
    lab_run(world, 60);
    const evo_vec2 velocity = evo_body_velocity(world, body), force = evo_joint_force(world, joint);
    ck_assert_double_eq_tol(hypot(velocity.x, velocity.y), 2, 0.01);
    ck_assert_double_eq_tol(velocity.y / velocity.x, 4.0 / 3, 0.01);
    ck_assert_double_eq_tol(hypot(force.x, force.y), 4, 0.01);
    const evo_pose near = {{2, 1}, 0};
    ck_assert_int_eq(joint_set_target(world, joint, near), EVO_OK);
    lab_run(world, 1800);
    ck_assert_double_eq_tol(place_of(world, body).x, 2, 0.01);
    ck_assert_double_eq_tol(place_of(world, body).y, 1, 0.01);
    evo_world_destroy(world);
}
END_TEST

/* Seen from above: a floor brakes what slides and turns, by at most its friction, and stops it. */
START_TEST(motors_brake_as_a_floor) {
    evo_world *world = lab_world(0);
    const evo_body body = disk_at(world, 0, 0, 0.5, 2);
    const double inertia = evo_body_mass(world, body).inertia;
    evo_joint_config config = evo_joint_config_default(EVO_MOTOR);
    config.b = body;
    config.motor_limit = 4;
    config.torque_limit = 2 * inertia;
    const evo_joint joint = join(world, &config);
    evo_body_set_velocity(world, body, (evo_vec2){3, 4});
    evo_body_set_spin(world, body, 3);
    lab_run(world, 60);
    ck_assert_double_eq_tol(evo_body_velocity(world, body).x, 3 * 0.6, 1e-3);
    ck_assert_double_eq_tol(evo_body_spin(world, body), 1, 1e-3);
    ck_assert_double_eq_tol(evo_joint_motor_load(world, joint), 4, 1e-3);
    lab_run(world, 120);
    ck_assert_double_lt(lab_speed(world, body), 1e-3);
    ck_assert_double_eq_tol(place_of(world, body).y, 4 * 1.25, 0.02);
    config.velocity = (evo_vec2){-1, 0};
    config.turn_speed = 0.5;
    ck_assert_int_eq(evo_joint_set(world, joint, &config), EVO_OK);
    lab_run(world, 120);
    ck_assert_double_eq_tol(evo_body_velocity(world, body).x, -1, 1e-3);
    ck_assert_double_eq_tol(evo_body_spin(world, body), 0.5, 1e-3);
    evo_world_destroy(world);
}
END_TEST

/* Springs rest where they are told to, and pull and push no harder than they may. */
START_TEST(springs_have_limits_and_rests) {
    for (int n = 0; n < 2; ++n) {
        evo_world *world = lab_world(0);
        const evo_body body = disk_at(world, n == 0 ? 3 : 0.5, 0, 0.2, 2);
        evo_joint_config config = evo_joint_config_default(EVO_DISTANCE);
        config.b = body;
        config.spring = true;
        config.length = 1;
        config.rest = 1.5;
        config.hertz = 2;
        config.pull_limit = 3;
        config.push_limit = 5;
        const evo_joint joint = join(world, &config);
        lab_run(world, 2);
        const double force = evo_joint_force(world, joint).x;
        ck_assert_double_eq_tol(force, n == 0 ? -3 : 5, 1e-3);
        lab_run(world, 1200);
        ck_assert_double_eq_tol(evo_joint_translation(world, joint), 1.5, 1e-3);
        evo_world_destroy(world);
    }
}
END_TEST

/* Angles of welds have a softness of their own. */
START_TEST(welds_bend_by_their_angles) {
    evo_world *world = lab_world(GRAVITY);
    const evo_body body = disk_at(world, 1, 0, 0.2, 1);
    evo_joint_config config = evo_joint_config_default(EVO_WELD);
    config.b = body;
    config.frame_b.position.x = -1;
    config.turn_hertz = 1;
    const evo_joint joint = join(world, &config);
    lab_run(world, 300);
    ck_assert_double_lt(evo_joint_separation(world, joint), 0.01);
    ck_assert_double_lt(evo_joint_angle(world, joint), -0.1);
    ck_assert_double_eq(evo_joint_twist(world, joint), 0);
    evo_world_destroy(world);
}
END_TEST

/* What would break is told once as it begins to, and holds, if it only tells. */
START_TEST(joints_may_only_tell) {
    evo_world *world = lab_world(GRAVITY);
    const evo_body body = disk_at(world, 0, -1, 0.2, 1);
    evo_joint_config config = evo_joint_config_default(EVO_DISTANCE);
    config.b = body;
    config.break_force = 0.5 * GRAVITY;
    config.only_tells = true;
    config.user = world;
    const evo_joint joint = join(world, &config);
    int told = 0;
    for (int i = 0; i < 60; ++i) {
        size_t count;
        lab_run(world, 1);
        const evo_joint_end *ends = evo_world_joint_ends(world, &count);
        for (size_t k = 0; k < count; ++k, ++told)
            ck_assert(ends[k].broke && evo_joint_equal(ends[k].joint, joint)
                      && ends[k].user == world && ends[k].kind == EVO_DISTANCE
                      && evo_body_equal(ends[k].b, body));
    }
    ck_assert_int_eq(told, 1);
    ck_assert(evo_joint_exists(world, joint));
    config.only_tells = false; /* now it breaks, and is told of once more */
    ck_assert_int_eq(evo_joint_set(world, joint, &config), EVO_OK);
    lab_run(world, 1);
    size_t count;
    (void)evo_world_joint_ends(world, &count);
    ck_assert(count == 1 && !evo_joint_exists(world, joint));
    evo_world_destroy(world);
}
END_TEST

START_TEST(what_is_apart_passes) {
    for (int n = 0; n < 2; ++n) {
        evo_world *world = lab_world(0);
        evo_joint_config config = evo_joint_config_default(EVO_APART);
        const evo_body_config left = lab_body(evo_circle(0.5), -1, 0);
        const evo_body_config right = lab_body(evo_circle(0.5), 1, 0);
        config.a = evo_body_create(world, &left);
        config.b = evo_body_create(world, &right);
        if (n == 1) (void)join(world, &config);
        evo_body_set_velocity(world, config.a, (evo_vec2){4, 0});
        lab_run(world, 60);
        ck_assert((evo_body_velocity(world, config.b).x > 0.1) == (n == 0));
        evo_world_destroy(world);
    }
}
END_TEST

/* ---- Ratios ---------------------------------------------------------------------------------- */

START_TEST(gears_keep_their_ratio) {
    evo_world *world = lab_world(0);
    const evo_body small = disk_at(world, 0, 0, 0.5, 1), large = disk_at(world, 3, 0, 1, 4);
    const evo_vec2 middle = {0, 0}, there = {3, 0};
    const evo_joint driven = hinge(world, (evo_body){0, 0}, small, middle, middle);
    hinge(world, (evo_body){0, 0}, large, there, middle);
    evo_joint_config config = evo_joint_config_default(EVO_GEAR);
    config.a = small;
    config.b = large;
    config.ratio = 2.5;
    join(world, &config);
    joint_set_motor(world, driven, true, 4, 10);
    lab_run(world, 300);
    ck_assert_double_gt(angle_of(world, small), 15);
    ck_assert_double_eq_tol(angle_of(world, large), -angle_of(world, small) / 2.5, 0.01);
    evo_world_destroy(world);
}
END_TEST

/* The heavier side sinks as Atwood's machine does. */
START_TEST(pulleys_keep_their_ropes) {
    evo_world *world = lab_world(GRAVITY);
    const double ratio = 2, light = 1, heavy = 3;
    const evo_body a = disk_at(world, 0, 0, 0.2, light), b = disk_at(world, 4, 0, 0.2, heavy);
    evo_joint_config config = evo_joint_config_default(EVO_PULLEY);
    config.a = a;
    config.b = b;
    config.ground_a = (evo_vec2){0, 6};
    config.ground_b = (evo_vec2){4, 3};
    config.ratio = ratio;
    join(world, &config);
    lab_run(world, 45);
    /* a rises by twice what b sinks. */
    const double time = 45 * LAB_STEP;
    const double pull = GRAVITY * (heavy - ratio * light) / (heavy + ratio * ratio * light);
    const double sunk = -place_of(world, b).y, risen = place_of(world, a).y;
    ck_assert_double_eq_tol(sunk, 0.5 * pull * time * time, 0.01);
    ck_assert_double_eq_tol(risen, ratio * sunk, 0.01);
    evo_world_destroy(world);
}
END_TEST

/* ---- Chains ---------------------------------------------------------------------------------- */

enum { LINKS = 40 };

/* Sag of a catenary of a length between two points of one height, by bisection. */
static double catenary_sag(double length, double width) {
    double low = 0.01 * width, high = 100 * width;
    for (int i = 0; i < 100; ++i) {
        const double a = 0.5 * (low + high);
        if (2 * a * sinh(width / (2 * a)) > length)
            low = a;
        else
            high = a;
    }
    return low * (cosh(width / (2 * low)) - 1);
}

START_TEST(chains_hang_as_catenaries) {
    evo_world *world = lab_world(GRAVITY);
    const double width = 28, length = LINKS, half = 0.5;
    const evo_vec2 left = {-half, 0}, right = {half, 0};
    evo_body links[LINKS], before = {0, 0};
    for (int i = 0; i < LINKS; ++i) {
        evo_body_config config = lab_body(evo_box(0.5, 0.05), 0, 0);
        const double part = (i + 0.5) / LINKS;
        config.position = (evo_vec2){width * (part - 0.5), -20 * sin(PI * part)};
        config.filter.group = -1;
        config.spin_damping = config.damping = 1;
        links[i] = evo_body_create(world, &config);
        hinge(world, before, links[i], i > 0 ? right : (evo_vec2){-0.5 * width, 0}, left);
        before = links[i];
    }
    hinge(world, (evo_body){0, 0}, before, (evo_vec2){0.5 * width, 0}, right);
    lab_run(world, 1800);
    const evo_vec2 middle = evo_body_world_point(world, links[LINKS / 2], left);
    ck_assert_double_eq_tol(-middle.y, catenary_sag(length, width), 0.01 * length);
    evo_world_destroy(world);
}
END_TEST

/* A hundred links carry a hundred times the weight of one. */
START_TEST(long_chains_carry_loads) {
    enum { COUNT = 100 };
    evo_world *world = lab_world(GRAVITY);
    const evo_vec2 top = {0, 0.5}, bottom = {0, -0.5}, nail = {0, 0};
    evo_body bodies[COUNT + 1], before = {0, 0};
    for (int i = 0; i <= COUNT; ++i) {
        bodies[i] = disk_at(world, 0, -0.5 - i, 0.3, i < COUNT ? 1 : COUNT);
        hinge(world, before, bodies[i], i > 0 ? bottom : nail, top);
        before = bodies[i];
    }
    lab_run(world, 3600);
    for (int i = 1; i <= COUNT; ++i) {
        const evo_vec2 upper = evo_body_world_point(world, bodies[i - 1], bottom);
        const evo_vec2 lower = evo_body_world_point(world, bodies[i], top);
        ck_assert_double_lt(hypot(upper.x - lower.x, upper.y - lower.y), 0.03);
    }
    evo_world_destroy(world);
}
END_TEST

/* Two disks on rods of length 1 fall from the side: the energy ranges over 60. */
START_TEST(double_pendulums_keep_their_energy) {
    evo_world *world = lab_world(GRAVITY);
    const evo_vec2 left = {-1, 0}, middle = {0, 0};
    const evo_body upper = disk_at(world, 1, 0, 0.1, 1), lower = disk_at(world, 2, 0, 0.1, 1);
    hinge(world, (evo_body){0, 0}, upper, middle, left);
    hinge(world, upper, lower, middle, left);
    const double range = 60, begun = evo_world_potential_energy(world);
    for (int i = 0; i < 60 * 240; ++i) {
        ck_assert_int_eq(evo_world_step(world, 1.0 / 240), EVO_OK);
        const double now = evo_world_potential_energy(world) + evo_world_kinetic_energy(world);
        ck_assert_double_lt(now - begun, 0.01 * range);
        ck_assert_double_gt(now - begun, -0.15 * range);
    }
    evo_world_destroy(world);
}
END_TEST

static void try_pendulum(double angle) {
    evo_world *world = lab_world(GRAVITY);
    const evo_body bob = disk_at(world, sin(angle), -cos(angle), 0.2, 1);
    evo_joint_config config = evo_joint_config_default(EVO_REVOLUTE);
    config.b = bob;
    config.frame_b.position = (evo_vec2){-sin(angle), cos(angle)};
    join(world, &config);
    double a = 1, b = cos(angle / 2), last = 0, period = 0, before = angle;
    for (int i = 0; i < 40; ++i) { /* arithmetic-geometric mean */
        const double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    const double expected = 2 * PI * sqrt((0.5 * 0.2 * 0.2 + 1) / GRAVITY) / a;
    for (int i = 1, crossings = 0; crossings < 5; ++i) {
        lab_run(world, 1);
        const double now = place_of(world, bob).x, time = i * LAB_STEP;
        if (before < 0 && now >= 0) {
            const double crossed = time - LAB_STEP * now / (now - before);
            if (crossings == 0) last = crossed;
            period = (crossed - last) / fmax(crossings++, 1);
        }
        before = now;
    }
    ck_assert_double_eq_tol(period, expected, 0.01 * expected);
    evo_world_destroy(world);
}

START_TEST(pendulums_swing_in_their_time) {
    try_pendulum(5 * PI / 180);
    try_pendulum(90 * PI / 180);
}
END_TEST

/* ---- Impacts --------------------------------------------------------------------------------- */

/* A bullet strikes a wheel of a car: the car moves, and the wheel stays on its axle. */
START_TEST(impacts_move_all_that_is_joined) {
    evo_world *world = lab_world(0);
    const evo_body_config hull = lab_body(evo_box(1.5, 0.25), 0, 0);
    const evo_body_config round = lab_body(evo_circle(0.4), 0, 0);
    const evo_body car = evo_body_create(world, &hull);
    evo_body wheels[2];
    evo_joint axles[2];
    for (int i = 0; i < 2; ++i) {
        evo_joint_config axle = evo_joint_config_default(EVO_WHEEL);
        axle.a = car;
        axle.frame_a = (evo_pose){{2 * i - 1, -0.35}, PI / 2};
        evo_body_config config = round;
        config.position = axle.frame_a.position;
        axle.b = wheels[i] = evo_body_create(world, &config);
        axles[i] = join(world, &axle);
    }
    evo_body_config shot = lab_body(evo_circle(0.1), 20, -0.35);
    shot.velocity.x = -200;
    const evo_body bullet = evo_body_create(world, &shot);
    const double given = -200 * evo_body_mass(world, bullet).mass;
    double worst = 0;
    for (int i = 0; i < 120; ++i) {
        lab_run(world, 1);
        for (int k = 0; k < 2; ++k) {
            const evo_vec2 nail = evo_joint_get(world, axles[k]).frame_a.position;
            const evo_vec2 axle = evo_body_local_point(world, car, place_of(world, wheels[k]));
            worst = fmax(worst, fabs(axle.x - nail.x));
        }
    }
    double momentum = 0, part = 0;
    const evo_body all[] = {car, wheels[0], wheels[1], bullet};
    for (int i = 0; i < 4; ++i) {
        const double mass = evo_body_mass(world, all[i]).mass;
        momentum += mass * evo_body_velocity(world, all[i]).x;
        if (i == 0) part = evo_body_velocity(world, car).x;
    }
    ck_assert_double_eq_tol(momentum, given, 1e-3 * fabs(given));
    ck_assert_double_lt(part, -1);
    ck_assert_double_lt(worst, 0.04); /* a tenth of the wheel's radius */
    evo_world_destroy(world);
}
END_TEST

/* ---- Sleep ----------------------------------------------------------------------------------- */

START_TEST(joined_bodies_sleep_and_wake_together) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -GRAVITY;
    evo_world *world = evo_world_create(&config);
    const evo_body upper = disk_at(world, 0, -1, 0.3, 1), lower = disk_at(world, 0, -2, 0.3, 1);
    const evo_vec2 above = {0, 1}, middle = {0, 0};
    hinge(world, (evo_body){0, 0}, upper, middle, above);
    const evo_joint joint = hinge(world, upper, lower, middle, above);
    for (int i = 0; i < 300; ++i) evo_world_step(world, LAB_STEP);
    ck_assert(evo_body_asleep(world, upper) && evo_body_asleep(world, lower));
    joint_set_motor(world, joint, false, 0, 0); /* as it is */
    ck_assert(evo_body_asleep(world, upper) && evo_body_asleep(world, lower));
    ck_assert_int_eq(joint_set_motor(world, joint, true, 1, 100), EVO_OK);
    ck_assert(!evo_body_asleep(world, upper) && !evo_body_asleep(world, lower));
    evo_world_step(world, LAB_STEP);
    ck_assert_double_ne(evo_body_spin(world, lower), 0);
    joint_set_motor(world, joint, false, 0, 0);
    for (int i = 0; i < 3600 && !evo_body_asleep(world, lower); ++i)
        evo_world_step(world, LAB_STEP);
    /* What is joined is woken and sent to sleep as one. */
    evo_body_set_asleep(world, upper, false);
    ck_assert(!evo_body_asleep(world, upper) && !evo_body_asleep(world, lower));
    evo_body_set_asleep(world, lower, true);
    evo_world_step(world, LAB_STEP);
    ck_assert(evo_body_asleep(world, upper) && evo_body_asleep(world, lower));
    evo_world_destroy(world);
}
END_TEST

Suite *suite_joints(void) {
    Suite *suite = suite_create("joints");
    TCase *laws = tcase_create("laws");
    tcase_add_test(laws, springs_swing_as_they_should);
    tcase_add_test(laws, stiff_springs_ring_as_long_as_they_should);
    tcase_add_test(laws, jelly_rings_as_long_as_in_fine_substeps);
    tcase_add_test(laws, motors_turn_by_their_torque_and_to_their_speed);
    tcase_add_test(laws, limits_hold_and_do_not_bounce);
    tcase_add_test(laws, targets_pull_no_harder_than_they_may);
    tcase_add_test(laws, motors_brake_as_a_floor);
    tcase_add_test(laws, springs_have_limits_and_rests);
    tcase_add_test(laws, welds_bend_by_their_angles);
    tcase_add_test(laws, joints_may_only_tell);
    tcase_add_test(laws, what_is_apart_passes);
    tcase_add_test(laws, gears_keep_their_ratio);
    tcase_add_test(laws, pulleys_keep_their_ropes);
    tcase_add_test(laws, chains_hang_as_catenaries);
    tcase_add_test(laws, long_chains_carry_loads);
    tcase_add_test(laws, double_pendulums_keep_their_energy);
    tcase_add_test(laws, pendulums_swing_in_their_time);
    tcase_add_test(laws, impacts_move_all_that_is_joined);
    tcase_add_test(laws, joined_bodies_sleep_and_wake_together);
    suite_add_tcase(suite, laws);
    return suite;
}
