/* test_time_cases.c: times of impact against the reference cases, in both orders. The bands are
 * those of tests/cases/README.md; circles are held to 1e-9 of theirs. */
#include <math.h>
#include <string.h>

#include "evolute/collide.h"
#include "suites.h"
#include "support/csv.h"

typedef struct time_case {
    evo_shape a, b;
    evo_flight fa, fb;
    double horizon;
} time_case;

typedef struct verdict {
    const char *fault; /* NULL: right */
    double time;
} verdict;

static evo_flight read_flight(const csv *row, int second, int turning) {
    evo_flight f;
    f.position.x = csv_float(row, second ? "x1" : "x0");
    f.position.y = csv_float(row, second ? "y1" : "y0");
    f.velocity.x = csv_float(row, second ? "vx1" : "vx0");
    f.velocity.y = csv_float(row, second ? "vy1" : "vy0");
    f.angle = turning ? csv_float(row, second ? "t1" : "t0") : 0;
    f.spin = turning ? csv_float(row, second ? "w1" : "w0") : 0;
    return f;
}

/* The band is relative to `scale`: |t| + size / speed of approach. */
static const char *judge(int status, double truth, double found, double band, double scale) {
    if (isnan(found) || found < 0) return "not a time";
    if (status == 0) return isinf(found) ? NULL : "touch where there is none";
    if (isinf(found)) return "missed";
    if (status == 2) return found == 0 ? NULL : "overlap not seen";
    return fabs(found - truth) <= band * scale ? NULL : "time";
}

static double ask(const time_case *c, int swap) {
    return swap ? evo_time_of_impact(&c->b, c->fb, &c->a, c->fa, c->horizon)
                : evo_time_of_impact(&c->a, c->fa, &c->b, c->fb, c->horizon);
}

/* Asks in both orders, and prints what is wrong. */
static int faults_of(const time_case *c, const csv *row, int status, double band, double scale) {
    int faults = 0;
    for (int swap = 0; swap < 2; ++swap) {
        double found = ask(c, swap);
        const char *fault = judge(status, csv_number(row, "t"), found, band, scale);
        if (!fault) continue;
        printf("row %s (%s)%s: %s: %.17g, not %s (status %d)\n", csv_text(row, "id"),
               csv_text(row, "fam"), swap ? ", swapped" : "", fault, found, csv_text(row, "t"),
               status);
        ++faults;
    }
    return faults;
}

START_TEST(circles) {
    csv table;
    csv_open(&table, "tests/cases/tc.csv");
    int faults = 0;
    while (csv_next(&table)) {
        int status = (int)csv_number(&table, "status");
        double size = csv_number(&table, "size"), gap = csv_number(&table, "gap0");
        bool undecided = fabs(csv_number(&table, "grel")) <= 4e-6 || fabs(gap) <= 4e-6 * size;
        if (status < 0 || (undecided && status != 1)) continue;
        time_case c = {evo_circle(csv_float(&table, "r0")), evo_circle(csv_float(&table, "r1")),
                       read_flight(&table, 0, 0), read_flight(&table, 1, 0), INFINITY};
        if (undecided && isinf(ask(&c, 0))) continue;
        double scale = fabs(csv_number(&table, "t")) + size / csv_number(&table, "vn");
        faults += faults_of(&c, &table, status, 4e-6 * 1e-9, scale);
    }
    csv_close(&table);
    ck_assert_int_gt(table.rows, 600);
    ck_assert_int_eq(faults, 0);
}
END_TEST

START_TEST(turning_ellipses) {
    csv table;
    csv_open(&table, "tests/cases/te.csv");
    int faults = 0;
    while (csv_next(&table)) {
        int status = (int)csv_number(&table, "status");
        double size = csv_number(&table, "size"), sigma = csv_number(&table, "sigma0");
        double length = size + fmax(sigma, 0);
        bool undecided = fabs(csv_number(&table, "smin")) <= 4e-6 * length && status == 0;
        if (status < 0 || undecided || fabs(sigma) <= 4e-6 * length) continue;
        time_case c = {evo_ellipse(csv_float(&table, "a0"), csv_float(&table, "b0")),
                       evo_ellipse(csv_float(&table, "a1"), csv_float(&table, "b1")),
                       read_flight(&table, 0, 1), read_flight(&table, 1, 1),
                       csv_float(&table, "T")};
        double scale = fabs(csv_number(&table, "t")) + size / fabs(csv_number(&table, "dsdt"));
        faults += faults_of(&c, &table, status, 4e-6 * 1e-3, scale);
    }
    csv_close(&table);
    ck_assert_int_gt(table.rows, 600);
    ck_assert_int_eq(faults, 0);
}
END_TEST

Suite *suite_time_cases(void) {
    Suite *suite = suite_create("time_cases");
    TCase *cases = tcase_create("cases");
    tcase_add_test(cases, circles);
    tcase_add_test(cases, turning_ellipses);
    suite_add_tcase(suite, cases);
    return suite;
}
