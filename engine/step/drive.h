/* drive.h: kinematic bodies on their way to a pose, where they arrive at a time and stop. */
#ifndef ENGINE_STEP_DRIVE_H
#define ENGINE_STEP_DRIVE_H

#include "step/step.h"

/* A body that arrives in the step in hand, and how it moved until then. */
typedef struct drive_arrival {
    uint32_t body;
    evo_vec2 velocity;
    double spin;
} drive_arrival;

typedef struct drive_arrivals {
    drive_arrival *all;
    uint32_t count;
} drive_arrivals;

/* Gives what arrives in a step the velocity by which it is there as the step ends. False: out of
 * memory. */
bool drives_begin(step_world *w, double seconds, drive_arrivals *to);

/* Puts what has arrived at its pose, at rest; or, without `done`, gives it back its velocity. */
void drives_end(step_world *w, const drive_arrivals *arrivals, bool done);

#endif
