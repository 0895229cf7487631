/* grid.c: proxies, linked into tiles and moved from one to another. */
#include "broad/grid.h"

#include <assert.h>

#include "core/array.h"

/* Of one level's cells to those of the level below: with more levels there is more to look up, with
 * fewer, small items crowd large cells. */
enum { LEVEL_RATIO = 4 };

/* Of items; as many may be too large for the middle level's cells. */
static const double FEW = 1.0 / 32;

/* Cells from the origin to whatever is in them, at most. */
static const double CELLS_OUT = 1099511627776.0; /* 2^40 */

/* Items that a tile's tail may have before it is sorted in, besides an eighth of the tile. */
enum { TAIL_LEAST = 12 };

/* Lanes read that far beyond a tile's last item. */
enum { BEYOND = 8 };

/* ---- Numbers --------------------------------------------------------------------------------- */

void grid_set_width(grid *g, double width) {
    assert(g->linked == 0);
    g->width[GRID_MIDDLE] = width;
    for (int i = GRID_MIDDLE + 1; i < GRID_LEVELS; ++i) g->width[i] = g->width[i - 1] * LEVEL_RATIO;
    for (int i = GRID_MIDDLE; i > 0; --i) g->width[i - 1] = g->width[i] / LEVEL_RATIO;
    for (int i = 0; i < GRID_LEVELS; ++i) g->per_length[i] = 1 / g->width[i];
}

/* Far out, where doubles would not tell small cells apart, cells are larger. */
static uint32_t level_of(const grid *g, evo_vec2 center, float reach) {
    double far = most_of(fabs(center.x), fabs(center.y)) / CELLS_OUT;
    double wanted = most_of(2 * (double)reach, far);
    uint32_t level = GRID_MIDDLE;
    while (level < GRID_TOP && !(wanted <= g->width[level])) ++level;
    while (level > 0 && wanted <= g->width[level - 1]) --level;
    return level;
}

/* Reaches by quarters of a power of two: the upper bits of the float, without its sign. */
enum { BUCKETS = 1024 };

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

double grid_suitable_width(const float *reaches, size_t count) {
    uint32_t buckets[BUCKETS] = {0};
    for (size_t i = 0; i < count; ++i) ++buckets[bucket_of(reaches[i])];
    size_t larger = 0, few = (size_t)((double)count * FEW);
    uint32_t bucket = BUCKETS - 9; /* the last that ends in a number */
    while (bucket > 0 && larger + buckets[bucket] <= few) larger += buckets[bucket--];
    return 2 * bucket_end(bucket);
}

/* ---- The directory --------------------------------------------------------------------------- */

void grid_init(grid *g, const evo_allocator *memory) {
    static const grid empty;
    *g = empty;
    g->memory = memory;
    g->free_box = NONE;
    grid_set_width(g, 1);
}

static size_t block_size(size_t capacity) {
    return (capacity + BEYOND) * (3 * sizeof(float) + sizeof(uint32_t));
}

static void tile_free(grid *g, tile *t) {
    memory_give(g->memory, t->x, t->x ? block_size(t->capacity) : 0);
    memory_give(g->memory, t, sizeof *t);
}

void grid_free(grid *g) {
    const evo_allocator *memory = g->memory;
    for (int level = 0; level < GRID_LEVELS; ++level) {
        tile *t, *next;
        HASH_ITER(hh, g->directory[level], t, next) {
            HASH_DEL(g->directory[level], t);
            tile_free(g, t);
        }
    }
    array_free(g->memory, &g->proxies, &g->proxy_capacity, sizeof *g->proxies);
    array_free(g->memory, &g->boxes, &g->box_capacity, sizeof *g->boxes);
    array_free(g->memory, &g->spare, &g->spare_size, 1);
}

static grid_recent *recent_of(grid *g, int64_t x, int64_t y, uint32_t level) {
    return &g->recent[((uint64_t)x + 9 * (uint64_t)y + 31 * (uint64_t)level) % GRID_RECENT];
}

static void forget_recent(grid *g, const tile *t) {
    recent_of(g, t->key.x, t->key.y, t->level)->known = false;
}

static tile *tile_find(const grid *g, const tile_key *key, uint32_t level) {
    tile *found;
    HASH_FIND(hh, g->directory[level], key, sizeof *key, found);
    return found;
}

tile *grid_tile(const grid *g, int64_t x, int64_t y, uint32_t level) {
    tile_key key = {x, y};
    return tile_find(g, &key, level);
}

/* The same, remembered. */
static tile *tile_near(grid *g, int64_t x, int64_t y, uint32_t level) {
    grid_recent *r = recent_of(g, x, y, level);
    if (r->known && r->key.x == x && r->key.y == y && r->level == level) return r->found;
    grid_recent made = {{x, y}, level, true, grid_tile(g, x, y, level)};
    *r = made;
    return r->found;
}

static tile *tile_make(grid *g, int64_t x, int64_t y, uint32_t level) {
    const evo_allocator *memory = g->memory;
    bool out_of_memory = false;
    tile *made = memory_take(memory, sizeof *made);
    if (!made) return NULL;
    memset(made, 0, sizeof *made);
    made->key.x = x;
    made->key.y = y;
    made->level = level;
    HASH_ADD(hh, g->directory[level], key, sizeof made->key, made);
    if (out_of_memory) {
        memory_give(memory, made, sizeof *made);
        return NULL;
    }
    forget_recent(g, made);
    g->levels |= UINT64_C(1) << level;
    ++g->tile_count[level];
    ++g->idle_tiles;
    return made;
}

static void tile_remove(grid *g, tile *t) {
    const evo_allocator *memory = g->memory;
    forget_recent(g, t);
    HASH_DEL(g->directory[t->level], t);
    if (--g->tile_count[t->level] == 0) g->levels &= ~(UINT64_C(1) << t->level);
    --g->idle_tiles;
    tile_free(g, t);
}

static void remove_idle(grid *g) {
    for (int level = 0; level < GRID_LEVELS; ++level) {
        tile *t, *next;
        HASH_ITER(hh, g->directory[level], t, next) {
            if (t->count == 0) tile_remove(g, t);
        }
    }
}

/* Idle tiles are kept for what comes back, as long as they are few. */
static void tile_leave(grid *g, tile *t) {
    t->count = t->sorted = t->holes = 0;
    memset(t->start, 0, sizeof t->start);
    --g->used_tiles;
    if (++g->idle_tiles > 2 * g->used_tiles + 16) remove_idle(g);
}

evo_vec2 grid_corner(const grid *g, const tile *t) {
    double side = TILE_SIDE * g->width[t->level];
    return vec((double)t->key.x * side, (double)t->key.y * side);
}

/* ---- Items of a tile ------------------------------------------------------------------------- */

static void place_arrays(tile *t, void *block, size_t capacity) {
    if (!block) return;
    size_t stride = capacity + BEYOND;
    t->x = block;
    t->y = t->x + stride;
    t->reach = t->y + stride;
    t->id = (uint32_t *)(void *)(t->reach + stride);
    t->capacity = (uint32_t)capacity;
}

/* Copies items to another block; `from` may overlap it only where it is the same. */
static void copy_item(tile *to, uint32_t at, const tile *from, uint32_t which) {
    to->x[at] = from->x[which];
    to->y[at] = from->y[which];
    to->reach[at] = from->reach[which];
    to->id[at] = from->id[which];
}

static uint32_t cell_of(const grid *g, const tile *t, evo_vec2 center) {
    double cells = g->per_length[t->level];
    if (t->level == GRID_TOP) return 0;
    int64_t column = grid_cell(center.x * cells), row = grid_cell(center.y * cells);
    return (uint32_t)((row & (TILE_SIDE - 1)) * TILE_SIDE + (column & (TILE_SIDE - 1)));
}

/* The items as they were, in the spare block; false when memory is refused. */
static bool tile_copy(grid *g, const tile *t, tile *copy) {
    size_t size = t->x ? block_size(t->capacity) : 0;
    if (!array_reserve(g->memory, &g->spare, &g->spare_size, size, 1)) return false;
    *copy = *t;
    if (size > 0) memcpy(g->spare, t->x, size);
    place_arrays(copy, g->spare, t->capacity);
    return true;
}

/* Sorts all items into cells, in a block of at least this capacity; false when memory is
 * refused. */
static bool tile_sort(grid *g, tile *t, size_t capacity) {
    tile old;
    if (!tile_copy(g, t, &old)) return false;
    if (capacity > t->capacity || !t->x) {
        void *block = memory_resize(g->memory, t->x, t->x ? block_size(t->capacity) : 0,
                                    block_size(capacity));
        if (!block) return false;
        place_arrays(t, block, capacity);
    }
    memset(t->start, 0, sizeof t->start);
    for (uint32_t i = 0; i < old.count; ++i)
        if (old.id[i] != NONE) ++t->start[cell_of(g, t, g->proxies[old.id[i]].center) + 1];
    for (int cell = 0; cell < TILE_CELLS; ++cell) t->start[cell + 1] += t->start[cell];
    for (uint32_t i = 0; i < old.count; ++i) {
        if (old.id[i] == NONE) continue;
        grid_proxy *p = &g->proxies[old.id[i]];
        p->at = t->start[cell_of(g, t, p->center)]++;
        copy_item(t, p->at, &old, i);
    }
    memmove(t->start + 1, t->start, TILE_CELLS * sizeof *t->start);
    t->start[0] = 0;
    t->count = t->sorted = t->start[TILE_CELLS];
    t->holes = 0;
    return true;
}

static size_t items_of(const tile *t) {
    return t->count - t->holes;
}

/* Room for one more. */
static bool tile_reserve(grid *g, tile *t) {
    uint32_t tail = t->count - t->sorted;
    bool long_tail = tail >= TAIL_LEAST + t->sorted / 8;
    if (t->count < t->capacity && !long_tail) return true;
    /* In steps, so that what has been as full as this once is soon ready for what comes again. */
    size_t ample = (items_of(t) + items_of(t) / 8 + TAIL_LEAST + 4 + 15) / 16 * 16;
    return tile_sort(g, t, ample) || t->count < t->capacity;
}

static void write_item(const grid *g, uint32_t id, tile *t, uint32_t at) {
    grid_proxy *p = &g->proxies[id];
    evo_vec2 from = vec_sub(p->center, grid_corner(g, t));
    t->x[at] = (float)from.x;
    t->y[at] = (float)from.y;
    t->reach[at] = p->box == NONE ? p->reach : -p->reach;
    t->id[at] = id;
    p->in = t;
    p->at = at;
}

/* Takes an item out; a tile without items is idle. */
static void take_out(grid *g, tile *t, uint32_t at) {
    if (at < t->sorted) {
        t->id[at] = NONE;
        t->x[at] = t->y[at] = INFINITY; /* meets nothing */
        ++t->holes;
    } else {
        --t->count;
        copy_item(t, at, t, t->count);
        if (at < t->count) g->proxies[t->id[at]].at = at;
    }
    if (items_of(t) == 0) tile_leave(g, t);
}

/* ---- Proxies --------------------------------------------------------------------------------- */

bool grid_reserve(grid *g, uint32_t id) {
    if (id < g->proxy_count) return true;
    if (!array_reserve(g->memory, &g->proxies, &g->proxy_capacity, (size_t)id + 1,
                       sizeof *g->proxies))
        return false;
    static const grid_proxy none = {.box = NONE};
    while (g->proxy_count <= id) g->proxies[g->proxy_count++] = none;
    return true;
}

static void set_box(grid *g, grid_proxy *p, const grid_box *box) {
    if (!box && p->box != NONE) {
        g->boxes[p->box].next_free = g->free_box;
        g->free_box = p->box;
        p->box = NONE;
    }
    if (!box) return;
    if (p->box == NONE) {
        p->box = g->free_box;
        if (p->box == NONE)
            p->box = (uint32_t)g->box_count++;
        else
            g->free_box = g->boxes[p->box].next_free;
    }
    g->boxes[p->box].box = *box;
}

static bool reserve_box(grid *g, const grid_proxy *p, const grid_box *box) {
    return !box || p->box != NONE || g->free_box != NONE
           || array_reserve(g->memory, &g->boxes, &g->box_capacity, g->box_count + 1,
                            sizeof *g->boxes);
}

bool grid_link(grid *g, uint32_t id, evo_vec2 center, float reach, const grid_box *box) {
    assert(id < g->proxy_count);
    grid_proxy *p = &g->proxies[id];
    uint32_t level = level_of(g, center, reach);
    double cells = level == GRID_TOP ? 0 : g->per_length[level];
    int64_t column = grid_cell(center.x * cells), row = grid_cell(center.y * cells);
    if (!reserve_box(g, p, box)) return false;
    tile *to = tile_near(g, column >> TILE_BITS, row >> TILE_BITS, level);
    if (to && p->in == to && cell_of(g, to, p->center) == cell_of(g, to, center)) {
        p->center = center;
        p->reach = reach;
        set_box(g, p, box);
        write_item(g, id, to, p->at);
        return true;
    }
    if (!to) to = tile_make(g, column >> TILE_BITS, row >> TILE_BITS, level);
    if (!to) return false;
    if (!tile_reserve(g, to)) return false;
    if (to->count == 0) {
        --g->idle_tiles;
        ++g->used_tiles;
    }
    uint32_t old_at = p->at; /* sorting may have moved it */
    tile *from = p->in;
    uint32_t at = to->count++;
    p->center = center;
    p->reach = reach;
    set_box(g, p, box);
    write_item(g, id, to, at);
    if (from)
        take_out(g, from, old_at);
    else
        ++g->linked;
    return true;
}

void grid_unlink(grid *g, uint32_t id) {
    if (!grid_is_linked(g, id)) return;
    grid_proxy *p = &g->proxies[id];
    take_out(g, p->in, p->at);
    set_box(g, p, NULL);
    p->in = NULL;
    --g->linked;
}

/* ---- Meeting --------------------------------------------------------------------------------- */

static bool box_reached(const grid_box *box, evo_vec2 center, double reach) {
    evo_vec2 d = vec_sub(center, box->center);
    double along = fabs(vec_dot(box->axis, d)), across = fabs(vec_cross(box->axis, d));
    double inner = most_of(box->hollow - reach, 0);
    return along < box->half_x + reach && across < box->half_y + reach
           && vec_dot(d, d) >= inner * inner;
}

bool grid_meet(const grid *g, uint32_t a, uint32_t b) {
    const grid_proxy *p = &g->proxies[a], *q = &g->proxies[b];
    evo_vec2 d = vec_sub(q->center, p->center);
    double sum = (double)p->reach + (double)q->reach;
    if (!(vec_dot(d, d) < sum * sum)) return false;
    if (p->box != NONE && !box_reached(&g->boxes[p->box].box, q->center, (double)q->reach))
        return false;
    return q->box == NONE || box_reached(&g->boxes[q->box].box, p->center, (double)p->reach);
}

void grid_trim(grid *g, size_t ids) {
    if (g->idle_tiles > g->used_tiles + 8 || g->used_tiles == 0) remove_idle(g);
    if (g->used_tiles == 0) array_free(g->memory, &g->spare, &g->spare_size, 1);
    if (g->proxy_count > ids) g->proxy_count = ids;
    array_trim(g->memory, &g->proxies, &g->proxy_capacity, g->proxy_count, sizeof *g->proxies);
    if (g->linked == 0) {
        g->box_count = 0;
        g->free_box = NONE;
        array_free(g->memory, &g->boxes, &g->box_capacity, sizeof *g->boxes);
    }
}
