/* pool.h: memory that was taken in advance: blocks of any size out of a few large ones. */
#ifndef ENGINE_CORE_POOL_H
#define ENGINE_CORE_POOL_H

#include "core/memory.h"

typedef struct pool pool;

/* Takes a pool of so many bytes, before others or NULL. NULL: out of memory. */
pool *pool_make(const evo_allocator *from, size_t bytes, pool *others);
void pool_free(pool *all, const evo_allocator *from);

/* Bytes of all pools. */
size_t pool_bytes(const pool *all);

/* Returns whether a block is of one of the pools. */
bool pool_has(const pool *all, const void *block);

/* A block of so many bytes, aligned as malloc's are; NULL: there is no room for it in any. */
void *pool_take(pool *all, size_t bytes);
void pool_give(pool *all, void *block);

#endif
