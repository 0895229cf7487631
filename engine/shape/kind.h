/* kind.h: what each kind of shape must answer, and the table of the kinds.
 *
 * Every function works in the shape's own frame: its center at the origin, its axis along +x.
 * A shape that reaches them is measurable (shape_measurable), so none of them checks again.
 */
#ifndef ENGINE_SHAPE_KIND_H
#define ENGINE_SHAPE_KIND_H

#include "core/vector.h"
#include "evolute/shape.h"

typedef struct shape_kind {
    evo_shape_rule (*broken_rule)(const evo_shape *shape); /* sizes only; numbers are finite */
    double (*reach)(const evo_shape *shape); /* how far it gets from its own origin */
    double (*area)(const evo_shape *shape);
    evo_vec2 (*centroid)(const evo_shape *shape);
    double (*gyration)(const evo_shape *shape); /* squared radius of gyration about the centroid */
    evo_bounds (*bounds)(const evo_shape *shape, evo_vec2 axis); /* with its axis turned to axis */
    bool (*contains)(const evo_shape *shape, evo_vec2 point);
    evo_rim (*nearest)(const evo_shape *shape, evo_vec2 point);
    evo_ray (*ray)(const evo_shape *shape, evo_vec2 from, evo_vec2 way);
} shape_kind;

extern const shape_kind circle_kind, ellipse_kind, ring_kind, segment_kind;

/* NULL for EVO_NO_SHAPE and for what is no kind at all. */
const shape_kind *shape_kind_of(const evo_shape *shape);

static inline double shape_reach(const evo_shape *shape) {
    return shape_kind_of(shape)->reach(shape);
}

/* Whether the geometric questions have an answer for it; see the head of evolute/shape.h. */
bool shape_measurable(const evo_shape *shape);

/* Numbers beyond these would overflow or vanish in fourth powers. */
static const double SHAPE_LARGEST = 1e30;
static const double SHAPE_SMALLEST = 1e-30;

static inline bool number_fits(double x) {
    return x <= SHAPE_LARGEST && x >= -SHAPE_LARGEST;
}

static inline bool vector_fits(evo_vec2 v) {
    return number_fits(v.x) && number_fits(v.y);
}

/* ---- Rays: a crossing at `fraction` of the way, kept when it is the first so far ------------- */

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
