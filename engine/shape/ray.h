/* ray.h: where the ray from + t delta, 0 <= t <= 1, crosses circles and lines. */
#ifndef ENGINE_SHAPE_RAY_H
#define ENGINE_SHAPE_RAY_H

#include "core/vector.h"
#include "evolute/shape.h"

/* Records a crossing at a fraction of the ray, if it is the first so far. */
static inline void ray_keep_first(evo_ray_hit *ray, evo_vec2 from, evo_vec2 delta, double fraction,
                                  evo_vec2 normal) {
    if (!(fraction >= 0 && fraction <= 1) || (ray->hit && fraction >= ray->fraction)) return;
    ray->hit = true;
    ray->fraction = fraction;
    ray->point = vec_along(from, fraction, delta);
    ray->normal = normal;
}

/* The fractions at which the ray's line crosses a circle about the origin; false: it does not. */
static inline bool ray_circle(evo_vec2 from, evo_vec2 delta, double radius, double crossing[2]) {
    double a = vec_dot(delta, delta), b = vec_dot(from, delta), cross = vec_cross(from, delta);
    double root = sqrt(a) * radius;
    double discriminant = (root - cross) * (root + cross);
    if (!(a > 0 && discriminant >= 0)) return false;
    /* The root without cancellation first; the other follows from their product, c / a. */
    double c = vec_dot(from, from) - radius * radius;
    double q = b > 0 ? -b - sqrt(discriminant) : -b + sqrt(discriminant);
    double near = q / a, far = q != 0 ? c / q : 0;
    crossing[0] = near < far ? near : far;
    crossing[1] = near < far ? far : near;
    return true;
}

/* The fraction at which the ray's line crosses a segment; false: it does not. */
static inline bool ray_line(evo_vec2 from, evo_vec2 delta, evo_vec2 line_from, evo_vec2 line_to,
                            double *fraction) {
    evo_vec2 line = vec_sub(line_to, line_from), start = vec_sub(line_from, from);
    double across = vec_cross(delta, line);
    if (across == 0) return false;
    double along_line = vec_cross(start, delta) / across;
    *fraction = vec_cross(start, line) / across;
    return along_line >= 0 && along_line <= 1;
}

#endif
