/* scan_lanes.h: the scans of scan.h, for as many lanes as LANES says. */
#include "broad/scan.h"
#include "core/bits.h"
#include "core/lanes.h"

/* A run of sorted items: of some cells of a row of one tile. `shift` brings what is relative to the
 * reader's tile to that one. */
typedef struct run {
    uint32_t begin, end;
    float shift_x, shift_y;
} run;

typedef struct reader {
    float x, y, reach;
    uint32_t id;
} reader;

INLINE reader read_item(const grid *g, uint32_t at) {
    reader item = {g->x[at], g->y[at], g->reach[at], g->id[at]};
    return item;
}

/* The hits among the lanes that begin at `at`, as far as the run goes. */
INLINE unsigned within_run(lanes_mask hits, uint32_t at, uint32_t end) {
    unsigned bits = lanes_bits(hits);
    return end - at >= LANES ? bits : bits & ((1u << (end - at)) - 1);
}

INLINE void add_hits(const grid *g, uint32_t at, unsigned hits, uint32_t id, near_pairs *found) {
    for (; hits; hits &= hits - 1) near_pairs_add(found, id, g->id[at + bits_lowest(hits)]);
}

/* Items of the run that a circle meets. */
INLINE void scan_run(const grid *g, run r, reader item, near_pairs *found) {
    lanes_value x = lanes_all(item.x - r.shift_x), y = lanes_all(item.y - r.shift_y);
    lanes_value reach = lanes_all(item.reach);
    for (uint32_t at = r.begin; at < r.end; at += LANES) {
        lanes_value dx = lanes_load(g->x + at) - x, dy = lanes_load(g->y + at) - y;
        lanes_value sum = lanes_load(g->reach + at) + reach;
        lanes_mask hits = lanes_less(dx * dx + dy * dy, sum * sum);
        add_hits(g, at, within_run(hits, at, r.end), item.id, found);
    }
}

/* ---- One level ------------------------------------------------------------------------------- */

/* A tile's neighbours: those that hold anything. By row, then column, from the lower left. */
typedef struct hood {
    const tile *at[3][3];
    float side;
} hood;

static hood hood_of(const grid *g, const tile *middle, bool upper_half) {
    hood h;
    h.side = (float)(TILE_SIDE * g->width[middle->key.level]);
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column) {
            bool wanted = !upper_half || row > 0;
            h.at[row][column] = wanted ? grid_tile(g, middle->key.x + column - 1,
                                                   middle->key.y + row - 1, middle->key.level)
                                       : NULL;
        }
    return h;
}

/* Cells from..to of a row of a tile. */
INLINE int add_run(const hood *h, int tile_row, int tile_column, int row, int from, int to,
                   run *runs, int count) {
    const tile *t = h->at[tile_row][tile_column];
    if (!t) return count;
    run r = {t->start[row * TILE_SIDE + from], t->start[row * TILE_SIDE + to + 1],
             (float)(tile_column - 1) * h->side, (float)(tile_row - 1) * h->side};
    if (r.begin == r.end) return count;
    runs[count] = r;
    return count + 1;
}

/* The cells of a row (-1 to 16: it may be a neighbour's) from one left of `column`, or from
 * `column` + 1, to one right of it. */
INLINE int add_row(const hood *h, int row, int column, bool right_only, run *runs, int count) {
    int tile_row = row < 0 ? 0 : row >= TILE_SIDE ? 2 : 1;
    row &= TILE_SIDE - 1;
    int from = right_only ? column + 1 : column - 1, to = column + 1;
    if (from < 0) count = add_run(h, tile_row, 0, row, TILE_SIDE - 1, TILE_SIDE - 1, runs, count);
    if (from < TILE_SIDE)
        count = add_run(h, tile_row, 1, row, from < 0 ? 0 : from, to < TILE_SIDE ? to : column,
                        runs, count);
    if (to >= TILE_SIDE) count = add_run(h, tile_row, 2, row, 0, 0, runs, count);
    return count;
}

static void within_tile(const grid *g, const tile *t, near_pairs *found) {
    hood h = hood_of(g, t, true);
    for (int row = 0; row < TILE_SIDE; ++row)
        for (int column = 0; column < TILE_SIDE; ++column) {
            int cell = row * TILE_SIDE + column;
            uint32_t begin = t->start[cell], end = t->start[cell + 1];
            if (begin == end) continue;
            run runs[8];
            int count = add_row(&h, row, column, true, runs, 1);
            count = add_row(&h, row + 1, column, false, runs, count);
            /* The cell's own rest and the cell to its right are one run in most cells. */
            bool joined = count > 1 && runs[1].begin == end && column + 1 < TILE_SIDE
                          && runs[1].shift_x == 0 && runs[1].shift_y == 0;
            run own = {begin, joined ? runs[1].end : end, 0, 0};
            runs[0] = own;
            if (joined) runs[1] = runs[--count];
            for (uint32_t i = begin; i < end; ++i) {
                reader item = read_item(g, i);
                runs[0].begin = i + 1;
                for (int k = 0; k < count; ++k) scan_run(g, runs[k], item, found);
            }
        }
}

static void scan_within(const grid *g, near_pairs *found) {
    for (size_t i = 0; i < g->tile_count; ++i) within_tile(g, g->tiles[i], found);
}

static void scan_between(const grid *a, const grid *b, near_pairs *found) {
    for (size_t i = 0; i < a->tile_count; ++i) {
        const tile *t = a->tiles[i];
        hood h = hood_of(b, t, false);
        bool any = false;
        for (int k = 0; k < 9; ++k) any |= h.at[k / 3][k % 3] != NULL;
        if (!any) continue;
        for (int cell = 0; cell < TILE_CELLS; ++cell) {
            if (t->start[cell] == t->start[cell + 1]) continue;
            run runs[8];
            int count = 0;
            for (int up = -1; up <= 1; ++up)
                count = add_row(&h, cell / TILE_SIDE + up, cell % TILE_SIDE, false, runs, count);
            for (uint32_t at = t->start[cell]; at < t->start[cell + 1]; ++at) {
                reader item = read_item(a, at);
                for (int k = 0; k < count; ++k) scan_run(b, runs[k], item, found);
            }
        }
    }
}

/* ---- Several levels -------------------------------------------------------------------------- */

/* A box as the lanes see it, relative to a tile's corner. */
typedef struct lanes_box {
    float x, y, axis_x, axis_y, half_x, half_y, hollow;
} lanes_box;

INLINE void scan_run_in_box(const grid *g, uint32_t begin, uint32_t end, const lanes_box *box,
                            uint32_t id, bool small_first, near_pairs *found) {
    lanes_value zero = lanes_all(0), axis_x = lanes_all(box->axis_x);
    lanes_value axis_y = lanes_all(box->axis_y), hollow = lanes_all(box->hollow);
    for (uint32_t at = begin; at < end; at += LANES) {
        lanes_value dx = lanes_load(g->x + at) - lanes_all(box->x);
        lanes_value dy = lanes_load(g->y + at) - lanes_all(box->y);
        lanes_value reach = lanes_load(g->reach + at);
        lanes_value along = axis_x * dx + axis_y * dy, across = axis_x * dy - axis_y * dx;
        along = lanes_max(along, zero - along);
        across = lanes_max(across, zero - across);
        lanes_value inner = lanes_max(hollow - reach, zero);
        lanes_mask hits = lanes_less(along, lanes_all(box->half_x) + reach)
                          & lanes_less(across, lanes_all(box->half_y) + reach)
                          & ~lanes_less(dx * dx + dy * dy, inner * inner);
        unsigned bits = within_run(hits, at, end);
        for (; bits; bits &= bits - 1) {
            uint32_t other = g->id[at + bits_lowest(bits)];
            near_pairs_add(found, small_first ? other : id, small_first ? id : other);
        }
    }
}

static evo_vec2 box_extent(const grid_box *box) {
    evo_vec2 extent = {fabs(box->axis.x) * box->half_x + fabs(box->axis.y) * box->half_y,
                       fabs(box->axis.y) * box->half_x + fabs(box->axis.x) * box->half_y};
    return extent;
}

/* Rows and columns of a tile's cells, from first to last; empty when first is above last. */
typedef struct span {
    int first, last;
} span;

static span span_of(double from, double to, double width) {
    double first = from / width, last = to / width;
    span s = {0, -1}; /* what is no number stays at that */
    if (first > 0) s.first = first < TILE_SIDE ? (int)first : TILE_SIDE;
    if (last >= 0) s.last = last < TILE_SIDE ? (int)last : TILE_SIDE - 1;
    return s;
}

/* Items of a tile that the box reaches. Items lie up to half a cell about their cells. */
static void scan_tile_in_box(const grid *g, const tile *t, const grid_box *box, uint32_t id,
                             bool small_first, near_pairs *found) {
    double width = g->width[t->key.level];
    evo_vec2 at = vec_sub(box->center, grid_corner(g, t)), extent = box_extent(box);
    span columns = span_of(at.x - extent.x - width / 2, at.x + extent.x + width / 2, width);
    span rows = span_of(at.y - extent.y - width / 2, at.y + extent.y + width / 2, width);
    lanes_box local = {(float)at.x,        (float)at.y,        (float)box->axis.x,
                       (float)box->axis.y, (float)box->half_x, (float)box->half_y,
                       (float)box->hollow};
    if (columns.first > columns.last) return;
    for (int row = rows.first; row <= rows.last; ++row) {
        uint32_t begin = t->start[row * TILE_SIDE + columns.first];
        uint32_t end = t->start[row * TILE_SIDE + columns.last + 1];
        scan_run_in_box(g, begin, end, &local, id, small_first, found);
    }
}

/* Large items of one level around a tile of small ones. */
static void under_level(const grid *small, const tile *t, const grid *large, int level,
                        const grid_boxes *boxes, near_pairs *found) {
    double width = large->width[level], around = (width + small->width[t->key.level]) / 2;
    double side = TILE_SIDE * small->width[t->key.level];
    evo_vec2 corner = grid_corner(small, t);
    int64_t left = grid_cell((corner.x - around) / width);
    int64_t right = grid_cell((corner.x + side + around) / width);
    int64_t low = grid_cell((corner.y - around) / width);
    int64_t high = grid_cell((corner.y + side + around) / width);
    for (int64_t y = low >> 4; y <= high >> 4; ++y)
        for (int64_t x = left >> 4; x <= right >> 4; ++x) {
            const tile *at = grid_tile(large, x, y, level);
            if (!at) continue;
            int first = x == left >> 4 ? (int)(left & 15) : 0;
            int last = x == right >> 4 ? (int)(right & 15) : TILE_SIDE - 1;
            int bottom = y == low >> 4 ? (int)(low & 15) : 0;
            int top = y == high >> 4 ? (int)(high & 15) : TILE_SIDE - 1;
            for (int row = bottom; row <= top; ++row) {
                uint32_t end = at->start[row * TILE_SIDE + last + 1];
                for (uint32_t i = at->start[row * TILE_SIDE + first]; i < end; ++i) {
                    grid_box box = boxes->of(boxes->context, large->id[i]);
                    scan_tile_in_box(small, t, &box, large->id[i], true, found);
                }
            }
        }
}

static void scan_under(const grid *small, const grid *large, const grid_boxes *boxes,
                       near_pairs *found) {
    for (size_t i = 0; i < small->tile_count; ++i) {
        const tile *t = small->tiles[i];
        for (int level = (int)t->key.level + 1; level < GRID_LEVELS; ++level)
            if (large->levels >> level & 1) under_level(small, t, large, level, boxes, found);
    }
}

/* Small items of one level in a large one's box: by the tiles under the box, or by all tiles where
 * those are fewer. */
static void over_level(const grid *small, int level, const grid_box *box, uint32_t id,
                       near_pairs *found) {
    double side = TILE_SIDE * small->width[level];
    evo_vec2 extent = box_extent(box);
    double around = small->width[level] / 2;
    int64_t left = grid_cell((box->center.x - extent.x - around) / side);
    int64_t right = grid_cell((box->center.x + extent.x + around) / side);
    int64_t low = grid_cell((box->center.y - extent.y - around) / side);
    int64_t high = grid_cell((box->center.y + extent.y + around) / side);
    if ((double)(right - left + 1) * (double)(high - low + 1) > (double)small->tile_count) {
        for (size_t i = 0; i < small->tile_count; ++i)
            if (small->tiles[i]->key.level == level)
                scan_tile_in_box(small, small->tiles[i], box, id, false, found);
        return;
    }
    for (int64_t y = low; y <= high; ++y)
        for (int64_t x = left; x <= right; ++x) {
            const tile *t = grid_tile(small, x, y, level);
            if (t) scan_tile_in_box(small, t, box, id, false, found);
        }
}

static void scan_over(const grid *large, const grid *small, const grid_boxes *boxes,
                      near_pairs *found) {
    for (size_t i = 0; i < large->tile_count; ++i) {
        const tile *t = large->tiles[i];
        uint32_t below = small->levels & ((1u << t->key.level) - 1);
        if (!below) continue;
        for (uint32_t at = t->start[0]; at < t->start[TILE_CELLS]; ++at) {
            grid_box box = boxes->of(boxes->context, large->id[at]);
            for (int level = 0; level < t->key.level; ++level)
                if (below >> level & 1) over_level(small, level, &box, large->id[at], found);
        }
    }
}

#define SCAN_KERNELS                                                                               \
    { scan_within, scan_between, scan_under, scan_over }
