/* collider.c: the shapes of bodies, at the user's door. */
#include "core/array.h"
#include "shape/limits.h"
#include "world/world.h"

evo_collider_config evo_collider_config_default(void) {
    evo_collider_config config = {.material = evo_material_default()};
    return config;
}

bool material_is_sound(const evo_material *m) {
    return number_fits(m->density) && m->density >= 0 && number_fits(m->friction)
           && m->friction >= 0 && m->restitution >= 0 && m->restitution <= 1
           && number_fits(m->rolling_resistance) && m->rolling_resistance >= 0
           && number_fits(m->surface_speed);
}

bool collider_is_sound(const evo_collider_config *config) {
    return evo_shape_check(&config->shape) == EVO_OK && material_is_sound(&config->material);
}

/* By rank, which only contacts ask for. */
static bool reserve_rank(evo_world *world, size_t needed) {
    const evo_allocator *memory = &world->memory;
    return world->config.stepping == EVO_EVENTS
           || (array_reserve(memory, &world->centers, &world->center_capacity, needed,
                             sizeof *world->centers)
               && array_reserve(memory, &world->forms, &world->form_capacity, needed,
                                sizeof *world->forms)
               && array_reserve(memory, &world->links, &world->link_capacity, needed,
                                sizeof *world->links));
}

bool collider_reserve(evo_world *world) {
    const evo_allocator *memory = &world->memory;
    list_size *slots = &world->collider_slots;
    if (world->free_collider == NOBODY && slots->count >= NOBODY - 1) return false;
    if (world->free_collider == NOBODY
        && !array_reserve(memory, &world->colliders, &slots->capacity, slots->count + 1,
                          sizeof *world->colliders))
        return false;
    return extra_reserve(world) && reserve_rank(world, world->collider_count + 1);
}

static uint32_t take_collider_slot(evo_world *world) {
    uint32_t slot = world->free_collider;
    if (slot == NOBODY) {
        slot = (uint32_t)world->collider_slots.count++;
        world->colliders[slot].generation = 0;
    } else {
        world->free_collider = world->colliders[slot].rank;
    }
    return slot;
}

/* Where the body's chain of colliders ends. */
static uint32_t *chain_end(evo_world *world, body_card *body) {
    uint32_t *end = &body->first_collider;
    while (*end != NOBODY) end = &world->colliders[*end].next;
    return end;
}

evo_collider collider_add(evo_world *world, body_card *owner, uint32_t make, void *user) {
    uint32_t slot = take_collider_slot(world);
    collider_card card = {
        .generation = world->colliders[slot].generation + 1,
        .rank = NOBODY,
        .body = world->traits[owner->rank].slot,
        .next = NOBODY,
        .make = make,
        .recall = NOBODY,
        .user = user,
    };
    evo_pose pose = body_pose(world, owner);
    world->colliders[slot] = card;
    *chain_end(world, owner) = slot;
    ++world->collider_count;
    world->arranged = false;
    body_strays(world, owner);
    mass_update(world, owner, pose);
    return collider_handle(world, slot);
}

/* Before a change that contacts must follow. */
static bool collider_prepare(evo_world *world, body_card *body) {
    if (!flight_end(world) || !extra_reserve(world) || !standing_end(world)
        || !forget_reserve(world, body)
        || !sleep_wake(world, body))
        return false;
    sleep_wake_neighbours(world, body);
    world->arranged = false;
    return true;
}

evo_collider evo_collider_create(evo_world *world, evo_body body,
                                 const evo_collider_config *config) {
    evo_collider none = {0, 0};
    body_card *owner = body_of(world, body);
    if (!owner || !config || !collider_is_sound(config)) return none;
    if (!flight_end(world) || !collider_reserve(world)) return none;
    uint32_t make = make_take(world, config);
    if (make == NOBODY) return none;
    if (collider_prepare(world, owner)) return collider_add(world, owner, make, config->user);
    make_give(world, make);
    return none;
}

void collider_remove(evo_world *world, uint32_t slot) {
    collider_card *card = &world->colliders[slot];
    body_card *owner = &world->bodies[card->body];
    sleep_wake_neighbours(world, owner);
    recall_forget(world, slot);
    uint32_t *at = &owner->first_collider;
    while (*at != slot) at = &world->colliders[*at].next;
    *at = card->next;
    --world->collider_count;
    make_give(world, card->make);
    ++card->generation;
    card->rank = world->free_collider;
    world->free_collider = slot;
    world->arranged = false;
}

evo_result evo_collider_destroy(evo_world *world, evo_collider collider) {
    collider_card *card = collider_of(world, collider);
    if (!card) return EVO_ERROR_STALE;
    body_card *owner = &world->bodies[card->body];
    if (!collider_prepare(world, owner)) return EVO_ERROR_MEMORY;
    evo_pose pose = body_pose(world, owner);
    collider_remove(world, collider.index);
    mass_update(world, owner, pose);
    return EVO_OK;
}

evo_collider_config evo_collider_get(const evo_world *world, evo_collider collider) {
    evo_collider_config config = {.user = NULL};
    const collider_card *card = collider_of(world, collider);
    if (!card) return config;
    const make_key *key = key_of_collider(world, card);
    config.shape = key->shape;
    config.material = key->material;
    config.filter = key->filter;
    config.sensor = key->sensor;
    config.user = card->user;
    return config;
}

evo_body evo_collider_body(const evo_world *world, evo_collider collider) {
    evo_body none = {0, 0};
    const collider_card *card = collider_of(world, collider);
    return card ? body_handle(world, card->body) : none;
}

size_t evo_body_colliders(const evo_world *world, evo_body body, evo_collider *found,
                          size_t capacity) {
    const body_card *card = body_of(world, body);
    if (!card) return 0;
    size_t count = 0;
    for (uint32_t slot = card->first_collider; slot != NOBODY; slot = world->colliders[slot].next) {
        if (found && count < capacity) found[count] = collider_handle(world, slot);
        ++count;
    }
    return count;
}

/* Makes the collider what the config says. */
static evo_result collider_change(evo_world *world, collider_card *card,
                                  const evo_collider_config *config) {
    body_card *body = &world->bodies[card->body];
    uint32_t make = make_take(world, config);
    if (make == NOBODY) return EVO_ERROR_MEMORY;
    if (!collider_prepare(world, body)) {
        make_give(world, make);
        return EVO_ERROR_MEMORY;
    }
    evo_pose pose = body_pose(world, body);
    make_give(world, card->make);
    card->make = make;
    mass_update(world, body, pose);
    return EVO_OK;
}

evo_result evo_collider_set_shape(evo_world *world, evo_collider collider, const evo_shape *shape) {
    collider_card *card = collider_of(world, collider);
    if (!card) return EVO_ERROR_STALE;
    if (evo_shape_check(shape) != EVO_OK) return EVO_ERROR_INVALID;
    evo_collider_config config = evo_collider_get(world, collider);
    config.shape = *shape;
    evo_result result = collider_change(world, card, &config);
    if (result != EVO_OK) return result;
    recall_forget(world, collider.index);
    body_strays(world, &world->bodies[card->body]);
    return EVO_OK;
}

evo_result evo_collider_set_material(evo_world *world, evo_collider collider,
                                     const evo_material *material) {
    collider_card *card = collider_of(world, collider);
    if (!card) return EVO_ERROR_STALE;
    if (!material || !material_is_sound(material)) return EVO_ERROR_INVALID;
    evo_collider_config config = evo_collider_get(world, collider);
    config.material = *material;
    return collider_change(world, card, &config);
}

evo_result evo_collider_set_filter(evo_world *world, evo_collider collider, evo_filter filter) {
    collider_card *card = collider_of(world, collider);
    if (!card) return EVO_ERROR_STALE;
    evo_collider_config config = evo_collider_get(world, collider);
    config.filter = filter;
    return collider_change(world, card, &config);
}

evo_result evo_collider_set_user(evo_world *world, evo_collider collider, void *user) {
    collider_card *card = collider_of(world, collider);
    if (!card) return EVO_ERROR_STALE;
    card->user = user;
    return EVO_OK;
}
