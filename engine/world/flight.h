/* flight.h: what takeoff.c, landing.c, visits.c and event_bridge.c share. */
#ifndef ENGINE_WORLD_FLIGHT_H
#define ENGINE_WORLD_FLIGHT_H

#include "event/present.h"
#include "world/world.h"

static inline bool is_flying(const evo_world *world, uint32_t id) {
    return world->events.flying && event_has(&world->events.flight, id);
}

/* Returns whether a body waits for the end of a change, in a world that flies. */
static inline bool is_waiting(const evo_world *world, uint32_t id) {
    const particle_store *p = &world->events.flight.particles;
    return id < p->count && particle_waits(&p->all[id]);
}

/* Of particles whose first colliders are from the first to the last: tells of sensors that they are
 * in, and were not when they flew last, and the other way round; and remembers these, for which
 * there is room, until they fly again. */
void visits_note(evo_world *world, uint32_t first, uint32_t last);
void visits_keep(evo_world *world, uint32_t first, uint32_t last);

/* Tells that a visit of a sensor began or ended; there is room. */
void visits_tell(evo_world *world, uint32_t collider, uint32_t sensor, bool began);

/* Returns where a body is at the present of a flight, and how it moves. */
body_state flight_state(const evo_world *world, const event_present *at, uint32_t id);

/* Tells of the end of visits of colliders that are destroyed, for which there is room. */
void visits_forget(evo_world *world);

/* The space of a flight that begins now. */
event_space flight_space(const evo_world *world);

/* Returns whether all shapes can grow: none is a ring, and none stands. */
bool flight_may_grow(const evo_world *world);

/* Returns what may be done beside impacts: so much for each that the budget allows, and more. */
uint64_t flight_allowance(const evo_world *world);

/* Joins waiting bodies, if the world flies. False: out of memory. */
bool flight_catch_up(evo_world *world);

/* Room for a body to fly again, in a world that flies; false: out of memory. */
bool flight_reserve_join(evo_world *world);

void sums_add(evo_sums *sums, const event_world *flight);

#endif
