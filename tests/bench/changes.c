/* changes.c: calls that change one body, and the step after each, to count their instructions in a
 * world that is otherwise at rest.
 *
 *     changes-bench COUNT awake      all are awake
 *     changes-bench COUNT asleep     all are asleep
 *     changes-bench COUNT flying     a world of events, in which nothing meets
 *
 * Run by changes.sh under callgrind, which is told here what to count: for each call one dump
 * "before CALL", of a step of a world in which nothing was called, and one "after CALL", of the
 * call and the step in a world that was the same until then. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include "evolute/evolute.h"
#include "support/exact.h"

/* Disks stand in columns on the ground; columns do not touch. */
enum { ROWS = 3 };

static const double STEP = 1.0 / 60, RADIUS = 0.5, APART = 1.5;

/* Steps until nothing is new, and between two calls. */
enum { SETTLING = 40, BETWEEN = 3 };

/* Bodies in columns of their own for each call, in the middle of the world. */
enum { COLUMNS_BETWEEN = 4 };

typedef enum state { AWAKE, ASLEEP, FLYING, STATES } state;

static const char *const STATE_NAMES[STATES] = {"awake", "asleep", "flying"};

typedef struct yard {
    evo_world *world;
    evo_body *bodies;
    int count;
    state in;
} yard;

static _Noreturn void fail(const char *why) {
    fprintf(stderr, "changes-bench: %s\n", why);
    exit(1);
}

/* ---- The world ------------------------------------------------------------------------------- */

static evo_body_config disk_at(double x, double y, bool asleep) {
    evo_body_config config = evo_body_config_default();
    config.shape = evo_circle(RADIUS);
    config.position.x = x;
    config.position.y = y;
    config.asleep = asleep;
    return config;
}

static void add_ground(evo_world *world, double width) {
    const evo_vec2 from = {-10, 0}, to = {width + 10, 0};
    evo_body_config config = evo_body_config_default();
    config.kind = EVO_STATIC;
    config.shape = evo_segment(from, to);
    if (!evo_body_exists(world, evo_body_create(world, &config))) fail("no ground");
}

static void step(const yard *y) {
    if (evo_world_step(y->world, STEP) != EVO_OK) fail("a step is refused");
}

static yard open_yard(int count, state in) {
    evo_world_config config = evo_world_config_default();
    config.impact_speed = INFINITY;
    yard y = {NULL, malloc((size_t)count * sizeof(evo_body)), count, in};
    config.exact = in == FLYING ? &EXACT : NULL;
    config.gravity.y = in == FLYING ? 0 : -10;
    config.never_sleep = in != ASLEEP;
    y.world = evo_world_create(&config);
    if (!y.world || !y.bodies) fail("no memory");
    if (in != FLYING) add_ground(y.world, APART * count / ROWS);
    for (int i = 0; i < count; ++i) {
        const double above = in == FLYING ? APART * (i % ROWS) : RADIUS * (2 * (i % ROWS) + 1);
        const evo_body_config disk = disk_at(APART * (i / ROWS), above, in == ASLEEP);
        y.bodies[i] = evo_body_create(y.world, &disk);
        if (!evo_body_exists(y.world, y.bodies[i])) fail("no body");
    }
    for (int i = 0; i < SETTLING; ++i) step(&y);
    return y;
}

static void close_yard(yard *y) {
    evo_world_destroy(y->world);
    free(y->bodies);
}

/* ---- The calls ------------------------------------------------------------------------------- */

static evo_collider collider_of(const yard *y, evo_body body) {
    evo_collider first = {0, 0};
    evo_body_colliders(y->world, body, &first, 1);
    return first;
}

static void create(const yard *y, evo_body near) {
    const evo_vec2 at = evo_body_pose(y->world, near).position;
    const evo_body_config config = disk_at(at.x, 2 * APART * ROWS + 2, false);
    evo_body_create(y->world, &config);
}

static void destroy(const yard *y, evo_body body) {
    evo_body_destroy(y->world, body);
}

static void set_pose(const yard *y, evo_body body) {
    evo_pose pose = evo_body_pose(y->world, body);
    pose.position.x += 0.05;
    evo_body_set_pose(y->world, body, pose);
}

static void set_velocity(const yard *y, evo_body body) {
    const evo_vec2 velocity = {0.1, 0};
    evo_body_set_velocity(y->world, body, velocity);
}

static void set_filter(const yard *y, evo_body body) {
    const evo_filter filter = {2, 0xffffffffu, 0};
    evo_collider_set_filter(y->world, collider_of(y, body), filter);
}

static void set_material(const yard *y, evo_body body) {
    evo_material material = evo_material_default();
    material.friction = 0.5;
    evo_collider_set_material(y->world, collider_of(y, body), &material);
}

static void set_shape(const yard *y, evo_body body) {
    const evo_shape shape = evo_circle(0.98 * RADIUS);
    evo_collider_set_shape(y->world, collider_of(y, body), &shape);
}

static void set_kind(const yard *y, evo_body body) {
    evo_body_set_kind(y->world, body, EVO_STATIC);
}

static void set_gravity(const yard *y, evo_body body) {
    const evo_vec2 same = {0, y->in == FLYING ? 0 : -10};
    (void)body;
    evo_world_set_gravity(y->world, same);
}

static void set_user(const yard *y, evo_body body) {
    evo_body_set_user(y->world, body, y->world);
}

typedef struct change {
    const char *name;
    void (*make)(const yard *y, evo_body body);
} change;

static const change CHANGES[] = {
    {"set_user", set_user},         {"create", create},
    {"destroy", destroy},           {"set_pose", set_pose},
    {"set_velocity", set_velocity}, {"set_filter", set_filter},
    {"set_material", set_material}, {"set_shape", set_shape},
    {"set_kind", set_kind},         {"set_gravity", set_gravity},
};

enum { CHANGE_COUNT = sizeof CHANGES / sizeof *CHANGES };

/* ---- Counting -------------------------------------------------------------------------------- */

/* Arrays that grow by parts are as large as they get. */
static void grow(const yard *y) {
    evo_body made[2 * CHANGE_COUNT];
    for (int i = 0; i < 2 * CHANGE_COUNT; ++i) {
        evo_body_config disk = disk_at(-100 - APART * i, 0, true);
        if (i % 2 == 1) disk.kind = EVO_STATIC;
        made[i] = evo_body_create(y->world, &disk);
    }
    step(y);
    for (int i = 0; i < 2 * CHANGE_COUNT; ++i) evo_body_destroy(y->world, made[i]);
    step(y);
}

/* The second of a column, some columns after that of the change before. */
static evo_body body_for(const yard *y, int number) {
    const int columns = y->count / ROWS;
    return y->bodies[(columns / 2 + (number - CHANGE_COUNT / 2) * COLUMNS_BETWEEN) * ROWS + 1];
}

/* A twin makes the same calls, but a step later: until the call both are the same. */
static void count_change(const yard *y, const yard *twin, int number) {
    const change *c = &CHANGES[number];
    char label[64];
    CALLGRIND_START_INSTRUMENTATION;
    CALLGRIND_ZERO_STATS;
    step(twin);
    snprintf(label, sizeof label, "before %s", c->name);
    CALLGRIND_DUMP_STATS_AT(label);
    CALLGRIND_ZERO_STATS;
    c->make(y, body_for(y, number));
    step(y);
    snprintf(label, sizeof label, "after %s", c->name);
    CALLGRIND_DUMP_STATS_AT(label);
    CALLGRIND_STOP_INSTRUMENTATION;
    c->make(twin, body_for(twin, number));
    for (int i = 0; i < BETWEEN; ++i) {
        step(y);
        step(twin);
    }
}

int main(int argc, char **argv) {
    const int count = argc == 3 ? atoi(argv[1]) : 0;
    int in = 0;
    while (argc == 3 && in < STATES && strcmp(argv[2], STATE_NAMES[in]) != 0) ++in;
    if (in == STATES || count < 2 * ROWS * COLUMNS_BETWEEN * CHANGE_COUNT)
        fail("give: COUNT awake|asleep|flying.");
    yard y = open_yard(count, (state)in), twin = open_yard(count, (state)in);
    grow(&y);
    grow(&twin);
    for (int i = 0; i < CHANGE_COUNT; ++i) count_change(&y, &twin, i);
    close_yard(&y);
    close_yard(&twin);
    return 0;
}
