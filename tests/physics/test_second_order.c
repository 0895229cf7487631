/* test_second_order.c: motions in steps against their exact ways: half of each kick and impulse on
 * either side of the drift leaves no error of g t dt / 2. */
#include <math.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

static const double PI = 3.14159265358979323846, GRAVITY = 10;

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

Suite *suite_second_order(void) {
    Suite *suite = suite_create("second_order");
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
    return suite;
}
