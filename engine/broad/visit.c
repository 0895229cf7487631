#include "broad/visit.h"

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* By the square about the circle, so that bounds are overlooked no more than shapes are. */
static bool item_meets_box(const grid *g, uint32_t at, evo_bounds local) {
    double x = (double)g->x[at], y = (double)g->y[at], reach = (double)g->reach[at] * (1 + 1e-6);
    return x - reach <= local.max.x && x + reach >= local.min.x && y - reach <= local.max.y
           && y + reach >= local.min.y;
}

/* The cell, 0 to TILE_SIDE - 1, or -1 or TILE_SIDE for what is beyond. */
static int cell_within(double coordinate, double width) {
    double cell = coordinate / width;
    return cell < 0 ? -1 : cell >= TILE_SIDE ? TILE_SIDE : (int)cell;
}

static void visit_box_in_tile(const grid *g, const tile *t, evo_bounds box, const visitor *by) {
    double width = g->width[t->key.level], around = width / 2;
    evo_vec2 corner = grid_corner(g, t);
    evo_bounds local = {vec_sub(box.min, corner), vec_sub(box.max, corner)};
    int left = cell_within(local.min.x - around, width);
    int right = cell_within(local.max.x + around, width);
    int low = cell_within(local.min.y - around, width);
    int high = cell_within(local.max.y + around, width);
    if (left >= TILE_SIDE || right < 0 || low >= TILE_SIDE || high < 0) return;
    left = left < 0 ? 0 : left;
    low = low < 0 ? 0 : low;
    right = right < TILE_SIDE ? right : TILE_SIDE - 1;
    high = high < TILE_SIDE ? high : TILE_SIDE - 1;
    for (int row = low; row <= high; ++row) {
        uint32_t end = t->start[row * TILE_SIDE + right + 1];
        for (uint32_t at = t->start[row * TILE_SIDE + left]; at < end; ++at)
            if (item_meets_box(g, at, local)) (void)by->visit(by->context, g->id[at]);
    }
}

static void visit_box_in_level(const grid *g, int level, evo_bounds box, const visitor *by) {
    double around = g->width[level] / 2, side = TILE_SIDE * g->width[level];
    int64_t left = grid_cell((box.min.x - around) / side);
    int64_t right = grid_cell((box.max.x + around) / side);
    int64_t low = grid_cell((box.min.y - around) / side);
    int64_t high = grid_cell((box.max.y + around) / side);
    if ((double)(right - left + 1) * (double)(high - low + 1) > (double)g->tile_count) {
        for (size_t i = 0; i < g->tile_count; ++i)
            if (g->tiles[i]->key.level == level) visit_box_in_tile(g, g->tiles[i], box, by);
        return;
    }
    for (int64_t y = low; y <= high; ++y)
        for (int64_t x = left; x <= right; ++x) {
            const tile *t = grid_tile(g, x, y, level);
            if (t) visit_box_in_tile(g, t, box, by);
        }
}

void visit_box(const grid *g, evo_bounds box, const visitor *by) {
    for (int level = 0; level < GRID_LEVELS; ++level)
        if (g->levels >> level & 1) visit_box_in_level(g, level, box, by);
}

/* ---- Ways ------------------------------------------------------------------------------------ */

/* Which part of a way is where one coordinate is within a range: from above to, when none is. */
typedef struct part {
    double from, to;
} part;

static part part_within(double start, double way, double low, double high, part of) {
    part none = {1, 0};
    if (way == 0) return start >= low && start <= high ? of : none;
    double a = (low - start) / way, b = (high - start) / way;
    part within = {most_of(of.from, least_of(a, b)), least_of(of.to, most_of(a, b))};
    return within;
}

typedef struct walk {
    const grid *g;
    evo_vec2 from, way;
    double length, radius, limit;
    const visitor *by;
} walk;

static void visit_item(walk *w, uint32_t at, evo_vec2 start) {
    const grid *g = w->g;
    evo_vec2 to = vec_sub(vec((double)g->x[at], (double)g->y[at]), start);
    double reach = ((double)g->reach[at] + w->radius) * (1 + 1e-6);
    double along = vec_dot(to, w->way), across = vec_cross(w->way, to);
    if (across * across > reach * reach * w->length * w->length) return;
    if (along < -reach * w->length) return;
    if (along > (w->length * w->limit + reach) * w->length) return;
    w->limit = least_of(w->limit, w->by->visit(w->by->context, g->id[at]));
}

static void visit_way_in_tile(walk *w, const tile *t) {
    double width = w->g->width[t->key.level], around = width / 2 + w->radius;
    evo_vec2 start = vec_sub(w->from, grid_corner(w->g, t));
    part whole = {0, w->limit};
    part here = part_within(start.x, w->way.x, -around, TILE_SIDE * width + around, whole);
    here = part_within(start.y, w->way.y, -around, TILE_SIDE * width + around, here);
    if (here.from > here.to) return;
    double y0 = start.y + here.from * w->way.y, y1 = start.y + here.to * w->way.y;
    int low = cell_within(least_of(y0, y1) - around, width);
    int high = cell_within(most_of(y0, y1) + around, width);
    low = low < 0 ? 0 : low;
    high = high < TILE_SIDE ? high : TILE_SIDE - 1;
    for (int row = low; row <= high; ++row) {
        part in_row =
            part_within(start.y, w->way.y, row * width - around, (row + 1) * width + around, here);
        if (in_row.from > in_row.to) continue;
        double x0 = start.x + in_row.from * w->way.x, x1 = start.x + in_row.to * w->way.x;
        int left = cell_within(least_of(x0, x1) - around, width);
        int right = cell_within(most_of(x0, x1) + around, width);
        left = left < 0 ? 0 : left;
        right = right < TILE_SIDE ? right : TILE_SIDE - 1;
        if (left > right) continue;
        uint32_t end = t->start[row * TILE_SIDE + right + 1];
        for (uint32_t at = t->start[row * TILE_SIDE + left]; at < end; ++at)
            visit_item(w, at, start);
    }
}

/* Tile by tile along the axis in which the way is longer; across it, it meets one or two tiles. */
static void visit_way_by_tiles(walk *w, int level, bool along_x, int64_t first, int64_t last) {
    double width = w->g->width[level], side = TILE_SIDE * width, around = width / 2 + w->radius;
    double start = along_x ? w->from.x : w->from.y, way = along_x ? w->way.x : w->way.y;
    double other = along_x ? w->from.y : w->from.x, other_way = along_x ? w->way.y : w->way.x;
    int64_t step = way < 0 ? -1 : 1;
    for (int64_t i = first;; i += step) {
        part whole = {0, w->limit};
        double begin = (double)i * side;
        part here = part_within(start, way, begin - around, begin + side + around, whole);
        if (here.from <= here.to) {
            double a = other + here.from * other_way, b = other + here.to * other_way;
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

static void visit_way_in_level(walk *w, int level) {
    double width = w->g->width[level], side = TILE_SIDE * width, around = width / 2 + w->radius;
    bool along_x = fabs(w->way.x) >= fabs(w->way.y);
    double start = along_x ? w->from.x : w->from.y, way = along_x ? w->way.x : w->way.y;
    double end = start + w->limit * way, sense = way < 0 ? -1 : 1;
    int64_t first = grid_cell((start - sense * around) / side);
    int64_t last = grid_cell((end + sense * around) / side);
    double across = 2 * (1 + around / side);
    if ((fabs((double)(last - first)) + 1) * across <= (double)w->g->tile_count) {
        visit_way_by_tiles(w, level, along_x, first, last);
        return;
    }
    for (size_t i = 0; i < w->g->tile_count; ++i)
        if (w->g->tiles[i]->key.level == level) visit_way_in_tile(w, w->g->tiles[i]);
}

double visit_way(const grid *g, evo_vec2 from, evo_vec2 way, double radius, double limit,
                 const visitor *by) {
    walk w = {g, from, way, vec_length(way), radius, limit, by};
    for (int level = 0; level < GRID_LEVELS; ++level)
        if (g->levels >> level & 1) visit_way_in_level(&w, level);
    return w.limit;
}
