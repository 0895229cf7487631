/* shape.c: constructors, checks and public queries of shapes. A query transforms its arguments into
 * the shape's own frame, calls its kind and transforms the result back. */
#include <stddef.h>
#include <string.h>

#include "evolute/shape.h"
#include "shape/shape.h"

/* ---- Sizes ----------------------------------------------------------------------------------- */

size_t shape_bytes(const evo_shape *shape) {
    const shape_kind *kind = shape_kind_of(shape);
    if (shape->kind == EVO_POLYGON)
        return offsetof(evo_shape, of.polygon.points)
               + (size_t)shape->of.polygon.count * sizeof *shape->of.polygon.points;
    return kind ? offsetof(evo_shape, of) + kind->bytes : sizeof *shape;
}

evo_shape shape_copy_at(const evo_shape *shape, evo_vec2 center) {
    evo_shape copy = {.kind = shape->kind, .center = center};
    const size_t from = offsetof(evo_shape, axis);
    memcpy((char *)&copy + from, (const char *)shape + from, shape_bytes(shape) - from);
    return copy;
}

evo_shape shape_copy(const evo_shape *shape) {
    return shape_copy_at(shape, shape->center);
}

/* ---- Making shapes --------------------------------------------------------------------------- */

static evo_shape shape_of_kind(evo_shape_kind kind) {
    return (evo_shape){.kind = kind, .axis = {1, 0}};
}

evo_shape evo_circle(double radius) {
    evo_shape shape = shape_of_kind(EVO_CIRCLE);
    shape.of.circle.radius = radius;
    return shape;
}

evo_shape evo_ellipse(double radius_x, double radius_y) {
    evo_shape shape = shape_of_kind(EVO_ELLIPSE);
    shape.of.ellipse.radius_x = radius_x;
    shape.of.ellipse.radius_y = radius_y;
    return shape;
}

evo_shape evo_ring(double radius, double width, double start, double sweep) {
    evo_shape shape = shape_of_kind(EVO_RING);
    double half_sweep = 0.5 * sweep;
    shape.of.ring.inner = radius - 0.5 * width;
    shape.of.ring.outer = radius + 0.5 * width;
    /* Rounding of radius and width must leave neither a tiny hole nor a negative radius. */
    if (fabs(shape.of.ring.inner) < 1e-12 * shape.of.ring.outer) shape.of.ring.inner = 0;
    shape.of.ring.half_sweep = half_sweep;
    shape.of.ring.half = ring_half_of(half_sweep);
    /* Two turns, because the sum start + half_sweep would round. */
    shape.axis = vec_turn(evo_direction(start), evo_direction(half_sweep));
    if (!number_fits(start)) shape.axis.x = NAN; /* makes evo_shape_check fail */
    return shape;
}

/* Sets the place of a line from point to point, and returns half its length. */
static double shape_set_line(evo_shape *shape, evo_vec2 from, evo_vec2 to) {
    const evo_vec2 half = vec_scale(vec_sub(to, from), 0.5);
    shape->center = vec_add(from, half);
    shape->axis = vec_unit(half, shape->axis);
    return vec_length(half);
}

evo_shape evo_segment(evo_vec2 from, evo_vec2 to) {
    evo_shape shape = shape_of_kind(EVO_SEGMENT);
    shape.of.segment.half_length = shape_set_line(&shape, from, to);
    return shape;
}

evo_shape evo_capsule(evo_vec2 from, evo_vec2 to, double radius) {
    evo_shape shape = shape_of_kind(EVO_CAPSULE);
    shape.of.capsule.half_length = shape_set_line(&shape, from, to);
    shape.of.capsule.radius = radius;
    return shape;
}

evo_shape evo_box(double half_width, double half_height) {
    const double x = half_width, y = half_height;
    evo_shape shape = shape_of_kind(EVO_POLYGON);
    shape.of.polygon.count = x > 0 && y > 0 && sides_fit(x, y) ? 4 : 0;
    shape.of.polygon.points[0] = vec(-x, -y);
    shape.of.polygon.points[1] = vec(x, -y);
    shape.of.polygon.points[2] = vec(x, y);
    shape.of.polygon.points[3] = vec(-x, y);
    return shape;
}

/* Half of a side without the rounding; 0 where only rounding of numbers is left. */
static double flat_half(double half, double radius) {
    const double left = half - radius;
    return number_fits(half) && fabs(left) <= SHAPE_THINNEST * fabs(half) ? 0 : left;
}

evo_shape evo_rounded_box(double half_width, double half_height, double radius) {
    const double x = flat_half(half_width, radius), y = flat_half(half_height, radius);
    if (radius > 0 && x == 0 && y == 0) return evo_circle(radius);
    if (radius > 0 && x >= 0 && y >= 0 && (x == 0 || y == 0))
        return evo_capsule(vec(-x, -y), vec(x, y), radius);
    evo_shape shape = evo_box(x, y);
    shape.of.polygon.radius = radius;
    return shape;
}

evo_shape evo_polygon(const evo_vec2 *points, int count, double radius) {
    evo_shape shape = shape_of_kind(EVO_POLYGON);
    shape.of.polygon.radius = radius;
    shape.of.polygon.count = count == 0 ? 3 : count; /* without points evo_shape_check fails */
    if (!points || count < 3 || count > EVO_POLYGON_POINTS) return shape;
    const int corners = hull_around(points, count, shape.of.polygon.points, &shape.center);
    shape.of.polygon.count = corners < 3 ? 3 : corners;
    return shape;
}

evo_shape evo_shape_at(evo_shape shape, evo_vec2 offset, double angle) {
    evo_vec2 turn = evo_direction(angle);
    if (!number_fits(angle)) turn.x = NAN; /* makes evo_shape_check fail */
    shape.axis = vec_turn(shape.axis, turn);
    shape.center = vec_add(offset, number_fits(angle) ? vec_turn(shape.center, turn) : vec(0, 0));
    return shape;
}

/* ---- Validity -------------------------------------------------------------------------------- */

const shape_kind *shape_kind_of(const evo_shape *shape) {
    switch (shape->kind) {
    case EVO_CIRCLE:
        return &circle_kind;
    case EVO_ELLIPSE:
        return &ellipse_kind;
    case EVO_RING:
        return &ring_kind;
    case EVO_SEGMENT:
        return &segment_kind;
    case EVO_CAPSULE:
        return &capsule_kind;
    case EVO_POLYGON:
        return &polygon_kind;
    case EVO_NO_SHAPE:
        break;
    }
    return NULL;
}

/* Fraction of the square of the length of an axis. Smaller: turned often, it is refused. */
static const double UNIT = 2e-6;

evo_shape_rule evo_shape_broken_rule(const evo_shape *shape) {
    const shape_kind *kind = shape ? shape_kind_of(shape) : NULL;
    if (!kind) return EVO_RULE_KIND;
    if (!vector_fits(shape->center) || !vector_fits(shape->axis)) return EVO_RULE_FINITE;
    const evo_shape_rule rule = kind->broken_rule(shape);
    const bool unit = fabs(vec_dot(shape->axis, shape->axis) - 1) <= UNIT;
    return unit || rule == EVO_RULE_FINITE ? rule : EVO_RULE_AXIS;
}

evo_result evo_shape_check(const evo_shape *shape) {
    return evo_shape_broken_rule(shape) == EVO_RULE_NONE ? EVO_OK : EVO_ERROR_INVALID;
}

const char *evo_shape_rule_text(evo_shape_rule rule) {
    switch (rule) {
    case EVO_RULE_NONE:
        return "The shape is sound.";
    case EVO_RULE_KIND:
        return "The shape must be of a kind that there is.";
    case EVO_RULE_FINITE:
        return "Every number of a shape must be finite and at most 1e30.";
    case EVO_RULE_SIZE:
        return "Radii, widths and lengths must be at least 1e-30.";
    case EVO_RULE_INNER:
        return "A ring's width must not exceed twice its radius.";
    case EVO_RULE_SWEEP:
        return "A ring's sweep must lie above 0 and not exceed a full turn.";
    case EVO_RULE_POINTS:
        return "A polygon must have 3 to 8 points.";
    case EVO_RULE_AREA:
        return "The hull of a polygon's points must have an area.";
    case EVO_RULE_THIN:
        return "An ellipse must be at least 1e-15 as wide as it is long.";
    case EVO_RULE_AXIS:
        return "The axis of a shape must be of length 1.";
    case EVO_RULE_HALF:
        return "A ring's half must be the cosine and sine of half its sweep.";
    case EVO_RULE_CONVEX:
        return "A polygon's points must go counterclockwise once around their hull.";
    }
    return "There is no such rule.";
}

bool shape_measurable(const evo_shape *shape) {
    const evo_shape_rule rule = evo_shape_broken_rule(shape);
    if (rule == EVO_RULE_SIZE)
        return (shape->kind == EVO_CIRCLE && shape->of.circle.radius >= 0)
               || (shape->kind == EVO_SEGMENT && shape->of.segment.half_length >= 0);
    if (rule == EVO_RULE_SWEEP) return shape->of.ring.half_sweep > 0;
    return rule == EVO_RULE_NONE;
}

/* ---- Made again ------------------------------------------------------------------------------ */

_Static_assert(offsetof(evo_shape, of.ring.half_sweep) == offsetof(evo_shape, of) + 16
                   && offsetof(evo_shape, of.ellipse.radius_y) == offsetof(evo_shape, of) + 8
                   && offsetof(evo_shape, of.capsule.radius) == offsetof(evo_shape, of) + 8
                   && sizeof(evo_vec2) == 16,
               "shapes begin with their doubles, and points are two");

int shape_numbers(const evo_shape *shape, double *numbers) {
    const int count = shape_kind_of(shape)->doubles;
    memcpy(numbers, &shape->of, (size_t)count * sizeof *numbers);
    if (shape->kind == EVO_SEGMENT) numbers[1] = shape->of.segment.one_sided;
    if (shape->kind == EVO_SEGMENT) return 2;
    if (shape->kind != EVO_POLYGON) return count;
    const int points = shape->of.polygon.count;
    numbers[1] = points;
    memcpy(numbers + 2, shape->of.polygon.points, (size_t)points * sizeof(evo_vec2));
    return 2 + 2 * points;
}

/* Sets the numbers of a shape by its kind; false: they are not as many as the kind has. */
static bool take_numbers(evo_shape *shape, const double *numbers, int count) {
    const shape_kind *kind = shape_kind_of(shape);
    const int points = (count - 2) / 2;
    if (!kind) return false;
    memcpy(&shape->of, numbers, (size_t)kind->doubles * sizeof *numbers);
    if (shape->kind == EVO_RING) shape->of.ring.half = ring_half_of(numbers[2]);
    if (shape->kind == EVO_SEGMENT) {
        shape->of.segment.one_sided = numbers[1] != 0;
        return count == 2 && numbers[1] == shape->of.segment.one_sided && !signbit(numbers[1]);
    }
    if (shape->kind != EVO_POLYGON) return count == kind->doubles;
    if (count % 2 != 0 || points < 3 || points > EVO_POLYGON_POINTS || numbers[1] != points)
        return false;
    shape->of.polygon.count = points;
    memcpy(shape->of.polygon.points, numbers + 2, (size_t)points * sizeof(evo_vec2));
    return true;
}

bool shape_from_numbers(evo_shape *shape, const double *numbers, int count) {
    return take_numbers(shape, numbers, count) && evo_shape_check(shape) == EVO_OK;
}

/* Lengths are all numbers but the sweep of a ring, the sides of a segment and the count of a
 * polygon. */
evo_shape shape_scaled(const evo_shape *shape, double factor) {
    double numbers[SHAPE_NUMBERS];
    evo_shape scaled = shape_copy(shape);
    const evo_shape_kind kind = shape->kind;
    const int count = shape_numbers(shape, numbers);
    const int other = kind == EVO_RING ? 2 : kind == EVO_SEGMENT || kind == EVO_POLYGON ? 1 : count;
    for (int i = 0; i < count; ++i)
        if (i != other) numbers[i] *= factor;
    scaled.center = vec_scale(shape->center, factor);
    (void)take_numbers(&scaled, numbers, count);
    return scaled;
}

/* ---- Mass ------------------------------------------------------------------------------------ */

double evo_shape_area(const evo_shape *shape) {
    return shape_measurable(shape) ? shape_kind_of(shape)->weight(shape).area : 0;
}

evo_mass evo_shape_mass(const evo_shape *shape, double density) {
    evo_mass mass = {0};
    if (!shape_measurable(shape) || !number_fits(density) || density < 0) return mass;
    const shape_weight of = shape_kind_of(shape)->weight(shape);
    mass.mass = density * of.area;
    mass.center = vec_add(shape->center, vec_turn(of.centroid, shape->axis));
    mass.inertia = mass.mass * of.gyration;
    return mass;
}

/* ---- Queries of one shape -------------------------------------------------------------------- */

static bool place_shape(const evo_shape *shape, evo_pose at, placed *made) {
    if (!shape_measurable(shape) || !pose_fits(at)) return false;
    *made = placed_at(shape, at.position, evo_direction(at.angle));
    return true;
}

evo_bounds evo_shape_bounds(const evo_shape *shape, evo_pose at) {
    placed own;
    if (!place_shape(shape, at, &own)) return NO_BOUNDS;
    return placed_bounds(&own);
}

int evo_shape_corners(const evo_shape *shape, evo_pose at, evo_vec2 corners[EVO_POLYGON_POINTS]) {
    placed own;
    double radius;
    if (!corners || !place_shape(shape, at, &own)) return 0;
    evo_vec2 own_corners[EVO_POLYGON_POINTS];
    const int count = hull_points(shape, own_corners, &radius);
    if (count < 2) return 0;
    for (int i = 0; i < count; ++i) {
        /* The ends of a line, from its beginning on. */
        const int from = count == 2 ? 1 - i : i;
        corners[i] = placed_leave(&own, own_corners[from]);
    }
    return count;
}

bool evo_shape_contains(const evo_shape *shape, evo_pose at, evo_vec2 point) {
    placed own;
    if (!place_shape(shape, at, &own) || !vector_fits(point)) return false;
    return shape_kind_of(shape)->contains(shape, placed_enter(&own, point));
}

evo_nearest placed_nearest(const placed *p, evo_vec2 point) {
    evo_nearest rim = shape_kind_of(p->shape)->nearest(p->shape, placed_enter(p, point));
    rim.point = placed_leave(p, rim.point);
    rim.normal = vec_turn(rim.normal, p->axis);
    return rim;
}

evo_nearest evo_shape_nearest(const evo_shape *shape, evo_pose at, evo_vec2 point) {
    placed own;
    if (!place_shape(shape, at, &own) || !vector_fits(point))
        return (evo_nearest){.distance = INFINITY};
    return placed_nearest(&own, point);
}

evo_ray_hit placed_ray(const placed *p, evo_vec2 from, evo_vec2 delta) {
    const shape_kind *kind = shape_kind_of(p->shape);
    const evo_vec2 start = placed_enter(p, from);
    evo_ray_hit ray = kind->ray(p->shape, start, vec_turn_back(delta, p->axis));
    if (!ray.hit) return ray;
    ray.inside = kind->contains(p->shape, start);
    ray.point = placed_leave(p, ray.point);
    ray.normal = vec_turn(ray.normal, p->axis);
    return ray;
}

evo_ray_hit evo_shape_ray(const evo_shape *shape, evo_pose at, evo_vec2 from, evo_vec2 to) {
    placed own;
    if (!place_shape(shape, at, &own) || !vector_fits(from) || !vector_fits(to))
        return (evo_ray_hit){.hit = false};
    return placed_ray(&own, from, vec_sub(to, from));
}
