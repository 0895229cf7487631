/* chain.c: the doors of chains: terrain of segments that are made and destroyed together. */
#include <assert.h>

#include "shape/kind.h"
#include "world/world.h"

/* ---- Handles --------------------------------------------------------------------------------- */

static bool is_alive(const evo_world *world, uint32_t number) {
    const chain_record *record = &world->chains[number];
    return record->generation % 2 == 1 && body_of(world, record->body) != NULL;
}

static chain_record *chain_of(const evo_world *world, evo_chain chain) {
    if (!world || chain.index >= world->chain_list.count) return NULL;
    chain_record *record = &world->chains[chain.index];
    return record->generation == chain.generation && is_alive(world, chain.index) ? record : NULL;
}

/* Takes a number that no chain has any more; NONE: out of memory. */
static uint32_t take_number(evo_world *world) {
    uint32_t number = world->lowest_chain;
    while (number < world->chain_list.count && is_alive(world, number)) ++number;
    assert((number == world->chain_list.count || !is_alive(world, number)) && "its number is free");
    world->lowest_chain = number;
    if (number < world->chain_list.count) return number;
    if (!ARRAY_RESERVE(&world->memory, world->chains, world->chain_list.capacity, number + 1))
        return NONE;
    world->chains[number] = (chain_record){0};
    world->chain_list.count = number + 1;
    return number;
}

/* ---- Making and unmaking --------------------------------------------------------------------- */

evo_chain_config evo_chain_config_default(void) {
    evo_chain_config config = {.material = evo_material_default()};
    return config;
}

static bool materials_are_sound(const evo_chain_config *c) {
    if (c->material_count == 0) return evo_material_check(&c->material) == EVO_OK;
    if (!c->materials || c->material_count != chain_link_count(c)) return false;
    for (int i = 0; i < c->material_count; ++i)
        if (evo_material_check(&c->materials[i]) != EVO_OK) return false;
    return true;
}

static bool is_sound(const evo_chain_config *c) {
    if (!c || !c->points || c->count < (c->loop ? 3 : 2) || c->count > INT32_MAX / 4) return false;
    if (!materials_are_sound(c)) return false;
    for (int i = 0; i < chain_link_count(c); ++i) {
        const evo_shape link = evo_segment(c->points[i], c->points[i + 1 < c->count ? i + 1 : 0]);
        if (evo_shape_check(&link) != EVO_OK) return false;
    }
    return true;
}

/* Returns whether there are numbers for all links and their materials. */
static evo_result check_room(evo_world *world, const evo_chain_config *c) {
    body_store *s = &world->core.bodies;
    const bool several = c->material_count > 0;
    if (bodies_are_full(s, (size_t)chain_link_count(c))) return EVO_ERROR_LIMIT;
    return materials_fit(&s->materials, s->memory, several ? c->materials : &c->material,
                         several ? c->material_count : 1);
}

static evo_result make_chain(evo_world *world, evo_body body, const evo_chain_config *config,
                             uint32_t *number) {
    const body_record *owner = body_named(world, body);
    if (!owner) return EVO_ERROR_STALE;
    if (world->locked) return EVO_ERROR_LOCKED;
    if (!is_sound(config)) return EVO_ERROR_INVALID;
    if (owner->kind == EVO_DYNAMIC) return EVO_ERROR_UNSUPPORTED;
    if (world->config.exact && !config->two_sided) return EVO_ERROR_UNSUPPORTED;
    TRY(check_room(world, config));
    *number = take_number(world);
    if (*number == NONE) return EVO_ERROR_MEMORY;
    const chain_links links = {config, body.index, *number};
    uint32_t first = NONE;
    if (change_begin(world, body.index)) first = step_add_chain(&world->core, &links);
    if (change_end(world, first != NONE) != EVO_OK) return EVO_ERROR_MEMORY;
    chain_record *record = &world->chains[*number];
    *record = (chain_record){(record->generation + 1) | 1, first, body};
    assert(record->generation % 2 == 1 && is_alive(world, *number) && "a new chain lives");
    return EVO_OK;
}

evo_chain evo_chain_create(evo_world *world, evo_body body, const evo_chain_config *config) {
    RECORD(world, chain_create, body, config);
    uint32_t number = NONE;
    const evo_result made = make_chain(world, body, config, &number);
    creation_ends(world, made);
    if (made != EVO_OK) return (evo_chain){0, 0};
    return (evo_chain){number, world->chains[number].generation};
}

evo_result evo_chain_destroy(evo_world *world, evo_chain chain) {
    RECORD(world, chain_destroy, chain);
    chain_record *record = chain_of(world, chain);
    if (!record) return EVO_ERROR_STALE;
    if (world->locked) return EVO_ERROR_LOCKED;
    const bool done =
        change_begin(world, record->body.index)
        && (record->first == NONE
            || step_remove_colliders(&world->core, chain_run(&world->core.bodies, record->first)));
    if (done) {
        ++record->generation;
        ++world->core.bodies.revision;
        if (chain.index < world->lowest_chain) world->lowest_chain = chain.index;
    }
    return change_end(world, done);
}

/* ---- Asking ---------------------------------------------------------------------------------- */

GETTER(chain, bool, evo_chain_exists, true, false)

GETTER(chain, evo_body, evo_chain_body, record->body, ((evo_body){0, 0}))

size_t evo_chain_colliders(const evo_world *world, evo_chain chain, evo_collider *found,
                           size_t capacity) {
    const chain_record *record = chain_of(world, chain);
    if (!record) return 0;
    const body_store *s = &world->core.bodies;
    size_t count = 0;
    uint32_t c = record->first;
    for (; c != NONE && collider_entry(&s->colliders[c])->chain == chain.index;
         c = s->colliders[c].next) {
        if (found && count < capacity) found[count] = collider_handle(world, c);
        ++count;
    }
    return count;
}

evo_chain evo_collider_chain(const evo_world *world, evo_collider collider) {
    const collider_record *record = collider_of(world, collider);
    const uint32_t chain = record ? collider_entry(record)->chain : NONE;
    if (chain == NONE) return (evo_chain){0, 0};
    return (evo_chain){chain, world->chains[chain].generation};
}
