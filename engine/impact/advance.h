/* advance.h: when two shapes of any kinds in free motion first touch. */
#ifndef ENGINE_IMPACT_ADVANCE_H
#define ENGINE_IMPACT_ADVANCE_H

#include "evolute/collide.h"

/* A shape and the flight of its body, under a steady pull. */
typedef struct flier {
    const evo_shape *shape;
    evo_flight flight;
    evo_vec2 pull;
} flier;

/* Never more measurements of the gap than this. */
enum { ADVANCE_MEASUREMENTS = 100000 };

/* The answer of evo_time_of_impact, for sound values. Where pulls differ the horizon is finite.
 * *measurements, unless NULL, receives how often the gap was measured. */
double advance_to_impact(const flier *a, const flier *b, double horizon, int *measurements);

#endif
