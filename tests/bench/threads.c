/* threads.c: what steps take with several workers, as parts of what they take with one.
 *
 *     threads-bench [WORKERS [SCENE]]      2
 *
 * Each scene goes on alone until it has settled. Then, round by round, the same steps are made from
 * there with one thread and with several; the ratio is the median of the rounds'. How near the
 * cores are decides much: a cache line's way there and back is printed before and after each
 * scene. The last lines are a thousand small worlds at once. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"
#include "evolute/evolute.h"
#include "games/engine.h"

enum { SETTLE = 180, STEPS = 40, ROUNDS = 7, BOUNCES = 20000 };

static double now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
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

/* Seconds of the steps from a state, and where they end. */
static double take(const saved *from, const evo_tasks *tasks, uint64_t *hash) {
    evo_world *world = new_world();
    evo_world_load(world, from->bytes, from->size);
    evo_world_config config = evo_world_get(world);
    config.tasks = *tasks;
    evo_world_set(world, &config);
    evo_world_step(world, 1.0 / 60); /* takes memory */
    const double begun = now();
    for (int i = 0; i < STEPS; ++i) evo_world_step(world, 1.0 / 60);
    const double took = now() - begun;
    *hash = evo_world_hash(world);
    evo_world_destroy(world);
    return took;
}

static void compare(const bench_scene *s, const evo_tasks *tasks) {
    const evo_tasks none = {0};
    double alone[ROUNDS], ratios[ROUNDS];
    uint64_t first, second;
    evo_world *world = s->build();
    for (int i = 0; i < SETTLE; ++i) evo_world_step(world, 1.0 / 60);
    saved from = {.size = evo_world_save(world, NULL, 0)};
    from.bytes = malloc(from.size);
    if (!from.bytes || evo_world_save(world, from.bytes, from.size) != from.size) exit(1);
    const double before = ping_pong();
    for (int i = 0; i < ROUNDS; ++i) {
        alone[i] = take(&from, &none, &first);
        ratios[i] = alone[i] / take(&from, tasks, &second);
        if (first != second) printf("%s: the hashes differ\n", s->name);
    }
    const double one = 1e3 * bench_quantile(alone, ROUNDS, 0.5) / STEPS;
    printf("%-16s %7.3f ms alone  %5.2f times as fast  (a line's way: %.0f, %.0f ns)\n", s->name,
           one, bench_quantile(ratios, ROUNDS, 0.5), before, ping_pong());
    free(from.bytes);
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
    evo_threads *threads = evo_threads_create(argc > 1 ? atoi(argv[1]) : 2);
    const evo_tasks tasks = evo_threads_tasks(threads);
    const char *wanted = argc > 2 ? argv[2] : NULL;
    printf("%d workers\n", evo_threads_count(threads));
    for (size_t i = 0; i < sizeof SCENES / sizeof *SCENES; ++i)
        if (!wanted || strncmp(SCENES[i].name, wanted, strlen(wanted)) == 0)
            compare(&SCENES[i], &tasks);
    if (!wanted) compare_many(&tasks);
    evo_threads_destroy(threads);
    return 0;
}
