/* ball.c: one fast ball far above many that are awake and at rest costs what one ball costs. */
#include <stdio.h>

#include "bench/bench.h"
#include "parts.h"
#include "rest.h"

enum { COUNT = 5000, SPEED = 100, CLEAR = 20 };

/* So many times the cost of a step without the ball, at most. */
static const double BAR = 1.1;

static const run_span SPAN = {20, 300};

typedef struct lain {
    const char *name;
    run_cost without, with;
    double ratio;
} lain;

/* The same world with and without the ball, in turn. */
static lain measure(const char *name, scene_stage *stage) {
    run_cost without[RUN_MOST_ROUNDS], with[RUN_MOST_ROUNDS];
    double ratios[RUN_MOST_ROUNDS];
    const evo_body_config ball = rest_mover(1, rest_top(stage) + CLEAR, SPEED);
    const int rounds = run_rounds();
    for (int i = 0; i < rounds; ++i) {
        without[i] = run_ours(stage, SPAN);
        const evo_body made = rest_add(stage, &ball);
        with[i] = run_ours(stage, SPAN);
        evo_body_destroy(stage->world, made);
        ratios[i] = with[i].mean / without[i].mean;
    }
    const lain found = {name, run_median(without, rounds), run_median(with, rounds),
                        bench_quantile(ratios, rounds, 0.5)};
    return found;
}

static void print_lain(const lain *found) {
    printf("%-5s %9.4f %9.4f %9.4f %9.4f %6.2f %5g  %s\n", found->name, found->without.mean,
           found->without.p99, found->with.mean, found->with.p99, found->ratio, BAR,
           run_verdict(found->ratio <= BAR));
    fflush(stdout);
}

void part_ball(void) {
    const rest_row row = {COUNT, false, true};
    scene_stage stage;
    printf("%d disks awake and at rest, and one ball at speed %d above: CPU milliseconds a step, "
           "mean and 99th\npercentile of %d steps, median of %d rounds; ratio: of the means\n",
           COUNT, SPEED, SPAN.timed, run_rounds());
    printf("%-5s %9s %9s %9s %9s %6s %5s\n", "disks", "without", "p99", "with", "p99", "ratio",
           "bar");
    rest_open_row(&stage, &row);
    run_steps(&stage, RUN_LANDED.before);
    lain found = measure("row", &stage);
    print_lain(&found);
    scene_close(&stage);
    rest_open_pile(&stage, COUNT);
    found = measure("pile", &stage);
    print_lain(&found);
    scene_close(&stage);
}
