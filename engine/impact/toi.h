/* toi.h: when two shapes in free flight next come to touch, by the best way there is for the
 * two. */
#ifndef ENGINE_IMPACT_TOI_H
#define ENGINE_IMPACT_TOI_H

#include "impact/advance.h"

/* The time at which they come upon each other from outside, up to the horizon; INFINITY: not by
 * then. Circles, and circles on what does not turn, that overlap come upon each other at once when
 * they close in, and else when they come back; others that overlap do at once. */
double toi_enter(const moving_shape *a, const moving_shape *b, double horizon);

#endif
