#include "core/aligned.h"

#include <string.h>

bool aligned_resize(const evo_allocator *memory, aligned_block *aligned, size_t kept,
                    size_t bytes) {
    if (bytes > SIZE_MAX - CACHE_LINE) return false;
    ptrdiff_t before =
        aligned->block ? (unsigned char *)aligned_begin(aligned) - aligned->block : 0;
    void *resized = memory_resize(memory, aligned->block, aligned->size, bytes + CACHE_LINE);
    if (!resized) return false;
    aligned->block = (unsigned char *)resized;
    aligned->size = bytes + CACHE_LINE;
    unsigned char *begin = aligned_begin(aligned);
    const unsigned char *moved = aligned->block + before;
    if (begin != moved && kept > 0) memmove(begin, moved, kept);
    return true;
}

void aligned_free(const evo_allocator *memory, aligned_block *aligned) {
    aligned_block none = {NULL, 0};
    memory_give(memory, aligned->block, aligned->size);
    *aligned = none;
}
