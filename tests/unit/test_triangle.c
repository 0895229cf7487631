/* test_triangle.c: every pair of bodies has a slot of its own, row after row. */
#include "flight/queue.h"
#include "suites.h"

START_TEST(slots_are_numbered_row_by_row) {
    uint64_t next = 0;
    for (uint32_t j = 0; j < 2000; ++j) {
        int wrong = 0;
        ck_assert_uint_eq(triangle_size(j), next);
        for (uint32_t i = 0; i <= j; ++i, ++next)
            wrong += triangle_slot(i, j) != next || triangle_slot(j, i) != next;
        ck_assert_int_eq(wrong, 0);
    }
    /* Pairs of two, and each body alone. */
    ck_assert_uint_eq(next, (2000u * 2000u - 2000u) / 2 + 2000u);
}
END_TEST

START_TEST(numbers_do_not_overflow) {
    /* Where 32 bits, and where products before halving, would. */
    ck_assert_uint_eq(triangle_slot(0, 92682), 92682ull * 92683 / 2);
    ck_assert_uint_eq(triangle_size(4294967296ull), 9223372039002259456ull);
    ck_assert_uint_eq(triangle_slot(UINT32_MAX, UINT32_MAX), 9223372039002259455ull);
}
END_TEST

Suite *suite_triangle(void) {
    Suite *suite = suite_create("triangle");
    TCase *numbers = tcase_create("numbers");
    tcase_add_test(numbers, slots_are_numbered_row_by_row);
    tcase_add_test(numbers, numbers_do_not_overflow);
    suite_add_tcase(suite, numbers);
    return suite;
}
