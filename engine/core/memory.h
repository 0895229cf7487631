/* memory.h: all memory of the engine is allocated and freed by an evo_allocator, through these
 * functions. */
#ifndef ENGINE_CORE_MEMORY_H
#define ENGINE_CORE_MEMORY_H

#include "evolute/base.h"

/* The given allocator, or the C library's if it is zeroed. */
evo_allocator memory_or_default(evo_allocator allocator);

/* Allocates an uninitialised block; NULL: out of memory. */
void *memory_take(const evo_allocator *allocator, size_t size);

/* Takes `count` items of a type. */
#define MEMORY_TAKE(memory, type, count) ((type *)memory_take(memory, (count) * sizeof(type)))

/* Resizes a block and keeps its contents; NULL: out of memory, the old block is unchanged. */
void *memory_resize(const evo_allocator *allocator, void *block, size_t old_size, size_t new_size);

/* Frees a block; NULL is allowed. */
void memory_give(const evo_allocator *allocator, void *block, size_t size);

#endif
