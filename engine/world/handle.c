/* handle.c: from handles to cards. A generation is odd while its slot lives, so that the handle {0}
 * never names anything. */
#include "world/world.h"

body_card *body_of(const evo_world *world, evo_body body) {
    if (!world || body.index >= world->body_slots.count || body.generation % 2 == 0) return NULL;
    body_card *card = &world->bodies[body.index];
    return card->generation == body.generation ? card : NULL;
}

collider_card *collider_of(const evo_world *world, evo_collider collider) {
    if (!world || collider.index >= world->collider_slots.count || collider.generation % 2 == 0)
        return NULL;
    collider_card *card = &world->colliders[collider.index];
    return card->generation == collider.generation ? card : NULL;
}

bool evo_body_exists(const evo_world *world, evo_body body) {
    return body_of(world, body) != NULL;
}

bool evo_collider_exists(const evo_world *world, evo_collider collider) {
    return collider_of(world, collider) != NULL;
}
