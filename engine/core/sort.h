/* sort.h: sorting in place, fast if the items are nearly sorted. The sort is not stable: if the
 * order of equal items matters, the comparison must be a total order. */
#ifndef ENGINE_CORE_SORT_H
#define ENGINE_CORE_SORT_H

#include "evolute/base.h"

enum { SORT_ITEM_BYTES = 128 }; /* the largest item */

void sort_items(void *items, size_t count, size_t size, bool (*before)(const void *, const void *));

#endif
