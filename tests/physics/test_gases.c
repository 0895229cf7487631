/* test_gases.c: event worlds of many disks: conservation laws, time reversal and the pressure of
 * hard disks.
 *
 * * Pressures are Kolafa's and Rottner's, Mol. Phys. 104, 3435 (2006), of disks of diameter 1. */
#include <math.h>
#include <stdlib.h>

#include "suites.h"
#include "support/gas.h"
#include "support/random.h"

enum { MOST = 10000 };

static const double PI = 3.14159265358979323846;

typedef struct gas {
    evo_world *world;
    int count;
    double side; /* of the box; 0: open space */
    evo_body bodies[MOST];
    evo_vec2 positions[MOST]; /* initial positions */
    double radii[MOST], masses[MOST];
} gas;

/* ---- Making ---------------------------------------------------------------------------------- */

/* Disks on a square lattice, with velocities of a temperature of about 1 and no momentum. */
typedef struct gas_recipe {
    int side; /* disks along each side of the lattice */
    double packing;
    evo_boundary boundary;
    double pull;
    double uneven; /* relative spread of radii and masses */
    double friction, restitution;
    double spin;
    bool equal_speeds; /* all disks start with the same speed */
    double oversize;   /* radius of an oversize disk in the middle; 0: none */
} gas_recipe;

static evo_vec2 any_velocity(const gas_recipe *recipe, double mass) {
    double turn = random_between(-PI, PI), scale = 1 / sqrt(mass);
    evo_vec2 even = {sqrt(2) * cos(turn), sqrt(2) * sin(turn)};
    evo_vec2 velocity = {scale * gas_normal(), scale * gas_normal()};
    return recipe->equal_speeds ? even : velocity;
}

/* The lattice without the positions that the oversize disk covers, and that disk. */
static void find_positions(gas *g, const gas_recipe *recipe, double spacing) {
    double middle = 0.5 * spacing * recipe->side;
    g->count = 0;
    for (int i = 0; i < recipe->side * recipe->side; ++i) {
        double column = i % recipe->side + 0.5, row = (i - i % recipe->side) / recipe->side + 0.5;
        evo_vec2 position = {spacing * column, spacing * row};
        bool covered = hypot(position.x - middle, position.y - middle) < recipe->oversize + 0.51;
        if (recipe->oversize > 0 && covered) continue;
        double uneven = 1 - recipe->uneven * random_between(0, 1);
        g->radii[g->count] = 0.5 * uneven;
        g->masses[g->count] = uneven;
        g->positions[g->count++] = position;
    }
    if (recipe->oversize == 0) return;
    g->radii[g->count] = recipe->oversize;
    g->masses[g->count] = recipe->oversize * recipe->oversize;
    g->positions[g->count].x = g->positions[g->count].y = middle;
    ++g->count;
}

static void add_disks(gas *g, const gas_recipe *recipe, double spacing) {
    static evo_vec2 velocities[MOST];
    evo_vec2 momentum = {0, 0};
    double mass = 0;
    find_positions(g, recipe, spacing);
    for (int i = 0; i < g->count; ++i) {
        velocities[i] = any_velocity(recipe, g->masses[i]);
        momentum.x += g->masses[i] * velocities[i].x;
        momentum.y += g->masses[i] * velocities[i].y;
        mass += g->masses[i];
    }
    for (int i = 0; i < g->count; ++i) {
        evo_body_config config = gas_disk(g->radii[i], g->positions[i].x, g->positions[i].y);
        config.velocity.x = velocities[i].x - momentum.x / mass;
        config.velocity.y = velocities[i].y - momentum.y / mass;
        config.spin = recipe->spin * random_between(-1, 1);
        config.material.friction = recipe->friction;
        config.material.restitution = recipe->restitution;
        g->bodies[i] = gas_add(g->world, &config, g->masses[i]);
    }
}

/* The gas is valid until the next call. */
static gas *gas_make(gas_recipe recipe) {
    static gas made;
    double spacing = sqrt(PI / 4 / recipe.packing);
    made.side = spacing * recipe.side;
    evo_world_config config = gas_config(recipe.boundary, made.side, made.side);
    config.gravity.y = recipe.pull;
    config.impact_speed = INFINITY;
    /* The walls have the material of the disks. */
    config.wall.friction = recipe.friction;
    config.wall.restitution = recipe.restitution;
    made.world = gas_world(&config);
    random_seed(51);
    add_disks(&made, &recipe, spacing);
    return &made;
}

/* ---- Looking --------------------------------------------------------------------------------- */

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
    static evo_vec2 positions[MOST];
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

static uint64_t pair_impacts(const gas *g) {
    return evo_world_sums(g->world).pair_impacts;
}

/* Runs to this mean number of pair impacts per disk, in steps of about `seconds`. */
static void run_until(const gas *g, double impacts_each, double seconds) {
    double wanted = (double)pair_impacts(g) + 0.5 * impacts_each * g->count;
    while ((double)pair_impacts(g) < wanted) gas_step(g->world, seconds);
}

/* ---- What is kept ---------------------------------------------------------------------------- */

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
        run_until(g, impacts_each / 10, 0.05);
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

/* Times of impacts never decrease, also not between steps. */
START_TEST(impact_times_never_decrease) {
    gas_recipe recipe = {.side = 20, .packing = 0.6, .boundary = EVO_PERIODIC, .restitution = 1};
    double spacing = sqrt(PI / 4 / recipe.packing), last = 0;
    evo_world_config config = gas_config(EVO_PERIODIC, 20 * spacing, 20 * spacing);
    static gas g;
    g.world = gas_world(&config);
    random_seed(52);
    add_disks(&g, &recipe, spacing);
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
    ck_assert_uint_gt(pair_impacts(&g), 10000);
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
    add_disks(g, &ELASTIC[_i], g->side / ELASTIC[_i].side);
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
        run_until(g, 1, 0.05);
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
        run_until(g, 1, 0.05);
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
    ck_assert_uint_gt(pair_impacts(g), 3 * (uint64_t)g->count);
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
    static evo_vec2 positions[MOST];
    gas *g = gas_make(recipe);
    run_until(g, 10, 0.05); /* melts the lattice, whose impacts are degenerate */
    for (int i = 0; i < g->count; ++i)
        positions[i] = evo_body_pose(g->world, g->bodies[i]).position;
    double begin = evo_world_time(g->world), squares = 0;
    run_until(g, 10, 0x1p-5);
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

/* ---- Equilibrium ----------------------------------------------------------------------------- */

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
    run_until(g, 20, 0.1);
    evo_sums before = evo_world_sums(g->world);
    double begin = evo_world_time(g->world);
    run_until(g, impacts_each, 0.1);
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
        run_until(g, 10, 0.1);
    }
    ck_assert_double_eq_tol(mean, 2.0 * g->count / (g->count + 1), 0.04);
    evo_world_destroy(g->world);
}
END_TEST

/* The momentum flux of a thin gas to the walls, per second and length, is N kT over the area free
 * to the disks' centres, times 1 + 2 phi by the second virial coefficient. */
START_TEST(walls_feel_the_pressure) {
    const double packing = 0.01;
    gas_recipe recipe = {.side = 20, .packing = packing, .boundary = EVO_WALLS, .restitution = 1};
    gas *g = gas_make(recipe);
    run_until(g, 5, 1);
    double begin = evo_world_time(g->world), before = evo_world_sums(g->world).wall_impulse;
    run_until(g, 500, 1);
    double time = evo_world_time(g->world) - begin;
    double taken = evo_world_sums(g->world).wall_impulse - before;
    double heat = evo_world_kinetic_energy(g->world) / g->count, inner = g->side - 1;
    double pressure = taken / (time * 4 * inner);
    ck_assert_double_eq_tol(pressure * inner * inner / (g->count * heat), 1 + 2 * packing, 0.005);
    evo_world_destroy(g->world);
}
END_TEST

/* ---- All ------------------------------------------------------------------------------------- */

/* Disks grow until the periodic box is too small for the cell list: the step returns an error and
 * changes nothing. */
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

Suite *suite_gases(void) {
    Suite *suite = suite_create("gases");
    TCase *kept = tcase_create("kept"), *heat = tcase_create("equilibrium");
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
    tcase_add_loop_test(heat, pressure_is_that_of_hard_disks, 0, PRESSURE_COUNT - 1);
    tcase_add_test(heat, speeds_become_maxwellian);
    tcase_add_test(heat, walls_feel_the_pressure);
    suite_add_tcase(suite, heat);
    TCase *slow = tcase_create("slow");
    tcase_set_tags(slow, "slow");
    tcase_set_timeout(slow, 600);
    tcase_add_test(slow, energy_is_conserved_for_long);
    tcase_add_loop_test(slow, pressure_of_many, 0, PRESSURE_COUNT);
    suite_add_tcase(suite, slow);
    return suite;
}
