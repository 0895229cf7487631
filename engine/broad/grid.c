/* grid.c: counting sort into cells. A tile's beginnings of cells are right from one build to the
 * next; tiles that hold nothing stay in the directory until they outnumber those in use. */
#include "broad/grid.h"

#include "core/array.h"
#include "core/sort.h"

enum { LEVEL_RATIO = 32 };

/* Of items; as many may be too large for the middle level's cells. */
static const double FEW = 1.0 / 32;

/* Cells farther out than this count as one: doubles do not tell them apart. */
static const double FARTHEST_CELL = 9007199254740992.0; /* 2^53 */

/* ---- Numbers --------------------------------------------------------------------------------- */

/* Widths of all levels, from that of the middle one. */
static void set_widths(grid *g, double cell) {
    g->width[GRID_MIDDLE] = cell;
    for (int i = GRID_MIDDLE + 1; i < GRID_LEVELS; ++i) g->width[i] = g->width[i - 1] * LEVEL_RATIO;
    for (int i = GRID_MIDDLE; i > 0; --i) g->width[i - 1] = g->width[i] / LEVEL_RATIO;
}

int grid_level(const grid *g, float reach) {
    double wanted = 2 * (double)reach;
    int level = GRID_MIDDLE;
    while (level < GRID_LEVELS - 1 && wanted > g->width[level]) ++level;
    while (level > 0 && wanted <= g->width[level - 1]) --level;
    return level;
}

int64_t grid_cell(double cell) {
    if (!(cell < FARTHEST_CELL)) cell = FARTHEST_CELL;
    if (cell < -FARTHEST_CELL) cell = -FARTHEST_CELL;
    int64_t whole = (int64_t)cell;
    return whole - (cell < (double)whole);
}

/* ---- Cell width ------------------------------------------------------------------------------ */

enum { BUCKETS = 1024 };

/* Reaches by quarters of a power of two: the upper bits of the float, without its sign. */
static uint32_t bucket_of(float reach) {
    uint32_t bits;
    memcpy(&bits, &reach, sizeof bits);
    return bits >> 21 & (BUCKETS - 1);
}

static double bucket_end(uint32_t bucket) {
    uint32_t bits = (bucket + 1) << 21;
    float end;
    memcpy(&end, &bits, sizeof end);
    return (double)end;
}

double grid_suitable_cell(const grid_item *items, size_t count, double now) {
    uint32_t buckets[BUCKETS] = {0};
    if (count == 0) return now;
    for (size_t i = 0; i < count; ++i) ++buckets[bucket_of(items[i].reach)];
    size_t larger = 0, few = (size_t)((double)count * FEW);
    uint32_t bucket = BUCKETS - 9; /* the last that ends in a number */
    while (bucket > 0 && larger + buckets[bucket] <= few) larger += buckets[bucket--];
    double wanted = 2 * bucket_end(bucket);
    return now >= wanted && now <= 1.6 * wanted ? now : wanted;
}

/* ---- The directory --------------------------------------------------------------------------- */

void grid_init(grid *g, const evo_allocator *memory) {
    grid empty = {.memory = memory};
    *g = empty;
    set_widths(g, 1);
}

static void tile_remove(grid *g, tile *t) {
    const evo_allocator *memory = g->memory;
    HASH_DEL(g->directory, t);
    memory_give(memory, t, sizeof *t);
}

static void remove_all(grid *g) {
    tile *t, *next;
    HASH_ITER(hh, g->directory, t, next) tile_remove(g, t);
    g->tile_count = g->idle_count = 0;
}

void grid_free(grid *g) {
    remove_all(g);
    array_free(g->memory, &g->tiles, &g->tile_capacity, sizeof *g->tiles);
    array_free(g->memory, &g->x, &g->x_capacity, sizeof *g->x);
    array_free(g->memory, &g->y, &g->y_capacity, sizeof *g->y);
    array_free(g->memory, &g->reach, &g->reach_capacity, sizeof *g->reach);
    array_free(g->memory, &g->id, &g->id_capacity, sizeof *g->id);
}

static tile *tile_find(const grid *g, const tile_key *key) {
    tile *found;
    HASH_FIND(hh, g->directory, key, sizeof *key, found);
    return found;
}

static tile *tile_find_or_make(grid *g, const tile_key *key) {
    const evo_allocator *memory = g->memory;
    bool out_of_memory = false;
    tile *found = tile_find(g, key);
    if (found) return found;
    tile *made = memory_take(memory, sizeof *made);
    if (!made) return NULL;
    made->key = *key;
    made->count = 0;
    HASH_ADD(hh, g->directory, key, sizeof made->key, made);
    if (out_of_memory) {
        memory_give(memory, made, sizeof *made);
        return NULL;
    }
    ++g->idle_count;
    return made;
}

tile *grid_tile(const grid *g, int64_t x, int64_t y, int64_t level) {
    tile_key key = {x, y, level};
    tile *found = tile_find(g, &key);
    return found && found->count > 0 ? found : NULL;
}

evo_vec2 grid_corner(const grid *g, const tile *t) {
    double side = TILE_SIDE * g->width[t->key.level];
    return vec((double)t->key.x * side, (double)t->key.y * side);
}

/* Tiles are listed by place, whatever order they came in. */
static bool tile_before(const void *first, const void *second) {
    const tile *a = *(tile *const *)first, *b = *(tile *const *)second;
    if (a->key.level != b->key.level) return a->key.level < b->key.level;
    if (a->key.y != b->key.y) return a->key.y < b->key.y;
    return a->key.x < b->key.x;
}

/* ---- Building -------------------------------------------------------------------------------- */

/* Empties all tiles, and lets idle ones go when they outnumber those in use. */
static void clear_tiles(grid *g) {
    if (g->idle_count > 2 * g->tile_count + 16) {
        tile *t, *next;
        HASH_ITER(hh, g->directory, t, next) {
            if (t->count == 0) tile_remove(g, t);
        }
        g->idle_count = 0;
    }
    for (size_t i = 0; i < g->tile_count; ++i) g->tiles[i]->count = 0;
    g->idle_count += g->tile_count;
    g->tile_count = 0;
    g->levels = 0;
    g->count = 0;
}

/* A tile that gets its first item joins the list of those in use. */
static bool tile_use(grid *g, tile *t) {
    if (!array_reserve(g->memory, &g->tiles, &g->tile_capacity, g->tile_count + 1,
                       sizeof *g->tiles))
        return false;
    g->tiles[g->tile_count++] = t;
    --g->idle_count;
    memset(t->start, 0, sizeof t->start);
    g->levels |= 1u << t->key.level;
    return true;
}

/* Counts every item in its cell, and notes where it belongs. */
static bool count_items(grid *g, const grid_item *items, size_t count, grid_place *places) {
    tile *last = NULL;
    float last_reach = -1;
    int level = 0;
    double over = 1;
    for (size_t i = 0; i < count; ++i) {
        if (items[i].reach != last_reach) {
            last_reach = items[i].reach;
            level = grid_level(g, last_reach);
            over = 1 / g->width[level];
        }
        int64_t column = grid_cell(items[i].center.x * over);
        int64_t row = grid_cell(items[i].center.y * over);
        tile_key key = {column >> 4, row >> 4, level};
        if (!last || memcmp(&last->key, &key, sizeof key) != 0) {
            last = tile_find_or_make(g, &key);
            if (!last || (last->count == 0 && !tile_use(g, last))) return false;
        }
        places[i].in = last;
        places[i].cell = (uint32_t)((row & 15) * TILE_SIDE + (column & 15));
        ++last->start[places[i].cell];
        ++last->count;
    }
    return true;
}

/* From counts of items to where each cell's items begin. */
static void number_cells(grid *g) {
    uint32_t next = 0;
    for (size_t i = 0; i < g->tile_count; ++i) {
        tile *t = g->tiles[i];
        for (int cell = 0; cell < TILE_CELLS; ++cell) {
            uint32_t here = t->start[cell];
            t->start[cell] = next;
            next += here;
        }
    }
}

/* Puts the items where they belong. Each cell's beginning serves to count them in, and has to be
 * put back by one cell afterwards. */
static void place_items(grid *g, const grid_item *items, size_t count, const grid_place *places) {
    const tile *last = NULL;
    evo_vec2 corner = {0, 0};
    for (size_t i = 0; i < count; ++i) {
        tile *in = places[i].in;
        if (in != last) corner = grid_corner(g, in);
        last = in;
        uint32_t at = in->start[places[i].cell]++;
        g->x[at] = (float)(items[i].center.x - corner.x);
        g->y[at] = (float)(items[i].center.y - corner.y);
        g->reach[at] = items[i].reach;
        g->id[at] = items[i].id;
    }
    uint32_t begin = 0;
    for (size_t i = 0; i < g->tile_count; ++i) {
        tile *t = g->tiles[i];
        memmove(t->start + 1, t->start, TILE_CELLS * sizeof *t->start);
        t->start[0] = begin;
        begin = t->start[TILE_CELLS];
    }
    g->count = count;
}

static bool reserve_items(grid *g, size_t count) {
    size_t needed = count + 8; /* lanes read beyond the end */
    return array_reserve(g->memory, &g->x, &g->x_capacity, needed, sizeof *g->x)
           && array_reserve(g->memory, &g->y, &g->y_capacity, needed, sizeof *g->y)
           && array_reserve(g->memory, &g->reach, &g->reach_capacity, needed, sizeof *g->reach)
           && array_reserve(g->memory, &g->id, &g->id_capacity, needed, sizeof *g->id);
}

bool grid_build(grid *g, double cell, const grid_item *items, size_t count, grid_place *places) {
    clear_tiles(g);
    if (cell != g->width[GRID_MIDDLE]) {
        remove_all(g);
        set_widths(g, cell);
    }
    if (!reserve_items(g, count) || !count_items(g, items, count, places)) {
        clear_tiles(g);
        return false;
    }
    sort_items(g->tiles, g->tile_count, sizeof *g->tiles, tile_before);
    number_cells(g);
    place_items(g, items, count, places);
    return true;
}
