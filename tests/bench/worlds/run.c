#include "run.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"

const run_span RUN_LANDED = {100, 500}, RUN_WHOLE = {0, 300};

void run_fail(const char *format, ...) {
    va_list values;
    va_start(values, format);
    fputs("bench: ", stderr);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
    exit(1);
}

/* ---- Opening --------------------------------------------------------------------------------- */

static void set(double *values, const scene *s, const char *name, double value) {
    for (size_t i = 0; i < scene_param_count(s); ++i)
        if (strcmp(s->params[i].name, name) == 0) values[i] = value;
}

static void open_with(scene_stage *stage, const scene *s, const double *values,
                      const scene_setting *setting) {
    if (!scene_open(stage, s, values, setting))
        run_fail("%s cannot be built. Is there enough memory?", s->name);
}

scene_setting run_setting(void) {
    scene_setting setting = scene_setting_default();
    setting.never_sleep = true;
    return setting;
}

void run_open(scene_stage *stage, const char *name, int count, const scene_setting *setting) {
    const scene *s = scene_find(name);
    double values[SCENE_PARAMS];
    if (!s) run_fail("there is no scene %s.", name);
    scene_defaults(s, values);
    set(values, s, "count", count);
    open_with(stage, s, values, setting);
}

void run_open_wide_pile(scene_stage *stage, int count, int as_high_as) {
    const scene *pile = scene_find("pile");
    const scene_setting setting = run_setting();
    const double columns = floor((2 * sqrt(as_high_as) - 0.2) / 1.1);
    double values[SCENE_PARAMS];
    scene_defaults(pile, values);
    set(values, pile, "count", count);
    set(values, pile, "columns", floor(columns * count / as_high_as));
    open_with(stage, pile, values, &setting);
}

/* ---- Stepping -------------------------------------------------------------------------------- */

static void step_ours(void *world) {
    const evo_result result = evo_world_step(world, SCENE_STEP);
    if (result != EVO_OK) run_fail("a step failed: %s", evo_result_text(result));
}

void run_steps(scene_stage *stage, int steps) {
    for (int i = 0; i < steps; ++i) step_ours(stage->world);
}

run_cost run_timed(void (*step)(void *context), void *context, run_span span) {
    double *times = malloc((size_t)span.timed * sizeof *times);
    run_cost cost = {0, 0, 0};
    if (!times) run_fail("memory ran out.");
    for (int i = 0; i < span.before; ++i) step(context);
    for (int i = 0; i < span.timed; ++i) {
        const double start = bench_cpu_seconds();
        step(context);
        times[i] = 1e3 * (bench_cpu_seconds() - start);
        cost.mean += times[i] / span.timed;
    }
    cost.tenth = bench_quantile(times, span.timed, 0.1);
    cost.p99 = bench_quantile(times, span.timed, 0.99);
    free(times);
    return cost;
}

static double median_of(const run_cost *costs, int count, size_t offset) {
    double values[RUN_MOST_COSTS];
    for (int i = 0; i < count; ++i)
        memcpy(&values[i], (const char *)&costs[i] + offset, sizeof *values);
    return bench_quantile(values, count, 0.5);
}

run_cost run_median(const run_cost *costs, int count) {
    run_cost median = {median_of(costs, count, offsetof(run_cost, tenth)),
                       median_of(costs, count, offsetof(run_cost, mean)),
                       median_of(costs, count, offsetof(run_cost, p99))};
    return median;
}

run_cost run_ours(scene_stage *stage, run_span span) {
    return run_timed(step_ours, stage->world, span);
}

run_cost run_peer(const peer *other, const scene_stage *stage, run_span span) {
    void *world = other->open(stage);
    const run_cost cost = run_timed(other->step, world, span);
    other->close(world);
    return cost;
}

/* ---- Being asked and answering --------------------------------------------------------------- */

int run_rounds(void) {
    const char *asked = getenv("BENCH_ROUNDS");
    char *end;
    if (!asked || !*asked) return RUN_ROUNDS;
    const long rounds = strtol(asked, &end, 10);
    if (*end || rounds < 1 || rounds > RUN_MOST_ROUNDS)
        run_fail("BENCH_ROUNDS cannot be %s. Give a number from 1 to %d.", asked, RUN_MOST_ROUNDS);
    return (int)rounds;
}

bool run_wants_scene(const char *name) {
    const char *asked = getenv("BENCH_SCENE");
    return !asked || !*asked || strcmp(asked, name) == 0;
}

bool run_wants_millions(void) {
    const char *asked = getenv("BENCH_MILLIONS");
    return !asked || strcmp(asked, "0") != 0;
}

const char *run_verdict(bool met) {
    return met ? "met" : "missed";
}

const char *run_reached(double value, double bar) {
    return isnan(value) ? "-" : run_verdict(value >= bar);
}

void run_print(int width, int digits, double value) {
    if (isnan(value))
        printf("%*s", width, "-");
    else
        printf("%*.*f", width, digits, value);
}
