/* line.h: when something that flies freely under a steady pull comes to a line. */
#ifndef ENGINE_IMPACT_LINE_H
#define ENGINE_IMPACT_LINE_H

#include <math.h>

/* The time at which distance + speed t + pull t^2 / 2 next comes down to 0, from a distance of 0 or
 * more: 0 when it is there and goes on down; INFINITY for never. What has sunk below the line by
 * rounding is on it. Of the two roots the one is written without a difference of its terms. */
static inline double line_reach(double distance, double speed, double accel) {
    if (distance < 0) distance = 0;
    double square = speed * speed - 2 * accel * distance;
    if (!(square >= 0)) return INFINITY;
    if (speed < 0) return 2 * distance / (sqrt(square) - speed);
    return accel < 0 ? (speed + sqrt(square)) / -accel : INFINITY;
}

/* The same from anywhere: from below it goes down through 0 once it has come up, and the pull has
 * turned it. */
static inline double line_cross(double distance, double speed, double accel) {
    double square = speed * speed - 2 * accel * distance;
    if (distance >= 0) return line_reach(distance, speed, accel);
    return square > 0 && speed > 0 && accel < 0 ? (speed + sqrt(square)) / -accel : INFINITY;
}

#endif
