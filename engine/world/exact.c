/* exact.c: bodies of an exact world that take off and land: between the store of bodies and
 * particles. */
#include <assert.h>
#include <string.h>

#include "core/memory.h"
#include "exact/exact.h"
#include "exact/world.h"
#include "shape/shape.h"
#include "world/world.h"

MACHINE_SMALL

/* ==== Taking off ============================================================================== */

/* Makes bodies of an exact world particles of the scheduler (exact/). In: bodies in the store; out:
 * particles, obstacles and walls of the flight. */

/* ---- Which bodies are particles -------------------------------------------------------------- */

static bool flies(const body_record *record) {
    return record->generation % 2 == 1 && record->enabled && record->kind == EVO_DYNAMIC;
}

static bool stands(const body_record *record) {
    return record->generation % 2 == 1 && record->enabled && record->kind != EVO_DYNAMIC;
}

static bool body_has_ring(const body_store *s, const body_record *record) {
    EACH_COLLIDER_FROM (c, s, record->first_collider)
        if (s->colliders[c].shape->kind == EVO_RING) return true;
    return false;
}

bool flight_may_grow(const evo_world *world) {
    const body_store *s = &world->core.bodies;
    EACH_BODY (id, s) {
        const body_record *record = &s->records[id];
        if (record->enabled && record->first_collider != NONE
            && (!flies(record) || body_has_ring(s, record)))
            return false;
    }
    return true;
}

/* ---- Taking off ------------------------------------------------------------------------------ */

static bool set_off(event_world *flight, uint32_t id) {
    particle_start start = particle_of_body(flight->space.bodies, id);
    const evo_vec2 position = start.flight.position;
    start.flight = slide_fold(flight, start.flight, flight->slide.begun);
    if (!particles_set(&flight->particles, id, &start)) return false;
    flight->particles.rotations[id].wrapped = vec_sub(position, start.flight.position);
    return true;
}

/* Adds shapes that stand, or move steadily. */
static bool add_body_obstacles(event_world *flight, const body_record *record) {
    const body_store *s = flight->space.bodies;
    EACH_COLLIDER_FROM (c, s, record->first_collider) {
        const obstacle added = obstacle_of(flight, c);
        if (!obstacles_add(&flight->obstacles, &added)) return false;
    }
    return true;
}

/* Adds walls, for those that are more than disks. */
static bool add_walls(event_world *flight) {
    const bool walled = flight->space.walled && flight->particles.shaped_count > 0;
    for (uint32_t i = 0; walled && i < CELL_SIDES; ++i) {
        const obstacle added = obstacle_of_wall(flight, i);
        if (!obstacles_add(&flight->obstacles, &added)) return false;
    }
    return true;
}

event_space flight_space(const evo_world *world) {
    const evo_world_config *config = &world->config;
    event_space space = {
        .periodic = config->boundary == EVO_PERIODIC,
        .walled = config->boundary == EVO_WALLS,
        .bounds = config->bounds,
        .gravity = world->core.settings.gravity,
        .growth = world->events.growth / world->events.grown,
        .shear = world->exact.shear,
        .slid = world->events.slid,
        .wall = world->wall,
        .bodies = &world->core.bodies,
        .contact_time = world->exact.contact_time,
        .lanes = world->core.settings.lanes,
    };
    return space;
}

static bool add_all(event_world *flight) {
    const body_store *s = flight->space.bodies;
    EACH_BODY (id, s) {
        const body_record *record = &s->records[id];
        if (flies(record) && !set_off(flight, id)) return false;
        if (stands(record) && !add_body_obstacles(flight, record)) return false;
    }
    return add_walls(flight);
}

static evo_result join_result(event_result joined) {
    if (joined == EVENT_OK) return EVO_OK;
    return joined == EVENT_OVERLAP ? EVO_ERROR_INVALID : EVO_ERROR_MEMORY;
}

static evo_result start_flight(evo_world *world, event_world *flight) {
    const event_space space = flight_space(world);
    const uint32_t bodies = (uint32_t)world->core.bodies.record_list.count;
    if (!event_init(flight, &world->memory, &space, bodies, world->core.time)
        || !flight_admit(world) || !add_all(flight))
        return EVO_ERROR_MEMORY;
    TRY(join_result(event_start(flight)));
    const size_t visits = flight->sensors.count + world->events.visits.count;
    return told_reserve(&world->core.told, TOLD_VISITS, visits) ? EVO_OK : EVO_ERROR_MEMORY;
}

/* Returns whether a sheared world has a shape that stands: it would have to slide along. */
static bool stands_in_shear(const evo_world *world) {
    const body_store *s = &world->core.bodies;
    if (world->exact.shear == 0) return false;
    EACH_BODY (id, s)
        if (stands(&s->records[id]) && s->records[id].first_collider != NONE) return true;
    return false;
}

static bool may_start(const evo_world *world) {
    return !stands_in_shear(world) && (world->events.growth == 0 || flight_may_grow(world));
}

static evo_result begin_all(evo_world *world) {
    event_bridge *e = &world->events;
    if (!may_start(world)) return EVO_ERROR_UNSUPPORTED;
    const evo_result result = start_flight(world, &e->flight);
    if (result != EVO_OK) {
        event_free(&e->flight);
        return result;
    }
    e->flying = true;
    visits_note(world, 0, NONE);
    return EVO_OK;
}

/* ---- One body -------------------------------------------------------------------------------- */

/* Sets a body back as if it had moved so since the start. */
static void set_back(const evo_world *world, body_state *state) {
    const double since = event_elapsed(&world->events.flight);
    state->position = vec_along(state->position, -since, state->velocity);
    state->angle -= since * state->spin;
}

/* Joins all shapes of a body, or none. */
static evo_result join_standing(evo_world *world, uint32_t id, bool *anew) {
    body_store *s = &world->core.bodies;
    event_world *flight = &world->events.flight;
    const body_record *record = &s->records[id];
    body_state *state = &s->states[record->slot];
    const body_state now = *state;
    event_result result = EVENT_OK;
    *anew = false;
    if (world->exact.shear != 0 && record->first_collider != NONE) return EVO_ERROR_UNSUPPORTED;
    if (record->kind == EVO_KINEMATIC) set_back(world, state);
    for (uint32_t c = record->first_collider; c != NONE && result == EVENT_OK;
         c = s->colliders[c].next)
        result = event_obstruct(flight, c);
    *anew = result == EVENT_ANEW;
    if (result == EVENT_OK) return EVO_OK;
    event_clear(flight, id);
    *state = now;
    return join_result(result);
}

/* Joins a body. There is room for it and to report its sensors. *anew: all bodies have to. */
static evo_result join_shapes(evo_world *world, uint32_t id, bool *anew) {
    const event_result joined = event_join(&world->events.flight, id);
    *anew = joined == EVENT_ANEW;
    if (joined != EVENT_OK) return join_result(joined);
    const uint32_t own = record_at(world, id)->first_collider;
    visits_note(world, own, own);
    return EVO_OK;
}

bool flight_reserve_join(evo_world *world) {
    event_bridge *e = &world->events;
    const size_t told = e->flight.obstacles.count + e->flight.sensors.count + e->visits.count;
    return told_reserve(&world->core.told, TOLD_VISITS, told)
           && event_reserve_join(&e->flight, world->core.bodies.record_list.count + 1);
}

/* Joins a body, if it is to fly or to stand. */
static evo_result try_join(evo_world *world, uint32_t id, bool *anew) {
    const body_record *record = record_at(world, id);
    if (!stands(record) && !flies(record)) return EVO_OK;
    if (!flight_reserve_join(world)) return EVO_ERROR_MEMORY;
    return stands(record) ? join_standing(world, id, anew) : join_shapes(world, id, anew);
}

/* Joins all bodies that wait, in the order in which they landed; those that cannot fly go on
 * waiting. */
static evo_result join_all(evo_world *world) {
    particle_store *p = &world->events.flight.particles;
    evo_result result = EVO_OK;
    bool anew = false;
    uint32_t next = NONE;
    for (uint32_t id = particles_take_waiting(p); id != NONE; id = next) {
        next = p->all[id].next;
        const evo_result joined = anew ? EVO_ERROR_MEMORY : try_join(world, id, &anew);
        if (joined != EVO_OK) particles_wait(p, id);
        if (result == EVO_OK) result = joined;
    }
    if (!anew) return result;
    return flight_end(world) ? begin_all(world) : EVO_ERROR_MEMORY;
}

evo_result flight_begin(evo_world *world) {
    return world->events.flying ? join_all(world) : begin_all(world);
}

bool flight_catch_up(evo_world *world) {
    return !world->events.flying || join_all(world) != EVO_ERROR_MEMORY;
}

bool flight_ask(evo_world *world, double *when) {
    const uint64_t most = flight_allowance(world);
    event_world trial;
    if (world->events.flying)
        return join_all(world) == EVO_OK && event_peek(&world->events.flight, most, when);
    if (!may_start(world)) return false;
    const bool known = start_flight(world, &trial) == EVO_OK && event_peek(&trial, most, when);
    event_free(&trial);
    return known;
}

/* ==== Landing ================================================================================= */

/* Brings bodies of an exact world back from the scheduler. In: a flight; out: bodies in the store,
 * as they are at the present. */

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
static uint32_t flying_collider(const evo_world *world, uint32_t id) {
    return is_flying(world, id) ? record_at(world, id)->first_collider : NONE;
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
        done = take_of_body(s, flying_collider(world, i), scale, taken);
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
    shape_derive(collider_entry(record));
}

/* Shapes grow about the centre of mass of their body. */
static void grow_all(evo_world *world, const uint16_t *materials, double scale) {
    body_store *s = &world->core.bodies;
    for (uint32_t i = 0; i < world->events.flight.particles.count; ++i) {
        const uint32_t first = flying_collider(world, i);
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

bool flight_rest(evo_world *world, uint32_t id) {
    body_store *s = &world->core.bodies;
    event_world *flight = &world->events.flight;
    const body_record *record = &s->records[id];
    const clock_time present = flight->clock.present;
    if (!reserve_change(world)) return false;
    event_go_to_end(flight, id);
    event_stop(flight);
    const body_state end = body_now(world, id);
    s->states[record->slot] = (body_state){.position = end.position, .angle = end.angle};
    const bridge_change left = {.body = id, .first_collider = record->first_collider};
    leave(world, &left);
    flight->clock.present = present;
    return true;
}

bool flight_edit(evo_world *world, uint32_t id) {
    event_bridge *e = &world->events;
    body_store *s = &world->core.bodies;
    assert(e->change.body == NONE && "one body is changed at a time");
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

void flight_edit_end(evo_world *world) {
    event_bridge *e = &world->events;
    bodies_settle(&world->core.bodies);
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
