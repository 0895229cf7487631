/* overlaps.h: whether a schedule can begin as it is. */
#ifndef ENGINE_EVENT_OVERLAPS_H
#define ENGINE_EVENT_OVERLAPS_H

#include "event/scheduler.h"

/* Whether any two overlap, or one an obstacle or a wall, by more than rounding; or the cells are
 * too few for a periodic box. */
bool overlaps_any(event_world *w);

/* Whether a flyer and an obstacle overlap, by more than so much. */
bool overlaps_obstacle(const event_world *w, uint32_t number, obstacle_image which, double by);

#endif
