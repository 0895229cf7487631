/* gas_recipe.c: see gas_recipe.h. */
#include "support/gas_recipe.h"

#include <math.h>

#include "support/random.h"

static const double PI = 3.14159265358979323846;

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

void gas_add_disks(gas *g, const gas_recipe *recipe, double spacing) {
    static evo_vec2 velocities[GAS_MOST];
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

gas *gas_make(gas_recipe recipe) {
    static gas made;
    double spacing = sqrt(PI / 4 / recipe.packing);
    made.side = spacing * recipe.side;
    evo_world_config config = gas_config(recipe.boundary, made.side, made.side);
    config.gravity.y = recipe.pull;
    config.impact_speed = INFINITY;
    /* The walls have the material of the disks. */
    evo_material wall = *config.wall;
    wall.friction = recipe.friction;
    wall.restitution = recipe.restitution;
    config.wall = &wall;
    made.world = gas_world(&config);
    random_seed(51);
    gas_add_disks(&made, &recipe, spacing);
    return &made;
}

uint64_t gas_pair_impacts(const gas *g) {
    return evo_world_sums(g->world).pair_impacts;
}

void gas_run_until(const gas *g, double impacts_each, double seconds) {
    double wanted = (double)gas_pair_impacts(g) + 0.5 * impacts_each * g->count;
    while ((double)gas_pair_impacts(g) < wanted) gas_step(g->world, seconds);
}
