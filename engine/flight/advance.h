/* advance.h: when two moving shapes of any kinds first touch. */
#ifndef ENGINE_FLIGHT_ADVANCE_H
#define ENGINE_FLIGHT_ADVANCE_H

#include "flight/moving_shape.h"

/* The time of first touch; 0 when they touch or overlap, and approach; when they overlap and part,
 * the time at which they come back, or begin to overlap deeper. INFINITY: not up to the horizon.
 * Where accelerations differ the horizon is finite. After so many measurements it gives up, at a
 * time before which they do not touch. */
double advance_to_impact(const moving_shape *a, const moving_shape *b, double horizon, int most,
                         bool *gave_up);

bool advance_overlaps(const moving_shape *a, const moving_shape *b);

#endif
