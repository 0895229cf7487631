/* simultaneous.h: impacts of one instant that share particles, see impulses.h. From the first two
 * on, disks that touch and approach are found around each other. */
#ifndef ENGINE_EVENT_SIMULTANEOUS_H
#define ENGINE_EVENT_SIMULTANEOUS_H

#include "event/event_world.h"

/* Whether something else happens at the instant of the event in hand: it just has, or is next. */
bool simultaneous_likely(const event_world *w);

/* Finds all pairs that are to be resolved together with these two, which meet at the present. False
 * when memory is refused: then nothing has changed. */
bool simultaneous_gather(event_world *w, uint32_t a, uint32_t b);

/* Resolves those found, and returns the first of their impacts; all of them, but for times, are
 * then in w->simultaneous. */
event_impact simultaneous_resolve(event_world *w);

#endif
