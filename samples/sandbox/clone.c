/* clone.c: a copy of a world. In: the bodies of a stage; out: bodies of the same indices, which
 * move in the same way, and the joints between them in the same order. */
#include "sandbox/clone.h"

#include <stdlib.h>

/* What a world is copied with. */
typedef struct cloning {
    const scene_stage *stage;
    evo_world *to;
    evo_body *bodies; /* of the copy, by index */
    size_t collider_room, joint_room;
    evo_collider *colliders;
    evo_joint *joints;
} cloning;

static bool clone_colliders(const cloning *c, evo_body body, evo_body made) {
    const evo_world *from = c->stage->world;
    const size_t count = evo_body_colliders(from, body, c->colliders, c->collider_room);
    for (size_t i = 0; i < count; ++i) {
        const evo_collider_config config = evo_collider_get(from, c->colliders[i]);
        if (!evo_collider_exists(c->to, evo_collider_create(c->to, made, &config))) return false;
    }
    return true;
}

/* A disabled body stands in for a destroyed one, so that indices agree. */
static bool clone_body(const cloning *c, size_t number) {
    const evo_world *from = c->stage->world;
    const evo_body body = c->stage->actors[number].body;
    evo_body_config config = evo_body_config_default();
    const bool exists = evo_body_exists(from, body);
    if (exists) config = evo_body_get(from, body);
    config.disabled |= !exists;
    const evo_body made = evo_body_create(c->to, &config);
    c->bodies[number] = made;
    if (!evo_body_exists(c->to, made)) return false;
    if (!exists) return true;
    if (!clone_colliders(c, body, made)) return false;
    if (config.kind != EVO_DYNAMIC) return true;
    return evo_body_set_mass(c->to, made, evo_body_mass(from, body)) == EVO_OK
           && evo_body_set_velocity(c->to, made, config.velocity) == EVO_OK;
}

static evo_body copy_of(const cloning *c, evo_body body) {
    return body.generation == 0 ? body : c->bodies[body.index];
}

static bool clone_joints(const cloning *c) {
    const size_t count = evo_world_joints(c->stage->world, c->joints, c->joint_room);
    for (size_t i = 0; i < count; ++i) {
        evo_joint_config config = evo_joint_get(c->stage->world, c->joints[i]);
        config.a = copy_of(c, config.a);
        config.b = copy_of(c, config.b);
        if (!evo_joint_exists(c->to, evo_joint_create(c->to, &config))) return false;
    }
    return true;
}

/* Joints have woken their bodies: those that slept sleep again, with all that they touch. Motion is
 * given once more to what of that was awake. */
static bool send_to_sleep(const cloning *c) {
    for (int pass = 0; pass < 2; ++pass)
        for (size_t i = 0; i < c->stage->count; ++i) {
            const evo_body_config of = evo_body_get(c->stage->world, c->stage->actors[i].body);
            const evo_body copy = c->bodies[i];
            if (!scene_moves(c->stage, i) || of.asleep != (pass == 0)) continue;
            if (pass == 0 && evo_body_set_asleep(c->to, copy, true) == EVO_ERROR_MEMORY)
                return false;
            if (pass == 1
                && (evo_body_set_velocity(c->to, copy, of.velocity) != EVO_OK
                    || evo_body_set_spin(c->to, copy, of.spin) != EVO_OK))
                return false;
        }
    return true;
}

static bool clone_all(const cloning *c) {
    for (size_t i = 0; i < c->stage->count; ++i)
        if (!clone_body(c, i)) return false;
    if (c->joint_room == 1) return true;
    return clone_joints(c) && send_to_sleep(c);
}

evo_world *clone_world(const scene_stage *stage, const evo_world_config *config) {
    cloning c = {.stage = stage, .to = evo_world_create(config)};
    c.collider_room = evo_world_counters(stage->world).colliders + 1;
    c.joint_room = evo_world_joints(stage->world, NULL, 0) + 1;
    c.bodies = malloc((stage->count + 1) * sizeof *c.bodies);
    c.colliders = malloc(c.collider_room * sizeof *c.colliders);
    c.joints = malloc(c.joint_room * sizeof *c.joints);
    const bool whole = c.to && c.bodies && c.colliders && c.joints && clone_all(&c);
    free(c.bodies);
    free(c.colliders);
    free(c.joints);
    if (whole) return c.to;
    evo_world_destroy(c.to);
    return NULL;
}
