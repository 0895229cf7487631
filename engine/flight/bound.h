/* bound.h: how long a quantity stays above 0 whose present value and rate are known, and a bound of
 * its second derivative. */
#ifndef ENGINE_FLIGHT_BOUND_H
#define ENGINE_FLIGHT_BOUND_H

#include <math.h>

/* The longest T up to `longest` for which gap + rate T - curvature T^2 / 2 stays above 0, in the
 * form that does not cancel. */
static inline double bound_quadratic(double gap, double rate, double curvature, double longest) {
    const double root = sqrt(rate * rate + 2 * curvature * gap);
    if (rate > 0) return rate + root >= curvature * longest ? longest : (rate + root) / curvature;
    if (!(gap > 0)) return rate < 0 || curvature > 0 ? 0 : longest;
    return 2 * gap >= (root - rate) * longest ? longest : 2 * gap / (root - rate);
}

/* The least time to cover a distance at this speed and acceleration. */
static inline double bound_linear(double distance, double speed, double accel) {
    if (accel == 0) return speed > 0 ? distance / speed : INFINITY;
    const double square = speed * speed + 2 * accel * distance;
    return accel > 0 || speed > 0 ? 2 * distance / (speed + sqrt(square)) : INFINITY;
}

#endif
