/* handle.c: from handles to records. A generation is odd while its record lives, so that the handle
 * {0} never names anything. */
#include "contact/bodies.h"
#include "world/world.h"

body_record *body_of(const evo_world *world, evo_body body) {
    if (!world || body.generation % 2 == 0) return NULL;
    const body_store *all = &world->graph.bodies;
    if (body.index >= all->record_list.count) return NULL;
    body_record *record = &all->records[body.index];
    return record->generation == body.generation ? record : NULL;
}

collider_record *collider_of(const evo_world *world, evo_collider collider) {
    if (!world || collider.generation % 2 == 0) return NULL;
    const collider_store *all = &world->graph.colliders;
    if (collider.index >= all->record_list.count) return NULL;
    collider_record *record = &all->records[collider.index];
    return record->generation == collider.generation ? record : NULL;
}

bool evo_body_exists(const evo_world *world, evo_body body) {
    return body_of(world, body) != NULL;
}

bool evo_collider_exists(const evo_world *world, evo_collider collider) {
    return collider_of(world, collider) != NULL;
}

evo_pose body_pose(const evo_world *world, const body_record *record) {
    body_state state = body_now(world, record);
    return body_pose_of(&world->graph, record, &state);
}
