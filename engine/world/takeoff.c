/* takeoff.c: bodies of a world of events, from the user's door into the event scheduler. */
#include "event/obstruct.h"
#include "event/slide.h"
#include "event/start.h"
#include "shape/kind.h"
#include "world/flight.h"

/* ---- Which bodies are particles -------------------------------------------------------------- */

static bool flies(const body_record *record) {
    return record->generation % 2 == 1 && record->enabled && record->kind == EVO_DYNAMIC;
}

static bool stands(const body_record *record) {
    return record->generation % 2 == 1 && record->enabled && record->kind != EVO_DYNAMIC;
}

static bool has_ring(const body_store *s, const body_record *record) {
    EACH_COLLIDER_FROM (c, s, record->first_collider)
        if (s->colliders[c].shape->kind == EVO_RING) return true;
    return false;
}

bool flight_may_grow(const evo_world *world) {
    const body_store *s = &world->core.bodies;
    EACH_BODY (id, s) {
        const body_record *record = &s->records[id];
        if (record->enabled && record->first_collider != NONE
            && (!flies(record) || has_ring(s, record)))
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
static bool add_obstacles(event_world *flight, const body_record *record) {
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
        if (stands(record) && !add_obstacles(flight, record)) return false;
    }
    return add_walls(flight);
}

static evo_result result_of(event_result joined) {
    if (joined == EVENT_OK) return EVO_OK;
    return joined == EVENT_OVERLAP ? EVO_ERROR_INVALID : EVO_ERROR_MEMORY;
}

static evo_result start(evo_world *world, event_world *flight) {
    const event_space space = flight_space(world);
    const uint32_t bodies = (uint32_t)world->core.bodies.record_list.count;
    if (!event_init(flight, &world->memory, &space, bodies, world->core.time)
        || !flight_admit(world) || !add_all(flight))
        return EVO_ERROR_MEMORY;
    TRY(result_of(event_start(flight)));
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
    const evo_result result = start(world, &e->flight);
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
static evo_result stand(evo_world *world, uint32_t id, bool *anew) {
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
    return result_of(result);
}

/* Joins a body. There is room for it and to report its sensors. *anew: all bodies have to. */
static evo_result join(evo_world *world, uint32_t id, bool *anew) {
    const event_result joined = event_join(&world->events.flight, id);
    *anew = joined == EVENT_ANEW;
    if (joined != EVENT_OK) return result_of(joined);
    const uint32_t own = world->core.bodies.records[id].first_collider;
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
    const body_record *record = &world->core.bodies.records[id];
    if (!stands(record) && !flies(record)) return EVO_OK;
    if (!flight_reserve_join(world)) return EVO_ERROR_MEMORY;
    return stands(record) ? stand(world, id, anew) : join(world, id, anew);
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
    const bool known = start(world, &trial) == EVO_OK && event_peek(&trial, most, when);
    event_free(&trial);
    return known;
}
