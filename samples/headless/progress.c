#include "headless/progress.h"

#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "headless/sample.h"

double wall_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double energy_of(const scene_stage *stage) {
    const sample s = sample_take(stage);
    return sample_energy(&s);
}

progress progress_begin(const scene_stage *stage, double seconds) {
    progress p = {.shown = isatty(STDERR_FILENO) == 1, .began = wall_clock(), .seconds = seconds};
    p.last = p.began;
    if (p.shown) p.energy = energy_of(stage);
    return p;
}

static void say(progress *p, const scene_stage *stage, double now) {
    const evo_counters counts = evo_world_counters(stage->world);
    const bool events = stage->config.exact != NULL;
    const uint64_t done = events ? counts.events : counts.steps;
    const double time = evo_world_time(stage->world);
    const double left = (now - p->began) * (p->seconds / time - 1);
    const double drift = (energy_of(stage) - p->energy) / fabs(p->energy);
    fprintf(stderr, "\r%8.2f of %g s  %9.0f %s a second", time, p->seconds,
            (double)(done - p->last_done) / (now - p->last), events ? "events" : "steps");
    if (isfinite(drift)) fprintf(stderr, "  energy %+.2g %%", 100 * drift);
    fprintf(stderr, "  %.0f s left   ", left);
    p->last = now;
    p->last_done = done;
}

/* Five times a second. */
void progress_step(progress *p, const scene_stage *stage) {
    if (!p->shown) return;
    const double now = wall_clock();
    if (now - p->last >= 0.2) say(p, stage, now);
}

void progress_end(const progress *p) {
    if (p->shown) fprintf(stderr, "\r%90s\r", "");
}
