/* scene.h: worlds and bodies for tests. */
#ifndef TESTS_SUPPORT_SCENE_H
#define TESTS_SUPPORT_SCENE_H

#include "evolute/event.h"
#include "memory.h"

#define SCENE_STEP (1.0 / 60)

/* With gravity (0, -10) and a number of lanes; memory may be NULL. */
evo_world *scene_world(int lanes, test_memory *memory);

evo_body scene_add(evo_world *world, evo_body_kind kind, evo_shape shape, double x, double y);
evo_body scene_ball(evo_world *world, double radius, double x, double y);

/* A static segment along y = 0. */
evo_body scene_ground(evo_world *world);

/* Columns of balls of radius 0.5 on the ground, 1.25 from each other. */
void scene_pile(evo_world *world, int columns, int rows, evo_body *balls);

void scene_steps(evo_world *world, int count);

/* The first collider of a body. */
evo_collider scene_collider(const evo_world *world, evo_body body);

/* Fails the running test where the world's counters disagree with its memory. */
void scene_check_bytes(const evo_world *world, const test_memory *memory);

/* A random shape, and a body of a random kind with one or two of them. */
evo_shape scene_any_shape(void);
evo_body scene_any_body(evo_world *world);

/* A world with bodies of all kinds, some of them in contact, some asleep, one disabled. */
evo_world *scene_any_world(void);

#endif
