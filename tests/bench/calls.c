/* calls.c: nanoseconds of everyday calls: in a wall, a heap, grids, a room, above a terrain, in
 * maps of tiles, and after changes and steps; beside a yardstick where one is given: a program of
 * another engine that makes the same calls and prints lines of a name and nanoseconds.
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

enum { BOXES = 4000, ACROSS = 80, ROUNDS = 5, FOUND = 512, POINTS = 16 };

static const double APART = 1, HALF = 0.499;

/* A way of a query, or a place: its beginning. */
typedef struct line {
    evo_vec2 from, to;
} line;

typedef struct yard yard;

typedef struct timed {
    const char *name;
    void (*call)(yard *y, int i);
    void (*build)(yard *y);
    int steps; /* before the call is timed */
    line (*along)(int i);
    double size; /* of what a query asks with */
} timed;

struct yard {
    const timed *of;
    evo_world *world;
    evo_body bodies[3 * BOXES];
    evo_joint joints[BOXES];
    int made;
    double sum;     /* of answers, so that none can be left out */
    double stepped; /* seconds of steps between calls */
};

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

static line way_of(const yard *y, int i) {
    return y->of->along(i);
}

static void ray(yard *y, int i) {
    const line w = way_of(y, i);
    y->sum += evo_world_ray(y->world, w.from, w.to, NULL).hit;
}

static void ray_filtered(yard *y, int i) {
    const line w = way_of(y, i);
    const evo_query query = {.filter = {4, UINT64_MAX, 0}};
    y->sum += evo_world_ray(y->world, w.from, w.to, &query).hit;
}

static void ray_any(yard *y, int i) {
    const line w = way_of(y, i);
    y->sum += evo_world_ray_any(y->world, w.from, w.to, NULL);
}

static void ray_all(yard *y, int i) {
    const line w = way_of(y, i);
    evo_ray_hit hits[FOUND];
    y->sum += (double)evo_world_ray_all(y->world, w.from, w.to, NULL, hits, FOUND);
}

static bool stop(void *context, const evo_ray_hit *hit) {
    (void)context;
    return hit->hit;
}

static void ray_until(yard *y, int i) {
    const line w = way_of(y, i);
    y->sum += evo_world_ray_until(y->world, w.from, w.to, NULL, stop, NULL).hit;
}

static void overlap(yard *y, int i) {
    const evo_vec2 low = way_of(y, i).from, high = {low.x + y->of->size, low.y + y->of->size};
    evo_collider found[FOUND];
    y->sum +=
        (double)evo_world_overlap_bounds(y->world, (evo_bounds){low, high}, NULL, found, FOUND);
}

static void overlap_shape(yard *y, int i, evo_shape shape) {
    const evo_pose at = {way_of(y, i).from, 0};
    evo_collider found[FOUND];
    y->sum += (double)evo_world_overlap_shape(y->world, &shape, at, NULL, found, FOUND);
}

static void overlap_disk(yard *y, int i) {
    overlap_shape(y, i, evo_circle(y->of->size));
}

static void overlap_box(yard *y, int i) {
    overlap_shape(y, i, evo_box(y->of->size, y->of->size));
}

static void point(yard *y, int i) {
    y->sum += evo_world_nearest(y->world, way_of(y, i).from, 0, NULL).hit;
}

static void cast_disk(yard *y, int i) {
    const line w = way_of(y, i);
    y->sum += evo_world_cast_circle(y->world, w.from, w.to, y->of->size, NULL).hit;
}

static void cast_box(yard *y, int i) {
    const line w = way_of(y, i);
    const evo_shape box = evo_box(y->of->size, y->of->size);
    const evo_pose from = {w.from, 0}, to = {w.to, 0};
    y->sum += evo_world_cast_shape(y->world, &box, from, to, NULL).hit;
}

static void pose(yard *y, int i) {
    y->sum += evo_body_pose(y->world, y->bodies[i]).position.x;
}

static void bounds(yard *y, int i) {
    y->sum += evo_body_bounds(y->world, y->bodies[i]).min.x;
}

static void velocity(yard *y, int i) {
    y->sum += evo_body_velocity(y->world, y->bodies[i]).x > 1e9;
}

static void mass(yard *y, int i) {
    y->sum += evo_body_mass(y->world, y->bodies[i]).mass;
}

static void asleep(yard *y, int i) {
    y->sum += evo_body_asleep(y->world, y->bodies[i]) + evo_body_exists(y->world, y->bodies[i]);
}

static void set_user(yard *y, int i) {
    evo_body_set_user(y->world, y->bodies[i], y);
}

static void contacts(yard *y, int i) {
    evo_contact found[POINTS];
    y->sum += (double)evo_body_contacts(y->world, y->bodies[i % y->made], found, POINTS);
}

static void set_velocity(yard *y, int i) {
    evo_body_set_velocity(y->world, y->bodies[i], (evo_vec2){1, 1});
}

static void push(yard *y, int i) {
    evo_body_apply_impulse(y->world, y->bodies[i], (evo_vec2){0.1, 0.1}, (evo_vec2){0, 0});
}

static void push_center(yard *y, int i) {
    evo_body_apply_center_impulse(y->world, y->bodies[i], (evo_vec2){0.1, 0.1});
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

static void join_and_ask(yard *y, int i) {
    if (i % ACROSS == 0) join(y, i);
    y->sum += evo_joint_separation(y->world, y->joints[i / ACROSS * ACROSS]);
    y->sum += evo_joint_force(y->world, y->joints[i / ACROSS * ACROSS]).x > 1e9;
}

static void push_then_ray(yard *y, int i) {
    push_center(y, i % y->made);
    ray(y, i);
}

static void pose_then_ray(yard *y, int i) {
    const evo_body body = y->bodies[i % y->made];
    evo_pose at = evo_body_pose(y->world, body);
    at.position.y += 1e-4;
    evo_body_set_pose(y->world, body, at);
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

/* A world of its own, which lives for one step. */
static void live(yard *y, int i) {
    evo_world *world = evo_world_create(NULL);
    evo_body_config config = evo_body_config_default();
    if (i % 20 == 0)
        for (int k = 0; k < 10; ++k) {
            config.shape = evo_circle(0.5);
            config.position.x = 1.5 * k;
            evo_body_create(world, &config);
        }
    if (i % 20 == 0) evo_world_step(world, 1.0 / 60);
    y->sum += evo_world_time(world);
    evo_world_destroy(world);
}

/* ---- Ways ------------------------------------------------------------------------------------ */

static line line_of(double x, double y, double right, double up) {
    return (line){{x, y}, {x + right, y + up}};
}

static line across(int i) {
    return line_of(-5, i % 200 * 0.3, 110, i % 37 - 18);
}

static line within(int i) {
    return line_of(i % 97, i % 61 + 0.3, 0, -2);
}

static line from_above(int i) {
    return line_of(i % 97 + 0.55, 70, 0, -100);
}

static line onto(int i) {
    return line_of(i % 97, 66, i % 7 - 3, -10);
}

static line at_heap(int i) {
    return line_of(i % 40 - 20, i % 31 + 0.3, 0, 0);
}

static line across_heap(int i) {
    return line_of(-50, i % 40, 100, i % 7 - 3);
}

static line across_10(int i) {
    return line_of(-3, i % 101 * 0.06, 12, i % 37 * 0.16 - 3);
}

static line across_100(int i) {
    return line_of(-3, i % 101 * 0.15, 21, i % 37 * 0.4 - 7);
}

static line across_10000(int i) {
    return line_of(-3, i % 101 * 1.5, 156, i % 37 * 4 - 73);
}

static line at_10(int i) {
    return line_of(i % 101 * 0.06, i % 67 * 0.09, 0, 0);
}

static line at_100(int i) {
    return line_of(i % 101 * 0.15, i % 67 * 0.22, 0, 0);
}

static line at_10000(int i) {
    return line_of(i % 101 * 1.5, i % 67 * 2.2, 0, 0);
}

static line around_room(int i) {
    return line_of(i % 37 - 18, 5 + i % 11, 30 * cos(i), 30 * sin(i));
}

static line half_around(int i) {
    return line_of(i % 37 - 18, 5 + i % 11, 15 * cos(i), 15 * sin(i));
}

static line at_feet(int i) {
    return line_of(i % 37 - 18, 0.7, 0, -1);
}

static line at_room(int i) {
    return line_of(i % 37 - 18, i % 19, 0, 0);
}

static line outside(int i) {
    return line_of(30, 30, 1000 * fabs(cos(i)), 1000 * fabs(sin(i)));
}

static line across_room(int i) {
    return line_of(-500, i % 19 + 0.5, 1000, 0);
}

static line onto_wall(int i) {
    return line_of(i % 901 - 450, 30, i % 7 - 3, -40);
}

static line along_wall(int i) {
    return line_of(-490, 2, 980, i % 7 * 5);
}

static line across_sparse(int i) {
    return line_of(-10, i % 1000 + 0.5, 1000, i % 97 - 48);
}

static line at_sparse(int i) {
    return line_of(i % 997, i % 991, 0, 0);
}

static line down(int i) {
    return line_of(i % 397 - 198.7, 20, i % 5 - 2, -40);
}

static line down_3(int i) {
    return line_of(i % 397 - 198.7, 6, 0, -3);
}

static line along_terrain(int i) {
    return line_of(i % 197 - 198.7, 3, 200, i % 3 - 1);
}

static line above_terrain(int i) {
    return line_of(-195, 5.5 + i % 5, 390, 3);
}

static line at_terrain(int i) {
    return line_of(i % 397 - 199, -2, 0, 0);
}

static line across_tiles(int i) {
    return line_of(-5, i % 41 + 0.3, 70, i % 37 - 18);
}

static line from_tiles(int i) {
    return line_of(i % 60 + 0.1, i % 41 + 0.3, 3 * cos(i), 3 * sin(i));
}

static line onto_tiles(int i) {
    return line_of(i % 60 + 0.3, 50, i % 7 - 3, -40);
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

static void build_heap(yard *y) {
    add(y, EVO_STATIC, evo_box(100, 1), 0, -1);
    for (int row = 0; row < 40; ++row)
        for (int k = 0; k < 40 - row; ++k) {
            evo_body_config config = box_at(0);
            config.position = (evo_vec2){k + row * 0.5 - 20, row + 0.5};
            y->bodies[y->made++] = evo_body_create(y->world, &config);
        }
}

static void build_grid(yard *y, int count) {
    const int side = (int)ceil(sqrt(count));
    for (int i = 0; i < count; ++i) {
        evo_body_config config = box_at(0);
        config.position = (evo_vec2){i % side * 1.5, i / side * 1.5};
        config.angle = 0.1 * i;
        config.gravity_scale = 0;
        y->bodies[y->made++] = evo_body_create(y->world, &config);
    }
}

static void build_10(yard *y) {
    build_grid(y, 10);
}

static void build_100(yard *y) {
    build_grid(y, 100);
}

static void build_10000(yard *y) {
    build_grid(y, 10000);
}

static void build_long_wall(yard *y) {
    add(y, EVO_STATIC, evo_box(500, 1), 0, 0);
    for (int i = 0; i < 5; ++i) add(y, EVO_DYNAMIC, evo_box(0.5, 0.5), 10 * i, 2);
}

static void build_sparse(yard *y) {
    for (int i = 0; i < 400; ++i)
        add(y, i % 2 ? EVO_STATIC : EVO_DYNAMIC, evo_box(0.5, 0.5), i % 20 * 50 + 7 * (i % 3),
            i / 20 * 50 + 5 * (i % 7));
}

static void build_tiles(yard *y) {
    for (int i = 0; i < 2400; ++i) {
        const int x = i % 60, up = i / 60;
        if ((x * 7 + up * 13 + x * up) % 5 < 2) add(y, EVO_STATIC, evo_box(0.5, 0.5), x, up);
    }
    for (int i = 0; i < 20; ++i) add(y, EVO_DYNAMIC, evo_circle(0.4), 2 * i, 45);
}

static void build_nothing(yard *y) {
    (void)y;
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

static const timed CALLS[] = {
    {"create", create, build_floor, NO_STEPS, NULL, 0},
    {"ray", ray, build_wall, STEPS, across, 0},
    {"ray_filtered", ray_filtered, build_wall, STEPS, across, 0},
    {"ray_until", ray_until, build_wall, STEPS, across, 0},
    {"ray_any", ray_any, build_wall, STEPS, across, 0},
    {"ray_all", ray_all, build_wall, STEPS, across, 0},
    {"ray_within", ray, build_wall, STEPS, within, 0},
    {"ray_from_above", ray, build_wall, STEPS, from_above, 0},
    {"overlap", overlap, build_wall, STEPS, within, 3},
    {"overlap_15", overlap, build_wall, STEPS, within, 15},
    {"overlap_disk", overlap_disk, build_wall, STEPS, within, 1},
    {"overlap_box", overlap_box, build_wall, STEPS, within, 1},
    {"point", point, build_wall, STEPS, within, 0},
    {"cast_disk", cast_disk, build_wall, STEPS, across, 0.25},
    {"cast_disk_onto", cast_disk, build_wall, STEPS, onto, 0.25},
    {"cast_box", cast_box, build_wall, STEPS, across, 0.25},
    {"cast_box_onto", cast_box, build_wall, STEPS, onto, 0.25},
    {"pose", pose, build_wall, STEPS, NULL, 0},
    {"velocity", velocity, build_wall, STEPS, NULL, 0},
    {"mass", mass, build_wall, STEPS, NULL, 0},
    {"asleep", asleep, build_wall, STEPS, NULL, 0},
    {"bounds", bounds, build_wall, STEPS, NULL, 0},
    {"contacts", contacts, build_wall, STEPS, NULL, 0},
    {"set_user", set_user, build_wall, STEPS, NULL, 0},
    {"set_velocity", set_velocity, build_wall, STEPS, NULL, 0},
    {"spin", spin, build_wall, STEPS, NULL, 0},
    {"push", push, build_wall, STEPS, NULL, 0},
    {"push_center", push_center, build_wall, STEPS, NULL, 0},
    {"force", force, build_wall, STEPS, NULL, 0},
    {"torque", torque, build_wall, STEPS, NULL, 0},
    {"set_pose", set_pose, build_wall, STEPS, NULL, 0},
    {"disable_and_enable", disable_and_enable, build_wall, STEPS, NULL, 0},
    {"destroy", destroy, build_wall, STEPS, NULL, 0},
    {"create_and_destroy", create_and_destroy, build_wall, STEPS, NULL, 0},
    {"join", join, build_wall, STEPS, NULL, 0},
    {"join_and_turn", join_and_turn, build_wall, STEPS, NULL, 0},
    {"join_and_ask", join_and_ask, build_wall, STEPS, NULL, 0},
    {"pose_then_ray", pose_then_ray, build_wall, STEPS, across, 0},
    {"create_then_ray", create_then_ray, build_wall, STEPS, across, 0},
    {"step_then_ray", step_then_ray, build_wall, STEPS, across, 0},
    {"heap_contacts", contacts, build_heap, STEPS, NULL, 0},
    {"heap_overlap", overlap, build_heap, STEPS, at_heap, 3},
    {"heap_point", point, build_heap, STEPS, at_heap, 0},
    {"heap_ray", ray, build_heap, STEPS, across_heap, 0},
    {"heap_push_then_ray", push_then_ray, build_heap, STEPS, across_heap, 0},
    {"heap_pose_then_ray", pose_then_ray, build_heap, STEPS, across_heap, 0},
    {"ray_10", ray, build_10, 2, across_10, 0},
    {"overlap_10", overlap, build_10, 2, at_10, 3},
    {"point_10", point, build_10, 2, at_10, 0},
    {"create_and_destroy_10", create_and_destroy, build_10, 2, NULL, 0},
    {"ray_100", ray, build_100, 2, across_100, 0},
    {"overlap_100", overlap, build_100, 2, at_100, 3},
    {"point_100", point, build_100, 2, at_100, 0},
    {"create_and_destroy_100", create_and_destroy, build_100, 2, NULL, 0},
    {"ray_10000", ray, build_10000, 2, across_10000, 0},
    {"overlap_10000", overlap, build_10000, 2, at_10000, 3},
    {"point_10000", point, build_10000, 2, at_10000, 0},
    {"create_and_destroy_10000", create_and_destroy, build_10000, 2, NULL, 0},
    {"room_ray", ray, build_room, 2 * STEPS, around_room, 0},
    {"room_feet", ray, build_room, 2 * STEPS, at_feet, 0},
    {"room_any", ray_any, build_room, 2 * STEPS, around_room, 0},
    {"room_overlap_disk", overlap_disk, build_room, 2 * STEPS, at_room, 2},
    {"room_overlap", overlap, build_room, 2 * STEPS, at_room, 3},
    {"room_point", point, build_room, 2 * STEPS, at_room, 0},
    {"room_cast_disk", cast_disk, build_room, 2 * STEPS, half_around, 0.4},
    {"room_cast_box", cast_box, build_room, 2 * STEPS, half_around, 0.4},
    {"room_outside", ray, build_room, 2 * STEPS, outside, 0},
    {"room_across", ray, build_room, 2 * STEPS, across_room, 0},
    {"long_wall_onto", ray, build_long_wall, 2, onto_wall, 0},
    {"long_wall_along", ray, build_long_wall, 2, along_wall, 0},
    {"sparse_ray", ray, build_sparse, 2, across_sparse, 0},
    {"sparse_overlap", overlap, build_sparse, 2, at_sparse, 10},
    {"terrain_down", ray, build_terrain, 2 * STEPS, down, 0},
    {"terrain_down_3", ray, build_terrain, 2 * STEPS, down_3, 0},
    {"terrain_along", ray, build_terrain, 2 * STEPS, along_terrain, 0},
    {"terrain_above", ray, build_terrain, 2 * STEPS, above_terrain, 0},
    {"terrain_cast_disk", cast_disk, build_terrain, 2 * STEPS, down, 0.5},
    {"terrain_cast_box", cast_box, build_terrain, 2 * STEPS, down, 0.5},
    {"terrain_overlap", overlap, build_terrain, 2 * STEPS, at_terrain, 4},
    {"terrain_overlap_disk", overlap_disk, build_terrain, 2 * STEPS, at_terrain, 1.5},
    {"tiles_ray", ray, build_tiles, 2 * STEPS, across_tiles, 0},
    {"tiles_ray_3", ray, build_tiles, 2 * STEPS, from_tiles, 0},
    {"tiles_all", ray_all, build_tiles, 2 * STEPS, across_tiles, 0},
    {"tiles_overlap", overlap, build_tiles, 2 * STEPS, from_tiles, 3},
    {"tiles_overlap_disk", overlap_disk, build_tiles, 2 * STEPS, from_tiles, 1},
    {"tiles_point", point, build_tiles, 2 * STEPS, from_tiles, 0},
    {"tiles_cast_disk", cast_disk, build_tiles, 2 * STEPS, onto_tiles, 0.4},
    {"tiles_cast_box", cast_box, build_tiles, 2 * STEPS, onto_tiles, 0.4},
    {"live", live, build_nothing, NO_STEPS, NULL, 0},
};

enum { CALL_COUNT = sizeof CALLS / sizeof *CALLS };

/* ---- Rounds ---------------------------------------------------------------------------------- */

/* Nanoseconds a call in a world of its own. */
static double time_round(const timed *t) {
    static yard y;
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -10;
    y = (yard){.of = t, .world = evo_world_create(&config)};
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
    char text[128], of[64];
    double found = 0, ns;
    FILE *out = program && *program ? popen(program, "r") : NULL;
    while (out && fgets(text, sizeof text, out))
        if (sscanf(text, "%63s %lf", of, &ns) == 2 && strcmp(of, name) == 0) found = ns;
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
