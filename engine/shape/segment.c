/* segment.c: from (-l, 0) to (l, 0), without thickness: all of it is rim. */
#include "shape/kind.h"
#include "shape/ray.h"

static evo_shape_rule segment_rule(const evo_shape *shape) {
    double half = shape->of.segment.half_length;
    if (!number_fits(half)) return EVO_RULE_FINITE;
    return 2 * half >= SHAPE_SMALLEST ? EVO_RULE_NONE : EVO_RULE_SIZE;
}

static double segment_reach(const evo_shape *shape) {
    return shape->of.segment.half_length;
}

static double segment_thickness(const evo_shape *shape) {
    (void)shape;
    return INFINITY;
}

static int segment_numbers(const evo_shape *shape, double *numbers) {
    numbers[0] = shape->of.segment.half_length;
    numbers[1] = shape->of.segment.one_sided;
    return 2;
}

static double segment_area(const evo_shape *shape) {
    (void)shape;
    return 0;
}

static evo_vec2 segment_centroid(const evo_shape *shape) {
    (void)shape;
    return vec(0, 0);
}

static double segment_gyration(const evo_shape *shape) {
    double half = shape->of.segment.half_length;
    return half * half / 3;
}

static evo_bounds segment_bounds(const evo_shape *shape, evo_vec2 axis) {
    double half = shape->of.segment.half_length;
    evo_vec2 reach = vec(half * fabs(axis.x), half * fabs(axis.y));
    return (evo_bounds){vec_negate(reach), reach};
}

static bool segment_contains(const evo_shape *shape, evo_vec2 point) {
    (void)shape;
    (void)point;
    return false;
}

static evo_nearest segment_nearest(const evo_shape *shape, evo_vec2 point) {
    double half = shape->of.segment.half_length;
    double x = point.x < -half ? -half : point.x > half ? half : point.x;
    evo_vec2 apart = vec_sub(point, vec(x, 0));
    /* Beside the segment the normal is +-y exactly, however close the point is. */
    evo_vec2 normal = x == point.x ? vec(0, point.y < 0 ? -1 : 1) : vec_unit(apart, vec(0, 1));
    return (evo_nearest){
        .hit = true, .point = vec(x, 0), .normal = normal, .distance = vec_length(apart)};
}

static evo_ray_hit segment_ray(const evo_shape *shape, evo_vec2 from, evo_vec2 delta) {
    evo_ray_hit ray = {.hit = false};
    double half = shape->of.segment.half_length, fraction;
    if (ray_line(from, delta, vec(-half, 0), vec(half, 0), &fraction))
        ray_keep_first(&ray, from, delta, fraction, vec(0, delta.y > 0 ? -1 : 1));
    return ray;
}

const shape_kind segment_kind = SHAPE_KIND(segment, segment);
