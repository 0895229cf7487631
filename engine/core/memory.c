/* memory.c: memory of an evo_allocator: aligned, in arrays, in the arena of a step, in pools.
 * Invariant: blocks and scratch of an arena do not meet; free neighbours in a pool are one
 * block. */
#include "core/memory.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ==== An allocator ============================================================================ */

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

/* ==== Aligned memory ========================================================================== */

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

/* ==== Arrays that grow ======================================================================== */

/* Arrays grow by a sixteenth, which wastes little memory and still copies each item only a
 * constant number of times. */

/* `items` points to a pointer of any type. Its bytes are copied, because the type is not known. */
static void *array_pointer(const void *items) {
    void *pointer;
    memcpy(&pointer, items, sizeof pointer);
    return pointer;
}

static bool array_resize(const evo_allocator *memory, void *items, size_t *capacity, size_t wanted,
                         size_t item_size) {
    if (wanted > SIZE_MAX / item_size) return false;
    void *resized =
        memory_resize(memory, array_pointer(items), *capacity * item_size, wanted * item_size);
    if (!resized) return false;
    memcpy(items, &resized, sizeof resized);
    *capacity = wanted;
    return true;
}

bool array_grow(const evo_allocator *memory, void *items, size_t *capacity, size_t needed,
                size_t item_size) {
    assert(needed > *capacity && "there is room");
    size_t wanted = *capacity + *capacity / 16 + 16;
    const bool grown =
        array_resize(memory, items, capacity, wanted < needed ? needed : wanted, item_size);
    assert((!grown || *capacity >= needed) && "a grown array has room");
    return grown;
}

bool array_reserve_filled(const evo_allocator *memory, void *items, size_t *capacity, size_t needed,
                          size_t item_size, int byte) {
    const size_t before = *capacity;
    if (needed <= before) return true;
    if (!array_grow(memory, items, capacity, needed, item_size)) return false;
    memset((unsigned char *)array_pointer(items) + before * item_size, byte,
           (*capacity - before) * item_size);
    return true;
}

/* A capacity shrinks only when it is ample, and keeps some room, so that a count that varies does
 * not reallocate again and again. */
void array_trim(const evo_allocator *memory, void *items, size_t *capacity, size_t needed,
                size_t item_size) {
    if (*capacity > needed + needed / 16 + 64)
        (void)array_resize(memory, items, capacity, needed + needed / 32 + 32, item_size);
}

void array_free(const evo_allocator *memory, void *items, size_t *capacity, size_t item_size) {
    void *none = NULL;
    memory_give(memory, array_pointer(items), *capacity * item_size);
    memcpy(items, &none, sizeof none);
    *capacity = 0;
}

/* ==== The arena of a step ===================================================================== */

struct arena_chunk {
    arena_chunk *next;
    size_t size; /* bytes for blocks */
    aligned_block block;
};

/* Bytes of the least chunk. */
static const size_t LEAST_CHUNK = 65536;

/* Resets after which a chunk that is much too large is replaced. */
enum { RESETS = 128 };

void arena_init(arena *a, const evo_allocator *memory) {
    *a = (arena){.memory = memory};
}

static void give_chunk(arena *a, arena_chunk *chunk) {
    aligned_free(a->memory, &chunk->block);
    memory_give(a->memory, chunk, sizeof *chunk);
}

/* Frees the chunks that are newer than one. */
static void free_newer(arena *a, const arena_chunk *than) {
    while (a->chunks != than) {
        arena_chunk *chunk = a->chunks;
        a->chunks = chunk->next;
        give_chunk(a, chunk);
    }
}

void arena_free(arena *a) {
    free_newer(a, NULL);
    a->low = a->high = a->end = NULL;
    a->taken = 0;
}

/* All of the newest chunk is free. */
static void open_chunk(arena *a) {
    a->low = (unsigned char *)aligned_begin(&a->chunks->block);
    a->high = a->end = a->low + a->chunks->size;
}

/* Chunks end where scratch may begin: between two cache lines. */
static bool add_chunk(arena *a, size_t least) {
    const size_t size = (least + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    arena_chunk *chunk = memory_take(a->memory, sizeof *chunk);
    if (!chunk) return false;
    *chunk = (arena_chunk){.next = a->chunks, .size = size};
    if (!aligned_resize(a->memory, &chunk->block, 0, size)) {
        memory_give(a->memory, chunk, sizeof *chunk);
        return false;
    }
    a->chunks = chunk;
    open_chunk(a);
    return true;
}

/* Adds a chunk in which there is room for a block, and for all blocks of the next step, if it takes
 * no more than a quarter more: pages of new memory are slow. */
static bool add_room(arena *a, size_t size) {
    const size_t all = a->taken + size, most = all > a->most ? all : a->most;
    return size > 0 && add_chunk(a, most + most / 4 + LEAST_CHUNK);
}

/* Bytes of whole cache lines, one at least; 0: too many. */
static size_t arena_size(size_t bytes) {
    return bytes > SIZE_MAX / 2 ? 0 : (bytes + CACHE_LINE) / CACHE_LINE * CACHE_LINE;
}

/* Returns whether there is room for a block, which is counted then. */
static inline bool arena_has_room(arena *a, size_t size) {
    if ((size_t)(a->high - a->low) < size || size == 0)
        if (!add_room(a, size)) return false;
    a->taken += size;
    if (a->taken > a->most) a->most = a->taken;
    return true;
}

void *arena_take(arena *a, size_t bytes) {
    const size_t size = arena_size(bytes);
    if (!arena_has_room(a, size)) return NULL;
    a->low += size;
    assert(a->low <= a->high && "blocks and scratch do not meet");
    return a->low - size;
}

void *arena_scratch(arena *a, size_t bytes) {
    const size_t size = arena_size(bytes);
    if (!arena_has_room(a, size)) return NULL;
    return a->high -= size;
}

arena_mark arena_mark_of(const arena *a) {
    return (arena_mark){a->chunks, a->low, a->high, a->taken};
}

/* All scratch of a chunk that is newer than the mark goes, too. */
void arena_drop(arena *a, arena_mark from) {
    unsigned char *high = a->chunks == from.chunk ? from.high : a->end;
    assert(high >= a->high && "scratch goes in the order in which it came");
    assert(a->taken >= (size_t)(high - a->high) && "what goes was counted");
    a->taken -= (size_t)(high - a->high);
    a->high = high;
}

void arena_return(arena *a, arena_mark to) {
    assert(a->taken >= to.taken && "blocks go in the order in which they came");
    free_newer(a, to.chunk);
    a->low = to.low;
    a->high = to.high;
    a->end = a->chunks ? (unsigned char *)aligned_begin(&a->chunks->block) + a->chunks->size : NULL;
    a->taken = to.taken;
}

bool arena_grow(arena *a, void *items, size_t kept, size_t count, size_t item_size) {
    void *before, *made = arena_take(a, count * item_size);
    if (!made) return false;
    memcpy(&before, items, sizeof before); /* the type of the pointer is not known */
    if (kept > 0) memcpy(made, before, kept * item_size);
    memcpy(items, &made, sizeof made);
    return true;
}

/* Replaces a chunk of more than four times the bytes that were in use at once of late. */
static void fit(arena *a) {
    const size_t size = a->most + a->most / 16 + LEAST_CHUNK / 8;
    a->resets = 0;
    a->most = 0;
    if (a->chunks->size / 4 <= size) return;
    arena_free(a);
    (void)add_chunk(a, size); /* a refused chunk is asked for again in the next step */
}

/* Frees the chunks that are older than the newest, which has room for all. */
static void free_older(arena *a) {
    arena_chunk *newest = a->chunks;
    a->chunks = newest->next;
    free_newer(a, NULL);
    a->chunks = newest;
    newest->next = NULL;
}

void arena_reset(arena *a) {
    if (!a->chunks) return;
    free_older(a);
    a->taken = 0;
    open_chunk(a);
    if (++a->resets == RESETS) fit(a);
}

/* ==== Pools =================================================================================== */

/* Segregated free lists with boundary tags. In: sizes; out: blocks. A pool is cut into blocks,
 * each with a head that says how long it and the block before it are; blocks that are given back
 * join free neighbours. Invariant: a free block is in the list of its size class, and no two
 * free blocks are neighbours. */

enum { GRAIN = 16, CLASSES = 256, USED = 1 };

/* A block. `size` counts its head; its lowest bit: it is in use. */
typedef struct pool_block {
    size_t size, before; /* before: size of the block before, or 0 */
    /* Neighbours in the list of a free one: else its bytes begin here. */
    _Alignas(GRAIN) struct pool_block *next;
    struct pool_block *previous;
} pool_block;

enum { HEAD = offsetof(pool_block, next), LEAST_BLOCK = sizeof(pool_block) };
_Static_assert(HEAD % GRAIN == 0, "blocks are aligned");

struct pool {
    pool *next;
    size_t bytes; /* all, this head included */
    pool_block *free[CLASSES];
    pool_block *first, *end; /* end: a block in use, of size 0 */
};

static size_t block_size(const pool_block *b) {
    return b->size & ~(size_t)USED;
}

static pool_block *block_after(pool_block *b) {
    return (pool_block *)(void *)((unsigned char *)b + block_size(b));
}

/* Four classes for each power of two. */
static int class_of(size_t size) {
    int power = 0;
    for (size_t rest = size; rest >= 8; rest >>= 1) ++power;
    return 4 * power + (int)(size >> power & 3);
}

static void enlist(pool *p, pool_block *b) {
    pool_block **first = &p->free[class_of(block_size(b))];
    assert(block_size(b) >= LEAST_BLOCK && "links have room in it");
    b->next = *first;
    b->previous = NULL;
    if (*first) (*first)->previous = b;
    *first = b;
}

static void unlist(pool *p, const pool_block *b) {
    assert(!(b->size & USED) && "only free blocks are listed");
    if (b->next) b->next->previous = b->previous;
    if (b->previous)
        b->previous->next = b->next;
    else
        p->free[class_of(block_size(b))] = b->next;
}

pool *pool_make(const evo_allocator *from, size_t bytes, pool *others) {
    const size_t all = (bytes + sizeof(pool) + 4 * LEAST_BLOCK) / GRAIN * GRAIN;
    pool *p = memory_take(from, all);
    if (!p) return NULL;
    memset(p, 0, sizeof *p);
    unsigned char *begin = (unsigned char *)p,
                  *at = begin + (sizeof *p + GRAIN - 1) / GRAIN * GRAIN;
    const size_t room = (all - (size_t)(at - begin) - sizeof(pool_block)) / GRAIN * GRAIN;
    p->next = others;
    p->bytes = all;
    p->first = (pool_block *)(void *)at;
    *p->first = (pool_block){.size = room};
    p->end = block_after(p->first);
    *p->end = (pool_block){.size = USED, .before = room};
    enlist(p, p->first);
    return p;
}

void pool_free(pool *all, const evo_allocator *from) {
    while (all) {
        pool *next = all->next;
        memory_give(from, all, all->bytes);
        all = next;
    }
}

size_t pool_bytes(const pool *all) {
    size_t bytes = 0;
    for (; all; all = all->next) bytes += all->bytes;
    return bytes;
}

static bool block_is_within(const pool *p, const void *block) {
    return (uintptr_t)block > (uintptr_t)p->first && (uintptr_t)block < (uintptr_t)p->end;
}

bool pool_has(const pool *all, const void *block) {
    while (all && !block_is_within(all, block)) all = all->next;
    return all != NULL;
}

/* The first block of a list that is long enough; in lists of larger classes the first is. */
static pool_block *find_free(const pool *p, size_t size) {
    for (int c = class_of(size); c < CLASSES; ++c)
        for (pool_block *b = p->free[c]; b; b = b->next)
            if (block_size(b) >= size) return b;
    return NULL;
}

static void *take_from(pool *p, size_t size) {
    pool_block *b = find_free(p, size);
    if (!b) return NULL;
    unlist(p, b);
    assert(block_size(b) >= size && "the block is long enough");
    const size_t rest = block_size(b) - size;
    if (rest >= LEAST_BLOCK) {
        b->size = size;
        pool_block *left = block_after(b);
        *left = (pool_block){.size = rest, .before = size};
        block_after(left)->before = rest;
        enlist(p, left);
    }
    b->size |= USED;
    return (unsigned char *)b + HEAD;
}

void *pool_take(pool *all, size_t bytes) {
    if (bytes > SIZE_MAX / 2) return NULL;
    size_t size = (bytes + HEAD + GRAIN - 1) / GRAIN * GRAIN;
    if (size < LEAST_BLOCK) size = LEAST_BLOCK;
    void *taken = NULL;
    for (; all && !taken; all = all->next) taken = take_from(all, size);
    return taken;
}

void pool_give(pool *all, void *block) {
    pool *p = all;
    while (!block_is_within(p, block)) p = p->next;
    pool_block *b = (pool_block *)(void *)((unsigned char *)block - HEAD);
    assert(b->size & USED);
    b->size = block_size(b);
    pool_block *after = block_after(b);
    assert(after->before == b->size && "heads tell the sizes of blocks before them");
    if (!(after->size & USED)) {
        unlist(p, after);
        b->size += block_size(after);
    }
    pool_block *before = (pool_block *)(void *)((unsigned char *)b - b->before);
    if (b->before > 0 && !(before->size & USED)) {
        unlist(p, before);
        before->size += b->size;
        b = before;
    }
    assert(block_after(b)->size & USED && "free neighbours have joined");
    block_after(b)->before = b->size;
    enlist(p, b);
}
