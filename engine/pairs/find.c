/* find.c: pairs of colliders whose bounds meet: tile by tile, in canonical order.
 *
 * The bounds of awake colliders are disks, and boxes within them. The bounds of still colliders are
 * boxes; still disks and ovals are also tested by their circles. Positions in different levels are
 * compared in doubles. Invariant: the first collider of a pair is awake, and is not the second. */
#include "pairs/pairs.h"

#include <assert.h>

#include "body/body.h"
#include "core/core.h"

/* Largest number of entries of a step: so many for each awake collider, and so many more. With more
 * the step fails. */
enum { PAIRS_A_BODY = 1024, PAIRS_MORE = 65536 };

/* ---- Room ------------------------------------------------------------------------------------ */

/* Grows all arrays of the list and of its memory. */
static bool grow_list(pair_list *list, const evo_allocator *memory, arena *a, size_t now) {
    const size_t kept =
        list->count + (list->class_of ? PAIRS_BEYOND : 0); /* lanes have filled these */
    if (!ARENA_GROW(a, list->a, kept, now) || !ARENA_GROW(a, list->b, kept, now)
        || !ARENA_GROW(a, list->dx, kept, now) || !ARENA_GROW(a, list->dy, kept, now)
        || !pair_memory_reserve(list->kept, memory, now))
        return false;
    list->capacity = now;
    return true;
}

bool find_grow(finder *f, size_t more) {
    pair_list *list = f->list;
    const size_t needed = list->count + more + PAIRS_BEYOND, ample = 2 * needed + needed / 2;
    const size_t most = ample < f->most ? ample : f->most;
    f->beyond |= f->memory && needed > f->most;
    list->failed = list->failed || !f->memory || f->beyond
                   || !grow_list(list, f->input->index->memory, f->memory, most);
    return !list->failed;
}

static bool has_room(finder *f) {
    return f->list->count + PAIRS_BEYOND < f->list->capacity || find_grow(f, 1);
}

static void add_pair(finder *f, uint32_t a, uint32_t b, evo_vec2 from_a) {
    pair_list *list = f->list;
    const collider_link *links = f->input->bodies->links;
    assert(a != b && "a collider is no pair with itself");
    assert(a < f->input->bodies->collider_awake && "the first of a pair is awake");
    if (!has_room(f)) return;
    uint32_t k = list->count++;
    assert(k + PAIRS_BEYOND <= list->capacity && "lanes have room to write beyond");
    list->a[k] = a;
    list->b[k] = b;
    list->kept->id_a[k] = links[a].id;
    list->kept->id_b[k] = links[b].id;
    list->dx[k] = (float)from_a.x;
    list->dy[k] = (float)from_a.y;
}

void find_move(pair_list *list, uint32_t to, uint32_t from) {
    list->a[to] = list->a[from];
    list->b[to] = list->b[from];
    list->kept->id_a[to] = list->kept->id_a[from];
    list->kept->id_b[to] = list->kept->id_b[from];
    list->dx[to] = list->dx[from];
    list->dy[to] = list->dy[from];
}

/* ---- Walls ----------------------------------------------------------------------------------- */

/* Returns whether a collider is a kinematic box. Its bounds are those of the moving box, so that a
 * long wall forms pairs only with colliders near it. */
static bool has_walls(const body_store *s, uint32_t slot) {
    return s->links[slot].kind == FORM_BOX && s->motions[s->links[slot].body].kind == EVO_KINEMATIC;
}

/* Returns how far the rim of a wall may move in the step from its box in the index. */
static double walls_move(const finder *f, uint32_t slot) {
    const body_store *s = f->input->bodies;
    return (double)f->input->radii[slot] - (double)s->forms[slot].reach
           + f->input->seconds * (double)s->sweeps[slot].rim
           + (double)collider_corners(s, slot)->radius;
}

/* Returns whether a wall is within reach of another collider's circle; true of a collider that is
 * no wall. `way`: to the centre of the circle, or from it. */
static bool meets_walls(const finder *f, uint32_t slot, uint32_t other, evo_vec2 way) {
    const body_store *s = f->input->bodies;
    const collider_turn *turn = &s->turns[slot];
    if (!has_walls(s, slot)) return true;
    const corner_rows *rows = collider_corners(s, slot);
    const double reach = (double)f->input->radii[other] + walls_move(f, slot);
    const evo_vec2 axis = vec((double)turn->axis_x, (double)turn->axis_y);
    const double x = most_of(fabs(vec_dot(axis, way)) - (double)rows->half_x, 0);
    const double y = most_of(fabs(vec_cross(axis, way)) - (double)rows->half_y, 0);
    return x * x + y * y < reach * reach;
}

/* ---- Around a tile --------------------------------------------------------------------------- */

/* Error, in units, of rounded positions of a level and of its axes in floats. */
static const double WALL_SLOP = 4;

/* Sets the box of a wall among the listed colliders, in units of the level. Others get a box
 * without bounds. */
static void set_walls(const finder *f, upper_level *u, uint32_t at, double unit) {
    const body_store *s = f->input->bodies;
    const uint32_t slot = u->slot[at];
    u->axis_x[at] = s->turns[slot].axis_x;
    u->axis_y[at] = s->turns[slot].axis_y;
    u->half_x[at] = u->half_y[at] = INFINITY;
    if (!has_walls(s, slot)) return;
    const corner_rows *rows = collider_corners(s, slot);
    const double more = walls_move(f, slot) / unit + WALL_SLOP;
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
            u->id[to] = w->id[k];
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
        f->list->failed = true;
        return -1;
    }
    f->near[to->count++] = (near_still){.min_x = (b->min.x - to->corner.x) * to->scale - NEAR_SLOP,
                                        .min_y = (b->min.y - to->corner.y) * to->scale - NEAR_SLOP,
                                        .max_x = (b->max.x - to->corner.x) * to->scale + NEAR_SLOP,
                                        .max_y = (b->max.y - to->corner.y) * to->scale + NEAR_SLOP,
                                        .slot = record->slot,
                                        .sleeps = bodies->records[record->body].island != NONE};
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
    if (to.count == 0 || f->list->failed) return !f->list->failed;
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
    f->list->failed = true;
    return false;
}

/* ---- Pairs that lanes leave to this file ----------------------------------------------------- */

static evo_vec2 way_between(const finder *f, uint32_t a, uint32_t b) {
    return vec_sub(f->input->bodies->places[b], f->input->bodies->places[a]);
}

/* Returns whether the boxes around two colliders meet; `way`: between their centres. */
static bool boxes_meet(const finder *f, uint32_t a, uint32_t b, evo_vec2 way) {
    const index_sizes sizes = f->input->sizes;
    const double of_a = (double)f->input->radii[a], of_b = (double)f->input->radii[b];
    if (!sizes.x) return true;
    return fabs(way.x) < of_a * (double)sizes.x[a] + of_b * (double)sizes.x[b]
           && fabs(way.y) < of_a * (double)sizes.y[a] + of_b * (double)sizes.y[b];
}

void find_exactly(finder *f, uint32_t from) {
    pair_list *list = f->list;
    uint32_t kept = from;
    for (uint32_t k = from; k < list->count; ++k) {
        evo_vec2 way = way_between(f, list->a[k], list->b[k]);
        double reach = (double)f->input->radii[list->a[k]] + (double)f->input->radii[list->b[k]];
        if (!(vec_dot(way, way) < reach * reach) || !boxes_meet(f, list->a[k], list->b[k], way))
            continue;
        if (!meets_walls(f, list->b[k], list->a[k], way)
            || !meets_walls(f, list->a[k], list->b[k], way))
            continue;
        find_move(list, kept, k);
        list->dx[kept] = (float)way.x;
        list->dy[kept++] = (float)way.y;
    }
    list->count = kept;
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
    pair_list *list = f->list;
    const body_store *s = f->input->bodies;
    const uint32_t count = list->count, *b = list->b;
    uint32_t kept = from;
    if (from == count) return;
    const collider_link *link = &s->links[list->a[from]];
    const collider_record *record = &s->colliders[link->id];
    const asking of = {s, link, record, &collider_entry(record)->rules,
                       find_is_fixed(f, list->a[from])};
    for (uint32_t k = from; k < count; ++k) {
        const collider_link *other = &s->links[b[k]];
        const bool plain = (link->flags | other->flags) == 0 && !of.fixed;
        if (!plain && !collides(&of, other)) continue;
        if (kept < k) find_move(list, kept, k);
        ++kept;
    }
    list->count = kept;
}

/* ---- Large colliders ------------------------------------------------------------------------- */

static double add_large_still(void *context, uint32_t collider, const evo_bounds *bounds,
                              double limit) {
    near_list *to = context;
    (void)bounds;
    uint32_t slot = to->f->input->bodies->colliders[collider].slot;
    if (slot >= to->f->input->bodies->collider_awake)
        add_pair(to->f, to->count, slot, way_between(to->f, to->count, slot));
    return to->f->list->failed ? -1 : limit;
}

/* Finds the pairs of large colliders. They have no tile: each is compared with all colliders before
 * it. */
static void find_large(finder *f) {
    const index_awake *w = f->awake;
    for (uint32_t k = w->count; k < w->count + w->large_count && !f->list->failed; ++k) {
        uint32_t from = f->list->count, a = w->slot[k];
        for (uint32_t i = 0; i < k; ++i) add_pair(f, a, w->slot[i], way_between(f, a, w->slot[i]));
        find_exactly(f, from);
        evo_vec2 at = f->input->bodies->places[a];
        double r = (double)f->input->radii[a];
        const walk_box box = {.from = at, .half = {r, r}};
        near_list to = {f, {0, 0}, 1, a};
        index_walk(f->input->index, &box, WALK_STILL, add_large_still, &to);
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
    for (uint32_t i = 0; i < w->sequence_count && !f->list->failed; ++i) {
        const find_part all = find_whole_tile(w, i);
        f->input->kernel(f, &all);
    }
}

pair_result pairs_find(pair_store *p, pair_list *list, const pair_input *input, arena *a) {
    const body_store *s = input->bodies;
    const size_t levels = count_levels(&input->index->awake);
    *list = (pair_list){.kept = &p->memories[1 - p->now]};
    finder f = {.input = input,
                .awake = &input->index->awake,
                .list = list,
                .memory = a,
                .uppers = ARENA_TAKE(a, upper_level, levels)};
    if (!f.uppers) return PAIRS_MEMORY;
    f.most = (size_t)PAIRS_A_BODY * s->collider_awake + PAIRS_MORE;
    if (f.most > PAIRS_MOST) f.most = PAIRS_MOST;
    f.asks = s->filtered > 0;
    const size_t expected = pairs_expected(p->memories[p->now].count);
    if (!grow_list(list, p->memory, a, expected < f.most ? expected : f.most)) return PAIRS_MEMORY;
    if (!find_shared(&f, p, levels)) find_alone(&f);
    find_large(&f);
    if (f.near_capacity > p->near_room) p->near_room = f.near_capacity;
    if (list->failed) return f.beyond ? PAIRS_LIMIT : PAIRS_MEMORY;
    list->way_x = ARENA_TAKE(a, float, list->count + PAIRS_BEYOND);
    list->way_y = ARENA_TAKE(a, float, list->count + PAIRS_BEYOND);
    list->class_of = ARENA_TAKE(a, uint8_t, list->count + PAIRS_BEYOND);
    return list->way_x && list->way_y && list->class_of ? PAIRS_FOUND : PAIRS_MEMORY;
}

bool pairs_reserve_seconds(pair_list *list, const evo_allocator *memory, arena *a, size_t seconds) {
    const size_t before = list->count + PAIRS_BEYOND, now = before + seconds;
    if (now > list->capacity && !grow_list(list, memory, a, now)) return false;
    list->second_of = ARENA_TAKE(a, uint32_t, list->count + 1);
    list->first_of = ARENA_TAKE(a, uint32_t, seconds);
    if (!list->second_of || !list->first_of) return false;
    memset(list->second_of, 0xff, list->count * sizeof *list->second_of);
    return ARENA_GROW(a, list->way_x, before, now) && ARENA_GROW(a, list->way_y, before, now)
           && ARENA_GROW(a, list->class_of, before, now);
}
