/* tiles.c: tiles of the index, and the still colliders in them. */
#include "evolute/vector.h"
#include "index/index.h"

#include <assert.h>

/* ==== Tiles =================================================================================== */

/* Makes and removes tiles. In: keys; out: tiles linked to their neighbours and to the coarser tiles
 * around them. Invariant: a tile's coarser tiles exist as long as it does. */

tile *tiles_find(const index_tiles *t, const tile_key *key) {
    tile *found;
    HASH_FIND(hh, t->directory, key, sizeof *key, found);
    return found;
}

/* Links neighbours to each other: place i of one tile is place 8 - i of the other. */
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

/* Returns the t with 0 <= p - t w < w, as doubles round. */
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

/* ==== Still colliders ========================================================================= */

/* Colliders that stand or sleep, in tiles that are kept between steps. In: bounds; out: entries of
 * tiles, in order. Invariant: a collider is in the cell of the middle of its bounds, which reach
 * half a cell beyond it at most; entries of a tile are in the order of cells and creation
 * numbers. */

static evo_vec2 middle_of(const evo_bounds *b) {
    return vec(0.5 * (b->min.x + b->max.x), 0.5 * (b->min.y + b->max.y));
}

static double width_of(const evo_bounds *b) {
    return most_of(b->max.x - b->min.x, b->max.y - b->min.y);
}

/* Round to floats outwards: bounds as floats hold the bounds as doubles. */
static float rounded_down(double x) {
    return (float)x - 1e-6f * (float)fabs(x);
}

static float rounded_up(double x) {
    return (float)x + 1e-6f * (float)fabs(x);
}

static still_entry entry_of(uint32_t collider, uint32_t number, const evo_bounds *b,
                            evo_vec2 corner) {
    return (still_entry){.min_x = rounded_down(b->min.x - corner.x),
                         .min_y = rounded_down(b->min.y - corner.y),
                         .max_x = rounded_up(b->max.x - corner.x),
                         .max_y = rounded_up(b->max.y - corner.y),
                         .collider = collider,
                         .number = number};
}

/* ---- Coming and going ------------------------------------------------------------------------ */

static void link_tile(index_tiles *t, tile *added) {
    int level = added->key.level;
    tile **first = &t->still_first[level];
    added->next = *first;
    added->link = first;
    if (*first) (*first)->link = &added->next;
    *first = added;
    added->bounds = NO_BOUNDS;
    if (t->still_tiles == 0) t->bounds = NO_BOUNDS;
    ++t->still_count[level];
    ++t->still_tiles;
    t->still_levels |= UINT64_C(1) << level;
}

static void unlink_tile(index_tiles *t, tile *gone) {
    int level = gone->key.level;
    assert(*gone->link == gone && "its link leads to it");
    *gone->link = gone->next;
    if (gone->next) gone->next->link = gone->link;
    assert(t->still_count[level] > 0 && "tiles of a level are counted");
    --t->still_tiles;
    if (--t->still_count[level] == 0) t->still_levels &= ~(UINT64_C(1) << level);
}

static bool add_large(spatial_index *index, const still_entry *entry) {
    size_t place = index->large_list.count;
    if (!ARRAY_RESERVE(index->memory, index->large, index->large_list.capacity, place + 1))
        return false;
    for (; place > 0 && index->large[place - 1].number > entry->number; --place)
        index->large[place] = index->large[place - 1];
    index->large[place] = *entry;
    ++index->large_list.count;
    return true;
}

static int cell_within(double at) {
    return at < TILE_SIDE ? (int)at : TILE_SIDE - 1;
}

static bool is_before(const still_entry *e, uint32_t cell, uint32_t number) {
    return e->cell < cell || (e->cell == cell && e->number < number);
}

/* Returns the place of a still collider among the entries of its tile, or of the first entry behind
 * it, by its cell and creation number. */
static size_t place_of(const tile *t, uint32_t cell, uint32_t number) {
    size_t low = t->rows[cell / TILE_SIDE], high = t->rows[cell / TILE_SIDE + 1];
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (is_before(&t->entries[middle], cell, number))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Shifts the entries from a place on, and the first entries of the rows behind. */
static void shift_entries(tile *t, size_t place, uint32_t row, int by) {
    const size_t from = by < 0 ? place + 1 : place;
    memmove(t->entries + from + by, t->entries + from,
            (t->entry_list.count - from) * sizeof *t->entries);
    t->entry_list.count += (size_t)by;
    while (++row <= TILE_SIDE) t->rows[row] += (uint32_t)by;
}

/* Returns the cell of a tile that holds a place. Rounding may put one just below a border on the
 * border. */
static uint32_t cell_of(evo_vec2 place, evo_vec2 corner, int level) {
    const double scale = 1 / level_cell(level);
    const int x = cell_within((place.x - corner.x) * scale);
    return (uint32_t)(cell_within((place.y - corner.y) * scale) * TILE_SIDE + x);
}

bool index_add_still(spatial_index *index, uint32_t collider, uint32_t number, evo_bounds bounds) {
    evo_vec2 middle = middle_of(&bounds);
    int level = index_level(middle, width_of(&bounds));
    if (level == LEVELS) {
        const still_entry entry = entry_of(collider, number, &bounds, vec(0, 0));
        return add_large(index, &entry);
    }
    const tile_key key = index_key(level, middle);
    evo_vec2 corner = tile_corner(&key);
    tile *t = tiles_make(&index->tiles, index->memory, &key);
    if (!t
        || !ARRAY_RESERVE(index->memory, t->entries, t->entry_list.capacity,
                          t->entry_list.count + 1))
        return false;
    still_entry entry = entry_of(collider, number, &bounds, corner);
    entry.cell = cell_of(middle, corner, level);
    if (t->entry_list.count == 0) link_tile(&index->tiles, t);
    const evo_bounds own = entry_bounds(&entry, corner);
    t->bounds = evo_bounds_joined(t->bounds, own);
    index->tiles.bounds = evo_bounds_joined(index->tiles.bounds, own);
    const size_t place = place_of(t, entry.cell, number);
    shift_entries(t, place, entry.cell / TILE_SIDE, 1);
    t->entries[place] = entry;
    assert((place == 0 || is_before(&t->entries[place - 1], entry.cell, number))
           && (place + 1 == t->entry_list.count
               || !is_before(&t->entries[place + 1], entry.cell, number))
           && "entries are in order");
    return true;
}

static size_t entry_at(const still_entry *entries, size_t count, uint32_t collider) {
    size_t i = 0;
    while (i < count && entries[i].collider != collider) ++i;
    return i;
}

void index_remove_still(spatial_index *index, uint32_t collider, uint32_t number,
                        evo_bounds bounds) {
    evo_vec2 middle = middle_of(&bounds);
    int level = index_level(middle, width_of(&bounds));
    if (level == LEVELS) {
        size_t at = entry_at(index->large, index->large_list.count, collider);
        assert(at < index->large_list.count && "it is among the large");
        for (--index->large_list.count; at < index->large_list.count; ++at)
            index->large[at] = index->large[at + 1];
        return;
    }
    const tile_key key = index_key(level, middle);
    tile *t = tiles_find(&index->tiles, &key);
    assert(t && t->entry_list.count > 0 && "its tile has entries");
    const uint32_t cell = cell_of(middle, tile_corner(&key), level);
    size_t place = place_of(t, cell, number);
    while (t->entries[place].collider != collider) ++place; /* a world that goes back has two */
    assert(place < t->entry_list.count && t->entries[place].number == number
           && "it is where it was added");
    shift_entries(t, place, cell / TILE_SIDE, -1);
    if (t->entry_list.count > 0) return;
    unlink_tile(&index->tiles, t); /* the tile's room stays: what comes back cannot be refused */
}
