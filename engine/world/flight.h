/* flight.h: what takeoff.c, landing.c and event_bridge.c share. */
#ifndef ENGINE_WORLD_FLIGHT_H
#define ENGINE_WORLD_FLIGHT_H

#include "world/world.h"

/* Tells of sensors that particles are in, and were not when the world flew last, and the other way
 * round; remembers them, for which there is room, until it flies again. */
void visits_note(evo_world *world);
void visits_keep(evo_world *world);

/* The same of one particle, by number; false when memory is refused. */
bool visits_keep_of(evo_world *world, uint32_t number);
void visits_note_of(evo_world *world, uint32_t number);

/* No body waits to fly any more. */
void waiting_clear(evo_world *world);

void sums_add(evo_sums *sums, const event_sums *more);

#endif
