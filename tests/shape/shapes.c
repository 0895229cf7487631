/* shapes.c: single shapes: rules, masses, bounds, nearest points and rays, against numerical
 * integration and search. */
#include <math.h>

#include "suites.h"
#include "support/random.h"

static const double PI = 3.14159265358979323846;
static const evo_pose HERE = {{0, 0}, 0};

/* ---- Rules ----------------------------------------------------------------------------------- */

typedef struct rule_case {
    evo_shape shape;
    evo_shape_rule rule;
} rule_case;

START_TEST(each_rule_has_its_name) {
    const evo_shape nothing = {0};
    const evo_vec2 o = {0, 0}, x = {1, 0}, nan_point = {NAN, 0};
    evo_shape axis = evo_circle(1), half = evo_ring(1, 0.5, 0, 1), clockwise = evo_box(1, 1);
    axis.axis = o;
    half.of.ring.half = x;
    clockwise.of.polygon.points[1] = clockwise.of.polygon.points[3];
    const rule_case cases[] = {
        {nothing, EVO_RULE_KIND},
        {evo_circle(1), EVO_RULE_NONE},
        {evo_circle(0), EVO_RULE_SIZE},
        {evo_circle(-1), EVO_RULE_SIZE},
        {evo_circle(NAN), EVO_RULE_FINITE},
        {evo_circle(INFINITY), EVO_RULE_FINITE},
        {evo_ellipse(1, 2), EVO_RULE_NONE},
        {evo_ellipse(1, 0), EVO_RULE_SIZE},
        {evo_ellipse(-1, 1), EVO_RULE_SIZE},
        {evo_ellipse(1e-5, 1e6), EVO_RULE_NONE},
        {evo_ellipse(1e-30, 1e6), EVO_RULE_THIN},
        {evo_ellipse(1e6, 1e-30), EVO_RULE_THIN},
        {evo_box(1e-5, 1e6), EVO_RULE_NONE},
        {evo_box(1e-30, 1e6), EVO_RULE_AREA},
        {evo_ellipse(NAN, 1), EVO_RULE_FINITE},
        {evo_ellipse(1, INFINITY), EVO_RULE_FINITE},
        {evo_ring(1, 0.5, 0, 1), EVO_RULE_NONE},
        {evo_ring(1, 2, 0, 2 * PI), EVO_RULE_NONE},
        {evo_ring(1, 2.1, 0, 1), EVO_RULE_INNER},
        {evo_ring(1, 0, 0, 1), EVO_RULE_SIZE},
        {evo_ring(1, -0.5, 0, 1), EVO_RULE_SIZE},
        {evo_ring(-1, 0.5, 0, 1), EVO_RULE_SIZE},
        {evo_ring(1, 0.5, 0, 0), EVO_RULE_SWEEP},
        {evo_ring(1, 0.5, 0, -1), EVO_RULE_SWEEP},
        {evo_ring(1, 0.5, 0, 6.3), EVO_RULE_SWEEP},
        {evo_ring(1, 0.5, NAN, 1), EVO_RULE_FINITE},
        {evo_ring(1, 0.5, 0, NAN), EVO_RULE_FINITE},
        {evo_ring(NAN, 0.5, 0, 1), EVO_RULE_FINITE},
        {evo_segment(o, x), EVO_RULE_NONE},
        {evo_segment(o, o), EVO_RULE_SIZE},
        {evo_segment(nan_point, x), EVO_RULE_FINITE},
        {evo_shape_at(evo_circle(1), nan_point, 0), EVO_RULE_FINITE},
        {evo_shape_at(evo_circle(1), x, NAN), EVO_RULE_FINITE},
        {evo_shape_at(evo_circle(1), x, INFINITY), EVO_RULE_FINITE},
        {evo_shape_at(evo_segment(o, x), o, 1.2e30), EVO_RULE_FINITE},
        {evo_ring(1, 0.5, 1.2e30, 1), EVO_RULE_FINITE},
        {axis, EVO_RULE_AXIS},
        {half, EVO_RULE_HALF},
        {clockwise, EVO_RULE_CONVEX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        evo_shape_rule rule = evo_shape_broken_rule(&cases[i].shape);
        ck_assert_msg(rule == cases[i].rule, "case %d: %s", (int)i, evo_shape_rule_text(rule));
        evo_result result = evo_shape_check(&cases[i].shape);
        ck_assert_int_eq(result, rule == EVO_RULE_NONE ? EVO_OK : EVO_ERROR_INVALID);
    }
    ck_assert_int_eq(evo_shape_check(NULL), EVO_ERROR_INVALID);
}
END_TEST

START_TEST(every_sentence_is_there) {
    for (int i = EVO_RULE_NONE; i <= EVO_RULE_THIN + 1; ++i)
        ck_assert_ptr_nonnull(evo_shape_rule_text((evo_shape_rule)i));
    for (int i = EVO_OK; i <= EVO_ERROR_LOCKED + 1; ++i)
        ck_assert_ptr_nonnull(evo_result_text((evo_result)i));
}
END_TEST

/* ---- Mass ------------------------------------------------------------------------------------ */

/* Area, centroid and inertia of a shape, summed over a fine grid. */
static evo_mass summed_mass(const evo_shape *shape) {
    enum { STEPS = 1200 };
    evo_bounds box = evo_shape_bounds(shape, HERE);
    double dx = (box.max.x - box.min.x) / STEPS, dy = (box.max.y - box.min.y) / STEPS;
    double area = 0, sx = 0, sy = 0, polar = 0;
    for (int i = 0; i < STEPS; ++i) {
        for (int j = 0; j < STEPS; ++j) {
            evo_vec2 p = {box.min.x + (i + 0.5) * dx, box.min.y + (j + 0.5) * dy};
            if (!evo_shape_contains(shape, HERE, p)) continue;
            area += dx * dy;
            sx += dx * dy * p.x;
            sy += dx * dy * p.y;
            polar += dx * dy * (p.x * p.x + p.y * p.y);
        }
    }
    evo_mass mass = {area, {sx / area, sy / area}, 0};
    mass.inertia = polar - area * (mass.center.x * mass.center.x + mass.center.y * mass.center.y);
    return mass;
}

START_TEST(masses_are_integrals) {
    const evo_vec2 offset = {0.7, -0.4};
    const evo_vec2 corners[5] = {{-1, -0.5}, {0.4, -0.9}, {1.1, 0.2}, {0.3, 0.8}, {-0.8, 0.6}};
    const evo_shape shapes[] = {
        evo_circle(0.8),
        evo_ellipse(1.5, 0.4),
        evo_ring(1, 0.6, 0.3, 1.2),
        evo_ring(1, 0.6, -2, 4.5),
        evo_ring(1, 2, 1, 2.5),
        evo_ring(1, 0.3, 0, 2 * PI),
        evo_shape_at(evo_ring(1, 0.6, 0.3, 1.2), offset, 2),
        evo_shape_at(evo_ellipse(1.5, 0.4), offset, -0.6),
        evo_capsule((evo_vec2){-0.7, 0.2}, (evo_vec2){1, 0.5}, 0.3),
        evo_shape_at(evo_box(1, 0.4), offset, 1),
        evo_polygon(corners, 5, 0),
        evo_shape_at(evo_polygon(corners, 5, 0.25), offset, 1),
    };
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i) {
        evo_mass sum = summed_mass(&shapes[i]), mass = evo_shape_mass(&shapes[i], 3);
        ck_assert_double_eq_tol(mass.mass, 3 * sum.mass, 3e-3 * sum.mass);
        ck_assert_double_eq_tol(evo_shape_area(&shapes[i]), sum.mass, 1e-3 * sum.mass);
        ck_assert_double_eq_tol(mass.center.x, sum.center.x, 1e-3);
        ck_assert_double_eq_tol(mass.center.y, sum.center.y, 1e-3);
        ck_assert_double_eq_tol(mass.inertia, 3 * sum.inertia, 1e-2 * sum.inertia);
    }
}
END_TEST

/* A half disk has its centroid at 4 r / (3 pi), a half circle of wire at 2 r / pi. */
START_TEST(known_centroids) {
    evo_shape half_disk = evo_ring(0.5, 1, 0, PI), wire = evo_ring(1, 1e-6, 0, PI);
    ck_assert_double_eq_tol(evo_shape_mass(&half_disk, 1).center.y, 4 / (3 * PI), 1e-15);
    ck_assert_double_eq_tol(evo_shape_mass(&wire, 1).center.y, 2 / PI, 1e-12);
    evo_shape ellipse = evo_ellipse(3, 2);
    evo_mass m = evo_shape_mass(&ellipse, 5);
    ck_assert_double_eq_tol(m.inertia, m.mass * (9 + 4) / 4, 1e-12 * m.inertia);
}
END_TEST

/* A tiny slice of length and width s has inertia m s^2 / 6, as a square. */
START_TEST(tiny_slices_have_inertia) {
    for (int i = 1; i < 12; ++i) {
        double tiny = pow(10, -i);
        evo_shape slice = evo_ring(1, tiny, 0.3, tiny);
        evo_mass m = evo_shape_mass(&slice, 1);
        ck_assert_double_eq_tol(m.inertia / m.mass / (tiny * tiny / 6), 1,
                                2e-2 * tiny + 1e-15 / tiny);
    }
    evo_shape far = evo_ring(1e15, 0.5, 1, 1e-12);
    ck_assert_double_ge(evo_shape_mass(&far, 1).inertia, 0);
}
END_TEST

/* ---- Points ---------------------------------------------------------------------------------- */

/* The rim point at a parameter in [0, 1) of the hull of points, grown by a radius: equal parts for
 * each face and each corner. */
static evo_vec2 hull_rim_point(const evo_vec2 *points, int count, double radius, double t) {
    const int part = (int)(t * 2 * count), i = part / 2;
    const double u = t * 2 * count - part;
    const evo_vec2 a = points[i], b = points[(i + 1) % count], c = points[(i + 2) % count];
    const double first = atan2(a.x - b.x, b.y - a.y);
    double next = atan2(b.x - c.x, c.y - b.y);
    if (part % 2 == 0)
        return (evo_vec2){a.x + u * (b.x - a.x) + radius * cos(first),
                          a.y + u * (b.y - a.y) + radius * sin(first)};
    while (next < first) next += 2 * PI;
    const double angle = first + u * (next - first);
    return (evo_vec2){b.x + radius * cos(angle), b.y + radius * sin(angle)};
}

/* The rim point at a parameter in [0, 1). */
static evo_vec2 rim_point(const evo_shape *shape, double t) {
    double angle = 2 * PI * t;
    evo_vec2 p = {0, 0};
    if (shape->kind == EVO_CIRCLE || shape->kind == EVO_ELLIPSE) {
        bool circle = shape->kind == EVO_CIRCLE;
        p.x = cos(angle) * (circle ? shape->of.circle.radius : shape->of.ellipse.radius_x);
        p.y = sin(angle) * (circle ? shape->of.circle.radius : shape->of.ellipse.radius_y);
    } else if (shape->kind == EVO_SEGMENT) {
        p.x = (2 * t - 1) * shape->of.segment.half_length;
    } else if (shape->kind == EVO_CAPSULE) {
        const double half = shape->of.capsule.half_length;
        const evo_vec2 ends[2] = {{-half, 0}, {half, 0}};
        p = hull_rim_point(ends, 2, shape->of.capsule.radius, t);
    } else if (shape->kind == EVO_POLYGON) {
        p = hull_rim_point(shape->of.polygon.points, shape->of.polygon.count,
                           shape->of.polygon.radius, t);
    } else {
        /* Outer arc, inner arc, two cuts: a quarter of the parameter each. */
        double inner = shape->of.ring.inner, outer = shape->of.ring.outer;
        bool whole = shape->of.ring.half_sweep >= PI;
        double half = fmin(shape->of.ring.half_sweep, PI), u = fmod(4 * t, 1);
        int part = whole ? (int)(4 * t) % 2 : (int)(4 * t);
        double r = part == 0 ? outer : part == 1 ? inner : inner + u * (outer - inner);
        double turn = part < 2 ? half * (2 * u - 1) : part == 2 ? half : -half;
        if (whole && inner == 0) r = outer;
        p.x = r * cos(turn);
        p.y = r * sin(turn);
    }
    evo_vec2 axis = shape->axis;
    evo_vec2 placed = {shape->center.x + p.x * axis.x - p.y * axis.y,
                       shape->center.y + p.x * axis.y + p.y * axis.x};
    return placed;
}

static evo_vec2 in_world(evo_vec2 p, evo_pose at) {
    double c = cos(at.angle), s = sin(at.angle);
    evo_vec2 placed = {at.position.x + p.x * c - p.y * s, at.position.y + p.x * s + p.y * c};
    return placed;
}

static evo_pose random_pose(void) {
    evo_pose at = {{random_between(-5, 5), random_between(-5, 5)}, random_between(-10, 10)};
    return at;
}

static evo_shape random_placed_shape(evo_shape_kind kind) {
    evo_vec2 offset = {random_between(-1, 1), random_between(-1, 1)};
    return evo_shape_at(random_shape(kind), offset, random_between(-4, 4));
}

enum { RIM_STEPS = 20000 };

START_TEST(bounds_are_tight) {
    random_seed(11);
    for (int i = 0; i < 60; ++i) {
        evo_shape shape = random_placed_shape((evo_shape_kind)_i);
        evo_pose at = random_pose();
        evo_bounds box = evo_shape_bounds(&shape, at);
        evo_bounds seen = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
        for (int k = 0; k <= RIM_STEPS; ++k) {
            evo_vec2 p = in_world(rim_point(&shape, k * (1 - 1e-12) / RIM_STEPS), at);
            seen.min.x = fmin(seen.min.x, p.x);
            seen.min.y = fmin(seen.min.y, p.y);
            seen.max.x = fmax(seen.max.x, p.x);
            seen.max.y = fmax(seen.max.y, p.y);
        }
        double coarse = 2e-3 * shape_size(&shape), fine = 1e-9;
        ck_assert(box.min.x <= seen.min.x + fine && box.min.x >= seen.min.x - coarse);
        ck_assert(box.min.y <= seen.min.y + fine && box.min.y >= seen.min.y - coarse);
        ck_assert(box.max.x >= seen.max.x - fine && box.max.x <= seen.max.x + coarse);
        ck_assert(box.max.y >= seen.max.y - fine && box.max.y <= seen.max.y + coarse);
    }
}
END_TEST

static double length(evo_vec2 a, evo_vec2 b) {
    return hypot(a.x - b.x, a.y - b.y);
}

START_TEST(nearest_is_nearest) {
    random_seed(12);
    for (int i = 0; i < 40; ++i) {
        evo_shape shape = random_placed_shape((evo_shape_kind)_i);
        evo_pose at = random_pose();
        double size = shape_size(&shape);
        evo_vec2 own = rim_point(&shape, random_between(0, 1)), p = in_world(own, at);
        p.x += size * random_between(-1, 1);
        p.y += size * random_between(-1, 1);
        evo_nearest rim = evo_shape_nearest(&shape, at, p);
        double least = INFINITY;
        for (int k = 0; k <= RIM_STEPS; ++k) {
            evo_vec2 q = in_world(rim_point(&shape, k * (1 - 1e-12) / RIM_STEPS), at);
            least = fmin(least, length(p, q));
        }
        ck_assert_double_le(fabs(rim.distance), least + 1e-9);
        ck_assert_double_ge(fabs(rim.distance), least - 4e-4 * size);
        ck_assert_double_eq_tol(length(p, rim.point), fabs(rim.distance), 1e-9);
        ck_assert_double_eq_tol(hypot(rim.normal.x, rim.normal.y), 1, 1e-12);
        evo_vec2 back = {rim.point.x + rim.distance * rim.normal.x,
                         rim.point.y + rim.distance * rim.normal.y};
        ck_assert_double_le(length(back, p), 1e-9);
        if (shape.kind != EVO_SEGMENT)
            ck_assert_int_eq(evo_shape_contains(&shape, at, p), rim.distance <= 0);
    }
}
END_TEST

/* Along a ray, `contains` changes at the rim and nowhere before. */
START_TEST(rays_meet_the_rim) {
    enum { STEPS = 4000 };
    random_seed(13);
    int hits = 0, inside = 0;
    for (int i = 0; i < 300; ++i) {
        evo_shape shape = random_placed_shape((evo_shape_kind)_i);
        evo_pose at = random_pose();
        double size = shape_size(&shape);
        evo_vec2 middle = in_world(shape.center, at);
        evo_vec2 from = {middle.x + size * random_between(-1.5, 1.5),
                         middle.y + size * random_between(-1.5, 1.5)};
        evo_vec2 to = {middle.x + size * random_between(-1.5, 1.5),
                       middle.y + size * random_between(-1.5, 1.5)};
        evo_ray_hit ray = evo_shape_ray(&shape, at, from, to);
        bool begins = evo_shape_contains(&shape, at, from);
        double end = ray.hit ? ray.fraction : 1;
        for (int k = 0; k < STEPS; ++k) {
            double f = end * (1 - 1e-9) * k / STEPS;
            evo_vec2 p = {from.x + f * (to.x - from.x), from.y + f * (to.y - from.y)};
            ck_assert_int_eq(evo_shape_contains(&shape, at, p), begins);
        }
        if (!ray.hit) continue;
        ++hits;
        inside += ray.inside;
        ck_assert_int_eq(ray.inside, begins);
        evo_nearest rim = evo_shape_nearest(&shape, at, ray.point);
        ck_assert_double_le(fabs(rim.distance), 1e-9);
        double along = (to.x - from.x) * ray.normal.x + (to.y - from.y) * ray.normal.y;
        ck_assert(begins ? along >= 0 : along <= 0);
        ck_assert_double_eq_tol(hypot(ray.normal.x, ray.normal.y), 1, 1e-12);
    }
    ck_assert_int_gt(hits, 60);
    ck_assert(_i == EVO_SEGMENT || inside > 10);
}
END_TEST

/* Moving the shape within its body is the same as moving the body. */
START_TEST(placing_is_moving) {
    random_seed(14);
    for (int i = 0; i < 80; ++i) {
        evo_shape plain = random_shape((evo_shape_kind)_i);
        evo_pose at = random_pose();
        evo_shape placed = evo_shape_at(plain, at.position, at.angle);
        evo_vec2 p = {random_between(-8, 8), random_between(-8, 8)};
        evo_nearest a = evo_shape_nearest(&plain, at, p), b = evo_shape_nearest(&placed, HERE, p);
        ck_assert_double_eq_tol(a.distance, b.distance, 1e-12);
        ck_assert_double_le(length(a.point, b.point), 1e-9);
    }
}
END_TEST

Suite *suite_shapes(void) {
    Suite *suite = suite_create("shapes");
    TCase *shapes = tcase_create("shapes");
    tcase_add_test(shapes, each_rule_has_its_name);
    tcase_add_test(shapes, every_sentence_is_there);
    tcase_add_test(shapes, masses_are_integrals);
    tcase_add_test(shapes, known_centroids);
    tcase_add_test(shapes, tiny_slices_have_inertia);
    tcase_add_loop_test(shapes, bounds_are_tight, EVO_CIRCLE, EVO_POLYGON + 1);
    tcase_add_loop_test(shapes, nearest_is_nearest, EVO_CIRCLE, EVO_POLYGON + 1);
    tcase_add_loop_test(shapes, rays_meet_the_rim, EVO_CIRCLE, EVO_POLYGON + 1);
    tcase_add_loop_test(shapes, placing_is_moving, EVO_CIRCLE, EVO_POLYGON + 1);
    suite_add_tcase(suite, shapes);
    return suite;
}
