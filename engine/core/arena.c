#include "core/arena.h"

#include <string.h>

#include "core/aligned.h"

struct arena_chunk {
    arena_chunk *next;
    size_t size; /* bytes for blocks */
    aligned_block block;
};

/* Bytes of the least chunk. */
static const size_t LEAST = 65536;

/* Resets after which a chunk that is much too large is replaced. */
enum { RESETS = 128 };

void arena_init(arena *a, const evo_allocator *memory) {
    *a = (arena){.memory = memory};
}

static void give_chunk(arena *a, arena_chunk *chunk) {
    aligned_free(a->memory, &chunk->block);
    memory_give(a->memory, chunk, sizeof *chunk);
}

void arena_free(arena *a) {
    while (a->chunks) {
        arena_chunk *chunk = a->chunks;
        a->chunks = chunk->next;
        give_chunk(a, chunk);
    }
    a->used = a->taken = 0;
}

static bool add_chunk(arena *a, size_t size) {
    arena_chunk *chunk = memory_take(a->memory, sizeof *chunk);
    if (!chunk) return false;
    *chunk = (arena_chunk){.next = a->chunks, .size = size};
    if (!aligned_resize(a->memory, &chunk->block, 0, size)) {
        memory_give(a->memory, chunk, sizeof *chunk);
        return false;
    }
    a->chunks = chunk;
    a->used = 0;
    return true;
}

void *arena_take(arena *a, size_t bytes) {
    if (bytes > SIZE_MAX / 2) return NULL;
    size_t size = (bytes + CACHE_LINE) / CACHE_LINE * CACHE_LINE;
    if (!a->chunks || a->chunks->size - a->used < size) {
        size_t more = a->chunks && a->chunks->size / 4 > LEAST ? a->chunks->size / 4 : LEAST;
        if (!add_chunk(a, size > more ? size : more)) return NULL;
    }
    unsigned char *block = (unsigned char *)aligned_begin(&a->chunks->block) + a->used;
    a->used += size;
    a->taken += size;
    return block;
}

bool arena_grow(arena *a, void *items, size_t kept, size_t count, size_t item_size) {
    void *before, *made = arena_take(a, count * item_size);
    if (!made) return false;
    memcpy(&before, items, sizeof before); /* the type of the pointer is not known */
    if (kept > 0) memcpy(made, before, kept * item_size);
    memcpy(items, &made, sizeof made);
    return true;
}

/* Replaces the chunks by one for the most that was taken of late, and an eighth more. */
static void fit(arena *a) {
    const size_t size = a->most + a->most / 8 + LEAST / 8;
    a->resets = 0;
    a->most = 0;
    if (a->chunks && !a->chunks->next && a->chunks->size / 4 * 3 <= size) return;
    arena_free(a);
    (void)add_chunk(a, size); /* a refused chunk is asked for again in the next step */
}

void arena_reset(arena *a) {
    if (!a->chunks) return;
    if (a->taken > a->most) a->most = a->taken;
    a->used = a->taken = 0;
    if (a->chunks->next || ++a->resets == RESETS) fit(a);
}
