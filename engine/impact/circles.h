/* circles.h: when two circles in uniform motion touch. */
#ifndef ENGINE_IMPACT_CIRCLES_H
#define ENGINE_IMPACT_CIRCLES_H

#include "core/vector.h"

/* A circle of the sum of both radii, and a point at `apart` that moves with `velocity` relative to
 * it. */
typedef struct circles_motion {
    evo_vec2 offset, velocity;
    double reach;
} circles_motion;

/* The time of first touch: 0 when they overlap or touch and approach; INFINITY for never. */
double circles_touch(const circles_motion *e);

/* The time at which they next come to touch from outside: the same, but for overlapping circles
 * that recede, whose next touch never comes. */
double circles_enter(const circles_motion *e);

/* The time at which they last touch; below 0 when that is past, -INFINITY when their ways never
 * meet, INFINITY when they keep their distance. */
double circles_exit(const circles_motion *e);

#endif
