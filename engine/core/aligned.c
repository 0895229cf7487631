#include "core/aligned.h"

#include <string.h>

bool aligned_resize(const evo_allocator *memory, aligned_block *l, size_t kept, size_t bytes) {
    if (bytes > SIZE_MAX - CACHE_LINE) return false;
    ptrdiff_t before = l->block ? (unsigned char *)aligned_begin(l) - l->block : 0;
    void *resized = memory_resize(memory, l->block, l->size, bytes + CACHE_LINE);
    if (!resized) return false;
    l->block = resized;
    l->size = bytes + CACHE_LINE;
    unsigned char *begin = aligned_begin(l), *moved = l->block + before;
    if (begin != moved && kept > 0) memmove(begin, moved, kept);
    return true;
}

void aligned_free(const evo_allocator *memory, aligned_block *l) {
    aligned_block none = {NULL, 0};
    memory_give(memory, l->block, l->size);
    *l = none;
}
