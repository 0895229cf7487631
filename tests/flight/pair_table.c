/* pair_table.c: dense and sparse tables give the same answers; every pair of bodies has a slot of
 * its own, row after row. */
#include <math.h>

#include "flight/queue.h"
#include "suites.h"
#include "support/memory.h"
#include "support/random.h"

enum { COUNT = 40 };

static bool same_entry(pair_entry a, pair_entry b) {
    return a.time == b.time && a.other == b.other;
}

static pair_entry entry_of(double time, uint32_t other) {
    pair_entry entry = {time, other, 7 * other + 1};
    return entry;
}

/* ---- Entries --------------------------------------------------------------------------------- */

/* The same with branches. */
static pair_entry first_of_two(pair_entry a, pair_entry b) {
    if (b.time < a.time) return b;
    return b.time == a.time && b.other < a.other ? b : a;
}

START_TEST(the_first_of_two) {
    static const double times[] = {0, 0x1p-1074, 1, 1.0000000000000002, 2, 1e300, INFINITY};
    enum { TIMES = sizeof times / sizeof *times };
    for (int i = 0; i < TIMES * TIMES; ++i)
        for (uint32_t k = 0; k < 9; ++k) {
            pair_entry a = entry_of(times[i / TIMES], 0xfffffffe + k % 3);
            pair_entry b = entry_of(times[i % TIMES], 0xfffffffe + k / 3);
            pair_entry found = pair_entry_first(a, b), wanted = first_of_two(a, b);
            ck_assert(same_entry(found, wanted) && found.tag == wanted.tag);
        }
}
END_TEST

/* ---- Tables ---------------------------------------------------------------------------------- */

/* A body's plans change: all that it may meet is added again, by it alone. */
static void plan_renew(pair_table *dense, pair_table *sparse, uint32_t body, double now) {
    pair_entry first = pair_entry_never(body);
    pair_table_clear(dense, body);
    pair_table_clear(sparse, body);
    for (uint32_t k = 0; k < COUNT; ++k) {
        bool meets = random_between(0, 1) < 0.3;
        pair_entry entry = entry_of(meets ? now + floor(random_between(0, 9)) : INFINITY, k);
        pair_table_add(dense, body, entry);
        pair_table_add(sparse, body, entry);
        ck_assert(dense->times[triangle_slot(k, body)] == entry.time);
        first = first_of_two(first, entry);
    }
    pair_entry a = pair_table_first(dense, body), b = pair_table_first(sparse, body);
    ck_assert(same_entry(a, first) && same_entry(b, first) && b.tag == first.tag);
    ck_assert(a.other != body || a.tag == first.tag);
}

START_TEST(the_first_is_the_same) {
    test_memory memory = {0};
    evo_allocator allocator = test_memory_allocator(&memory);
    pair_table dense, sparse;
    ck_assert(pair_table_init(&dense, &allocator, COUNT, true));
    ck_assert(pair_table_init(&sparse, &allocator, COUNT, false));
    random_seed(8);
    for (uint32_t round = 0; round < 1000; ++round) {
        uint32_t body = round * 7 % COUNT;
        plan_renew(&dense, &sparse, body, round);
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
        for (uint32_t i = 0; i < 5; ++i) ck_assert(!(pair_table_first(&t, i).time < INFINITY));
        pair_table_add(&t, 3, entry_of(1, 3)); /* slots (3, 3), (3, 4), (1, 3) */
        pair_table_add(&t, 3, entry_of(1, 4));
        pair_table_add(&t, 3, entry_of(1, 1));
        pair_table_add(&t, 3, entry_of(2, 0));
        ck_assert(same_entry(pair_table_first(&t, 3), entry_of(1, 1)));
        pair_table_add(&t, 4, entry_of(1.5, 2));
        pair_table_clear(&t, 3);
        ck_assert(!(pair_table_first(&t, 3).time < INFINITY));
        ck_assert(same_entry(pair_table_first(&t, 4), entry_of(1.5, 2)));
        pair_table_free(&t);
    }
}
END_TEST

/* The rebased times of all slots of a dense table are known; never stays never. */
START_TEST(times_may_be_put_back) {
    test_memory memory = {0};
    evo_allocator allocator = test_memory_allocator(&memory);
    for (int dense = 0; dense < 2; ++dense) {
        pair_table t;
        ck_assert(pair_table_init(&t, &allocator, 5, dense));
        pair_table_add(&t, 3, entry_of(9, 1));
        pair_table_add(&t, 4, entry_of(8.5, 4));
        pair_table_rebase(&t, 8);
        ck_assert(same_entry(pair_table_first(&t, 3), entry_of(1, 1)));
        ck_assert(same_entry(pair_table_first(&t, 4), entry_of(0.5, 4)));
        ck_assert(!(pair_table_first(&t, 2).time < INFINITY));
        pair_table_free(&t);
    }
}
END_TEST

/* A dense table that grows to too many bodies becomes sparse, and forgets nothing. */
START_TEST(tables_grow_sparse) {
    test_memory memory = {0};
    evo_allocator allocator = test_memory_allocator(&memory);
    pair_table dense, sparse;
    ck_assert(pair_table_init(&dense, &allocator, COUNT, true));
    ck_assert(pair_table_init(&sparse, &allocator, COUNT, false));
    random_seed(7);
    for (uint32_t body = 0; body < COUNT; ++body) plan_renew(&dense, &sparse, body, 0);
    ck_assert(pair_table_grow(&dense, PAIR_TABLE_DENSE_MOST) && dense.dense);
    ck_assert(pair_table_grow(&dense, PAIR_TABLE_DENSE_MOST + 1) && !dense.dense);
    ck_assert(pair_table_grow(&sparse, PAIR_TABLE_DENSE_MOST + 1));
    for (uint32_t body = 0; body <= PAIR_TABLE_DENSE_MOST; ++body) {
        const pair_entry sooner = entry_of(floor(random_between(0, 9)), PAIR_TABLE_DENSE_MOST);
        const pair_entry a = pair_table_first(&dense, body), b = pair_table_first(&sparse, body);
        ck_assert(same_entry(a, b));
        pair_table_add(&dense, body, sooner);
        ck_assert(same_entry(pair_table_first(&dense, body), first_of_two(b, sooner)));
    }
    pair_table_free(&dense);
    pair_table_free(&sparse);
    ck_assert_uint_eq(memory.bytes, 0);
}
END_TEST

START_TEST(refused_tables_are_freed) {
    for (int dense = 0; dense < 2; ++dense) {
        test_memory whole = {0};
        evo_allocator allocator = test_memory_allocator(&whole);
        pair_table t;
        ck_assert(pair_table_init(&t, &allocator, COUNT, dense));
        pair_table_free(&t);
        for (size_t k = 1; k <= whole.calls; ++k) {
            test_memory memory = {.refuse = k};
            allocator = test_memory_allocator(&memory);
            ck_assert(!pair_table_init(&t, &allocator, COUNT, dense));
            pair_table_free(&t);
            ck_assert_uint_eq(memory.bytes, 0);
        }
    }
}
END_TEST

/* ---- Slots ----------------------------------------------------------------------------------- */

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

/* ---- The suite ------------------------------------------------------------------------------- */

static void add_pair_table(Suite *suite) {
    TCase *entries = tcase_create("entries");
    tcase_add_test(entries, the_first_of_two);
    suite_add_tcase(suite, entries);
    TCase *tables = tcase_create("tables");
    tcase_add_test(tables, the_first_is_the_same);
    tcase_add_test(tables, ties_go_by_slot);
    tcase_add_test(tables, times_may_be_put_back);
    tcase_add_test(tables, tables_grow_sparse);
    tcase_add_test(tables, refused_tables_are_freed);
    suite_add_tcase(suite, tables);
}

static void add_triangle(Suite *suite) {
    TCase *numbers = tcase_create("numbers");
    tcase_add_test(numbers, slots_are_numbered_row_by_row);
    tcase_add_test(numbers, numbers_do_not_overflow);
    suite_add_tcase(suite, numbers);
}

Suite *suite_pair_table(void) {
    Suite *suite = suite_create("pair_table");
    add_pair_table(suite);
    add_triangle(suite);
    return suite;
}
