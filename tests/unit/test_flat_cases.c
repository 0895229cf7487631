/* test_flat_cases.c: capsules and polygons against the reference cases: gaps, and the two touches
 * of faces that face each other. The tolerances are those of tests/cases/polygons.md. */
#include <math.h>
#include <string.h>

#include "suites.h"
#include "support/gap_truth.h"
#include "support/random.h"

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

static const char *const FILES[] = {"pp", "ep", "rp", "kk"};

START_TEST(every_row) {
    char path[64];
    snprintf(path, sizeof path, "tests/cases/%s.csv", FILES[_i]);
    csv table;
    csv_open(&table, path);
    int faults = 0;
    double worst = 0;
    while (csv_next(&table)) {
        pair_case c;
        read_case(&table, FILES[_i], &c);
        const gap_truth truth = gap_truth_read(&table);
        faults += gap_truth_judge(&truth, &c, FILES[_i], &worst);
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

Suite *suite_flat_cases(void) {
    Suite *suite = suite_create("flat_cases");
    TCase *rows = tcase_create("rows");
    tcase_add_loop_test(rows, every_row, 0, (int)(sizeof FILES / sizeof FILES[0]));
    tcase_add_test(rows, faces_touch_twice);
    tcase_add_test(rows, lines_that_touch_are_not_apart);
    suite_add_tcase(suite, rows);
    return suite;
}
