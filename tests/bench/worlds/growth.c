/* growth.c: what a body costs in ever larger piles, against one of a thousand. The largest is as
 * high as the one before, and wider: it lies as they do, in few steps. */
#include <stdio.h>
#include <stdlib.h>

#include "bench/bench.h"
#include "parts.h"
#include "run.h"

enum { SMALL = 1000, LARGE = 20000, LARGEST = 1000000 };

/* Once the rows of the largest have landed. */
static const run_span LARGEST_SPAN = {120, 60};

/* Bytes for each of its bodies while its arrays grow, with what the program around it takes. */
static const double LARGEST_BYTES = 2500;

/* CPU nanoseconds a body and step. */
static run_cost each(run_cost cost, int count) {
    run_cost body = {1e6 * cost.tenth / count, 1e6 * cost.mean / count, 1e6 * cost.p99 / count};
    return body;
}

static run_cost small_pile(void) {
    const scene_setting setting = run_setting();
    scene_stage stage;
    run_open(&stage, "pile", SMALL, &setting);
    const run_cost cost = each(run_ours(&stage, RUN_LANDED), SMALL);
    scene_close(&stage);
    return cost;
}

static run_cost wide_pile(int count) {
    scene_stage stage;
    run_open_wide_pile(&stage, count, LARGE);
    const run_cost cost =
        each(run_ours(&stage, count == LARGEST ? LARGEST_SPAN : RUN_LANDED), count);
    scene_close(&stage);
    return cost;
}

static void print_growth(int count, double bar, int rounds) {
    double costs[RUN_MOST_ROUNDS], growths[RUN_MOST_ROUNDS], means[RUN_MOST_ROUNDS];
    for (int i = 0; i < rounds; ++i) {
        const run_cost small = small_pile(), wide = wide_pile(count);
        costs[i] = wide.tenth;
        growths[i] = wide.tenth / small.tenth;
        means[i] = wide.mean / small.mean;
    }
    const double growth = bench_quantile(growths, rounds, 0.5);
    printf("%9d %9.1f %6.2f %5g  %-8s %6.2f\n", count, bench_quantile(costs, rounds, 0.5), growth,
           bar, run_verdict(growth <= bar), bench_quantile(means, rounds, 0.5));
    fflush(stdout);
}

/* Bytes that the machine can still give; 0 when it does not say. */
static double available_bytes(void) {
    FILE *file = fopen("/proc/meminfo", "r");
    char line[128];
    double kilobytes = 0;
    if (!file) return 0;
    while (kilobytes == 0 && fgets(line, sizeof line, file))
        if (sscanf(line, "MemAvailable: %lf", &kilobytes) != 1) kilobytes = 0;
    fclose(file);
    return 1024 * kilobytes;
}

void part_growth(void) {
    const double needed = LARGEST_BYTES * LARGEST, available = available_bytes();
    printf("growth of the pile: CPU nanoseconds a body and step, tenth percentile; growth: times "
           "that of %d\nbodies; means: the same of the mean step\n",
           SMALL);
    printf("%9s %9s %6s %5s  %-8s %6s\n", "bodies", "ns", "growth", "bar", "", "means");
    print_growth(LARGE, 1.5, run_rounds());
    if (!run_wants_millions())
        printf("%9d  left out: BENCH_MILLIONS is 0\n", LARGEST);
    else if (available >= needed)
        print_growth(LARGEST, 3, 1);
    else if (available > 0)
        printf("%9d  left out: it may take %.1f GB, and %.1f are free\n", LARGEST, needed / 1e9,
               available / 1e9);
    else
        printf("%9d  left out: this machine does not say how much memory is free\n", LARGEST);
}
