#include "core/arena.h"

#include <assert.h>
#include <string.h>

#include "core/aligned.h"

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

/* Adds a chunk in which there is room for a block. */
static bool add_room(arena *a, size_t size) {
    const size_t more =
        a->chunks && a->chunks->size / 4 > LEAST_CHUNK ? a->chunks->size / 4 : LEAST_CHUNK;
    return size > 0 && add_chunk(a, size > more ? size : more);
}

/* Bytes of whole cache lines, one at least; 0: too many. */
static size_t arena_size(size_t bytes) {
    return bytes > SIZE_MAX / 2 ? 0 : (bytes + CACHE_LINE) / CACHE_LINE * CACHE_LINE;
}

/* Returns whether there is room for a block, which is counted then. */
static inline bool has_room(arena *a, size_t size) {
    if ((size_t)(a->high - a->low) < size || size == 0)
        if (!add_room(a, size)) return false;
    a->taken += size;
    if (a->taken > a->most) a->most = a->taken;
    return true;
}

void *arena_take(arena *a, size_t bytes) {
    const size_t size = arena_size(bytes);
    if (!has_room(a, size)) return NULL;
    a->low += size;
    assert(a->low <= a->high && "blocks and scratch do not meet");
    return a->low - size;
}

void *arena_scratch(arena *a, size_t bytes) {
    const size_t size = arena_size(bytes);
    if (!has_room(a, size)) return NULL;
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

/* Replaces the chunks by one for the most that was in use at once of late, and a sixteenth more. */
static void fit(arena *a) {
    const size_t size = a->most + a->most / 16 + LEAST_CHUNK / 8;
    a->resets = 0;
    a->most = 0;
    if (a->chunks && !a->chunks->next && a->chunks->size / 8 * 7 <= size) return;
    arena_free(a);
    (void)add_chunk(a, size); /* a refused chunk is asked for again in the next step */
}

void arena_reset(arena *a) {
    if (!a->chunks) return;
    a->taken = 0;
    open_chunk(a);
    if (a->chunks->next || ++a->resets == RESETS) fit(a);
}
