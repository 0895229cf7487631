/* many.c: a thousand small worlds at once, as learning and servers have. Worlds share nothing, so
 * each is stepped by whoever takes it next: the pool of threads.h does tasks of any kind.
 *
 *     many [THREADS]      0: all cores */
#include <evolute/evolute.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WORLDS = 1000, BOXES = 20, STEPS = 60 };

static evo_world *worlds[WORLDS];

/* The number of the next world that nobody has taken. */
static atomic_int next;

/* A heap that falls on a floor, another one in each world. */
static evo_world *make_world(int number) {
    evo_world_config config = evo_world_config_default();
    evo_body_config body = evo_body_config_default();
    config.gravity.y = -10;
    evo_world *world = evo_world_create(&config);
    body.kind = EVO_STATIC;
    body.shape = evo_box(20, 1);
    body.position = (evo_vec2){0, -1};
    evo_body_create(world, &body);
    body.kind = EVO_DYNAMIC;
    body.shape = evo_box(0.3, 0.3);
    for (int i = 0; i < BOXES; ++i) {
        body.position = (evo_vec2){i % 5 * 0.7, 1 + i / 5 * 0.7};
        body.angle = 0.001 * number * (i + 1);
        evo_body_create(world, &body);
    }
    return world;
}

/* Takes worlds one by one, and plays each to its end. */
static void play(void *data, int worker) {
    (void)data, (void)worker;
    for (int i = atomic_fetch_add(&next, 1); i < WORLDS; i = atomic_fetch_add(&next, 1))
        for (int step = 0; step < STEPS; ++step) evo_world_step(worlds[i], 1.0 / 60);
}

static double seconds_now(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char **argv) {
    evo_threads *threads = evo_threads_create(argc > 1 ? atoi(argv[1]) : 0);
    const evo_tasks tasks = evo_threads_tasks(threads);
    uint64_t hash = 0;
    for (int i = 0; i < WORLDS; ++i) worlds[i] = make_world(i);
    const double begun = seconds_now();
    if (tasks.workers > 1) tasks.start(tasks.context, play, NULL, tasks.workers - 1);
    play(NULL, 0); /* it goes on until all are taken, so no task has to begin */
    if (tasks.workers > 1) tasks.finish(tasks.context);
    const double took = seconds_now() - begun;
    for (int i = 0; i < WORLDS; ++i) {
        hash = 31 * hash + evo_world_hash(worlds[i]);
        evo_world_destroy(worlds[i]);
    }
    printf("%d worlds of %d bodies, %d steps each, hash %016" PRIx64 "\n", WORLDS, BOXES, STEPS,
           hash);
    printf("%d threads: %.0f steps a second\n", evo_threads_count(threads), WORLDS * STEPS / took);
    evo_threads_destroy(threads);
    return 0;
}
