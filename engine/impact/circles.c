/* circles.c: |d + v t| = R.
 *
 * Of the roots of |v|^2 t^2 + 2 (d.v) t + c = 0, c = |d|^2 - R^2, the first is written as
 * c / (-d.v + root), in which nothing cancels where the circles nearly touch, and the discriminant
 * by the cross product, |v|^2 R^2 - (d x v)^2, which keeps its digits where they only graze. A
 * negative d.v is asked for first: a quadratic alone would report the way out of circles that
 * overlap, or a touch in the past.
 */
#include "impact/circles.h"

/* The encounter in a unit of time in which its speed is near 1, so that squares stay in range. */
static circles_motion scaled_motion(const circles_motion *e, double *unit) {
    double speed = fmax(fabs(e->velocity.x), fabs(e->velocity.y));
    circles_motion scaled = *e;
    *unit = 1;
    if (speed < 1e-100 || speed > 1e100) {
        *unit = speed > 0 ? 1 / speed : 0;
        /* Dividing, not multiplying by the unit: of a speed below 1e-308 that would be infinite. */
        scaled.velocity = speed > 0 ? vec(e->velocity.x / speed, e->velocity.y / speed) : vec(0, 0);
    }
    return scaled;
}

/* So little, relative to their size, is no gap and no approach. */
static const double TANGENT = 1e-14;

/* The square of how far the discriminant's root goes along the way, and below 0 for a miss. */
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
    /* Of circles that touch and slide past each other, rounding alone would say when they meet. */
    double slide = TANGENT * TANGENT * square * vec_dot(scaled.velocity, scaled.velocity);
    if (fabs(c) <= TANGENT * square && approach * approach <= slide) return INFINITY;
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
