/* ellipse.c: (x / a)^2 + (y / b)^2 <= 1, with semi-axes in any order.
 *
 * Through any point c run two or four normals. With c folded into the first quadrant, the normal at
 * (a X, -b Y) with 0 < X, Y, X^2 + Y^2 = 1, a > b, runs through c where
 *     k(X) = a cx / X + b cy / Y = a^2 - b^2.
 * k is infinite at both ends of the quadrant. Its minimum (cbrt(a cx)^2 + cbrt(b cy)^2)^(3/2) is at
 * X : Y = cbrt(a cx) : cbrt(b cy). A minimum below a^2 - b^2 means that c is within the evolute,
 * and there is one normal on each side of that minimum. The first quadrant always holds one normal,
 * to the nearest point, and the opposite quadrant one, to the farthest.
 */
#include "shape/ellipse.h"

#include "core/trig.h"
#include "shape/kind.h"
#include "shape/ray.h"

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
    return climb(e, NULL, c, CLIMB_NEAREST, within, start, NULL);
}

static meeting farthest_within(const oval *e, evo_vec2 c, bracket within, evo_vec2 start) {
    return climb(e, NULL, c, CLIMB_FARTHEST, within, start, NULL);
}

/* NULL in place of a watch is a constant, and compiled out. */
INLINE meeting nearest_to(const oval *e, evo_vec2 axis, evo_vec2 c, const climb_watch *watch) {
    bracket within = quarter(facing(axis, c), facing(vec_left(axis), c));
    evo_vec2 start =
        vec_dot(c, c) > 0 ? climb_start(oval_matrix_of(e, 1), c) : bracket_middle(&within);
    if (watch) return climb(e, NULL, c, CLIMB_NEAREST, within, start, watch);
    return nearest_within(e, c, within, start);
}

meeting ellipse_nearest_to(const oval *e, evo_vec2 axis, evo_vec2 c) {
    return nearest_to(e, axis, c, NULL);
}

meeting ellipse_watch_nearest(const oval *e, evo_vec2 axis, evo_vec2 c, const climb_watch *watch) {
    return nearest_to(e, axis, c, watch);
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

static int ellipse_numbers(const evo_shape *shape, double *numbers) {
    numbers[0] = shape->of.ellipse.radius_x;
    numbers[1] = shape->of.ellipse.radius_y;
    return 2;
}

static double ellipse_area(const evo_shape *shape) {
    return PI * shape->of.ellipse.radius_x * shape->of.ellipse.radius_y;
}

static evo_vec2 ellipse_centroid(const evo_shape *shape) {
    (void)shape;
    return vec(0, 0);
}

static double ellipse_gyration(const evo_shape *shape) {
    double a = shape->of.ellipse.radius_x, b = shape->of.ellipse.radius_y;
    return 0.25 * (a * a + b * b);
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

const shape_kind ellipse_kind = SHAPE_KIND(ellipse, ellipse);
