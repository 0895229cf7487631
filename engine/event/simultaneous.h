/* simultaneous.h: impacts of one instant, which belong together when they share a flyer: see blows.h.
 * Disks that touch and close are found around each other, from the first two on. */
#ifndef ENGINE_EVENT_SIMULTANEOUS_H
#define ENGINE_EVENT_SIMULTANEOUS_H

#include "event/event_world.h"

/* Whether something else happens at the instant of the event in hand: something just has, or is
 * next. */
bool simultaneous_likely(const event_world *w);

/* Finds whom these two, who meet at the present, are to be struck together with. False when memory
 * is refused: then nothing is found, and may be again. */
bool simultaneous_gather(event_world *w, uint32_t a, uint32_t b);

/* Strikes those found; the first of their impacts. All, but for times, are then in s->together. */
event_impact simultaneous_resolve(event_world *w);

#endif
