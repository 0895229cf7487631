#include "event/cells.h"

#include <string.h>

#include "core/array.h"

/* ---- Laying ---------------------------------------------------------------------------------- */

/* How many cells of at least this side there are along so much; in a periodic box whole ones. */
int32_t cells_count_along(double length, double side) {
    double count = floor(length / side);
    if (!(count > 1)) return 1;
    return count < CELLS_MAX ? (int32_t)count : CELLS_MAX;
}

/* Of the way from flyer to flyer: narrower cells are crossed more often, in wider ones there are
 * more others to look at. */
static const double FULLNESS = 0.87;

/* In a periodic box at least: else both neighbours of a cell were the same one. */
enum { CELLS_ROUND = 4 };

/* A side that suits so many flyers, over what there is to cover. */
double cells_choose_size(evo_vec2 size, double least, size_t particles, bool periodic) {
    double side = FULLNESS * sqrt(size.x * size.y / (double)particles);
    /* What is long and thin has one row of cells. */
    side = most_of(side, most_of(size.x, size.y) / (double)particles);
    if (periodic) side = least_of(side, least_of(size.x, size.y) / CELLS_ROUND);
    return most_of(side, least);
}

static bool reserve(cells *c) {
    size_t count = (size_t)(c->columns + 2) * (size_t)(c->rows + 2);
    if (!array_reserve(c->memory, &c->all, &c->capacity, count, sizeof *c->all)
        || !array_reserve(c->memory, &c->counts, &c->count_capacity, count, sizeof *c->counts)
        || !array_reserve(c->memory, &c->overflow, &c->overflow_capacity, count,
                          sizeof *c->overflow))
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
    return reserve(c);
}

void cells_free(cells *c) {
    array_free(c->memory, &c->all, &c->capacity, sizeof *c->all);
    array_free(c->memory, &c->counts, &c->count_capacity, sizeof *c->counts);
    array_free(c->memory, &c->overflow, &c->overflow_capacity, sizeof *c->overflow);
    array_free(c->memory, &c->oversize.all, &c->oversize.capacity, sizeof *c->oversize.all);
}

/* ---- In and out ------------------------------------------------------------------------------ */

static void insert(cells *c, particle *particles, uint32_t number) {
    particle *f = &particles[number];
    size_t at = cells_index(c, f->column, f->row);
    c->border_count += cells_is_border(c, f);
    if (c->counts[at] < CELL_SLOTS) {
        c->all[at].slots[c->counts[at]++] = number;
        return;
    }
    f->next = c->overflow[at];
    c->overflow[at] = number;
    ++c->overflow_count;
}

/* In the place of a name that goes comes one of the crowd, or the last name. */
static void take_slot(cells *c, const particle *particles, size_t at, uint32_t position) {
    uint32_t *slots = c->all[at].slots, first = c->overflow[at];
    if (first == NO_PARTICLE) {
        slots[position] = slots[--c->counts[at]];
        return;
    }
    slots[position] = first;
    c->overflow[at] = particles[first].next;
    --c->overflow_count;
}

static void remove_particle(cells *c, particle *particles, uint32_t number) {
    particle *f = &particles[number];
    size_t at = cells_index(c, f->column, f->row);
    c->border_count -= cells_is_border(c, f);
    for (uint32_t i = 0; i < c->counts[at]; ++i)
        if (c->all[at].slots[i] == number) {
            take_slot(c, particles, at, i);
            return;
        }
    uint32_t *link = &c->overflow[at];
    while (*link != number) link = &particles[*link].next;
    *link = f->next;
    --c->overflow_count;
}

static int32_t cell_along(double from_origin, double side, int32_t count) {
    double cell = floor(from_origin / side);
    if (!(cell > 0)) return 0;
    return cell < count ? (int32_t)cell : count - 1;
}

/* Into the box, by whole boxes. */
static double wrap(double from_origin, double length) {
    double inside = from_origin - floor(from_origin / length) * length;
    return inside < length ? most_of(inside, 0) : 0;
}

void cells_put(cells *c, particle *particles, uint32_t number, evo_vec2 position) {
    evo_vec2 at = vec_sub(position, c->origin);
    if (c->periodic) {
        at.x = wrap(at.x, c->columns * c->size.x);
        at.y = wrap(at.y, c->rows * c->size.y);
    }
    particle *f = &particles[number];
    f->column = (uint16_t)cell_along(at.x, c->size.x, c->columns);
    f->row = (uint16_t)cell_along(at.y, c->size.y, c->rows);
    f->position = vec(at.x - f->column * c->size.x, at.y - f->row * c->size.y);
    insert(c, particles, number);
}

evo_vec2 cells_corner(const cells *c, const particle *f) {
    return vec(c->origin.x + f->column * c->size.x, c->origin.y + f->row * c->size.y);
}

/* ---- From cell to cell ----------------------------------------------------------------------- */

bool cells_has_next(const cells *c, const particle *f, cell_side side) {
    if (c->periodic) return true;
    switch (side) {
    case CELL_LEFT:
        return f->column > 0;
    case CELL_RIGHT:
        return f->column + 1 < c->columns;
    case CELL_DOWN:
        return f->row > 0;
    default:
        return f->row + 1 < c->rows;
    }
}

/* The cell behind one, or before it, the first behind the last. */
static uint16_t next_cell(uint16_t cell, bool up, int32_t count) {
    if (up) return (uint16_t)(cell + 1 == count ? 0 : cell + 1);
    return (uint16_t)(cell == 0 ? count - 1 : cell - 1);
}

void cells_cross(cells *c, particle *particles, uint32_t number, cell_side side) {
    particle *f = &particles[number];
    bool up = side == CELL_RIGHT || side == CELL_UP;
    remove_particle(c, particles, number);
    if (side == CELL_LEFT || side == CELL_RIGHT) {
        f->column = next_cell(f->column, up, c->columns);
        f->position.x += up ? -c->size.x : c->size.x;
    } else {
        f->row = next_cell(f->row, up, c->rows);
        f->position.y += up ? -c->size.y : c->size.y;
    }
    insert(c, particles, number);
}
