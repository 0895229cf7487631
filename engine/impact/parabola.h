/* parabola.h: when a disk in free flight touches an obstacle that does not turn: in closed form in a
 * straight line, by the roots of quartics where it falls. */
#ifndef ENGINE_IMPACT_PARABOLA_H
#define ENGINE_IMPACT_PARABOLA_H

#include "shape/placed.h"

/* The way of a disk's centre relative to the obstacle, from the origin that the obstacle is placed
 * by: from + velocity t + pull t^2 / 2. */
typedef struct parabola {
    evo_vec2 from, velocity, accel;
    double radius;
} parabola;

/* The time of first touch with a circle, a segment or a ring; 0 when they overlap or touch and
 * close in, INFINITY for never. */
double parabola_touch(const placed *obstacle, const parabola *c);

/* The time at which it next comes upon the rim from outside. What touches or overlaps by rounding
 * comes upon it at once when it closes in, and else when it comes back. */
double parabola_enter(const placed *obstacle, const parabola *c);

#endif
