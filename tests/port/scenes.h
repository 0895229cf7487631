/* scenes.h: the scenes of the programs in C++ beside it, in Evolute. */
#ifndef TESTS_PORT_SCENES_H
#define TESTS_PORT_SCENES_H

#include "evolute/evolute.h"

/* Run the scenes, which print the same numbers as the programs in C++. */
void pile_run(void);
void platform_run(void);
void character_run(void);
void car_run(void);
void bridge_run(void);
void sensors_run(void);

/* Compares a number with that of Box2D: port.c. */
void print(const char *name, double value);

/* Steps the world by a sixtieth of a second: Step. */
void step(evo_world *world);

static inline evo_vec2 vec2(double x, double y) {
    return (evo_vec2){x, y};
}

/* b2BodyDef and b2FixtureDef; density 1 and friction 0.6 are the defaults here. */
static inline evo_body_config config_of(evo_body_kind kind, evo_vec2 position, evo_shape shape) {
    evo_body_config config = evo_body_config_default();
    config.kind = kind;         /* b2BodyDef::type */
    config.position = position; /* b2BodyDef::position */
    config.shape = shape;       /* b2FixtureDef::shape */
    return config;
}

/* b2World, whose bodies never sleep: SetAllowSleeping(false). */
static inline evo_world *awake_world(void) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -10;
    config.never_sleep = true;
    return evo_world_create(&config);
}

/* GetPosition. */
static inline evo_vec2 place(const evo_world *world, evo_body body) {
    return evo_body_pose(world, body).position;
}

#endif
