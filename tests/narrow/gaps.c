/* gaps.c: overlap and gap against the reference cases, and of shapes exactly in line. The
 * tolerances of capsules and polygons are those of tests/cases/polygons.md. */
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

/* ---- Capsules and polygons ------------------------------------------------------------------- */

static evo_pose read_pose(const csv *row, const char *x, const char *y, const char *turn) {
    return (evo_pose){csv_vector(row, x, y), csv_float(row, turn)};
}

/* The hull of points p0, p1 ... of a side, a or b. */
static evo_shape read_hull(const csv *row, char side, int count, double radius) {
    evo_vec2 points[8];
    for (int i = 0; i < count; ++i) {
        const char x[] = {side, (char)('0' + i), 'x', 0}, y[] = {side, (char)('0' + i), 'y', 0};
        points[i] = csv_vector(row, x, y);
    }
    if (count == 1) return evo_shape_at(evo_circle(radius), points[0], 0);
    if (count == 2) return evo_capsule(points[0], points[1], radius);
    return evo_polygon(points, count, radius);
}

static evo_shape read_ring(const csv *row) {
    const double inner = csv_float(row, "r0"), outer = csv_float(row, "r1");
    const double middle = csv_float(row, "th"), half = csv_float(row, "half");
    return evo_ring((inner + outer) / 2, outer - inner, middle - half, 2 * half);
}

static void read_b(const csv *row, pair_case *c) {
    c->at_b = read_pose(row, "xb", "yb", "tb");
    const int kind = csv_has(row, "kb") ? (int)csv_number(row, "kb") : 4;
    if (kind == 1)
        c->b = evo_ellipse(csv_float(row, "b0x"), csv_float(row, "b0y"));
    else if (kind == 2) {
        const double inner = csv_float(row, "b0x"), outer = csv_float(row, "b0y");
        const double half = csv_float(row, "b1x");
        c->b = evo_ring((inner + outer) / 2, outer - inner, -half, 2 * half);
    } else
        c->b = read_hull(row, 'b', (int)csv_number(row, "nb"), csv_float(row, "rb"));
}

static void read_case(const csv *row, const char *file, pair_case *c) {
    read_b(row, c);
    switch (file[0]) {
    case 'e':
        c->a = evo_ellipse(csv_float(row, "aa"), csv_float(row, "ba"));
        c->at_a = read_pose(row, "xa", "ya", "ta");
        break;
    case 'r':
        c->a = read_ring(row);
        c->at_a = (evo_pose){csv_vector(row, "xr", "yr"), 0};
        break;
    case 'k':
        c->a = read_hull(row, 'a', 2, csv_float(row, "ra"));
        c->at_a = read_pose(row, "xa", "ya", "ta");
        break;
    default:
        c->a = read_hull(row, 'a', (int)csv_number(row, "na"), csv_float(row, "ra"));
        c->at_a = read_pose(row, "xa", "ya", "ta");
        break;
    }
}

static const char *const FLAT_FILES[] = {"pp", "ep", "rp", "kk"};

START_TEST(every_row_of_flats) {
    char path[64];
    snprintf(path, sizeof path, "tests/cases/%s.csv", FLAT_FILES[_i]);
    csv table;
    csv_open(&table, path);
    int faults = 0;
    double worst = 0;
    while (csv_next(&table)) {
        pair_case c;
        read_case(&table, FLAT_FILES[_i], &c);
        const gap_truth truth = gap_truth_read(&table);
        faults += gap_truth_judge(&truth, &c, FLAT_FILES[_i], &worst);
    }
    csv_close(&table);
    ck_assert_int_ge(table.rows, 600);
    ck_assert_msg(faults == 0, "%s: %d faults, worst %g", path, faults, worst);
}
END_TEST

/* ---- Two touches ----------------------------------------------------------------------------- */

typedef struct manifold {
    evo_vec2 normal, points[2]; /* of A's rim */
    double gaps[2];
} manifold;

static manifold read_manifold(const csv *row, char side) {
    const char nx[] = {side, 'n', 'x', 0}, ny[] = {side, 'n', 'y', 0};
    manifold m = {.normal = {csv_number(row, nx), csv_number(row, ny)}};
    for (int i = 0; i < 2; ++i) {
        const char n = (char)('0' + i);
        const char x[] = {side, 'p', n, 'x', 0}, y[] = {side, 'p', n, 'y', 0};
        const char g[] = {side, 'g', n, 0};
        m.points[i] = (evo_vec2){csv_number(row, x), csv_number(row, y)};
        m.gaps[i] = csv_number(row, g);
    }
    return m;
}

typedef struct bands {
    double normal, place, gap;
} bands;

static double dot(evo_vec2 a, evo_vec2 b) {
    return a.x * b.x + a.y * b.y;
}

static bool is_manifold(const manifold *truth, const evo_gap found[2], const bands *b) {
    const evo_vec2 tangent = {-truth->normal.y, truth->normal.x};
    for (int i = 0; i < 2; ++i) {
        const evo_gap *f = &found[i];
        const evo_vec2 middle = {0.5 * (f->point_a.x + f->point_b.x),
                                 0.5 * (f->point_a.y + f->point_b.y)};
        const evo_vec2 off = {middle.x - truth->points[i].x, middle.y - truth->points[i].y};
        if (hypot(f->normal.x - truth->normal.x, f->normal.y - truth->normal.y) > b->normal
            || fabs(dot(off, tangent)) > b->place || fabs(f->distance - truth->gaps[i]) > b->gap)
            return false;
    }
    return true;
}

static bands bands_of(const csv *row) {
    const double over = csv_number(row, "over"), delta = fabs(csv_number(row, "delta"));
    const double size = csv_number(row, "size");
    const double radii = csv_float(row, "ra") + csv_float(row, "rb");
    return (bands){2e-5 + 4e-6 / over, 8e-6 * size + radii * sin(delta),
                   4e-6 * size + 1.5 * radii * delta * delta};
}

START_TEST(faces_touch_twice) {
    csv table;
    csv_open(&table, "tests/cases/mp.csv");
    int faults = 0;
    while (csv_next(&table)) {
        pair_case c;
        evo_gap found[2];
        read_case(&table, "mp", &c);
        const bands b = bands_of(&table);
        const double size = csv_number(&table, "size");
        const int count = evo_contacts(&c.a, c.at_a, &c.b, c.at_b, size, found);
        if (csv_number(&table, "over") < 1e-3 && count == 1) continue;
        const manifold by_a = read_manifold(&table, 'a'), by_b = read_manifold(&table, 'b');
        const bool either = ((int)csv_number(&table, "flags") & 1) != 0;
        const int reference = (int)csv_number(&table, "ref");
        const bool right =
            count == 2
            && ((reference == 0 || either ? is_manifold(&by_a, found, &b) : false)
                || (reference == 1 || either ? is_manifold(&by_b, found, &b) : false));
        if (right) continue;
        printf("mp row %s (%s): %d touches, gaps %g %g, not %g %g or %g %g\n",
               csv_text(&table, "id"), csv_text(&table, "fam"), count, found[0].distance,
               found[1].distance, by_a.gaps[0], by_a.gaps[1], by_b.gaps[0], by_b.gaps[1]);
        ++faults;
    }
    csv_close(&table);
    ck_assert_int_ge(table.rows, 600);
    ck_assert_msg(faults == 0, "%d faults", faults);
}
END_TEST

/* Rounding puts the end of one line on either side of another that it lies on. */
START_TEST(lines_that_touch_are_not_apart) {
    random_seed(11);
    for (int i = 0; i < 20000; ++i) {
        const evo_vec2 left = {-random_between(1, 3), 0}, right = {random_between(1, 3), 0};
        const double angle = random_between(-4, 4), half = random_between(1, 3);
        const double along = random_between(left.x, right.x);
        const double turned = angle + (i % 2 ? 0.5 : 1.5) * 3.14159265358979323846;
        const evo_vec2 axis = evo_direction(angle), off = evo_direction(turned);
        const evo_pose at = {{0, 0}, angle},
                       upright = {{along * axis.x + half * off.x, along * axis.y + half * off.y},
                                  turned};
        const evo_shape lines[2] = {evo_segment(left, right),
                                    evo_segment((evo_vec2){-half, 0}, (evo_vec2){half, 0})};
        const evo_shape rods[2] = {evo_capsule(left, right, 0.01),
                                   evo_capsule((evo_vec2){-half, 0}, (evo_vec2){half, 0}, 0.02)};
        ck_assert_double_eq_tol(evo_measure(&lines[0], at, &lines[1], upright).distance, 0, 1e-14);
        ck_assert_double_lt(evo_measure(&rods[0], at, &rods[1], upright).distance, -0.03 + 1e-14);
        ck_assert(evo_overlap(&rods[0], at, &rods[1], upright));
    }
}
END_TEST

/* ---- The suite ------------------------------------------------------------------------------- */

static void add_gap_cases(Suite *suite) {
    TCase *rows = tcase_create("rows");
    tcase_add_loop_test(rows, every_row, 0, (int)(sizeof FILES / sizeof FILES[0]));
    tcase_add_loop_test(rows, gaps_in_line_are_along_it, 0, 2);
    tcase_add_test(rows, exact_worlds_take_shapes_in_line);
    suite_add_tcase(suite, rows);
}

static void add_flat_cases(Suite *suite) {
    TCase *rows = tcase_create("flats");
    tcase_add_loop_test(rows, every_row_of_flats, 0,
                        (int)(sizeof FLAT_FILES / sizeof FLAT_FILES[0]));
    tcase_add_test(rows, faces_touch_twice);
    tcase_add_test(rows, lines_that_touch_are_not_apart);
    suite_add_tcase(suite, rows);
}

Suite *suite_gaps(void) {
    Suite *suite = suite_create("gaps");
    add_gap_cases(suite);
    add_flat_cases(suite);
    return suite;
}
