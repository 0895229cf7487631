/* find.c: candidates: pairs of colliders whose enlarged bounds meet, tile by tile.
 *
 * The bounds of awake colliders are disks, and boxes within them. The bounds of still colliders are
 * boxes; still disks and ovals are also tested by their circles. Invariant: no pair is found twice,
 * and none is missed for rounding to units of a tile. */
#include "pairs/private.h"

#include <assert.h>

#include "body/body.h"
#include "core/core.h"

/* Largest number of entries of a step: so many for each awake collider, and so many more. With more
 * the step fails. */
enum { PAIRS_A_BODY = 1024, PAIRS_MORE = 65536 };

/* ---- Room ------------------------------------------------------------------------------------ */

/* Returns the capacity for so many pairs; 0: the limit or memory is exceeded. */
static size_t ample(finder *f, size_t needed) {
    const size_t now = 2 * needed + needed / 2;
    f->beyond |= f->memory && needed > f->most;
    f->found->failed = f->found->failed || !f->memory || f->beyond;
    return f->found->failed ? 0 : now < f->most ? now : f->most;
}

bool find_grow(finder *f, size_t more) {
    found_pairs *to = f->found;
    const size_t now = ample(f, to->count + more + PAIRS_BEYOND);
    if (now > 0 && ARENA_GROW(f->memory, to->a, to->count, now)
        && ARENA_GROW(f->memory, to->b, to->count, now))
        to->capacity = now;
    else
        to->failed = true;
    return !to->failed;
}

static void add_pair(finder *f, uint32_t a, uint32_t b) {
    found_pairs *to = f->found;
    assert(a != b && "a collider is no pair with itself");
    if (to->count + PAIRS_BEYOND >= to->capacity && !find_grow(f, 1)) return;
    to->a[to->count] = a;
    to->b[to->count++] = b;
}

/* ---- Around a tile --------------------------------------------------------------------------- */

/* Error, in units, of rounded positions of a level and of its axes in floats. */
static const double WALL_SLOP = 4;

/* Sets the box of a wall among the listed colliders, in units of the level. Others get a box
 * without bounds, as have walls that may turn before candidates are found again. */
static void set_walls(const finder *f, upper_level *u, uint32_t at, double unit) {
    const body_store *s = f->input->bodies;
    const uint32_t slot = u->slot[at];
    u->axis_x[at] = s->turns[slot].axis_x;
    u->axis_y[at] = s->turns[slot].axis_y;
    u->half_x[at] = u->half_y[at] = INFINITY;
    if (f->less == 0 || !find_is_wall(s, slot)) return;
    const corner_rows *rows = collider_corners(s, slot);
    const double more = find_wall_way(f->input, slot) / unit + WALL_SLOP;
    u->half_x[at] = (float)((double)rows->half_x / unit + more);
    u->half_y[at] = (float)((double)rows->half_y / unit + more);
}

/* Lists the colliders of a coarser level around the tile, if they are few: row by row, in the order
 * of its cells. */
static void list_few(const finder *f, upper_level *u, double unit) {
    const index_awake *w = f->awake;
    uint32_t all = 0;
    for (int i = 0; i < 9; ++i)
        if (u->tables[i]) all += (uint32_t)(u->tables[i][TILE_CELLS] - u->tables[i][0]);
    u->is_few = all <= UPPER_FEW;
    u->few_count = 0;
    for (int at = 0; u->is_few && at < 9 * TILE_SIDE; ++at) {
        const int column = at % 3, row = at / 3 % TILE_SIDE, band = at / (3 * TILE_SIDE);
        const int32_t *table = u->tables[3 * band + column];
        if (!table) continue;
        for (int32_t k = table[row * TILE_SIDE]; k < table[(row + 1) * TILE_SIDE]; ++k) {
            const uint32_t to = u->few_count++;
            assert(to < UPPER_FEW && "few are no more than there is room for");
            u->x[to] = w->x[k] + (column - 1) * (1 << TILE_BITS);
            u->y[to] = w->y[k] + (band - 1) * (1 << TILE_BITS);
            u->radius[to] = w->radius[k];
            u->wide[to] = w->wide[k];
            u->high[to] = w->high[k];
            u->slot[to] = w->slot[k];
            set_walls(f, u, to, unit);
        }
    }
}

/* Finds the coarser levels that have bodies near the tile. */
static void find_uppers(finder *f) {
    const index_awake *w = f->awake;
    f->upper_count = 0;
    for (int level = f->key.level + 1; level < LEVELS && w->levels >> level; ++level) {
        if (!(w->levels >> level & 1)) continue;
        upper_level *u = &f->uppers[f->upper_count];
        const int shift = level - f->key.level;
        const tile *above = tile_above(f->in, shift);
        const double units = (double)(1 << TILE_BITS) / (TILE_SIDE * level_cell(level));
        evo_vec2 corner = tile_corner(&f->key), off = tile_corner(tile_key_of(above));
        off = vec_scale(vec_sub(corner, off), units);
        bool any = false;
        u->shift = shift < 30 ? shift : 30;
        u->scale = (float)(f->unit * units);
        u->off_x = (int32_t)off.x;
        u->off_y = (int32_t)off.y;
        for (int i = 0; i < 9; ++i) {
            u->tables[i] = index_table_near(f->input->index, above, i);
            any |= u->tables[i] != NULL;
        }
        if (any) list_few(f, u, 1 / units);
        f->upper_count += any;
    }
}

/* Error, in units, of a rounded position and a rounded radius together. */
static const double NEAR_SLOP = 4;

/* Room to collect the still colliders near a tile. */
typedef struct near_list {
    finder *f;
    evo_vec2 corner;
    double scale;
    uint32_t count;
} near_list;

static bool near_room(finder *f, size_t needed) {
    size_t now = 2 * needed + 64;
    if (needed <= f->near_capacity) return true;
    if (!f->memory || !ARENA_GROW(f->memory, f->near, f->near_capacity, now)) return false;
    f->near_capacity = now;
    return true;
}

static double add_near(void *context, uint32_t collider, const evo_bounds *b, double limit) {
    near_list *to = context;
    finder *f = to->f;
    const body_store *bodies = f->input->bodies;
    const collider_record *record = &bodies->colliders[collider];
    if (record->slot < bodies->collider_awake) return limit; /* the collider woke in this step */
    if (!near_room(f, to->count + 1)) {
        f->found->failed = true;
        return -1;
    }
    f->near[to->count++] = (near_still){.min_x = (b->min.x - to->corner.x) * to->scale - NEAR_SLOP,
                                        .min_y = (b->min.y - to->corner.y) * to->scale - NEAR_SLOP,
                                        .max_x = (b->max.x - to->corner.x) * to->scale + NEAR_SLOP,
                                        .max_y = (b->max.y - to->corner.y) * to->scale + NEAR_SLOP,
                                        .slot = record->slot};
    return limit;
}

/* The box of the bounds of some ranks, in the tile's units. */
static evo_bounds bounds_of_ranks(const index_awake *w, uint32_t first, uint32_t end) {
    evo_bounds all = NO_BOUNDS;
    for (uint32_t k = first; k < end; ++k)
        all = bounds_with(all, vec(w->x[k], w->y[k]), (double)w->radius[k]);
    return all;
}

/* Copies each still collider once more for each block of cells that it is near. */
static bool split_near(finder *f, uint32_t count) {
    const double block = 1 << (CELL_BITS + 2), half = (1 << (CELL_BITS - 1)) + 128;
    uint32_t at = count;
    for (int i = 0; i < NEAR_BLOCKS; ++i) {
        double x0 = i % 4 * block - half, x1 = x0 + block + 2 * half;
        double y0 = (double)(i / 4) * block - half, y1 = y0 + block + 2 * half;
        f->near_starts[i] = at;
        if (!near_room(f, at + count)) return false;
        for (uint32_t k = 0; k < count; ++k) {
            const near_still *n = &f->near[k];
            if (n->min_x < x1 && n->max_x > x0 && n->min_y < y1 && n->max_y > y0)
                f->near[at++] = *n;
        }
    }
    f->near_starts[NEAR_BLOCKS] = at;
    return true;
}

static bool find_near(finder *f, uint32_t first, uint32_t end) {
    evo_vec2 corner = tile_corner(&f->key);
    near_list to = {f, corner, 1 / f->unit, 0};
    evo_bounds b = bounds_of_ranks(f->awake, first, end);
    b.min = vec_along(corner, f->unit, vec(b.min.x - 128, b.min.y - 128));
    b.max = vec_along(corner, f->unit, vec(b.max.x + 128, b.max.y + 128));
    f->near_blocks = 0;
    const walk_box box = walk_box_of(&b);
    index_walk(f->input->index, &box, WALK_STILL, add_near, &to);
    if (to.count == 0 || f->found->failed) return !f->found->failed;
    f->near_blocks = end - first > NEAR_SPLIT ? NEAR_BLOCKS : 1;
    f->near_starts[0] = 0;
    f->near_starts[1] = to.count;
    return f->near_blocks == 1 || split_near(f, to.count);
}

bool find_around(finder *f, const find_part *part) {
    f->in = f->awake->tiles[part->tile];
    f->key = *tile_key_of(f->in);
    f->unit = level_cell(f->key.level) / (double)(1 << CELL_BITS);
    find_uppers(f);
    if (find_near(f, part->first, part->end)) return true;
    f->found->failed = true;
    return false;
}

/* ---- Asking ---------------------------------------------------------------------------------- */

/* A collider whose row of pairs is filtered. */
typedef struct asking {
    const body_store *bodies;
    const collider_link *link;
    const collider_record *record;
    const shape_rules *rules;
    bool fixed; /* no contact moves it */
} asking;

static bool collides(const asking *of, const collider_link *other) {
    const body_store *s = of->bodies;
    const unsigned some = of->link->flags | other->flags, both = of->link->flags & other->flags;
    if (some == 0 && !of->fixed) return true;
    if (of->link->body == other->body || both & COLLIDER_SENSOR) return false;
    if (of->fixed && !(some & COLLIDER_SENSOR) && s->motions[other->body].kind != EVO_DYNAMIC)
        return false;
    if (of->link->group < 0 && of->link->group == other->group) return false;
    if (some & COLLIDER_MASKED && !collider_meets(of->record, of->rules, &s->colliders[other->id]))
        return false;
    const uint32_t id = s->motions[other->body].id;
    return !(of->link->joined & edge_bit(id)) || !(both & COLLIDER_JOINED)
           || !edges_part(s, s->motions[of->link->body].id, id);
}

void find_ask(finder *f, uint32_t from) {
    found_pairs *to = f->found;
    const body_store *s = f->input->bodies;
    uint32_t kept = from;
    if (from == to->count) return;
    const uint32_t slot = to->a[from];
    const collider_link *link = &s->links[slot];
    const collider_record *record = &s->colliders[link->id];
    const asking of = {s, link, record, &collider_entry(record)->rules, find_is_fixed(f, slot)};
    for (uint32_t k = from; k < to->count; ++k) {
        assert(to->a[k] == slot && "a row has one first collider");
        if (collides(&of, &s->links[to->b[k]])) to->b[kept++] = to->b[k];
    }
    to->count = kept;
}

/* ---- One by one ------------------------------------------------------------------------------ */

/* A collider whose still candidates are found. */
typedef struct finding_stills {
    finder *f;
    uint32_t slot;
} finding_stills;

static double add_still(void *context, uint32_t collider, const evo_bounds *b, double limit) {
    const finding_stills *by = context;
    const body_store *s = by->f->input->bodies;
    const uint32_t slot = s->colliders[collider].slot;
    (void)b;
    if (slot >= s->collider_awake) add_pair(by->f, by->slot, slot); /* else it woke in this step */
    return by->f->found->failed ? -1 : limit;
}

void find_stills_of(finder *f, uint32_t slot, evo_vec2 half) {
    finding_stills by = {f, slot};
    const walk_box box = {.from = f->input->bodies->places[slot], .half = half};
    index_walk(f->input->index, &box, WALK_STILL, add_still, &by);
}

/* Finds the pairs of large colliders. They have no tile: each is compared with all colliders before
 * it. */
static void find_large(finder *f) {
    const index_awake *w = f->awake;
    for (uint32_t k = w->count; k < w->count + w->large_count && !f->found->failed; ++k) {
        const uint32_t from = f->found->count, slot = w->slot[k];
        const double reach = (double)(f->input->radii[slot] * (1 + PAIR_MARGIN));
        for (uint32_t i = 0; i < k; ++i) add_pair(f, slot, w->slot[i]);
        find_stills_of(f, slot, vec(reach, reach));
        find_ask(f, from);
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

/* Counts the levels that have bodies. */
static size_t count_levels(const index_awake *w) {
    size_t count = 0;
    for (uint64_t levels = w->levels; levels != 0; levels &= levels - 1) ++count;
    return count;
}

static void find_alone(finder *f) {
    const index_awake *w = f->awake;
    for (uint32_t i = 0; i < w->sequence_count && !f->found->failed; ++i) {
        const find_part all = find_whole_tile(w, i);
        f->input->kernel(f, &all);
    }
}

evo_result pairs_sort(const pair_input *input, arena *a) {
    const body_store *s = input->bodies;
    const index_sizes sizes = input->sizes;
    const uint32_t count = s->collider_awake;
    index_input by = {.count = count,
                      .ids = (uint32_t)s->collider_list.count,
                      .places = s->places,
                      .links = s->links,
                      .crew = input->crew};
    float *radii = ARENA_TAKE(a, float, count);
    if (sizes.x) by.sizes = (index_sizes){ARENA_TAKE(a, float, count), ARENA_TAKE(a, float, count)};
    if (!radii || (sizes.x && (!by.sizes.x || !by.sizes.y))) return EVO_ERROR_MEMORY;
    const float part = 1 / (1 + PAIR_MARGIN);
    for (uint32_t i = 0; i < count; ++i) radii[i] = input->radii[i] * (1 + PAIR_MARGIN);
    for (uint32_t i = 0; i < count && sizes.x; ++i) {
        by.sizes.x[i] = (sizes.x[i] + PAIR_MARGIN) * part;
        by.sizes.y[i] = (sizes.y[i] + PAIR_MARGIN) * part;
    }
    by.radii = radii;
    return index_sort(input->index, &by, a);
}

pair_result find_candidates(pair_store *p, const pair_input *input, float margin, found_all *to,
                            arena *a) {
    const evo_result sorted = pairs_sort(input, a);
    if (sorted != EVO_OK) return sorted == EVO_ERROR_LIMIT ? PAIRS_LIMIT : PAIRS_MEMORY;
    const size_t levels = count_levels(&input->index->awake);
    const size_t most = (size_t)PAIRS_A_BODY * input->bodies->collider_awake + PAIRS_MORE;
    finder f = {.input = input,
                .awake = &input->index->awake,
                .memory = a,
                .asks = input->bodies->filtered > 0,
                .reaches = (1 + margin) / (1 + PAIR_MARGIN),
                .less = (PAIR_MARGIN - margin) / (1 + PAIR_MARGIN),
                .most = most < PAIRS_MOST ? most : PAIRS_MOST,
                .uppers = ARENA_TAKE(a, upper_level, levels)};
    if (!f.uppers) return PAIRS_MEMORY;
    if (!find_shared(&f, p, levels, to)) {
        to->pieces = ARENA_TAKE(a, found_pairs, 1);
        if (!to->pieces) return PAIRS_MEMORY;
        to->count = 1;
        to->pieces[0] = (found_pairs){.count = 0};
        f.found = &to->pieces[0];
        if (!find_grow(&f, pairs_expected(p->candidates.count))) return PAIRS_MEMORY;
        find_alone(&f);
    }
    f.found = &to->pieces[to->count - 1];
    find_large(&f);
    if (f.near_capacity > p->near_room) p->near_room = f.near_capacity;
    if (!f.found->failed) return PAIRS_FOUND;
    return f.beyond ? PAIRS_LIMIT : PAIRS_MEMORY;
}
