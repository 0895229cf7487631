/* scenes.c: builds the scenes, equal on every machine: random numbers have a fixed seed, sines are
 * those of the engine. */
#include "scenes.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "support/random.h"

static const double TURN = 6.283185307179586;

/* Thickness of walls and floors: nothing that sinks in comes out on the far side. */
static const double WALL = 10;

/* Length of terrain behind each wall, so that the wall stands on it. */
static const double TERRAIN_MARGIN = 6;

static const double FRICTION = 0.6, DENSITY = 1;

/* ---- Bodies and shapes ----------------------------------------------------------------------- */

static void begin(game_scene *game) {
    memset(game, 0, sizeof *game);
    random_seed(2024);
}

static game_body *add_body(game_scene *game, evo_body_kind kind, double x, double y) {
    assert(game->body_count < GAME_BODIES && "The lists have room for every scene.");
    game_body *body = &game->bodies[game->body_count++];
    body->kind = kind;
    body->pose.position = (evo_vec2){x, y};
    body->floor = -INFINITY;
    body->first_shape = game->shape_count;
    return body;
}

/* Adds a shape to the latest body. */
static game_shape *add_shape(game_scene *game, game_shape_kind kind, int count, double radius) {
    assert(game->shape_count < GAME_BODIES && "The lists have room for every scene.");
    game_shape *shape = &game->shapes[game->shape_count++];
    shape->kind = kind;
    shape->count = count;
    shape->radius = radius;
    shape->density = DENSITY;
    shape->friction = FRICTION;
    game->bodies[game->body_count - 1].shape_count++;
    return shape;
}

static game_shape *add_disk(game_scene *game, double radius) {
    return add_shape(game, GAME_DISK, 1, radius);
}

/* Adds a capsule whose core is centred at the origin and ends at a point. */
static game_shape *add_capsule(game_scene *game, evo_vec2 end, double radius) {
    game_shape *shape = add_shape(game, GAME_CAPSULE, 2, radius);
    shape->points[0] = (evo_vec2){-end.x, -end.y};
    shape->points[1] = end;
    return shape;
}

static void add_box(game_scene *game, double left, double bottom, double right, double top) {
    const evo_vec2 corners[] = {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
    memcpy(add_shape(game, GAME_POLYGON, 4, 0)->points, corners, sizeof corners);
}

static void add_square(game_scene *game, double half_width) {
    add_box(game, -half_width, -half_width, half_width, half_width);
}

static void add_hexagon(game_scene *game, double radius) {
    game_shape *shape = add_shape(game, GAME_POLYGON, 6, 0);
    for (int i = 0; i < 6; ++i) {
        const evo_vec2 corner = evo_direction(TURN * i / 6);
        shape->points[i] = (evo_vec2){radius * corner.x, radius * corner.y};
    }
}

/* Adds two walls to the latest body, between which the arena lies. */
static void add_walls(game_scene *game, double left, double right, double height) {
    add_box(game, left - WALL, -WALL, left, height);
    add_box(game, right, -WALL, right + WALL, height);
    game->arena = (evo_bounds){{left, -0.5}, {right, 1e9}};
}

/* Adds a floor at y = 0 between two walls. */
static void add_bin(game_scene *game, double left, double right, double height) {
    add_body(game, EVO_STATIC, 0, 0);
    add_box(game, left - WALL, -WALL, right + WALL, 0);
    add_walls(game, left, right, height);
}

/* Adds terrain of a height at every unit of x, between two walls. The chain runs from right to
 * left, because its solid side is the left one. */
static void add_terrain(game_scene *game, double left, double right, double height,
                        double (*height_at)(double x)) {
    const double end = ceil(right) + TERRAIN_MARGIN;
    game->chain_count = 1 + (int)(end - floor(left) + TERRAIN_MARGIN);
    assert(game->chain_count <= GAME_CHAIN_POINTS && "The chain has room for every scene.");
    add_body(game, EVO_STATIC, 0, 0);
    add_walls(game, left, right, height);
    add_body(game, EVO_STATIC, 0, 0);
    add_shape(game, GAME_CHAIN, 0, 0);
    for (int i = 0; i < game->chain_count; ++i)
        game->chain[i] = (evo_vec2){end - i, height_at(end - i)};
}

/* ---- Joints ---------------------------------------------------------------------------------- */

/* Returns the number of the latest body. */
static int latest(const game_scene *game) {
    return game->body_count - 1;
}

/* Joins body a to the latest body. */
static game_joint *add_joint(game_scene *game, evo_joint_kind kind, int a, evo_vec2 anchor_a,
                             evo_vec2 anchor_b) {
    assert(game->joint_count < GAME_JOINTS && "The list has room for every scene.");
    game_joint *joint = &game->joints[game->joint_count++];
    joint->kind = kind;
    joint->a = a;
    joint->b = latest(game);
    joint->anchor_a = anchor_a;
    joint->anchor_b = anchor_b;
    return joint;
}

static game_joint *add_hinge(game_scene *game, int a, evo_vec2 anchor_a, evo_vec2 anchor_b) {
    return add_joint(game, EVO_REVOLUTE, a, anchor_a, anchor_b);
}

static void set_limits(game_joint *joint, double lower, double upper) {
    joint->limit = true;
    joint->lower = lower;
    joint->upper = upper;
}

static void set_motor(game_joint *joint, double speed, double limit) {
    joint->motor = true;
    joint->motor_speed = speed;
    joint->motor_limit = limit;
}

/* ---- Scenes without joints ------------------------------------------------------------------- */

void game_pyramid(game_scene *game) {
    enum { ROWS = 60 };
    const double spacing = 1.1; /* in a row */
    begin(game);
    add_bin(game, -ROWS - 20, ROWS + 20, 20);
    for (int row = 0; row < ROWS; ++row)
        for (int i = 0; i < ROWS - row; ++i) {
            add_body(game, EVO_DYNAMIC, spacing * (i - 0.5 * (ROWS - row - 1)), row + 0.5);
            add_square(game, 0.5);
        }
}

void game_tumbler(game_scene *game) {
    enum { COUNT = 1000, COLUMNS = 32 };
    const double inside = 10, outside = 11, spacing = 0.3;
    begin(game);
    add_body(game, EVO_KINEMATIC, 0, 0)->spin = TURN * 25 / 360;
    add_box(game, inside, -outside, outside, outside);
    add_box(game, -outside, -outside, -inside, outside);
    add_box(game, -outside, inside, outside, outside);
    add_box(game, -outside, -outside, outside, -inside);
    for (int i = 0; i < COUNT; ++i) {
        const int column = i % COLUMNS, row = i / COLUMNS;
        add_body(game, EVO_DYNAMIC, spacing * (column - 0.5 * (COLUMNS - 1)),
                 spacing * (row - 0.5 * (COLUMNS - 1)));
        add_square(game, 0.125);
    }
    game->arena = (evo_bounds){{-10.2, -10.2}, {10.2, 10.2}};
}

static void add_any(game_scene *game, int choice, double radius) {
    switch (choice) {
    case 0:
        add_disk(game, radius);
        break;
    case 1:
        add_square(game, 0.8 * radius);
        break;
    case 2:
        add_capsule(game, (evo_vec2){0.5 * radius, 0}, 0.5 * radius);
        break;
    default:
        add_hexagon(game, radius);
    }
}

void game_mix(game_scene *game) {
    enum { COUNT = 2000 };
    const double width = sqrt(COUNT), spacing = 1.15;
    const int columns = (int)(0.7 * width / spacing);
    begin(game);
    add_bin(game, -0.5 * width, 0.5 * width, 20 + 3.0 * COUNT / columns);
    for (int i = 0; i < COUNT; ++i) {
        const int column = i % columns, row = i / columns;
        const double x = spacing * (column - 0.5 * (columns - 1)) + random_between(-0.025, 0.025);
        add_body(game, EVO_DYNAMIC, x, 1 + spacing * row)->pose.angle = random_between(0, TURN);
        add_any(game, (i + row) % 4, random_between(0.25, 0.5));
    }
}

void game_bullets(game_scene *game) {
    enum { COLUMNS = 20, ROWS = 10, BULLETS = 60, STEPS_BETWEEN = 5 };
    begin(game);
    add_bin(game, -40, COLUMNS + 40, 40);
    for (int i = 0; i < ROWS * COLUMNS; ++i) {
        const int column = i % COLUMNS, row = i / COLUMNS;
        add_body(game, EVO_DYNAMIC, column + 0.5, row + 0.5);
        add_square(game, 0.5);
    }
    for (int i = 0; i < BULLETS; ++i) {
        const double x = random_between(-16, -15);
        game_body *body = add_body(game, EVO_DYNAMIC, x, random_between(0.3, 9.5));
        add_disk(game, 0.1);
        body->velocity.x = 100;
        body->bullet = true;
        body->spawn = STEPS_BETWEEN * i;
    }
}

/* ---- Grid ------------------------------------------------------------------------------------ */

void game_grid(game_scene *game) {
    enum { SIDE = 50, HELD_FROM = SIDE / 3, HELD_TO = SIDE - SIDE / 3 };
    begin(game);
    add_body(game, EVO_STATIC, 0, 0);
    for (int i = 0; i < SIDE * SIDE; ++i) {
        const int row = i / SIDE, column = i % SIDE;
        const bool held = row == 0 && column >= HELD_FROM && column < HELD_TO;
        const bool left_held = row == 0 && column > HELD_FROM && column <= HELD_TO;
        add_body(game, held ? EVO_STATIC : EVO_DYNAMIC, column - 0.5 * (SIDE - 1), -row);
        add_disk(game, 0.4)->group = -1;
        if (column > 0 && !(held && left_held))
            add_hinge(game, latest(game) - 1, (evo_vec2){0.5, 0}, (evo_vec2){-0.5, 0});
        if (row > 0) add_hinge(game, latest(game) - SIDE, (evo_vec2){0, -0.5}, (evo_vec2){0, 0.5});
    }
    game->arena = (evo_bounds){{-SIDE, -1.6 * SIDE}, {SIDE, 0.5 * SIDE}};
}

/* ---- Bridges --------------------------------------------------------------------------------- */

enum { BRIDGE_LINKS = 60, BRIDGE_LOAD = 40 };

/* Distance of the anchors; links have length 1 from hinge to hinge. */
static const double BRIDGE_SPAN = 57;

/* Depth below the anchors at which a body has fallen through its bridge. */
static const double BRIDGE_DEPTH = 18;

/* A bridge before it sags: an arc about a centre above it. */
typedef struct bridge {
    evo_vec2 middle; /* between the anchors */
    double turn;     /* angle between neighbouring links */
    double center_y, radius;
} bridge;

/* Returns the angle between neighbours on an arc of all links that spans the anchors. The span of
 * the arc falls as the angle grows, so bisection finds it. */
static double bridge_turn(void) {
    double low = 1e-4, high = 0.05;
    for (int i = 0; i < 60; ++i) {
        const double turn = 0.5 * (low + high);
        const double span =
            evo_direction(0.5 * BRIDGE_LINKS * turn).y / evo_direction(0.5 * turn).y;
        *(span > BRIDGE_SPAN ? &low : &high) = turn;
    }
    return low;
}

static void add_link(game_scene *game, const bridge *b, int number) {
    const double angle = (number + 0.5 - 0.5 * BRIDGE_LINKS) * b->turn;
    const double radius = b->radius * evo_direction(0.5 * b->turn).x; /* of centres of links */
    const evo_vec2 out = evo_direction(angle);
    game_body *body =
        add_body(game, EVO_DYNAMIC, b->middle.x + radius * out.y, b->center_y - radius * out.x);
    body->pose.angle = angle;
    body->floor = b->middle.y - BRIDGE_DEPTH;
    add_capsule(game, (evo_vec2){0.375, 0}, 0.125)->density = 4;
}

static void add_links(game_scene *game, const bridge *b) {
    const evo_vec2 left = {b->middle.x - 0.5 * BRIDGE_SPAN, b->middle.y};
    const evo_vec2 right = {b->middle.x + 0.5 * BRIDGE_SPAN, b->middle.y};
    for (int i = 0; i < BRIDGE_LINKS; ++i) {
        add_link(game, b, i);
        if (i == 0)
            add_hinge(game, 0, left, (evo_vec2){-0.5, 0});
        else
            add_hinge(game, latest(game) - 1, (evo_vec2){0.5, 0}, (evo_vec2){-0.5, 0});
    }
    add_hinge(game, 0, right, (evo_vec2){0.5, 0});
}

/* Adds two layers above the links; disks and boxes alternate. */
static void add_load(game_scene *game, const bridge *b) {
    enum { COLUMNS = BRIDGE_LOAD / 2 };
    for (int i = 0; i < BRIDGE_LOAD; ++i) {
        const int layer = i / COLUMNS, column = i % COLUMNS;
        const double x = 2.2 * (column - 0.5 * (COLUMNS - 1)) + random_between(-0.1, 0.1);
        const double arc = b->center_y - sqrt(b->radius * b->radius - x * x);
        game_body *body = add_body(game, EVO_DYNAMIC, b->middle.x + x, arc + 1.2 * (layer + 1));
        body->floor = b->middle.y - BRIDGE_DEPTH;
        if ((column + layer) % 2)
            add_disk(game, 0.4);
        else
            add_square(game, 0.4);
    }
}

void game_bridges(game_scene *game) {
    enum { COUNT = 40, COLUMNS = 8 };
    bridge b = {.turn = bridge_turn()};
    b.radius = 0.5 / evo_direction(0.5 * b.turn).y;
    begin(game);
    add_body(game, EVO_STATIC, 0, 0);
    for (int i = 0; i < COUNT; ++i) {
        const int row = i / COLUMNS, column = i % COLUMNS;
        b.middle = (evo_vec2){70 * (column - 0.5 * (COLUMNS - 1)), 45 * row};
        b.center_y = b.middle.y + b.radius * evo_direction(0.5 * BRIDGE_LINKS * b.turn).x;
        add_links(game, &b);
        add_load(game, &b);
    }
    game->arena = (evo_bounds){{-1e9, -1e9}, {1e9, 1e9}};
}

/* ---- Ragdolls -------------------------------------------------------------------------------- */

/* A capsule that stands upright in a figure, whose pelvis is at the origin; 1.9 tall in all. */
typedef struct ragdoll_part {
    int parent; /* -1: none */
    evo_vec2 center;
    double half_length, radius; /* half_length: of the core */
    evo_vec2 joint;             /* to the parent */
    double lower, upper;        /* limits of the joint's angle */
} ragdoll_part;

enum {
    PELVIS,
    CHEST,
    HEAD,
    LEFT_ARM,
    LEFT_FOREARM,
    RIGHT_ARM,
    RIGHT_FOREARM,
    LEFT_THIGH,
    LEFT_SHIN,
    RIGHT_THIGH,
    RIGHT_SHIN,
    RAGDOLL_PARTS
};

static const ragdoll_part RAGDOLL[RAGDOLL_PARTS] = {
    [PELVIS] = {-1, {0, 0}, 0.08, 0.12, {0, 0}, 0, 0},
    [CHEST] = {PELVIS, {0, 0.35}, 0.13, 0.13, {0, 0.16}, -0.6, 0.6},
    [HEAD] = {CHEST, {0, 0.78}, 0.04, 0.12, {0, 0.62}, -0.5, 0.5},
    [LEFT_ARM] = {CHEST, {-0.16, 0.33}, 0.13, 0.06, {-0.16, 0.46}, -2, 2},
    [LEFT_FOREARM] = {LEFT_ARM, {-0.16, 0.04}, 0.13, 0.05, {-0.16, 0.19}, -0.1, 2.2},
    [RIGHT_ARM] = {CHEST, {0.16, 0.33}, 0.13, 0.06, {0.16, 0.46}, -2, 2},
    [RIGHT_FOREARM] = {RIGHT_ARM, {0.16, 0.04}, 0.13, 0.05, {0.16, 0.19}, -0.1, 2.2},
    [LEFT_THIGH] = {PELVIS, {-0.07, -0.29}, 0.17, 0.08, {-0.07, -0.1}, -0.6, 1.4},
    [LEFT_SHIN] = {LEFT_THIGH, {-0.07, -0.7}, 0.17, 0.07, {-0.07, -0.49}, -2.2, 0.1},
    [RIGHT_THIGH] = {PELVIS, {0.07, -0.29}, 0.17, 0.08, {0.07, -0.1}, -0.6, 1.4},
    [RIGHT_SHIN] = {RIGHT_THIGH, {0.07, -0.7}, 0.17, 0.07, {0.07, -0.49}, -2.2, 0.1},
};

static evo_vec2 difference(evo_vec2 a, evo_vec2 b) {
    return (evo_vec2){a.x - b.x, a.y - b.y};
}

static void add_ragdoll(game_scene *game, evo_pose pose, int group) {
    const double friction_torque = 0.02; /* of joints: that of a motor which holds them */
    const evo_vec2 turn = evo_direction(pose.angle);
    const int first = game->body_count;
    for (int i = 0; i < RAGDOLL_PARTS; ++i) {
        const ragdoll_part *p = &RAGDOLL[i];
        game_body *body = add_body(game, EVO_DYNAMIC,
                                   pose.position.x + turn.x * p->center.x - turn.y * p->center.y,
                                   pose.position.y + turn.y * p->center.x + turn.x * p->center.y);
        body->pose.angle = pose.angle;
        add_capsule(game, (evo_vec2){0, p->half_length}, p->radius)->group = group;
        if (p->parent < 0) continue;
        game_joint *joint =
            add_hinge(game, first + p->parent, difference(p->joint, RAGDOLL[p->parent].center),
                      difference(p->joint, p->center));
        set_limits(joint, p->lower, p->upper);
        set_motor(joint, 0, friction_torque);
    }
}

static double rough_ground(double x) {
    (void)x;
    return random_between(-0.5, 0.5);
}

void game_ragdolls(game_scene *game) {
    enum { COUNT = 200, COLUMNS = 20 };
    const double spacing = 2.2, half_width = 0.5 * spacing * COLUMNS + 2;
    begin(game);
    add_terrain(game, -half_width, half_width, 60 + 2 * spacing * COUNT / COLUMNS, rough_ground);
    game->arena.min.y = -1.5;
    for (int i = 0; i < COUNT; ++i) {
        const double x = spacing * (i % COLUMNS - 0.5 * (COLUMNS - 1));
        const double y = 3 + spacing * (i / COLUMNS);
        add_ragdoll(game, (evo_pose){{x, y}, random_between(0, TURN)}, -1 - i);
    }
}

/* ---- Cars ------------------------------------------------------------------------------------ */

static double smooth_hills(double x) {
    return 0.8 * evo_direction(0.15 * x).y + 0.3 * evo_direction(0.5 * x).y;
}

static double hills(double x) {
    return smooth_hills(x) + random_between(-0.1, 0.1);
}

static void add_wheel(game_scene *game, int car, evo_vec2 at) {
    const evo_vec2 center = game->bodies[car].pose.position;
    add_body(game, EVO_DYNAMIC, center.x + at.x, center.y + at.y);
    add_disk(game, 0.4)->friction = 0.9;
    game_joint *joint = add_joint(game, EVO_WHEEL, car, at, (evo_vec2){0, 0});
    joint->axis = 0.25 * TURN;
    joint->hertz = 4;
    joint->damping_ratio = 0.7;
    set_limits(joint, -0.25, 0.25);
    set_motor(joint, -20, 3);
}

void game_cars(game_scene *game) {
    enum { COUNT = 100 };
    const double spacing = 6;
    begin(game);
    add_terrain(game, -20, spacing * COUNT + 120, 40, hills);
    game->arena.min.y = -2.5;
    for (int i = 0; i < COUNT; ++i) {
        const double x = spacing * i;
        add_body(game, EVO_DYNAMIC, x, smooth_hills(x) + 1.6);
        const int car = latest(game);
        add_box(game, -1.5, -0.25, 1.5, 0.25);
        add_wheel(game, car, (evo_vec2){-1, -0.35});
        add_wheel(game, car, (evo_vec2){1, -0.35});
    }
}
