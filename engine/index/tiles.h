/* tiles.h: the directory of tiles. Tiles link to their neighbours and to the coarser tiles around
 * them, all of which exist: so the directory is asked where a tile is made, hardly elsewhere. */
#ifndef ENGINE_INDEX_TILES_H
#define ENGINE_INDEX_TILES_H

#include "index/index.h"

#include "core/table.h"

enum { TILE_SELF = 4 };

struct tile {
    tile_key key;
    UT_hash_handle hh;
    evo_vec2 corner;
    double width, scale;   /* scale: units per length */
    float least, most;     /* radii of the level are above the one, and not above the other */
    tile *up;              /* the tile of the next level that it lies in; NULL: there is none */
    tile *near[9];         /* itself and its neighbours, row by row; NULL: there is none */
    uint32_t children;     /* tiles that it is `up` of */
    uint32_t sort, number; /* the last sort in which it had bodies, and its number there */
    uint32_t finer;        /* the last sort in which finer tiles in it had bodies */
    still_entry *entries;
    list_size entry_list;
    uint32_t rows[TILE_SIDE + 1]; /* the first entry of each row of cells, by cell and number */
    tile *next, **link;           /* links in the list of its level's tiles with still colliders */
};

/* Returns the tile, or NULL. */
tile *tiles_find(const index_tiles *t, const tile_key *key);

/* Returns the tile, a new one if need be; NULL: out of memory. */
tile *tiles_make(index_tiles *t, const evo_allocator *memory, const tile_key *key);

void tiles_remove(index_tiles *t, const evo_allocator *memory, tile *gone);

/* The place of a still collider among the entries of its tile, or of the first that comes behind it:
 * by its cell and the number of its creation. */
size_t tile_place_of(const tile *t, uint32_t cell, uint32_t number);

/* Returns whether a tile comes before another in canonical order. */
static inline bool tile_before(const tile_key *a, const tile_key *b) {
    if (a->level != b->level) return a->level < b->level;
    if (a->y != b->y) return a->y < b->y;
    return a->x < b->x;
}

#endif
