/* join.h: particles that join an event world at its present, or leave it. What planned to meet
 * one that left plans again when the time comes; nothing else changes. */
#ifndef ENGINE_EVENT_JOIN_H
#define ENGINE_EVENT_JOIN_H

#include "event/event_world.h"

typedef enum event_join_result {
    EVENT_JOINED,
    EVENT_JOIN_MEMORY,
    EVENT_JOIN_OVERLAP, /* it overlaps another, or a wall */
    EVENT_JOIN_ANEW,    /* the world is not made for it: it has to be started anew */
} event_join_result;

/* Room for so many ids of bodies, one of which joins; false: out of memory. */
bool event_reserve_join(event_world *w, size_t bodies);

/* A body joins as it is in the store. If it does not, nothing has changed. */
event_join_result event_join(event_world *w, uint32_t number);

/* The particle leaves; it is in no sensor any more. */
void event_leave(event_world *w, uint32_t number);

#endif
