/* toi.h: when two moving shapes next touch, by the best method for the pair: closed forms for
 * circles, and for circles on what does not turn; conservative advancement for all others. */
#ifndef ENGINE_FLIGHT_TOI_H
#define ENGINE_FLIGHT_TOI_H

#include "flight/moving_shape.h"

/* The time at which they next touch from outside; INFINITY: not up to the horizon. What overlaps
 * touches at once when it approaches, else when it comes back, or begins to overlap deeper. */
double toi_enter(const moving_shape *a, const moving_shape *b, double horizon);

/* The same time by a short search: where that is not enough, as for what turns a thousand times,
 * the time is one before which they do not touch, and *touches is false. */
double toi_look(const moving_shape *a, const moving_shape *b, double horizon, bool *touches);

/* The time at which two overlapping shapes separate; INFINITY: not up to the horizon. */
double toi_exit(const moving_shape *a, const moving_shape *b, double horizon);

#endif
