/* record.h: what the steps of one scene cost in all engines. Engines take turns, so that a busy
 * moment of the machine does not meet one of them alone; what counts is the ratio of a round, and
 * of these the median. */
#ifndef TESTS_BENCH_WORLDS_RECORD_H
#define TESTS_BENCH_WORLDS_RECORD_H

#include "run.h"

enum { OURS = PEERS, ENGINES };

/* Small worlds are quickly run, and too quick to be measured well at once. */
enum { RECORD_SMALL = 1000, RECORD_SMALL_TIMES = 3 };

typedef struct record {
    int rounds;
    run_cost costs[ENGINES][RUN_MOST_ROUNDS * RECORD_SMALL_TIMES];
} record;

/* As many rounds as are asked for, from the very same start in all engines. */
void record_scene(record *r, const char *name, int count, run_span span);

/* NaN for a peer that is not installed. */
run_cost record_median(const record *r, int engine);

/* How many times faster ours is than Box2D; NaN where that is not installed. */
run_cost record_ratio(const record *r);

#endif
