/* gases.c: event worlds of many disks conserve energy, momentum and angular momentum, are
 * reversible in time, report impacts in order and at gaps of zero, and let no disks overlap. In
 * equilibrium they have the pressure of hard disks and Maxwell's speeds; hard ellipses, by the
 * virial of their impacts, that of scaled particle theory for convex bodies that are far apart.
 *
 * Pressures of disks are Kolafa's and Rottner's, Mol. Phys. 104, 3435 (2006), of diameter 1. */
#include <math.h>

#include "core/core.h"
#include "suites.h"
#include "support/exact.h"
#include "support/gas_recipe.h"
#include "support/lab.h"
#include "support/random.h"

/* ---- Sums and overlaps ----------------------------------------------------------------------- */

typedef struct sums {
    double x, y, angular, energy;
    double strength, angular_strength; /* the sums of absolute values, as scales */
} sums;

static sums sum_up(const gas *g, double pull) {
    sums s = {0, 0, 0, 0, 0, 0};
    for (int i = 0; i < g->count; ++i) {
        evo_mass mass = evo_body_mass(g->world, g->bodies[i]);
        evo_vec2 position = evo_body_pose(g->world, g->bodies[i]).position;
        evo_vec2 v = evo_body_velocity(g->world, g->bodies[i]);
        double spin = evo_body_spin(g->world, g->bodies[i]), speed = hypot(v.x, v.y);
        s.x += mass.mass * v.x;
        s.y += mass.mass * v.y;
        s.angular += mass.mass * (position.x * v.y - position.y * v.x) + mass.inertia * spin;
        s.energy += 0.5 * (mass.mass * speed * speed + mass.inertia * spin * spin)
                    - mass.mass * pull * position.y;
        s.strength += mass.mass * speed;
        s.angular_strength +=
            mass.mass * hypot(position.x, position.y) * speed + mass.inertia * fabs(spin);
    }
    return s;
}

static double round_box(double apart, double side) {
    return apart - round(apart / side) * side;
}

/* The deepest overlap of any two, or with a wall, in radii of the smaller one. */
static double deepest(const gas *g, evo_boundary boundary) {
    static evo_vec2 positions[GAS_MOST];
    double most = -INFINITY;
    for (int i = 0; i < g->count; ++i) {
        positions[i] = evo_body_pose(g->world, g->bodies[i]).position;
        double x = fmin(positions[i].x, g->side - positions[i].x);
        double y = fmin(positions[i].y, g->side - positions[i].y);
        if (boundary == EVO_WALLS) most = fmax(most, 1 - fmin(x, y) / g->radii[i]);
        for (int k = 0; k < i; ++k) {
            double apart_x = positions[i].x - positions[k].x,
                   apart_y = positions[i].y - positions[k].y;
            if (boundary == EVO_PERIODIC) apart_x = round_box(apart_x, g->side);
            if (boundary == EVO_PERIODIC) apart_y = round_box(apart_y, g->side);
            double reach = g->radii[i] + g->radii[k];
            double square = apart_x * apart_x + apart_y * apart_y;
            if (square > reach * reach) continue;
            most = fmax(most, (reach - sqrt(square)) / fmin(g->radii[i], g->radii[k]));
        }
    }
    return most;
}

/* ---- Conservation and overlap ---------------------------------------------------------------- */

/* Elastic and smooth: energy is conserved, momentum too without walls, and no disks overlap. */
static const gas_recipe ELASTIC[] = {
    {.side = 30, .packing = 0.5, .boundary = EVO_PERIODIC, .restitution = 1},
    {.side = 30, .packing = 0.5, .boundary = EVO_PERIODIC, .restitution = 1, .uneven = 0.8},
    {.side = 30, .packing = 0.3, .boundary = EVO_WALLS, .restitution = 1, .uneven = 0.8},
    {.side = 30, .packing = 0.3, .boundary = EVO_WALLS, .restitution = 1, .pull = -0.1},
    {.side = 7, .packing = 0.5, .boundary = EVO_WALLS, .restitution = 1, .uneven = 0.8},
    {.side = 7, .packing = 0.3, .boundary = EVO_WALLS, .restitution = 1, .pull = -1},
    {.side = 30, .packing = 0.7, .boundary = EVO_PERIODIC, .restitution = 1},
    /* Spinning, which has no effect without friction. */
    {.side = 7, .packing = 0.4, .boundary = EVO_PERIODIC, .restitution = 1, .spin = 3},
    /* One disk far larger than all others. */
    {.side = 40, .packing = 0.5, .boundary = EVO_PERIODIC, .restitution = 1, .oversize = 8},
    {.side = 40, .packing = 0.4, .boundary = EVO_WALLS, .restitution = 1, .oversize = 16},
    {.side = 30,
     .packing = 0.3,
     .boundary = EVO_WALLS,
     .restitution = 1,
     .pull = -1,
     .oversize = 9},
};
enum { ELASTIC_COUNT = sizeof ELASTIC / sizeof *ELASTIC };

static void check_conserved(const gas_recipe *recipe, double impacts_each) {
    gas *g = gas_make(*recipe);
    double worst = -INFINITY;
    sums before = sum_up(g, recipe->pull);
    for (int i = 0; i < 10; ++i) {
        gas_run_until(g, impacts_each / 10, 0.05);
        worst = fmax(worst, deepest(g, recipe->boundary));
        sums after = sum_up(g, recipe->pull);
        double lost = hypot(after.x - before.x, after.y - before.y);
        ck_assert_double_lt(fabs(after.energy - before.energy), 1e-12 * before.energy);
        ck_assert(recipe->boundary == EVO_WALLS || lost < 1e-12 * before.strength);
    }
    ck_assert_msg(worst < 1e-12, "%g of a radius deep", worst);
    evo_world_destroy(g->world);
}

START_TEST(elastic_gases_conserve_energy_and_momentum) {
    check_conserved(&ELASTIC[_i], 100);
}
END_TEST

/* Reads the current radii of growing disks from their shapes. */
static void read_radii(gas *g) {
    for (int i = 0; i < g->count; ++i) {
        evo_collider only;
        evo_body_colliders(g->world, g->bodies[i], &only, 1);
        g->radii[i] = evo_collider_get(g->world, only).shape.of.circle.radius;
    }
}

/* The growth rebuilds the cell list again and again, and no impact is missed. Growth adds energy
 * but no momentum. */
START_TEST(growing_disks_beside_an_oversize_one_never_overlap) {
    const gas_recipe recipe = {.side = 40,
                               .packing = 0.2,
                               .restitution = 1,
                               .oversize = 5,
                               .boundary = _i ? EVO_WALLS : EVO_PERIODIC};
    gas *g = gas_make(recipe);
    sums before = sum_up(g, 0);
    for (int i = 0; i < 3; ++i) {
        ck_assert_int_eq(evo_world_set_growth(g->world, 0.2), EVO_OK);
        gas_step(g->world, 1);
        ck_assert_int_eq(evo_world_set_growth(g->world, 0), EVO_OK);
        read_radii(g);
        ck_assert_double_lt(deepest(g, recipe.boundary), 1e-12);
    }
    sums after = sum_up(g, 0);
    ck_assert_double_gt(g->radii[0], 0.85);
    ck_assert_double_gt(after.energy, before.energy);
    ck_assert(_i || hypot(after.x - before.x, after.y - before.y) < 1e-12 * before.strength);
    evo_world_destroy(g->world);
}
END_TEST

/* 2e7 impacts. */
START_TEST(energy_is_conserved_for_long) {
    const gas_recipe recipe = {
        .side = 20, .packing = 0.5, .boundary = EVO_PERIODIC, .restitution = 1};
    check_conserved(&recipe, 1e5);
}
END_TEST

/* ---- Impacts --------------------------------------------------------------------------------- */

/* Times of impacts never decrease, also not between steps. */
START_TEST(impact_times_never_decrease) {
    gas_recipe recipe = {.side = 20, .packing = 0.6, .boundary = EVO_PERIODIC, .restitution = 1};
    double spacing = sqrt(PI / 4 / recipe.packing), last = 0;
    evo_world_config config = gas_config(EVO_PERIODIC, 20 * spacing, 20 * spacing);
    static gas g;
    g.world = gas_world(&config);
    random_seed(52);
    gas_add_disks(&g, &recipe, spacing);
    int back = 0, beyond = 0;
    for (int i = 0; i < 1000; ++i) {
        double begin = evo_world_time(g.world);
        gas_step(g.world, 0.01);
        size_t count;
        const evo_impact *impacts = evo_world_impacts(g.world, &count);
        for (size_t k = 0; k < count; ++k) {
            back += impacts[k].time < last;
            beyond += impacts[k].time < begin || impacts[k].time > evo_world_time(g.world);
            last = impacts[k].time;
        }
    }
    ck_assert_uint_gt(gas_pair_impacts(&g), 10000);
    ck_assert(back == 0 && beyond == 0);
    evo_world_destroy(g.world);
}
END_TEST

static int number_of(const gas *g, evo_body body) {
    int i = 0;
    while (i < g->count && g->bodies[i].index != body.index) ++i;
    ck_assert_int_lt(i, g->count);
    return i;
}

/* The gap of the two disks of an impact that has just been resolved, in radii. */
static double gap_of(const gas *g, const evo_impact *impact) {
    int a = number_of(g, impact->a);
    evo_vec2 position = evo_body_pose(g->world, impact->a).position;
    if (impact->b.generation == 0) {
        double x = impact->normal.x > 0 ? g->side - position.x : position.x;
        double y = impact->normal.y > 0 ? g->side - position.y : position.y;
        return (impact->normal.x != 0 ? x : y) / g->radii[a] - 1;
    }
    int b = number_of(g, impact->b);
    evo_vec2 other = evo_body_pose(g->world, impact->b).position;
    double x = round_box(other.x - position.x, g->side),
           y = round_box(other.y - position.y, g->side);
    return (hypot(x, y) - g->radii[a] - g->radii[b]) / fmin(g->radii[a], g->radii[b]);
}

/* At an impact the gap is zero, also after a long time. */
START_TEST(the_gap_at_an_impact_is_zero) {
    gas *g = gas_make(ELASTIC[_i]);
    evo_world_config config = gas_config(ELASTIC[_i].boundary, g->side, g->side);
    evo_world_destroy(g->world);
    config.gravity.y = ELASTIC[_i].pull;
    g->world = gas_world(&config);
    gas_add_disks(g, &ELASTIC[_i], g->side / ELASTIC[_i].side);
    double worst = 0;
    for (int i = 0; i < 2000; ++i) {
        size_t count;
        if (i == 1000) gas_step(g->world, 50);
        gas_step_to_next(g->world);
        const evo_impact *impacts = evo_world_impacts(g->world, &count);
        ck_assert_uint_ge(count, 1);
        for (size_t k = 0; k < count; ++k) worst = fmax(worst, fabs(gap_of(g, &impacts[k])));
    }
    ck_assert_msg(worst < 1e-12, "%g of a radius off", worst);
    evo_world_destroy(g->world);
}
END_TEST

/* ---- Friction and restitution ---------------------------------------------------------------- */

/* Friction couples spins: it never adds energy, and conserves momentum. */
START_TEST(rough_gases_only_lose_energy) {
    const gas_recipe recipe = {.side = 30,
                               .packing = 0.4,
                               .boundary = EVO_PERIODIC,
                               .restitution = 1,
                               .friction = _i ? 0.5 : 0.1,
                               .uneven = 0.5,
                               .spin = 3};
    gas *g = gas_make(recipe);
    sums first = sum_up(g, 0), before = first;
    for (int i = 0; i < 20; ++i) {
        gas_run_until(g, 1, 0.05);
        sums after = sum_up(g, 0);
        ck_assert_double_lt(after.energy, before.energy * (1 + 1e-13));
        before = after;
    }
    ck_assert_double_lt(hypot(before.x - first.x, before.y - first.y), 1e-12 * first.strength);
    ck_assert_double_lt(before.energy, 0.95 * first.energy);
    ck_assert_double_lt(deepest(g, EVO_PERIODIC), 1e-12);
    evo_world_destroy(g->world);
}
END_TEST

/* A smooth gas with restitution below 1: likewise, and its spins are constant. */
START_TEST(inelastic_gases_only_lose_energy) {
    const gas_recipe recipe = {
        .side = 30, .packing = 0.3, .boundary = EVO_PERIODIC, .restitution = 0.9, .uneven = 0.5};
    gas *g = gas_make(recipe);
    sums first = sum_up(g, 0), before = first;
    for (int i = 0; i < 10; ++i) {
        gas_run_until(g, 1, 0.05);
        sums after = sum_up(g, 0);
        ck_assert_double_lt(after.energy, before.energy);
        before = after;
    }
    ck_assert_double_lt(hypot(before.x - first.x, before.y - first.y), 1e-12 * first.strength);
    evo_world_destroy(g->world);
}
END_TEST

/* Rough disks of several sizes meet in open space: the angular momentum about the origin, orbital
 * and spin together, is conserved to rounding; so is the momentum. */
START_TEST(angular_momentum_is_conserved) {
    const gas_recipe recipe = {.side = _i % 2 ? 20 : 8,
                               .packing = 0.4,
                               .boundary = EVO_OPEN,
                               .restitution = _i / 2 ? 1 : 0.8,
                               .friction = 0.4,
                               .uneven = 0.5,
                               .spin = 3};
    gas *g = gas_make(recipe);
    for (int i = 0; i < g->count; ++i) {
        evo_vec2 position = evo_body_pose(g->world, g->bodies[i]).position;
        evo_vec2 velocity = {0.5 * g->side - position.x, 0.7 * g->side - position.y};
        ck_assert_int_eq(evo_body_set_velocity(g->world, g->bodies[i], velocity), EVO_OK);
    }
    sums before = sum_up(g, 0);
    gas_step(g->world, 3);
    sums after = sum_up(g, 0);
    ck_assert_uint_gt(gas_pair_impacts(g), 3 * (uint64_t)g->count);
    ck_assert_double_lt(fabs(after.angular - before.angular), 1e-13 * before.angular_strength);
    ck_assert_double_lt(hypot(after.x - before.x, after.y - before.y), 1e-13 * before.strength);
    ck_assert_double_lt(after.energy, 0.99 * before.energy);
    evo_world_destroy(g->world);
}
END_TEST

/* ---- Time reversal --------------------------------------------------------------------------- */

/* With reversed velocities every disk returns to its start, within the error that chaos allows:
 * each impact about doubles it. */
START_TEST(motion_is_reversible) {
    const gas_recipe recipe = {
        .side = 32, .packing = 0.5, .boundary = EVO_PERIODIC, .restitution = 1};
    static evo_vec2 positions[GAS_MOST];
    gas *g = gas_make(recipe);
    gas_run_until(g, 10, 0.05); /* melts the lattice, whose impacts are degenerate */
    for (int i = 0; i < g->count; ++i)
        positions[i] = evo_body_pose(g->world, g->bodies[i]).position;
    double begin = evo_world_time(g->world), squares = 0;
    gas_run_until(g, 10, 0x1p-5);
    double lasted = evo_world_time(g->world) - begin;
    for (int i = 0; i < g->count; ++i) {
        evo_vec2 v = evo_body_velocity(g->world, g->bodies[i]), back = {-v.x, -v.y};
        ck_assert_int_eq(evo_body_set_velocity(g->world, g->bodies[i], back), EVO_OK);
    }
    gas_step(g->world, lasted);
    for (int i = 0; i < g->count; ++i) {
        evo_vec2 position = evo_body_pose(g->world, g->bodies[i]).position;
        double x = round_box(position.x - positions[i].x, g->side);
        double y = round_box(position.y - positions[i].y, g->side);
        squares += x * x + y * y;
    }
    double off = sqrt(squares / g->count);
    ck_assert_msg(off < 1e-11, "off by %g", off);
    evo_world_destroy(g->world);
}
END_TEST

/* ---- Growth ---------------------------------------------------------------------------------- */

/* Disks grow until the periodic box is too small for the cell list: the step returns an error and
 * changes nothing. @growth-full */
START_TEST(growth_ends_where_the_box_is_full) {
    const double apart = _i ? 4 : 6;
    const int side = _i ? 3 : 2;
    evo_world_config config = gas_config(EVO_PERIODIC, side * apart, side * apart);
    evo_world *world = gas_world(&config);
    for (int i = 0; i < side * side; ++i) {
        evo_vec2 position = {(i % side + 0.5) * apart, (i / side + 0.5) * apart}, rests = {0, 0};
        gas_throw(world, 0.5, position, rests);
    }
    ck_assert_int_eq(evo_world_set_growth(world, 0.1), EVO_OK);
    evo_result result = EVO_OK;
    for (int i = 0; i < 1000 && result == EVO_OK; ++i) result = evo_world_step(world, 0.5);
    ck_assert_int_eq(result, EVO_ERROR_INVALID);
    double time = evo_world_time(world);
    ck_assert_int_eq(evo_world_step(world, 0.5), EVO_ERROR_INVALID);
    ck_assert_double_eq(evo_world_time(world), time);
    evo_world_destroy(world);
}
END_TEST

/* ---- Equilibrium ----------------------------------------------------------------------------- */

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

/* ---- Pressure of ellipses -------------------------------------------------------------------- */

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

/* ---- The suite ------------------------------------------------------------------------------- */

static void add_gas_invariants(Suite *suite) {
    TCase *kept = tcase_create("kept");
    tcase_add_loop_test(kept, elastic_gases_conserve_energy_and_momentum, 0, ELASTIC_COUNT);
    tcase_add_loop_test(kept, growing_disks_beside_an_oversize_one_never_overlap, 0, 2);
    tcase_add_test(kept, impact_times_never_decrease);
    tcase_add_loop_test(kept, the_gap_at_an_impact_is_zero, 0, ELASTIC_COUNT);
    tcase_add_loop_test(kept, rough_gases_only_lose_energy, 0, 2);
    tcase_add_test(kept, inelastic_gases_only_lose_energy);
    tcase_add_loop_test(kept, angular_momentum_is_conserved, 0, 4);
    tcase_add_test(kept, motion_is_reversible);
    tcase_add_loop_test(kept, growth_ends_where_the_box_is_full, 0, 2);
    suite_add_tcase(suite, kept);
    TCase *slow = tcase_create("slow");
    tcase_set_tags(slow, "slow");
    tcase_set_timeout(slow, 600);
    tcase_add_test(slow, energy_is_conserved_for_long);
    suite_add_tcase(suite, slow);
}

static void add_gas_equilibrium(Suite *suite) {
    TCase *heat = tcase_create("equilibrium");
    tcase_add_loop_test(heat, pressure_is_that_of_hard_disks, 0, PRESSURE_COUNT - 1);
    tcase_add_test(heat, speeds_become_maxwellian);
    tcase_add_test(heat, walls_feel_the_pressure);
    suite_add_tcase(suite, heat);
    TCase *slow = tcase_create("equilibrium, slow");
    tcase_set_tags(slow, "slow");
    tcase_set_timeout(slow, 600);
    tcase_add_loop_test(slow, pressure_of_many, 0, PRESSURE_COUNT);
    suite_add_tcase(suite, slow);
}

static void add_virial(Suite *suite) {
    TCase *gases = tcase_create("gases");
    tcase_add_loop_test(gases, the_virial_is_that_of_convex_bodies, 0, 3);
    suite_add_tcase(suite, gases);
}

Suite *suite_gases(void) {
    Suite *suite = suite_create("gases");
    add_gas_invariants(suite);
    add_gas_equilibrium(suite);
    add_virial(suite);
    return suite;
}
