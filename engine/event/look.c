/* look.c: cells for queries. In: a box that moves along a way, or stands; out: each particle once
 * that may be there at present. */
#include "event/look.h"

#include "event/oversize.h"

/* A question, on its way through the cells. */
typedef struct looking {
    const event_world *w;
    const particle_visitor *by;
    double limit;
} looking;

static void show(looking *l, uint32_t number) {
    l->limit = l->by->visit(l->by->context, number);
}

/* Shows oversize particles, which cells are too narrow for. */
static void show_oversize(looking *l) {
    const cell_oversize *o = &l->w->cells.oversize;
    for (size_t i = 0; i < o->count; ++i) show(l, o->all[i]);
}

static void show_ordinary(looking *l, uint32_t number) {
    if (!oversize_has(&l->w->cells, &l->w->particles.all[number])) show(l, number);
}

/* ---- Cells ----------------------------------------------------------------------------------- */

static void show_cell(looking *l, int32_t column, int32_t row) {
    const cells *c = &l->w->cells;
    size_t cell = cells_index(c, column, row);
    for (uint32_t i = 0; i < c->counts[cell]; ++i) show_ordinary(l, c->all[cell].slots[i]);
    if (c->counts[cell] < CELL_SLOTS) return;
    for (uint32_t at = c->overflow[cell]; at != NO_PARTICLE; at = l->w->particles.all[at].next)
        show_ordinary(l, at);
}

/* Centres of ordinary particles are so far, at most, from what they touch; and a little more, for
 * rounding. */
static double reach_of(const cells *c) {
    return c->oversize.limit * c->oversize.headroom + 1e-9 * (c->size.x + c->size.y);
}

/* ---- Along a way ----------------------------------------------------------------------------- */

/* A part of the way, from 0 to 1. */
typedef struct way_part {
    double from, to;
} way_part;

/* Where the way is in a band; all of it, when it goes along the band within it. */
static way_part part_within(double start, double speed, double low, double high) {
    way_part none = {1, 0}, all = {0, 1};
    if (speed == 0) return start >= low && start <= high ? all : none;
    double first = (low - start) / speed, second = (high - start) / speed;
    way_part part = {most_of(least_of(first, second), 0), least_of(most_of(first, second), 1)};
    return part;
}

static void show_row(looking *l, evo_vec2 from, evo_vec2 way, evo_vec2 reach, int32_t row) {
    const cells *c = &l->w->cells;
    double low = row == 0 && !c->periodic ? -INFINITY : row * c->size.y - reach.y;
    double high = row + 1 == c->rows && !c->periodic ? INFINITY : (row + 1) * c->size.y + reach.y;
    way_part part = part_within(from.y, way.y, low, high);
    part.to = least_of(part.to, l->limit);
    if (part.from > part.to) return;
    double begin_x = from.x + part.from * way.x, end_x = from.x + part.to * way.x;
    int32_t left = cells_at(least_of(begin_x, end_x) - reach.x, c->size.x, c->columns);
    int32_t right = cells_at(most_of(begin_x, end_x) + reach.x, c->size.x, c->columns);
    for (int32_t i = left; i <= right; ++i) show_cell(l, way.x < 0 ? left + right - i : i, row);
}

void look_along(const event_world *w, evo_vec2 from, evo_vec2 way, evo_vec2 half, double limit,
                const particle_visitor *by) {
    const cells *c = &w->cells;
    looking l = {w, by, limit};
    evo_vec2 reach = vec_add(half, vec(reach_of(c), reach_of(c)));
    evo_vec2 start = vec_sub(from, c->origin);
    double end = start.y + way.y;
    int32_t low = cells_at(least_of(start.y, end) - reach.y, c->size.y, c->rows);
    int32_t high = cells_at(most_of(start.y, end) + reach.y, c->size.y, c->rows);
    show_oversize(&l);
    for (int32_t i = low; i <= high; ++i)
        show_row(&l, start, way, reach, way.y < 0 ? low + high - i : i);
}
