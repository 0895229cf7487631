#include "event/cells.h"

#include <string.h>

#include "core/array.h"
#include "event/oversize.h"

/* ---- Laying ---------------------------------------------------------------------------------- */

/* How many cells of at least this side there are along so much; in a periodic box whole ones. */
int32_t cells_along(double length, double side) {
    double count = floor(length / side);
    if (!(count > 1)) return 1;
    return count < CELLS_MOST ? (int32_t)count : CELLS_MOST;
}

/* Of the way from flyer to flyer: narrower cells are crossed more often, in wider ones there are
 * more others to look at. */
static const double FULLNESS = 0.87;

/* In a periodic box at least: else both neighbours of a cell were the same one. */
enum { CELLS_ROUND = 4 };

/* A side that suits so many flyers, over what there is to cover. */
double cells_side(evo_vec2 size, double least, size_t flyers, bool periodic) {
    double side = FULLNESS * sqrt(size.x * size.y / (double)flyers);
    /* What is long and thin has one row of cells. */
    side = most_of(side, most_of(size.x, size.y) / (double)flyers);
    if (periodic) side = least_of(side, least_of(size.x, size.y) / CELLS_ROUND);
    return most_of(side, least);
}

static bool make_room(cells *c) {
    size_t count = (size_t)(c->columns + 2) * (size_t)(c->rows + 2);
    if (!array_reserve(c->memory, &c->all, &c->capacity, count, sizeof *c->all)
        || !array_reserve(c->memory, &c->counts, &c->count_capacity, count, sizeof *c->counts)
        || !array_reserve(c->memory, &c->crowds, &c->crowd_capacity, count, sizeof *c->crowds))
        return false;
    memset(c->all, 0, count * sizeof *c->all);
    memset(c->counts, 0, count * sizeof *c->counts);
    for (size_t i = 0; i < count; ++i) c->crowds[i] = NO_FLYER;
    return true;
}

bool cells_lay(cells *c, const evo_allocator *memory, evo_bounds bounds, bool periodic,
               double least, size_t flyers) {
    evo_vec2 size = vec_sub(bounds.max, bounds.min);
    double side = cells_side(size, least, flyers > 0 ? flyers : 1, periodic);
    c->memory = memory;
    c->origin = bounds.min;
    c->periodic = periodic;
    c->columns = side > 0 ? cells_along(size.x, side) : 1;
    c->rows = side > 0 ? cells_along(size.y, side) : 1;
    c->side = vec(size.x / c->columns, size.y / c->rows);
    c->at_border = c->crowded = c->giants.count = 0;
    return make_room(c);
}

void cells_free(cells *c) {
    array_free(c->memory, &c->all, &c->capacity, sizeof *c->all);
    array_free(c->memory, &c->counts, &c->count_capacity, sizeof *c->counts);
    array_free(c->memory, &c->crowds, &c->crowd_capacity, sizeof *c->crowds);
    array_free(c->memory, &c->giants.all, &c->giants.capacity, sizeof *c->giants.all);
}

/* ---- In and out ------------------------------------------------------------------------------ */

static bool is_border(const cells *c, const flyer *f) {
    return f->column == 0 || f->row == 0 || f->column + 1 == c->columns || f->row + 1 == c->rows;
}

static void link_in(cells *c, flyer *flyers, uint32_t number) {
    flyer *f = &flyers[number];
    size_t at = cells_number(c, f->column, f->row);
    c->at_border += is_border(c, f);
    if (c->counts[at] < CELL_NAMES) {
        c->all[at].names[c->counts[at]++] = number;
        return;
    }
    f->next = c->crowds[at];
    c->crowds[at] = number;
    ++c->crowded;
}

/* In the place of a name that goes comes one of the crowd, or the last name. */
static void take_name(cells *c, const flyer *flyers, size_t at, uint32_t place) {
    uint32_t *names = c->all[at].names, first = c->crowds[at];
    if (first == NO_FLYER) {
        names[place] = names[--c->counts[at]];
        return;
    }
    names[place] = first;
    c->crowds[at] = flyers[first].next;
    --c->crowded;
}

static void take_out(cells *c, flyer *flyers, uint32_t number) {
    flyer *f = &flyers[number];
    size_t at = cells_number(c, f->column, f->row);
    c->at_border -= is_border(c, f);
    for (uint32_t i = 0; i < c->counts[at]; ++i)
        if (c->all[at].names[i] == number) {
            take_name(c, flyers, at, i);
            return;
        }
    uint32_t *link = &c->crowds[at];
    while (*link != number) link = &flyers[*link].next;
    *link = f->next;
    --c->crowded;
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

void cells_put(cells *c, flyer *flyers, uint32_t number, evo_vec2 position) {
    evo_vec2 at = vec_sub(position, c->origin);
    if (c->periodic) {
        at.x = wrap(at.x, c->columns * c->side.x);
        at.y = wrap(at.y, c->rows * c->side.y);
    }
    flyer *f = &flyers[number];
    f->column = (uint16_t)cell_along(at.x, c->side.x, c->columns);
    f->row = (uint16_t)cell_along(at.y, c->side.y, c->rows);
    f->place = vec(at.x - f->column * c->side.x, at.y - f->row * c->side.y);
    link_in(c, flyers, number);
}

evo_vec2 cells_corner(const cells *c, const flyer *f) {
    return vec(c->origin.x + f->column * c->side.x, c->origin.y + f->row * c->side.y);
}

/* ---- From cell to cell ----------------------------------------------------------------------- */

bool cells_lead_on(const cells *c, const flyer *f, cell_way way) {
    if (c->periodic) return true;
    switch (way) {
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

void cells_cross(cells *c, flyer *flyers, uint32_t number, cell_way way) {
    flyer *f = &flyers[number];
    bool up = way == CELL_RIGHT || way == CELL_UP;
    take_out(c, flyers, number);
    if (way == CELL_LEFT || way == CELL_RIGHT) {
        f->column = next_cell(f->column, up, c->columns);
        f->place.x += up ? -c->side.x : c->side.x;
    } else {
        f->row = next_cell(f->row, up, c->rows);
        f->place.y += up ? -c->side.y : c->side.y;
    }
    link_in(c, flyers, number);
}

/* The ways to the cells around, as differences of their numbers. */
typedef struct hood {
    ptrdiff_t left, right, down, up;
} hood;

INLINE hood hood_inland(const cells *c) {
    ptrdiff_t wide = c->columns + 2;
    hood h = {-1, 1, -wide, wide};
    return h;
}

static hood hood_of(const cells *c, const flyer *f) {
    ptrdiff_t lap_x = c->columns, lap_y = c->rows * (lap_x + 2);
    hood h = hood_inland(c);
    if (!c->periodic) return h;
    if (f->column == 0) h.left += lap_x;
    if (f->column + 1 == c->columns) h.right -= lap_x;
    if (f->row == 0) h.down += lap_y;
    if (f->row + 1 == c->rows) h.up -= lap_y;
    return h;
}

/* Crowds of the cells around, behind those that cells name. */
static size_t add_crowds(const cells *c, const flyer *flyers, const flyer *middle, uint32_t *found,
                         size_t count) {
    hood h = hood_of(c, middle);
    const uint32_t *own = &c->crowds[cells_number(c, middle->column, middle->row)];
    const ptrdiff_t rows[] = {h.down, 0, h.up}, columns[] = {h.left, 0, h.right};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            for (uint32_t at = own[rows[i] + columns[k]]; at != NO_FLYER; at = flyers[at].next)
                found[count++] = at;
    return count;
}

/* All names of a cell are copied, used or not, and the next cell's come over those not used:
 * nothing here is a branch that depends on who is where. */
INLINE size_t add_names(const cell_names *names, const uint8_t *counts, ptrdiff_t at,
                        uint32_t *found, size_t count) {
    memcpy(found + count, names[at].names, sizeof(cell_names));
    return count + counts[at];
}

INLINE size_t names_around(const cells *c, const flyer *middle, hood h, uint32_t *found) {
    size_t own = cells_number(c, middle->column, middle->row), count = 0;
    const cell_names *names = c->all + own;
    const uint8_t *counts = c->counts + own;
    count = add_names(names, counts, h.down + h.left, found, count);
    count = add_names(names, counts, h.down, found, count);
    count = add_names(names, counts, h.down + h.right, found, count);
    count = add_names(names, counts, h.left, found, count);
    count = add_names(names, counts, 0, found, count);
    count = add_names(names, counts, h.right, found, count);
    count = add_names(names, counts, h.up + h.left, found, count);
    count = add_names(names, counts, h.up, found, count);
    return add_names(names, counts, h.up + h.right, found, count);
}

/* Those whom cells do not name: crowds; and giants. */
static size_t add_others(const cells *c, const flyer *flyers, const flyer *middle, uint32_t *found,
                         size_t count) {
    if (c->giants.count > 0) {
        if (giants_have(c, middle)) return giants_around(c, flyers, middle, found);
        count = giants_add(c, flyers, middle, found, count);
    }
    return add_crowds(c, flyers, middle, found, count);
}

/* The same twice: in all cells but those at the border the ways are known beforehand. */
size_t cells_around(const cells *c, const flyer *flyers, const flyer *middle, uint32_t *found) {
    size_t count = is_border(c, middle) ? names_around(c, middle, hood_of(c, middle), found)
                                        : names_around(c, middle, hood_inland(c), found);
    return c->crowded > 0 ? add_others(c, flyers, middle, found, count) : count;
}

void cells_ask(const cells *c, const flyer *middle) {
    hood h = hood_of(c, middle);
    size_t own = cells_number(c, middle->column, middle->row);
    const ptrdiff_t rows[] = {h.down, 0, h.up};
    for (int i = 0; i < 3; ++i) {
        MACHINE_PREFETCH(&c->all[own + (size_t)(rows[i] + h.left)]);
        MACHINE_PREFETCH(&c->all[own + (size_t)(rows[i] + h.right)]);
        MACHINE_PREFETCH(&c->counts[own + (size_t)rows[i]]);
    }
}
