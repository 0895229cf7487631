/* tiles.c: tiles that are born and go. In: keys; out: tiles linked to their neighbours and to the
 * coarser tiles around them. Invariant: a tile's coarser tiles exist as long as it does. */
#include "index/tiles.h"

#include <assert.h>

tile *tiles_find(const index_tiles *t, const tile_key *key) {
    tile *found;
    HASH_FIND(hh, t->directory, key, sizeof *key, found);
    return found;
}

/* Neighbours link to each other: of the one, place i is of the other, place 8 - i. */
static void link_neighbours(index_tiles *t, tile *made) {
    for (int i = 0; i < 9; ++i) {
        const tile_key key = {made->key.level, made->key.x + i % 3 - 1, made->key.y + i / 3 - 1, 0};
        made->near[i] = tiles_find(t, &key);
        if (made->near[i]) made->near[i]->near[8 - i] = made;
    }
}

static void fill_tile(tile *made, const tile_key *key) {
    memset(made, 0, sizeof *made);
    made->key = *key;
    made->corner = tile_corner(key);
    made->width = TILE_SIDE * level_cell(key->level);
    made->scale = (double)(1 << TILE_BITS) / made->width;
    made->most = (float)(0.5 * level_cell(key->level));
    made->least = key->level > 0 ? 0.5f * made->most : 0;
}

static tile *add_tile(index_tiles *t, const evo_allocator *memory, const tile_key *key) {
    bool out_of_memory = false;
    tile *made = memory_take(memory, sizeof *made);
    if (!made) return NULL;
    fill_tile(made, key);
    HASH_ADD(hh, t->directory, key, sizeof made->key, made);
    if (out_of_memory) {
        memory_give(memory, made, sizeof *made);
        return NULL;
    }
    link_neighbours(t, made);
    return made;
}

tile *tiles_make(index_tiles *t, const evo_allocator *memory, const tile_key *key) {
    tile *made = tiles_find(t, key), *lower = NULL;
    tile_key at = *key;
    if (made) return made;
    /* Creates missing tiles from this one upwards. */
    for (tile *here = NULL; at.level < LEVELS; lower = here) {
        here = tiles_find(t, &at);
        bool there = here != NULL;
        if (!there) here = add_tile(t, memory, &at);
        if (!here) break;
        if (!made) made = here;
        if (lower) {
            lower->up = here;
            ++here->children;
        }
        if (there) return made;
        at = (tile_key){at.level + 1, at.x >> 1, at.y >> 1, 0};
    }
    if (at.level == LEVELS) return made;
    for (tile *gone = made; gone;) { /* memory was refused */
        tile *next = gone->up;
        tiles_remove(t, memory, gone);
        gone = next;
    }
    return NULL;
}

static void free_tile(index_tiles *t, const evo_allocator *memory, tile *gone) {
    HASH_DELETE(hh, t->directory, gone);
    ARRAY_FREE(memory, gone->entries, gone->entry_list.capacity);
    memory_give(memory, gone, sizeof *gone);
}

void tiles_remove(index_tiles *t, const evo_allocator *memory, tile *gone) {
    assert(gone->children == 0 && "finer tiles need the coarser ones around them");
    for (int i = 0; i < 9; ++i)
        if (gone->near[i] && i != TILE_SELF) gone->near[i]->near[8 - i] = NULL;
    assert((!gone->up || gone->up->children > 0) && "coarser tiles count those below them");
    if (gone->up) --gone->up->children;
    free_tile(t, memory, gone);
}

/* ---- Keys ------------------------------------------------------------------------------------ */

/* The t with 0 <= p - t w < w, as doubles round. */
static int32_t tile_number(double p, double w) {
    double t = floor(p / w);
    if (p - t * w >= w) t += 1;
    if (p - t * w < 0) t -= 1;
    return (int32_t)t;
}

tile_key index_key(int level, evo_vec2 place) {
    double w = TILE_SIDE * level_cell(level);
    return (tile_key){level, tile_number(place.x, w), tile_number(place.y, w), 0};
}

evo_vec2 tile_corner(const tile_key *key) {
    double w = TILE_SIDE * level_cell(key->level);
    return vec(key->x * w, key->y * w);
}

const tile_key *tile_key_of(const tile *t) {
    return &t->key;
}

/* ---- The index ------------------------------------------------------------------------------- */

void index_init(spatial_index *index, const evo_allocator *memory) {
    *index = (spatial_index){.memory = memory};
}

void index_free(spatial_index *index) {
    tile *at, *next;
    HASH_ITER(hh, index->tiles.directory, at, next)
    free_tile(&index->tiles, index->memory, at);
    ARRAY_FREE(index->memory, index->homes, index->home_capacity);
    ARRAY_FREE(index->memory, index->large, index->large_list.capacity);
}
