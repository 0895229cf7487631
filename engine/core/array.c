/* array.c: growth by a quarter: few copies, little waste. */
#include "core/array.h"

#include <string.h>

/* `items` points to a pointer of whatever type: its bytes are read and written. */
static void *array_pointer(const void *items) {
    void *pointer;
    memcpy(&pointer, items, sizeof pointer);
    return pointer;
}

bool array_reserve(const evo_allocator *memory, void *items, size_t *capacity, size_t needed,
                   size_t item_size) {
    if (needed <= *capacity) return true;
    size_t wanted = *capacity + *capacity / 4 + 16;
    if (wanted < needed) wanted = needed;
    if (wanted > SIZE_MAX / item_size) return false;
    void *grown =
        memory_resize(memory, array_pointer(items), *capacity * item_size, wanted * item_size);
    if (!grown) return false;
    memcpy(items, &grown, sizeof grown);
    *capacity = wanted;
    return true;
}

void array_free(const evo_allocator *memory, void *items, size_t *capacity, size_t item_size) {
    void *none = NULL;
    memory_give(memory, array_pointer(items), *capacity * item_size);
    memcpy(items, &none, sizeof none);
    *capacity = 0;
}
