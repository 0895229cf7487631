/* start.h: the beginning of an event world, and of new cells. */
#ifndef ENGINE_EVENT_START_H
#define ENGINE_EVENT_START_H

#include "event/event_world.h"

typedef enum event_start_result {
    EVENT_STARTED,
    EVENT_NO_MEMORY,
    EVENT_OVERLAP, /* two overlap, or one a wall, or the box is too small for them */
} event_start_result;

/* When all particles have been set: builds the cells, and makes all plans. */
event_start_result event_start(event_world *w);

/* Builds cells anew and makes all plans again. False when memory is refused, or the box is full. */
bool event_rebuild(event_world *w);

#endif
