/* whole.c: the four scenes in all engines from the first step on, as a game meets them: things
 * fall, land and come to rest, and the steps that cost the most count. */
#include <stdio.h>

#include "parts.h"
#include "record.h"

typedef struct contest {
    const char *scene;
    int count;
    double mean_bar, p99_bar; /* so many times faster than Box2D */
} contest;

static const contest CONTESTS[] = {
    {"pile", 1000, 14, 9},      {"pile", 5000, 17, 14},  {"ellipses", 1000, 13, 9},
    {"ellipses", 5000, 24, 20}, {"gas", 1000, 12, 7},    {"gas", 5000, 17, 14},
    {"mixed", 1000, 14, 9},     {"mixed", 5000, 18, 16},
};

static void print_row(const contest *c, const char *what, const double costs[ENGINES], double ratio,
                      double bar) {
    printf("%-9s %6d %5s", c->scene, c->count, what);
    run_print(10, 3, costs[OURS]);
    for (int i = 0; i < PEERS; ++i) run_print(10, 3, costs[i]);
    run_print(7, 1, ratio);
    printf(" %5g  %s\n", bar, run_reached(ratio, bar));
}

static void print_contest(const contest *c, const record *r) {
    const run_cost ratio = record_ratio(r);
    double means[ENGINES], p99s[ENGINES];
    for (int i = 0; i < ENGINES; ++i) {
        const run_cost cost = record_median(r, i);
        means[i] = cost.mean;
        p99s[i] = cost.p99;
    }
    print_row(c, "mean", means, ratio.mean, c->mean_bar);
    print_row(c, "p99", p99s, ratio.p99, c->p99_bar);
    fflush(stdout);
}

void part_whole(void) {
    static record r;
    const int rounds = run_rounds();
    printf(
        "whole runs: CPU milliseconds a step of 1/60 s, mean and 99th percentile of the first %d "
        "steps, median\nof %d rounds (of %d at %d bodies); ratio: how many times faster than "
        "Box2D\n",
        RUN_WHOLE.timed, rounds, rounds * RECORD_SMALL_TIMES, RECORD_SMALL);
    printf("%-9s %6s %5s %9s %9s %9s %6s %5s\n", "scene", "bodies", "", "ours", "Box2D", "Chipmunk",
           "ratio", "bar");
    for (size_t i = 0; i < sizeof CONTESTS / sizeof *CONTESTS; ++i) {
        const contest *c = &CONTESTS[i];
        if (!run_wants_scene(c->scene)) continue;
        record_scene(&r, c->scene, c->count, RUN_WHOLE);
        print_contest(c, &r);
    }
}
