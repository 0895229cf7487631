/* landing.c: bodies of a world of events come back from the scheduler, as they are then. */
#include <assert.h>
#include <string.h>

#include "core/array.h"
#include "event/obstruct.h"
#include "shape/kind.h"
#include "world/flight.h"

static void tensor_add(evo_tensor *sum, const evo_tensor *more) {
    sum->xx += more->xx;
    sum->xy += more->xy;
    sum->yx += more->yx;
    sum->yy += more->yy;
}

void sums_add(evo_sums *sums, const event_world *flight) {
    const event_sums more = event_sums_now(flight);
    sums->pair_impacts += more.impacts;
    sums->wall_impacts += more.wall_impacts;
    sums->wall_impulse += more.wall_impulse;
    tensor_add(&sums->collisional, &more.collisional);
    tensor_add(&sums->kinetic, &more.kinetic);
    for (int i = 0; i < CELL_SIDES; ++i) sums->wall[i] += more.wall[i];
    sums->lost += more.lost;
}

/* ---- Growth ---------------------------------------------------------------------------------- */

/* The first collider of a body that flies, or NONE. */
static uint32_t first_of(const evo_world *world, uint32_t id) {
    return is_flying(world, id) ? world->core.bodies.records[id].first_collider : NONE;
}

/* Takes the materials of a body's colliders as they have grown, by collider: what grows keeps its
 * mass, so its density falls. False when memory is refused. */
static bool take_of_body(body_store *s, uint32_t first, double scale, uint16_t *taken) {
    EACH_COLLIDER_FROM (c, s, first) {
        if (!collider_own_shape(s, c)) return false;
        evo_material grown = s->materials.all[s->colliders[c].material];
        grown.density /= scale * scale;
        taken[c] = materials_take(&s->materials, s->memory, &grown);
        if (taken[c] == MATERIALS_MOST) return false;
    }
    return true;
}

/* Takes the materials of all that flies; NULL, and none, when memory is refused. */
static uint16_t *take_materials(evo_world *world, double scale) {
    body_store *s = &world->core.bodies;
    const size_t colliders = s->collider_list.count;
    uint16_t *taken = ARENA_TAKE(&world->core.arena, uint16_t, colliders);
    bool done = taken != NULL;
    for (size_t c = 0; done && c < colliders; ++c) taken[c] = MATERIALS_MOST;
    for (uint32_t i = 0; done && i < world->events.flight.particles.count; ++i)
        done = take_of_body(s, first_of(world, i), scale, taken);
    if (done || !taken) return taken;
    for (size_t c = 0; c < colliders; ++c)
        if (taken[c] != MATERIALS_MOST) materials_give(&s->materials, taken[c]);
    return NULL;
}

/* Nothing reads the corners of hulls, which are those of lanes, in worlds of exact time. */
static void grow_collider(body_store *s, uint32_t id, uint16_t material, double scale) {
    collider_record *record = &s->colliders[id];
    const evo_shape grown = shape_scaled(record->shape, scale);
    materials_give(&s->materials, record->material);
    record->material = s->links[record->slot].material = material;
    memcpy(record->shape, &grown, shape_bytes(&grown));
    collider_entry(record)->center = vec_add(s->records[record->body].center, grown.center);
}

/* Shapes grow about the centre of mass of their body. */
static void grow_all(evo_world *world, const uint16_t *materials, double scale) {
    body_store *s = &world->core.bodies;
    for (uint32_t i = 0; i < world->events.flight.particles.count; ++i) {
        const uint32_t first = first_of(world, i);
        EACH_COLLIDER_FROM (c, s, first) grow_collider(s, c, materials[c], scale);
        if (first != NONE) mass_update_body(s, i);
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

evo_vec2 flight_wrapped(const evo_world *world, uint32_t id) {
    const event_bridge *e = &world->events;
    evo_vec2 wrapped = id < e->wrapped_capacity ? e->wrapped[id] : vec(0, 0);
    if (is_flying(world, id)) wrapped = vec_add(wrapped, event_wrapped(&e->flight, id));
    return wrapped;
}

void flight_unwrap(evo_world *world, uint32_t id) {
    if (id < world->events.wrapped_capacity) world->events.wrapped[id] = vec(0, 0);
}

/* Notes how far a body was put back, which lands. */
static void keep_wrapped(evo_world *world, uint32_t id) {
    event_bridge *e = &world->events;
    if (id < e->wrapped_capacity) e->wrapped[id] = flight_wrapped(world, id);
}

static void land_all(evo_world *world) {
    body_store *s = &world->core.bodies;
    const event_present at = present_of(&world->events.flight);
    for (uint32_t slot = 0; slot < s->awake; ++slot) {
        const uint32_t id = body_in_slot(s, slot);
        keep_wrapped(world, id);
        s->states[slot] = flight_state(world, &at, id);
    }
}

bool flight_end(evo_world *world) {
    event_bridge *e = &world->events;
    if (!e->flying) return true;
    const double scale = event_scale(&e->flight);
    if (!sensor_overlaps_reserve(&e->visits, &world->memory, e->flight.sensors.count)) return false;
    arena_reset(&world->core.arena);
    const uint16_t *materials = scale != 1 ? take_materials(world, scale) : NULL;
    if (scale != 1 && !materials) return false;
    visits_keep(world, 0, NONE);
    land_all(world);
    if (materials) grow_all(world, materials, scale);
    e->grown *= scale;
    e->slid = flight_slid(world);
    sums_add(&e->sums, &e->flight);
    e->events_ever += e->flight.sums.events;
    world->core.impact_count += event_unreported(&e->flight);
    event_free(&e->flight);
    e->flying = false;
    return true;
}

/* ---- One body -------------------------------------------------------------------------------- */

static void wait(evo_world *world, uint32_t id) {
    event_bridge *e = &world->events;
    if (e->flying && !is_waiting(world, id)) particles_wait(&e->flight.particles, id);
}

static bool is_sensor(const body_store *s, const body_record *record) {
    EACH_COLLIDER_FROM (c, s, record->first_collider)
        if (s->colliders[c].sensor) return true;
    return false;
}

/* Impacts that were not told yet name those that fly; particles in a sensor land with it. */
static bool lands_all(const evo_world *world, uint32_t id) {
    const body_store *s = &world->core.bodies;
    const body_record *record = &s->records[id];
    if (is_flying(world, id)) return event_unreported(&world->events.flight) > 0;
    return record->kind != EVO_DYNAMIC && record->enabled && is_sensor(s, record);
}

/* Room for what a landing and the end of visits note, and to fly again. */
static bool reserve_change(evo_world *world) {
    event_bridge *e = &world->events;
    if (!told_reserve(&world->core.told, TOLD_VISITS, e->visits.count)) return false;
    return !e->flying
           || (sensor_overlaps_reserve(&e->visits, &world->memory, e->flight.sensors.count)
               && flight_reserve_join(world));
}

bool flight_admit(evo_world *world) {
    event_bridge *e = &world->events;
    if (!world->config.exact) return true;
    return (world->config.boundary != EVO_PERIODIC
            || ARRAY_RESERVE_FILLED(&world->memory, e->wrapped, e->wrapped_capacity,
                                    world->core.bodies.record_list.count + 1, 0))
           && reserve_change(world);
}

bool flight_edit(evo_world *world, uint32_t id) {
    event_bridge *e = &world->events;
    body_store *s = &world->core.bodies;
    assert(e->change.body == NONE && "one body is changed at a time");
    if (!world->config.exact) return true;
    if (!flight_catch_up(world) || !flight_admit(world)) return false;
    if (!e->flying || is_waiting(world, id)) return true;
    /* Growing bodies land after each step; that was refused. */
    if (event_scale(&e->flight) != 1) return flight_end(world);
    const body_record *record = &s->records[id];
    e->change =
        (bridge_change){id, record->first_collider, lands_all(world, id), s->states[record->slot]};
    s->states[record->slot] = body_now(world, id);
    return true;
}

static void leave(evo_world *world, const bridge_change *change) {
    const uint32_t id = change->body, own = change->first_collider;
    const bool all = change->lands_all;
    if (is_flying(world, id)) {
        keep_wrapped(world, id);
        visits_keep(world, own, own);
        event_leave(&world->events.flight, id);
    } else if (!all) {
        event_clear(&world->events.flight, id);
    }
    wait(world, id);
    const bool landed = !all || flight_end(world);
    assert(landed && "there is room");
    (void)landed;
}

void flight_edit_end(evo_world *world) {
    event_bridge *e = &world->events;
    if (!world->config.exact) return;
    if (e->change.body != NONE) leave(world, &e->change);
    e->change.body = NONE;
    visits_forget(world);
    (void)flight_catch_up(world);
}

void flight_edit_undo(evo_world *world) {
    bridge_change *change = &world->events.change;
    body_store *s = &world->core.bodies;
    if (change->body == NONE) return;
    s->states[s->records[change->body].slot] = change->state;
    change->body = NONE;
}

void flight_add(evo_world *world, uint32_t id) {
    flight_unwrap(world, id);
    wait(world, id);
    (void)flight_catch_up(world);
}

void flight_free(evo_world *world) {
    event_bridge *e = &world->events;
    if (e->flying) event_free(&e->flight);
    ARRAY_FREE(&world->memory, e->wrapped, e->wrapped_capacity);
    ARRAY_FREE(&world->memory, e->visits.items, e->visits.capacity);
}
