/* slide.c: images that slide. In: particles in cells, and the displacement; out: neighbours, ways
 * and velocities among images. Invariant: the displacement goes on from any setting of the clock
 * without losing digits. */
#include "event/slide.h"

#include <assert.h>

#include "event/now.h"

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
