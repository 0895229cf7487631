/* memory.h: every byte the engine takes or gives back goes through an evo_allocator, and through
 * these functions. */
#ifndef ENGINE_CORE_MEMORY_H
#define ENGINE_CORE_MEMORY_H

#include "evolute/base.h"

/* The C library's allocator, where the user named none. */
evo_allocator memory_or_default(evo_allocator allocator);

/* A new block, uninitialised; NULL when there is none. */
void *memory_take(const evo_allocator *allocator, size_t size);

/* A block of another size with the old contents; NULL leaves the old block as it was. */
void *memory_resize(const evo_allocator *allocator, void *block, size_t old_size, size_t new_size);

/* Gives a block back; NULL is allowed. */
void memory_give(const evo_allocator *allocator, void *block, size_t size);

#endif
