/* collider.c: the public functions of colliders and chains. */
#include <assert.h>

#include "core/core.h"
#include "narrow/narrow.h"
#include "shape/shape.h"
#include "world/world.h"

MACHINE_SMALL

/* ==== Colliders =============================================================================== */

/* Colliders, made, changed and asked by handles. */

evo_collider_config evo_collider_config_default(void) {
    evo_collider_config config = {.material = evo_material_default()};
    return config;
}

evo_filter evo_filter_default(void) {
    const evo_filter filter = {.category = 1, .mask = UINT64_MAX};
    return filter;
}

static bool fits_above(double number) {
    return number_fits(number) && number >= 0;
}

evo_result evo_material_check(const evo_material *m) {
    if (!m || !fits_above(m->density) || !fits_above(m->friction) || !fits_above(m->restitution)
        || !fits_above(m->rolling_resistance) || !number_fits(m->surface_speed)
        || !number_fits(m->tangential_restitution))
        return EVO_ERROR_INVALID;
    bool within = m->restitution <= MIX_RESTITUTION_MOST && fabs(m->tangential_restitution) <= 1;
    return within ? EVO_OK : EVO_ERROR_LIMIT;
}

evo_result collider_check(const evo_collider_config *config) {
    const evo_result shape = evo_shape_check(&config->shape);
    if (config->flags > COLLIDER_FLAGS || !vector_fits(config->one_way)) return EVO_ERROR_INVALID;
    return shape != EVO_OK ? shape : evo_material_check(&config->material);
}

bool collider_is_supported(const evo_world *world, evo_body_kind kind, bool sensor,
                           evo_vec2 one_way) {
    return !world->config.exact || ((kind != EVO_DYNAMIC || !sensor) && vec_is_zero(one_way));
}

/* ---- Making and unmaking --------------------------------------------------------------------- */

static evo_result make_collider(evo_world *world, evo_body body, const evo_collider_config *config,
                                uint32_t *id) {
    const body_record *owner = body_named(world, body);
    if (!owner) return EVO_ERROR_STALE;
    if (world->locked) return EVO_ERROR_LOCKED;
    TRY(config ? collider_check(config) : EVO_ERROR_INVALID);
    if (!collider_is_supported(world, (evo_body_kind)owner->kind, config->sensor, config->one_way))
        return EVO_ERROR_UNSUPPORTED;
    const body_store *s = &world->core.bodies;
    if (bodies_are_full(s, 1) || materials_are_full(&s->materials, &config->material))
        return EVO_ERROR_LIMIT;
    *id = NONE;
    if (change_begin(world, body.index)) *id = step_add_collider(&world->core, body.index, config);
    return change_end(world, *id != NONE);
}

evo_collider evo_collider_create(evo_world *world, evo_body body,
                                 const evo_collider_config *config) {
    RECORD(world, collider_create, body, config);
    const evo_collider none = {0, 0};
    uint32_t id = NONE;
    const evo_result made = make_collider(world, body, config, &id);
    creation_ends(world, made);
    return made == EVO_OK ? collider_handle(world, id) : none;
}

/* The first link of a chain after a link goes. */
static uint32_t first_without(const body_store *s, uint32_t first, uint32_t gone) {
    const uint32_t next = s->colliders[gone].next,
                   chain = collider_entry(&s->colliders[gone])->chain;
    if (first != gone) return first;
    return next != NONE && collider_entry(&s->colliders[next])->chain == chain ? next : NONE;
}

evo_result evo_collider_destroy(evo_world *world, evo_collider collider) {
    RECORD(world, collider_destroy, collider);
    const collider_record *record = collider_of(world, collider);
    if (!record) return EVO_ERROR_STALE;
    if (world->locked) return EVO_ERROR_LOCKED;
    const uint32_t number = collider_entry(record)->chain;
    chain_record *chain = number != NONE ? &world->chains[number] : NULL;
    const uint32_t first =
        chain ? first_without(&world->core.bodies, chain->first, collider.index) : NONE;
    const collider_run run = {collider.index, record->next};
    const bool done = change_begin(world, record->body) && step_remove_colliders(&world->core, run);
    if (done && chain) chain->first = first;
    return change_end(world, done);
}

/* ---- Asking ---------------------------------------------------------------------------------- */

evo_collider_config evo_collider_get(const evo_world *world, evo_collider collider) {
    evo_collider_config config = {.user = NULL};
    const collider_record *record = collider_of(world, collider);
    if (!record) return config;
    config = collider_config_of(&world->core.bodies, record);
    config.user = record->user;
    return config;
}

GETTER(collider, void *, evo_collider_user, record->user, NULL)

evo_shape evo_collider_shape(const evo_world *world, evo_collider collider) {
    return evo_collider_get(world, collider).shape;
}

GETTER(collider, evo_material, evo_collider_material,
       world->core.bodies.materials.all[record->material], evo_material_default())
GETTER(collider, evo_filter, evo_collider_filter, collider_entry(record)->rules.filter,
       evo_filter_default())
GETTER(collider, bool, evo_collider_is_sensor, record->sensor, false)

bool evo_collider_contains(const evo_world *world, evo_collider collider, evo_vec2 point) {
    const collider_record *record = collider_of(world, collider);
    if (!record || !vector_fits(point)) return false;
    const evo_shape shape = collider_shape(record);
    return evo_shape_contains(&shape, body_pose(world, record->body), point);
}

GETTER(collider, evo_body, evo_collider_body, body_handle(world, record->body), ((evo_body){0, 0}))

size_t evo_body_colliders(const evo_world *world, evo_body body, evo_collider *found,
                          size_t capacity) {
    const body_record *record = body_of(world, body);
    if (!record) return 0;
    const body_store *s = &world->core.bodies;
    size_t count = 0;
    EACH_COLLIDER_FROM (id, s, record->first_collider) {
        if (found && count < capacity) found[count] = collider_handle(world, id);
        ++count;
    }
    return count;
}

/* ---- What it is ------------------------------------------------------------------------------ */

static evo_result change(evo_world *world, evo_collider collider,
                         const evo_collider_config *config) {
    const uint32_t body = world->core.bodies.colliders[collider.index].body;
    if (world->locked) return EVO_ERROR_LOCKED;
    return CHANGE(world, body, step_change_collider(&world->core, collider.index, config));
}

/* Returns whether neither comes before the other in canonical order. */
static bool shapes_equal(const evo_shape *a, const evo_shape *b) {
    const evo_pose none = {{0, 0}, 0};
    return pair_in_order(a, none, b, none) && pair_in_order(b, none, a, none);
}

static bool configs_equal(const evo_collider_config *a, const evo_collider_config *b) {
    return shapes_equal(&a->shape, &b->shape) && materials_equal(&a->material, &b->material)
           && filters_equal(a->filter, b->filter) && a->flags == b->flags
           && a->no_sensors == b->no_sensors && a->one_way.x == b->one_way.x
           && a->one_way.y == b->one_way.y;
}

evo_result evo_collider_set(evo_world *world, evo_collider collider,
                            const evo_collider_config *config) {
    RECORD(world, collider_set, collider, config);
    if (!collider_of(world, collider)) return EVO_ERROR_STALE;
    TRY(config ? collider_check(config) : EVO_ERROR_INVALID);
    const evo_collider_config now = evo_collider_get(world, collider);
    if (config->sensor != now.sensor
        || !collider_is_supported(world, EVO_STATIC, false, config->one_way))
        return EVO_ERROR_UNSUPPORTED;
    if (!configs_equal(&now, config)) {
        if (materials_are_full(&world->core.bodies.materials, &config->material))
            return EVO_ERROR_LIMIT;
        const evo_result changed = change(world, collider, config);
        if (changed != EVO_OK) return changed;
    } else if (world->locked) {
        return EVO_ERROR_LOCKED;
    }
    return evo_collider_set_user(world, collider, config->user);
}

evo_result evo_collider_set_shape(evo_world *world, evo_collider collider, const evo_shape *shape) {
    RECORD(world, collider_set_shape, collider, shape);
    if (!collider_of(world, collider)) return EVO_ERROR_STALE;
    if (evo_shape_check(shape) != EVO_OK) return EVO_ERROR_INVALID;
    evo_collider_config config = evo_collider_get(world, collider);
    if (shapes_equal(&config.shape, shape)) return EVO_OK;
    config.shape = *shape;
    return change(world, collider, &config);
}

evo_result evo_collider_set_material(evo_world *world, evo_collider collider,
                                     const evo_material *material) {
    RECORD(world, collider_set_material, collider, material);
    if (!collider_of(world, collider)) return EVO_ERROR_STALE;
    TRY(evo_material_check(material));
    evo_collider_config config = evo_collider_get(world, collider);
    if (materials_equal(&config.material, material)) return EVO_OK;
    if (materials_are_full(&world->core.bodies.materials, material)) return EVO_ERROR_LIMIT;
    config.material = *material;
    return change(world, collider, &config);
}

evo_result evo_collider_set_filter(evo_world *world, evo_collider collider, evo_filter filter) {
    RECORD(world, collider_set_filter, collider, filter);
    if (!collider_of(world, collider)) return EVO_ERROR_STALE;
    evo_collider_config config = evo_collider_get(world, collider);
    if (filters_equal(config.filter, filter)) return EVO_OK;
    config.filter = filter;
    return change(world, collider, &config);
}

USER_SETTER(collider, evo_collider_set_user, record->user)

/* ==== Chains ================================================================================== */

/* Chains: terrain of segments that are made and destroyed together. */

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
