/* geometry.c: questions about two shapes of raw numbers: what evo_shape_check lets through has
 * finite answers, and what it refuses touches nothing. */
#include <math.h>

#include "evolute/evolute.h"
#include "fuzz.h"

static evo_vec2 any_vec(fuzz_bytes *b) {
    const double x = fuzz_any_number(b);
    return (evo_vec2){x, fuzz_any_number(b)};
}

static evo_shape any_shape(fuzz_bytes *b);

/* Compilers evaluate arguments in orders of their own: bytes are read before. */
static evo_shape moved_shape(fuzz_bytes *b, double angle) {
    const evo_shape shape = any_shape(b);
    return evo_shape_at(shape, any_vec(b), angle);
}

static evo_shape any_shape(fuzz_bytes *b) {
    evo_vec2 points[EVO_POLYGON_POINTS];
    const double first = fuzz_any_number(b), second = fuzz_any_number(b);
    const int kind = fuzz_one_of(b, 8);
    switch (kind) {
    case 0:
        return evo_circle(first);
    case 1:
        return evo_ellipse(first, second);
    case 5:
        return evo_box(first, second);
    case 6:
        return moved_shape(b, first);
    default:
        break;
    }
    const evo_vec2 more = any_vec(b);
    switch (kind) {
    case 2:
        return evo_ring(first, second, more.x, more.y);
    case 3:
        return evo_segment((evo_vec2){first, second}, more);
    case 4:
        return evo_capsule((evo_vec2){first, second}, more, fuzz_any_number(b));
    default:
        break;
    }
    const int count = fuzz_one_of(b, EVO_POLYGON_POINTS + 2);
    for (int i = 0; i < EVO_POLYGON_POINTS && i < count; ++i) points[i] = any_vec(b);
    return evo_polygon(points, count < EVO_POLYGON_POINTS ? count : EVO_POLYGON_POINTS, first);
}

static bool is_finite(evo_vec2 v) {
    return isfinite(v.x) && isfinite(v.y);
}

static void check_shape(const evo_shape *shape, evo_pose at, evo_vec2 point, evo_vec2 to) {
    const bool valid = evo_shape_check(shape) == EVO_OK;
    fuzz_expect(valid == (evo_shape_broken_rule(shape) == EVO_RULE_NONE), "a rule is broken");
    fuzz_expect(evo_shape_rule_text(evo_shape_broken_rule(shape)) != NULL, "rules have a text");
    const double area = evo_shape_area(shape);
    const evo_ray_hit hit = evo_shape_ray(shape, at, point, to);
    const evo_nearest nearest = evo_shape_nearest(shape, at, point);
    (void)evo_shape_contains(shape, at, point);
    (void)evo_shape_bounds(shape, at);
    (void)evo_shape_mass(shape, 1);
    fuzz_expect(!isnan(area) && area >= 0, "an area is no less than 0");
    fuzz_expect(!isnan(hit.fraction), "a fraction is a number");
    if (valid && isfinite(nearest.distance))
        fuzz_expect(is_finite(nearest.point), "the nearest point is finite");
}

static evo_pose any_pose(fuzz_bytes *b) {
    const evo_vec2 at = any_vec(b);
    return (evo_pose){at, fuzz_any_number(b)};
}

/* Whether sizes are within six orders of magnitude: answers about
 * needles of an atom's width are only asked for. */
static bool is_ordinary(const evo_shape *shape) {
    const evo_bounds b = evo_shape_bounds(shape, (evo_pose){{0, 0}, 0});
    const double width = b.max.x - b.min.x, height = b.max.y - b.min.y;
    const double more = fmax(width, height), less = fmin(width, height);
    return more < 1e6 && (less > 1e-6 || shape->kind == EVO_SEGMENT) && more < 1e6 * less;
}

/* How far a shape is from the origin, at most: its rounding errors are parts of that. */
static double size_of(const evo_shape *shape, evo_pose at) {
    const evo_bounds b = evo_shape_bounds(shape, at);
    return fmax(fmax(fabs(b.min.x), fabs(b.max.x)), fmax(fabs(b.min.y), fabs(b.max.y)));
}

static void check_parts(fuzz_bytes *b) {
    enum { POINTS = 16 };
    evo_vec2 points[POINTS];
    evo_shape parts[POINTS];
    const size_t count = (size_t)fuzz_one_of(b, POINTS + 1);
    for (size_t i = 0; i < count; ++i) points[i] = any_vec(b);
    const size_t made = evo_polygon_parts(points, count, parts, POINTS);
    fuzz_expect(made == 0 || made + 2 <= count,
                "an outline has two parts less than points at most");
    for (size_t i = 0; i < made; ++i)
        fuzz_expect(evo_shape_check(&parts[i]) == EVO_OK, "a part is valid");
}

void fuzz_geometry(const uint8_t *bytes, size_t count) {
    fuzz_bytes b = {bytes, bytes + count};
    const evo_shape first = any_shape(&b), second = any_shape(&b);
    const evo_pose at_a = any_pose(&b), at_b = any_pose(&b);
    const evo_vec2 velocities[2] = {any_vec(&b), any_vec(&b)};
    const evo_flight fa = {at_a.position, velocities[0], at_a.angle, fuzz_any_number(&b)};
    const evo_flight fb = {at_b.position, velocities[1], at_b.angle, fuzz_any_number(&b)};
    evo_gap found[2];
    check_shape(&first, at_a, at_b.position, any_vec(&b));
    check_shape(&second, at_b, at_a.position, any_vec(&b));
    const evo_gap gap = evo_measure(&first, at_a, &second, at_b);
    const bool overlap = evo_overlap(&first, at_a, &second, at_b);
    const double time = evo_time_of_impact(&first, fa, &second, fb, 10);
    const int contacts = evo_contacts(&first, at_a, &second, at_b, 0.1, found);
    (void)evo_measure_fit(&first, at_a, &second, at_b);
    check_parts(&b);
    fuzz_expect(time >= 0, "a time of impact is no less than 0");
    if (!is_ordinary(&first) || !is_ordinary(&second)) return;
    fuzz_expect(!isnan(gap.distance), "a gap is a number");
    fuzz_expect(contacts >= 0 && contacts <= 2, "two contacts at most");
    for (int i = 0; i < contacts; ++i)
        fuzz_expect(isfinite(found[i].distance) && is_finite(found[i].normal), "finite contacts");
    if (!isfinite(gap.distance)) return;
    fuzz_expect(is_finite(gap.normal) && is_finite(gap.point_a), "finite gaps have finite points");
    const double size = size_of(&first, at_a) + size_of(&second, at_b);
    if (overlap) fuzz_expect(gap.distance <= 1e-6 * size, "what overlaps has no gap");
}
