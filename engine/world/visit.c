/* visit.c: a whole world, visited for saves, loads and hashes: its config, chains, and what flies,
 * beside the world of steps. In: a world, or bytes; out: bytes, a hash, or the same world.
 * Invariant: a world of exact time is hashed by what moves how at present, whatever was planned. */
#include "world/visit.h"

#include <assert.h>

#include "save/save.h"
#include "world/flight.h"

/* ---- The config ------------------------------------------------------------------------------ */

/* Walls and bounds of open space are not looked at. */
static void visit_space(visitor *v, evo_world *world) {
    static const field fields[] = {
        FIELD(MATERIAL, evo_world, wall), FIELD(DOUBLE, evo_world, config.bounds), {0}};
    if (world->config.boundary != EVO_OPEN) visit_fields(v, world, fields);
}

static const field CONFIG[] = {FIELD(U32, evo_world, config.boundary),
                               FIELD(U32, evo_world, config.substeps),
                               FIELD(U64, evo_world, exact.event_budget),
                               FIELD(SIZE, evo_world, config.impact_limit),
                               FIELD(BOOL, evo_world, config.never_sleep),
                               FIELD(DOUBLE, evo_world, config.push_speed),
                               FIELD(DOUBLE, evo_world, config.bounce_threshold),
                               FIELD(DOUBLE, evo_world, config.impact_speed),
                               FIELDS(DOUBLE, evo_world, exact.contact_time, exact.shear),
                               {0}};

static void visit_config(visitor *v, evo_world *world) {
    evo_world_config *c = &world->config;
    bool exact = c->exact != NULL;
    visit_bool(v, &exact);
    visit_fields(v, world, CONFIG);
    if (!visit_check(v, (uint32_t)c->boundary <= EVO_PERIODIC && (uint32_t)c->substeps <= 1000))
        return;
    if (visit_is(v, VISIT_LOAD)) c->exact = exact ? &world->exact : NULL;
    visit_space(v, world);
    evo_world_config silent = *c;
    silent.should_collide = NULL;
    silent.pre_solve = NULL;
    visit_check(v, evo_world_config_check(&silent) == EVO_OK);
}

/* ---- Chains ---------------------------------------------------------------------------------- */

/* Finds the first link of each chain; returns whether the links of each follow each other, on one
 * body that is not dynamic. */
static bool find_links(evo_world *world, uint32_t body) {
    const body_store *s = &world->core.bodies;
    const body_record *record = &s->records[body];
    uint32_t before = NONE;
    EACH_COLLIDER_FROM (c, s, record->first_collider) {
        const uint32_t number = collider_entry(&s->colliders[c])->chain;
        const bool begins = number != NONE && number != before;
        before = number;
        if (!begins) continue;
        if (number >= world->chain_list.count) return false;
        chain_record *chain = &world->chains[number];
        if (chain->first != NONE || chain->generation % 2 == 0 || chain->body.index != body
            || chain->body.generation != record->generation || record->kind == EVO_DYNAMIC)
            return false;
        chain->first = c;
    }
    return true;
}

static bool find_all_links(evo_world *world) {
    const body_store *s = &world->core.bodies;
    for (size_t i = 0; i < world->chain_list.count; ++i) world->chains[i].first = NONE;
    EACH_BODY (id, s)
        if (!find_links(world, id)) return false;
    return true;
}

/* Numbers up to the last that a chain had. */
static uint32_t count_chains(const evo_world *world) {
    uint32_t count = (uint32_t)world->chain_list.count;
    while (count > 0 && world->chains[count - 1].generation == 0) --count;
    return count;
}

static void visit_chains(visitor *v, evo_world *world) {
    size_t count = count_chains(world);
    if (!VISIT_ARRAY(v, &world->memory, world->chains, count, world->chain_list.capacity, 3))
        return;
    if (visit_is(v, VISIT_LOAD)) world->chain_list.count = count;
    for (size_t i = 0; i < count && visit_goes_on(v); ++i) {
        chain_record *chain = &world->chains[i];
        visit_u32(v, &chain->generation);
        visit_handle(v, &chain->body.index, &chain->body.generation);
    }
    if (!visit_loads(v)) return;
    visit_check(v, count == count_chains(world) && find_all_links(world));
}

/* ---- What flies ------------------------------------------------------------------------------ */

static bool lives(const evo_world *world, uint32_t collider) {
    const body_store *s = &world->core.bodies;
    return collider < s->collider_list.count && s->colliders[collider].generation % 2 == 1;
}

static bool is_visit(const evo_world *world, const sensor_overlap *at) {
    return lives(world, at->particle) && lives(world, at->sensor);
}

/* Returns whether an overlap is of a particle's first shape and a sensor. */
static bool is_overlap(const evo_world *world, const sensor_overlap *at) {
    const body_store *s = &world->core.bodies;
    if (!is_visit(world, at)) return false;
    const uint32_t id = s->colliders[at->particle].body;
    return is_flying(world, id) && s->records[id].first_collider == at->particle
           && s->colliders[at->sensor].sensor;
}

static void check_overlaps(visitor *v, const evo_world *world, const sensor_overlaps *o,
                           bool (*is_sound)(const evo_world *world, const sensor_overlap *at)) {
    for (size_t i = 0; visit_loads(v) && i < o->count; ++i)
        visit_check(v, is_sound(world, &o->items[i]));
}

static void visit_flight(visitor *v, evo_world *world) {
    event_bridge *e = &world->events;
    if (visit_is(v, VISIT_LOAD))
        e->flight = (event_world){.memory = &world->memory, .space = flight_space(world)};
    save_visit_flight(v, &e->flight, (uint32_t)world->core.bodies.record_list.count);
    check_overlaps(v, world, &e->flight.sensors, is_overlap);
}

/* Visits of sensors that the next step tells of. */
static void visit_due(visitor *v, step_told *told) {
    static const field fields[] = {
        FIELDS(U32, evo_visit, sensor, visitor_body), FIELD(BOOL, evo_visit, began), {0}};
    told_list *due = &told->due[TOLD_VISITS];
    if (!visit_array(v, told->memory, &due->all, &due->list.count, &due->list.capacity,
                     sizeof(evo_visit), 9))
        return;
    for (size_t i = 0; i < due->list.count && visit_goes_on(v); ++i)
        visit_fields(v, (evo_visit *)due->all + i, fields);
}

/* Visits how far the periodic box has put bodies back. */
static void visit_wrapped(visitor *v, evo_world *world) {
    event_bridge *e = &world->events;
    const bool loads = visit_is(v, VISIT_LOAD);
    const size_t ids = world->core.bodies.record_list.count;
    if (world->config.boundary != EVO_PERIODIC) return;
    if (loads
        && !visit_room(
            v, ARRAY_RESERVE_FILLED(&world->memory, e->wrapped, e->wrapped_capacity, ids, 0)))
        return;
    for (size_t i = 0; i < ids && visit_goes_on(v); ++i) {
        evo_vec2 wrapped = i < e->wrapped_capacity ? e->wrapped[i] : (evo_vec2){0, 0};
        visit_vector(v, &wrapped);
        visit_check(v, isfinite(wrapped.x) && isfinite(wrapped.y));
        if (loads) e->wrapped[i] = wrapped;
    }
}

static const field SUMS[] = {FIELDS(FINITE, event_bridge, growth, slid),
                             FIELD(FINITE, event_bridge, sums.wall_impulse),
                             FIELD(FINITE, event_bridge, sums.lost),
                             FIELD(FINITE, event_bridge, sums.wall),
                             FIELDS(FINITE, event_bridge, sums.collisional, sums.kinetic),
                             {0}};
static const field COUNTS[] = {FIELDS(U64, event_bridge, sums.pair_impacts, sums.wall_impacts),
                               FIELD(U64, event_bridge, events_ever),
                               {0}};

static void visit_events(visitor *v, evo_world *world) {
    event_bridge *e = &world->events;
    assert(!visit_is(v, VISIT_HASH) && "plans are no part of a hash");
    visit_fields(v, e, SUMS);
    visit_check(v, e->growth >= 0 && e->grown > 0);
    if (visit_goes_on(v)) visit_wrapped(v, world);
    visit_fields(v, e, COUNTS);
    if (visit_goes_on(v)) save_visit_overlaps(v, &world->memory, &e->visits);
    check_overlaps(v, world, &e->visits, is_visit);
    if (visit_goes_on(v)) visit_due(v, &world->core.told);
    visit_bool(v, &e->flying);
    if (e->flying && visit_goes_on(v)) visit_flight(v, world);
}

/* ---- All ------------------------------------------------------------------------------------- */

static body_state motion_of(const void *context, uint32_t id) {
    return body_now((const evo_world *)context, id);
}

static void hash_slid(visitor *v, const evo_world *world) {
    double slid = flight_slid(world);
    visit_double(v, &slid);
}

void world_visit(visitor *v, evo_world *world) {
    if (!visit_is(v, VISIT_HASH)) visit_config(v, world);
    if (!visit_goes_on(v)) return;
    if (visit_is(v, VISIT_LOAD)) world_begin(world);
    const bool events = world->config.exact;
    const save_world of = {&world->core, events, events ? motion_of : NULL, world};
    save_visit_world(v, &of);
    if (visit_goes_on(v)) visit_chains(v, world);
    if (visit_goes_on(v) && events && !visit_is(v, VISIT_HASH)) visit_events(v, world);
    if (visit_is(v, VISIT_HASH) && world->exact.shear != 0) hash_slid(v, world);
    if (!visit_is(v, VISIT_LOAD)) return;
    visit_check(v, v->at == v->size);
    world->config.gravity = world->core.settings.gravity;
}
