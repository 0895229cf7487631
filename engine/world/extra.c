/* extra.c: what few bodies have, kept apart from their cards: a record for each body that needs
 * one, from the first time that it does until the body is destroyed. */
#include "core/array.h"
#include "world/world.h"

const body_extra *extra_of(const evo_world *world, const body_card *card) {
    static const body_extra ordinary = {.gravity_scale = 1};
    return card->extra == NOBODY ? &ordinary : &world->body_extras[card->extra].extra;
}

bool extra_reserve(evo_world *world) {
    list_size *list = &world->body_extra_list;
    return world->free_extra != NOBODY
           || array_reserve(&world->memory, &world->body_extras, &list->capacity, list->count + 1,
                            sizeof *world->body_extras);
}

body_extra *extra_make(evo_world *world, body_card *card) {
    if (card->extra != NOBODY) return &world->body_extras[card->extra].extra;
    body_extra made = *extra_of(world, card);
    card->extra = world->free_extra;
    if (card->extra == NOBODY)
        card->extra = (uint32_t)world->body_extra_list.count++;
    else
        world->free_extra = world->body_extras[card->extra].next_free;
    world->body_extras[card->extra].extra = made;
    return &world->body_extras[card->extra].extra;
}

void extra_give(evo_world *world, body_card *card) {
    if (card->extra == NOBODY) return;
    world->body_extras[card->extra].next_free = world->free_extra;
    world->free_extra = card->extra;
    card->extra = NOBODY;
}
