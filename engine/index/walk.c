/* walk.c: colliders in a box, or in the path of one. Tiles that the moving box reaches are found by
 * their keys, or by lists where these are shorter, put in order, and looked at row by row: awake
 * colliders by the tables of the last sort, still ones by their cells.
 *
 * Colliders are in the cell of their middle and reach half a cell beyond it at most, so the walk
 * takes tiles, rows and cells half a cell wider than they are. */
#include <assert.h>

#include "index/index.h"

/* Cells by which a collider reaches beyond its own, at most: half a cell and some rounding. */
static const double BEYOND = 0.501;

/* Limit of tile numbers: there are no tiles farther out. */
static const double TILES_MOST = 1073741824;

/* Most tiles that are put in order at once. Others are found again when these are done. */
enum { FOUND_MOST = 128 };

/* The box in a frame with another origin and unit: its sides as it begins, its way, and one over
 * its way. */
typedef struct walk_frame {
    double left, right, low, high;
    evo_vec2 way, over;
} walk_frame;

typedef struct walk {
    const spatial_index *index;
    walk_frame frame; /* of the world */
    evo_bounds swept; /* by the box on its way */
    walk_visit visit;
    void *context;
    double limit;
    int parts;
    found_tile found[FOUND_MOST]; /* the first tiles after `last`, in order */
    int count;
    bool more;       /* there are others after these */
    found_tile last; /* the last tile done; no tile: none is */
} walk;

/* ---- Where the box meets --------------------------------------------------------------------- */

/* Length below which a way counts as this long, so that numbers over it are finite: only their
 * signs matter. */
static const double NO_WAY = 1e-250;

static double over_of(double way) {
    return 1 / (fabs(way) < NO_WAY ? NO_WAY : way);
}

/* Returns the box as seen from an origin; `unit`: a length, which is a power of two. */
static inline walk_frame frame_at(const walk *w, evo_vec2 origin, double unit, double over_unit) {
    const walk_frame *f = &w->frame;
    return (walk_frame){(f->left - origin.x) * over_unit, (f->right - origin.x) * over_unit,
                        (f->low - origin.y) * over_unit,  (f->high - origin.y) * over_unit,
                        vec_scale(f->way, over_unit),     vec_scale(f->over, unit)};
}

/* Returns where on its way the box meets bounds first; INFINITY: nowhere before the limit. */
static inline double meets_at(const walk_frame *f, const evo_bounds *b, double limit) {
    const double x = (b->min.x - f->right) * f->over.x, x_end = (b->max.x - f->left) * f->over.x;
    const double y = (b->min.y - f->high) * f->over.y, y_end = (b->max.y - f->low) * f->over.y;
    const double from = most_of(least_of(x, x_end), least_of(y, y_end));
    const double to = least_of(most_of(x, x_end), most_of(y, y_end));
    const double first = most_of(from, 0);
    return first <= to && first <= limit ? first : INFINITY;
}

/* Returns whether the box meets bounds before the limit. Unordered walks are of boxes that stand,
 * and need fewer operations. */
static inline bool meets(const walk *w, const walk_frame *f, const evo_bounds *b) {
    if (!(w->parts & WALK_UNORDERED)) return meets_at(f, b, w->limit) <= w->limit;
    return b->min.x <= f->right && b->max.x >= f->left && b->min.y <= f->high && b->max.y >= f->low;
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

static bool before(const found_tile *a, const found_tile *b) {
    return a->at != b->at ? a->at < b->at : tile_before(&a->tile->key, &b->tile->key);
}

/* Keeps a tile if it is among the first that are not done. */
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

static void walk_tile(walk *w, const tile *t);

static inline bool has_still(const walk *w, const tile *t) {
    return (w->parts & WALK_STILL) && t->entry_list.count > 0;
}

/* Keeps a tile that may be met. Awake colliders may be anywhere in it. */
static void find(walk *w, const tile *t) {
    const bool awake = (w->parts & WALK_AWAKE) && index_table(w->index, t);
    evo_bounds bounds = t->bounds;
    if (!awake && !has_still(w, t)) return;
    if (awake) {
        bounds = (evo_bounds){t->corner, vec_add(t->corner, vec(t->width, t->width))};
        bounds = bounds_wider(bounds, BEYOND / TILE_SIDE * t->width);
    }
    if (!bounds_meet(&bounds, &w->swept)) return;
    if (w->parts & WALK_UNORDERED) {
        walk_tile(w, t);
        return;
    }
    const found_tile made = {meets_at(&w->frame, &bounds, w->limit), t};
    if (made.at <= w->limit) keep(w, &made);
}

/* Finds the number of the tile of a coordinate; false: out of the range of numbers. */
static inline bool number(double place, int32_t *n) {
    if (!(place > -TILES_MOST && place < TILES_MOST)) return false;
    *n = (int32_t)place;
    *n -= place < *n;
    return true;
}

/* Finds the range of x that the box covers while it meets heights between two. False: it does not
 * meet them. */
static inline bool reach_across(const walk_frame *f, double low, double high, double limit,
                                double reach[2]) {
    const double a = (low - f->high) * f->over.y, b = (high - f->low) * f->over.y;
    const double from = most_of(least_of(a, b), 0), to = least_of(most_of(a, b), limit);
    const double first = from * f->way.x, last = to * f->way.x;
    reach[0] = f->left + least_of(first, last) - BEYOND;
    reach[1] = f->right + most_of(first, last) + BEYOND;
    return from <= to;
}

/* Finds a level's tiles row by row, if these are not more than `most`. */
static bool find_by_keys(walk *w, int level, double most) {
    const double cell = level_cell(level);
    const walk_frame f = frame_at(w, vec(0, 0), cell, level_cell(2 * LEVEL_OF_ONE - level));
    const double x = w->limit * f.way.x, y = w->limit * f.way.y, side = TILE_SIDE;
    int32_t left, right, low, high;
    if (!number((f.left + least_of(x, 0) - BEYOND) / side, &left)
        || !number((f.right + most_of(x, 0) + BEYOND) / side, &right)
        || !number((f.low + least_of(y, 0) - BEYOND) / side, &low)
        || !number((f.high + most_of(y, 0) + BEYOND) / side, &high))
        return false;
    const double across = (double)right - left + 1, up = (double)high - low + 1;
    const double wide = (f.right - f.left + 2 * BEYOND) / side + 2;
    if (least_of(across * up, across + up * wide) > most) return false;
    for (int32_t row = low; row <= high; ++row) {
        const double from = row * side - BEYOND, to = (row + 1) * side + BEYOND;
        double reach[2];
        if (!reach_across(&f, from, to, w->limit, reach)) continue;
        (void)(number(reach[0] / side, &left) && number(reach[1] / side, &right));
        for (int32_t column = left; column <= right; ++column) {
            const tile_key key = {level, column, row, 0};
            const tile *t = tiles_find(&w->index->tiles, &key);
            if (t) find(w, t);
        }
    }
    return true;
}

/* Number of tiles up to which a list is searched faster than keys. */
static const double FEW = 8;

static void find_tiles(walk *w) {
    const spatial_index *index = w->index;
    const index_awake *a = &index->awake;
    const bool still = w->parts & WALK_STILL, awake = w->parts & WALK_AWAKE;
    uint64_t levels = (still ? index->tiles.still_levels : 0) | (awake ? a->levels : 0), keyed = 0;
    for (; levels != 0; levels &= levels - 1) {
        const int level = (int)bits_lowest(levels);
        const double listed =
            (still ? index->tiles.still_count[level] : 0) + (double)(awake ? a->sequence_count : 0);
        if (listed > FEW && find_by_keys(w, level, 0.5 * listed))
            keyed |= UINT64_C(1) << level;
        else
            for (tile *t = still ? index->tiles.still_first[level] : NULL; t; t = t->next)
                find(w, t);
    }
    for (uint32_t k = 0; k < a->sequence_count && awake; ++k) {
        const tile *t = a->tiles[a->sequence[k]];
        if (!(keyed >> t->key.level & 1) && !has_still(w, t)) find(w, t);
    }
}

/* ---- Within a tile --------------------------------------------------------------------------- */

/* Return the first and the last cell of a range: NaN may be in all cells. */
static inline int first_cell(double at) {
    return !(at >= 0) ? 0 : at >= TILE_SIDE ? TILE_SIDE - 1 : (int)at;
}

static inline int last_cell(double at) {
    return at < 0 ? 0 : at < TILE_SIDE ? (int)at : TILE_SIDE - 1;
}

/* Cells by which a collider that comes later in a row may lie before an earlier one, by its middle
 * or the nearer side of its bounds. */
static const double DISORDER = 1.51;

/* Returns whether a collider at x, and all that follow in its row, are out of reach. `disorder`:
 * INFINITY for colliders in no row. */
static inline bool is_beyond(const walk_frame *f, double x, double limit, double disorder) {
    return f->way.x < 0 ? x < f->left + limit * f->way.x - disorder
                        : x > f->right + limit * f->way.x + disorder;
}

/* Visits the awake colliders of a range of ranks in a tile. */
static void walk_awake(walk *w, const tile *t, int32_t first, int32_t end) {
    const index_awake *a = &w->index->awake;
    const double unit = t->width / (1 << TILE_BITS);
    const walk_frame f = frame_at(w, t->corner, unit, t->scale);
    const bool back = f.way.x < 0;
    const double disorder = DISORDER * (1 << CELL_BITS);
    for (int32_t i = first; i < end && w->limit >= 0; ++i) {
        const int32_t k = back ? first + end - 1 - i : i;
        const double x = (double)a->x[k], y = (double)a->y[k];
        const double r = (double)a->radius[k] * 1.000001 + 2;
        const evo_bounds b = {{x - r, y - r}, {x + r, y + r}};
        if (meets(w, &f, &b))
            w->limit = w->visit(w->context, a->id[k], NULL, w->limit);
        else if (is_beyond(&f, x, w->limit, disorder))
            return;
    }
}

/* Visits a range of still entries; `disorder`: in units of length. */
static void walk_entries(walk *w, const still_entry *all, evo_vec2 corner, size_t first, size_t end,
                         double disorder) {
    const walk_frame f = frame_at(w, corner, 1, 1);
    const bool back = f.way.x < 0;
    for (size_t i = first; i < end && w->limit >= 0; ++i) {
        const still_entry *e = &all[back ? first + end - 1 - i : i];
        const evo_bounds b = {{(double)e->min_x, (double)e->min_y},
                              {(double)e->max_x, (double)e->max_y}};
        if (meets(w, &f, &b)) {
            const evo_bounds bounds = entry_bounds(e, corner);
            w->limit = w->visit(w->context, e->collider, &bounds, w->limit);
        } else if (is_beyond(&f, back ? b.max.x : b.min.x, w->limit, disorder)) {
            return;
        }
    }
}

/* Walks the rows of a tile from near to far, and so the colliders in a row. Those behind the limit
 * that visits set are left out. */
static void walk_rows(walk *w, const tile *t, bool still, const int32_t *table) {
    const walk_frame f = frame_at(w, t->corner, t->width / TILE_SIDE, t->scale / (1 << CELL_BITS));
    const bool down = f.way.y < 0;
    const double rise = w->limit * f.way.y;
    const int low = first_cell(f.low + least_of(rise, 0) - BEYOND);
    const int high = last_cell(f.high + most_of(rise, 0) + BEYOND);
    for (int i = low; i <= high && w->limit >= 0; ++i) {
        const int row = down ? low + high - i : i;
        const int32_t *ranks = table ? table + row * TILE_SIDE : NULL;
        const bool some = still && t->rows[row] < t->rows[row + 1];
        double reach[2];
        if (!some && !(ranks && ranks[0] < ranks[TILE_SIDE])) continue;
        if (!reach_across(&f, row - BEYOND, row + 1 + BEYOND, w->limit, reach)) continue;
        if (reach[1] < 0 || reach[0] >= TILE_SIDE) continue;
        const int cells[2] = {first_cell(reach[0]), last_cell(reach[1])};
        if (some)
            walk_entries(w, t->entries, t->corner, t->rows[row], t->rows[row + 1],
                         DISORDER * t->width / TILE_SIDE);
        if (ranks && w->limit >= 0) walk_awake(w, t, ranks[cells[0]], ranks[cells[1] + 1]);
    }
}

static void walk_tile(walk *w, const tile *t) {
    const int32_t *table = w->parts & WALK_AWAKE ? index_table(w->index, t) : NULL;
    const size_t entries = has_still(w, t) ? t->entry_list.count : 0;
    if (entries > 0 || table) walk_rows(w, t, entries > 0, table);
}

/* ---- All ------------------------------------------------------------------------------------- */

static void walk_large(walk *w, int parts) {
    const index_awake *a = &w->index->awake;
    const uint32_t first = a->count, end = w->parts & WALK_AWAKE ? a->count + a->large_count : 0;
    for (uint32_t k = first; k < end && w->limit >= 0; ++k)
        w->limit = w->visit(w->context, a->id[k], NULL, w->limit);
    if (parts & WALK_STILL)
        walk_entries(w, w->index->large, vec(0, 0), 0, w->index->large_list.count, INFINITY);
}

/* Returns a box, made wider, in the frame of the world. */
static walk_frame frame_of(const walk_box *box, double wider) {
    const evo_vec2 half = vec_add(box->half, vec(wider, wider));
    return (walk_frame){box->from.x - half.x,
                        box->from.x + half.x,
                        box->from.y - half.y,
                        box->from.y + half.y,
                        box->way,
                        {over_of(box->way.x), over_of(box->way.y)}};
}

bool walk_box_meets(const walk_box *box, const evo_bounds *bounds) {
    const walk_frame f = frame_of(box, 0);
    return meets_at(&f, bounds, 1) <= 1;
}

void index_walk(const spatial_index *index, const walk_box *box, int parts, walk_visit visit,
                void *context) {
    walk w;
    w.index = index;
    w.frame = frame_of(box, parts & WALK_AWAKE ? index->awake.left : 0);
    w.swept = (evo_bounds){
        {w.frame.left + least_of(box->way.x, 0), w.frame.low + least_of(box->way.y, 0)},
        {w.frame.right + most_of(box->way.x, 0), w.frame.high + most_of(box->way.y, 0)}};
    w.visit = visit;
    w.context = context;
    w.limit = 1;
    w.parts = bounds_meet(&index->tiles.bounds, &w.swept) ? parts : parts & ~WALK_STILL;
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
    walk_large(&w, parts);
}

/* Returns half of a width, and the rounding of a sum. */
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
