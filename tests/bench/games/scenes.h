/* scenes.h: scenes as games have them, as lists of bodies and shapes that any engine can build.
 *
 *     static game_scene game;
 *     game_mix(&game);
 *     ... add game.bodies to an engine's world (engine.h), each after `spawn` steps ...
 */
#ifndef TESTS_BENCH_GAMES_SCENES_H
#define TESTS_BENCH_GAMES_SCENES_H

#include "evolute/body.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { GAME_BODIES = 4096, GAME_CORNERS = 8 };

/* Points in the body's frame: one is the centre of a disk, two are the ends of a capsule's core,
 * more are the corners of a convex polygon, counterclockwise. */
typedef struct game_shape {
    evo_vec2 points[GAME_CORNERS];
    int count;
    double radius; /* of disks and capsules */
} game_shape;

/* A dynamic body has its centre of mass at the origin of its frame. */
typedef struct game_body {
    evo_body_kind kind;
    evo_pose pose;
    evo_vec2 velocity;
    double spin;
    bool bullet; /* fast and small: may need the engine's flag against tunnelling */
    int spawn;   /* number of steps after which it is created; never decreases */
    int first_shape, shape_count; /* in game_scene.shapes */
} game_body;

/* Body 0 encloses the others: the arena is a rectangle in its frame. */
typedef struct game_scene {
    game_body bodies[GAME_BODIES];
    game_shape shapes[GAME_BODIES];
    int body_count, shape_count;
    evo_bounds arena;
} game_scene;

/* 60 rows of boxes, stacked without gaps; nothing should move. */
void game_pyramid(game_scene *game);

/* 1,000 small boxes in a square drum that turns. */
void game_tumbler(game_scene *game);

/* 2,000 disks, boxes, capsules and hexagons of several sizes, poured into a bin. */
void game_mix(game_scene *game);

/* A wall of boxes, 20 wide and 10 high, at which 60 small fast disks are shot. */
void game_bullets(game_scene *game);

#ifdef __cplusplus
}
#endif

#endif
