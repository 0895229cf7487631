/* grid.h: what is where: colliders as circles, sorted into the cells of uniform grids.
 *
 * A grid has levels, each with cells 32 times as wide as those of the level below; an item is in
 * the first level whose cells are as wide as the item. So items of one level that touch are in the
 * same or in neighbouring cells. Cells are kept by tiles of 16 x 16 in a hash table; space without
 * tiles costs nothing, however far it extends.
 *
 * Within a build the items stand sorted: by tile, in a tile by row and column of their cell. A
 * range of cells of one row is therefore one range of items, which is read from end to end without
 * any look-up. Their places are floats relative to their tile's corner.
 */
#ifndef ENGINE_BROAD_GRID_H
#define ENGINE_BROAD_GRID_H

#include "core/table.h"
#include "core/vector.h"

enum { TILE_SIDE = 16, TILE_CELLS = TILE_SIDE * TILE_SIDE, GRID_LEVELS = 24 };

/* The level whose cells are as wide as the typical item. */
enum { GRID_MIDDLE = 12 };

typedef struct tile_key {
    int64_t x, y, level;
} tile_key;

typedef struct tile {
    tile_key key;
    uint32_t start[TILE_CELLS + 1]; /* of each cell's items in the sorted order */
    uint32_t count;                 /* of items; 0: an idle tile, kept for later */
    UT_hash_handle hh;
} tile;

typedef struct grid_item {
    evo_vec2 center;
    float reach;
    uint32_t id;
} grid_item;

typedef struct grid {
    const evo_allocator *memory;
    double width[GRID_LEVELS]; /* of each level's cells */
    uint32_t levels;           /* a bit for each level that holds items */
    tile *directory;           /* the hash table */
    tile **tiles;              /* those that hold items, ordered by level, y, x */
    size_t tile_count, tile_capacity;
    size_t idle_count;
    /* The sorted items. */
    float *x, *y, *reach;
    uint32_t *id;
    size_t count, x_capacity, y_capacity, reach_capacity, id_capacity;
} grid;

void grid_init(grid *g, const evo_allocator *memory);
void grid_free(grid *g);

/* The width of cells that suits these items: that of all but the few largest. `now` is kept when it
 * will do. */
double grid_suitable_cell(const grid_item *items, size_t count, double now);

/* Where an item belongs, while a grid is built. */
typedef struct grid_place {
    tile *in;
    uint32_t cell;
} grid_place;

/* Sorts the items in; `places` is room for as many. The typical item's cells are `cell` wide. False
 * when memory is refused: the grid is then empty. */
bool grid_build(grid *g, double cell, const grid_item *items, size_t count, grid_place *places);

/* The level that an item of this reach is in. */
int grid_level(const grid *g, float reach);

/* NULL where there is none. */
tile *grid_tile(const grid *g, int64_t x, int64_t y, int64_t level);

/* The tile's lower left corner. */
evo_vec2 grid_corner(const grid *g, const tile *t);

/* The number of the cell, along one axis, for a coordinate in cells. */
int64_t grid_cell(double cell);

#endif
