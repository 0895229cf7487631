/* array.h: growing arrays. The owner keeps pointer, capacity and count. Growing keeps the items,
 * and a failed allocation changes nothing. */
#ifndef ENGINE_CORE_ARRAY_H
#define ENGINE_CORE_ARRAY_H

#include <string.h>

#include "core/memory.h"

/* No index, no id, no number: nothing. */
static const uint32_t NONE = 0xffffffffu;

typedef struct list_size {
    size_t count, capacity;
} list_size;

/* Grows the capacity to at least `needed` items, which are more than there is room for. */
bool array_grow(const evo_allocator *memory, void *items, size_t *capacity, size_t needed,
                size_t item_size);

/* Grows the capacity, unless there is room; `items` is the address of the pointer to them. False:
 * out of memory. */
static inline bool array_reserve(const evo_allocator *memory, void *items, size_t *capacity,
                                 size_t needed, size_t item_size) {
    return needed <= *capacity || array_grow(memory, items, capacity, needed, item_size);
}

/* The same, with a byte in all of the items that are new. */
bool array_reserve_filled(const evo_allocator *memory, void *items, size_t *capacity, size_t needed,
                          size_t item_size, int byte);

/* The capacity above which array_trim shrinks, and the capacity that it shrinks to. The gap between
 * the two prevents a count that varies from reallocating again and again. */
static inline size_t array_ample(size_t needed) {
    return needed + needed / 16 + 64;
}

static inline size_t array_trimmed(size_t needed) {
    return needed + needed / 32 + 32;
}

/* Shrinks the capacity when it exceeds array_ample(needed). Items beyond `needed` are lost. */
void array_trim(const evo_allocator *memory, void *items, size_t *capacity, size_t needed,
                size_t item_size);

/* memset for `count` items. With count 0, `items` may be NULL, which memset does not allow. */
static inline void array_fill(void *items, int byte, size_t count, size_t item_size) {
    if (count > 0) memset(items, byte, count * item_size);
}

/* Frees the items and sets the pointer to NULL. */
void array_free(const evo_allocator *memory, void *items, size_t *capacity, size_t item_size);

/* The same of a pointer and a capacity, by their names. */
#define ARRAY_GROW(memory, items, capacity, needed)                                                \
    array_grow(memory, &(items), &(capacity), needed, sizeof *(items))
#define ARRAY_RESERVE(memory, items, capacity, needed)                                             \
    array_reserve(memory, &(items), &(capacity), needed, sizeof *(items))
#define ARRAY_RESERVE_FILLED(memory, items, capacity, needed, byte)                                \
    array_reserve_filled(memory, &(items), &(capacity), needed, sizeof *(items), byte)
#define ARRAY_TRIM(memory, items, capacity, needed)                                                \
    array_trim(memory, &(items), &(capacity), needed, sizeof *(items))
#define ARRAY_FREE(memory, items, capacity)                                                        \
    array_free(memory, &(items), &(capacity), sizeof *(items))

#endif
