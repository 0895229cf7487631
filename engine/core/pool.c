/* pool.c: segregated free lists with boundary tags. In: sizes; out: blocks. A pool is cut into
 * blocks, each with a head that says how long it and the block before it are; blocks that are given
 * back join free neighbours. Invariant: a free block is in the list of its size class, and no two
 * free blocks are neighbours. */
#include "core/pool.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

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

static bool is_within(const pool *p, const void *block) {
    return (uintptr_t)block > (uintptr_t)p->first && (uintptr_t)block < (uintptr_t)p->end;
}

bool pool_has(const pool *all, const void *block) {
    while (all && !is_within(all, block)) all = all->next;
    return all != NULL;
}

/* The first block of a list that is long enough; in lists of larger classes the first is. */
static pool_block *find(const pool *p, size_t size) {
    for (int c = class_of(size); c < CLASSES; ++c)
        for (pool_block *b = p->free[c]; b; b = b->next)
            if (block_size(b) >= size) return b;
    return NULL;
}

static void *take_from(pool *p, size_t size) {
    pool_block *b = find(p, size);
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
    while (!is_within(p, block)) p = p->next;
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
