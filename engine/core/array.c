/* array.c: arrays grow by a sixteenth, which wastes little memory and still copies each item only a
 * constant number of times. */
#include "core/array.h"

#include <assert.h>

/* `items` points to a pointer of any type. Its bytes are copied, because the type is not known. */
static void *array_pointer(const void *items) {
    void *pointer;
    memcpy(&pointer, items, sizeof pointer);
    return pointer;
}

static bool array_resize(const evo_allocator *memory, void *items, size_t *capacity, size_t wanted,
                         size_t item_size) {
    if (wanted > SIZE_MAX / item_size) return false;
    void *resized =
        memory_resize(memory, array_pointer(items), *capacity * item_size, wanted * item_size);
    if (!resized) return false;
    memcpy(items, &resized, sizeof resized);
    *capacity = wanted;
    return true;
}

bool array_grow(const evo_allocator *memory, void *items, size_t *capacity, size_t needed,
                size_t item_size) {
    assert(needed > *capacity && "there is room");
    size_t wanted = *capacity + *capacity / 16 + 16;
    const bool grown =
        array_resize(memory, items, capacity, wanted < needed ? needed : wanted, item_size);
    assert((!grown || *capacity >= needed) && "a grown array has room");
    return grown;
}

bool array_reserve_filled(const evo_allocator *memory, void *items, size_t *capacity, size_t needed,
                          size_t item_size, int byte) {
    const size_t before = *capacity;
    if (needed <= before) return true;
    if (!array_grow(memory, items, capacity, needed, item_size)) return false;
    memset((unsigned char *)array_pointer(items) + before * item_size, byte,
           (*capacity - before) * item_size);
    return true;
}

/* The gap between what is ample and what is left prevents a count that varies from reallocating again
 * and again. */
void array_trim(const evo_allocator *memory, void *items, size_t *capacity, size_t needed,
                size_t item_size) {
    if (*capacity > needed + needed / 16 + 64)
        (void)array_resize(memory, items, capacity, needed + needed / 32 + 32, item_size);
}

void array_free(const evo_allocator *memory, void *items, size_t *capacity, size_t item_size) {
    void *none = NULL;
    memory_give(memory, array_pointer(items), *capacity * item_size);
    memcpy(items, &none, sizeof none);
    *capacity = 0;
}
