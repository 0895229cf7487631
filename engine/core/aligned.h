/* aligned.h: blocks that begin at the beginning of a cache line, wherever the allocator puts them. */
#ifndef ENGINE_CORE_ALIGNED_H
#define ENGINE_CORE_ALIGNED_H

#include "core/memory.h"

enum { CACHE_LINE = 64 };

typedef struct aligned_block {
    unsigned char *block; /* as the allocator gave it */
    size_t size;
} aligned_block;

/* The first cache line from an address on: less than CACHE_LINE bytes farther. */
static inline void *cache_line_from(void *address) {
    size_t past = (size_t)((uintptr_t)address % CACHE_LINE);
    return (unsigned char *)address + (CACHE_LINE - past) % CACHE_LINE;
}

/* The first cache line in the block; there are `size` less CACHE_LINE bytes from there on. */
static inline void *aligned_begin(const aligned_block *l) {
    return l->block ? cache_line_from(l->block) : NULL;
}

/* Makes room for so many bytes from the first line on; whether it could be had. The first `kept`
 * bytes stay what they are, wherever they move. */
bool aligned_resize(const evo_allocator *memory, aligned_block *l, size_t kept, size_t bytes);

/* Gives the block back. */
void aligned_free(const evo_allocator *memory, aligned_block *l);

#endif
