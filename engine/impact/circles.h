/* circles.h: when two circles in uniform motion touch. */
#ifndef ENGINE_IMPACT_CIRCLES_H
#define ENGINE_IMPACT_CIRCLES_H

#include "core/vector.h"

/* A circle of the sum of both radii, and a point at `apart` that moves with `velocity` relative to
 * it. */
typedef struct encounter {
    evo_vec2 apart, velocity;
    double reach;
} encounter;

/* The time of first touch: 0 when they overlap or touch and approach; INFINITY for never. */
double encounter_begin(const encounter *e);

/* The time at which they next come to touch from outside: the same, but for overlapping circles
 * that recede, whose next touch never comes. */
double encounter_enter(const encounter *e);

/* The time at which they last touch; below 0 when that is past, -INFINITY when their ways never
 * meet, INFINITY when they keep their distance. */
double encounter_end(const encounter *e);

#endif
