#include "sandbox/clone.h"

#include <stdlib.h>

static bool clone_colliders(const evo_world *from, evo_body body, evo_world *to, evo_body made,
                            evo_collider *found, size_t capacity) {
    const size_t count = evo_body_colliders(from, body, found, capacity);
    for (size_t i = 0; i < count; ++i) {
        const evo_collider_config config = evo_collider_get(from, found[i]);
        if (!evo_collider_exists(to, evo_collider_create(to, made, &config))) return false;
    }
    return true;
}

/* A disabled body stands in for a destroyed one, so that indices agree. */
static bool clone_body(const evo_world *from, evo_body body, evo_world *to, evo_collider *found,
                       size_t capacity) {
    evo_body_config config = evo_body_config_default();
    const bool exists = evo_body_exists(from, body);
    if (exists) config = evo_body_get(from, body);
    config.disabled |= !exists;
    const evo_body made = evo_body_create(to, &config);
    if (!evo_body_exists(to, made)) return false;
    if (!exists) return true;
    if (!clone_colliders(from, body, to, made, found, capacity)) return false;
    if (config.kind != EVO_DYNAMIC) return true;
    return evo_body_set_mass(to, made, evo_body_mass(from, body)) == EVO_OK
           && evo_body_set_velocity(to, made, config.velocity) == EVO_OK;
}

evo_world *clone_world(const scene_stage *stage, const evo_world_config *config) {
    const size_t colliders = evo_world_counters(stage->world).colliders + 1;
    evo_collider *found = malloc(colliders * sizeof *found);
    evo_world *made = found ? evo_world_create(config) : NULL;
    bool whole = made != NULL;
    for (size_t i = 0; i < stage->count && whole; ++i)
        whole = clone_body(stage->world, stage->actors[i].body, made, found, colliders);
    free(found);
    if (whole) return made;
    evo_world_destroy(made);
    return NULL;
}
