#include "disks.h"

#include <math.h>
#include <stdlib.h>

#include "bench/bench.h"
#include "run.h"
#include "scenes/chance.h"
#include "support/exact.h"

enum { BLOCKS = 20, WARM_UP = 20 };

static const double PI = 3.14159265358979323846;

/* Up to here all sites of a square lattice are taken; above, most of a triangular one. */
static const double SQUARE_MOST = 0.6;

/* ---- Sites ----------------------------------------------------------------------------------- */

typedef struct lattice {
    int columns, rows;
    evo_vec2 box;
    double shift; /* of every second row, in columns */
} lattice;

static lattice lattice_for(const disks_setting *setting) {
    const double area = setting->count * PI / 4 / setting->packing;
    lattice l = {(int)ceil(sqrt(setting->count)), 0, {sqrt(area), sqrt(area)}, 0};
    if (setting->packing > SQUARE_MOST) {
        /* Rows lie as much nearer as the height of a triangle is below its side. */
        l.columns = (int)ceil(sqrt(setting->count * sqrt(3) / 2));
        l.shift = 0.5;
    }
    l.rows = (setting->count + l.columns - 1) / l.columns;
    if (l.shift == 0) return l;
    l.rows += l.rows % 2;
    const double side = sqrt(area / (l.columns * l.rows * sqrt(3) / 2));
    l.box.x = l.columns * side;
    l.box.y = l.rows * side * sqrt(3) / 2;
    return l;
}

static evo_vec2 lattice_site(const lattice *l, int site) {
    const int row = site / l->columns;
    const double column = site % l->columns + (row % 2) * l->shift;
    evo_vec2 at = {(column + 0.25) * l->box.x / l->columns, (row + 0.5) * l->box.y / l->rows};
    return at;
}

/* So many of more numbers, in order or in none; vacancies are spread evenly. */
static int *choose_sites(const lattice *l, const disks_setting *setting, uint64_t *random) {
    const int all = l->columns * l->rows;
    int *sites = malloc((size_t)setting->count * sizeof *sites);
    int chosen = 0;
    if (!sites) run_fail("memory ran out.");
    for (int site = 0; site < all && chosen < setting->count; ++site)
        if (chance_part(random) * (all - site) < setting->count - chosen) sites[chosen++] = site;
    for (int i = setting->count - 1; setting->shuffled && i > 0; --i) {
        const int other = (int)(chance_part(random) * (i + 1)), site = sites[i];
        sites[i] = sites[other];
        sites[other] = site;
    }
    return sites;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static evo_vec2 *choose_velocities(int count, uint64_t *random) {
    evo_vec2 *all = malloc((size_t)count * sizeof *all), mean = {0, 0};
    double squares = 0;
    if (!all) run_fail("memory ran out.");
    for (int i = 0; i < count; ++i) {
        all[i].x = chance_normal(random);
        all[i].y = chance_normal(random);
        mean.x += all[i].x / count;
        mean.y += all[i].y / count;
    }
    for (int i = 0; i < count; ++i) {
        all[i].x -= mean.x;
        all[i].y -= mean.y;
        squares += all[i].x * all[i].x + all[i].y * all[i].y;
    }
    const double scale = sqrt(2.0 * count / squares);
    for (int i = 0; i < count; ++i) all[i].x *= scale, all[i].y *= scale;
    return all;
}

static evo_world *open_box(evo_vec2 size) {
    evo_world_config config = evo_world_config_default();
    config.impact_speed = INFINITY;
    config.exact = &EXACT;
    config.boundary = EVO_PERIODIC;
    config.bounds.max = size;
    evo_world *world = evo_world_create(&config);
    if (!world) run_fail("a world of events cannot be made. Is there enough memory?");
    return world;
}

evo_world *disks_open(const disks_setting *setting) {
    uint64_t random = 1;
    const lattice l = lattice_for(setting);
    int *sites = choose_sites(&l, setting, &random);
    evo_vec2 *velocities = choose_velocities(setting->count, &random);
    evo_world *world = open_box(l.box);
    evo_body_config disk = evo_body_config_default();
    disk.shape = evo_circle(0.5);
    disk.material.density = 4 / PI;
    disk.material.restitution = 1;
    disk.material.friction = 0;
    for (int i = 0; i < setting->count; ++i) {
        disk.position = lattice_site(&l, sites[i]);
        disk.velocity = velocities[i];
        if (evo_body_create(world, &disk).generation == 0) run_fail("memory ran out.");
    }
    free(velocities);
    free(sites);
    return world;
}

/* ---- Running --------------------------------------------------------------------------------- */

/* By Henderson's equation of state and Enskog's rate of collisions: near enough to choose by. */
static double seconds_for(const disks_setting *setting, double collisions) {
    const double free = 1 - setting->packing;
    const double factor = (1 + setting->packing * setting->packing / 8) / (free * free);
    return collisions * sqrt(PI) / 2 / (factor - 1);
}

void disks_run(evo_world *world, const disks_setting *setting, double collisions) {
    const evo_result result = evo_world_step(world, seconds_for(setting, collisions));
    if (result != EVO_OK) run_fail("a step failed: %s", evo_result_text(result));
}

/* CPU nanoseconds a collision. */
static double time_block(evo_world *world, const disks_setting *setting, double collisions) {
    const uint64_t before = evo_world_sums(world).pair_impacts;
    const double start = bench_cpu_seconds();
    disks_run(world, setting, collisions);
    const double seconds = bench_cpu_seconds() - start;
    return 1e9 * seconds / (double)(evo_world_sums(world).pair_impacts - before);
}

disks_cost disks_measure(const disks_setting *setting, double collisions) {
    double blocks[BLOCKS];
    evo_world *world = disks_open(setting);
    disks_run(world, setting, WARM_UP);
    const double virial = evo_world_sums(world).virial, begun = evo_world_time(world);
    for (int i = 0; i < BLOCKS; ++i) blocks[i] = time_block(world, setting, collisions / BLOCKS);
    /* Their momentum is 0 and stays so: it takes the freedom of one disk. */
    const double temperature = evo_world_kinetic_energy(world) / (setting->count - 1);
    const double lasted = evo_world_time(world) - begun;
    disks_cost cost;
    cost.median = bench_quantile(blocks, BLOCKS, 0.5);
    cost.best = blocks[0];
    cost.virial =
        1 + (evo_world_sums(world).virial - virial) / (2.0 * setting->count * temperature * lasted);
    cost.bytes = (double)evo_world_counters(world).bytes / setting->count;
    evo_world_destroy(world);
    return cost;
}
