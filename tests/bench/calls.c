/* calls.c: nanoseconds of everyday calls: in a wall of 4,000 boxes, in a room of 50 bodies, above a
 * terrain of 400 segments, and after changes and steps; beside a yardstick where one is given: a
 * program of another engine that makes the same calls and prints lines of a name and nanoseconds.
 *
 *     calls-bench               all calls, the median of five rounds each
 *     calls-bench CALL ROUNDS   one of them, to be counted by callgrind */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "evolute/evolute.h"

enum { BOXES = 4000, ACROSS = 80, ROUNDS = 5, FOUND = 64, POINTS = 16 };

static const double APART = 1, HALF = 0.499;

typedef struct yard {
    evo_world *world;
    evo_body bodies[BOXES];
    evo_joint joints[BOXES];
    int made;
    double sum;     /* of answers, so that none can be left out */
    double stepped; /* seconds of steps between calls */
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

static void spin(yard *y, int i) {
    evo_body_set_spin(y->world, y->bodies[i], 1 + i % 5);
}

static void force(yard *y, int i) {
    evo_body_apply_center_force(y->world, y->bodies[i], (evo_vec2){0.1, 0.1});
}

static void torque(yard *y, int i) {
    evo_body_apply_torque(y->world, y->bodies[i], 0.1);
}

static void join(yard *y, int i) {
    evo_joint_config config = evo_joint_config_default(EVO_REVOLUTE);
    config.a = y->bodies[i];
    config.b = y->bodies[i % ACROSS == ACROSS - 1 ? i - 1 : (i + 1) % BOXES];
    config.frame_a.position.x = 0.5 * APART;
    config.frame_b.position.x = -0.5 * APART;
    y->joints[i] = evo_joint_create(y->world, &config);
}

static void join_and_turn(yard *y, int i) {
    if (i % ACROSS == 0) join(y, i);
    evo_joint_set_motor_speed(y->world, y->joints[i / ACROSS * ACROSS], i % 7);
}

static void pose_then_ray(yard *y, int i) {
    evo_pose at = evo_body_pose(y->world, y->bodies[i]);
    at.position.y += 1e-4;
    evo_body_set_pose(y->world, y->bodies[i], at);
    ray(y, i);
}

static void create_then_ray(yard *y, int i) {
    if (i % 8 == 0) make(y, BOXES + i % ACROSS);
    ray(y, i);
}

/* Every hundredth comes first after a step, which is not counted. */
static void step_then_ray(yard *y, int i) {
    if (i % 100 == 0) {
        const double from = bench_cpu_seconds();
        evo_world_step(y->world, 1.0 / 60);
        y->stepped += bench_cpu_seconds() - from;
    }
    ray(y, i);
}

/* ---- Calls in a room, and above a terrain ---------------------------------------------------- */

static evo_vec2 in_room(int i) {
    return (evo_vec2){i % 37 - 18, 5 + i % 11};
}

static evo_vec2 around(evo_vec2 from, int i, double length) {
    return (evo_vec2){from.x + length * cos(i), from.y + length * sin(i)};
}

static void look_around(yard *y, int i) {
    y->sum += evo_world_ray(y->world, in_room(i), around(in_room(i), i, 30), NULL).hit;
}

static void look_down(yard *y, int i) {
    const evo_vec2 from = {i % 37 - 18, 0.7}, to = {from.x, -0.3};
    y->sum += evo_world_ray(y->world, from, to, NULL).hit;
}

static void see_any(yard *y, int i) {
    y->sum += evo_world_ray_any(y->world, in_room(i), around(in_room(i), i, 30), NULL);
}

static void look_out(yard *y, int i) {
    const evo_vec2 from = {30, 30}, to = {30 + 1000 * fabs(cos(i)), 30 + 1000 * fabs(sin(i))};
    y->sum += evo_world_ray(y->world, from, to, NULL).hit;
}

static void overlap_disk(yard *y, int i) {
    const evo_shape disk = evo_circle(1.5);
    evo_collider found[FOUND];
    y->sum += (double)evo_world_overlap_shape(y->world, &disk, (evo_pose){{i % 37 - 18, i % 19}, 0},
                                              NULL, found, FOUND);
}

static void overlap_three(yard *y, int i) {
    const evo_vec2 low = {i % 37 - 18, i % 19};
    evo_collider found[FOUND];
    y->sum += (double)evo_world_overlap_bounds(y->world, (evo_bounds){low, {low.x + 3, low.y + 3}},
                                               NULL, found, FOUND);
}

static void point(yard *y, int i) {
    y->sum += evo_world_nearest(y->world, (evo_vec2){i % 37 - 18, i % 19}, 0, NULL).hit;
}

static void cast_disk(yard *y, int i) {
    y->sum += evo_world_cast_circle(y->world, in_room(i), around(in_room(i), i, 15), 0.4, NULL).hit;
}

static void cast_box(yard *y, int i) {
    const evo_shape box = evo_box(0.4, 0.4);
    y->sum += evo_world_cast_shape(y->world, &box, (evo_pose){in_room(i), 0},
                                   (evo_pose){around(in_room(i), i, 15), 0}, NULL)
                  .hit;
}

static void ray_down(yard *y, int i) {
    const evo_vec2 from = {i % 397 - 198.7, 20}, to = {from.x + i % 5 - 2, -20};
    y->sum += evo_world_ray(y->world, from, to, NULL).hit;
}

static void ray_along(yard *y, int i) {
    const evo_vec2 from = {i % 197 - 198.7, 3}, to = {from.x + 200, 3};
    y->sum += evo_world_ray(y->world, from, to, NULL).hit;
}

static void ray_above(yard *y, int i) {
    const evo_vec2 from = {-195, 5.5 + i % 5}, to = {195, 8.5 + i % 5};
    y->sum += evo_world_ray(y->world, from, to, NULL).hit;
}

/* ---- Scenes ---------------------------------------------------------------------------------- */

static void add(yard *y, evo_body_kind kind, evo_shape shape, double at_x, double at_y) {
    evo_body_config config = evo_body_config_default();
    config.kind = kind;
    config.shape = shape;
    config.position = (evo_vec2){at_x, at_y};
    evo_body_create(y->world, &config);
}

static void build_wall(yard *y) {
    add(y, EVO_STATIC, evo_box(ACROSS, HALF), 0.5 * ACROSS, -1);
    for (int i = 0; i < BOXES; ++i) create(y, i);
}

static void build_floor(yard *y) {
    add(y, EVO_STATIC, evo_box(ACROSS, HALF), 0.5 * ACROSS, -1);
}

static void build_room(yard *y) {
    for (int side = -1; side <= 1; side += 2) {
        add(y, EVO_STATIC, evo_box(20, 0.5), 0, 10 + 10.5 * side);
        add(y, EVO_STATIC, evo_box(0.5, 10), 20.5 * side, 10);
    }
    for (int i = 0; i < 46; ++i)
        add(y, EVO_DYNAMIC, i % 3 ? evo_box(0.3, 0.5) : evo_circle(0.4), i * 7 % 38 - 19,
            1 + i * 5 % 17);
}

static double height_at(int i) {
    return 3 * sin(i * 0.13) + sin(i * 0.7);
}

static void build_terrain(yard *y) {
    for (int i = 0; i < 400; ++i)
        add(y, EVO_STATIC,
            evo_segment((evo_vec2){i - 200, height_at(i)}, (evo_vec2){i - 199, height_at(i + 1)}),
            0, 0);
    for (int i = 0; i < 20; ++i) add(y, EVO_DYNAMIC, evo_circle(0.5), i * 10 - 100, 10);
}

/* ---- The table ------------------------------------------------------------------------------- */

/* Steps before a call is timed: the world is fresh, or falls apart. */
enum { NO_STEPS = 0, STEPS = 30 };

typedef struct timed {
    const char *name;
    void (*call)(yard *y, int i);
    void (*build)(yard *y);
    int steps;
} timed;

static const timed CALLS[] = {
    {"create", create, build_floor, NO_STEPS},
    {"create_and_destroy", create_and_destroy, build_wall, STEPS},
    {"ray", ray, build_wall, STEPS},
    {"overlap", overlap, build_wall, STEPS},
    {"pose", pose, build_wall, STEPS},
    {"bounds", bounds, build_wall, STEPS},
    {"contacts", contacts, build_wall, STEPS},
    {"set_velocity", set_velocity, build_wall, STEPS},
    {"push", push, build_wall, STEPS},
    {"set_pose", set_pose, build_wall, STEPS},
    {"disable_and_enable", disable_and_enable, build_wall, STEPS},
    {"destroy", destroy, build_wall, STEPS},
    {"spin", spin, build_wall, STEPS},
    {"force", force, build_wall, STEPS},
    {"torque", torque, build_wall, STEPS},
    {"join", join, build_wall, STEPS},
    {"join_and_turn", join_and_turn, build_wall, STEPS},
    {"pose_then_ray", pose_then_ray, build_wall, STEPS},
    {"create_then_ray", create_then_ray, build_wall, STEPS},
    {"step_then_ray", step_then_ray, build_wall, STEPS},
    {"look_around", look_around, build_room, 2 * STEPS},
    {"look_down", look_down, build_room, 2 * STEPS},
    {"see_any", see_any, build_room, 2 * STEPS},
    {"look_out", look_out, build_room, 2 * STEPS},
    {"overlap_disk", overlap_disk, build_room, 2 * STEPS},
    {"overlap_three", overlap_three, build_room, 2 * STEPS},
    {"point", point, build_room, 2 * STEPS},
    {"cast_disk", cast_disk, build_room, 2 * STEPS},
    {"cast_box", cast_box, build_room, 2 * STEPS},
    {"ray_down", ray_down, build_terrain, 2 * STEPS},
    {"ray_along", ray_along, build_terrain, 2 * STEPS},
    {"ray_above", ray_above, build_terrain, 2 * STEPS},
};

enum { CALL_COUNT = sizeof CALLS / sizeof *CALLS };

/* ---- Rounds ---------------------------------------------------------------------------------- */

/* Nanoseconds a call in a world of its own. */
static double time_round(const timed *t) {
    static yard y;
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -10;
    y = (yard){.world = evo_world_create(&config)};
    t->build(&y);
    for (int step = 0; step < t->steps; ++step) evo_world_step(y.world, 1.0 / 60);
    const double from = bench_cpu_seconds();
    for (int i = 0; i < BOXES; ++i) t->call(&y, i);
    const double seconds = bench_cpu_seconds() - from - y.stepped;
    evo_world_destroy(y.world);
    if (!(y.sum >= 0)) fprintf(stderr, "%g\n", y.sum);
    return 1e9 * seconds / BOXES;
}

/* Reads what the yardstick prints of a call; 0: nothing. */
static double yardstick_of(const char *name) {
    const char *program = getenv("BENCH_CALLS_YARDSTICK");
    char line[128], of[64];
    double found = 0, ns;
    FILE *out = program && *program ? popen(program, "r") : NULL;
    while (out && fgets(line, sizeof line, out))
        if (sscanf(line, "%63s %lf", of, &ns) == 2 && strcmp(of, name) == 0) found = ns;
    if (out) pclose(out);
    return found;
}

/* Returns how many times as long as the yardstick's a call takes; 0: that is not known. */
static double time_call(const timed *t, int rounds) {
    double times[ROUNDS];
    for (int i = 0; i < rounds; ++i) times[i] = time_round(t);
    const double ours = bench_quantile(times, rounds, 0.5), theirs = yardstick_of(t->name);
    printf("%-20s %8.0f ns", t->name, ours);
    if (theirs > 0) printf(" %8.0f ns %7.2f", theirs, ours / theirs);
    puts("");
    return theirs > 0 ? ours / theirs : 0;
}

int main(int count, char **words) {
    const int rounds = count > 2 ? atoi(words[2]) : ROUNDS;
    double logs = 0;
    int compared = 0;
    for (int i = 0; i < CALL_COUNT; ++i) {
        if (count > 1 && strcmp(words[1], CALLS[i].name) != 0) continue;
        const double times = time_call(&CALLS[i], rounds > 0 && rounds < ROUNDS ? rounds : ROUNDS);
        if (!(times > 0)) continue;
        logs += log(times);
        ++compared;
    }
    if (compared > 0) printf("geometric mean %.2f\n", exp(logs / compared));
    return 0;
}
