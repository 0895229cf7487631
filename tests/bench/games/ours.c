/* ours.c: scenes of games in Evolute, by its public headers. */
#include <math.h>
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
    config.impact_speed = INFINITY;
    ours *o = calloc(1, sizeof *o);
    config.gravity.y = GAME_GRAVITY;
    config.never_sleep = true;
    if (o) o->world = evo_world_create(&config);
    if (!o || !o->world) run_fail("memory ran out.");
    return o;
}

static evo_shape shape_of(const game_shape *s) {
    if (s->kind == GAME_POLYGON) return evo_polygon(s->points, s->count, 0);
    if (s->kind == GAME_CAPSULE) return evo_capsule(s->points[0], s->points[1], s->radius);
    return evo_shape_at(evo_circle(s->radius), s->points[0], 0);
}

static evo_material material_of(const game_shape *s) {
    evo_material material = evo_material_default();
    material.friction = s->friction;
    material.density = s->density;
    return material;
}

static evo_filter filter_of(const game_shape *s) {
    evo_filter filter = evo_filter_default();
    filter.group = s->group;
    return filter;
}

static void add_chain(ours *o, evo_body body, const game_scene *game, const game_shape *s) {
    evo_chain_config config = evo_chain_config_default();
    config.points = game->chain;
    config.count = game->chain_count;
    config.material = material_of(s);
    config.filter = filter_of(s);
    if (!evo_chain_create(o->world, body, &config).generation) run_fail("a chain was refused.");
}

static void add_shape(ours *o, evo_body body, const game_shape *s) {
    evo_collider_config config = evo_collider_config_default();
    config.shape = shape_of(s);
    config.material = material_of(s);
    config.filter = filter_of(s);
    if (!evo_collider_create(o->world, body, &config).generation) run_fail("a shape was refused.");
}

static void add(void *context, const game_scene *game, const game_body *b) {
    ours *o = context;
    evo_body_config config = evo_body_config_default();
    config.kind = b->kind;
    config.position = b->pose.position;
    config.angle = b->pose.angle;
    config.velocity = b->velocity;
    config.spin = b->spin;
    const evo_body body = evo_body_create(o->world, &config);
    if (!body.generation) run_fail("a body was refused.");
    for (int i = 0; i < b->shape_count; ++i) {
        const game_shape *s = &game->shapes[b->first_shape + i];
        if (s->kind == GAME_CHAIN)
            add_chain(o, body, game, s);
        else
            add_shape(o, body, s);
    }
    o->bodies[o->count++] = body;
}

static void join(void *context, const game_joint *j) {
    ours *o = context;
    evo_joint_config config = evo_joint_config_default(j->kind);
    config.a = o->bodies[j->a];
    config.b = o->bodies[j->b];
    config.frame_a = (evo_pose){j->anchor_a, j->axis};
    config.frame_b = (evo_pose){j->anchor_b, j->axis};
    config.limit = j->limit;
    config.lower = j->lower;
    config.upper = j->upper;
    config.motor = j->motor;
    config.motor_speed = j->motor_speed;
    config.motor_limit = j->motor_limit;
    if (j->kind == EVO_WHEEL) {
        config.hertz = j->hertz;
        config.damping_ratio = j->damping_ratio;
    }
    if (!evo_joint_create(o->world, &config).generation) run_fail("a joint was refused.");
}

static void step(void *context) {
    const evo_result result = evo_world_step(((ours *)context)->world, GAME_STEP);
    if (result != EVO_OK) run_fail("a step failed: %s", evo_result_text(result));
}

static evo_pose pose(void *context, int number) {
    const ours *o = context;
    return evo_body_pose(o->world, o->bodies[number]);
}

evo_world *ours_world(void *context) {
    return ((ours *)context)->world;
}

static void close_world(void *context) {
    evo_world_destroy(((ours *)context)->world);
    free(context);
}

const game_engine ours_game_engine = {"ours", open_world, add, join, step, pose, close_world};
