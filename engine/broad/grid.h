/* grid.h: what is where: proxies, which are circles wider by a margin than what they stand for, in
 * the cells of uniform grids.
 *
 * A grid has levels, each with cells four times as wide as those of the level below; a proxy is in
 * the first level whose cells are as wide as it. So proxies of one level that meet are in the same
 * or in neighbouring cells, and proxies of any size crowd only cells of their own size. Cells are
 * kept by tiles of 16 x 16 in a hash table; space without tiles costs nothing, however far it
 * extends.
 *
 * The items of a tile stand in arrays: a sorted part, by row and column of their cell, so that a
 * range of cells of one row is one range of items; behind it a short tail, in no order. What moves
 * within its cell is overwritten; what changes its cell leaves a hole and goes to the tail; a tail
 * that has grown long is sorted in. So a change costs what it touches, and lanes read ranges.
 *
 * Where two proxies meet is decided by their centers in double, whatever tile they are in.
 */
#ifndef ENGINE_BROAD_GRID_H
#define ENGINE_BROAD_GRID_H

#include "core/array.h"
#include "core/table.h"
#include "core/vector.h"

enum {
    TILE_BITS = 4,
    TILE_SIDE = 1 << TILE_BITS,
    TILE_CELLS = TILE_SIDE * TILE_SIDE,
    GRID_LEVELS = 64
};

/* The level whose cells are as wide as the typical item; the last, which holds whatever is wider
 * than any cell, all in one. */
enum { GRID_MIDDLE = 31, GRID_TOP = GRID_LEVELS - 1 };

typedef struct tile_key {
    int64_t x, y;
} tile_key;

typedef struct tile {
    tile_key key;
    uint32_t level;
    uint32_t count, sorted, holes; /* of items; of those in the sorted part; of its empty places */
    uint32_t capacity;
    float *x, *y;                   /* from the tile's corner; these are parts of one block */
    float *reach;                   /* negative: it has a box besides */
    uint32_t *id;                   /* NONE: a hole */
    uint32_t start[TILE_CELLS + 1]; /* of each cell's items in the sorted part */
    UT_hash_handle hh;
} tile;

/* For what is not round: the box about it, which may lie aslant, with a round hollow in its
 * middle. What meets the proxy reaches the box, too. */
typedef struct grid_box {
    evo_vec2 center, axis;
    double half_x, half_y, hollow;
} grid_box;

typedef struct grid_proxy {
    evo_vec2 center;
    tile *in; /* NULL: it is not linked */
    float reach;
    uint32_t at;  /* its place among the tile's items */
    uint32_t box; /* NONE: it is round */
} grid_proxy;

typedef union grid_box_slot {
    grid_box box;
    uint32_t next_free;
} grid_box_slot;

/* The tiles that were asked for last, by a mix of their keys. */
enum { GRID_RECENT = 64 };

typedef struct grid_recent {
    tile_key key;
    uint32_t level;
    bool known;
    tile *found; /* NULL: there is none */
} grid_recent;

typedef struct grid {
    const evo_allocator *memory;
    double width[GRID_LEVELS];      /* of each level's cells */
    double per_length[GRID_LEVELS]; /* of them: one over that */
    uint64_t levels;                /* a bit for each level that has tiles */
    tile *directory[GRID_LEVELS];   /* hash tables */
    size_t tile_count[GRID_LEVELS]; /* idle ones, which hold nothing, included */
    size_t used_tiles, idle_tiles;
    unsigned char *spare; /* for sorting: as large as the largest tile's block so far */
    size_t spare_size;
    grid_proxy *proxies; /* by id */
    size_t proxy_count, proxy_capacity, linked;
    grid_box_slot *boxes;
    size_t box_count, box_capacity;
    uint32_t free_box;
    grid_recent recent[GRID_RECENT];
} grid;

void grid_init(grid *g, const evo_allocator *memory);
void grid_free(grid *g);

/* While nothing is linked: the middle level's cells. Which width it is decides only how fast the
 * grid is. */
void grid_set_width(grid *g, double width);

/* The width that suits items of these reaches: that of all but the few largest. */
double grid_suitable_width(const float *reaches, size_t count);

/* Room for a proxy of this id, which is then not linked. */
bool grid_reserve(grid *g, uint32_t id);

/* Links a proxy, or moves it; the box may be NULL. False when memory is refused: then everything is
 * as it was. */
bool grid_link(grid *g, uint32_t id, evo_vec2 center, float reach, const grid_box *box);
void grid_unlink(grid *g, uint32_t id);

static inline bool grid_is_linked(const grid *g, uint32_t id) {
    return id < g->proxy_count && g->proxies[id].in != NULL;
}

/* Whether two linked proxies meet: their circles, and each one's circle the other's box. */
bool grid_meet(const grid *g, uint32_t a, uint32_t b);

/* NULL where there is none. */
tile *grid_tile(const grid *g, int64_t x, int64_t y, uint32_t level);

/* The tile's lower left corner. */
evo_vec2 grid_corner(const grid *g, const tile *t);

/* The number of the cell, along one axis, for a coordinate in cells. Cells farther out than 2^53
 * count as one: doubles do not tell them apart. */
static inline int64_t grid_cell(double cell) {
    const double farthest = 9007199254740992.0;
    if (!(cell < farthest)) return (int64_t)farthest;
    if (cell < -farthest) return -(int64_t)farthest;
    int64_t whole = (int64_t)cell;
    return whole - (cell < (double)whole);
}

/* Gives back what unlinked proxies left behind; none has an id from `ids` on. */
void grid_trim(grid *g, size_t ids);

#endif
