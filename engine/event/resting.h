/* resting.h: rest on something flat that stands still, which bears a flyer against the pull. It
 * slides along it without friction; between two supports it lies still. Whatever strikes it sets it
 * free.
 */
#ifndef ENGINE_EVENT_RESTING_H
#define ENGINE_EVENT_RESTING_H

#include "event/event_world.h"

/* From now on something bears the flyer, which is at the present: `what` as in plans, from which
 * this normal leads to the flyer. */
void resting_begin(event_world *w, uint32_t number, evo_vec2 normal, uint32_t tag);

/* What bore it does so no longer. */
void resting_end(event_world *w, uint32_t number);

/* After an impact: what does not go on along its support leaves it. */
void resting_check(event_world *w, uint32_t number);

#endif
