/* aligned.h: memory blocks aligned to cache lines, whatever the allocator's alignment. */
#ifndef ENGINE_CORE_ALIGNED_H
#define ENGINE_CORE_ALIGNED_H

#include "core/memory.h"

enum { CACHE_LINE = 64 };

typedef struct aligned_block {
    unsigned char *block; /* block as allocated; NULL: none */
    size_t size;          /* size of the allocation, alignment included */
} aligned_block;

/* The aligned start of the block, less than CACHE_LINE bytes behind its own, or NULL;
 * size - CACHE_LINE bytes follow. */
static inline void *aligned_begin(const aligned_block *aligned) {
    const size_t past = (size_t)((uintptr_t)aligned->block % CACHE_LINE);
    return aligned->block ? aligned->block + (CACHE_LINE - past) % CACHE_LINE : NULL;
}

/* Resizes the block to `bytes` aligned bytes and keeps the first `kept`. False: out of memory,
 * nothing has changed. */
bool aligned_resize(const evo_allocator *memory, aligned_block *aligned, size_t kept, size_t bytes);

/* Frees the block; there may be none. */
void aligned_free(const evo_allocator *memory, aligned_block *aligned);

#endif
