/* awake.c: sorts awake colliders by level, tile, cell and creation number. In: places and radii;
 * out: ranks and the tables of tiles. Invariant: rank depends on the state alone, and neighbours in
 * space are neighbours in rank.
 *
 * Most colliders share the tile of the one before, so the directory is rarely searched. A tile with
 * few bodies gives them to its enclosing tile, one or two levels up, if there is one: fewer tiles
 * and levels remain where sizes mix. A tile with hardly any gives them to the coarser tile of which
 * it is a cell, so that bodies far apart share tables. These choices depend on nearby bodies
 * alone. */
#include <assert.h>

#include "core/core.h"
#include "index/index.h"

/* FEW: a tile with fewer bodies gives them to its enclosing tile. LONE: a tile with no more, like
 * those around it, gives them to the tile LONE_UP levels up, whose cells are as wide as the tile;
 * but not where bodies of the LONE_BELOW finer levels are, which would search one level more. */
enum { FEW = 256, LONE = 8, LONE_UP = 4, LONE_BELOW = 6 };
_Static_assert(1 << LONE_UP == TILE_SIDE, "a cell is a tile");

/* Ranks beyond the last that lanes may read. */
enum { PAD = 8 };

/* Least number of colliders that a worker takes at once. */
enum { SORTED_LEAST = 256 };

typedef struct sorting {
    spatial_index *index;
    index_awake *awake;
    const index_input *input;
    arena *memory;
    /* Arrays by slot: places as of ranks, and cells. */
    int32_t *x, *y;
    float *radius;
    uint32_t *cell, *rank;
    const uint32_t *numbers; /* of the tiles that keep bodies, by those that had them */
    /* Arrays by number of tile. */
    uint32_t *bodies, *parent, *next; /* parent: tile that took its bodies over, or NONE */
    uint32_t first[LEVELS];           /* tiles that were met, by level, linked by `next` */
    bool given;                       /* some tile gave its bodies to another */
} sorting;

/* ---- Tiles ----------------------------------------------------------------------------------- */

static bool grow_tiles(sorting *s) {
    index_awake *a = s->awake;
    const size_t before = a->tile_capacity, now = before ? 2 * before : 32;
    if (!ARENA_GROW(s->memory, a->tiles, before, now)
        || !ARENA_GROW(s->memory, s->bodies, before, now)
        || !ARENA_GROW(s->memory, s->parent, before, now)
        || !ARENA_GROW(s->memory, s->next, before, now))
        return false;
    a->tile_capacity = now;
    return true;
}

/* Numbers a tile that has bodies in this sort. */
static bool meet_tile(sorting *s, tile *t) {
    index_awake *a = s->awake;
    if (t->sort == a->sort) return true;
    if (a->tile_count == TILES_NUMBERED) return false;
    if (a->tile_count == a->tile_capacity && !grow_tiles(s)) return false;
    assert((t->up || t->key.level == LEVELS - 1) && "a tile has its coarser one");
    t->sort = a->sort;
    t->number = a->tile_count;
    a->tiles[a->tile_count] = t;
    s->parent[a->tile_count] = NONE;
    const int level = t->key.level;
    s->next[a->tile_count] = a->levels >> level & 1 ? s->first[level] : NONE;
    s->first[level] = a->tile_count;
    a->levels |= UINT64_C(1) << level;
    s->bodies[a->tile_count++] = 0;
    tile *up = t->up;
    for (int i = 0; i < LONE_BELOW && up; ++i, up = up->up) up->finer = a->sort;
    return true;
}

/* Returns a coordinate within a tile, in its units. Rounding may have put one just below the upper
 * border on the border. */
static int32_t within_tile(double d, double scale) {
    const int32_t last = (1 << TILE_BITS) - 1;
    int32_t at = (int32_t)(d * scale);
    return at < last ? at : last;
}

/* Places a collider in a tile. Its cell is still numbered as in the tile numbered 0. */
INLINE void locate(const sorting *s, const index_input *in, uint32_t slot, const tile *t) {
    const evo_vec2 d = vec_sub(in->places[slot], t->corner);
    int32_t x = within_tile(d.x, t->scale), y = within_tile(d.y, t->scale);
    s->x[slot] = x;
    s->y[slot] = y;
    s->radius[slot] = in->radii[slot] * (float)t->scale;
    s->cell[slot] = (uint32_t)(y >> CELL_BITS) * TILE_SIDE + (uint32_t)(x >> CELL_BITS);
}

static const uint32_t LARGE = 0xffffffffu; /* mark in place of a cell; at first: cell not known */

static bool is_in_tile(const tile *t, evo_vec2 place, float radius) {
    evo_vec2 d = vec_sub(place, t->corner);
    return d.x >= 0 && d.x < t->width && d.y >= 0 && d.y < t->width && radius > t->least
           && radius <= t->most;
}

/* Finds the homes of colliders that are in the tile of the one before, or in their own of the last
 * sort. */
static void find_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const sorting s = *(sorting *)data; /* a copy, not reloaded after each store */
    const index_input in = *s.input;
    tile **homes = s.index->homes, *t = NULL;
    (void)worker;
    for (uint32_t i = from; i < to; ++i) {
        tile **home = &homes[in.links[i].id];
        s.cell[i] = LARGE;
        if (!t || !is_in_tile(t, in.places[i], in.radii[i])) t = *home;
        if (!t || !is_in_tile(t, in.places[i], in.radii[i])) continue;
        if (*home != t) *home = t;
        locate(&s, &in, i, t);
    }
}

/* Finds the home of a collider: the tile of the one before, or one from the directory; none for a
 * large collider. False: out of memory. */
static bool find_home(const sorting *s, uint32_t slot, tile *before) {
    const evo_vec2 place = s->input->places[slot];
    const float radius = s->input->radii[slot];
    tile *t = before && is_in_tile(before, place, radius) ? before : NULL;
    tile **home = &s->index->homes[s->input->links[slot].id];
    const int level = t ? 0 : index_level(place, 2 * (double)radius);
    *home = NULL;
    s->x[slot] = s->y[slot] = 0;
    s->radius[slot] = 0;
    if (level == LEVELS) return true;
    if (!t) {
        const tile_key key = index_key(level, place);
        t = tiles_make(&s->index->tiles, s->index->memory, &key);
        if (!t) return false;
    }
    *home = t;
    locate(s, s->input, slot, t);
    return true;
}

static bool find_cells(sorting *s) {
    index_awake *a = s->awake;
    crew_loop(s->input->crew, find_piece, s, s->input->count, SORTED_LEAST);
    const collider_link *links = s->input->links;
    const uint32_t count = s->input->count;
    tile *const *homes = s->index->homes, *t = NULL;
    uint32_t *cell = s->cell, first = 0, bodies = 0; /* of the tile */
    for (uint32_t i = 0; i < count; ++i) {
        if (cell[i] == LARGE && !find_home(s, i, t)) return false;
        tile *home = homes[links[i].id];
        if (home != t) {
            if (t) s->bodies[t->number] += bodies;
            if (home && !meet_tile(s, home)) return false;
            t = home;
            first = t ? t->number * TILE_TABLE : 0;
            bodies = 0;
        }
        ++bodies;
        a->large_count += !t;
        cell[i] += first;
    }
    if (t) s->bodies[t->number] += bodies;
    return true;
}

/* ---- Few levels ------------------------------------------------------------------------------ */

/* Returns the number of the tile one or two levels up that can take a tile's bodies, or NONE. */
static uint32_t enclosing(const sorting *s, const tile *t) {
    for (int up = 1; up <= 2 && t->up; ++up) {
        t = t->up;
        if (t->sort == s->awake->sort) return t->number;
    }
    return NONE;
}

/* Returns the number of the coarser tile of which a tile is a cell, or NONE; *failed: that tile is
 * refused. */
static uint32_t tile_of_cells(sorting *s, const tile *t, bool *failed) {
    tile *up = t->up;
    for (int i = 1; i < LONE_UP && up; ++i) up = up->up;
    *failed = up && !meet_tile(s, up);
    return up && !*failed ? up->number : NONE;
}

/* Returns whether a tile and those around it have hardly any bodies, and no finer ones. */
static bool is_lone(const sorting *s, const tile *t) {
    const uint32_t sort = s->awake->sort;
    for (int i = 0; i < 9; ++i) {
        const tile *near = t->near[i];
        if (near && near->finer == sort) return false;
        if (near && near->sort == sort && s->bodies[near->number] > LONE) return false;
    }
    return true;
}

/* Gives the bodies of a tile to another one, if they are few. False: refused. `met`: tiles with
 * smaller numbers have bodies of their own. */
static bool choose_parent(sorting *s, uint32_t t, uint32_t met) {
    index_awake *a = s->awake;
    const uint32_t bodies = s->bodies[t];
    bool failed = false;
    if (bodies >= FEW) return true;
    uint32_t parent = enclosing(s, a->tiles[t]);
    if (parent == NONE && t < met && is_lone(s, a->tiles[t]))
        parent = tile_of_cells(s, a->tiles[t], &failed);
    if (parent == NONE) return !failed;
    assert(a->tiles[parent]->key.level > a->tiles[t]->key.level && "coarser tiles take over");
    s->parent[t] = parent;
    s->bodies[parent] += bodies;
    s->given = true;
    return true;
}

/* Goes from the finest level up, so that a tile has got the bodies of finer ones when its turn
 * comes. */
static bool choose_parents(sorting *s) {
    const uint32_t met = s->awake->tile_count;
    for (int level = 0; level < LEVELS && s->awake->levels >> level; ++level) {
        if (!(s->awake->levels >> level & 1)) continue;
        for (uint32_t t = s->first[level]; t != NONE; t = s->next[t])
            if (!choose_parent(s, t, met)) return false;
    }
    return true;
}

/* Numbers the tiles that keep bodies anew, without gaps; others have none. */
static void number_anew(const sorting *s, uint32_t *numbers) {
    const index_awake *a = s->awake;
    uint32_t count = 0;
    for (uint32_t t = 0; t < a->tile_count; ++t) {
        numbers[t] = t;
        while (s->parent[numbers[t]] != NONE) numbers[t] = s->parent[numbers[t]];
        a->tiles[t]->number = s->parent[t] == NONE ? count++ : NONE;
    }
    for (uint32_t t = 0; t < a->tile_count; ++t) numbers[t] = a->tiles[numbers[t]]->number;
}

static void move_piece(void *data, uint32_t first, uint32_t end, int worker) {
    const sorting *s = data;
    (void)worker;
    for (uint32_t i = first; i < end; ++i) {
        if (s->cell[i] == LARGE) continue;
        const uint32_t from = s->cell[i] / TILE_TABLE, to = s->numbers[from];
        assert(to < s->awake->tile_count && "the tile that takes a body keeps its number");
        if (s->parent[from] != NONE) {
            locate(s, s->input, i, s->awake->tiles[to]);
            s->cell[i] += to * TILE_TABLE;
        } else {
            s->cell[i] += (to - from) * TILE_TABLE;
        }
    }
}

/* Moves bodies to the tiles that keep them. False: out of memory. */
static bool move_to_parents(sorting *s) {
    index_awake *a = s->awake;
    uint32_t *numbers = ARENA_SCRATCH(s->memory, uint32_t, a->tile_count), count = 0;
    if (!numbers) return false;
    number_anew(s, numbers);
    for (uint32_t t = 0; t < a->tile_count; ++t)
        if (s->parent[t] == NONE) a->tiles[count++] = a->tiles[t];
    a->tile_count = count;
    s->numbers = numbers;
    crew_loop(s->input->crew, move_piece, s, s->input->count, SORTED_LEAST);
    return true;
}

/* ---- Order ----------------------------------------------------------------------------------- */

typedef struct keyed_tile {
    tile_key key;
    uint32_t number;
} keyed_tile;

static bool keyed_before(const void *first, const void *second) {
    const keyed_tile *a = first, *b = second;
    return tile_before(&a->key, &b->key);
}

static bool order_tiles(sorting *s) {
    index_awake *a = s->awake;
    keyed_tile *order = ARENA_SCRATCH(s->memory, keyed_tile, a->tile_count);
    if (!order) return false;
    a->levels = 0;
    a->sequence_count = 0;
    for (uint32_t t = 0; t < a->tile_count; ++t) {
        order[a->sequence_count++] = (keyed_tile){a->tiles[t]->key, t};
        a->levels |= UINT64_C(1) << a->tiles[t]->key.level;
    }
    sort_items(order, a->sequence_count, sizeof *order, keyed_before);
    for (uint32_t k = 0; k < a->sequence_count; ++k) a->sequence[k] = order[k].number;
    return true;
}

/* Turns the counts of a row of cells into first ranks; returns the rank behind them. */
INLINE uint32_t rank_row(int32_t *cells, uint32_t rank) {
    int32_t any = 0;
    for (int c = 0; c < TILE_SIDE; ++c) any |= cells[c];
    for (int c = 0; c < TILE_SIDE && any == 0; ++c) cells[c] = (int32_t)rank;
    for (int c = 0; c < TILE_SIDE && any != 0; ++c) {
        const uint32_t here = (uint32_t)cells[c];
        cells[c] = (int32_t)rank;
        rank += here;
    }
    return rank;
}

/* Counts the bodies of cells, one place up in the tables. Then turns counts into first ranks, one
 * place up until all bodies have been placed. */
static void count_cells(const sorting *s) {
    index_awake *a = s->awake;
    const uint32_t *cell = s->cell, count = s->input->count;
    int32_t *tables = a->tables;
    uint32_t rank = 0;
    for (uint32_t k = 0; k < a->sequence_count; ++k)
        memset(a->tables + (size_t)a->sequence[k] * TILE_TABLE, 0, TILE_TABLE * sizeof *a->tables);
    for (uint32_t i = 0; i < count; ++i)
        if (cell[i] != LARGE) ++tables[cell[i] + 1];
    for (uint32_t k = 0; k < a->sequence_count; ++k) {
        int32_t *table = a->tables + (size_t)a->sequence[k] * TILE_TABLE;
        table[0] = (int32_t)rank;
        for (int c = 1; c <= TILE_CELLS; c += TILE_SIDE) rank = rank_row(table + c, rank);
        for (int c = TILE_CELLS + 1; c < TILE_TABLE; ++c) table[c] = (int32_t)rank;
    }
    assert(rank == a->count && "cells have all that is not large");
}

static void place_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const sorting s = *(sorting *)data;
    const index_awake a = *s.awake;
    const index_input in = *s.input;
    const collider_link *links = in.links;
    (void)worker;
    for (uint32_t i = from; i < to; ++i) {
        const uint32_t rank = s.rank[i];
        a.x[rank] = s.x[i];
        a.y[rank] = s.y[i];
        a.radius[rank] = s.radius[i];
        if (in.sizes.x) a.wide[rank] = s.radius[i] * in.sizes.x[i];
        if (in.sizes.x) a.high[rank] = s.radius[i] * in.sizes.y[i];
        a.slot[rank] = i;
        a.id[rank] = links[i].id;
        a.order[rank] = (uint64_t)s.cell[i] << 32 | links[i].number;
    }
}

static void place_all(sorting *s) {
    index_awake *a = s->awake;
    const uint32_t *cell = s->cell, count = s->input->count;
    int32_t *tables = a->tables;
    uint32_t *rank = s->rank, large = a->count;
    for (uint32_t i = 0; i < count; ++i)
        rank[i] = cell[i] == LARGE ? large++ : (uint32_t)tables[cell[i] + 1]++;
    assert(large == a->count + a->large_count && "the large come last");
    crew_loop(s->input->crew, place_piece, s, s->input->count, SORTED_LEAST);
}

static void move_rank(index_awake *a, uint32_t to, uint32_t from) {
    a->x[to] = a->x[from];
    a->y[to] = a->y[from];
    a->radius[to] = a->radius[from];
    a->wide[to] = a->wide[from];
    a->high[to] = a->high[from];
    a->slot[to] = a->slot[from];
    a->id[to] = a->id[from];
    a->order[to] = a->order[from];
}

/* Returns whether a rank and the one before are in order, or of two cells. */
static bool is_in_order(const index_awake *a, uint32_t k) {
    return a->order[k] > a->order[k - 1] || a->order[k] >> 32 != a->order[k - 1] >> 32;
}

/* Sorts a cell by creation number: cells hold few, and memory is mostly in that order. */
static void order_cells(index_awake *a) {
    uint32_t all = a->count + a->large_count, spare = all; /* lanes' padding serves as a place */
    for (uint32_t k = 1; k < all; ++k) {
        if (is_in_order(a, k)) continue;
        uint32_t to = k;
        move_rank(a, spare, k);
        for (; to > 0 && a->order[to - 1] >> 32 == a->order[spare] >> 32
               && a->order[to - 1] > a->order[spare];
             --to)
            move_rank(a, to, to - 1);
        move_rank(a, to, spare);
        assert(is_in_order(a, k) && "a cell is in the order of creation");
    }
    for (uint32_t k = all; k < all + PAD; ++k) {
        a->x[k] = a->y[k] = 0;
        a->radius[k] = a->wide[k] = a->high[k] = 0;
        a->slot[k] = a->id[k] = 0;
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

/* Number of sorts for which an empty tile is kept, and between two searches for such tiles. */
enum { TILES_KEPT = 64 };

static bool is_recent(const tile *t, uint32_t now) {
    return now - t->sort <= TILES_KEPT;
}

/* Clears the homes in all tiles that may go, then removes these: a coarser tile is idle once the
 * finer ones in it are gone. */
static void remove_idle_tiles(spatial_index *index) {
    tile *at, *next;
    uint32_t now = index->awake.sort;
    if (now % TILES_KEPT != 0) return;
    for (size_t id = 0; id < index->home_capacity; ++id)
        if (index->homes[id] && !is_recent(index->homes[id], now)) index->homes[id] = NULL;
    HASH_ITER(hh, index->tiles.directory, at, next)
    if (at->entry_list.count == 0 && at->children == 0 && !is_recent(at, now))
        tiles_remove(&index->tiles, index->memory, at);
}

static bool take_arrays(sorting *s) {
    index_awake *a = s->awake;
    size_t slots = s->input->count, ranks = slots + PAD;
    a->x = ARENA_TAKE(s->memory, int32_t, ranks);
    a->y = ARENA_TAKE(s->memory, int32_t, ranks);
    a->radius = ARENA_TAKE(s->memory, float, ranks);
    a->wide = s->input->sizes.x ? ARENA_TAKE(s->memory, float, ranks) : a->radius;
    a->high = s->input->sizes.y ? ARENA_TAKE(s->memory, float, ranks) : a->radius;
    a->slot = ARENA_TAKE(s->memory, uint32_t, ranks);
    a->id = ARENA_TAKE(s->memory, uint32_t, ranks);
    a->order = ARENA_SCRATCH(s->memory, uint64_t, ranks);
    return a->x && a->y && a->radius && a->wide && a->high && a->slot && a->id && a->order;
}

static bool take_scratch(sorting *s) {
    const size_t slots = s->input->count;
    s->x = ARENA_SCRATCH(s->memory, int32_t, slots);
    s->y = ARENA_SCRATCH(s->memory, int32_t, slots);
    s->radius = ARENA_SCRATCH(s->memory, float, slots);
    s->cell = ARENA_SCRATCH(s->memory, uint32_t, slots);
    s->rank = ARENA_SCRATCH(s->memory, uint32_t, slots);
    return s->x && s->y && s->radius && s->cell && s->rank;
}

static evo_result sort_all(sorting *s) {
    index_awake *a = s->awake;
    if (!take_scratch(s)) return EVO_ERROR_MEMORY;
    if (!find_cells(s) || !choose_parents(s))
        return a->tile_count == TILES_NUMBERED ? EVO_ERROR_LIMIT : EVO_ERROR_MEMORY;
    a->count = s->input->count - a->large_count;
    if (s->given && !move_to_parents(s)) return EVO_ERROR_MEMORY;
    a->tables = ARENA_TAKE(s->memory, int32_t, (size_t)a->tile_count * TILE_TABLE);
    a->sequence = ARENA_TAKE(s->memory, uint32_t, a->tile_count);
    if (!a->tables || !a->sequence) return EVO_ERROR_MEMORY;
    if (!order_tiles(s)) return EVO_ERROR_MEMORY;
    count_cells(s);
    place_all(s);
    order_cells(a);
    return EVO_OK;
}

evo_result index_sort(spatial_index *index, const index_input *input, arena *memory) {
    index_awake *a = &index->awake;
    sorting s = {.index = index, .awake = a, .input = input, .memory = memory};
    *a = (index_awake){.radii = input->radii, .sort = a->sort + 1};
    remove_idle_tiles(index);
    if (!ARRAY_RESERVE_FILLED(index->memory, index->homes, index->home_capacity, input->ids, 0))
        return EVO_ERROR_MEMORY;
    if (!take_arrays(&s)) return EVO_ERROR_MEMORY;
    const arena_mark mark = arena_mark_of(memory);
    const evo_result sorted = sort_all(&s);
    arena_drop(memory, mark);
    return sorted;
}

const int32_t *index_table_near(const spatial_index *index, const tile *t, int place) {
    return t ? index_table(index, t->near[place]) : NULL;
}

const tile *tile_above(const tile *t, int levels) {
    for (; t && levels > 0; --levels) t = t->up;
    return t;
}
