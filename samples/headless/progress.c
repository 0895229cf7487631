#include "headless/progress.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
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

progress progress_begin(const scene_stage *stage, double seconds, bool watched) {
    progress p = {.shown = isatty(STDERR_FILENO) == 1, .began = wall_clock(), .seconds = seconds};
    p.last = p.began;
    if (p.shown) p.energy = energy_of(stage);
    if (p.shown && watched && watch_begin(&p.watch, stage)) watch_draw(&p.watch, stage);
    return p;
}

static void say(progress *p, const scene_stage *stage, double now) {
    watch_draw(&p->watch, stage);
    const evo_counters counts = evo_world_counters(stage->world);
    const bool events = stage->config.exact != NULL;
    const uint64_t done = events ? counts.events : counts.steps;
    const double time = evo_world_time(stage->world);
    const double left = (now - p->began) * (p->seconds / time - 1);
    const double drift = (energy_of(stage) - p->energy) / fabs(p->energy);
    char line[160] = "", more[40] = "";
    if (isfinite(drift)) snprintf(more, sizeof more, "  energy %+.2g %%", 100 * drift);
    snprintf(line, sizeof line, "%8.2f of %g s  %9.0f %s a second%s  %.0f s left   ", time,
             p->seconds, (double)(done - p->last_done) / (now - p->last),
             events ? "events" : "steps", more, left);
    fprintf(stderr, "\r%.*s", p->watch.pixels ? p->watch.columns - 1 : (int)strlen(line), line);
    p->last = now;
    p->last_done = done;
}

/* Five times a second; a scene that is watched, ten times. */
void progress_step(progress *p, const scene_stage *stage) {
    if (!p->shown) return;
    const double now = wall_clock();
    if (now - p->last >= (p->watch.pixels ? 0.1 : 0.2)) say(p, stage, now);
}

void progress_end(progress *p, const scene_stage *stage) {
    watch_draw(&p->watch, stage);
    if (p->shown && p->watch.pixels)
        fputs("\r\x1b[K", stderr);
    else if (p->shown)
        fprintf(stderr, "\r%90s\r", "");
    watch_end(&p->watch);
}
