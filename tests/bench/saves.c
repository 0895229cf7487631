/* saves.c: what saves and frames cost: bytes, and time as a part of a step in which all is awake; a
 * pile of disks that has settled, or of boxes, or ellipses. And eight frames of a thousand bodies
 * that are rolled back and stepped again. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/bench.h"
#include "evolute/evolute.h"

enum { SETTLE = 600, ROUNDS = 25, FRAMES = 8 };

static const double STEP = 1.0 / 60;

typedef enum sort { DISKS, BOXES, ELLIPSES, SORTS } sort;

static const char *const NAMES[SORTS] = {"disks", "boxes", "ellipses"};

static void check(bool done) {
    if (done) return;
    fprintf(stderr, "saves: memory ran out.\n");
    exit(EXIT_FAILURE);
}

static evo_world *open_pile(sort of, int count) {
    const evo_shape shapes[SORTS] = {evo_circle(0.5), evo_box(0.5, 0.4), evo_ellipse(0.6, 0.35)};
    const evo_vec2 walls[] = {{0, 400}, {0, 0}, {100, 0}, {100, 400}};
    evo_world_config config = evo_world_config_default();
    config.impact_speed = INFINITY;
    config.gravity.y = -10;
    config.never_sleep = true;
    evo_world *world = evo_world_create(&config);
    check(world != NULL);
    for (int i = 0; i < count + 3; ++i) {
        evo_body_config body = evo_body_config_default();
        const int column = (i - 3) % 80, row = (i - 3) / 80;
        if (i < 3) body.kind = EVO_STATIC;
        body.shape = i < 3 ? evo_segment(walls[i], walls[i + 1]) : shapes[of];
        if (i >= 3) body.position = (evo_vec2){1 + 1.2 * column + 0.1 * (row % 2), 1 + 1.2 * row};
        check(evo_body_create(world, &body).generation != 0);
    }
    for (int i = 0; i < SETTLE; ++i) check(evo_world_step(world, STEP) == EVO_OK);
    return world;
}

typedef enum work { WORK_STEP, WORK_KEEP, WORK_RESTORE, WORK_SAVE, WORK_LOAD, WORKS } work;

/* A world, another one that it is loaded into, a frame, and bytes. */
typedef struct subject {
    evo_world *world, *other;
    evo_frame *frame;
    void *bytes;
    size_t size;
} subject;

static bool do_work(subject *s, work what) {
    switch (what) {
    case WORK_STEP:
        return evo_world_step(s->world, STEP) == EVO_OK;
    case WORK_KEEP:
        return evo_frame_keep(s->world, &s->frame) == EVO_OK;
    case WORK_RESTORE:
        return evo_frame_restore(s->world, s->frame) == EVO_OK;
    case WORK_SAVE:
        return evo_world_save(s->world, s->bytes, s->size) <= s->size;
    default:
        return evo_world_load(s->other, s->bytes, s->size) == EVO_OK;
    }
}

static void print_pile(sort of, int count) {
    double times[WORKS][ROUNDS];
    subject s = {.world = open_pile(of, count), .other = evo_world_create(NULL)};
    const evo_counters counters = evo_world_counters(s.world);
    for (int round = 0; round < ROUNDS; ++round) {
        check(do_work(&s, WORK_KEEP));
        s.size = evo_world_save(s.world, NULL, 0);
        free(s.bytes);
        s.bytes = malloc(s.size);
        check(s.bytes != NULL);
        for (int i = 0; i < WORKS; ++i) {
            const double start = bench_cpu_seconds();
            check(do_work(&s, (work)i));
            times[i][round] = bench_cpu_seconds() - start;
            if (i == WORK_STEP) s.size = evo_world_save(s.world, NULL, 0);
            if (i == WORK_STEP) s.bytes = realloc(s.bytes, s.size);
        }
    }
    double medians[WORKS];
    for (int i = 0; i < WORKS; ++i) medians[i] = bench_quantile(times[i], ROUNDS, 0.5);
    const double beyond = (double)evo_frame_bytes(s.frame) - 64.0 * (double)counters.awake;
    printf("%5d %s: saved in %.0f bytes a body, a frame has %.0f, %.1f a pair beyond 64 a body; "
           "of a step of %.3f ms: keep %.1f %%, restore %.1f %%, save %.0f %%, load %.0f %%\n",
           count, NAMES[of], (double)s.size / count, (double)evo_frame_bytes(s.frame) / count,
           beyond / (double)counters.pairs, 1e3 * medians[WORK_STEP],
           100 * medians[WORK_KEEP] / medians[WORK_STEP],
           100 * medians[WORK_RESTORE] / medians[WORK_STEP],
           100 * medians[WORK_SAVE] / medians[WORK_STEP],
           100 * medians[WORK_LOAD] / medians[WORK_STEP]);
    evo_frame_destroy(s.frame);
    evo_world_destroy(s.world);
    evo_world_destroy(s.other);
    free(s.bytes);
}

/* Goes back eight frames and makes their steps once more, keeping each. */
static void print_rollback(int count) {
    double times[ROUNDS], steps[ROUNDS];
    evo_world *world = open_pile(DISKS, count);
    evo_frame *frames[FRAMES] = {NULL};
    for (int round = 0; round <= ROUNDS; ++round) {
        const double start = bench_cpu_seconds();
        if (round > 0) check(evo_frame_restore(world, frames[0]) == EVO_OK);
        for (int i = 0; i < FRAMES; ++i) {
            check(evo_frame_keep(world, &frames[i]) == EVO_OK);
            check(evo_world_step(world, STEP) == EVO_OK);
        }
        const double middle = bench_cpu_seconds();
        for (int i = 0; i < FRAMES; ++i) check(evo_world_step(world, STEP) == EVO_OK);
        if (round == 0) continue;
        times[round - 1] = 1e3 * (middle - start);
        steps[round - 1] = 1e3 * (bench_cpu_seconds() - middle);
    }
    const double took = bench_quantile(times, ROUNDS, 0.5);
    printf("%d frames of %d bodies rolled back and stepped again: %.2f ms; the steps alone: %.2f\n",
           FRAMES, count, took, bench_quantile(steps, ROUNDS, 0.5));
    for (int i = 0; i < FRAMES; ++i) evo_frame_destroy(frames[i]);
    evo_world_destroy(world);
}

int main(void) {
    for (int of = DISKS; of < SORTS; ++of) print_pile((sort)of, 5000);
    print_rollback(1000);
    return 0;
}
