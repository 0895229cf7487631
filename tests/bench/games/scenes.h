/* scenes.h: scenes as games have them, as lists of bodies, shapes and joints that any engine can
 * build.
 *
 *     static game_scene game;
 *     game_mix(&game);
 *     ... add game.bodies to an engine's world (engine.h), each after `spawn` steps ...
 *     ... join them by game.joints once all bodies are there ...
 */
#ifndef TESTS_BENCH_GAMES_SCENES_H
#define TESTS_BENCH_GAMES_SCENES_H

#include "evolute/joint.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { GAME_BODIES = 4096, GAME_JOINTS = 5120, GAME_CHAIN_POINTS = 1024, GAME_CORNERS = 8 };

typedef enum game_shape_kind {
    GAME_DISK,    /* one point: the centre */
    GAME_CAPSULE, /* two points: the ends of the core */
    GAME_POLYGON, /* convex: three corners or more, counterclockwise */
    GAME_CHAIN    /* terrain along game_scene.chain: solid on the left of the way from point to
                     point */
} game_shape_kind;

typedef struct game_shape {
    game_shape_kind kind;
    evo_vec2 points[GAME_CORNERS]; /* in the body's frame */
    int count;
    double radius; /* of disks and capsules */
    double density, friction;
    int group; /* below 0: shapes of one group never collide; 0: none */
} game_shape;

/* A dynamic body has its centre of mass at the origin of its frame. */
typedef struct game_body {
    evo_body_kind kind;
    evo_pose pose;
    evo_vec2 velocity;
    double spin;
    bool bullet;  /* fast and small: may need the engine's flag against tunnelling */
    int spawn;    /* number of steps after which it is created; never decreases */
    double floor; /* height below which it is outside the arena; -INFINITY: none */
    int first_shape, shape_count; /* in game_scene.shapes */
} game_body;

/* Joins bodies a and b by number: the two do not collide. Limits and motor are of the angle of b
 * less that of a, except for the limits of a wheel, which are of its translation along the axis. */
typedef struct game_joint {
    evo_joint_kind kind; /* EVO_REVOLUTE or EVO_WHEEL */
    int a, b;
    evo_vec2 anchor_a, anchor_b; /* in the frame of each body */
    double axis;                 /* of a wheel: angle of its axis in the frame of a */
    bool limit, motor;
    double lower, upper;
    double motor_speed, motor_limit; /* motor_limit: the greatest torque */
    double hertz, damping_ratio;     /* of a wheel's spring: oscillations a second */
} game_joint;

/* The arena is a rectangle in the frame of body 0, which is not dynamic. */
typedef struct game_scene {
    game_body bodies[GAME_BODIES];
    game_shape shapes[GAME_BODIES];
    game_joint joints[GAME_JOINTS];
    evo_vec2 chain[GAME_CHAIN_POINTS]; /* of the one chain, if there is one */
    int body_count, shape_count, joint_count, chain_count;
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

/* A net of 50 by 50 disks that hangs from the middle of its upper edge and swings; disks do not
 * collide with each other. */
void game_grid(game_scene *game);

/* 40 bridges, each of 60 links that hang between two anchors and carry 40 disks and boxes. */
void game_bridges(game_scene *game);

/* 200 figures of 11 capsules, whose joints have limits and friction, fall on rough ground. */
void game_ragdolls(game_scene *game);

/* 100 cars with two driven wheels on springs drive over hills, one behind another. */
void game_cars(game_scene *game);

#ifdef __cplusplus
}
#endif

#endif
