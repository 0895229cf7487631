#include "impact/cells.h"

#include "core/array.h"

/* ---- Laying ---------------------------------------------------------------------------------- */

/* How many cells of at least this side there are along so much; in a periodic box whole ones. */
static int32_t count_along(double length, double side) {
    double count = floor(length / side);
    if (!(count > 1)) return 1;
    return count < CELLS_MOST ? (int32_t)count : CELLS_MOST;
}

/* A side that gives about one cell a flyer, over what there is to cover. */
static double suitable_side(evo_vec2 size, double least, size_t flyers) {
    double area = size.x * size.y / (double)flyers;
    double side = sqrt(area);
    /* What is long and thin has one row of cells. */
    side = most_of(side, most_of(size.x, size.y) / (double)flyers);
    return most_of(side, least);
}

static size_t count_heads(const cells *c) {
    return (size_t)(c->columns + 2) * (size_t)(c->rows + 2);
}

bool cells_lay(cells *c, const evo_allocator *memory, evo_bounds bounds, bool periodic,
               double least, size_t flyers) {
    evo_vec2 size = vec_sub(bounds.max, bounds.min);
    double side = suitable_side(size, least, flyers > 0 ? flyers : 1);
    c->memory = memory;
    c->origin = bounds.min;
    c->periodic = periodic;
    c->columns = side > 0 ? count_along(size.x, side) : 1;
    c->rows = side > 0 ? count_along(size.y, side) : 1;
    c->side = vec(size.x / c->columns, size.y / c->rows);
    c->at_border = 0;
    size_t heads = count_heads(c);
    if (!array_reserve(memory, &c->heads, &c->head_capacity, heads, sizeof *c->heads)) return false;
    for (size_t i = 0; i < heads; ++i) c->heads[i] = NO_FLYER;
    return true;
}

void cells_free(cells *c) {
    array_free(c->memory, &c->heads, &c->head_capacity, sizeof *c->heads);
}

/* ---- In and out ------------------------------------------------------------------------------ */

static uint32_t *head_at(const cells *c, int32_t column, int32_t row) {
    return &c->heads[(size_t)(row + 1) * (size_t)(c->columns + 2) + (size_t)(column + 1)];
}

static bool is_border(const cells *c, const flyer *f) {
    return f->column == 0 || f->row == 0 || f->column + 1 == c->columns || f->row + 1 == c->rows;
}

static void link_in(cells *c, flyer *flyers, uint32_t number) {
    flyer *f = &flyers[number];
    uint32_t *head = head_at(c, f->column, f->row);
    f->next = *head;
    *head = number;
    c->at_border += is_border(c, f);
}

static void take_out(cells *c, flyer *flyers, uint32_t number) {
    flyer *f = &flyers[number];
    uint32_t *at = head_at(c, f->column, f->row);
    while (*at != number) at = &flyers[*at].next;
    *at = f->next;
    c->at_border -= is_border(c, f);
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

/* The first flyers of the cells around, then their followers. An empty cell is written over by the
 * next one: nothing here is a branch that depends on who is where. */
size_t cells_around(const cells *c, const flyer *flyers, const flyer *middle, uint32_t *found) {
    int32_t round_x = c->periodic ? c->columns : 0, round_y = c->periodic ? c->rows : 0;
    int32_t column = middle->column, row = middle->row;
    int32_t columns[3] = {column - 1 + (column == 0 ? round_x : 0), column,
                          column + 1 - (column + 1 == round_x ? round_x : 0)};
    int32_t rows[3] = {row - 1 + (row == 0 ? round_y : 0), row,
                       row + 1 - (row + 1 == round_y ? round_y : 0)};
    size_t count = 0;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            found[count] = *head_at(c, columns[k], rows[i]);
            count += found[count] != NO_FLYER;
        }
    for (size_t i = 0; i < count; ++i) {
        found[count] = flyers[found[i]].next;
        count += found[count] != NO_FLYER;
    }
    return count;
}
