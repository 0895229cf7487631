/* overlaps.h: what overlaps when an event world is started, or joined. */
#ifndef ENGINE_EVENT_OVERLAPS_H
#define ENGINE_EVENT_OVERLAPS_H

#include "event/event_world.h"

/* Whether any two overlap, or one an obstacle or a wall, by more than rounding; or a periodic box
 * has too few cells. */
bool overlaps_any(event_world *w);

/* The same of one particle, at the time of the event in hand. */
bool overlaps_one(event_world *w, uint32_t number);

/* Whether a particle overlaps an obstacle that came late. */
bool overlaps_late(event_world *w, uint32_t number, uint32_t obstacle);

/* Notes all particles that overlap sensors now; false when memory is refused. */
bool overlaps_find_sensors(event_world *w);
bool overlaps_find_sensors_of(event_world *w, uint32_t number);

#endif
