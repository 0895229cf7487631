/* circles.c: |d + v t| = R.
 *
 * The first root of |v|^2 t^2 + 2 (d.v) t + c = 0, c = |d|^2 - R^2, is taken as c / (-d.v + root),
 * in which nothing cancels for circles that nearly touch. The discriminant is |v|^2 R^2 - (d x
 * v)^2, which keeps its digits where they graze. The sign of d.v is tested first: the quadratic
 * alone would report the exit of overlapping circles, or a touch in the past.
 */
#include "flight/circles.h"

#include "flight/tolerance.h"

/* The motion in a unit of time that makes its speed near 1, so that squares stay in range. */
static circles_motion scaled_motion(const circles_motion *e, double *unit) {
    double speed = fmax(fabs(e->velocity.x), fabs(e->velocity.y));
    circles_motion scaled = *e;
    *unit = 1;
    if (speed < 1e-100 || speed > 1e100) {
        *unit = speed > 0 ? 1 / speed : 0;
        /* Division, not multiplication by the unit: that is infinite for a speed below 1e-308. */
        scaled.velocity = speed > 0 ? vec(e->velocity.x / speed, e->velocity.y / speed) : vec(0, 0);
    }
    return scaled;
}

/* The discriminant, as a square of a distance; below 0: a miss. */
static double discriminant_of(const circles_motion *e) {
    double across = vec_cross(e->offset, e->velocity);
    return e->reach * e->reach * vec_dot(e->velocity, e->velocity) - across * across;
}

double circles_enter(const circles_motion *e) {
    double unit;
    circles_motion scaled = scaled_motion(e, &unit);
    double approach = -vec_dot(scaled.offset, scaled.velocity);
    double discriminant = discriminant_of(&scaled);
    if (!(approach > 0) || discriminant < 0) return INFINITY;
    double square = vec_dot(e->offset, e->offset), c = square - e->reach * e->reach;
    /* Circles that touch and slide past each other would meet by rounding alone. */
    double slide = TOUCH_EXACT_SQUARE * square * vec_dot(scaled.velocity, scaled.velocity);
    if (fabs(c) <= TOUCH_EXACT * square && approach * approach <= slide) return INFINITY;
    return c > 0 ? c / (approach + sqrt(discriminant)) * unit : 0;
}

double circles_touch(const circles_motion *e) {
    bool overlap = vec_dot(e->offset, e->offset) < e->reach * e->reach;
    return overlap ? 0 : circles_enter(e);
}

double circles_exit(const circles_motion *e) {
    double unit;
    circles_motion scaled = scaled_motion(e, &unit);
    double square = vec_dot(scaled.velocity, scaled.velocity);
    if (!(square > 0)) return INFINITY;
    double discriminant = discriminant_of(&scaled);
    if (discriminant < 0) return -INFINITY;
    return (sqrt(discriminant) - vec_dot(scaled.offset, scaled.velocity)) / square * unit;
}
