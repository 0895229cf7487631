/* handle.c: from handles to cards, and what may be asked of a card alone. A generation is odd while
 * its slot lives, so that the handle {0} never names anything. */
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

bool body_moves(const evo_world *world, const body_card *card) {
    if (!card->enabled || !card->awake || card->kind == EVO_STATIC) return false;
    if (card->kind == EVO_DYNAMIC) return true;
    const body_motion *motion = motion_of(world, card);
    return motion->velocity.x != 0 || motion->velocity.y != 0 || motion->spin != 0;
}

bool filters_meet(evo_filter a, evo_filter b) {
    if (a.group != 0 && a.group == b.group) return a.group > 0;
    evo_filter everything = {1, 0xffffffffu, 0};
    if (a.category == 0 && a.mask == 0) a = everything;
    if (b.category == 0 && b.mask == 0) b = everything;
    return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}

void body_strays(evo_world *world, body_card *card) {
    if (!card->stray) ++world->stray_count;
    card->stray = true;
}
