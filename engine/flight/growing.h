/* growing.h: when two circles in uniform motion touch that grow. */
#ifndef ENGINE_FLIGHT_GROWING_H
#define ENGINE_FLIGHT_GROWING_H

#include "flight/circles.h"

/* The times of first and of last touch, as circles_touch and circles_exit tell them of circles
 * whose radii sum up to reach + growth t; growth is not below 0. */
double growing_touch(const circles_motion *e, double growth);
double growing_exit(const circles_motion *e, double growth);

#endif
