/* touching.h: where the two parts of a lasting contact touch: at the present, or when both have
 * moved on.
 */
#ifndef ENGINE_EVENT_TOUCHING_H
#define ENGINE_EVENT_TOUCHING_H

#include "event/event_world.h"

/* How a particle will have moved. */
typedef struct touching_shift {
    evo_vec2 by;
    double turn;
} touching_shift;

/* Measures the contact after so many seconds, for which the particles are shifted; they are at the
 * present. */
void touching_measure(event_world *w, lasting_contact *c, const touching_shift shifts[2],
                      double ahead);

/* Measures it at the present, where a tick begins. */
void touching_begin(event_world *w, lasting_contact *c);

/* The velocity of an obstacle where it touches; 0 for a wall. */
evo_vec2 touching_ground(const event_world *w, const lasting_contact *c);

/* Whether either is more than a disk, or something straight. */
bool touching_is_curved(const event_world *w, const lasting_contact *c);

/* Whether a disk slides along something straight that stands still, as long as it is over it. */
bool touching_is_flat(const event_world *w, const lasting_contact *c);

/* Then: how long it is over it, at the present; INFINITY: for ever. */
double touching_end_of_flat(const event_world *w, const lasting_contact *c);

#endif
