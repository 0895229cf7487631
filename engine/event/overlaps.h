/* overlaps.h: what overlaps at the start of an event world. */
#ifndef ENGINE_EVENT_OVERLAPS_H
#define ENGINE_EVENT_OVERLAPS_H

#include "event/event_world.h"

/* Whether any two overlap, or one an obstacle or a wall, by more than rounding; or a periodic box
 * has too few cells. */
bool overlaps_any(event_world *w);

/* Notes all particles that overlap sensors now; false when memory is refused. */
bool overlaps_find_sensors(event_world *w);

#endif
