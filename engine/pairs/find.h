/* find.h: what the kernels of find_lanes.h share with find.c. */
#ifndef ENGINE_PAIRS_FIND_H
#define ENGINE_PAIRS_FIND_H

#include "pairs/pairs.h"

/* Colliders of a coarser level around a tile that are looked at one and all, at most. */
enum { UPPER_FEW = 16 };

/* A coarser level around a tile: the tile of that level that it lies in, and its eight neighbours,
 * row by row. */
typedef struct upper_level {
    const int32_t *tables[9];
    int shift;            /* halvings from this tile's units to those of the level, 30 at most */
    float scale;          /* factor of the same */
    int32_t off_x, off_y; /* offset of the tile's corner in the coarser one, in units of that one */
    bool is_few; /* then all of its colliders are here, in the order of its cells, row by row */
    uint32_t few_count;
    int32_t x[UPPER_FEW + 8], y[UPPER_FEW + 8];
    float radius[UPPER_FEW + 8];
    uint32_t slot[UPPER_FEW + 8], id[UPPER_FEW + 8];
    /* Axes and half sizes of walls, with how far these may move; of others the halves are without
     * bounds. */
    float axis_x[UPPER_FEW + 8], axis_y[UPPER_FEW + 8];
    float half_x[UPPER_FEW + 8], half_y[UPPER_FEW + 8];
} upper_level;

/* A still collider near a tile: its box in the tile's units. */
typedef struct near_still {
    double min_x, min_y, max_x, max_y;
    uint32_t slot;
    bool sleeps;
} near_still;

/* Still colliders are listed by blocks of 4 x 4 cells where a tile has many bodies. */
enum { NEAR_BLOCKS = 16, NEAR_SPLIT = 8 };

typedef struct finder {
    const pair_input *input;
    const index_awake *awake;
    pair_list *list;
    arena *memory;  /* NULL: nothing grows; what has no room fails */
    bool asks;      /* any pair may have to be asked about, else those of find_asks alone */
    size_t most;    /* entries; with more the step is refused */
    bool beyond;    /* there would be more */
    const tile *in; /* the present tile */
    tile_key key;
    double unit;         /* length of its unit */
    upper_level *uppers; /* room for all levels that have bodies */
    int upper_count;
    near_still *near;
    uint32_t near_starts[NEAR_BLOCKS + 1];
    size_t near_capacity;
    int near_blocks; /* 0: there are none */
} finder;

/* Ranks of one tile. */
typedef struct find_part {
    uint32_t tile, first, end;
} find_part;

/* The ranks of a tile, by its place in the sequence. */
static inline find_part find_whole_tile(const index_awake *w, uint32_t place) {
    const uint32_t number = w->sequence[place];
    const int32_t *table = w->tables + (size_t)number * TILE_TABLE;
    return (find_part){number, (uint32_t)table[0], (uint32_t)table[TILE_CELLS]};
}

/* Finds what surrounds the bodies of some ranks. */
bool find_around(finder *f, const find_part *part);

/* The block of cells that a cell of the tile is in. */
static inline uint32_t find_block(const finder *f, uint32_t cell) {
    return f->near_blocks == 1 ? 0 : cell % TILE_SIDE / 4 + cell / (4 * TILE_SIDE) * 4;
}

/* Returns whether still colliders are near a cell of the tile. */
static inline bool find_is_near(const finder *f, uint32_t cell) {
    const uint32_t block = find_block(f, cell);
    return f->near_blocks > 0 && f->near_starts[block] < f->near_starts[block + 1];
}

/* Returns whether a collider is of a body that no contact moves. */
static inline bool find_is_fixed(const finder *f, uint32_t slot) {
    const body_store *s = f->input->bodies;
    return f->input->some_fixed && s->motions[s->links[slot].body].kind != EVO_DYNAMIC;
}

/* Returns whether pairs that a collider found have to be asked about. */
static inline bool find_asks(const finder *f, uint32_t slot) {
    return f->asks || f->input->bodies->links[slot].flags != 0 || find_is_fixed(f, slot);
}

/* Room for more entries; false: refused. */
bool find_grow(finder *f, size_t more);

/* Adds the pairs of a rank with still colliders near its tile. */
void find_still(finder *f, uint32_t rank, uint32_t cell);

/* Drops those entries from `from` on that are not within reach when measured in doubles. */
void find_exactly(finder *f, uint32_t from);

/* Drops the pairs of a row that do not collide. */
void find_ask(finder *f, uint32_t from);

/* Moves an entry of the list. */
void find_move(pair_list *list, uint32_t to, uint32_t from);

/* Others whose cores that of one body may overlap before it is in a crowd, and pairs that it has
 * then with what moves. Larger: steps of crowds take longer; smaller: they part more slowly. */
enum { CROWD = 8 };

/* Drops the other pairs of a row in a crowd (thin.c). */
void find_thin(finder *f, uint32_t from);

/* Adds the pairs of some ranks. */
typedef void (*find_kernel)(finder *f, const find_part *part);
extern const find_kernel find_kernel_1, find_kernel_4, find_kernel_8;

/* Finds the pairs of all tiles by several workers (shares.c). False: one has to do it. */
bool find_shared(finder *f, find_kernel kernel, const pair_store *p, size_t levels);

#endif
