/* test_gap_cases.c: overlap and gap against the reference cases, each row in both orders, in place
 * and a million units away. The tolerances are those of tests/cases/README.md. */
#include <math.h>
#include <string.h>

#include "evolute/collide.h"
#include "suites.h"
#include "support/csv.h"

typedef struct pair_case {
    evo_shape a, b;
    evo_pose at_a, at_b;
} pair_case;

typedef struct answer {
    int id, hit, flags;
    const char *family;
    double sigma, size, rel, ncond, rho_a, rho_b;
    evo_vec2 normal, point_a, point_b;
} answer;

/* Bits of the column `flags`. */
enum { MANY_NORMALS = 1, NO_NORMAL = 2, NO_DEPTH = 4 };

static evo_vec2 read_vector(const csv *row, const char *x, const char *y) {
    evo_vec2 v = {csv_float(row, x), csv_float(row, y)};
    return v;
}

static evo_vec2 read_exact(const csv *row, const char *x, const char *y) {
    evo_vec2 v = {csv_number(row, x), csv_number(row, y)};
    return v;
}

/* `kind` is a letter of the file's name: e, c, s or r. */
static void read_shape(const csv *row, char kind, int second, evo_shape *shape, evo_pose *at) {
    memset(at, 0, sizeof *at);
    switch (kind) {
    case 'c':
        *shape = evo_circle(csv_float(row, "ra"));
        at->position = read_vector(row, "xa", "ya");
        break;
    case 'e':
        *shape =
            evo_ellipse(csv_float(row, second ? "ab" : "aa"), csv_float(row, second ? "bb" : "ba"));
        at->position = read_vector(row, second ? "xb" : "xa", second ? "yb" : "ya");
        at->angle = csv_float(row, second ? "tb" : "ta");
        break;
    case 's':
        *shape = evo_segment(read_vector(row, "x0", "y0"), read_vector(row, "x1", "y1"));
        break;
    default: {
        double inner = csv_float(row, "r0"), outer = csv_float(row, "r1");
        double middle = csv_float(row, "th"), half = csv_float(row, "half");
        *shape = evo_ring((inner + outer) / 2, outer - inner, middle - half, 2 * half);
        at->position = read_vector(row, "xr", "yr");
    }
    }
}

static answer read_answer(const csv *row) {
    answer truth;
    memset(&truth, 0, sizeof truth);
    truth.id = (int)csv_number(row, "id");
    truth.hit = (int)csv_number(row, "hit");
    truth.flags = (int)csv_number(row, "flags");
    truth.family = csv_text(row, "fam");
    truth.sigma = csv_number(row, "sigma");
    truth.size = csv_number(row, "size");
    truth.rel = csv_number(row, "rel");
    truth.ncond = csv_number(row, "ncond");
    truth.rho_a = csv_number(row, "rhoa");
    truth.rho_b = csv_number(row, "rhob");
    truth.normal = read_exact(row, "nx", "ny");
    truth.point_a = read_exact(row, "pax", "pay");
    truth.point_b = read_exact(row, "pbx", "pby");
    return truth;
}

static double apart(evo_vec2 a, evo_vec2 b) {
    return hypot(a.x - b.x, a.y - b.y);
}

/* NULL, or the name of the wrong quantity. */
static const char *judge(const answer *truth, bool overlap, evo_gap gap, evo_vec2 shift) {
    double length = truth->size + fmax(0, truth->sigma);
    if (!isfinite(gap.distance) || !isfinite(gap.normal.x + gap.normal.y)) return "not finite";
    if (truth->rel > 4e-6 && overlap != (truth->hit == 1)) return "yes/no";
    if (truth->rel > 4e-6 && (gap.distance < 0) != (truth->hit == 1)) return "sign";
    if (truth->flags & NO_DEPTH) return NULL;
    if (fabs(gap.distance - truth->sigma) > 4e-6 * length) return "distance";
    /* If the normal is not unique, any normal of the right depth is correct. */
    if (truth->flags & (NO_NORMAL | MANY_NORMALS)) return NULL;
    double ncond = fmin(truth->ncond, 1e30);
    if (apart(gap.normal, truth->normal) > 2e-5 + 4e-6 * ncond) return "normal";
    evo_vec2 a = {gap.point_a.x - shift.x, gap.point_a.y - shift.y};
    evo_vec2 b = {gap.point_b.x - shift.x, gap.point_b.y - shift.y};
    if (apart(a, truth->point_a) > 8e-6 * length * (1 + fabs(truth->rho_a) / length * ncond))
        return "point a";
    if (apart(b, truth->point_b) > 8e-6 * length * (1 + fabs(truth->rho_b) / length * ncond))
        return "point b";
    return NULL;
}

static evo_gap mirrored(evo_gap gap) {
    evo_gap m = {gap.distance, {-gap.normal.x, -gap.normal.y}, gap.point_b, gap.point_a};
    return m;
}

static evo_pose moved(evo_pose at, evo_vec2 by) {
    at.position.x += by.x;
    at.position.y += by.y;
    return at;
}

/* Judges a row in both orders, in place and far away; returns the number of faults. */
static int judge_row(const pair_case *c, const answer *truth, const char *file, double *worst) {
    static const evo_vec2 shifts[2] = {{0, 0}, {1e6, -1e6}};
    int faults = 0;
    for (int far = 0; far < 2; ++far) {
        evo_pose at_a = moved(c->at_a, shifts[far]), at_b = moved(c->at_b, shifts[far]);
        for (int swap = 0; swap < 2; ++swap) {
            bool overlap = swap ? evo_overlap(&c->b, at_b, &c->a, at_a)
                                : evo_overlap(&c->a, at_a, &c->b, at_b);
            evo_gap gap = swap ? mirrored(evo_measure(&c->b, at_b, &c->a, at_a))
                               : evo_measure(&c->a, at_a, &c->b, at_b);
            const char *fault = judge(truth, overlap, gap, shifts[far]);
            double error =
                fabs(gap.distance - truth->sigma) / (truth->size + fmax(0, truth->sigma));
            if (!far && !(truth->flags & NO_DEPTH) && error > *worst) *worst = error;
            if (!fault) continue;
            printf("%s row %d (%s)%s%s: %s: %.17g, not %.17g\n", file, truth->id, truth->family,
                   swap ? ", swapped" : "", far ? ", far" : "", fault, gap.distance, truth->sigma);
            ++faults;
        }
    }
    return faults;
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
        answer truth = read_answer(&table);
        faults += judge_row(&c, &truth, kinds, &worst);
    }
    csv_close(&table);
    ck_assert_int_gt(table.rows, 600);
    ck_assert_msg(faults == 0, "%s: %d faults", path, faults);
    /* Far below the tolerance, because the computation is in double. */
    ck_assert_double_le(worst, 1e-12);
}
END_TEST

Suite *suite_gap_cases(void) {
    Suite *suite = suite_create("gap_cases");
    TCase *rows = tcase_create("rows");
    tcase_add_loop_test(rows, every_row, 0, (int)(sizeof FILES / sizeof FILES[0]));
    suite_add_tcase(suite, rows);
    return suite;
}
