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
    a->used = a->scratch = a->taken = 0;
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
    a->used = a->scratch = 0;
    return true;
}

/* Bytes that a block takes, for which there is room then; 0: refused. */
static size_t make_room(arena *a, size_t bytes) {
    if (bytes > SIZE_MAX / 2) return 0;
    const size_t size = (bytes + CACHE_LINE) / CACHE_LINE * CACHE_LINE;
    if (!a->chunks || a->chunks->size - a->used - a->scratch < size) {
        size_t more = a->chunks && a->chunks->size / 4 > LEAST ? a->chunks->size / 4 : LEAST;
        if (!add_chunk(a, size > more ? size : more)) return 0;
    }
    a->taken += size;
    if (a->taken > a->most) a->most = a->taken;
    return size;
}

static void *place_in(const arena *a, size_t offset) {
    return (unsigned char *)aligned_begin(&a->chunks->block) + offset;
}

void *arena_take(arena *a, size_t bytes) {
    const size_t size = make_room(a, bytes);
    if (size == 0) return NULL;
    a->used += size;
    return place_in(a, a->used - size);
}

void *arena_scratch(arena *a, size_t bytes) {
    const size_t size = make_room(a, bytes);
    if (size == 0) return NULL;
    a->scratch += size;
    return place_in(a, a->chunks->size - a->scratch);
}

arena_mark arena_mark_of(const arena *a) {
    return (arena_mark){a->chunks, a->scratch};
}

/* All scratch of a chunk that is newer than the mark goes, too. */
void arena_drop(arena *a, arena_mark from) {
    const size_t kept = a->chunks == from.chunk ? from.scratch : 0;
    a->taken -= a->scratch - kept;
    a->scratch = kept;
}

bool arena_grow(arena *a, void *items, size_t kept, size_t count, size_t item_size) {
    void *before, *made = arena_take(a, count * item_size);
    if (!made) return false;
    memcpy(&before, items, sizeof before); /* the type of the pointer is not known */
    if (kept > 0) memcpy(made, before, kept * item_size);
    memcpy(items, &made, sizeof made);
    return true;
}

/* Replaces the chunks by one for the most that was in use at once of late, and a sixteenth more. */
static void fit(arena *a) {
    const size_t size = a->most + a->most / 16 + LEAST / 8;
    a->resets = 0;
    a->most = 0;
    if (a->chunks && !a->chunks->next && a->chunks->size / 8 * 7 <= size) return;
    arena_free(a);
    (void)add_chunk(a, size); /* a refused chunk is asked for again in the next step */
}

void arena_reset(arena *a) {
    if (!a->chunks) return;
    a->used = a->scratch = a->taken = 0;
    if (a->chunks->next || ++a->resets == RESETS) fit(a);
}
