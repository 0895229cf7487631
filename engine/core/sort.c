/* sort.c: Shell sort: no memory, no recursion, and no quadratic worst case; what is in order is
 * looked at once. */
#include "core/sort.h"

#include <assert.h>
#include <string.h>

static void insert(unsigned char *items, size_t at, size_t gap, size_t size,
                   bool (*before)(const void *, const void *)) {
    unsigned char item[SORT_ITEM_BYTES];
    if (!before(items + at * size, items + (at - gap) * size)) return; /* the common case */
    memcpy(item, items + at * size, size);
    while (at >= gap && before(item, items + (at - gap) * size)) {
        memcpy(items + at * size, items + (at - gap) * size, size);
        at -= gap;
    }
    memcpy(items + at * size, item, size);
}

static bool is_sorted(const unsigned char *items, size_t count, size_t size,
                      bool (*before)(const void *, const void *)) {
    for (size_t i = 1; i < count; ++i)
        if (before(items + i * size, items + (i - 1) * size)) return false;
    return true;
}

void sort_items(void *items, size_t count, size_t size,
                bool (*before)(const void *, const void *)) {
    assert(size <= SORT_ITEM_BYTES);
    unsigned char *bytes = (unsigned char *)items;
    if (is_sorted(bytes, count, size, before)) return;
    size_t gap = 1;
    while (gap < count / 3) gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3)
        for (size_t i = gap; i < count; ++i) insert(bytes, i, gap, size, before);
    assert(is_sorted(bytes, count, size, before) && "the last gap was 1");
}
