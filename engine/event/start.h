/* start.h: the beginning of an event world, and of new cells. */
#ifndef ENGINE_EVENT_START_H
#define ENGINE_EVENT_START_H

#include "event/event_world.h"

/* When all particles have been set: builds the cells, and makes all plans. */
event_result event_start(event_world *w);

/* Builds cells anew and makes all plans again. False when memory is refused, or the box is full. */
bool event_rebuild(event_world *w);

#endif
