/* straight.h: when a circle in straight flight touches a segment or a slice of a ring that does not
 * turn: in closed form. */
#ifndef ENGINE_IMPACT_STRAIGHT_H
#define ENGINE_IMPACT_STRAIGHT_H

#include "shape/placed.h"

/* The circle's centre and its velocity relative to the obstacle. The time of first touch; 0 when
 * they overlap or touch and close in, INFINITY for never. */
double straight_time(const placed *obstacle, evo_vec2 center, double radius, evo_vec2 velocity);

#endif
