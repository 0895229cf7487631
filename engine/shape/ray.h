/* ray.h: crossings of a straight way with circles and lines, of which shapes keep the first. */
#ifndef ENGINE_SHAPE_RAY_H
#define ENGINE_SHAPE_RAY_H

#include "core/vector.h"
#include "evolute/shape.h"

/* Takes a crossing at a fraction of the way, if it is the first so far. */
static inline void ray_offer(evo_ray *ray, evo_vec2 from, evo_vec2 way, double fraction,
                             evo_vec2 normal) {
    if (!(fraction >= 0 && fraction <= 1) || (ray->hit && fraction >= ray->fraction)) return;
    ray->hit = true;
    ray->fraction = fraction;
    ray->point = vec_along(from, fraction, way);
    ray->normal = normal;
}

/* Where the way crosses a circle about the origin: the two fractions, false when it does not. */
static inline bool ray_circle(evo_vec2 from, evo_vec2 way, double radius, double *enter,
                              double *leave) {
    double a = vec_dot(way, way), b = vec_dot(from, way), cross = vec_cross(from, way);
    double root = sqrt(a) * radius;
    double discriminant = (root - cross) * (root + cross);
    if (!(a > 0 && discriminant >= 0)) return false;
    /* Of the two roots the one without cancellation first; their product is c / a. */
    double c = vec_dot(from, from) - radius * radius;
    double q = b > 0 ? -b - sqrt(discriminant) : -b + sqrt(discriminant);
    double near = q / a, far = q != 0 ? c / q : 0;
    *enter = near < far ? near : far;
    *leave = near < far ? far : near;
    return true;
}

/* Where the way crosses the line from one point to another. */
static inline bool ray_line(evo_vec2 from, evo_vec2 way, evo_vec2 line_from, evo_vec2 line_to,
                            double *fraction) {
    evo_vec2 line = vec_sub(line_to, line_from), start = vec_sub(line_from, from);
    double across = vec_cross(way, line);
    if (across == 0) return false;
    double along_line = vec_cross(start, way) / across;
    *fraction = vec_cross(start, line) / across;
    return along_line >= 0 && along_line <= 1;
}

#endif
