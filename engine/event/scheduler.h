/* scheduler.h: an event world from event to event.
 *
 * Each particle plans what it meets first: another particle, a wall, an obstacle, the border of its
 * cell. The plan is in the pair table, its time in the queue. The first event is handled, and the
 * particles in it plan again; no other is touched. A particle whose partner was struck meanwhile
 * notices when their time comes, and plans again then. So the cost of an event depends on its
 * particles' neighbours alone.
 *
 * Borders are crossed, and plans renewed, when their time has come: neither changes any path. So
 * many small steps give the same bits as a large one, and cells tell where particles are now. Who
 * asks for the next impact looks ahead of the present, and all that is done on the way is taken
 * back.
 */
#ifndef ENGINE_EVENT_SCHEDULER_H
#define ENGINE_EVENT_SCHEDULER_H

#include "event/event_world.h"

/* *when: the world's time of the next impact; INFINITY: none as far as the search goes. Nothing has
 * changed then, but where radii grow. False when memory is refused, or more than `most` events of
 * other kinds come before. */
bool event_peek(event_world *w, uint64_t most, double *when);

/* Moves the present on: exactly to the next impact, if both are equal by the world's time. It is
 * followed by event_next until that has reached the present. */
void event_advance(event_world *w, double seconds);

typedef enum event_outcome {
    EVENT_IMPACT,  /* one more impact, or sensor event */
    EVENT_REACHED, /* no other up to the present */
    EVENT_SPENT,   /* its allowance is */
    EVENT_MEMORY,  /* refused: what happened so far stands, and it may be called again */
} event_outcome;

/* How much may be done from now on beside impacts: events in which nothing meets. */
void event_allow(event_world *w, uint64_t amount);

/* Handles the next impact up to the present. Simultaneous impacts are returned one a call, before
 * anything else happens. */
event_outcome event_next(event_world *w, event_impact *impact);

/* Makes the present the time in hand, for what joins or leaves between events. */
void event_go_to_present(event_world *w);

/* How many impacts have been handled and not yet returned. */
size_t event_unreported(const event_world *w);

/* Takes the present back to the last event. */
void event_stop(event_world *w);

#endif
