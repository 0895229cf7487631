/* velocities.c: the distribution of speeds. In two dimensions, with u in units of sqrt(2 kT / m),
 * the Maxwell-Boltzmann density is 2 u exp(-u^2). */
#include <math.h>
#include <stdlib.h>

#include "headless/recorder.h"
#include "headless/table.h"

enum { BINS = 40 };

static const double FASTEST = 4; /* only 1e-7 of all speeds are greater */

typedef struct velocities {
    const char *path, *origin;
    double from;
    double counts[BINS], all;
} velocities;

static void count_speed(velocities *v, double u) {
    const double bin = u / FASTEST * BINS;
    ++v->all;
    if (bin < BINS) ++v->counts[(int)bin];
}

static bool take(void *own, const moment *at) {
    velocities *v = own;
    const scene_stage *stage = at->stage;
    const double heat = sample_temperature(stage, at->now);
    if (at->now->time < v->from || !(heat > 0)) return true;
    for (size_t i = 0; i < stage->count; ++i) {
        const evo_body body = stage->actors[i].body;
        const evo_vec2 velocity = evo_body_velocity(stage->world, body);
        if (scene_moves(stage, i))
            count_speed(v, hypot(velocity.x, velocity.y)
                               * sqrt(evo_body_mass(stage->world, body).mass / (2 * heat)));
    }
    return true;
}

static bool keep(void *own, keeper *k) {
    velocities *v = own;
    return keeper_bytes(k, v->counts, sizeof v->counts) && keeper_bytes(k, &v->all, sizeof v->all);
}

static bool end(void *own) {
    const velocities *v = own;
    const double width = FASTEST / BINS;
    table t = {.columns = 0};
    bool kept = true;
    table_column(&t, "speed", "(2 kT/m)^1/2");
    table_column(&t, "density", "");
    table_column(&t, "maxwell_boltzmann", "");
    for (int i = 0; i < BINS && kept; ++i) {
        const double u = (i + 0.5) * width;
        /* The law's mean over the bin, not its value at the centre. */
        const double law =
            (exp(-(u - width / 2) * (u - width / 2)) - exp(-(u + width / 2) * (u + width / 2)))
            / width;
        const double row[] = {u, v->counts[i] / (v->all * width), law};
        kept = table_add(&t, row);
    }
    const char *path = v->path, *origin = v->origin;
    free(own);
    return table_finish(&t, kept, "speeds", origin, path);
}

bool velocities_open(recorder *r, const char *path, const char *origin, double from) {
    velocities *v = calloc(1, sizeof *v);
    if (!v) return false;
    v->path = path;
    v->origin = origin;
    v->from = from;
    const recorder made = {path, false, take, end, free, keep, NULL, v};
    *r = made;
    return true;
}
