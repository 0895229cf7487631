/* churn.c: what it costs to create and destroy a few bodies in each step, close above a pile. */
#include <stdio.h>

#include "bench/bench.h"
#include "parts.h"
#include "rest.h"

enum { COUNT = 5000, EACH = 10 };

static const run_span SPAN = {20, 300};

typedef struct churn {
    scene_stage *stage;
    evo_body bodies[EACH]; /* created in the step before */
    double height;
} churn;

/* Evenly over the pile, so near that they come to touch it when they live for long. */
static evo_body_config newcomer(const churn *c, int number) {
    const evo_bounds *view = &c->stage->view;
    evo_body_config config = evo_body_config_default();
    config.shape = evo_circle(0.5);
    config.position.x = view->min.x + (view->max.x - view->min.x) * (number + 1) / (EACH + 1);
    config.position.y = c->height + 0.6;
    return config;
}

static void step_with(void *context) {
    churn *c = context;
    for (int i = 0; i < EACH; ++i) {
        const evo_body_config config = newcomer(c, i);
        evo_body_destroy(c->stage->world, c->bodies[i]);
        c->bodies[i] = rest_add(c->stage, &config);
    }
    run_steps(c->stage, 1);
}

static run_cost run_with(churn *c) {
    const run_cost cost = run_timed(step_with, c, SPAN);
    for (int i = 0; i < EACH; ++i) evo_body_destroy(c->stage->world, c->bodies[i]);
    return cost;
}

void part_churn(void) {
    run_cost without[RUN_MOST_ROUNDS], with[RUN_MOST_ROUNDS];
    double ratios[RUN_MOST_ROUNDS];
    const int rounds = run_rounds();
    scene_stage stage;
    rest_open_pile(&stage, COUNT);
    churn c = {.stage = &stage, .height = rest_top(&stage)};
    for (int i = 0; i < rounds; ++i) {
        without[i] = run_ours(&stage, SPAN);
        with[i] = run_with(&c);
        ratios[i] = with[i].mean / without[i].mean;
    }
    scene_close(&stage);
    printf(
        "a pile of %d at rest, and %d bodies created and destroyed in each step: CPU "
        "milliseconds a step, these\ncalls included, mean and 99th percentile of %d steps, median "
        "of %d rounds\n",
        COUNT, EACH, SPAN.timed, rounds);
    printf("%9s %9s %9s %9s %6s\n", "without", "p99", "with", "p99", "ratio");
    const run_cost plain = run_median(without, rounds), churned = run_median(with, rounds);
    printf("%9.4f %9.4f %9.4f %9.4f %6.2f\n", plain.mean, plain.p99, churned.mean, churned.p99,
           bench_quantile(ratios, rounds, 0.5));
}
