/* circles.h: when two circles in uniform motion touch. */
#ifndef ENGINE_FLIGHT_CIRCLES_H
#define ENGINE_FLIGHT_CIRCLES_H

#include "core/vector.h"

/* A circle of the sum of both radii, and a point at `offset` from its centre that moves with
 * `velocity`. */
typedef struct circles_motion {
    evo_vec2 offset, velocity;
    double reach;
} circles_motion;

/* The time of first touch: 0 when they overlap, or touch and approach; INFINITY: never. */
double circles_touch(const circles_motion *e);

/* The time at which they next touch from outside: the same, but INFINITY for overlapping circles
 * that recede. */
double circles_enter(const circles_motion *e);

/* The time at which they last touch: below 0 when that is past, -INFINITY when their paths miss,
 * INFINITY when the distance stays. */
double circles_exit(const circles_motion *e);

#endif
