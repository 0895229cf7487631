/* toi.h: when two moving shapes next touch, by the best method for the pair: closed forms for
 * circles, and for circles on what does not turn; conservative advancement for all others. */
#ifndef ENGINE_IMPACT_TOI_H
#define ENGINE_IMPACT_TOI_H

#include "impact/moving_shape.h"

/* The time at which they next touch from outside; INFINITY: not up to the horizon. Circles, and
 * circles on what does not turn, that overlap touch at once when they approach, else when they come
 * back; other shapes that overlap touch at once. */
double toi_enter(const moving_shape *a, const moving_shape *b, double horizon);

/* The time at which two overlapping shapes separate; INFINITY: not up to the horizon. */
double toi_exit(const moving_shape *a, const moving_shape *b, double horizon);

#endif
