/* round.c: round shapes: ellipses, circles and ring segments. */
#include "shape/shape.h"

#include "core/core.h"

/* ==== Ellipses ================================================================================ */

/* (x / a)^2 + (y / b)^2 <= 1, with semi-axes in any order.
 *
 * Through any point c run two or four normals. With c folded into the first quadrant, the normal at
 * (a X, -b Y) with 0 < X, Y, X^2 + Y^2 = 1, a > b, runs through c where
 *     k(X) = a cx / X + b cy / Y = a^2 - b^2.
 * k is infinite at both ends of the quadrant. Its minimum (cbrt(a cx)^2 + cbrt(b cy)^2)^(3/2) is at
 * X : Y = cbrt(a cx) : cbrt(b cy). A minimum below a^2 - b^2 means that c is within the evolute,
 * and there is one normal on each side of that minimum. The first quadrant always holds one normal,
 * to the nearest point, and the opposite quadrant one, to the farthest. */

/* ---- Normals through a point ----------------------------------------------------------------- */

/* The bracket between two perpendicular directions, in either order. */
static bracket quarter(evo_vec2 from, evo_vec2 to) {
    bracket counterclockwise = {from, to}, clockwise = {to, from};
    return vec_cross(from, to) > 0 ? counterclockwise : clockwise;
}

/* The axis, with the sign that turns it towards c. */
static evo_vec2 facing(evo_vec2 axis, evo_vec2 c) {
    return vec_dot(axis, c) < 0 ? vec_negate(axis) : axis;
}

static meeting nearest_within(const oval *e, evo_vec2 c, bracket within, evo_vec2 start) {
    return climb((climb_pair){e, NULL, c}, CLIMB_NEAREST, within, start);
}

static meeting farthest_within(const oval *e, evo_vec2 c, bracket within, evo_vec2 start) {
    return climb((climb_pair){e, NULL, c}, CLIMB_FARTHEST, within, start);
}

meeting ellipse_nearest_to(const oval *e, evo_vec2 axis, evo_vec2 c) {
    bracket within = quarter(facing(axis, c), facing(vec_left(axis), c));
    evo_vec2 start =
        vec_dot(c, c) > 0 ? climb_start(oval_matrix_of(e, 1), c) : bracket_middle(&within);
    return nearest_within(e, c, within, start);
}

ellipse_normals ellipse_normals_through(const evo_shape *ellipse, evo_vec2 axis, evo_vec2 c) {
    const double radius_x = ellipse->of.ellipse.radius_x, radius_y = ellipse->of.ellipse.radius_y;
    const oval e = oval_make(radius_x, radius_y, axis);
    bool lengthwise = radius_x >= radius_y;
    double a = lengthwise ? radius_x : radius_y, b = lengthwise ? radius_y : radius_x;
    evo_vec2 major = facing(lengthwise ? axis : vec_left(axis), c);
    evo_vec2 minor = facing(lengthwise ? vec_left(axis) : axis, c);

    ellipse_normals found;
    found.count = 1;
    found.nearest[0] = ellipse_nearest_to(&e, axis, c);
    bracket opposite = quarter(vec_negate(major), vec_negate(minor));
    /* The farthest point's normal is close to -c for distant c, to the major axis for near c. */
    evo_vec2 away = vec_sub(vec_negate(c), vec_scale(major, a - b));
    if (!(vec_dot(away, away) > 0)) away = vec_negate(major);
    found.farthest[0] = farthest_within(&e, c, opposite, away);

    double across = cube_root(a * vec_dot(major, c)), along = cube_root(b * vec_dot(minor, c));
    double squares = across * across + along * along;
    double foci = (a - b) * (a + b);
    if (!(squares * squares * squares < foci * foci)) return found;
    found.count = 2;
    evo_vec2 split = vec_sub(vec_scale(major, b * across), vec_scale(minor, a * along));
    if (!(squares > 0)) split = vec_sub(vec_scale(major, b), vec_scale(minor, a));
    bracket to_major = quarter(split, major), to_minor = quarter(split, vec_negate(minor));
    found.nearest[1] = nearest_within(&e, c, to_minor, bracket_middle(&to_minor));
    found.farthest[1] = farthest_within(&e, c, to_major, bracket_middle(&to_major));
    return found;
}

/* ---- The kind -------------------------------------------------------------------------------- */

static evo_shape_rule ellipse_rule(const evo_shape *shape) {
    double a = shape->of.ellipse.radius_x, b = shape->of.ellipse.radius_y;
    if (!number_fits(a) || !number_fits(b)) return EVO_RULE_FINITE;
    if (!(a >= SHAPE_SMALLEST && b >= SHAPE_SMALLEST)) return EVO_RULE_SIZE;
    return sides_fit(a, b) ? EVO_RULE_NONE : EVO_RULE_THIN;
}

static double ellipse_reach(const evo_shape *shape) {
    return fmax(shape->of.ellipse.radius_x, shape->of.ellipse.radius_y);
}

static double ellipse_thickness(const evo_shape *shape) {
    return 2 * least_of(shape->of.ellipse.radius_x, shape->of.ellipse.radius_y);
}

static shape_weight ellipse_weight(const evo_shape *shape) {
    double a = shape->of.ellipse.radius_x, b = shape->of.ellipse.radius_y;
    return (shape_weight){PI * a * b, {0, 0}, 0.25 * (a * a + b * b)};
}

static evo_bounds ellipse_bounds(const evo_shape *shape, evo_vec2 axis) {
    oval e = oval_make(shape->of.ellipse.radius_x, shape->of.ellipse.radius_y, axis);
    evo_vec2 reach = vec(oval_support(&e, vec(1, 0)), oval_support(&e, vec(0, 1)));
    return (evo_bounds){vec_negate(reach), reach};
}

/* Scales the plane so that the ellipse becomes the unit circle. */
static evo_vec2 to_unit_circle(const evo_shape *shape, evo_vec2 v) {
    return vec(v.x / shape->of.ellipse.radius_x, v.y / shape->of.ellipse.radius_y);
}

static bool ellipse_contains(const evo_shape *shape, evo_vec2 point) {
    return vec_length(to_unit_circle(shape, point)) <= 1;
}

static evo_nearest ellipse_nearest(const evo_shape *shape, evo_vec2 point) {
    const evo_vec2 axis = {1, 0};
    oval e = oval_make(shape->of.ellipse.radius_x, shape->of.ellipse.radius_y, axis);
    meeting end = ellipse_nearest_to(&e, axis, point);
    return (evo_nearest){
        .hit = true, .point = end.point_a, .normal = end.normal, .distance = end.gap};
}

static evo_ray_hit ellipse_ray(const evo_shape *shape, evo_vec2 from, evo_vec2 delta) {
    evo_ray_hit ray = {.hit = false};
    evo_vec2 start = to_unit_circle(shape, from), run = to_unit_circle(shape, delta);
    double crossing[2];
    if (!ray_circle(start, run, 1, crossing)) return ray;
    for (int i = 0; i < 2; ++i) {
        evo_vec2 gradient = to_unit_circle(shape, vec_along(start, crossing[i], run));
        ray_keep_first(&ray, from, delta, crossing[i], vec_unit(gradient, vec(1, 0)));
    }
    return ray;
}

const shape_kind ellipse_kind = SHAPE_KIND(ellipse, ellipse, 2);

/* ==== Circles ================================================================================= */

/* x^2 + y^2 <= r^2. */

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

static shape_weight circle_weight(const evo_shape *shape) {
    double radius = shape->of.circle.radius;
    return (shape_weight){PI * radius * radius, {0, 0}, 0.5 * radius * radius};
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

const shape_kind circle_kind = SHAPE_KIND(circle, circle, 1);

/* ==== Ring segments =========================================================================== */

/* { inner <= |p| <= outer, |angle of p| <= half_sweep }, the middle of the sweep along +x.
 *
 * The shape is symmetric about the x axis, so points are folded to y >= 0, where the only cut is
 * the one along `half`. A point beyond the sweep is nearest to the cut. A point within the sweep is
 * nearest to an arc or, inside the ring, to the cut. */

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

static double ring_reach(const evo_shape *shape) {
    return shape->of.ring.outer;
}

static double ring_thickness(const evo_shape *shape) {
    return shape->of.ring.outer - shape->of.ring.inner;
}

/* 1 - sin(x) / x, without cancellation for small x. */
static double one_minus_sinc(double x, double sine) {
    double z = x * x;
    if (x > 0.5) return 1 - sine / x;
    return z / 6 * (1 - z / 20 * (1 - z / 42 * (1 - z / 72 * (1 - z / 110))));
}

static shape_weight ring_weight(const evo_shape *shape) {
    double inner = shape->of.ring.inner, outer = shape->of.ring.outer;
    double width = outer - inner, middle = 0.5 * (outer + inner), thin = width / middle;
    /* The centroid's distance, in the limit of a small sweep, and how much less it is. */
    double mean = middle + width * width / (12 * middle);
    double along = width * width / 12 * (1 - thin * thin / 12);
    const bool whole = ring_is_whole(shape);
    double half = whole ? PI : shape->of.ring.half_sweep;
    double less = whole ? 1 : one_minus_sinc(half, shape->of.ring.half.y);
    /* The variance of the radius plus that of the direction. */
    return (shape_weight){half * (outer - inner) * (outer + inner),
                          {mean * (1 - less), 0},
                          along + mean * mean * less * (2 - less)};
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

/* Beyond the sweep the nearest point is on the cut, for a point folded to y >= 0. */
ring_rim ring_nearest_to(const evo_shape *shape, evo_vec2 point) {
    const double inner = shape->of.ring.inner, outer = shape->of.ring.outer;
    const evo_vec2 folded = vec(point.x, fabs(point.y));
    const evo_vec2 cut = shape->of.ring.half, outward = vec_left(cut);
    const double along = vec_dot(folded, cut), above = vec_dot(folded, outward);
    const bool beside = along >= inner && along <= outer, spanned = ring_spans(shape, point);
    ring_rim rim = {vec_scale(cut, along), outward, above, RING_CUT};
    if (!spanned && !beside) {
        const bool at_outer = along > outer;
        const evo_vec2 corner = vec_scale(cut, at_outer ? outer : inner);
        const evo_vec2 apart = vec_sub(folded, corner);
        rim = (ring_rim){corner, vec_unit(apart, outward), vec_length(apart),
                         at_outer ? RING_OUTER_CORNER : RING_INNER_CORNER};
    } else if (spanned) {
        const evo_vec2 out = vec_unit(folded, vec(1, 0));
        const double distance = vec_length(point);
        const bool whole = ring_is_whole(shape), disk = whole && inner == 0;
        ring_rim arc = {vec_scale(out, outer), out, distance - outer, RING_OUTER_ARC};
        if (!disk && !(outer - distance <= distance - inner))
            arc = (ring_rim){vec_scale(out, inner), vec_negate(out), inner - distance,
                             inner > 0 ? RING_INNER_ARC : RING_INNER_CORNER};
        if (whole || !beside || !(above > arc.distance) || arc.distance >= 0) rim = arc;
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

const shape_kind ring_kind = SHAPE_KIND(ring, ring, 3);
