/* circle.c: x^2 + y^2 <= r^2. */
#include "core/trig.h"
#include "shape/kind.h"
#include "shape/ray.h"

static evo_shape_rule circle_rule(const evo_shape *shape) {
    double radius = shape->of.circle.radius;
    if (!number_fits(radius)) return EVO_RULE_FINITE;
    return radius >= SHAPE_SMALLEST ? EVO_RULE_NONE : EVO_RULE_SIZE;
}

static double circle_reach(const evo_shape *shape) {
    return shape->of.circle.radius;
}

static double circle_thickness(const evo_shape *shape) {
    return 2 * shape->of.circle.radius;
}

static int circle_numbers(const evo_shape *shape, double *numbers) {
    numbers[0] = shape->of.circle.radius;
    return 1;
}

static double circle_area(const evo_shape *shape) {
    double radius = shape->of.circle.radius;
    return PI * radius * radius;
}

static evo_vec2 circle_centroid(const evo_shape *shape) {
    (void)shape;
    return vec(0, 0);
}

static double circle_gyration(const evo_shape *shape) {
    double radius = shape->of.circle.radius;
    return 0.5 * radius * radius;
}

static evo_bounds circle_bounds(const evo_shape *shape, evo_vec2 axis) {
    (void)axis;
    double radius = shape->of.circle.radius;
    return (evo_bounds){{-radius, -radius}, {radius, radius}};
}

static bool circle_contains(const evo_shape *shape, evo_vec2 point) {
    return vec_length(point) <= shape->of.circle.radius;
}

static evo_nearest circle_nearest(const evo_shape *shape, evo_vec2 point) {
    double radius = shape->of.circle.radius;
    evo_vec2 normal = vec_unit(point, vec(1, 0));
    return (evo_nearest){.hit = true,
                         .point = vec_scale(normal, radius),
                         .normal = normal,
                         .distance = vec_length(point) - radius};
}

static evo_ray_hit circle_ray(const evo_shape *shape, evo_vec2 from, evo_vec2 delta) {
    evo_ray_hit ray = {.hit = false};
    double crossing[2];
    if (!ray_circle(from, delta, shape->of.circle.radius, crossing)) return ray;
    for (int i = 0; i < 2; ++i) {
        evo_vec2 normal = vec_unit(vec_along(from, crossing[i], delta), vec(1, 0));
        ray_keep_first(&ray, from, delta, crossing[i], normal);
    }
    return ray;
}

const shape_kind circle_kind = SHAPE_KIND(circle, circle);
