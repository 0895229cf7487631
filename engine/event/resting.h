/* resting.h: resting support: something flat that stands still holds a particle against gravity.
 * The particle slides along it without friction; between two supports it stays. Any impact that
 * takes it off its line ends the rest. */
#ifndef ENGINE_EVENT_RESTING_H
#define ENGINE_EVENT_RESTING_H

#include "event/event_world.h"

/* From now on the particle, which is at the present, rests on what the tag names (plan.h); the
 * normal leads to the particle. */
void resting_begin(event_world *w, uint32_t number, evo_vec2 normal, uint32_t tag);

/* The particle falls again. */
void resting_end(event_world *w, uint32_t number);

/* After an impact: ends the rest unless the particle goes on along its support. */
void resting_check(event_world *w, uint32_t number);

#endif
