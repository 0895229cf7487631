/* ring.c: { inner <= |p| <= outer, |angle of p| <= half_sweep }, the middle of the sweep along +x.
 *
 * The shape is symmetric about the x axis, so points are folded to y >= 0, where the only cut is
 * the one along `half`. A point beyond the sweep is nearest to the cut. A point within the sweep is
 * nearest to an arc or, inside the ring, to the cut.
 */
#include "shape/ring.h"

#include "shape/kind.h"
#include "shape/ray.h"

static evo_shape_rule ring_rule(const evo_shape *shape) {
    double inner = shape->of.ring.inner, outer = shape->of.ring.outer;
    double half = shape->of.ring.half_sweep;
    evo_vec2 cut = shape->of.ring.half;
    if (!number_fits(inner) || !number_fits(outer) || !number_fits(half)) return EVO_RULE_FINITE;
    if (!(outer - inner >= SHAPE_SMALLEST)) return EVO_RULE_SIZE;
    if (outer <= 0) return EVO_RULE_SIZE;
    if (inner < 0) return EVO_RULE_INNER;
    if (cut.x != ring_half_of(half).x || cut.y != ring_half_of(half).y) return EVO_RULE_HALF;
    /* A full turn in float is 2e-7 above 2 pi. */
    return half > 0 && 2 * half <= 2 * PI + 1e-6 ? EVO_RULE_NONE : EVO_RULE_SWEEP;
}

/* ---- Mass: differences of powers are factored, so that a thin ring loses no digits ----------- */

static double ring_half(const evo_shape *shape) {
    return ring_is_whole(shape) ? PI : shape->of.ring.half_sweep;
}

static double ring_reach(const evo_shape *shape) {
    return shape->of.ring.outer;
}

static double ring_thickness(const evo_shape *shape) {
    return shape->of.ring.outer - shape->of.ring.inner;
}

static int ring_numbers(const evo_shape *shape, double *numbers) {
    numbers[0] = shape->of.ring.inner;
    numbers[1] = shape->of.ring.outer;
    numbers[2] = shape->of.ring.half_sweep;
    return 3;
}

static double ring_area(const evo_shape *shape) {
    double inner = shape->of.ring.inner, outer = shape->of.ring.outer;
    return ring_half(shape) * (outer - inner) * (outer + inner);
}

/* 1 - sin(x) / x, without cancellation for small x. */
static double one_minus_sinc(double x, double sine) {
    double z = x * x;
    if (x > 0.5) return 1 - sine / x;
    return z / 6 * (1 - z / 20 * (1 - z / 42 * (1 - z / 72 * (1 - z / 110))));
}

/* Distance of the centroid from the centre, in the limit of a small sweep. */
static double mean_radius(const evo_shape *shape) {
    double width = shape->of.ring.outer - shape->of.ring.inner;
    double middle = 0.5 * (shape->of.ring.outer + shape->of.ring.inner);
    return middle + width * width / (12 * middle);
}

static evo_vec2 ring_centroid(const evo_shape *shape) {
    if (ring_is_whole(shape)) return vec(0, 0);
    double half = shape->of.ring.half_sweep;
    return vec(mean_radius(shape) * (1 - one_minus_sinc(half, shape->of.ring.half.y)), 0);
}

/* The variance of the radius plus that of the direction. */
static double ring_gyration(const evo_shape *shape) {
    double width = shape->of.ring.outer - shape->of.ring.inner;
    double middle = 0.5 * (shape->of.ring.outer + shape->of.ring.inner);
    double thin = width / middle, mean = mean_radius(shape);
    double along = width * width / 12 * (1 - thin * thin / 12);
    double less =
        ring_is_whole(shape) ? 1 : one_minus_sinc(shape->of.ring.half_sweep, shape->of.ring.half.y);
    return along + mean * mean * less * (2 - less);
}

/* ---- Bounds ---------------------------------------------------------------------------------- */

static evo_bounds ring_bounds(const evo_shape *shape, evo_vec2 axis) {
    static const evo_vec2 compass[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    double outer = shape->of.ring.outer;
    evo_bounds bounds = NO_BOUNDS;
    for (int i = 0; i < 4; ++i)
        if (ring_spans(shape, vec_turn_back(compass[i], axis)))
            bounds = bounds_with(bounds, vec_scale(compass[i], outer), 0);
    for (int side = -1; side <= 1 && !ring_is_whole(shape); side += 2) {
        ring_cut cut = ring_cut_at(shape, side);
        bounds = bounds_with(bounds, vec_turn(cut.inner, axis), 0);
        bounds = bounds_with(bounds, vec_turn(cut.outer, axis), 0);
    }
    return bounds;
}

/* ---- Points ---------------------------------------------------------------------------------- */

static bool ring_contains(const evo_shape *shape, evo_vec2 point) {
    double distance = vec_length(point);
    return distance >= shape->of.ring.inner && distance <= shape->of.ring.outer
           && ring_spans(shape, point);
}

/* For a folded point beyond the sweep: the nearest point of the cut. */
static ring_rim nearest_outside_sweep(const evo_shape *shape, evo_vec2 folded) {
    double inner = shape->of.ring.inner, outer = shape->of.ring.outer;
    evo_vec2 cut = shape->of.ring.half, outward = vec_left(cut);
    double along = vec_dot(folded, cut);
    if (along >= inner && along <= outer) {
        return (ring_rim){vec_scale(cut, along), outward, vec_dot(folded, outward), RING_CUT};
    }
    bool at_outer = along > outer;
    evo_vec2 corner = vec_scale(cut, at_outer ? outer : inner), apart = vec_sub(folded, corner);
    return (ring_rim){corner, vec_unit(apart, outward), vec_length(apart),
                      at_outer ? RING_OUTER_CORNER : RING_INNER_CORNER};
}

ring_rim ring_nearest_to(const evo_shape *shape, evo_vec2 point) {
    double inner = shape->of.ring.inner, outer = shape->of.ring.outer;
    evo_vec2 folded = vec(point.x, fabs(point.y)), cut = shape->of.ring.half;
    double distance = vec_length(point);
    ring_rim rim;
    if (!ring_spans(shape, point)) {
        rim = nearest_outside_sweep(shape, folded);
    } else {
        evo_vec2 outward = vec_unit(folded, vec(1, 0));
        bool whole = ring_is_whole(shape), disk = whole && inner == 0;
        if (disk || outer - distance <= distance - inner) {
            rim = (ring_rim){vec_scale(outward, outer), outward, distance - outer, RING_OUTER_ARC};
        } else {
            rim = (ring_rim){vec_scale(outward, inner), vec_negate(outward), inner - distance,
                             inner > 0 ? RING_INNER_ARC : RING_INNER_CORNER};
        }
        double along = vec_dot(folded, cut), depth = vec_cross(folded, cut);
        if (!whole && along >= inner && along <= outer && -depth > rim.distance
            && rim.distance < 0) {
            rim = (ring_rim){vec_scale(cut, along), vec_left(cut), -depth, RING_CUT};
        }
    }
    if (point.y < 0) {
        rim.point.y = -rim.point.y;
        rim.normal.y = -rim.normal.y;
    }
    return rim;
}

static evo_nearest ring_nearest(const evo_shape *shape, evo_vec2 point) {
    ring_rim found = ring_nearest_to(shape, point);
    return (evo_nearest){
        .hit = true, .point = found.point, .normal = found.normal, .distance = found.distance};
}

static evo_ray_hit ring_ray(const evo_shape *shape, evo_vec2 from, evo_vec2 delta) {
    evo_ray_hit ray = {.hit = false};
    const double radius[2] = {shape->of.ring.outer, shape->of.ring.inner};
    for (int arc = 0; arc < 2; ++arc) {
        double crossing[2];
        if (radius[arc] == 0 || !ray_circle(from, delta, radius[arc], crossing)) continue;
        for (int i = 0; i < 2; ++i) {
            evo_vec2 point = vec_along(from, crossing[i], delta);
            evo_vec2 normal = vec_scale(vec_unit(point, vec(1, 0)), arc == 0 ? 1 : -1);
            if (ring_spans(shape, point)) ray_keep_first(&ray, from, delta, crossing[i], normal);
        }
    }
    for (int side = -1; side <= 1 && !ring_is_whole(shape); side += 2) {
        ring_cut cut = ring_cut_at(shape, side);
        double crossing;
        if (ray_line(from, delta, cut.inner, cut.outer, &crossing))
            ray_keep_first(&ray, from, delta, crossing, cut.outward);
    }
    return ray;
}

const shape_kind ring_kind = SHAPE_KIND(ring, ring);
