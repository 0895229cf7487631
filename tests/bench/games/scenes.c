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
    body->first_shape = game->shape_count;
    return body;
}

/* Adds a shape to the latest body. */
static game_shape *add_shape(game_scene *game, int count, double radius) {
    assert(game->shape_count < GAME_BODIES && "The lists have room for every scene.");
    game_shape *shape = &game->shapes[game->shape_count++];
    shape->count = count;
    shape->radius = radius;
    game->bodies[game->body_count - 1].shape_count++;
    return shape;
}

static void add_disk(game_scene *game, double radius) {
    add_shape(game, 1, radius);
}

static void add_capsule(game_scene *game, double half_length, double radius) {
    game_shape *shape = add_shape(game, 2, radius);
    shape->points[0].x = -half_length;
    shape->points[1].x = half_length;
}

static void add_box(game_scene *game, double left, double bottom, double right, double top) {
    const evo_vec2 corners[] = {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
    memcpy(add_shape(game, 4, 0)->points, corners, sizeof corners);
}

static void add_square(game_scene *game, double half_width) {
    add_box(game, -half_width, -half_width, half_width, half_width);
}

static void add_hexagon(game_scene *game, double radius) {
    game_shape *shape = add_shape(game, 6, 0);
    for (int i = 0; i < 6; ++i) {
        const evo_vec2 corner = evo_direction(TURN * i / 6);
        shape->points[i] = (evo_vec2){radius * corner.x, radius * corner.y};
    }
}

/* Adds a floor at y = 0 between two walls. */
static void add_bin(game_scene *game, double left, double right, double height) {
    add_body(game, EVO_STATIC, 0, 0);
    add_box(game, left - WALL, -WALL, right + WALL, 0);
    add_box(game, left - WALL, -WALL, left, height);
    add_box(game, right, -WALL, right + WALL, height);
    game->arena = (evo_bounds){{left, -0.5}, {right, 1e9}};
}

/* ---- Scenes ---------------------------------------------------------------------------------- */

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
        add_capsule(game, 0.5 * radius, 0.5 * radius);
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
