/* advance.h: when two shapes of any kinds in free motion first touch. */
#ifndef ENGINE_IMPACT_ADVANCE_H
#define ENGINE_IMPACT_ADVANCE_H

#include "evolute/collide.h"

/* A shape and the flight of its body, under a steady pull. */
typedef struct moving_shape {
    const evo_shape *shape;
    evo_flight flight;
    evo_vec2 accel;
} moving_shape;

/* Never more measurements of the gap than this. */
enum { ADVANCE_MEASUREMENTS = 100000 };

/* The answer of evo_time_of_impact, for sound values. Where pulls differ the horizon is finite.
 * *measurements, unless NULL, receives how often the gap was measured. */
double advance_to_impact(const moving_shape *a, const moving_shape *b, double horizon,
                         int *measurements);

#endif
