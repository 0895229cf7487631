/* test_triangle.c: numbers of pairs, and back. */
#include <stdbool.h>

#include "impact/triangle.h"
#include "suites.h"
#include "support/random.h"

static bool is_slot_of(uint64_t slot, uint32_t i, uint32_t j) {
    triangle_pair pair = triangle_pair_of(slot);
    return triangle_slot(i, j) == slot && triangle_slot(j, i) == slot && pair.i == i && pair.j == j;
}

START_TEST(slots_are_numbered_row_by_row) {
    uint64_t next = 0;
    for (uint32_t j = 0; j < 2000; ++j) {
        int wrong = 0;
        ck_assert_uint_eq(triangle_size(j), next);
        for (uint32_t i = 0; i <= j; ++i, ++next) wrong += !is_slot_of(next, i, j);
        ck_assert_int_eq(wrong, 0);
    }
    /* Pairs of two, and each body alone. */
    ck_assert_uint_eq(next, (2000u * 2000u - 2000u) / 2 + 2000u);
}
END_TEST

static void check_around(uint32_t j) {
    const uint32_t columns[] = {0, 1, j / 2, j > 0 ? j - 1 : 0, j};
    for (int k = 0; k < 5; ++k) {
        uint32_t i = columns[k] < j ? columns[k] : j;
        triangle_pair pair = triangle_pair_of(triangle_slot(i, j));
        ck_assert_msg(pair.i == i && pair.j == j, "(%u, %u) comes back as (%u, %u)", i, j, pair.i,
                      pair.j);
    }
}

START_TEST(the_inverse_is_exact_to_the_end) {
    const uint32_t rows[] = {46340,          46341,      65535,       65536,       92680,
                             92681,          94906265,   94906266,    94906267,    134217727,
                             134217728,      2147483647, 2147483648u, 3037000499u, 3037000500u,
                             UINT32_MAX - 1, UINT32_MAX};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) check_around(rows[k]);
    random_seed(3);
    for (int k = 0; k < 100000; ++k) check_around((uint32_t)random_between(0, 4294967295.0));
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
    tcase_add_test(numbers, the_inverse_is_exact_to_the_end);
    tcase_add_test(numbers, numbers_do_not_overflow);
    suite_add_tcase(suite, numbers);
    return suite;
}
