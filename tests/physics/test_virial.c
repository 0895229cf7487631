/* test_virial.c: the pressure of gases of hard ellipses in worlds of events, by the virial of their
 * impacts: as scaled particle theory says for convex bodies that are far apart. */
#include <math.h>

#include "core/core.h"
#include "suites.h"
#include "support/exact.h"
#include "support/lab.h"
#include "support/random.h"

enum { ROWS = 20, BODIES = ROWS * ROWS, SETTLING = 20, SECONDS = 300 };

static const double APART = 3;

static evo_world *make_gas(double a, double b) {
    evo_world_config config = evo_world_config_default();
    config.exact = &EXACT;
    config.gravity.y = 0;
    config.boundary = EVO_PERIODIC;
    config.bounds.max.x = config.bounds.max.y = ROWS * APART;
    evo_world *world = lab_make(config);
    random_seed(3);
    for (int i = 0; i < BODIES; ++i) {
        evo_body_config body =
            lab_body(evo_ellipse(a, b), APART * (i % ROWS + 0.5), APART * (i / ROWS + 0.5));
        body.material.restitution = 1;
        body.material.friction = 0;
        body.angle = random_between(-PI, PI);
        body.velocity.x = random_between(-0.5, 0.5);
        body.velocity.y = random_between(-0.5, 0.5);
        ck_assert(evo_body_exists(world, evo_body_create(world, &body)));
    }
    return world;
}

static void run_seconds(evo_world *world, int seconds) {
    for (int i = 0; i < seconds; ++i) ck_assert_int_eq(evo_world_step(world, 1), EVO_OK);
}

/* Ramanujan's formula. */
static double circumference(double a, double b) {
    double h = (a - b) * (a - b) / ((a + b) * (a + b));
    return PI * (a + b) * (1 + 3 * h / (10 + sqrt(4 - 3 * h)));
}

static double expected_factor(double a, double b) {
    double area = PI * a * b, packing = area / (APART * APART), free = 1 - packing;
    double rim = circumference(a, b);
    return 1 / free + rim * rim / (4 * PI * area) * packing / (free * free);
}

START_TEST(the_virial_is_that_of_convex_bodies) {
    static const double radii[][2] = {{0.5, 0.499}, {0.7, 0.35}, {1, 0.25}};
    double a = radii[_i][0], b = radii[_i][1];
    evo_world *world = make_gas(a, b);
    run_seconds(world, SETTLING); /* until all turn */
    double before = evo_world_sums(world).virial;
    run_seconds(world, SECONDS);
    double virial = evo_world_sums(world).virial - before;
    /* Nothing makes the first ones turn as fast as they move. */
    double freedoms = _i == 0 ? 1 : 1.5;
    double heat = evo_world_kinetic_energy(world) / (BODIES * freedoms);
    double excess = virial / (2 * BODIES * heat * SECONDS), wanted = expected_factor(a, b) - 1;
    ck_assert_double_eq_tol(excess, wanted, 0.05 * wanted);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_virial(void) {
    Suite *suite = suite_create("virial");
    TCase *gases = tcase_create("gases");
    tcase_add_loop_test(gases, the_virial_is_that_of_convex_bodies, 0, 3);
    suite_add_tcase(suite, gases);
    return suite;
}
