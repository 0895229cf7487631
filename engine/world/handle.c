/* handle.c: from handles to records, and back. A generation is odd while its record lives, so that
 * the handle {0} never names anything. */
#include "world/world.h"

body_record *body_of(const evo_world *world, evo_body body) {
    if (world) bodies_weigh(&world->self->core.bodies);
    return body_named(world, body);
}

collider_record *collider_of(const evo_world *world, evo_collider collider) {
    if (!world || collider.generation % 2 == 0) return NULL;
    const body_store *all = &world->core.bodies;
    if (collider.index >= all->collider_list.count) return NULL;
    collider_record *record = &all->colliders[collider.index];
    return record->generation == collider.generation ? record : NULL;
}

evo_body body_handle(const evo_world *world, uint32_t id) {
    return (evo_body){id, world->core.bodies.records[id].generation};
}

evo_collider collider_handle(const evo_world *world, uint32_t id) {
    return (evo_collider){id, world->core.bodies.colliders[id].generation};
}

bool evo_body_equal(evo_body a, evo_body b) {
    return a.index == b.index && a.generation == b.generation;
}

bool evo_collider_equal(evo_collider a, evo_collider b) {
    return a.index == b.index && a.generation == b.generation;
}

bool evo_chain_equal(evo_chain a, evo_chain b) {
    return a.index == b.index && a.generation == b.generation;
}

bool evo_joint_equal(evo_joint a, evo_joint b) {
    return a.index == b.index && a.generation == b.generation;
}

bool evo_body_exists(const evo_world *world, evo_body body) {
    return body_of(world, body) != NULL;
}

bool evo_collider_exists(const evo_world *world, evo_collider collider) {
    return collider_of(world, collider) != NULL;
}

evo_pose body_pose(const evo_world *world, uint32_t id) {
    const body_state state = body_now(world, id);
    return body_pose_of(&world->core.bodies.records[id], &state);
}
