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

/* Without the first steps, while things fall and land; and with them. */
extern const run_span RUN_LANDED, RUN_WHOLE;

/* CPU milliseconds a step. The tenth percentile is nearest to what a quiet machine needs, but knows
 * nothing of what only some steps do, such as finding pairs anew; the mean does. The 99th
 * percentile is what a game feels. */
typedef struct run_cost {
    double tenth, mean, p99;
} run_cost;

/* Of anything that goes on by calls of `step`. */
run_cost run_timed(void (*step)(void *context), void *context, run_span span);

run_cost run_ours(scene_stage *stage, run_span span);
run_cost run_peer(const peer *other, const scene_stage *stage, run_span span);

/* How many rounds the environment asks for by BENCH_ROUNDS. */
enum { RUN_ROUNDS = 3, RUN_MOST_ROUNDS = 99 };
int run_rounds(void);

/* The median of each quantity, of so many costs at most. */
enum { RUN_MOST_COSTS = 3 * RUN_MOST_ROUNDS };
run_cost run_median(const run_cost *costs, int count);

/* Whether the environment asks for this scene: BENCH_SCENE names one, or is not set. */
bool run_wants_scene(const char *name);

/* Whether to run worlds of a million bodies: unless BENCH_MILLIONS is 0. */
bool run_wants_millions(void);

/* What became of a bar; the second is of one to be reached or passed. Of NaN nothing did. */
const char *run_verdict(bool met);
const char *run_reached(double value, double bar);

/* A number in a column of this width; a dash for NaN. */
void run_print(int width, int digits, double value);

#endif
