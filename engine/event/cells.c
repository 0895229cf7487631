/* cells.c: the lists of the grid. In: columns and rows of particles; out: who is in which cell.
 * Invariant: a particle is in one cell; overflow begins where its slots are full. */
#include "event/cells.h"

#include <assert.h>
#include <string.h>

#include "core/array.h"

/* ---- The grid -------------------------------------------------------------------------------- */

/* Whole cells of at least this size along a length. */
int32_t cells_count_along(double length, double side) {
    double count = floor(length / side);
    if (!(count > 1)) return 1;
    return count < CELLS_MAX ? (int32_t)count : CELLS_MAX;
}

/* Of the mean distance of particles: smaller cells are crossed more often, larger ones hold more
 * neighbours to test. */
static const double FULLNESS = 0.87;

/* In a periodic box, at least. */
enum { CELLS_ROUND = 4 };

double cells_choose_size(evo_vec2 size, double least, size_t particles, bool periodic) {
    double side = FULLNESS * sqrt(size.x * size.y / (double)particles);
    /* A long thin space gets one row of cells. */
    side = most_of(side, most_of(size.x, size.y) / (double)particles);
    if (periodic) side = least_of(side, least_of(size.x, size.y) / CELLS_ROUND);
    return most_of(side, least);
}

bool cells_reserve(cells *c) {
    size_t count = (size_t)(c->columns + 2) * (size_t)(c->rows + 2);
    if (!ARRAY_RESERVE(c->memory, c->all, c->capacity, count)
        || !ARRAY_RESERVE(c->memory, c->counts, c->count_capacity, count)
        || !ARRAY_RESERVE(c->memory, c->overflow, c->overflow_capacity, count))
        return false;
    memset(c->all, 0, count * sizeof *c->all);
    memset(c->counts, 0, count * sizeof *c->counts);
    for (size_t i = 0; i < count; ++i) c->overflow[i] = NO_PARTICLE;
    return true;
}

bool cells_init(cells *c, const evo_allocator *memory, evo_bounds bounds, bool periodic,
                double least, size_t particles) {
    evo_vec2 size = vec_sub(bounds.max, bounds.min);
    double side = cells_choose_size(size, least, particles > 0 ? particles : 1, periodic);
    c->memory = memory;
    c->origin = bounds.min;
    c->periodic = periodic;
    c->columns = side > 0 ? cells_count_along(size.x, side) : 1;
    c->rows = side > 0 ? cells_count_along(size.y, side) : 1;
    c->size = vec(size.x / c->columns, size.y / c->rows);
    c->border_count = c->overflow_count = c->oversize.count = 0;
    return cells_reserve(c);
}

void cells_free(cells *c) {
    ARRAY_FREE(c->memory, c->all, c->capacity);
    ARRAY_FREE(c->memory, c->counts, c->count_capacity);
    ARRAY_FREE(c->memory, c->overflow, c->overflow_capacity);
    ARRAY_FREE(c->memory, c->oversize.all, c->oversize.capacity);
}

/* ---- Putting and removing -------------------------------------------------------------------- */

void cells_insert(cells *c, particle *particles, uint32_t number) {
    particle *p = &particles[number];
    size_t at = cells_index(c, p->column, p->row);
    assert(p->column < c->columns && p->row < c->rows && "its cell is one of the grid");
    c->border_count += cells_is_border(c, p);
    if (c->counts[at] < CELL_SLOTS) {
        c->all[at].slots[c->counts[at]++] = number;
        return;
    }
    p->next = c->overflow[at];
    c->overflow[at] = number;
    ++c->overflow_count;
}

/* The freed slot gets one of the overflow, or the last slot's. */
static void take_slot(cells *c, const particle *particles, size_t at, uint32_t position) {
    uint32_t *slots = c->all[at].slots, first = c->overflow[at];
    if (first == NO_PARTICLE) {
        slots[position] = slots[--c->counts[at]];
        return;
    }
    assert(c->counts[at] == CELL_SLOTS && "slots fill before the overflow");
    slots[position] = first;
    c->overflow[at] = particles[first].next;
    --c->overflow_count;
}

void cells_remove(cells *c, particle *particles, uint32_t number) {
    particle *p = &particles[number];
    size_t at = cells_index(c, p->column, p->row);
    c->border_count -= cells_is_border(c, p);
    for (uint32_t i = 0; i < c->counts[at]; ++i)
        if (c->all[at].slots[i] == number) {
            take_slot(c, particles, at, i);
            return;
        }
    uint32_t *link = &c->overflow[at];
    for (; *link != number; link = &particles[*link].next)
        assert(*link != NO_PARTICLE && "a particle is in its cell");
    *link = p->next;
    assert(c->overflow_count > 0 && "overflow is counted");
    --c->overflow_count;
}

int32_t cells_at(double from_origin, double side, int32_t count) {
    double cell = floor(from_origin / side);
    if (!(cell > 0)) return 0;
    return cell < count ? (int32_t)cell : count - 1;
}

void cells_put(cells *c, particle *particles, uint32_t number, evo_vec2 position) {
    evo_vec2 at = vec_sub(position, c->origin);
    if (c->periodic) {
        at.x = cells_wrap(at.x, c->columns * c->size.x);
        at.y = cells_wrap(at.y, c->rows * c->size.y);
    }
    particle *p = &particles[number];
    p->column = (uint16_t)cells_at(at.x, c->size.x, c->columns);
    p->row = (uint16_t)cells_at(at.y, c->size.y, c->rows);
    p->position = vec(at.x - p->column * c->size.x, at.y - p->row * c->size.y);
    assert(cells_hold(c, p, p->position) && "a particle is put where its cell is");
    cells_insert(c, particles, number);
}

evo_vec2 cells_corner(const cells *c, const particle *p) {
    return vec(c->origin.x + p->column * c->size.x, c->origin.y + p->row * c->size.y);
}

size_t cells_list(const cells *c, const particle *particles, size_t cell, uint32_t *found,
                  size_t count) {
    memcpy(found + count, c->all[cell].slots, sizeof(cell_slots));
    count += c->counts[cell];
    if (c->counts[cell] < CELL_SLOTS) return count;
    for (uint32_t at = c->overflow[cell]; at != NO_PARTICLE; at = particles[at].next)
        found[count++] = at;
    return count;
}

/* ---- From cell to cell ----------------------------------------------------------------------- */

bool cells_has_next(const cells *c, const particle *p, cell_side side) {
    int32_t cell = cell_side_is_x(side) ? p->column : p->row;
    int32_t count = cell_side_is_x(side) ? c->columns : c->rows;
    return c->periodic || (cell_side_is_upper(side) ? cell + 1 < count : cell > 0);
}

/* Part of a cell by which rounding may put a particle out of its own. */
static const double CELL_ROUNDING = 1e-6;

static bool is_within(double at, double size, bool from_low, bool to_high) {
    const double most = CELL_ROUNDING * size;
    return (at >= -most || !from_low) && (at <= size + most || !to_high);
}

bool cells_hold(const cells *c, const particle *p, evo_vec2 at) {
    return is_within(at.x, c->size.x, cells_has_next(c, p, CELL_LEFT),
                     cells_has_next(c, p, CELL_RIGHT))
           && is_within(at.y, c->size.y, cells_has_next(c, p, CELL_DOWN),
                        cells_has_next(c, p, CELL_UP));
}

/* The next cell up or down, round the box. */
static uint16_t next_cell(uint16_t cell, bool up, int32_t count) {
    if (up) return (uint16_t)(cell + 1 == count ? 0 : cell + 1);
    return (uint16_t)(cell == 0 ? count - 1 : cell - 1);
}

void cells_cross(cells *c, particle *particles, uint32_t number, cell_side side) {
    particle *p = &particles[number];
    assert(cells_has_next(c, p, side));
    bool up = cell_side_is_upper(side);
    cells_remove(c, particles, number);
    if (cell_side_is_x(side)) {
        p->column = next_cell(p->column, up, c->columns);
        p->position.x += up ? -c->size.x : c->size.x;
    } else {
        p->row = next_cell(p->row, up, c->rows);
        p->position.y += up ? -c->size.y : c->size.y;
    }
    cells_insert(c, particles, number);
}
