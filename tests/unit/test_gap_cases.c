/* test_gap_cases.c: overlap and gap against the reference cases. */
#include <math.h>
#include <string.h>

#include "suites.h"
#include "support/gap_truth.h"

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

Suite *suite_gap_cases(void) {
    Suite *suite = suite_create("gap_cases");
    TCase *rows = tcase_create("rows");
    tcase_add_loop_test(rows, every_row, 0, (int)(sizeof FILES / sizeof FILES[0]));
    suite_add_tcase(suite, rows);
    return suite;
}
