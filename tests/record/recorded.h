/* recorded.h: random calls that are recorded, in worlds with callbacks, of steps or of exact
 * time. */
#ifndef TESTS_RECORD_RECORDED_H
#define TESTS_RECORD_RECORDED_H

#include "evolute/snapshot.h"
#include "support/calls.h"
#include "support/tape.h"

enum { CALLS = 250, FIRST_SEED = 100 };

/* Answers that depend on the pair, and on how often it was asked, as those of a game may. */
typedef struct asked_often {
    uint64_t count;
} asked_often;

bool collides(void *context, evo_collider a, evo_collider b);
bool solves(void *context, const evo_contact *contact, evo_contact_rules *rules);
double least(void *context, const evo_material *a, const evo_material *b);
double most(void *context, const evo_material *a, const evo_material *b);

/* Gives the calls a world with callbacks. */
void open_calls(calls *c, const calls_plan *plan, asked_often *to);

/* The plan of a number: odd ones are of exact time. */
calls_plan any_plan(int number);

/* Asks each query that records hold, with arguments of a seed, and returns how many there are. */
size_t ask_each(const evo_world *world, uint64_t seed);

/* Records calls from some number on; `others`: also calls that are refused, marks, queries, frames
 * and loads between them. */
void record_calls(const calls_plan *plan, int first, tape *t, bool others);

#endif
