/* cells.c: cells of particles, their neighbours and borders, also those that slide. */
#include "exact/cells.h"

#include <assert.h>
#include <string.h>

#include "core/memory.h"
#include "exact/exact.h"
#include "exact/particles.h"
#include "flight/flight.h"

/* ==== Cells =================================================================================== */

/* The lists of the grid. In: columns and rows of particles; out: the particles of each cell.
 * Invariant: a particle is in one cell; overflow begins where its slots are full. */

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

/* ==== Borders ================================================================================= */

/* Times at which a particle reaches a side of its cell, or a wall. In: a particle at the present;
 * out: times, and gaps. */

evo_vec2 borders_direction(cell_side side) {
    static const evo_vec2 directions[CELL_SIDES] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    return directions[side];
}

/* The distance to the border of the cell. */
static double cell_gap(const cells *c, const particle *p, cell_side side) {
    double at = cell_side_is_x(side) ? p->position.x : p->position.y;
    double size = cell_side_is_x(side) ? c->size.x : c->size.y;
    return cell_side_is_upper(side) ? size - at : at;
}

double borders_wall_gap(const borders *b, const border_particle *p, cell_side side) {
    const cells *c = b->cells;
    const particle *on = p->at;
    bool x = cell_side_is_x(side);
    double at = x ? on->position.x : on->position.y;
    double corner = x ? on->column * c->size.x : on->row * c->size.y;
    if (!cell_side_is_upper(side)) return at + corner - p->radius;
    return (x ? b->size.x : b->size.y) - corner - p->radius - at;
}

double borders_cell_time(const borders *b, const border_particle *p, cell_side side) {
    if (!cells_has_next(b->cells, p->at, side)) return INFINITY;
    evo_vec2 direction = borders_direction(side);
    return line_reach(cell_gap(b->cells, p->at, side), -vec_dot(p->at->velocity, direction),
                      -vec_dot(p->gravity, direction));
}

double borders_wall_time(const borders *b, const border_particle *p, cell_side side) {
    evo_vec2 direction = borders_direction(side);
    double speed = -vec_dot(p->at->velocity, direction) - p->growth_rate;
    return line_reach(borders_wall_gap(b, p, side), speed, -vec_dot(p->gravity, direction));
}

/* ==== Neighbours ============================================================================== */

/* The particles around a particle. In: cells; out: numbers, in any order. Invariant: none that it
 * may meet before it, or the other, leaves its cell is missing. */

/* Differences of cell indices to the cells around. */
typedef struct neighbour_offsets {
    ptrdiff_t left, right, down, up;
} neighbour_offsets;

INLINE neighbour_offsets offsets_inside(const cells *c) {
    ptrdiff_t wide = c->columns + 2;
    return (neighbour_offsets){-1, 1, -wide, wide};
}

static neighbour_offsets offsets_of(const cells *c, const particle *p) {
    ptrdiff_t lap_x = c->columns, lap_y = c->rows * (lap_x + 2);
    neighbour_offsets h = offsets_inside(c);
    if (!c->periodic) return h;
    if (p->column == 0) h.left += lap_x;
    if (p->column + 1 == c->columns) h.right -= lap_x;
    if (p->row == 0) h.down += lap_y;
    if (p->row + 1 == c->rows) h.up -= lap_y;
    return h;
}

/* Overflow of the cells around, after what their slots named. */
static size_t add_overflow(const cells *c, const particle *particles, const particle *middle,
                           uint32_t *found, size_t count) {
    neighbour_offsets h = offsets_of(c, middle);
    const uint32_t *own = &c->overflow[cells_index(c, middle->column, middle->row)];
    const ptrdiff_t rows[] = {h.down, 0, h.up}, columns[] = {h.left, 0, h.right};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            for (uint32_t at = own[rows[i] + columns[k]]; at != NO_PARTICLE;
                 at = particles[at].next)
                found[count++] = at;
    return count;
}

/* All slots of a cell are copied, used or not, and the next cell's overwrite the unused: no branch
 * depends on where particles are. */
INLINE size_t add_slots(const cell_slots *slots, const uint8_t *counts, ptrdiff_t at,
                        uint32_t *found, size_t count) {
    assert(counts[at] <= CELL_SLOTS && "a cell has no more than its slots");
    memcpy(found + count, slots[at].slots, sizeof(cell_slots));
    return count + counts[at];
}

INLINE size_t slots_around(const cells *c, const particle *middle, neighbour_offsets h,
                           uint32_t *found) {
    size_t own = cells_index(c, middle->column, middle->row), count = 0;
    const cell_slots *slots = c->all + own;
    const uint8_t *counts = c->counts + own;
    count = add_slots(slots, counts, h.down + h.left, found, count);
    count = add_slots(slots, counts, h.down, found, count);
    count = add_slots(slots, counts, h.down + h.right, found, count);
    count = add_slots(slots, counts, h.left, found, count);
    count = add_slots(slots, counts, 0, found, count);
    count = add_slots(slots, counts, h.right, found, count);
    count = add_slots(slots, counts, h.up + h.left, found, count);
    count = add_slots(slots, counts, h.up, found, count);
    return add_slots(slots, counts, h.up + h.right, found, count);
}

/* Overflow, and oversize particles. */
static size_t add_others(const cells *c, const particle *particles, const particle *middle,
                         uint32_t *found, size_t count) {
    if (c->oversize.count > 0) {
        if (oversize_has(c, middle)) return oversize_neighbours(c, particles, middle, found);
        count = oversize_add(c, particles, middle, found, count);
    }
    return add_overflow(c, particles, middle, found, count);
}

/* Twice the same: in all cells but border ones the offsets are constants. */
size_t cells_neighbours(const cells *c, const particle *particles, const particle *middle,
                        uint32_t *found) {
    size_t count = cells_is_border(c, middle)
                       ? slots_around(c, middle, offsets_of(c, middle), found)
                       : slots_around(c, middle, offsets_inside(c), found);
    return c->overflow_count > 0 ? add_others(c, particles, middle, found, count) : count;
}

void cells_prefetch(const cells *c, const particle *middle) {
    neighbour_offsets h = offsets_of(c, middle);
    size_t own = cells_index(c, middle->column, middle->row);
    const ptrdiff_t rows[] = {h.down, 0, h.up};
    for (int i = 0; i < 3; ++i) {
        MACHINE_PREFETCH(&c->all[own + (size_t)(rows[i] + h.left)]);
        MACHINE_PREFETCH(&c->all[own + (size_t)(rows[i] + h.right)]);
        MACHINE_PREFETCH(&c->counts[own + (size_t)rows[i]]);
    }
}

/* ==== Sliding borders ========================================================================= */

/* Images that slide. In: particles in cells, and the displacement; out: neighbours, ways and
 * velocities among images. Invariant: the displacement goes on from any setting of the clock
 * without losing digits. */

/* ---- The displacement ------------------------------------------------------------------------ */

static double width_of(const event_world *w) {
    return w->space.bounds.max.x - w->space.bounds.min.x;
}

double slide_at(const event_world *w, double time) {
    return cells_wrap(w->slide.begun + w->slide.speed * (time - w->clock.period), width_of(w));
}

double slide_now(const event_world *w) {
    return slide_at(w, w->view.now);
}

void slide_rebase(event_world *w, double amount) {
    if (slide_is_on(w))
        w->slide.begun = cells_wrap(w->slide.begun + w->slide.speed * amount, width_of(w));
}

/* Of a cell: so near, whole cells have been reached. It is more than the rounding of times. */
static const double REACHED = 1e-9;

/* Whole cells of the displacement: those that it has left behind on its way. */
static double whole_cells(const event_world *w, double displacement) {
    const double passed = displacement / w->cells.size.x;
    return w->slide.speed > 0 ? floor(passed + REACHED) : ceil(passed - REACHED) - 1;
}

double slide_recheck(const event_world *w) {
    const double displacement = slide_now(w), whole = whole_cells(w, displacement);
    const double next = w->slide.speed > 0 ? whole + 1 : whole;
    return most_of((next * w->cells.size.x - displacement) / w->slide.speed, 0);
}

/* ---- Neighbours ------------------------------------------------------------------------------ */

/* The columns from `first` on, round the box. */
static size_t add_columns(const event_world *w, int32_t first, int32_t columns, int32_t row,
                          uint32_t *found, size_t count) {
    const int32_t all = w->cells.columns;
    int32_t column = (first % all + all) % all;
    for (int32_t i = 0; i < columns; ++i) {
        count = cells_list(&w->cells, w->particles.all, cells_index(&w->cells, column, row), found,
                           count);
        column = column + 1 < all ? column + 1 : 0;
    }
    return count;
}

/* The least q of images above (1) or below (-1). */
static int32_t least_columns(int side) {
    return side > 0 ? -2 : -1;
}

size_t slide_neighbours(const event_world *w, const particle *middle, uint32_t *found) {
    const int32_t rows = w->cells.rows, whole = (int32_t)whole_cells(w, slide_now(w));
    size_t count = 0;
    for (int side = -1; side <= 1; ++side) {
        const int32_t row = middle->row + side, column = middle->column;
        if (row >= 0 && row < rows)
            count = add_columns(w, column - 1, 3, row, found, count);
        else
            count = add_columns(w, column - side * whole + least_columns(side), SLIDE_COLUMNS,
                                row < 0 ? rows - 1 : 0, found, count);
    }
    return count;
}

/* ---- Ways ------------------------------------------------------------------------------------ */

/* The side on which the image of the second is: 1 above the box, -1 below, 0 within. */
static int side_of(const event_world *w, const particle *a, const particle *b) {
    const int32_t rows = b->row - a->row, half = w->cells.rows / 2;
    return rows > half ? -1 : rows < -half ? 1 : 0;
}

evo_vec2 slide_delta(const event_world *w, const particle *a, const particle *b) {
    const cells *c = &w->cells;
    const int side = side_of(w, a, b);
    const double displacement = slide_now(w), whole = whole_cells(w, displacement);
    const int32_t least = side != 0 ? least_columns(side) : -(c->columns / 2);
    int32_t columns = b->column - a->column + (side != 0 ? side * (int32_t)whole : 0) - least;
    columns = (columns % c->columns + c->columns) % c->columns + least;
    const double part = side * (displacement - whole * c->size.x);
    return vec(columns * c->size.x + part + (b->position.x - a->position.x),
               (b->row - a->row + side * c->rows) * c->size.y + (b->position.y - a->position.y));
}

double slide_velocity(const event_world *w, const particle *a, const particle *b) {
    return slide_is_on(w) ? side_of(w, a, b) * w->slide.speed : 0;
}

/* ---- The border ------------------------------------------------------------------------------ */

bool slide_is_border(const event_world *w, uint32_t number, cell_side side) {
    const particle *p = &w->particles.all[number];
    if (!slide_is_on(w) || cell_side_is_x(side)) return false;
    return cell_side_is_upper(side) ? p->row + 1 == w->cells.rows : p->row == 0;
}

void slide_cross(event_world *w, uint32_t number, cell_side side) {
    particle *p = &w->particles.all[number];
    cells *c = &w->cells;
    const double sense = cell_side_is_upper(side) ? 1 : -1;
    assert(slide_is_border(w, number, side));
    now_update(w, number);
    cells_remove(c, w->particles.all, number);
    const double before = p->column * c->size.x + p->position.x;
    const double x = cells_wrap(before - sense * slide_now(w), c->columns * c->size.x);
    evo_vec2 *wrapped = &w->particles.rotations[number].wrapped;
    *wrapped = vec_add(*wrapped, vec(before - x, sense * (c->rows * c->size.y)));
    p->column = (uint16_t)cells_at(x, c->size.x, c->columns);
    p->row = (uint16_t)(sense > 0 ? 0 : c->rows - 1);
    const evo_vec2 position = {x - p->column * c->size.x, p->position.y - sense * c->size.y};
    const evo_vec2 velocity = {p->velocity.x - sense * w->slide.speed, p->velocity.y};
    particle_write(p, position, velocity, p->time);
    cells_insert(c, w->particles.all, number);
}

evo_flight slide_fold(const event_world *w, evo_flight flight, double displacement) {
    const evo_bounds *box = &w->space.bounds;
    const double height = box->max.y - box->min.y;
    double boxes = floor((flight.position.y - box->min.y) / height);
    double y = flight.position.y - boxes * height;
    if (!slide_is_on(w)) return flight;
    if (!(y < box->max.y)) {
        y = box->min.y;
        ++boxes;
    }
    if (boxes == 0) return flight;
    flight.position.x -= boxes * displacement;
    flight.position.y = most_of(y, box->min.y);
    flight.velocity.x -= boxes * w->slide.speed;
    return flight;
}
