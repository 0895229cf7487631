/* line.h: when a point in free flight under constant acceleration reaches a line. */
#ifndef ENGINE_FLIGHT_LINE_H
#define ENGINE_FLIGHT_LINE_H

#include <math.h>

/* The time at which distance + speed t + accel t^2 / 2 next falls to 0, from a distance of 0 or
 * more: 0 when it is there and falls on; INFINITY: never. A distance below 0 counts as rounding,
 * and as 0. The first root is written without a difference of its terms. */
static inline double line_reach(double distance, double speed, double accel) {
    if (distance < 0) distance = 0;
    double square = speed * speed - 2 * accel * distance;
    if (!(square >= 0)) return INFINITY;
    if (speed < 0) return 2 * distance / (sqrt(square) - speed);
    return accel < 0 ? (speed + sqrt(square)) / -accel : INFINITY;
}

/* The same time from any distance: a distance below 0 falls through 0 after it has risen, and
 * turned. */
static inline double line_cross(double distance, double speed, double accel) {
    double square = speed * speed - 2 * accel * distance;
    if (distance >= 0) return line_reach(distance, speed, accel);
    return square > 0 && speed > 0 && accel < 0 ? (speed + sqrt(square)) / -accel : INFINITY;
}

#endif
