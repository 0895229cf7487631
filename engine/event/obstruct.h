/* obstruct.h: obstacles that come into an event world at its present, or go. Particles that may
 * meet one plan anew; those that planned to meet one that went do so when the time comes. */
#ifndef ENGINE_EVENT_OBSTRUCT_H
#define ENGINE_EVENT_OBSTRUCT_H

#include "event/join.h"

/* A collider as it is in the store, where its body is as if it had moved so since the start; and a
 * wall, for what is more than a disk. */
obstacle obstacle_of(const event_world *w, uint32_t collider);
obstacle obstacle_of_wall(const event_world *w, uint32_t number);

/* The collider comes; if it does not, nothing has changed. */
event_result event_obstruct(event_world *w, uint32_t collider);

/* All obstacles of a body go, which are no sensors. Those of a destroyed body are known by their
 * records until others have their ids. */
void event_clear(event_world *w, uint32_t body);

#endif
