/* obstruct.h: obstacles that come into an event world at its present, or go. Particles that may
 * meet one plan anew; those that planned to meet one that went do so when the time comes. */
#ifndef ENGINE_EVENT_OBSTRUCT_H
#define ENGINE_EVENT_OBSTRUCT_H

#include "event/join.h"

/* The flight is that of the start. If it does not come, nothing has changed. */
event_join_result event_obstruct(event_world *w, const obstacle *added);

/* All obstacles of an owner go, which are no sensors. */
void event_clear(event_world *w, uint32_t owner);

#endif
