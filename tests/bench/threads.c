/* threads.c: what steps take with several workers, as parts of what they take with one.
 *
 *     threads-bench [SCENE]
 *
 * Each scene goes on alone until it has settled. From there three worlds go on, block by block in
 * turn, through the same states: with one thread, with workers that are found by time, as the pool
 * of threads.h has them, and with all workers in each step (no clock). Ratios are medians of the
 * blocks'; they are taken on the machine as it is, and beside a program that keeps one core busy.
 * How near and free the cores are decides much: beside each figure are a cache line's way there and
 * back, and the part of steps that had all their cores, by CPU time over wall time. The last lines
 * are a thousand small worlds at once. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "evolute/evolute.h"
#include "games/engine.h"

enum { SETTLE = 180, FIRST = 100, STEPS = 20, ROUNDS = 9, BOUNCES = 20000 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds of all threads of this process. */
static double cpu_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- The way between cores ------------------------------------------------------------------ */

static atomic_int ball;

static void *return_balls(void *unused) {
    for (int i = 0; i < BOUNCES; ++i) {
        while (atomic_load_explicit(&ball, memory_order_acquire) != 2 * i + 1) continue;
        atomic_store_explicit(&ball, 2 * i + 2, memory_order_release);
    }
    return unused;
}

/* Nanoseconds of a line to another core and back. */
static double ping_pong(void) {
    pthread_t other;
    atomic_store(&ball, 0);
    if (pthread_create(&other, NULL, return_balls, NULL) != 0) return 0;
    const double begun = now();
    for (int i = 0; i < BOUNCES; ++i) {
        atomic_store_explicit(&ball, 2 * i + 1, memory_order_release);
        while (atomic_load_explicit(&ball, memory_order_acquire) != 2 * i + 2) continue;
    }
    const double took = now() - begun;
    pthread_join(other, NULL);
    return 1e9 * took / BOUNCES;
}

/* ---- Scenes --------------------------------------------------------------------------------- */

static evo_world *new_world(void) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -10;
    config.never_sleep = true;
    config.impact_speed = INFINITY;
    return evo_world_create(&config);
}

/* Bodies dropped into a bin that is twice as wide as high. */
static evo_world *pour(int count, bool ellipses) {
    evo_world *world = new_world();
    const int columns = (int)(1.4 * sqrt(count));
    evo_body_config body = evo_body_config_default();
    body.kind = EVO_STATIC;
    body.shape = evo_box(columns, 1);
    body.position = evo_vec(0.5 * columns, -1);
    evo_body_create(world, &body);
    body.shape = evo_box(1, columns);
    for (int side = 0; side < 2; ++side) {
        body.position = evo_vec(side ? columns + 1 : -1, columns);
        evo_body_create(world, &body);
    }
    body.kind = EVO_DYNAMIC;
    for (int i = 0; i < count; ++i) {
        const double size = 0.35 + 0.1 * ((i * 37) % 101) / 101;
        body.shape = ellipses ? evo_ellipse(size, 0.3) : evo_circle(size);
        body.position = evo_vec(0.5 + i % columns, 0.5 + (double)(i / columns));
        evo_body_create(world, &body);
    }
    return world;
}

static evo_world *disks(void) {
    return pour(20000, false);
}

static evo_world *ellipses(void) {
    return pour(20000, true);
}

static evo_world *few(void) {
    return pour(250, false);
}

static evo_world *play(void (*build)(game_scene *game)) {
    static game_scene built;
    game_progress created = {0, 0};
    build(&built);
    void *played = ours_game_engine.open();
    game_add_due(&ours_game_engine, played, &built, 1 << 20, &created);
    return ours_world(played); /* lives as long as this program */
}

static evo_world *pyramid(void) {
    return play(game_pyramid);
}

static evo_world *ragdolls(void) {
    return play(game_ragdolls);
}

static evo_world *tumbler(void) {
    return play(game_tumbler);
}

typedef struct bench_scene {
    const char *name;
    evo_world *(*build)(void);
} bench_scene;

static const bench_scene SCENES[] = {{"disks 20,000", disks}, {"ellipses 20,000", ellipses},
                                     {"pyramid", pyramid},    {"ragdolls", ragdolls},
                                     {"tumbler", tumbler},    {"disks 250", few}};

/* ---- Timing --------------------------------------------------------------------------------- */

typedef struct saved {
    void *bytes;
    size_t size;
} saved;

static saved settle(const bench_scene *s) {
    evo_world *world = s->build();
    for (int i = 0; i < SETTLE; ++i) evo_world_step(world, 1.0 / 60);
    saved from = {.size = evo_world_save(world, NULL, 0)};
    from.bytes = malloc(from.size);
    if (!from.bytes || evo_world_save(world, from.bytes, from.size) != from.size) exit(1);
    return from;
}

/* A world that goes on from a state, and what its blocks took. */
typedef struct runner {
    evo_world *world;
    double blocks[ROUNDS]; /* seconds */
    int steps, whole;      /* steps; those that had all their cores */
} runner;

static runner runner_of(const saved *from, const evo_tasks *tasks) {
    runner r = {.world = new_world()};
    evo_world_load(r.world, from->bytes, from->size);
    evo_world_config config = evo_world_get(r.world);
    config.tasks = *tasks;
    evo_world_set(r.world, &config);
    for (int i = 0; i < FIRST; ++i) evo_world_step(r.world, 1.0 / 60);
    return r;
}

/* CPU time over wall time, a core that a step has workers for, from which on it had them all. */
static const double WHOLE = 0.925;

static void run_block(runner *r, int round, int cores) {
    const double begun = now();
    for (int i = 0; i < STEPS; ++i) {
        const double wall = now(), cpu = cpu_now();
        evo_world_step(r->world, 1.0 / 60);
        const int workers = evo_world_profile(r->world).workers;
        const double part = (cpu_now() - cpu) / (now() - wall);
        r->whole += part >= WHOLE * (workers < cores ? workers : cores);
        ++r->steps;
    }
    r->blocks[round] = now() - begun;
}

/* Returns how many times as fast the blocks of one are as those of another. */
static double ratio_of(const runner *slow, const runner *fast) {
    double ratios[ROUNDS];
    for (int i = 0; i < ROUNDS; ++i) ratios[i] = slow->blocks[i] / fast->blocks[i];
    return bench_quantile(ratios, ROUNDS, 0.5);
}

static void compare(const char *name, const saved *from, int workers, int cores) {
    evo_threads *threads = evo_threads_create(workers);
    const evo_tasks none = {0}, found = evo_threads_tasks(threads);
    evo_tasks all = found;
    all.clock = NULL;
    runner runners[] = {runner_of(from, &none), runner_of(from, &found), runner_of(from, &all)};
    const double way = ping_pong();
    for (int i = 0; i < ROUNDS; ++i)
        for (int k = 0; k < 3; ++k) run_block(&runners[k], i, cores);
    const uint64_t hash = evo_world_hash(runners[0].world);
    for (int k = 0; k < 3; ++k) {
        if (evo_world_hash(runners[k].world) != hash) printf("%s: the hashes differ\n", name);
        evo_world_destroy(runners[k].world);
    }
    const double found_ratio = ratio_of(&runners[0], &runners[1]);
    const double all_ratio = ratio_of(&runners[0], &runners[2]);
    printf("%-16s %8.3f %7d %8.2f %8.2f %12.0f %7.0f %% %5.0f %%\n", name,
           1e3 * bench_quantile(runners[0].blocks, ROUNDS, 0.5) / STEPS, workers, found_ratio,
           all_ratio, way, 100.0 * runners[1].whole / runners[1].steps,
           100.0 * runners[2].whole / runners[2].steps);
    evo_threads_destroy(threads);
}

/* ---- A busy program -------------------------------------------------------------------------- */

static pid_t begin_busy(void) {
    const pid_t busy = fork();
    if (busy == 0)
        for (volatile unsigned n = 0;; ++n) continue;
    return busy;
}

static void end_busy(pid_t busy) {
    if (busy <= 0) return;
    kill(busy, SIGKILL);
    waitpid(busy, NULL, 0);
}

/* Compares the scenes whose names begin so. */
static void compare_scenes(const char *begin, int cores) {
    static const int WORKERS[] = {1, 2, 4, 8};
    printf("%-16s %8s %7s %8s %8s %12s %9s %7s\n", "", "ms alone", "workers", "by time", "all",
           "line's way", "all cores", "all");
    for (size_t i = 0; i < sizeof SCENES / sizeof *SCENES; ++i) {
        if (strncmp(SCENES[i].name, begin, strlen(begin)) != 0) continue;
        const saved from = settle(&SCENES[i]);
        for (size_t k = 0; k < sizeof WORKERS / sizeof *WORKERS; ++k)
            compare(SCENES[i].name, &from, WORKERS[k], cores);
        free(from.bytes);
    }
}

/* ---- Many worlds ---------------------------------------------------------------------------- */

enum { WORLDS = 1000, SMALL = 20 };

typedef struct many {
    evo_world *worlds[WORLDS];
    atomic_int next;
} many;

static void step_worlds(void *data, int worker) {
    many *m = data;
    (void)worker;
    for (int i = atomic_fetch_add(&m->next, 1); i < WORLDS; i = atomic_fetch_add(&m->next, 1))
        evo_world_step(m->worlds[i], 1.0 / 60);
}

/* Seconds of a step of all worlds. */
static double step_many(many *m, const evo_tasks *tasks) {
    const double begun = now();
    for (int i = 0; i < STEPS; ++i) {
        atomic_store(&m->next, 0);
        if (tasks->workers > 1) tasks->start(tasks->context, step_worlds, m, tasks->workers - 1);
        step_worlds(m, 0);
        if (tasks->workers > 1) tasks->finish(tasks->context);
    }
    return (now() - begun) / STEPS;
}

static void compare_many(const evo_tasks *tasks) {
    static many m;
    const evo_tasks none = {0};
    double alone[ROUNDS], ratios[ROUNDS];
    for (int i = 0; i < WORLDS; ++i) m.worlds[i] = pour(SMALL, i % 2 == 0);
    step_many(&m, &none);
    for (int i = 0; i < ROUNDS; ++i) {
        alone[i] = step_many(&m, &none);
        ratios[i] = alone[i] / step_many(&m, tasks);
    }
    const double one = bench_quantile(alone, ROUNDS, 0.5);
    printf("%-16s %7.3f ms alone  %5.2f times as fast  (%.0f steps of a world a second)\n",
           "1,000 worlds", 1e3 * one, bench_quantile(ratios, ROUNDS, 0.5),
           WORLDS / one * bench_quantile(ratios, ROUNDS, 0.5));
    for (int i = 0; i < WORLDS; ++i) evo_world_destroy(m.worlds[i]);
}

int main(int argc, char **argv) {
    const char *begin = argc > 1 ? argv[1] : "";
    evo_threads *threads = evo_threads_create(0);
    const evo_tasks tasks = evo_threads_tasks(threads);
    const int cores = evo_threads_count(threads);
    printf("times as fast as one thread, on %d cores\n", cores);
    compare_scenes(begin, cores);
    if (argc < 2) compare_many(&tasks);
    evo_threads_destroy(threads);
    printf("beside a busy program\n");
    (void)fflush(stdout);
    const pid_t busy = begin_busy();
    compare_scenes(begin, cores);
    end_busy(busy);
    return 0;
}
