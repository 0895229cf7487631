/* test_gas_equilibrium.c: event worlds of many disks in equilibrium have the pressure of hard disks
 * and Maxwell's speeds.
 *
 * Pressures are Kolafa's and Rottner's, Mol. Phys. 104, 3435 (2006), of disks of diameter 1. */
#include <math.h>

#include "suites.h"
#include "support/gas_recipe.h"

static const double PI = 3.14159265358979323846;

/* ---- Pressure in a periodic box -------------------------------------------------------------- */

typedef struct known_pressure {
    double packing, z, z_tolerance;
} known_pressure;

static const known_pressure PRESSURES[] = {
    {0.1, 1.236122, 0.0012}, {0.3, 2.063183, 0.005}, {0.5, 4.106190, 0.02}, {0.65, 8.407832, 0.04}};
enum { PRESSURE_COUNT = sizeof PRESSURES / sizeof *PRESSURES };

/* The compressibility by the virial and by the impact rate must both be the known one. `loosely`
 * multiplies the tolerance of a million impacts of 10,000 disks. */
static void check_pressure(const known_pressure *p, int side, double impacts_each, double loosely) {
    gas_recipe recipe = {
        .side = side, .packing = p->packing, .boundary = EVO_PERIODIC, .restitution = 1};
    gas *g = gas_make(recipe);
    gas_run_until(g, 20, 0.1);
    evo_sums before = evo_world_sums(g->world);
    double begin = evo_world_time(g->world);
    gas_run_until(g, impacts_each, 0.1);
    evo_sums after = evo_world_sums(g->world);
    double time = evo_world_time(g->world) - begin, count = g->count;
    double heat = evo_world_kinetic_energy(g->world) / (count - 1); /* momentum is conserved */
    double virial = (after.virial - before.virial) / (2 * count * heat * time);
    double rate = 2 * (double)(after.pair_impacts - before.pair_impacts) / (count * time);
    double by_rate = sqrt(PI) / 4 * rate / sqrt(heat);
    ck_assert_double_eq_tol(1 + virial, p->z, loosely * p->z_tolerance);
    ck_assert_double_eq_tol(1 + by_rate, p->z, loosely * 0.005 * (p->z - 1));
    /* Both use the same impacts, so they agree better with each other. */
    ck_assert_double_eq_tol(virial, by_rate, loosely * 0.005 * (p->z - 1));
    evo_world_destroy(g->world);
}

START_TEST(pressure_is_that_of_hard_disks) {
    check_pressure(&PRESSURES[_i], 32, 300, 3);
}
END_TEST

START_TEST(pressure_of_many) {
    check_pressure(&PRESSURES[_i], 100, 200, 1);
}
END_TEST

/* ---- Speeds ---------------------------------------------------------------------------------- */

/* From equal speeds, impacts lead to Maxwell-Boltzmann: <v^4> = 2 <v^2>^2 N / (N + 1). */
START_TEST(speeds_become_maxwellian) {
    gas_recipe recipe = {.side = 32,
                         .packing = 0.3,
                         .boundary = EVO_PERIODIC,
                         .restitution = 1,
                         .equal_speeds = true};
    gas *g = gas_make(recipe);
    double mean = 0;
    for (int round = 0; round <= 20; ++round) {
        double squares = 0, fourths = 0;
        for (int i = 0; i < g->count; ++i) {
            evo_vec2 v = evo_body_velocity(g->world, g->bodies[i]);
            double square = v.x * v.x + v.y * v.y;
            squares += square / g->count;
            fourths += square * square / g->count;
        }
        double ratio = fourths / (squares * squares);
        if (round == 0) ck_assert_double_lt(ratio, 1.2);
        if (round > 0) mean += ratio / 20;
        gas_run_until(g, 10, 0.1);
    }
    ck_assert_double_eq_tol(mean, 2.0 * g->count / (g->count + 1), 0.04);
    evo_world_destroy(g->world);
}
END_TEST

/* ---- Pressure on walls ----------------------------------------------------------------------- */

/* The momentum flux of a thin gas to the walls, per second and length, is N kT over the area free
 * to the disks' centres, times 1 + 2 phi by the second virial coefficient. */
START_TEST(walls_feel_the_pressure) {
    const double packing = 0.01;
    gas_recipe recipe = {.side = 20, .packing = packing, .boundary = EVO_WALLS, .restitution = 1};
    gas *g = gas_make(recipe);
    gas_run_until(g, 5, 1);
    double begin = evo_world_time(g->world), before = evo_world_sums(g->world).wall_impulse;
    gas_run_until(g, 500, 1);
    double time = evo_world_time(g->world) - begin;
    double taken = evo_world_sums(g->world).wall_impulse - before;
    double heat = evo_world_kinetic_energy(g->world) / g->count, inner = g->side - 1;
    double pressure = taken / (time * 4 * inner);
    ck_assert_double_eq_tol(pressure * inner * inner / (g->count * heat), 1 + 2 * packing, 0.005);
    evo_world_destroy(g->world);
}
END_TEST

Suite *suite_gas_equilibrium(void) {
    Suite *suite = suite_create("gas_equilibrium");
    TCase *heat = tcase_create("equilibrium");
    tcase_add_loop_test(heat, pressure_is_that_of_hard_disks, 0, PRESSURE_COUNT - 1);
    tcase_add_test(heat, speeds_become_maxwellian);
    tcase_add_test(heat, walls_feel_the_pressure);
    suite_add_tcase(suite, heat);
    TCase *slow = tcase_create("slow");
    tcase_set_tags(slow, "slow");
    tcase_set_timeout(slow, 600);
    tcase_add_loop_test(slow, pressure_of_many, 0, PRESSURE_COUNT);
    suite_add_tcase(suite, slow);
    return suite;
}
