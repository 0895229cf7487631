/* join.h: particles that join an event world at its present, or leave it. What planned to meet
 * one that left plans again when the time comes; nothing else changes. */
#ifndef ENGINE_EVENT_JOIN_H
#define ENGINE_EVENT_JOIN_H

#include "event/event_world.h"

/* Room for so many ids of bodies, one of which joins; false: out of memory. */
bool event_reserve_join(event_world *w, size_t bodies);

/* A body joins as it is in the store. If it does not, nothing has changed. */
event_result event_join(event_world *w, uint32_t number);

/* The particle leaves; it is in no sensor any more. */
void event_leave(event_world *w, uint32_t number);

#endif
