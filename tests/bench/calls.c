/* calls.c: nanoseconds of everyday calls in a wall of 4,000 boxes.
 *
 *     calls-bench               all calls, the median of nine rounds each
 *     calls-bench CALL ROUNDS   one of them, to be counted by callgrind */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "evolute/evolute.h"

enum { BOXES = 4000, ACROSS = 80, ROUNDS = 9, FOUND = 64, POINTS = 16 };

static const double APART = 1, HALF = 0.499;

typedef struct yard {
    evo_world *world;
    evo_body bodies[BOXES];
    int made;
    double sum; /* of answers, so that none can be left out */
} yard;

static evo_body_config box_at(int i) {
    evo_body_config config = evo_body_config_default();
    config.shape = evo_box(HALF, HALF);
    config.position.x = i % ACROSS * APART;
    config.position.y = i / ACROSS * APART;
    config.never_sleep = true;
    return config;
}

static evo_body make(yard *y, int i) {
    const evo_body_config config = box_at(i);
    return evo_body_create(y->world, &config);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static void create(yard *y, int i) {
    y->bodies[i] = make(y, i);
    y->made = i + 1;
}

static void create_and_destroy(yard *y, int i) {
    evo_body_destroy(y->world, make(y, BOXES + i % ACROSS));
}

static void ray(yard *y, int i) {
    const evo_vec2 from = {-5, i % 200 * 0.3}, to = {105, from.y + i % 37 - 18};
    y->sum += evo_world_ray(y->world, from, to, NULL).hit;
}

static void overlap(yard *y, int i) {
    const evo_vec2 low = {i % 97, i % 61};
    evo_collider found[FOUND];
    y->sum += (double)evo_world_overlap_bounds(y->world, (evo_bounds){low, {low.x + 3, low.y + 3}},
                                               NULL, found, FOUND);
}

static void pose(yard *y, int i) {
    y->sum += evo_body_pose(y->world, y->bodies[i]).position.x;
}

static void bounds(yard *y, int i) {
    y->sum += evo_body_bounds(y->world, y->bodies[i]).min.x;
}

static void contacts(yard *y, int i) {
    evo_contact found[POINTS];
    y->sum += (double)evo_body_contacts(y->world, y->bodies[i], found, POINTS);
}

static void set_velocity(yard *y, int i) {
    evo_body_set_velocity(y->world, y->bodies[i], (evo_vec2){1, 1});
}

static void push(yard *y, int i) {
    evo_body_apply_impulse(y->world, y->bodies[i], (evo_vec2){0.1, 0.1}, (evo_vec2){0, 0});
}

static void set_pose(yard *y, int i) {
    evo_pose at = evo_body_pose(y->world, y->bodies[i]);
    at.position.x += 200;
    evo_body_set_pose(y->world, y->bodies[i], at);
}

static void disable_and_enable(yard *y, int i) {
    evo_body_set_disabled(y->world, y->bodies[i], true);
    evo_body_set_disabled(y->world, y->bodies[i], false);
}

static void destroy(yard *y, int i) {
    evo_body_destroy(y->world, y->bodies[i]);
}

/* Steps before a call is timed: the world is fresh, or falls apart. */
enum { NO_STEPS = 0, STEPS = 30 };

typedef struct timed {
    const char *name;
    void (*call)(yard *y, int i);
    int steps;
} timed;

static const timed CALLS[] = {
    {"create", create, NO_STEPS},
    {"create_and_destroy", create_and_destroy, STEPS},
    {"ray", ray, STEPS},
    {"overlap", overlap, STEPS},
    {"pose", pose, STEPS},
    {"bounds", bounds, STEPS},
    {"contacts", contacts, STEPS},
    {"set_velocity", set_velocity, STEPS},
    {"push", push, STEPS},
    {"set_pose", set_pose, STEPS},
    {"disable_and_enable", disable_and_enable, STEPS},
    {"destroy", destroy, STEPS},
};

enum { CALL_COUNT = sizeof CALLS / sizeof *CALLS };

/* ---- Rounds ---------------------------------------------------------------------------------- */

/* Nanoseconds a call in a world of its own. */
static double time_round(const timed *t) {
    static yard y;
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -10;
    const evo_body_config floor = {
        .kind = EVO_STATIC, .shape = evo_box(ACROSS, HALF), .position = {0.5 * ACROSS, -1}};
    y = (yard){.world = evo_world_create(&config)};
    evo_body_create(y.world, &floor);
    for (int i = 0; i < BOXES && t->steps > 0; ++i) create(&y, i);
    for (int step = 0; step < t->steps; ++step) evo_world_step(y.world, 1.0 / 60);
    const double from = bench_cpu_seconds();
    for (int i = 0; i < BOXES; ++i) t->call(&y, i);
    const double seconds = bench_cpu_seconds() - from;
    evo_world_destroy(y.world);
    if (!(y.sum >= 0)) fprintf(stderr, "%g\n", y.sum);
    return 1e9 * seconds / BOXES;
}

static void time_call(const timed *t, int rounds) {
    double times[ROUNDS];
    for (int i = 0; i < rounds; ++i) times[i] = time_round(t);
    printf("%-20s %8.0f ns\n", t->name, bench_quantile(times, rounds, 0.5));
}

int main(int count, char **words) {
    const int rounds = count > 2 ? atoi(words[2]) : ROUNDS;
    for (int i = 0; i < CALL_COUNT; ++i)
        if (count < 2 || strcmp(words[1], CALLS[i].name) == 0)
            time_call(&CALLS[i], rounds > 0 && rounds < ROUNDS ? rounds : ROUNDS);
    return 0;
}
