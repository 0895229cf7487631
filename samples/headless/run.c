/* run.c: evolute-run, which runs a scene without a window:
 *
 *     evolute-run SCENE [--time SECONDS] [--PARAM VALUE ...] [--seed N] [--output last.svg]
 *
 * It says how the scene went, and draws the end of it. Look at run_scene for the one loop that a
 * program around a world needs; the rest reads arguments, watches and sums up. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "headless/arguments.h"
#include "headless/complain.h"
#include "headless/output.h"
#include "headless/overlap.h"
#include "headless/picture.h"

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- Watching -------------------------------------------------------------------------------- */

typedef struct watch {
    bool shown; /* stderr is a terminal */
    double began, last;
    long last_step;
} watch;

static watch watch_begin(void) {
    double t = now();
    watch w = {isatty(STDERR_FILENO) == 1, t, t, 0};
    return w;
}

/* One line that is written over, five times a second. */
static void watch_step(watch *w, const evo_world *world, long step, long steps) {
    double t = now();
    if (!w->shown || t - w->last < 0.2) return;
    double rate = (double)(step - w->last_step) / (t - w->last);
    fprintf(stderr, "\r%8.2f s  %8.0f steps a second  energy %-10.4g  %.0f s left   ",
            evo_world_time(world), rate, evo_world_kinetic_energy(world),
            (double)(steps - step) / rate);
    w->last = t;
    w->last_step = step;
}

static void watch_end(const watch *w) {
    if (w->shown) fprintf(stderr, "\r%78s\r", "");
}

/* ---- Running --------------------------------------------------------------------------------- */

static evo_result run_scene(scene_stage *stage, double seconds, double *took) {
    const long steps = (long)ceil(seconds / SCENE_STEP - 1e-6);
    evo_result result = EVO_OK;
    watch w = watch_begin();
    for (long step = 0; step < steps && result == EVO_OK; ++step) {
        result = evo_world_step(stage->world, SCENE_STEP);
        watch_step(&w, stage->world, step + 1, steps);
    }
    *took = now() - w.began;
    watch_end(&w);
    return result;
}

/* What exact times tell: who hit whom, and what the laws of gases make of it. */
static void print_events(const scene_stage *stage) {
    const evo_world_config *config = &stage->config;
    const evo_counters counters = evo_world_counters(stage->world);
    const evo_sums sums = evo_world_sums(stage->world);
    const double time = evo_world_time(stage->world), number = (double)counters.awake;
    const double heat = evo_world_kinetic_energy(stage->world) / number; /* if nothing spins */
    if (config->stepping != EVO_EVENTS) return;
    printf("impacts          %" PRIu64 " of two bodies, %" PRIu64 " with what stands there\n",
           sums.pair_impacts, sums.wall_impacts);
    printf("events           %" PRIu64 "\n", counters.events);
    if (config->boundary == EVO_PERIODIC && counters.awake == counters.bodies && heat * time > 0)
        printf("compressibility  %.6g\n", 1 + sums.virial / (2 * number * heat * time));
}

static void print_summary(const scene_stage *stage, const overlap *deep, double took) {
    const evo_counters counters = evo_world_counters(stage->world);
    printf("bodies           %zu, %zu awake\n", counters.bodies, counters.awake);
    printf("steps            %" PRIu64 ", %.4g s\n", counters.steps, evo_world_time(stage->world));
    if (stage->config.stepping == EVO_CONTACTS) printf("contacts         %zu\n", counters.contacts);
    print_events(stage);
    printf("kinetic energy   %.6g\n", evo_world_kinetic_energy(stage->world));
    printf("deepest overlap  %.4g at (%.3f, %.3f)\n", deep->deepest, deep->where.x, deep->where.y);
    printf("state hash       %016" PRIx64 "\n", evo_world_hash(stage->world));
    printf("wall time        %.3f s", took);
    if (counters.steps > 0) printf(", %.4f ms a step", 1e3 * took / (double)counters.steps);
    printf("\n");
}

static verdict draw(const scene_stage *stage, const arguments *asked) {
    char title[96];
    output to;
    if (!asked->output) return VERDICT_FINE;
    snprintf(title, sizeof title, "%s after %.2f s", asked->scene->name,
             evo_world_time(stage->world));
    bool drawn = output_begin(&to, asked->output);
    if (drawn) {
        picture_draw(to.file, stage, title);
        drawn = output_end(&to);
    }
    if (drawn) return VERDICT_FINE;
    return complain(VERDICT_FILE, "%s cannot be written: %s. Choose another file for --output.",
                    asked->output, strerror(errno));
}

static verdict end_printing(void) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return VERDICT_FINE;
    return complain(VERDICT_FILE, "this cannot be printed: %s. Send it somewhere else.",
                    strerror(errno));
}

static verdict check(const scene_stage *stage) {
    const size_t lost = scene_lost(stage);
    if (lost == 0) return VERDICT_FINE;
    return complain(VERDICT_FAILED, "bodies have left the scene: %zu. Try gentler values.", lost);
}

/* Everything is tried whatever else failed; the first failure is the answer. */
static verdict report(const scene_stage *stage, const arguments *asked, double took) {
    overlap deep;
    if (!overlap_measure(stage, &deep))
        return complain(VERDICT_FAILED, "memory ran out. Run it with fewer bodies.");
    print_summary(stage, &deep, took);
    verdict picture = draw(stage, asked);
    if (asked->output && picture == VERDICT_FINE) printf("drawn in         %s\n", asked->output);
    verdict text = end_printing(), sound = check(stage);
    return picture ? picture : text ? text : sound;
}

static verdict run(const arguments *asked) {
    scene_stage stage;
    double took;
    verdict end;
    if (scene_open(&stage, asked->scene, asked->values, &asked->setting)) {
        evo_result result = run_scene(&stage, asked->seconds, &took);
        end = result == EVO_OK ? report(&stage, asked, took)
                               : complain(VERDICT_FAILED, "a step failed: %s. Run fewer bodies.",
                                          evo_result_text(result));
    } else {
        end =
            complain(VERDICT_FAILED, "%s cannot be built so. Try gentler values, or fewer bodies.",
                     asked->scene->name);
    }
    scene_close(&stage);
    return end;
}

int main(int argc, char **argv) {
    arguments asked;
    request wish = arguments_read(argc, argv, &asked);
    if (wish == REQUEST_REFUSED) return VERDICT_USAGE;
    if (wish == REQUEST_NOTHING) return (int)end_printing();
    if (asked.output && !output_possible(asked.output))
        return (int)complain(VERDICT_FILE,
                             "%s cannot be written: %s. Choose another file for --output.",
                             asked.output, strerror(errno));
    return (int)run(&asked);
}
