/* table.c: the hash table adapter: find, delete, iterate in order, out of memory. */
#include <stdlib.h>

#include "index/index.h"
#include "suites.h"

typedef struct item {
    uint64_t key;
    int value;
    UT_hash_handle hh;
} item;

/* An allocator that counts bytes and fails after a number of allocations. */
typedef struct meter {
    size_t bytes;
    int left; /* allocations until it fails; below 0: never */
} meter;

static void *metered_resize(void *context, void *block, size_t old_size, size_t new_size) {
    meter *m = context;
    if (new_size > 0 && m->left == 0) return NULL;
    if (new_size > 0 && m->left > 0) --m->left;
    m->bytes += new_size - old_size;
    if (new_size > 0) return realloc(block, new_size);
    free(block);
    return NULL;
}

static bool table_add(const evo_allocator *memory, item **table, item *added) {
    bool out_of_memory = false;
    HASH_ADD(hh, *table, key, sizeof added->key, added);
    return !out_of_memory;
}

static item *table_find(item *table, uint64_t key) {
    item *found;
    HASH_FIND(hh, table, &key, sizeof key, found);
    return found;
}

static void table_delete(const evo_allocator *memory, item **table, item *gone) {
    HASH_DELETE(hh, *table, gone);
}

enum { ITEMS = 3000 };

static item items[ITEMS];

static void number_items(void) {
    memset(items, 0, sizeof items);
    for (int i = 0; i < ITEMS; ++i) {
        items[i].key = (uint64_t)i << (i % 40);
        items[i].key += (uint64_t)i * 1000003;
        items[i].value = i;
    }
}

START_TEST(finds_what_was_added) {
    meter m = {0, -1};
    const evo_allocator memory = {metered_resize, &m};
    item *table = NULL;
    number_items();
    for (int i = 0; i < ITEMS; ++i) ck_assert(table_add(&memory, &table, &items[i]));
    ck_assert_uint_gt(m.bytes, 0);
    for (int i = 0; i < ITEMS; ++i) ck_assert_ptr_eq(table_find(table, items[i].key), &items[i]);
    ck_assert_ptr_null(table_find(table, UINT64_C(0xffffffffffffffff)));
    int expected = 0;
    for (item *at = table; at; at = at->hh.next) ck_assert_int_eq(at->value, expected++);
    ck_assert_int_eq(expected, ITEMS);
    for (int i = 0; i < ITEMS; i += 2) table_delete(&memory, &table, &items[i]);
    for (int i = 0; i < ITEMS; ++i)
        ck_assert_ptr_eq(table_find(table, items[i].key), i % 2 ? &items[i] : NULL);
    for (int i = 1; i < ITEMS; i += 2) table_delete(&memory, &table, &items[i]);
    ck_assert_ptr_null(table);
    ck_assert_uint_eq(m.bytes, 0);
}
END_TEST

/* The n-th allocation and all that follow fail, for every n. */
START_TEST(survives_refused_memory) {
    for (int allowed = 0; allowed < 12; ++allowed) {
        meter m = {0, allowed};
        const evo_allocator memory = {metered_resize, &m};
        item *table = NULL;
        bool stored[ITEMS];
        int refused = 0;
        number_items();
        for (int i = 0; i < ITEMS; ++i) {
            stored[i] = table_add(&memory, &table, &items[i]);
            refused += !stored[i];
        }
        ck_assert(allowed >= 2 || refused == ITEMS);
        for (int i = 0; i < ITEMS; ++i)
            ck_assert_ptr_eq(table_find(table, items[i].key), stored[i] ? &items[i] : NULL);
        m.left = -1;
        for (int i = 0; i < ITEMS; ++i)
            if (!stored[i]) ck_assert(table_add(&memory, &table, &items[i]));
        for (int i = 0; i < ITEMS; ++i) table_delete(&memory, &table, &items[i]);
        ck_assert_uint_eq(m.bytes, 0);
    }
}
END_TEST

START_TEST(default_memory_is_the_c_librarys) {
    evo_allocator none = {NULL, NULL};
    evo_allocator memory = memory_or_default(none);
    char *block = memory_take(&memory, 10);
    ck_assert_ptr_nonnull(block);
    memcpy(block, "evolute", 8);
    block = memory_resize(&memory, block, 10, 100000);
    ck_assert_ptr_nonnull(block);
    ck_assert_str_eq(block, "evolute");
    memory_give(&memory, block, 100000);
    memory_give(&memory, NULL, 0);
}
END_TEST

Suite *suite_table(void) {
    Suite *suite = suite_create("table");
    TCase *table = tcase_create("table");
    tcase_add_test(table, finds_what_was_added);
    tcase_add_test(table, survives_refused_memory);
    tcase_add_test(table, default_memory_is_the_c_librarys);
    suite_add_tcase(suite, table);
    return suite;
}
