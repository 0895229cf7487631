/* arena.h: memory of one step. Blocks are taken one after the other and given back all at once; the
 * next step finds all of it in one piece. Scratch of one phase is taken from the other end, and
 * given back as the phase ends. */
#ifndef ENGINE_CORE_ARENA_H
#define ENGINE_CORE_ARENA_H

#include "core/memory.h"

typedef struct arena_chunk arena_chunk;

typedef struct arena {
    const evo_allocator *memory;
    arena_chunk *chunks; /* the newest first, which is the one that blocks are taken from */
    unsigned char *low, *high, *end; /* what is free of the newest chunk, and where that ends */
    size_t taken, most; /* bytes of all chunks: now, and at most since they were fitted */
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

#endif
