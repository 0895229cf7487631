/* test_gap_cases.c: overlap and gap against the reference cases, and of shapes exactly in line. */
#include <math.h>
#include <string.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/gap_truth.h"
#include "support/random.h"

/* `kind` is a letter of the file's name: e, c, s or r. */
static void read_shape(const csv *row, char kind, int second, evo_shape *shape, evo_pose *at) {
    memset(at, 0, sizeof *at);
    switch (kind) {
    case 'c':
        *shape = evo_circle(csv_float(row, "ra"));
        at->position = csv_vector(row, "xa", "ya");
        break;
    case 'e':
        *shape =
            evo_ellipse(csv_float(row, second ? "ab" : "aa"), csv_float(row, second ? "bb" : "ba"));
        at->position = csv_vector(row, second ? "xb" : "xa", second ? "yb" : "ya");
        at->angle = csv_float(row, second ? "tb" : "ta");
        break;
    case 's':
        *shape = evo_segment(csv_vector(row, "x0", "y0"), csv_vector(row, "x1", "y1"));
        break;
    default: {
        double inner = csv_float(row, "r0"), outer = csv_float(row, "r1");
        double middle = csv_float(row, "th"), half = csv_float(row, "half");
        *shape = evo_ring((inner + outer) / 2, outer - inner, middle - half, 2 * half);
        at->position = csv_vector(row, "xr", "yr");
    }
    }
}

static const char *const FILES[] = {"ee", "ce", "es", "cr", "er"};

START_TEST(every_row) {
    const char *kinds = FILES[_i];
    char path[64];
    snprintf(path, sizeof path, "tests/cases/%s.csv", kinds);
    csv table;
    csv_open(&table, path);
    int faults = 0;
    double worst = 0;
    while (csv_next(&table)) {
        pair_case c;
        read_shape(&table, kinds[0], 0, &c.a, &c.at_a);
        read_shape(&table, kinds[1], 1, &c.b, &c.at_b);
        gap_truth truth = gap_truth_read(&table);
        faults += gap_truth_judge(&truth, &c, kinds, &worst);
    }
    csv_close(&table);
    ck_assert_int_gt(table.rows, 600);
    ck_assert_msg(faults == 0, "%s: %d faults", path, faults);
    /* Far below the tolerance, because the computation is in double. */
    ck_assert_double_le(worst, 1e-12);
}
END_TEST

/* ---- Shapes in line -------------------------------------------------------------------------- */

/* Two shapes along one axis of the world, or one line at any angle, at a gap that is known. */

enum { IN_LINE = 4000, IN_LINE_WORLDS = 400, LINE_KINDS = 5 };

/* A multiple of 1/64, which sums of a few keep exactly. */
static double binary_between(double low, double high) {
    return floor(64 * random_between(low, high)) / 64;
}

/* A shape that is symmetric about the x or the y axis, or a ring that begins there. */
typedef struct line_shape {
    evo_shape shape;
    double low, high; /* ends along the axis */
} line_shape;

static line_shape any_line_shape(int kind, bool upright) {
    const double half = binary_between(0.1, 1), off = binary_between(-1, 1);
    const double radius = binary_between(0.1, 0.5), quarter = upright ? acos(-1) / 2 : 0;
    const evo_vec2 axis = {!upright, upright};
    const evo_vec2 ends[2] = {evo_scale(off - half, axis), evo_scale(off + half, axis)};
    if (kind == 0) return (line_shape){evo_circle(radius), -radius, radius};
    if (kind == 1) return (line_shape){evo_segment(ends[0], ends[1]), off - half, off + half};
    if (kind == 2)
        return (line_shape){evo_capsule(ends[0], ends[1], radius), off - half - radius,
                            off + half + radius};
    if (kind == 3)
        return (line_shape){upright ? evo_box(radius, half) : evo_box(half, radius), -half, half};
    return (line_shape){evo_ring(half, 0.0625, quarter, random_between(3.2, 6.2)), -half - 0.03125,
                        half + 0.03125};
}

typedef struct line_pair {
    pair_case c;
    double gap;
    evo_vec2 way; /* from the first to the second */
} line_pair;

/* Every fourth pair touches. `turn`: of the line. */
static line_pair any_line_pair(int i, double turn) {
    const bool upright = random_between(0, 1) < 0.5;
    const int kinds[2] = {i % LINE_KINDS, i / LINE_KINDS % LINE_KINDS};
    const line_shape a = any_line_shape(kinds[0], upright), b = any_line_shape(kinds[1], upright);
    const double across = binary_between(-3, 3), first = binary_between(-3, 3);
    line_pair p = {.gap = i % 4 == 0 ? 0 : binary_between(1.0 / 64, 4)};
    const double second = first + a.high + p.gap - b.low;
    const evo_vec2 one = upright ? evo_vec(across, first) : evo_vec(first, across);
    const evo_vec2 two = upright ? evo_vec(across, second) : evo_vec(second, across);
    const evo_vec2 way = {cos(turn), sin(turn)};
    p.way = upright ? evo_vec(-way.y, way.x) : way;
    p.c =
        (pair_case){a.shape,
                    b.shape,
                    {evo_vec(one.x * way.x - one.y * way.y, one.x * way.y + one.y * way.x), turn},
                    {evo_vec(two.x * way.x - two.y * way.y, two.x * way.y + two.y * way.x), turn}};
    return p;
}

static void check_line_pair(const pair_case *c, double gap) {
    evo_gap touches[2];
    const evo_gap found = evo_measure(&c->a, c->at_a, &c->b, c->at_b);
    ck_assert_double_eq_tol(found.distance, gap, 1e-9);
    ck_assert_int_ge(evo_contacts(&c->a, c->at_a, &c->b, c->at_b, 10, touches), 1);
    ck_assert_double_eq_tol(touches[0].distance, gap, 1e-9);
    if (gap > 1e-9) ck_assert(!evo_overlap(&c->a, c->at_a, &c->b, c->at_b));
}

/* The second shape comes along the line, with a speed of 1. */
static void check_line_meeting(const line_pair *p) {
    const pair_case *c = &p->c;
    const evo_flight a = {c->at_a.position, {0, 0}, c->at_a.angle, 0};
    const evo_flight b = {c->at_b.position, evo_scale(-1, p->way), c->at_b.angle, 0};
    if (c->a.kind == EVO_SEGMENT && c->b.kind == EVO_SEGMENT) return;
    ck_assert_double_eq_tol(evo_time_of_impact(&c->a, a, &c->b, b, 10), p->gap, 1e-6);
}

START_TEST(gaps_in_line_are_along_it) {
    random_seed((uint64_t)_i);
    for (int i = 0; i < IN_LINE; ++i) {
        const line_pair p = any_line_pair(i, _i == 0 ? 0 : random_between(-3, 3));
        const pair_case back = {p.c.b, p.c.a, p.c.at_b, p.c.at_a};
        check_line_pair(&p.c, p.gap);
        check_line_pair(&back, p.gap);
        if (p.gap > 0 && p.c.a.kind != EVO_RING && p.c.b.kind != EVO_RING) check_line_meeting(&p);
    }
}
END_TEST

/* Worlds of exact time refuse shapes that overlap. */
START_TEST(exact_worlds_take_shapes_in_line) {
    random_seed(77);
    for (int i = 0; i < IN_LINE_WORLDS; ++i) {
        const line_pair p = any_line_pair(i, 0);
        const evo_exact_config exact = {0};
        evo_world_config config = evo_world_config_default();
        config.exact = &exact;
        config.boundary = EVO_WALLS;
        config.bounds = (evo_bounds){{-20, -20}, {20, 20}};
        evo_world *world = evo_world_create(&config);
        evo_body_config body = evo_body_config_default();
        body.shape = p.c.a;
        body.position = p.c.at_a.position;
        body.kind = i % 2 ? EVO_STATIC : EVO_DYNAMIC;
        ck_assert(evo_body_exists(world, evo_body_create(world, &body)));
        body.kind = EVO_DYNAMIC;
        body.shape = p.c.b;
        body.position = p.c.at_b.position;
        if (p.gap > 0) ck_assert(evo_body_exists(world, evo_body_create(world, &body)));
        ck_assert_int_eq(evo_world_step(world, 1.0 / 60), EVO_OK);
        evo_world_destroy(world);
    }
}
END_TEST

Suite *suite_gap_cases(void) {
    Suite *suite = suite_create("gap_cases");
    TCase *rows = tcase_create("rows");
    tcase_add_loop_test(rows, every_row, 0, (int)(sizeof FILES / sizeof FILES[0]));
    tcase_add_loop_test(rows, gaps_in_line_are_along_it, 0, 2);
    tcase_add_test(rows, exact_worlds_take_shapes_in_line);
    suite_add_tcase(suite, rows);
    return suite;
}
