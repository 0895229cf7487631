/* below.c: parts of shapes below a line against slices: along a line across the shape it is
 * known from its rim and evo_shape_contains where the shape is, and Gauss's rule sums the slices
 * between the heights at which its pieces begin and end. */
#include <math.h>
#include <string.h>

#include "evolute/force.h"
#include "evolute/vector.h"
#include "suites.h"
#include "support/check.h"
#include "support/random.h"

enum { KINDS = 5, ROUNDS = 400, DEEP_ROUNDS = 20000 };

static const evo_shape_kind kinds[KINDS] = {EVO_CIRCLE, EVO_ELLIPSE, EVO_RING, EVO_CAPSULE,
                                            EVO_POLYGON};

static const double PI = 3.14159265358979323846;

/* ---- Rims ------------------------------------------------------------------------------------ */

enum { CURVES = 16, HEIGHTS = 64, NODES = 120, CROSSINGS = 64 };

typedef struct rim_circle {
    evo_vec2 center;
    double radius;
} rim_circle;

typedef struct rim_line {
    evo_vec2 from, to;
} rim_line;

/* What the rim of a shape lies on, with the line at y = 0. */
typedef struct rim {
    evo_shape shape;
    evo_pose at;
    int circles, lines;
    rim_circle circle[CURVES];
    rim_line line[CURVES];
} rim;

static evo_vec2 placed(const rim *r, evo_vec2 own) {
    const evo_vec2 axis = r->shape.axis;
    const evo_vec2 turned = {axis.x * own.x - axis.y * own.y, axis.y * own.x + axis.x * own.y};
    return evo_pose_point(r->at, evo_add(r->shape.center, turned));
}

static void add_circle(rim *r, evo_vec2 own, double radius) {
    r->circle[r->circles++] = (rim_circle){placed(r, own), radius};
}

static void add_line(rim *r, evo_vec2 from, evo_vec2 to) {
    r->line[r->lines++] = (rim_line){placed(r, from), placed(r, to)};
}

static void add_hull(rim *r, const evo_vec2 *points, int count, double radius) {
    for (int i = 0; i < count; ++i) {
        const evo_vec2 a = points[i], b = points[(i + 1) % count];
        const evo_vec2 out = evo_scale(-radius, evo_left(evo_unit(evo_sub(b, a))));
        if (radius > 0) add_circle(r, a, radius);
        add_line(r, evo_add(a, out), evo_add(b, out));
    }
}

static void add_ring(rim *r) {
    const double inner = r->shape.of.ring.inner, outer = r->shape.of.ring.outer;
    const evo_vec2 up = r->shape.of.ring.half, down = {up.x, -up.y};
    add_circle(r, (evo_vec2){0, 0}, outer);
    if (inner > 0) add_circle(r, (evo_vec2){0, 0}, inner);
    if (r->shape.of.ring.half_sweep >= PI) return;
    add_line(r, evo_scale(inner, up), evo_scale(outer, up));
    add_line(r, evo_scale(inner, down), evo_scale(outer, down));
}

static rim rim_of(const evo_shape *shape, evo_pose at) {
    rim r = {.shape = *shape, .at = at};
    const double half = shape->of.capsule.half_length;
    const evo_vec2 ends[2] = {{half, 0}, {-half, 0}};
    if (shape->kind == EVO_CIRCLE) add_circle(&r, (evo_vec2){0, 0}, shape->of.circle.radius);
    if (shape->kind == EVO_RING) add_ring(&r);
    if (shape->kind == EVO_CAPSULE) add_hull(&r, ends, 2, shape->of.capsule.radius);
    if (shape->kind == EVO_POLYGON)
        add_hull(&r, shape->of.polygon.points, shape->of.polygon.count, shape->of.polygon.radius);
    return r;
}

static void sort(double *numbers, int count) {
    for (int i = 1; i < count; ++i)
        for (int k = i; k > 0 && numbers[k - 1] > numbers[k]; --k) {
            const double larger = numbers[k - 1];
            numbers[k - 1] = numbers[k];
            numbers[k] = larger;
        }
}

/* An ellipse is x^2 A + 2 x y B + y^2 C = 1 about its centre. */
typedef struct conic {
    double a, b, c;
} conic;

static conic conic_of(const rim *r) {
    const double turn = evo_angle(r->shape.axis) + r->at.angle;
    const double x = cos(turn), y = sin(turn);
    const double p = 1 / r->shape.of.ellipse.radius_x, q = 1 / r->shape.of.ellipse.radius_y;
    return (conic){p * p * x * x + q * q * y * y, (p * p - q * q) * x * y,
                   p * p * y * y + q * q * x * x};
}

static int crossings_of_ellipse(const rim *r, double y, double *at) {
    const conic c = conic_of(r);
    const evo_vec2 center = placed(r, (evo_vec2){0, 0});
    const double h = y - center.y, middle = -c.b * h / c.a;
    const double p = r->shape.of.ellipse.radius_x * r->shape.of.ellipse.radius_y;
    const double square = (c.a - h * h / (p * p)) / (c.a * c.a);
    const double half = square > 0 ? sqrt(square) : 0;
    at[0] = center.x + middle - half;
    at[1] = center.x + middle + half;
    return 2;
}

/* Writes where a line at a height may cross the rim, in order. */
static int crossings(const rim *r, double y, double *at) {
    int count = 0;
    if (r->shape.kind == EVO_ELLIPSE) return crossings_of_ellipse(r, y, at);
    for (int i = 0; i < r->circles; ++i) {
        const rim_circle *c = &r->circle[i];
        const double h = y - c->center.y, square = (c->radius - h) * (c->radius + h);
        if (!(square > 0)) continue;
        at[count++] = c->center.x - sqrt(square);
        at[count++] = c->center.x + sqrt(square);
    }
    for (int i = 0; i < r->lines; ++i) {
        const evo_vec2 a = r->line[i].from, b = r->line[i].to;
        if ((a.y < y) == (b.y < y)) continue;
        at[count++] = a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x);
    }
    sort(at, count);
    return count;
}

/* Writes the heights below 0 between which slices vary smoothly, in order. */
static int heights(const rim *r, double *at) {
    int count = 0, kept = 0;
    const evo_bounds box = evo_shape_bounds(&r->shape, r->at);
    at[count++] = box.min.y;
    at[count++] = fmin(box.max.y, 0);
    for (int i = 0; i < r->circles; ++i) {
        at[count++] = r->circle[i].center.y - r->circle[i].radius;
        at[count++] = r->circle[i].center.y + r->circle[i].radius;
    }
    for (int i = 0; i < r->lines; ++i) {
        at[count++] = r->line[i].from.y;
        at[count++] = r->line[i].to.y;
    }
    sort(at, count);
    for (int i = 0; i < count; ++i)
        if (at[i] >= box.min.y && at[i] <= fmin(box.max.y, 0)) at[kept++] = at[i];
    return kept;
}

/* ---- Slices ---------------------------------------------------------------------------------- */

static double node[NODES], weight[NODES];

/* Places and weights of Gauss's rule on (-1, 1), by Newton's method on Legendre's polynomial. */
static void find_nodes(void) {
    for (int i = 0; i < NODES; ++i) {
        double x = cos(PI * (i + 0.75) / (NODES + 0.5)), slope = 1;
        for (int round = 0; round < 100; ++round) {
            double before = 1, value = x;
            for (int n = 2; n <= NODES; ++n) {
                const double next = ((2 * n - 1) * x * value - (n - 1) * before) / n;
                before = value;
                value = next;
            }
            slope = NODES * (x * value - before) / (x * x - 1);
            x -= value / slope;
        }
        node[i] = x;
        weight[i] = 2 / ((1 - x * x) * slope * slope);
    }
}

typedef struct sums {
    double area, second;
    evo_vec2 first;
} sums;

static void add_slice(const rim *r, double y, double thickness, sums *to) {
    double at[CROSSINGS];
    const int count = crossings(r, y, at);
    for (int i = 1; i < count; ++i) {
        const double a = at[i - 1], b = at[i], middle = 0.5 * (a + b);
        if (!evo_shape_contains(&r->shape, r->at, (evo_vec2){middle, y})) continue;
        const double area = thickness * (b - a);
        to->area += area;
        to->first.x += area * middle;
        to->first.y += area * y;
        to->second += area * ((a * a + a * b + b * b) / 3 + y * y);
    }
}

/* With y = middle + half sin t, roots at the ends of a strip are smooth in t. */
static evo_mass by_slices(const rim *r) {
    double at[HEIGHTS];
    const int count = heights(r, at);
    sums all = {0, 0, {0, 0}};
    for (int i = 1; i < count; ++i) {
        const double middle = 0.5 * (at[i - 1] + at[i]), half = 0.5 * (at[i] - at[i - 1]);
        for (int k = 0; k < NODES && half > 0; ++k) {
            const double t = 0.5 * PI * node[k];
            add_slice(r, middle + half * sin(t), 0.5 * PI * weight[k] * half * cos(t), &all);
        }
    }
    evo_mass mass = {all.area, {0, 0}, 0};
    if (!(all.area > 0)) return mass;
    mass.center = evo_scale(1 / all.area, all.first);
    mass.inertia = all.second - evo_dot(mass.center, all.first);
    return mass;
}

/* ---- Laws ------------------------------------------------------------------------------------ */

/* A shape near the x axis, which cuts most of them. */
static evo_shape random_cut(evo_shape_kind kind, evo_pose *at) {
    evo_shape shape = evo_shape_at(random_shape(kind), random_vector(1), random_between(-4, 4));
    const double size = shape_size(&shape);
    at->position = random_vector(1.2 * size);
    at->angle = random_between(-4, 4);
    const evo_vec2 center = evo_pose_point(*at, shape.center);
    at->position.x -= center.x;
    at->position.y -= center.y - random_between(-1.1, 1.1) * size;
    return shape;
}

static void expect_same(const evo_shape *shape, evo_mass a, evo_mass b, double tolerance) {
    const double size = shape_size(shape), area = evo_shape_area(shape);
    const evo_vec2 apart = evo_sub(evo_scale(a.mass, a.center), evo_scale(b.mass, b.center));
    const double inertia = evo_shape_mass(shape, 1).inertia;
    ck_assert_msg(fabs(a.mass - b.mass) <= tolerance * area, "kind %d: area %g of %g is off by %g",
                  (int)shape->kind, b.mass, area, a.mass - b.mass);
    ck_assert_msg(evo_length(apart) <= tolerance * area * size,
                  "kind %d: first moment is off by %g of %g", (int)shape->kind, evo_length(apart),
                  area * size);
    ck_assert_msg(fabs(a.inertia - b.inertia) <= tolerance * (inertia + area * size * size),
                  "kind %d: inertia %g is off by %g", (int)shape->kind, b.inertia,
                  a.inertia - b.inertia);
}

static void agree_with_slices(int rounds) {
    find_nodes();
    for (int i = 0; i < rounds; ++i) {
        evo_pose at;
        random_seed((uint64_t)i);
        const evo_shape shape = random_cut(kinds[i % KINDS], &at);
        const rim r = rim_of(&shape, at);
        const evo_mass below =
            evo_shape_below(&shape, at, (evo_vec2){random_between(-9, 9), 0}, (evo_vec2){0, 3});
        expect_same(&shape, below, by_slices(&r), 1e-11);
    }
}

START_TEST(it_is_the_sum_of_slices) {
    agree_with_slices(ROUNDS);
}
END_TEST

START_TEST(it_is_the_sum_of_many_slices) {
    agree_with_slices(DEEP_ROUNDS);
}
END_TEST

static evo_mass joined(evo_mass a, evo_mass b) {
    const double mass = a.mass + b.mass;
    if (!(mass > 0)) return a;
    const evo_vec2 apart = evo_sub(b.center, a.center);
    evo_mass both = {mass, evo_lerp(a.center, b.center, b.mass / mass), 0};
    both.inertia = a.inertia + b.inertia + a.mass * b.mass / mass * evo_dot(apart, apart);
    return both;
}

static evo_mass placed_mass(const evo_shape *shape, evo_pose at) {
    evo_mass whole = evo_shape_mass(shape, 1);
    whole.center = evo_pose_point(at, whole.center);
    return whole;
}

/* Both sides of any line are the whole: to 1e-12, of any aspect. */
START_TEST(both_sides_are_the_whole) {
    for (int i = 0; i < 20 * ROUNDS; ++i) {
        evo_pose at;
        random_seed((uint64_t)i);
        const evo_shape shape = random_cut(kinds[i % KINDS], &at);
        const evo_vec2 point = evo_pose_point(at, evo_scale(shape_size(&shape), random_vector(1)));
        const evo_vec2 normal = random_vector(2);
        const evo_mass below = evo_shape_below(&shape, at, point, normal);
        const evo_mass above = evo_shape_below(&shape, at, point, evo_scale(-0.1, normal));
        expect_same(&shape, joined(below, above), placed_mass(&shape, at), 1e-12);
    }
}
END_TEST

static void expect_none(evo_mass mass) {
    ck_assert(mass.mass == 0 && mass.center.x == 0 && mass.center.y == 0 && mass.inertia == 0);
}

START_TEST(all_of_it_or_nothing) {
    for (int i = 0; i < ROUNDS; ++i) {
        evo_pose at;
        random_seed((uint64_t)i);
        const evo_shape shape = random_cut(kinds[i % KINDS], &at);
        const evo_bounds box = evo_shape_bounds(&shape, at);
        const evo_vec2 up = {0, 1}, top = {3, box.max.y + 1e-9}, foot = {-2, box.min.y - 1e-9};
        expect_none(evo_shape_below(&shape, at, foot, up));
        expect_same(&shape, evo_shape_below(&shape, at, top, up), placed_mass(&shape, at), 1e-14);
    }
}
END_TEST

/* Thin parts keep their digits: a sliver of a disk of depth d has the area of its series, and its
 * centre lies 3/5 of d above its lowest point. */
START_TEST(slivers_keep_their_digits) {
    const evo_vec2 up = {0, 1};
    const evo_pose at = {{0, 0}, 0.3};
    const evo_shape disk = evo_circle(1), egg = evo_ellipse(1, 1);
    for (double depth = 1e-2; depth > 1e-8; depth *= 0.1) {
        const double lost = 1 - depth, deep = 1 - lost; /* as doubles have it */
        const double z = deep / 2;
        const double area =
            8.0 / 3 * deep * sqrt(z) * (1 - 0.3 * z - 3.0 / 56 * z * z - 1.0 / 48 * z * z * z);
        const evo_mass a = evo_shape_below(&disk, at, (evo_vec2){5, -lost}, up);
        const evo_mass b = evo_shape_below(&egg, at, (evo_vec2){5, -lost}, up);
        ck_assert_double_le(fabs(a.mass / area - 1), 1e-9);
        ck_assert_double_le(fabs(b.mass / area - 1), 1e-9);
        ck_assert_double_le(fabs((1 + a.center.y) / deep - 0.6), 0.1 * depth + 1e-6);
    }
}
END_TEST

/* Numbers near the ends of the range stay in it. */
START_TEST(any_size) {
    const evo_vec2 up = {0, 1}, origin = {0, 0};
    for (double size = 1e-29; size < 1e29; size *= 1e8) {
        const evo_shape shapes[] = {evo_circle(size), evo_ellipse(size, size / 2),
                                    evo_ring(size / 2, size / 4, 0, 6.283185307179586),
                                    evo_box(size / 2, size / 2)};
        for (int i = 0; i < 4; ++i) {
            const evo_mass half = evo_shape_below(&shapes[i], (evo_pose){{0, 0}, 0}, origin, up);
            const double area = evo_shape_area(&shapes[i]);
            ck_assert_double_le(fabs(2 * half.mass / area - 1), 1e-14);
            ck_assert(half.center.y < 0 && half.inertia > 0 && isfinite(half.inertia));
        }
    }
}
END_TEST

START_TEST(bad_input_has_none) {
    const evo_shape disk = evo_circle(1), bad = evo_circle(-1),
                    line = evo_segment((evo_vec2){-1, 0}, (evo_vec2){1, -1});
    const evo_pose here = {{0, 0}, 0};
    const evo_vec2 up = {0, 1}, origin = {0, 0}, odd = {NAN, 0}, far_off = {0, 1e31};
    expect_none(evo_shape_below(NULL, here, origin, up));
    expect_none(evo_shape_below(&bad, here, origin, up));
    expect_none(evo_shape_below(&line, here, origin, up));
    expect_none(evo_shape_below(&disk, (evo_pose){odd, 0}, origin, up));
    expect_none(evo_shape_below(&disk, (evo_pose){origin, INFINITY}, origin, up));
    expect_none(evo_shape_below(&disk, here, odd, up));
    expect_none(evo_shape_below(&disk, here, far_off, up));
    expect_none(evo_shape_below(&disk, here, origin, odd));
    expect_none(evo_shape_below(&disk, here, origin, origin));
    ck_assert(evo_shape_below(&disk, here, origin, up).mass > 1);
}
END_TEST

Suite *suite_below(void) {
    Suite *suite = suite_create("below");
    TCase *parts = tcase_create("parts"), *deep = tcase_create("deep");
    tcase_add_test(parts, it_is_the_sum_of_slices);
    tcase_add_test(parts, both_sides_are_the_whole);
    tcase_add_test(parts, all_of_it_or_nothing);
    tcase_add_test(parts, slivers_keep_their_digits);
    tcase_add_test(parts, any_size);
    tcase_add_test(parts, bad_input_has_none);
    tcase_add_test(deep, it_is_the_sum_of_many_slices);
    tcase_set_tags(deep, "slow");
    suite_add_tcase(suite, parts);
    suite_add_tcase(suite, deep);
    return suite;
}
