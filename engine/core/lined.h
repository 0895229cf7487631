/* lined.h: blocks that begin at the beginning of a cache line, wherever the allocator puts them. */
#ifndef ENGINE_CORE_LINED_H
#define ENGINE_CORE_LINED_H

#include "core/memory.h"

enum { CACHE_LINE = 64 };

typedef struct lined {
    unsigned char *block; /* as the allocator gave it */
    size_t size;
} lined;

/* The first cache line from an address on: less than CACHE_LINE bytes farther. */
static inline void *line_from(void *address) {
    size_t past = (size_t)((uintptr_t)address % CACHE_LINE);
    return (unsigned char *)address + (CACHE_LINE - past) % CACHE_LINE;
}

/* The first cache line in the block; there are `size` less CACHE_LINE bytes from there on. */
static inline void *lined_begin(const lined *l) {
    return l->block ? line_from(l->block) : NULL;
}

/* Makes room for so many bytes from the first line on; whether it could be had. The first `kept`
 * bytes stay what they are, wherever they move. */
bool lined_resize(const evo_allocator *memory, lined *l, size_t kept, size_t bytes);

/* Gives the block back. */
void lined_free(const evo_allocator *memory, lined *l);

#endif
