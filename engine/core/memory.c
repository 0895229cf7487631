#include "core/memory.h"

#include <stdlib.h>

static void *c_library_resize(void *context, void *block, size_t old_size, size_t new_size) {
    (void)context;
    (void)old_size;
    if (new_size > 0) return realloc(block, new_size);
    free(block);
    return NULL;
}

evo_allocator memory_or_default(evo_allocator allocator) {
    if (!allocator.resize) allocator.resize = c_library_resize;
    return allocator;
}

void *memory_take(const evo_allocator *allocator, size_t size) {
    return allocator->resize(allocator->context, NULL, 0, size);
}

void *memory_resize(const evo_allocator *allocator, void *block, size_t old_size, size_t new_size) {
    return allocator->resize(allocator->context, block, old_size, new_size);
}

void memory_give(const evo_allocator *allocator, void *block, size_t size) {
    if (block) allocator->resize(allocator->context, block, size, 0);
}
