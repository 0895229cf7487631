/* memory.h: memory of an evo_allocator, aligned memory, arrays that grow, an arena for a step
 * and pools of blocks. */
#ifndef ENGINE_CORE_MEMORY_H
#define ENGINE_CORE_MEMORY_H

#include <string.h>

#include "evolute/base.h"

/* ==== An allocator ============================================================================ */

/* All memory of the engine is allocated and freed by an evo_allocator, through these functions. */

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

/* ==== Aligned memory ========================================================================== */

/* Memory blocks aligned to cache lines, whatever the allocator's alignment. */

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

/* ==== Copies of state ========================================================================= */

/* State as bytes behind each other: one function lists it, for the way there and the way back. */

typedef struct byte_copy {
    unsigned char *at;
    bool back;
} byte_copy;

static inline void byte_copy_part(byte_copy *c, void *part, size_t bytes) {
    memcpy(c->back ? part : c->at, c->back ? c->at : part, bytes);
    c->at += bytes;
}

/* ==== Arrays that grow ======================================================================== */

/* Growing arrays. The owner keeps pointer, capacity and count. Growing keeps the items, and a
 * failed allocation changes nothing. */

/* No index, no id, no number: nothing. */
static const uint32_t NONE = 0xffffffffu;

typedef struct list_size {
    size_t count, capacity;
} list_size;

/* Grows the capacity to at least `needed` items, which are more than there is room for. */
bool array_grow(const evo_allocator *memory, void *items, size_t *capacity, size_t needed,
                size_t item_size);

/* Grows the capacity, unless there is room; `items` is the address of the pointer to them. False:
 * out of memory. */
static inline bool array_reserve(const evo_allocator *memory, void *items, size_t *capacity,
                                 size_t needed, size_t item_size) {
    return needed <= *capacity || array_grow(memory, items, capacity, needed, item_size);
}

/* The same, with a byte in all of the items that are new. */
bool array_reserve_filled(const evo_allocator *memory, void *items, size_t *capacity, size_t needed,
                          size_t item_size, int byte);

/* Shrinks the capacity when it is ample. Items beyond `needed` are lost. */
void array_trim(const evo_allocator *memory, void *items, size_t *capacity, size_t needed,
                size_t item_size);

/* memset for `count` items. With count 0, `items` may be NULL, which memset does not allow. */
static inline void array_fill(void *items, int byte, size_t count, size_t item_size) {
    if (count > 0) memset(items, byte, count * item_size);
}

/* Frees the items and sets the pointer to NULL. */
void array_free(const evo_allocator *memory, void *items, size_t *capacity, size_t item_size);

/* The same of a pointer and a capacity, by their names. */
#define ARRAY_GROW(memory, items, capacity, needed)                                                \
    array_grow(memory, &(items), &(capacity), needed, sizeof *(items))
#define ARRAY_RESERVE(memory, items, capacity, needed)                                             \
    array_reserve(memory, &(items), &(capacity), needed, sizeof *(items))
#define ARRAY_RESERVE_FILLED(memory, items, capacity, needed, byte)                                \
    array_reserve_filled(memory, &(items), &(capacity), needed, sizeof *(items), byte)
#define ARRAY_FREE(memory, items, capacity)                                                        \
    array_free(memory, &(items), &(capacity), sizeof *(items))

/* ==== The arena of a step ===================================================================== */

/* Memory of one step. Blocks are taken one after the other and given back all at once; the next
 * step finds all of it in one piece. Scratch of one phase is taken from the other end, and given
 * back as the phase ends. */

typedef struct arena_chunk arena_chunk;

typedef struct arena {
    const evo_allocator *memory;
    arena_chunk *chunks; /* the newest first, which is the one that blocks are taken from */
    unsigned char *low, *high, *end; /* free bytes of the newest chunk, and its end */
    size_t taken, most; /* bytes of all chunks: now, and the most since they were fitted */
    int resets;         /* resets since then */
} arena;

void arena_init(arena *a, const evo_allocator *memory);
void arena_free(arena *a);

/* Returns a block at the beginning of a cache line; NULL: out of memory. */
void *arena_take(arena *a, size_t bytes);

/* Takes `count` items of a type. */
#define ARENA_TAKE(a, type, count) ((type *)arena_take(a, (count) * sizeof(type)))

/* Takes scratch, and gives back all that was taken since a mark. */
typedef struct arena_mark {
    const arena_chunk *chunk;
    unsigned char *low, *high;
    size_t taken;
} arena_mark;

arena_mark arena_mark_of(const arena *a);
void *arena_scratch(arena *a, size_t bytes);
void arena_drop(arena *a, arena_mark from);

/* Gives back blocks and scratch that were taken since a mark. */
void arena_return(arena *a, arena_mark to);

#define ARENA_SCRATCH(a, type, count) ((type *)arena_scratch(a, (count) * sizeof(type)))

/* Takes a block for `count` items in place of an array of fewer, and copies the first `kept`;
 * `items` is the address of the pointer to them. False: out of memory, nothing has changed. */
bool arena_grow(arena *a, void *items, size_t kept, size_t count, size_t item_size);

#define ARENA_GROW(a, items, kept, count) arena_grow(a, &(items), kept, count, sizeof *(items))

/* Frees all blocks, and keeps one chunk that is apt for as much again. */
void arena_reset(arena *a);

/* ==== Pools =================================================================================== */

/* Memory that was taken in advance: blocks of any size out of a few large ones. */

typedef struct pool pool;

/* Takes a pool of `bytes` bytes, linked before `others` (or NULL). NULL: out of memory. */
pool *pool_make(const evo_allocator *from, size_t bytes, pool *others);
void pool_free(pool *all, const evo_allocator *from);

/* Bytes of all pools. */
size_t pool_bytes(const pool *all);

/* Returns whether a block is of one of the pools. */
bool pool_has(const pool *all, const void *block);

/* Returns a block of `bytes` bytes, aligned as malloc's are; NULL: no pool has room for it. */
void *pool_take(pool *all, size_t bytes);
void pool_give(pool *all, void *block);

#endif
