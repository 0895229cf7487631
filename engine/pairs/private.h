/* private.h: how candidates are found and filtered: shared by find.c, find_shared.c, candidates.c,
 * list.c and the kernels of find_lanes.inc.h. */
#ifndef ENGINE_PAIRS_PRIVATE_H
#define ENGINE_PAIRS_PRIVATE_H

#include "pairs/pairs.h"

/* Largest number of colliders of a coarser level around a tile that are compared without cells. */
enum { UPPER_FEW = 16 };

/* A coarser level around a tile: the tile of that level that contains it, and its eight neighbours,
 * row by row. */
typedef struct upper_level {
    const int32_t *tables[9];
    int shift;            /* binary shift from this tile's units to the level's, at most 30 */
    float scale;          /* factor from this tile's units to those of the level */
    int32_t off_x, off_y; /* offset of the tile's corner in the coarser tile, in its units */
    bool is_few;          /* all colliders are listed below, in the order of cells, row by row */
    uint32_t few_count;
    int32_t x[UPPER_FEW + 8], y[UPPER_FEW + 8];
    float radius[UPPER_FEW + 8], wide[UPPER_FEW + 8], high[UPPER_FEW + 8];
    uint32_t slot[UPPER_FEW + 8];
    /* Axes and half sizes of walls, enlarged by their motion; INFINITY for other colliders. */
    float axis_x[UPPER_FEW + 8], axis_y[UPPER_FEW + 8];
    float half_x[UPPER_FEW + 8], half_y[UPPER_FEW + 8];
} upper_level;

/* A still collider near a tile: its box in the tile's units. */
typedef struct near_still {
    double min_x, min_y, max_x, max_y;
    uint32_t slot;
} near_still;

/* NEAR_BLOCKS: blocks of 4 x 4 cells of a tile. Still colliders are listed by block if a tile has
 * more than NEAR_SPLIT bodies. */
enum { NEAR_BLOCKS = 16, NEAR_SPLIT = 8 };

/* Candidates as they are found. */
typedef struct found_pairs {
    uint32_t *a, *b; /* slots of colliders; b may be still */
    uint32_t count;
    size_t capacity;
    bool thinned; /* some crowd was */
    bool failed;  /* memory was refused */
} found_pairs;

struct finder {
    const pair_input *input;
    const index_awake *awake;
    found_pairs *found;
    arena *memory;  /* NULL: arrays cannot grow, and a full array is a failure */
    bool asks;      /* all pairs are filtered; else only those of find_asks */
    float reaches;  /* reach by which pairs are found, as a fraction of the sum of radii; */
    float less;     /* and part of this sum by which sides of boxes are nearer */
    size_t most;    /* largest number of pairs; with more the step fails */
    bool beyond;    /* the limit was exceeded */
    const tile *in; /* the present tile */
    tile_key key;
    double unit;         /* length of its unit */
    upper_level *uppers; /* room for all levels that have bodies */
    int upper_count;
    near_still *near;
    uint32_t near_starts[NEAR_BLOCKS + 1];
    size_t near_capacity;
    int near_blocks; /* 0: no still collider is near */
};

/* Ranks of one tile. */
struct find_part {
    uint32_t tile, first, end;
};

/* The ranks of a tile, by its position in the sequence. */
static inline find_part find_whole_tile(const index_awake *w, uint32_t place) {
    const uint32_t number = w->sequence[place];
    const int32_t *table = w->tables + (size_t)number * TILE_TABLE;
    return (find_part){number, (uint32_t)table[0], (uint32_t)table[TILE_CELLS]};
}

/* Finds the coarser levels and still colliders around the bodies of some ranks. */
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

/* Returns whether a collider is a wall: a kinematic box. Its bounds are those of the moving box, so
 * that a long wall forms pairs only with colliders near it. */
static inline bool find_is_wall(const body_store *s, uint32_t slot) {
    return s->links[slot].kind == FORM_BOX && s->motions[s->links[slot].body].kind == EVO_KINEMATIC;
}

/* Returns how far the rim of a wall may move in the step from its box in the index. */
static inline double find_wall_way(const pair_input *in, uint32_t slot) {
    const body_store *s = in->bodies;
    return (double)in->radii[slot] - (double)s->forms[slot].reach
           + in->seconds * (double)s->sweeps[slot].rim + (double)collider_corners(s, slot)->radius;
}

/* Returns whether the pairs of a collider must be filtered. */
static inline bool find_asks(const finder *f, uint32_t slot) {
    return f->asks || f->input->bodies->links[slot].flags != 0 || find_is_fixed(f, slot);
}

/* Makes room for more pairs. False: the limit or memory is exceeded. */
bool find_grow(finder *f, size_t more);

/* Drops pairs from `from` on that do not collide: all have the same first collider. */
void find_ask(finder *f, uint32_t from);

/* Number of overlapping cores above which a body is in a crowd, and of the pairs with dynamic
 * bodies that it keeps then. Larger: steps of crowds take longer; smaller: they part more
 * slowly. */
enum { CROWD = 8 };

/* Drops the farther pairs of a row in a crowd (find_shared.c). */
void find_thin(finder *f, uint32_t from);

/* Returns the radius of a disk about a collider's centre: in a crowd the disks of two colliders
 * overlap at some time of the step. */
float find_core(const pair_input *input, uint32_t slot);

/* Candidates in the pieces in which they were found; the last piece has those of large ones. */
typedef struct found_all {
    found_pairs *pieces;
    uint32_t count;
} found_all;

/* Finds the candidates of all tiles by several workers (find_shared.c). False: one worker has to
 * find them. */
bool find_shared(finder *f, const pair_store *p, size_t levels, found_all *to);

/* Margin of candidates, as a fraction of the disk's radius. Larger: more candidates are tested in
 * each step; smaller: colliders leave sooner. */
static const float PAIR_MARGIN = 1.0f / 16;

/* Sorts the index, and finds all candidates by bounds that are larger by `margin`, at most
 * PAIR_MARGIN. */
pair_result find_candidates(pair_store *p, const pair_input *input, float margin, found_all *to,
                            arena *a);

/* Appends the candidates of a collider with still ones. */
void find_stills_of(finder *f, uint32_t slot, evo_vec2 half);

/* Sets the bounds of a step, and renews candidates that do not hold; finds all of them anew. */
pair_result candidates_renew(pair_store *p, const pair_input *in, arena *a);
pair_result candidates_find_anew(pair_store *p, const pair_input *in, arena *a);

/* ---- Filtering ------------------------------------------------------------------------------- */

/* Entries of a list, and room for lanes behind them. */
struct filtered {
    uint32_t *a, *b, *id_a, *id_b;
    float *dx, *dy;
    uint32_t near; /* pairs that are as near as in a crowd */
};

#endif
