/* ours.c: scenes of games in Evolute, by its public headers. */
#include <stdlib.h>

#include "bench/worlds/run.h"
#include "engine.h"
#include "evolute/evolute.h"

typedef struct ours {
    evo_world *world;
    evo_body bodies[GAME_BODIES];
    int count;
} ours;

static void *open_world(void) {
    evo_world_config config = evo_world_config_default();
    ours *o = calloc(1, sizeof *o);
    config.gravity.y = GAME_GRAVITY;
    config.never_sleep = true;
    if (o) o->world = evo_world_create(&config);
    if (!o || !o->world) run_fail("memory ran out.");
    return o;
}

static evo_shape shape_of(const game_shape *s) {
    if (s->count > 2) return evo_polygon(s->points, s->count, 0);
    if (s->count == 2) return evo_capsule(s->points[0], s->points[1], s->radius);
    return evo_shape_at(evo_circle(s->radius), s->points[0], 0);
}

static void add(void *context, const game_scene *game, const game_body *b) {
    ours *o = context;
    evo_body_config config = evo_body_config_default();
    evo_collider_config part = evo_collider_config_default();
    config.kind = b->kind;
    config.position = b->pose.position;
    config.angle = b->pose.angle;
    config.velocity = b->velocity;
    config.spin = b->spin;
    const evo_body body = evo_body_create(o->world, &config);
    if (!body.generation) run_fail("a body was refused.");
    part.material.friction = GAME_FRICTION;
    part.material.density = GAME_DENSITY;
    for (int i = 0; i < b->shape_count; ++i) {
        part.shape = shape_of(&game->shapes[b->first_shape + i]);
        if (!evo_collider_create(o->world, body, &part).generation)
            run_fail("a shape was refused.");
    }
    o->bodies[o->count++] = body;
}

static void step(void *context) {
    const evo_result result = evo_world_step(((ours *)context)->world, GAME_STEP);
    if (result != EVO_OK) run_fail("a step failed: %s", evo_result_text(result));
}

static evo_pose pose(void *context, int number) {
    const ours *o = context;
    return evo_body_pose(o->world, o->bodies[number]);
}

static void close_world(void *context) {
    evo_world_destroy(((ours *)context)->world);
    free(context);
}

const game_engine ours_game_engine = {"ours", open_world, add, step, pose, close_world};
