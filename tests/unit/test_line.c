/* test_line.c: when a falling point reaches a line. */
#include "flight/flight.h"
#include "suites.h"
#include "support/random.h"

START_TEST(falls_and_rises) {
    ck_assert_double_eq(line_reach(5, 0, -10), 1);
    ck_assert_double_eq(line_reach(0, 10, -10), 2);
    ck_assert_double_eq(line_reach(3, -1.5, 0), 2);
    ck_assert_double_eq(line_reach(0, -1, -10), 0);
    ck_assert_double_eq(line_reach(-1e-17, -1, 0), 0);
    ck_assert_double_eq(line_reach(4, -4, 2), 2); /* just reaches it */
    ck_assert(isinf(line_reach(4.1, -4, 2)));
    ck_assert(isinf(line_reach(3, 1.5, 0)));
    ck_assert(isinf(line_reach(3, 0, 0)));
    ck_assert(isinf(line_reach(0, 0, 0)));
    ck_assert(isinf(line_reach(3, 1.5, 2)));
}
END_TEST

/* Dropped from 5 under 10: period and speed return to the last bit, a million times. */
START_TEST(a_million_bounces) {
    double speed = -10 * line_reach(5, 0, -10);
    for (int i = 0; i < 1000000; ++i) {
        double up = -speed, flight = line_reach(0, up, -10);
        ck_assert(flight == 2);
        speed = up - 10 * flight;
        ck_assert(speed == -10);
    }
}
END_TEST

/* Then it is on the line, and was above it before. */
START_TEST(the_first_time_is_told) {
    random_seed(6);
    for (int i = 0; i < 100000; ++i) {
        double distance = random_scale(1e-12, 1e3), speed = random_between(-10, 10);
        double pull = random_between(-10, 10);
        double time = line_reach(distance, speed, pull);
        double end = isinf(time) ? 100 : time;
        double scale = distance + fabs(speed) * end + fabs(pull) * end * end;
        if (!isinf(time))
            ck_assert_double_eq_tol(distance + time * (speed + 0.5 * pull * time), 0,
                                    1e-15 * scale);
        for (int k = 0; k < 10; ++k) {
            double t = end * 0.1 * k;
            ck_assert_double_gt(distance + t * (speed + 0.5 * pull * t), -1e-15 * scale);
        }
    }
}
END_TEST

Suite *suite_line(void) {
    Suite *suite = suite_create("line");
    TCase *times = tcase_create("times");
    tcase_add_test(times, falls_and_rises);
    tcase_add_test(times, a_million_bounces);
    tcase_add_test(times, the_first_time_is_told);
    suite_add_tcase(suite, times);
    return suite;
}
