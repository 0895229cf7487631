/* gas_recipe.h: gases of many disks in event worlds, made by recipes. */
#ifndef TESTS_SUPPORT_GAS_RECIPE_H
#define TESTS_SUPPORT_GAS_RECIPE_H

#include "support/gas.h"

enum { GAS_MOST = 10000 };

typedef struct gas {
    evo_world *world;
    int count;
    double side; /* of the box; 0: open space */
    evo_body bodies[GAS_MOST];
    evo_vec2 positions[GAS_MOST]; /* initial positions */
    double radii[GAS_MOST], masses[GAS_MOST];
} gas;

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

/* Makes a world and its disks. The gas is valid until the next call. */
gas *gas_make(gas_recipe recipe);

/* Adds the disks of a recipe to the gas's world, `spacing` apart. */
void gas_add_disks(gas *g, const gas_recipe *recipe, double spacing);

uint64_t gas_pair_impacts(const gas *g);

/* Runs to this mean number of pair impacts per disk, in steps of about `seconds`. */
void gas_run_until(const gas *g, double impacts_each, double seconds);

#endif
