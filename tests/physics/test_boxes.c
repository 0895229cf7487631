/* test_boxes.c: in steps, a gas of smooth elastic bodies in a closed box keeps its energy, whatever
 * their shape, and none gets out. */
#include <math.h>

#include "core/core.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

enum { ROWS = 6, BODIES = ROWS * ROWS, STEPS = 1200, STEPS_SLOW = 6000 };

static const double BOX = 10, APART = 1.6;

static const double SPEEDS[] = {2, 8, 32};

enum { SPEED_COUNT = 3, SHAPES = 4 };

typedef struct gas_box {
    evo_world *world;
    evo_body bodies[BODIES];
} gas_box;

static evo_shape shape_of(int which) {
    if (which == 0) return evo_circle(0.3);
    if (which == 1) return evo_ellipse(0.4, 0.2);
    return which == 2 ? evo_ellipse(0.6, 0.1) : evo_ring(0.3, 0.1, 0, 2 * PI);
}

static evo_body_config body_of(evo_shape shape, double x, double y) {
    evo_body_config config = lab_body(shape, x, y);
    config.material.restitution = 1;
    config.material.friction = 0;
    return config;
}

static gas_box make_gas(int which, double speed) {
    gas_box gas = {.world = lab_space()};
    random_seed(5);
    lab_closed_box(gas.world, BOX, body_of(shape_of(0), 0, 0).material);
    for (int i = 0; i < BODIES; ++i) {
        evo_body_config config =
            body_of(shape_of(which), 1 + APART * (i % ROWS), 1 + APART * (double)(i / ROWS));
        config.angle = random_between(-PI, PI);
        config.velocity.x = random_between(-speed, speed);
        config.velocity.y = random_between(-speed, speed);
        gas.bodies[i] = evo_body_create(gas.world, &config);
    }
    return gas;
}

static void check_inside(const gas_box *gas) {
    for (int i = 0; i < BODIES; ++i) {
        const evo_vec2 at = evo_body_pose(gas->world, gas->bodies[i]).position;
        ck_assert_msg(at.x > 0 && at.x < BOX && at.y > 0 && at.y < BOX, "%d is at %g %g", i, at.x,
                      at.y);
    }
}

static void check_gas(int loop, int steps) {
    gas_box gas = make_gas(loop / SPEED_COUNT, SPEEDS[loop % SPEED_COUNT]);
    const double energy = evo_world_kinetic_energy(gas.world);
    for (int step = 0; step < steps; ++step) {
        lab_run(gas.world, 1);
        const double now = evo_world_kinetic_energy(gas.world);
        ck_assert_msg(fabs(now - energy) < 1e-6 * energy, "from %g to %g in step %d", energy, now,
                      step);
    }
    check_inside(&gas);
    evo_world_destroy(gas.world);
}

START_TEST(an_elastic_gas_keeps_its_energy) {
    check_gas(_i, STEPS);
}
END_TEST

START_TEST(an_elastic_gas_keeps_its_energy_for_long) {
    check_gas(_i, STEPS_SLOW);
}
END_TEST

Suite *suite_boxes(void) {
    Suite *suite = suite_create("boxes");
    TCase *some = tcase_create("short"), *all = tcase_create("long");
    tcase_add_loop_test(some, an_elastic_gas_keeps_its_energy, 0, SPEED_COUNT * SHAPES);
    tcase_add_loop_test(all, an_elastic_gas_keeps_its_energy_for_long, 0, SPEED_COUNT * SHAPES);
    tcase_set_tags(all, "slow");
    tcase_set_timeout(all, 120);
    suite_add_tcase(suite, some);
    suite_add_tcase(suite, all);
    return suite;
}
