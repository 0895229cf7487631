/* walk.c: colliders in a box, or in the path of one. Tiles that the moving box reaches are found by
 * their keys, or by lists where these are shorter, put in order, and looked at row by row: awake
 * colliders by the tables of the last sort, still ones by their cells.
 *
 * Colliders are in the cell of their middle and reach half a cell beyond it at most, so tiles, rows
 * and cells are half a cell wider for the box than they are. */
#include <assert.h>

#include "index/index.h"

/* Half a cell and some rounding. */
static const double BEYOND = 0.501;

/* Tiles beyond have no numbers. */
static const double TILES_MOST = 1073741824;

/* Tiles that are put in order at once: others are found again when these are done. */
enum { FOUND_MOST = 128 };

typedef struct walk {
    const spatial_index *index;
    const walk_box *box;
    evo_vec2 over; /* of its way: see clip */
    walk_visit visit;
    void *context;
    double limit;
    int parts;
    found_tile found[FOUND_MOST]; /* the first behind the last one that is done, in order */
    int count;
    bool more;       /* there are others behind these */
    found_tile last; /* no tile: none is done */
} walk;

/* ---- Where the box meets --------------------------------------------------------------------- */

/* Ways so short have no reciprocal. */
static const double NO_WAY = 1e-290;

/* Part of the way on which a coordinate is between two numbers; `over`: the way's reciprocal, or
 * 0. */
static void clip(double from, double over, double low, double high, double part[2]) {
    if (over == 0) {
        if (from < low || from > high) part[1] = -1;
        return;
    }
    double first = (low - from) * over, last = (high - from) * over;
    part[0] = most_of(part[0], over > 0 ? first : last);
    part[1] = least_of(part[1], over > 0 ? last : first);
}

/* Returns where on the way the box meets bounds first; above the limit: nowhere. */
static double meets_at(const walk *w, evo_bounds b, double more) {
    const walk_box *box = w->box;
    double part[2] = {0, w->limit}, x = box->half.x + more, y = box->half.y + more;
    clip(box->from.x, w->over.x, b.min.x - x, b.max.x + x, part);
    clip(box->from.y, w->over.y, b.min.y - y, b.max.y + y, part);
    return part[0] <= part[1] ? part[0] : INFINITY;
}

static void offer(walk *w, uint32_t collider, const evo_bounds *bounds) {
    if (meets_at(w, *bounds, 0) <= w->limit)
        w->limit = w->visit(w->context, collider, bounds, w->limit);
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

static bool before(const found_tile *a, const found_tile *b) {
    return a->at != b->at ? a->at < b->at : tile_before(&a->tile->key, &b->tile->key);
}

/* Keeps the first of those that are not done. */
static void keep(walk *w, const found_tile *made) {
    if (w->last.tile && !before(&w->last, made)) return;
    int i = w->count;
    if (i == FOUND_MOST) {
        w->more = true;
        if (!before(made, &w->found[--i])) return;
    } else {
        ++w->count;
    }
    for (; i > 0 && before(made, &w->found[i - 1]); --i) w->found[i] = w->found[i - 1];
    w->found[i] = *made;
    assert((i == 0 || !before(made, &w->found[i - 1])) && "tiles are in order along the way");
}

static void walk_tile(walk *w, tile *t);

static bool holds_any(const walk *w, const tile *t) {
    return ((w->parts & WALK_STILL) && t->entry_list.count > 0)
           || ((w->parts & WALK_AWAKE) && index_table(w->index, t));
}

static void find(walk *w, tile *t) {
    const evo_bounds square = {t->corner, {t->corner.x + t->width, t->corner.y + t->width}};
    double at = meets_at(w, square, BEYOND * t->width / TILE_SIDE);
    if (!(at <= w->limit) || !holds_any(w, t)) return;
    const found_tile made = {at, t};
    if (w->parts & WALK_UNORDERED)
        walk_tile(w, t);
    else
        keep(w, &made);
}

/* Numbers of the tiles from low to high, and whether they are numbers that tiles have. */
static bool number(double low, double high, double width, double numbers[2]) {
    numbers[0] = floor(low / width);
    numbers[1] = floor(high / width);
    return numbers[0] > -TILES_MOST && numbers[1] < TILES_MOST;
}

/* Finds from where to where the box is across while it meets heights between two; `half`: its half
 * sizes there. False: it does not meet them. */
static bool reach_across(const walk *w, double low, double high, evo_vec2 half, double reach[2]) {
    const walk_box *box = w->box;
    double part[2] = {0, w->limit};
    clip(box->from.y, w->over.y, low - half.y, high + half.y, part);
    const double a = box->from.x + part[0] * box->way.x, b = box->from.x + part[1] * box->way.x;
    reach[0] = least_of(a, b) - half.x;
    reach[1] = most_of(a, b) + half.x;
    return part[0] <= part[1];
}

/* Finds a level's tiles row by row, if these are not more than `most`. */
static bool find_by_keys(walk *w, int level, double most) {
    const walk_box *box = w->box;
    double width = TILE_SIDE * level_cell(level), more = BEYOND * level_cell(level);
    double rows[2], columns[2], end_x = box->from.x + w->limit * box->way.x,
                                end_y = box->from.y + w->limit * box->way.y;
    double x = box->half.x + more, y = box->half.y + more;
    if (!number(least_of(box->from.x, end_x) - x, most_of(box->from.x, end_x) + x, width, columns)
        || !number(least_of(box->from.y, end_y) - y, most_of(box->from.y, end_y) + y, width, rows))
        return false;
    double across = columns[1] - columns[0] + 1, up = rows[1] - rows[0] + 1;
    if (least_of(across * up, across + up * (2 * x / width + 2)) > most) return false;
    for (double row = rows[0]; row <= rows[1]; ++row) {
        double reach[2];
        if (!reach_across(w, row * width, (row + 1) * width, vec(x, y), reach)) continue;
        (void)number(reach[0], reach[1], width, columns);
        for (double column = columns[0]; column <= columns[1]; ++column) {
            const tile_key key = {level, (int32_t)column, (int32_t)row, 0};
            tile *t = tiles_find(&w->index->tiles, &key);
            if (t) find(w, t);
        }
    }
    return true;
}

/* Tiles of a level with awake colliders, from the list of all of them. */
static void find_awake(walk *w, int level) {
    const index_awake *a = &w->index->awake;
    for (uint32_t k = 0; k < a->sequence_count; ++k) {
        tile *t = a->tiles[a->sequence[k]];
        bool met = (w->parts & WALK_STILL) && t->entry_list.count > 0;
        if (t->key.level == level && !met) find(w, t);
    }
}

/* So many tiles are looked at sooner than keys are. */
static const double FEW = 8;

static void find_tiles(walk *w) {
    const spatial_index *index = w->index;
    bool still = w->parts & WALK_STILL, awake = w->parts & WALK_AWAKE;
    uint64_t levels = (still ? index->tiles.still_levels : 0) | (awake ? index->awake.levels : 0);
    for (int level = 0; level < LEVELS && levels >> level; ++level) {
        if (!(levels >> level & 1)) continue;
        double listed = still ? index->tiles.still_count[level] : 0;
        if (awake) listed += index->awake.sequence_count;
        if (listed > FEW && find_by_keys(w, level, 2 * listed)) continue;
        for (tile *t = still ? index->tiles.still_first[level] : NULL; t; t = t->next) find(w, t);
        if (awake) find_awake(w, level);
    }
}

/* ---- Within a tile --------------------------------------------------------------------------- */

/* Coordinates that are no number may be in all cells. */
static int first_cell(double at) {
    return !(at >= 0) ? 0 : at >= TILE_SIDE ? TILE_SIDE - 1 : (int)at;
}

static int last_cell(double at) {
    return at < 0 ? 0 : at < TILE_SIDE ? (int)at : TILE_SIDE - 1;
}

static void walk_awake(walk *w, const tile *t, const int32_t *table, int cell) {
    const index_awake *a = &w->index->awake;
    double unit = 1 / t->scale;
    for (int32_t k = table[cell]; k < table[cell + 1] && w->limit >= 0; ++k) {
        double x = (double)a->x[k], y = (double)a->y[k], r = (double)a->radius[k] * 1.000001 + 2;
        const evo_bounds bounds = {{t->corner.x + (x - r) * unit, t->corner.y + (y - r) * unit},
                                   {t->corner.x + (x + r) * unit, t->corner.y + (y + r) * unit}};
        offer(w, a->id[k], &bounds);
    }
}

static void offer_still(walk *w, const still_entry *e, evo_vec2 corner) {
    const evo_bounds bounds = {{corner.x + e->min_x, corner.y + e->min_y},
                               {corner.x + e->max_x, corner.y + e->max_y}};
    offer(w, e->collider, &bounds);
}

static void walk_still(walk *w, const tile *t, int cell) {
    const size_t end = t->rows[cell / TILE_SIDE + 1];
    size_t i = tile_place_of(t, (uint32_t)cell, 0);
    for (; i < end && t->entries[i].cell == (uint32_t)cell && w->limit >= 0; ++i)
        offer_still(w, &t->entries[i], t->corner);
}

/* Finds the cells of a row that the box reaches. False: there are none. */
static bool find_cells(const walk *w, const tile *t, int row, int cells[2]) {
    const walk_box *box = w->box;
    double cell = t->width / TILE_SIDE, low = t->corner.y + row * cell, reach[2];
    const evo_vec2 half = vec(box->half.x + BEYOND * cell, box->half.y + BEYOND * cell);
    if (!reach_across(w, low, low + cell, half, reach)) return false;
    double left = (reach[0] - t->corner.x) / cell, right = (reach[1] - t->corner.x) / cell;
    cells[0] = row * TILE_SIDE + first_cell(left);
    cells[1] = row * TILE_SIDE + last_cell(right);
    return !(right < 0 || left >= TILE_SIDE);
}

/* Near cells come first, and those behind the limit that they set are left out. */
static void walk_row(walk *w, const tile *t, int row) {
    const int32_t *table = w->parts & WALK_AWAKE ? index_table(w->index, t) : NULL;
    const bool still = (w->parts & WALK_STILL) && t->rows[row] < t->rows[row + 1];
    const bool back = w->box->way.x < 0;
    int cells[2];
    if (!still && !(table && table[row * TILE_SIDE] < table[(row + 1) * TILE_SIDE])) return;
    if (!find_cells(w, t, row, cells)) return;
    for (int at = cells[back]; back ? at >= cells[0] : at <= cells[1]; at += back ? -1 : 1) {
        const double limit = w->limit;
        if (still) walk_still(w, t, at);
        if (table) walk_awake(w, t, table, at);
        if (w->limit < 0 || (w->limit < limit && !find_cells(w, t, row, cells))) return;
    }
}

static void walk_tile(walk *w, tile *t) {
    const walk_box *box = w->box;
    double cell = t->width / TILE_SIDE, y = box->half.y + BEYOND * cell;
    double end = box->from.y + w->limit * box->way.y;
    int low = first_cell((least_of(box->from.y, end) - y - t->corner.y) / cell);
    int high = last_cell((most_of(box->from.y, end) + y - t->corner.y) / cell);
    bool down = box->way.y < 0; /* near rows first */
    for (int i = low; i <= high && w->limit >= 0; ++i) walk_row(w, t, down ? low + high - i : i);
}

/* ---- All ------------------------------------------------------------------------------------- */

static const evo_bounds EVERYWHERE = {{-INFINITY, -INFINITY}, {INFINITY, INFINITY}};

static void walk_large(walk *w) {
    const index_awake *a = &w->index->awake;
    uint32_t first = a->count, end = w->parts & WALK_AWAKE ? a->count + a->large_count : 0;
    size_t still = w->parts & WALK_STILL ? w->index->large_list.count : 0;
    for (uint32_t k = first; k < end && w->limit >= 0; ++k) offer(w, a->id[k], &EVERYWHERE);
    for (size_t i = 0; i < still && w->limit >= 0; ++i)
        offer_still(w, &w->index->large[i], vec(0, 0));
}

void index_walk(const spatial_index *index, const walk_box *box, int parts, walk_visit visit,
                void *context) {
    walk w;
    w.index = index;
    w.box = box;
    w.over.x = fabs(box->way.x) < NO_WAY ? 0 : 1 / box->way.x;
    w.over.y = fabs(box->way.y) < NO_WAY ? 0 : 1 / box->way.y;
    w.visit = visit;
    w.context = context;
    w.limit = 1;
    w.parts = parts;
    w.last = (found_tile){0, NULL};
    do {
        w.count = 0;
        w.more = false;
        find_tiles(&w);
        for (int i = 0; i < w.count && w.found[i].at <= w.limit; ++i) {
            w.last = w.found[i];
            walk_tile(&w, w.found[i].tile);
        }
    } while (w.more && w.last.at <= w.limit);
    walk_large(&w);
}

/* Half of a width, and what rounding takes from a sum. */
static double half_of(double low, double high) {
    return 0.5 * (high - low) + 1e-15 * (fabs(low) + fabs(high));
}

walk_box walk_box_of(const evo_bounds *b) {
    return (walk_box){.from = {0.5 * (b->min.x + b->max.x), 0.5 * (b->min.y + b->max.y)},
                      .half = {half_of(b->min.x, b->max.x), half_of(b->min.y, b->max.y)}};
}

walk_box walk_box_about(const evo_bounds *b, double margin) {
    walk_box box = walk_box_of(b);
    box.half = vec_add(box.half, vec(margin, margin));
    return box;
}
