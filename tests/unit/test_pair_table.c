/* test_pair_table.c: dense and sparse tables say the same. */
#include <math.h>

#include "impact/pair_table.h"
#include "suites.h"
#include "support/memory.h"
#include "support/random.h"

enum { COUNT = 40 };

/* Somebody's plans change: all that he may meet is noted anew, by him alone. */
static void plan_anew(pair_table *dense, pair_table *sparse, uint32_t body, double now) {
    double times[COUNT];
    for (uint32_t k = 0; k < COUNT; ++k)
        times[k] = random_between(0, 1) < 0.3 ? now + floor(random_between(0, 9)) : INFINITY;
    pair_table_clear(dense, body);
    pair_table_clear(sparse, body);
    for (uint32_t k = 0; k < COUNT; ++k) {
        pair_table_note(dense, body, k, times[k]);
        pair_table_note(sparse, body, k, times[k]);
        ck_assert_double_eq(dense->times[triangle_slot(k, body)], times[k]);
    }
    pair_time a = pair_table_first_of(dense, body), b = pair_table_first_of(sparse, body);
    ck_assert_double_eq(a.time, b.time);
    ck_assert(a.slot == b.slot || !(a.time < INFINITY));
}

START_TEST(the_first_is_the_same) {
    test_memory memory = {0};
    evo_allocator allocator = test_memory_allocator(&memory);
    pair_table dense, sparse;
    ck_assert(pair_table_init(&dense, &allocator, COUNT, true));
    ck_assert(pair_table_init(&sparse, &allocator, COUNT, false));
    random_seed(8);
    for (uint32_t round = 0; round < 200; ++round) {
        uint32_t body = round % COUNT;
        plan_anew(&dense, &sparse, body, round);
    }
    pair_table_free(&dense);
    pair_table_free(&sparse);
    ck_assert_uint_eq(memory.bytes, 0);
}
END_TEST

START_TEST(ties_go_by_slot) {
    test_memory memory = {0};
    evo_allocator allocator = test_memory_allocator(&memory);
    for (int dense = 0; dense < 2; ++dense) {
        pair_table t;
        ck_assert(pair_table_init(&t, &allocator, 5, dense));
        ck_assert(!(pair_table_first(&t).time < INFINITY));
        pair_table_note(&t, 4, 2, 1);
        pair_table_note(&t, 3, 1, 1);
        pair_table_note(&t, 3, 3, 1);
        pair_table_note(&t, 2, 0, 2);
        ck_assert_uint_eq(pair_table_first(&t).slot, triangle_slot(1, 3));
        ck_assert_uint_eq(pair_table_first_of(&t, 4).slot, triangle_slot(2, 4));
        pair_table_clear(&t, 3);
        ck_assert_uint_eq(pair_table_first(&t).slot, triangle_slot(2, 4));
        pair_table_free(&t);
    }
}
END_TEST

Suite *suite_pair_table(void) {
    Suite *suite = suite_create("pair_table");
    TCase *tables = tcase_create("tables");
    tcase_add_test(tables, the_first_is_the_same);
    tcase_add_test(tables, ties_go_by_slot);
    suite_add_tcase(suite, tables);
    return suite;
}
