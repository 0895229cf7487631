/* run.h: running scenes, and what their steps cost. */
#ifndef TESTS_BENCH_WORLDS_RUN_H
#define TESTS_BENCH_WORLDS_RUN_H

#include "peer.h"

/* Says on stderr why there is no going on, and ends the program. */
_Noreturn void run_fail(const char *format, ...);

/* A scene of so many bodies, none of which ever sleeps. */
scene_setting run_setting(void);
void run_open(scene_stage *stage, const char *name, int count, const scene_setting *setting);

/* A pile as high as one of so many others, however many it is of. */
void run_open_wide_pile(scene_stage *stage, int count, int as_high_as);

/* By SCENE_STEP, so many times. */
void run_steps(scene_stage *stage, int steps);

/* A world's steps: those before it is timed, and those that are. */
typedef struct run_span {
    int before, timed;
} run_span;

/* While things fall and land, and from then on. */
extern const run_span RUN_WHOLE;

/* CPU milliseconds a step. The tenth percentile is nearest to what a quiet machine needs, but knows
 * nothing of what only some steps do, such as finding pairs anew; the mean does. */
typedef struct run_cost {
    double tenth, mean;
} run_cost;

run_cost run_ours(scene_stage *stage, run_span span);
run_cost run_peer(const peer *other, const scene_stage *stage, run_span span);

/* How many rounds the environment asks for by BENCH_ROUNDS. */
enum { RUN_ROUNDS = 3, RUN_MOST_ROUNDS = 99 };
int run_rounds(void);

/* What became of a bar. */
const char *run_verdict(bool met);

#endif
