/* calls.h: random calls that answer, for tests that refuse memory: each draws its numbers anew from
 * a seed and its number, so that it can be repeated. Two players of equal plans do the same. */
#ifndef TESTS_SUPPORT_CALLS_H
#define TESTS_SUPPORT_CALLS_H

#include "evolute/evolute.h"
#include "memory.h"
#include "support/exact.h"

enum { CALLS_BODIES = 48, CALLS_JOINTS = 8, CALLS_CHAINS = 6 };

typedef struct calls_plan {
    const evo_exact_config *exact;
    uint64_t seed;
} calls_plan;

typedef struct calls {
    calls_plan plan;
    test_memory memory;
    evo_world *world;
    evo_body bodies[CALLS_BODIES]; /* some of them dead */
    evo_joint joints[CALLS_JOINTS];
    evo_chain chains[CALLS_CHAINS];
} calls;

/* An empty world: the first calls fill it. */
void calls_open(calls *c, const calls_plan *plan);
void calls_close(calls *c);

/* Makes a call by its number. */
evo_result calls_make(calls *c, int number);

/* Returns whether a call of this number is a step. */
bool calls_is_step(const calls *c, int number);

/* Hashes the state; and handles, and what the last step tells. */
uint64_t calls_hash(const calls *c);
uint64_t calls_told(const calls *c);

#endif
