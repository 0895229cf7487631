/* parabola.h: when a disk in free flight touches an obstacle that does not turn: in closed form on
 * a straight path, by roots of quartics under acceleration. */
#ifndef ENGINE_FLIGHT_PARABOLA_H
#define ENGINE_FLIGHT_PARABOLA_H

#include "shape/placed.h"

/* The path of the disk's centre relative to the obstacle, from the origin of the obstacle's
 * placement: from + velocity t + accel t^2 / 2, as far as the horizon, a time. */
typedef struct parabola {
    evo_vec2 from, velocity, accel;
    double radius, horizon;
} parabola;

/* The time at which it next reaches the outline of a circle, a segment or a ring from outside;
 * INFINITY: not up to the horizon. A disk that touches, or overlaps by rounding, does so at once
 * when it approaches, else when it comes back. */
double parabola_enter(const placed *obstacle, const parabola *c);

#endif
