/* advance.h: when two moving shapes of any kinds first touch. */
#ifndef ENGINE_IMPACT_ADVANCE_H
#define ENGINE_IMPACT_ADVANCE_H

#include "impact/moving_shape.h"

/* The time of first touch; 0 when they overlap, or touch and approach; INFINITY: not up to the
 * horizon. Where accelerations differ the horizon is finite. */
double advance_to_impact(const moving_shape *a, const moving_shape *b, double horizon);

#endif
