#include "broad/region.h"

#include "core/bits.h"

/* Items lie up to half a cell about their cells. A tile's tail is in no order: it belongs to every
 * region that comes near the tile. */

/* All levels but the last. */
static const uint64_t CELLED = ((uint64_t)1 << GRID_TOP) - 1;

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* The cell, 0 to TILE_SIDE - 1, or -1 or TILE_SIDE for what is beyond. */
static int cell_within(double coordinate, double width) {
    double cell = coordinate / width;
    return cell < 0 ? -1 : cell >= TILE_SIDE ? TILE_SIDE : (int)cell;
}

static int clamp_cell(int cell) {
    return cell < 0 ? 0 : cell < TILE_SIDE ? cell : TILE_SIDE - 1;
}

static double visit_run(const run_visitor *by, const tile *t, uint32_t begin, uint32_t end,
                        double limit) {
    return begin < end ? by->visit(by->context, t, begin, end) : limit;
}

/* Cells of a level. */
typedef struct cell_box {
    int64_t left, right, low, high;
} cell_box;

/* Cells of what may reach the box: items lie up to half a cell about their cells. All is rounded,
 * so a little more. */
static cell_box cells_of(const grid *g, uint32_t level, evo_bounds box) {
    double cells = g->per_length[level];
    double far = fabs(box.min.x) + fabs(box.max.x) + fabs(box.min.y) + fabs(box.max.y);
    double around = 0.5 + 1e-15 * far * cells;
    cell_box of = {grid_cell(box.min.x * cells - around), grid_cell(box.max.x * cells + around),
                   grid_cell(box.min.y * cells - around), grid_cell(box.max.y * cells + around)};
    return of;
}

/* A part of the region, from one cell to another, within a tile that begins at cell `first`. */
static int64_t within_tile(int64_t cell, int64_t first) {
    return cell < first ? 0 : cell - first < TILE_SIDE ? cell - first : TILE_SIDE - 1;
}

typedef struct part_search {
    part_visitor *visit;
    void *context;
} part_search;

static void visit_part(const tile *t, const cell_box *cells, const part_search *by) {
    int64_t x = t->key.x * TILE_SIDE, y = t->key.y * TILE_SIDE;
    if (cells->left >= x + TILE_SIDE || cells->right < x) return;
    if (cells->low >= y + TILE_SIDE || cells->high < y) return;
    tile_part part = {(int)within_tile(cells->left, x), (int)within_tile(cells->right, x),
                      (int)within_tile(cells->low, y), (int)within_tile(cells->high, y)};
    by->visit(by->context, t, &part);
}

/* Tiles by their places, or all there are if these are fewer. */
static void visit_level(const grid *g, uint32_t level, evo_bounds box, const part_search *by) {
    cell_box cells = cells_of(g, level, box);
    int64_t left = cells.left >> TILE_BITS, right = cells.right >> TILE_BITS;
    int64_t low = cells.low >> TILE_BITS, high = cells.high >> TILE_BITS;
    double tiles = ((double)(right - left) + 1) * ((double)(high - low) + 1);
    if (tiles > (double)g->tile_count[level]) {
        for (const tile *t = g->directory[level]; t; t = t->hh.next) visit_part(t, &cells, by);
        return;
    }
    for (int64_t y = low; y <= high; ++y)
        for (int64_t x = left; x <= right; ++x) {
            const tile *t = grid_tile(g, x, y, level);
            if (t) visit_part(t, &cells, by);
        }
}

/* The only tile of a level, with so few items that none are sorted, is soon looked through; NULL:
 * there is more. */
static const tile *only_few(const grid *g, uint32_t level) {
    const tile *t = g->directory[level];
    return g->tile_count[level] == 1 && t->sorted == 0 ? t : NULL;
}

void region_parts(const grid *g, evo_bounds box, part_visitor *visit, void *context) {
    static const tile_part whole = {0, TILE_SIDE - 1, 0, TILE_SIDE - 1}, tail = {0, 0, 0, -1};
    part_search by = {visit, context};
    for (uint64_t levels = g->levels & CELLED; levels; levels &= levels - 1) {
        uint32_t level = bits_lowest(levels);
        const tile *few = only_few(g, level);
        if (few)
            visit(context, few, &tail);
        else
            visit_level(g, level, box, &by);
    }
    if (g->directory[GRID_TOP]) visit(context, g->directory[GRID_TOP], &whole);
}

static void visit_runs(void *context, const tile *t, const tile_part *part) {
    const run_visitor *by = context;
    for (int row = part->low; row <= part->high; ++row)
        (void)visit_run(by, t, t->start[row * TILE_SIDE + part->left],
                        t->start[row * TILE_SIDE + part->right + 1], 1);
    (void)visit_run(by, t, t->sorted, t->count, 1);
}

void region_box(const grid *g, evo_bounds box, const run_visitor *by) {
    run_visitor runs = *by;
    region_parts(g, box, visit_runs, &runs);
}

/* What is too wide for all cells. */
static double visit_top(const grid *g, double limit, const run_visitor *by) {
    const tile *t = g->directory[GRID_TOP];
    return t ? visit_run(by, t, 0, t->count, limit) : limit;
}

/* ---- Ways ------------------------------------------------------------------------------------ */

/* Which part of a way is where one coordinate is within a range: from above to, when none is. */
typedef struct part {
    double from, to;
} part;

static part part_within(double start, double delta, double low, double high, part of) {
    part none = {1, 0};
    if (delta == 0) return start >= low && start <= high ? of : none;
    double a = (low - start) / delta, b = (high - start) / delta;
    part within = {most_of(of.from, least_of(a, b)), least_of(of.to, most_of(a, b))};
    return within;
}

typedef struct walk {
    const grid *g;
    evo_vec2 from, way;
    double radius, limit;
    const run_visitor *by;
} walk;

static void visit_way_in_tile(walk *w, const tile *t) {
    double width = w->g->width[t->level], around = width / 2 + w->radius;
    evo_vec2 start = vec_sub(w->from, grid_corner(w->g, t));
    part here = {0, w->limit};
    here = part_within(start.x, w->way.x, -around, TILE_SIDE * width + around, here);
    here = part_within(start.y, w->way.y, -around, TILE_SIDE * width + around, here);
    if (here.from > here.to) return;
    w->limit = visit_run(w->by, t, t->sorted, t->count, w->limit);
    double y0 = start.y + here.from * w->way.y, y1 = start.y + here.to * w->way.y;
    int low = clamp_cell(cell_within(least_of(y0, y1) - around, width));
    int high = clamp_cell(cell_within(most_of(y0, y1) + around, width));
    for (int row = low; row <= high; ++row) {
        part in_row =
            part_within(start.y, w->way.y, row * width - around, (row + 1) * width + around, here);
        if (in_row.from > in_row.to) continue;
        double x0 = start.x + in_row.from * w->way.x, x1 = start.x + in_row.to * w->way.x;
        int left = cell_within(least_of(x0, x1) - around, width);
        int right = cell_within(most_of(x0, x1) + around, width);
        if (left >= TILE_SIDE || right < 0) continue;
        w->limit = visit_run(w->by, t, t->start[row * TILE_SIDE + clamp_cell(left)],
                             t->start[row * TILE_SIDE + clamp_cell(right) + 1], w->limit);
    }
}

/* Tile by tile along the axis in which the way is longer; across it, it meets one or two tiles. */
static void visit_way_by_tiles(walk *w, uint32_t level, bool along_x, int64_t first, int64_t last) {
    double width = w->g->width[level], side = TILE_SIDE * width, around = width / 2 + w->radius;
    double start = along_x ? w->from.x : w->from.y, delta = along_x ? w->way.x : w->way.y;
    double other = along_x ? w->from.y : w->from.x, across = along_x ? w->way.y : w->way.x;
    int64_t step = delta < 0 ? -1 : 1;
    for (int64_t i = first;; i += step) {
        part whole = {0, w->limit};
        double begin = (double)i * side;
        part here = part_within(start, delta, begin - around, begin + side + around, whole);
        if (here.from <= here.to) {
            double a = other + here.from * across, b = other + here.to * across;
            int64_t low = grid_cell((least_of(a, b) - around) / side);
            int64_t high = grid_cell((most_of(a, b) + around) / side);
            for (int64_t k = low; k <= high; ++k) {
                const tile *t = grid_tile(w->g, along_x ? i : k, along_x ? k : i, level);
                if (t) visit_way_in_tile(w, t);
            }
        }
        if (i == last) break;
    }
}

static void visit_way_in_level(walk *w, uint32_t level) {
    double width = w->g->width[level], side = TILE_SIDE * width, around = width / 2 + w->radius;
    bool along_x = fabs(w->way.x) >= fabs(w->way.y);
    double start = along_x ? w->from.x : w->from.y, delta = along_x ? w->way.x : w->way.y;
    double end = start + w->limit * delta, sense = delta < 0 ? -1 : 1;
    int64_t first = grid_cell((start - sense * around) / side);
    int64_t last = grid_cell((end + sense * around) / side);
    double across = 2 * (1 + around / side);
    if ((fabs((double)last - (double)first) + 1) * across <= (double)w->g->tile_count[level]) {
        visit_way_by_tiles(w, level, along_x, first, last);
        return;
    }
    for (const tile *t = w->g->directory[level]; t; t = t->hh.next) visit_way_in_tile(w, t);
}

double region_way(const grid *g, evo_vec2 from, evo_vec2 way, double radius, double limit,
                  const run_visitor *by) {
    walk w = {g, from, way, radius, limit, by};
    for (uint64_t levels = g->levels & CELLED; levels; levels &= levels - 1)
        visit_way_in_level(&w, bits_lowest(levels));
    w.limit = visit_top(g, w.limit, by);
    return w.limit;
}
