/* test_conservation.c: quantities that collisions in empty space conserve: momentum, angular
 * momentum, and the energy without friction and with restitution 1. */
#include <math.h>

#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

enum { COUNT = 300 };

typedef struct sums {
    double x, y, angular, energy;
    double strength, angular_strength; /* the sums of absolute values, as scales */
} sums;

static sums sum_up(const evo_world *world, const evo_body *bodies) {
    sums s = {0, 0, 0, 0, 0, 0};
    for (int i = 0; i < COUNT; ++i) {
        evo_mass mass = evo_body_mass(world, bodies[i]);
        evo_vec2 at = evo_body_pose(world, bodies[i]).position;
        evo_vec2 v = evo_body_velocity(world, bodies[i]);
        double spin = evo_body_spin(world, bodies[i]), speed = hypot(v.x, v.y);
        s.x += mass.mass * v.x;
        s.y += mass.mass * v.y;
        s.angular += mass.mass * (at.x * v.y - at.y * v.x) + mass.inertia * spin;
        s.energy += 0.5 * (mass.mass * speed * speed + mass.inertia * spin * spin);
        s.strength += mass.mass * speed;
        s.angular_strength += mass.mass * hypot(at.x, at.y) * speed + mass.inertia * fabs(spin);
    }
    return s;
}

typedef struct gas {
    bool ellipses;
    double friction, restitution;
} gas;

/* Bodies of several sizes and weights on a loose lattice, thrown inwards. */
static void make_gas(evo_world *world, const gas *g, evo_body *bodies) {
    random_seed(7);
    for (int i = 0; i < COUNT; ++i) {
        double radius = random_between(0.2, 0.5);
        evo_shape shape =
            g->ellipses && i % 2 ? evo_ellipse(radius, 0.5 * radius) : evo_circle(radius);
        evo_body_config config = lab_body(shape, 1.2 * (i % 20) - 12, 1.2 * (i / 20.0) - 9);
        config.angle = random_between(-3, 3);
        config.spin = random_between(-3, 3);
        config.velocity.x = -0.5 * config.position.x + random_between(-3, 3);
        config.velocity.y = -0.5 * config.position.y + random_between(-3, 3);
        config.material.density = random_scale(0.3, 3);
        config.material.friction = g->friction;
        config.material.restitution = g->restitution;
        bodies[i] = evo_body_create(world, &config);
    }
}

static void check_gas(const gas *g, double angular_tolerance) {
    evo_world *world = lab_space();
    evo_body bodies[COUNT];
    make_gas(world, g, bodies);
    sums before = sum_up(world, bodies);
    size_t touches = 0;
    for (int i = 0; i < 300; ++i) {
        size_t count;
        lab_run(world, 1);
        evo_world_touches(world, &count);
        touches += count;
    }
    sums after = sum_up(world, bodies);
    ck_assert_uint_gt(touches, COUNT);
    ck_assert_double_lt(hypot(after.x - before.x, after.y - before.y), 1e-5 * before.strength);
    ck_assert_double_lt(fabs(after.angular - before.angular),
                        angular_tolerance * before.angular_strength);
    /* What the solver bounces at several contacts of one body at once may gain a little. */
    ck_assert_double_lt(after.energy, 1.005 * before.energy);
    evo_world_destroy(world);
}

/* Momentum is conserved to rounding. The error of the angular momentum about the origin comes from
 * the displacement within a step during contact: at most 1.2e-3 here. */
START_TEST(momentum_is_conserved) {
    static const gas gases[] = {{false, 0, 1}, {false, 0.6, 0.5}, {false, 0.6, 0},
                                {true, 0, 1},  {true, 0.6, 0.5},  {true, 0.6, 0}};
    check_gas(&gases[_i], 2e-3);
}
END_TEST

/* Elastic disks that cover three tenths of a box conserve energy, except for bodies with several
 * contacts in one step. */
START_TEST(an_elastic_gas_conserves_energy) {
    enum { SIDE = 17 };
    const double width = 1.62 * SIDE;
    const evo_vec2 corners[4] = {{0, 0}, {width, 0}, {width, width}, {0, width}};
    evo_world *world = lab_space();
    for (int i = 0; i < 4; ++i)
        lab_fixed(world, evo_segment(corners[i], corners[(i + 1) % 4]), 0, 0);
    random_seed(5);
    for (int i = 0; i < SIDE * SIDE; ++i) {
        double column = i % SIDE + 0.5, row = (i - i % SIDE) / SIDE + 0.5;
        evo_body_config config = lab_body(evo_circle(0.5), 1.62 * column, 1.62 * row);
        config.material.friction = 0;
        config.material.restitution = 1;
        config.velocity.x = random_between(-2, 2);
        config.velocity.y = random_between(-2, 2);
        evo_body_create(world, &config);
    }
    double before = evo_world_kinetic_energy(world);
    lab_run(world, 300);
    double after = evo_world_kinetic_energy(world);
    ck_assert_double_lt(after, 1.001 * before);
    ck_assert_double_gt(after, 0.95 * before);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_conservation(void) {
    Suite *suite = suite_create("conservation");
    TCase *gases = tcase_create("gases");
    tcase_add_loop_test(gases, momentum_is_conserved, 0, 6);
    tcase_add_test(gases, an_elastic_gas_conserves_energy);
    suite_add_tcase(suite, gases);
    return suite;
}
