/* sort.h: putting items in order, in place: quickly where they nearly are. Items that are equal may
 * change places, so the order must be a total one where that matters. */
#ifndef ENGINE_CORE_SORT_H
#define ENGINE_CORE_SORT_H

#include "evolute/base.h"

enum { SORT_ITEM_BYTES = 128 }; /* bytes of an item, at most */

void sort_items(void *items, size_t count, size_t size, bool (*before)(const void *, const void *));

#endif
