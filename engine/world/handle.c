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

#define EQUAL(handle, name)                                                                        \
    bool name(handle a, handle b) {                                                                \
        return a.index == b.index && a.generation == b.generation;                                 \
    }
EQUAL(evo_body, evo_body_equal)
EQUAL(evo_collider, evo_collider_equal)
EQUAL(evo_chain, evo_chain_equal)
EQUAL(evo_joint, evo_joint_equal)

GETTER(body, bool, evo_body_exists, true, false)
GETTER(collider, bool, evo_collider_exists, true, false)

evo_pose body_pose(const evo_world *world, uint32_t id) {
    const body_state state = body_now(world, id);
    return body_pose_of(&world->core.bodies.records[id], &state);
}
