/* index.h: the index of colliders: a hash table of tiles, and the cells in them. */
#ifndef ENGINE_INDEX_INDEX_H
#define ENGINE_INDEX_INDEX_H

#include <string.h>

#include "body/body.h"
#include "core/crew.h"
#include "core/memory.h"

/* ==== The hash table ========================================================================== */

/* Includes uthash, for all files, and replaces its allocation, hash and failure:
 *   - Memory comes from an evo_allocator. Where elements are added or deleted, `const evo_allocator
 *     *memory` must be in scope.
 *   - A failed allocation leaves the element out and the table valid, and sets `out_of_memory`, a
 *     bool that must be in scope where elements are added.
 *   - Keys are hashed in 64-bit words: their size must be a multiple of 8, without padding.
 * So each table has functions of its own around these macros. An added element must never move.
 * Iteration is in order of insertion, the same on every machine. */

#ifdef UTHASH_H
#error "include index/index.h instead of uthash.h"
#endif

static inline unsigned table_hash(const void *key, size_t size) {
    const unsigned char *bytes = (const unsigned char *)key;
    uint64_t hash = size;
    for (size_t i = 0; i + 8 <= size; i += 8) {
        uint64_t word;
        memcpy(&word, bytes + i, sizeof word);
        /* Multiplying by an odd number carries low bits upward; the shift brings them down again,
         * because uthash takes its bucket from the low bits. */
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    hash *= 0xd6e8feb86659fd93u;
    return (unsigned)(hash >> 32);
}

#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(element) ((void)(element), out_of_memory = true)
#define uthash_malloc(size) memory_take(memory, size)
#define uthash_free(block, size) memory_give(memory, block, size)
#define HASH_FUNCTION(key, size, hash) ((hash) = table_hash(key, size))
#define HASH_KEYCMP(a, b, size) memcmp(a, b, size)

#include <uthash.h>

/* ==== Cells =================================================================================== */

/* Uniform grid hashing in unbounded space.
 *
 * A collider is in a cell of its level, the least power of two that is as wide as its bounds. Tiles
 * of 16 x 16 cells are found through a directory (uthash). Awake colliders are sorted anew in each
 * step, by level, tile, cell and creation number: an order that depends on the state alone. Static
 * and sleeping colliders are in tiles of the same kind, kept between steps.
 *
 * Bounds of the awake are disks, bounds of the still are boxes. Level, tile and cell are functions
 * of the collider's own place and bounds, in absolute coordinates. */

enum {
    LEVELS = 64,
    LEVEL_OF_ONE = 24, /* the level whose cells have the width 1 */
    TILE_SIDE = 16,    /* cells */
    TILE_CELLS = TILE_SIDE * TILE_SIDE,
    TILE_TABLE = 264, /* first ranks of the cells, and of what follows them */
    TILE_BITS = 29,   /* a tile is 2^29 units wide: places within it are whole numbers of them */
    CELL_BITS = TILE_BITS - 4,
    TILES_NUMBERED = 16000000 /* tiles with awake colliders: their cells are numbered in 32 bits */
};
_Static_assert((uint64_t)TILES_NUMBERED *TILE_TABLE < UINT32_MAX, "no cell has the mark of LARGE");

typedef struct tile tile;

/* The bounds of still colliders, relative to their tile's corner, in units of length. */
typedef struct still_entry {
    float min_x, min_y, max_x, max_y;
    uint32_t collider, number; /* id, and number of its creation */
    uint32_t cell;
} still_entry;

/* The bounds of an entry in the world. */
static inline evo_bounds entry_bounds(const still_entry *e, evo_vec2 corner) {
    return (evo_bounds){vec_add(corner, vec((double)e->min_x, (double)e->min_y)),
                        vec_add(corner, vec((double)e->max_x, (double)e->max_y))};
}

typedef struct index_tiles {
    tile *directory;
    tile *still_first[LEVELS]; /* tiles with still colliders, by level, in no order */
    uint32_t still_count[LEVELS];
    uint64_t still_levels; /* levels that have any */
    uint32_t still_tiles;  /* tiles with still colliders, at all levels */
    evo_bounds bounds;     /* of still colliders, and of some that have gone */
} index_tiles;

/* Half sizes of boxes around awake colliders for their motion in a step, as fractions of the radii
 * of their disks, by slot. They hold colliders that turn no faster than when the step began. */
typedef struct index_sizes {
    float *x, *y; /* NULL: there are none */
} index_sizes;

/* Bounds of awake colliders: the input of a sort. */
typedef struct index_input {
    uint32_t count, ids;    /* ids: all ids are below it */
    const evo_vec2 *places; /* centres of the disks, by slot */
    const float *radii;     /* radii of the disks */
    index_sizes sizes;      /* of boxes within the disks */
    const collider_link *links;
    crew *crew; /* NULL: one thread sorts */
} index_input;

/* Awake colliders, by rank in canonical order. */
typedef struct index_awake {
    uint32_t count, large_count; /* large colliders have no tile, and come last */
    int32_t *x, *y;              /* offsets from the tile's corner, in units of the tile */
    float *radius;               /* radii in the same units */
    float *wide, *high;          /* half sizes of boxes; the radii, if there are none */
    uint32_t *slot, *id;
    uint64_t *order; /* cell and creation number: in scratch. The cell is its tile's number times
                        TILE_TABLE, plus its own */
    /* Tiles: by number, and in canonical order. */
    tile **tiles;
    uint32_t *sequence;
    int32_t *tables;
    size_t tile_capacity;
    uint32_t tile_count, sequence_count;
    uint64_t levels; /* levels that tiles in the sequence have */
    const float *radii; /* of disks, by slot, as they were given */
    double left;        /* largest distance by which colliders have left their disks since */
    uint32_t sort;   /* number of this sort */
} index_awake;

/* A tile that a walk meets, and where on its way. */
typedef struct found_tile {
    double at;
    const tile *tile;
} found_tile;

typedef struct spatial_index {
    const evo_allocator *memory;
    index_tiles tiles;
    index_awake awake;
    still_entry *large; /* still colliders beyond the last level, or too far out for their own */
    list_size large_list;
    tile **homes; /* tile by collider id: of the last sort, mostly the present one; or NULL */
    size_t home_capacity;
} spatial_index;

void index_init(spatial_index *index, const evo_allocator *memory);
void index_free(spatial_index *index);

/* ---- Tiles ----------------------------------------------------------------------------------- */

typedef struct tile_key {
    int32_t level, x, y, zero;
} tile_key;

/* Returns the key of the tile of a place at a level. */
tile_key index_key(int level, evo_vec2 place);

/* Returns the width of cells of a level, 2^(level - LEVEL_OF_ONE), by its bits. */
static inline double level_cell(int level) {
    uint64_t bits = (uint64_t)(level - LEVEL_OF_ONE + 1023) << 52;
    double width;
    memcpy(&width, &bits, sizeof width);
    return width;
}

/* Returns the level of bounds of this width at a place, or LEVELS: they are large. Far out the
 * level is coarser, so that tile numbers stay below 2^30. */
static inline int index_level(evo_vec2 place, double width) {
    double x = fabs(place.x), y = fabs(place.y), far = (x > y ? x : y) * 0x1p-34;
    uint64_t bits;
    if (far > width) width = far;
    if (!(width <= 0x1p39) || !(x + y < INFINITY)) return LEVELS;
    if (width <= 0x1p-24) return 0;
    memcpy(&bits, &width, sizeof bits);
    return (int)((bits + 0xfffffffffffff) >> 52) - 1023 + LEVEL_OF_ONE;
}

/* The corner of a tile. */
evo_vec2 tile_corner(const tile_key *key);
const tile_key *tile_key_of(const tile *t);

/* ---- Awake colliders (awake.c) --------------------------------------------------------------- */

/* Sorts anew; the arrays are valid until the arena is reset, `order` until scratch is dropped.
 * EVO_ERROR_LIMIT: more tiles than TILES_NUMBERED would be in use. */
evo_result index_sort(spatial_index *index, const index_input *input, arena *a);

/* index_table_near returns the table of a neighbour, by its place in the three rows of three around
 * a tile. tile_above returns the tile so many levels up that encloses a tile. */
const int32_t *index_table_near(const spatial_index *index, const tile *t, int place);
const tile *tile_above(const tile *t, int levels);

/* ---- Still colliders (tiles.c) --------------------------------------------------------------- */

/* index_add_still adds a collider by its bounds; false: out of memory. index_remove_still removes
 * it, by the same bounds. */
bool index_add_still(spatial_index *index, uint32_t collider, uint32_t number, evo_bounds bounds);
void index_remove_still(spatial_index *index, uint32_t collider, uint32_t number,
                        evo_bounds bounds);

/* ---- Walks (walk.c) -------------------------------------------------------------------------- */

/* A box that moves from a place by `way`. */
typedef struct walk_box {
    evo_vec2 from, way, half;
} walk_box;

enum { WALK_STILL = 1, WALK_AWAKE = 2, WALK_UNORDERED = 4 };

/* Receives a collider whose bounds the box meets before `limit`, from 0 to 1; `bounds`: those of a
 * still collider; NULL: it was awake at the last sort. Returns the new limit, or a number below 0:
 * the walk ends. */
typedef double (*walk_visit)(void *context, uint32_t collider, const evo_bounds *bounds,
                             double limit);

/* Visits still colliders, and awake ones as of the last sort, roughly in the order in which the box
 * meets them; for a box that stands, in canonical order, unless WALK_UNORDERED is set. Large awake
 * colliders are always visited. Several threads may walk at once. */
void index_walk(const spatial_index *index, const walk_box *box, int parts, walk_visit visit,
                void *context);

/* Returns whether a box meets bounds. */
bool walk_box_meets(const walk_box *box, const evo_bounds *bounds);

/* walk_box_of returns a box that stands; walk_box_about, one with a margin around it. */
walk_box walk_box_of(const evo_bounds *box);
walk_box walk_box_about(const evo_bounds *box, double margin);

/* ==== Tiles =================================================================================== */

/* The directory of tiles. Tiles link to their neighbours and to the coarser tiles around them, all
 * of which exist. So the directory is searched when a tile is made, and hardly elsewhere. */

enum { TILE_SELF = 4 };

struct tile {
    tile_key key;
    UT_hash_handle hh;
    evo_vec2 corner;
    double width, scale;   /* scale: units per length */
    float least, most;     /* radii r of the level: least < r <= most */
    tile *up;              /* the tile of the next level that it lies in; NULL: there is none */
    tile *near[9];         /* itself and its neighbours, row by row; NULL: there is none */
    uint32_t children;     /* tiles that it is `up` of */
    uint32_t sort, number; /* the last sort in which it had bodies, and its number there */
    uint32_t finer;        /* the last sort in which finer tiles in it had bodies */
    still_entry *entries;
    list_size entry_list;
    uint32_t rows[TILE_SIDE + 1]; /* the first entry of each row of cells, by cell and number */
    evo_bounds bounds;            /* of its entries, and of some that have gone */
    tile *next, **link;           /* links in the list of its level's tiles with still colliders */
};

/* Returns the table of a tile in the present order, or NULL. Bodies of cell c have the ranks from
 * table[c] on, below table[c + 1]. */
static inline const int32_t *index_table(const spatial_index *index, const tile *t) {
    const index_awake *a = &index->awake;
    if (!t || t->sort != a->sort || t->number == NONE) return NULL;
    return a->tables + (size_t)t->number * TILE_TABLE;
}

/* Returns the tile, or NULL. */
tile *tiles_find(const index_tiles *t, const tile_key *key);

/* Returns the tile, which is made if need be; NULL: out of memory. */
tile *tiles_make(index_tiles *t, const evo_allocator *memory, const tile_key *key);

void tiles_remove(index_tiles *t, const evo_allocator *memory, tile *gone);

/* Returns whether a tile comes before another in canonical order. */
static inline bool tile_before(const tile_key *a, const tile_key *b) {
    if (a->level != b->level) return a->level < b->level;
    if (a->y != b->y) return a->y < b->y;
    return a->x < b->x;
}

#endif
