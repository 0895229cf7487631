/* collider.c: the shapes of bodies, at the user's door. */
#include "contact/bodies.h"
#include "contact/contacts.h"
#include "contact/moving.h"
#include "contact/pairs.h"
#include "contact/sleep.h"
#include "contact/states.h"
#include "core/mix.h"
#include "shape/limits.h"
#include "world/world.h"

evo_collider_config evo_collider_config_default(void) {
    evo_collider_config config = {.material = evo_material_default()};
    return config;
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

bool collider_is_sound(const evo_collider_config *config) {
    return evo_shape_check(&config->shape) == EVO_OK
           && evo_material_check(&config->material) == EVO_OK;
}

bool collider_reserve(evo_world *world) {
    graph *g = &world->graph;
    list_size *list = &g->colliders.record_list;
    if (g->colliders.living >= NONE / 2) return false;
    if (list->count == g->colliders.living
        && !array_reserve(g->memory, &g->colliders.records, &list->capacity, list->count + 1,
                          sizeof *g->colliders.records))
        return false;
    if (!extra_reserve(g) || world->config.stepping == EVO_EVENTS) return extra_reserve(g);
    return collider_index_reserve(g) && grid_reserve(&g->index, (uint32_t)list->count);
}

static uint32_t take_id(graph *g) {
    collider_store *all = &g->colliders;
    uint32_t id = all->lowest_free;
    while (id < all->record_list.count && all->records[id].generation % 2 == 1) ++id;
    all->lowest_free = id + 1;
    if (id < all->record_list.count) return id;
    all->records[id].generation = all->last_generation;
    return (uint32_t)all->record_list.count++;
}

/* Where the body's chain of colliders ends. */
static uint32_t *chain_end(graph *g, body_record *body) {
    uint32_t *end = &body->first_collider;
    while (*end != NONE) end = &g->colliders.records[*end].next;
    return end;
}

/* Worlds of exact time have no hot data of colliders. */
static bool has_contacts(const evo_world *world) {
    return world->config.stepping == EVO_CONTACTS;
}

/* Refuses sensors on bodies that fly in event worlds. */
bool collider_is_supported(const evo_world *world, evo_body_kind kind, bool sensor) {
    return has_contacts(world) || kind != EVO_DYNAMIC || !sensor;
}

evo_collider collider_add(evo_world *world, uint32_t body, uint32_t made, void *user) {
    graph *g = &world->graph;
    body_record *owner = graph_body(g, body);
    uint32_t id = take_id(g);
    collider_record record = {
        .generation = g->colliders.records[id].generation + 1,
        .index = has_contacts(world) ? collider_index_take(g) : NONE,
        .body = body,
        .next = NONE,
        .made = made,
        .user = user,
    };
    evo_pose pose = body_pose(world, owner);
    g->colliders.records[id] = record;
    *chain_end(g, owner) = id;
    ++g->colliders.living;
    mass_update(g, owner, pose);
    if (has_contacts(world)) graph_body_changed(g, body);
    return graph_collider_handle(g, id);
}

bool contacts_end_reserve(evo_world *world, const body_record *record) {
    graph *g = &world->graph;
    size_t edges = graph_count_edges(g, record);
    uint32_t id = g->bodies.sims[record->index].id;
    size_t overlaps = world->events.visits.count;
    return touches_reserve(g, edges + overlaps) && graph_reserve_changes(g, edges)
           && moved_reserve(g, 1) && sleep_wake(g, id, true);
}

void contacts_end(evo_world *world, uint32_t body, uint32_t collider) {
    graph *g = &world->graph;
    const body_record *record = graph_body(g, body);
    EDGES(g, record, edge, after) {
        if (collider == NONE || edge_contact(g, edge)->collider[edge % 2] == collider)
            graph_remove(g, edge / 2);
    }
}

/* Before a change that contacts must follow. */
static bool collider_prepare(evo_world *world, uint32_t body) {
    graph *g = &world->graph;
    const body_record *record = graph_body(g, body);
    return event_bridge_release(world, body) && extra_reserve(g)
           && contacts_end_reserve(world, record);
}

evo_collider evo_collider_create(evo_world *world, evo_body body,
                                 const evo_collider_config *config) {
    evo_collider none = {0, 0};
    body_record *owner = body_of(world, body);
    if (!owner || !config || !collider_is_sound(config)) return none;
    if (!collider_is_supported(world, (evo_body_kind)owner->kind, config->sensor)) return none;
    if (!collider_reserve(world)) return none;
    uint32_t made = template_take(&world->graph, config);
    if (made == NONE) return none;
    if (!collider_prepare(world, body.index)) {
        template_give(&world->graph, made);
        return none;
    }
    evo_collider added = collider_add(world, body.index, made, config->user);
    event_bridge_rejoin(world);
    return added;
}

void collider_remove(evo_world *world, uint32_t id) {
    graph *g = &world->graph;
    collider_record *record = &g->colliders.records[id];
    body_record *owner = graph_body(g, record->body);
    contacts_end(world, record->body, id);
    event_bridge_forget(world, id);
    grid_unlink(&g->index, id);
    uint32_t *at = &owner->first_collider;
    while (*at != id) at = &g->colliders.records[*at].next;
    *at = record->next;
    if (has_contacts(world)) {
        body_colliders_update(g, owner);
        collider_index_give(g, record->index);
    }
    --g->colliders.living;
    template_give(g, record->made);
    ++record->generation;
    if (id < g->colliders.lowest_free) g->colliders.lowest_free = id;
}

evo_result evo_collider_destroy(evo_world *world, evo_collider collider) {
    const collider_record *record = collider_of(world, collider);
    if (!record) return EVO_ERROR_STALE;
    uint32_t body = record->body;
    if (!collider_prepare(world, body)) return EVO_ERROR_MEMORY;
    body_record *owner = graph_body(&world->graph, body);
    evo_pose pose = body_pose(world, owner);
    collider_remove(world, collider.index);
    mass_update(&world->graph, owner, pose);
    if (has_contacts(world)) graph_body_changed(&world->graph, body);
    event_bridge_rejoin(world);
    return EVO_OK;
}

evo_collider_config evo_collider_get(const evo_world *world, evo_collider collider) {
    evo_collider_config config = {.user = NULL};
    const collider_record *record = collider_of(world, collider);
    if (!record) return config;
    const template_key *key = &graph_template(&world->graph, record->made)->key;
    config.shape = key->shape;
    config.material = key->material;
    config.filter = key->filter;
    config.sensor = key->sensor;
    config.user = record->user;
    return config;
}

evo_body evo_collider_body(const evo_world *world, evo_collider collider) {
    evo_body none = {0, 0};
    const collider_record *record = collider_of(world, collider);
    return record ? graph_body_handle(&world->graph, record->body) : none;
}

size_t evo_body_colliders(const evo_world *world, evo_body body, evo_collider *found,
                          size_t capacity) {
    const body_record *record = body_of(world, body);
    if (!record) return 0;
    const graph *g = &world->graph;
    size_t count = 0;
    for (uint32_t id = record->first_collider; id != NONE; id = g->colliders.records[id].next) {
        if (found && count < capacity) found[count] = graph_collider_handle(g, id);
        ++count;
    }
    return count;
}

/* Makes the collider what the config says; contacts of another shape begin anew. */
static evo_result collider_change(evo_world *world, uint32_t id, const evo_collider_config *config,
                                  bool reshaped) {
    graph *g = &world->graph;
    uint32_t body = g->colliders.records[id].body;
    uint32_t made = template_take(g, config);
    if (made == NONE) return EVO_ERROR_MEMORY;
    bool same = made == g->colliders.records[id].made;
    if (same || !collider_prepare(world, body)) {
        template_give(g, made);
        return same ? EVO_OK : EVO_ERROR_MEMORY;
    }
    body_record *owner = graph_body(g, body);
    evo_pose pose = body_pose(world, owner);
    if (reshaped) contacts_end(world, body, id);
    template_give(g, g->colliders.records[id].made);
    g->colliders.records[id].made = made;
    mass_update(g, owner, pose);
    if (has_contacts(world)) graph_body_changed(g, body);
    event_bridge_rejoin(world);
    return EVO_OK;
}

evo_result evo_collider_set_shape(evo_world *world, evo_collider collider, const evo_shape *shape) {
    if (!collider_of(world, collider)) return EVO_ERROR_STALE;
    if (evo_shape_check(shape) != EVO_OK) return EVO_ERROR_INVALID;
    evo_collider_config config = evo_collider_get(world, collider);
    config.shape = *shape;
    return collider_change(world, collider.index, &config, true);
}

evo_result evo_collider_set_material(evo_world *world, evo_collider collider,
                                     const evo_material *material) {
    if (!collider_of(world, collider)) return EVO_ERROR_STALE;
    evo_result sound = evo_material_check(material);
    if (sound != EVO_OK) return sound;
    evo_collider_config config = evo_collider_get(world, collider);
    config.material = *material;
    return collider_change(world, collider.index, &config, false);
}

evo_result evo_collider_set_filter(evo_world *world, evo_collider collider, evo_filter filter) {
    if (!collider_of(world, collider)) return EVO_ERROR_STALE;
    evo_collider_config config = evo_collider_get(world, collider);
    config.filter = filter;
    return collider_change(world, collider.index, &config, false);
}

evo_result evo_collider_set_user(evo_world *world, evo_collider collider, void *user) {
    collider_record *record = collider_of(world, collider);
    if (!record) return EVO_ERROR_STALE;
    record->user = user;
    return EVO_OK;
}
