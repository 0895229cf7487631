/* random_world.h: random worlds of all that lists report: all shapes, sensors, kinematic walls,
 * restitution, one-way platforms, chains, and joints of all kinds, some of which break. Each call
 * draws its numbers anew from a seed, so that runs of one seed are equal. */
#ifndef TESTS_SUPPORT_RANDOM_WORLD_H
#define TESTS_SUPPORT_RANDOM_WORLD_H

#include "evolute/evolute.h"

typedef struct random_plan {
    uint64_t seed;
    int bodies;
    double speed;   /* greatest speed at first, in units/s */
    double longest; /* greatest length of a step, in seconds */
} random_plan;

/* Returns the plan of a seed: 60 bodies, up to 20 units/s, steps of up to half a second. */
random_plan random_plan_of(uint64_t seed);

/* Creates a world in a closed room. `base` gives tasks and allocator, or is NULL. */
evo_world *random_world(const evo_world_config *base, const random_plan *plan);

/* Returns the length of a step in seconds. Odd seeds vary: log-uniform from 1/2000 on. Even seeds
 * have steps of one length. */
double random_world_seconds(const random_plan *plan, int step);

/* Changes the world before some steps (bodies are pushed, destroyed and created, joints and
 * colliders destroyed), and steps it. */
void random_world_step(evo_world *world, const random_plan *plan, int step);

#endif
