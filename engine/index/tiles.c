#include "index/tiles.h"

tile *tiles_find(const index_tiles *t, const tile_key *key) {
    tile *found;
    HASH_FIND(hh, t->directory, key, sizeof *key, found);
    return found;
}

tile *tiles_make(index_tiles *t, const evo_allocator *memory, const tile_key *key) {
    bool out_of_memory = false;
    tile *made = tiles_find(t, key);
    if (made) return made;
    made = memory_take(memory, sizeof *made);
    if (!made) return NULL;
    memset(made, 0, sizeof *made);
    made->key = *key;
    HASH_ADD(hh, t->directory, key, sizeof made->key, made);
    if (!out_of_memory) return made;
    memory_give(memory, made, sizeof *made);
    return NULL;
}

void tiles_remove(index_tiles *t, const evo_allocator *memory, tile *gone) {
    HASH_DELETE(hh, t->directory, gone);
    array_free(memory, &gone->entries, &gone->entry_list.capacity, sizeof *gone->entries);
    memory_give(memory, gone, sizeof *gone);
}

void tiles_free(index_tiles *t, const evo_allocator *memory) {
    tile *at, *next;
    HASH_ITER(hh, t->directory, at, next) tiles_remove(t, memory, at);
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
    memset(index, 0, sizeof *index);
    index->memory = memory;
}

void index_free(spatial_index *index) {
    tiles_free(&index->tiles, index->memory);
    array_free(index->memory, &index->large, &index->large_list.capacity, sizeof *index->large);
    array_free(index->memory, &index->found, &index->found_list.capacity, sizeof *index->found);
}
