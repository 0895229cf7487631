/* collider.c: the public functions of colliders and chains. */
#include <assert.h>
#include <stdio.h>

#include "core/core.h"
#include "narrow/narrow.h"
#include "shape/shape.h"
#include "world/world.h"

MACHINE_SMALL

/* ==== Colliders =============================================================================== */

/* Colliders, made, changed and asked by handles. */

evo_collider_config evo_collider_config_default(void) {
    evo_collider_config config = {.material = evo_material_default(),
                                  .filter = evo_filter_default()};
    return config;
}

evo_result collider_check(call_fault *f, const evo_collider_config *config) {
    if (!config) return fault_null(f, "config");
    TRY(fault_by_shape(f, "shape", &config->shape));
    return fault_by_rules(f, "", RULES_COLLIDER, config);
}

evo_result collider_check_support(const evo_world *world, evo_body_kind kind, bool sensor,
                                  evo_vec2 one_way) {
    if (world->config.exact && kind == EVO_DYNAMIC && sensor)
        return FAULT(world, EVO_ERROR_UNSUPPORTED,
                     "sensor is true of a dynamic body; exact time has none");
    if (world->config.exact && !vec_is_zero(one_way))
        return FAULT(world, EVO_ERROR_UNSUPPORTED, "one_way is set; exact time has none");
    return EVO_OK;
}

/* Returns why there is no room for another collider of a material. */
static evo_result check_full(const evo_world *world, const evo_material *material, bool is_new) {
    const body_store *s = &world->core.bodies;
    if (is_new && bodies_are_full(s, 1)) return fault_full(world);
    return materials_are_full(&s->materials, material) ? fault_materials(world) : EVO_OK;
}

/* Returns why a handle names no collider. */
static evo_result collider_refusal(const evo_world *world, evo_collider collider) {
    return collider_of(world, collider) ? EVO_OK
                                        : fault_stale(world, "collider", collider.generation);
}

/* ---- Making and unmaking --------------------------------------------------------------------- */

static evo_result make_collider(evo_world *world, evo_body body, const evo_collider_config *config,
                                uint32_t *id) {
    const body_record *owner = body_named(world, body);
    if (!owner) return fault_stale(world, "body", body.generation);
    TRY(locked_refusal(world));
    TRY(collider_check(fault_of(world), config));
    TRY(collider_check_support(world, (evo_body_kind)owner->kind, config->sensor, config->one_way));
    TRY(check_full(world, &config->material, true));
    *id = NONE;
    if (change_begin(world, body.index)) *id = step_add_collider(&world->core, body.index, config);
    TRY(change_end(world, *id != NONE));
    warn_of_filter(world, config->filter);
    return EVO_OK;
}

evo_collider evo_collider_create(evo_world *world, evo_body body,
                                 const evo_collider_config *config) {
    if (is_heard(world)) return record_collider_create(world, body, config);
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
    if (is_heard(world)) return record_collider_destroy(world, collider);
    TRY(collider_refusal(world, collider));
    TRY(locked_refusal(world));
    const collider_record *record = &world->core.bodies.colliders[collider.index];
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

void *evo_collider_user(const evo_world *world, evo_collider collider) {
    const collider_record *record = collider_of(world, collider);
    return record ? record->user : NULL;
}

uint64_t evo_collider_tag(const evo_world *world, evo_collider collider) {
    const collider_record *record = collider_of(world, collider);
    return record ? record->tag : 0;
}

evo_shape evo_collider_shape(const evo_world *world, evo_collider collider) {
    return evo_collider_get(world, collider).shape;
}

evo_material evo_collider_material(const evo_world *world, evo_collider collider) {
    const collider_record *record = collider_of(world, collider);
    return record ? world->core.bodies.materials.all[record->material] : evo_material_default();
}

evo_filter evo_collider_filter(const evo_world *world, evo_collider collider) {
    const collider_record *record = collider_of(world, collider);
    return record ? filter_shown(collider_entry(record)->rules.filter) : evo_filter_default();
}

bool evo_collider_is_sensor(const evo_world *world, evo_collider collider) {
    const collider_record *record = collider_of(world, collider);
    return record && record->sensor;
}

bool evo_collider_contains(const evo_world *world, evo_collider collider, evo_vec2 point) {
    const collider_record *record = collider_of(world, collider);
    if (!record || !vector_fits(point)) return false;
    world_weigh(world);
    const evo_shape shape = collider_shape(record);
    return evo_shape_contains(&shape, body_pose(world, record->body), point);
}

evo_body evo_collider_body(const evo_world *world, evo_collider collider) {
    const collider_record *record = collider_of(world, collider);
    return record ? body_handle(world, record->body) : (evo_body){0, 0};
}

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
    const collider_record *record = &world->core.bodies.colliders[collider.index];
    TRY(locked_refusal(world));
    if (collider_entry(record)->chain != NONE && config->shape.kind != EVO_SEGMENT)
        return FAULT(world, EVO_ERROR_UNSUPPORTED,
                     "shape is no segment, and the collider is a link of a chain; destroy the "
                     "link, and create another collider");
    TRY(change_end(world, change_begin(world, record->body)
                              && step_change_collider(&world->core, collider.index, config)));
    warn_of_filter(world, config->filter);
    return EVO_OK;
}

/* Returns whether neither comes before the other in canonical order. */
static bool shapes_equal(const evo_shape *a, const evo_shape *b) {
    const evo_pose none = {{0, 0}, 0};
    return pair_in_order(a, none, b, none) && pair_in_order(b, none, a, none);
}

static bool configs_equal(const evo_collider_config *a, const evo_collider_config *b) {
    return shapes_equal(&a->shape, &b->shape) && materials_equal(&a->material, &b->material)
           && filters_equal(filter_stored(a->filter), filter_stored(b->filter))
           && a->flags == b->flags && a->no_sensors == b->no_sensors && a->one_way.x == b->one_way.x
           && a->one_way.y == b->one_way.y;
}

evo_result evo_collider_set(evo_world *world, evo_collider collider,
                            const evo_collider_config *config) {
    if (is_heard(world)) return record_collider_set(world, collider, config);
    TRY(collider_refusal(world, collider));
    TRY(collider_check(fault_of(world), config));
    const evo_collider_config now = evo_collider_get(world, collider);
    if (config->sensor != now.sensor)
        return FAULT(world, EVO_ERROR_UNSUPPORTED,
                     "sensor differs from that of the collider; destroy it, and create another");
    TRY(collider_check_support(world, EVO_STATIC, false, config->one_way));
    if (!configs_equal(&now, config)) {
        TRY(check_full(world, &config->material, false));
        TRY(change(world, collider, config));
    }
    TRY(evo_collider_set_user(world, collider, config->user));
    return evo_collider_set_tag(world, collider, config->tag);
}

evo_result evo_collider_set_shape(evo_world *world, evo_collider collider, const evo_shape *shape) {
    if (is_heard(world)) return record_collider_set_shape(world, collider, shape);
    TRY(collider_refusal(world, collider));
    TRY(fault_by_shape(fault_of(world), "shape", shape));
    evo_collider_config config = evo_collider_get(world, collider);
    if (shapes_equal(&config.shape, shape)) return EVO_OK;
    config.shape = *shape;
    return change(world, collider, &config);
}

evo_result evo_collider_set_material(evo_world *world, evo_collider collider,
                                     const evo_material *material) {
    if (is_heard(world)) return record_collider_set_material(world, collider, material);
    TRY(collider_refusal(world, collider));
    if (!material) return fault_null(fault_of(world), "material");
    TRY(fault_by_rules(fault_of(world), "material", RULES_MATERIAL, material));
    evo_collider_config config = evo_collider_get(world, collider);
    if (materials_equal(&config.material, material)) return EVO_OK;
    TRY(check_full(world, material, false));
    config.material = *material;
    return change(world, collider, &config);
}

evo_result evo_collider_set_filter(evo_world *world, evo_collider collider, evo_filter filter) {
    if (is_heard(world)) return record_collider_set_filter(world, collider, filter);
    TRY(collider_refusal(world, collider));
    evo_collider_config config = evo_collider_get(world, collider);
    if (filters_equal(filter_stored(config.filter), filter_stored(filter))) return EVO_OK;
    config.filter = filter;
    return change(world, collider, &config);
}

evo_result evo_collider_set_user(evo_world *world, evo_collider collider, void *user) {
    if (collider_of(world, collider))
        return set_user(world, __func__, KNOWN_COLLIDER, collider.index, user);
    return world_refuse(world, __func__, fault_stale(world, "collider", collider.generation));
}

evo_result evo_collider_set_tag(evo_world *world, evo_collider collider, uint64_t tag) {
    if (is_heard(world)) return record_collider_set_tag(world, collider, tag);
    TRY(collider_refusal(world, collider));
    TRY(locked_refusal(world));
    collider_record *record = &world->core.bodies.colliders[collider.index];
    return set_tag(world, STILL_BODY, record->body, &record->tag, tag);
}

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
    evo_chain_config config = {.material = evo_material_default(), .filter = evo_filter_default()};
    return config;
}

/* All that is refused of a chain is invalid, also a material that is above its limits. */
static evo_result check_materials(call_fault *f, const evo_chain_config *c) {
    const int links = chain_link_count(c);
    if (c->material_count == 0)
        return fault_by_rules(f, "material", RULES_MATERIAL, &c->material) == EVO_OK
                   ? EVO_OK
                   : fault_as_invalid(f);
    if (!c->materials) return fault_null(f, "materials");
    if (c->material_count != links)
        return fault_note(f, EVO_ERROR_INVALID,
                          "material_count is %d; it must be 0, or %d: one "
                          "for each link",
                          c->material_count, links);
    for (int i = 0; i < c->material_count; ++i) {
        char name[NUMBER_TEXT];
        if (f) snprintf(name, sizeof name, "materials[%d]", i);
        if (fault_by_rules(f, f ? name : "", RULES_MATERIAL, &c->materials[i]) != EVO_OK)
            return fault_as_invalid(f);
    }
    return EVO_OK;
}

static evo_result check_chain(call_fault *f, const evo_chain_config *c) {
    if (!c || !c->points) return fault_null(f, c ? "points" : "config");
    if (c->count < (c->loop ? 3 : 2) || c->count > INT32_MAX / 4)
        return fault_note(f, EVO_ERROR_INVALID, "count is %d; it must be %d or more", c->count,
                          c->loop ? 3 : 2);
    TRY(check_materials(f, c));
    for (int i = 0; i < chain_link_count(c); ++i) {
        const int next = i + 1 < c->count ? i + 1 : 0;
        const evo_shape link = evo_segment(c->points[i], c->points[next]);
        if (evo_shape_check(&link) != EVO_OK)
            return fault_note(f, EVO_ERROR_INVALID,
                              "points[%d] is (%g, %g), and points[%d] (%g, %g); points must be "
                              "finite, and neighbours must differ",
                              i, c->points[i].x, c->points[i].y, next, c->points[next].x,
                              c->points[next].y);
    }
    return EVO_OK;
}

/* Returns whether there are numbers for all links and their materials. */
static evo_result check_room(evo_world *world, const evo_chain_config *c) {
    body_store *s = &world->core.bodies;
    const bool several = c->material_count > 0;
    if (bodies_are_full(s, (size_t)chain_link_count(c))) return fault_full(world);
    const evo_result fit =
        materials_fit(&s->materials, s->memory, several ? c->materials : &c->material,
                      several ? c->material_count : 1);
    return fit == EVO_ERROR_LIMIT ? fault_materials(world) : fit;
}

static evo_result make_chain(evo_world *world, evo_body body, const evo_chain_config *config,
                             uint32_t *number) {
    const body_record *owner = body_named(world, body);
    call_fault *f = fault_of(world);
    if (!owner) return fault_stale(world, "body", body.generation);
    TRY(locked_refusal(world));
    TRY(check_chain(f, config));
    if (owner->kind == EVO_DYNAMIC)
        return fault_note(f, EVO_ERROR_UNSUPPORTED,
                          "body is dynamic; that of a chain must be static or kinematic");
    if (world->config.exact && !config->two_sided)
        return fault_note(f, EVO_ERROR_UNSUPPORTED,
                          "two_sided is false; in exact time it must be true");
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
    if (is_heard(world)) return record_chain_create(world, body, config);
    uint32_t number = NONE;
    const evo_result made = make_chain(world, body, config, &number);
    creation_ends(world, made);
    if (made != EVO_OK) return (evo_chain){0, 0};
    const evo_chain chain = {number, world->chains[number].generation};
    warn_of_filter(world, config->filter);
    warn_of_chain(world, chain);
    return chain;
}

evo_result evo_chain_destroy(evo_world *world, evo_chain chain) {
    if (is_heard(world)) return record_chain_destroy(world, chain);
    chain_record *record = chain_of(world, chain);
    if (!record) return fault_stale(world, "chain", chain.generation);
    TRY(locked_refusal(world));
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

bool evo_chain_exists(const evo_world *world, evo_chain chain) {
    return chain_of(world, chain);
}

evo_body evo_chain_body(const evo_world *world, evo_chain chain) {
    const chain_record *record = chain_of(world, chain);
    return record ? record->body : (evo_body){0, 0};
}

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
