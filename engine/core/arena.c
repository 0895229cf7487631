#include "core/arena.h"

#include "core/aligned.h"

struct arena_chunk {
    arena_chunk *next;
    size_t size; /* bytes for blocks */
    aligned_block block;
};

/* Bytes of the least chunk. */
static const size_t LEAST = 65536;

void arena_init(arena *a, const evo_allocator *memory) {
    a->memory = memory;
    a->chunks = NULL;
    a->used = 0;
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
    a->used = 0;
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
        size_t twice = a->chunks ? 2 * a->chunks->size : LEAST;
        if (!add_chunk(a, size > twice ? size : twice)) return NULL;
    }
    unsigned char *block = (unsigned char *)aligned_begin(&a->chunks->block) + a->used;
    a->used += size;
    return block;
}

void arena_reset(arena *a) {
    size_t sum = 0;
    a->used = 0;
    if (!a->chunks || !a->chunks->next) return;
    for (const arena_chunk *chunk = a->chunks; chunk; chunk = chunk->next) sum += chunk->size;
    arena_free(a);
    (void)add_chunk(a, sum); /* refused: the next step asks again */
}
