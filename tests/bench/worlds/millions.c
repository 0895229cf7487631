/* millions.c: a mover above a million sleepers, against one above a thousand. */
#include <stdio.h>

#include "bench/bench.h"
#include "parts.h"
#include "rest.h"

enum { FEW = 1000, MANY = 1000000, SPEED = 20, HEIGHT = 5 };

static const run_span SPAN = {20, 300};

static run_cost above(int sleepers) {
    const rest_row row = {sleepers, true, false};
    const evo_body_config mover = rest_mover(1, HEIGHT, SPEED);
    scene_stage stage;
    rest_open_row(&stage, &row);
    rest_add(&stage, &mover);
    const run_cost cost = run_ours(&stage, SPAN);
    scene_close(&stage);
    return cost;
}

void part_millions(void) {
    run_cost few[RUN_MOST_ROUNDS];
    const int rounds = run_rounds();
    printf(
        "one mover above many disks asleep: CPU milliseconds a step, mean and 99th percentile of "
        "%d steps;\nratio: times the mean above %d\n",
        SPAN.timed, FEW);
    printf("%9s %9s %9s %6s\n", "sleepers", "mean", "p99", "ratio");
    for (int i = 0; i < rounds; ++i) few[i] = above(FEW);
    const run_cost small = run_median(few, rounds);
    printf("%9d %9.4f %9.4f %6.2f\n", FEW, small.mean, small.p99, 1.0);
    if (!run_wants_millions()) {
        printf("%9d  left out: BENCH_MILLIONS is 0\n", MANY);
        return;
    }
    const run_cost large = above(MANY);
    printf("%9d %9.4f %9.4f %6.2f\n", MANY, large.mean, large.p99, large.mean / small.mean);
}
