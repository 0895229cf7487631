/* cell_build.c: new cells, particles larger than a cell, and borders that slide. */
#include "exact/private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "core/memory.h"
#include "evolute/vector.h"
#include "exact/cells.h"
#include "exact/exact.h"
#include "exact/world.h"
#include "flight/flight.h"
#include "shape/shape.h"

/* ==== New cells =============================================================================== */

/* Builds the grid for the present particles. In: particles at positions of the world; out: cells
 * with all of them, and obstacles by cell. Invariant: a refused allocation leaves the old cells. */

static bool particle_is_within(const event_world *w, uint32_t number, evo_bounds bounds) {
    const evo_vec2 at = w->particles.all[number].position;
    return event_has(w, number) && evo_bounds_overlap((evo_bounds){at, at}, bounds);
}

/* Returns the bounds of the particles within a box, cut at three times their mean distance from
 * their middle. */
static evo_bounds bounds_of_those(const event_world *w, evo_bounds box) {
    evo_bounds all = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    evo_vec2 sum = vec(0, 0), off = vec(0, 0);
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->particles.count; ++i) {
        evo_vec2 at = w->particles.all[i].position;
        if (!particle_is_within(w, i, box)) continue;
        all = evo_bounds_joined(all, (evo_bounds){at, at});
        sum = vec_add(sum, at);
        ++count;
    }
    evo_vec2 middle = vec_scale(sum, 1.0 / count);
    for (uint32_t i = 0; i < w->particles.count; ++i) {
        evo_vec2 from = vec_sub(w->particles.all[i].position, middle);
        if (!particle_is_within(w, i, box)) continue;
        off = vec_add(off, vec(fabs(from.x), fabs(from.y)));
    }
    off = vec_scale(off, 3.0 / count);
    return (evo_bounds){
        {most_of(all.min.x, middle.x - off.x), most_of(all.min.y, middle.y - off.y)},
        {least_of(all.max.x, middle.x + off.x), least_of(all.max.y, middle.y + off.y)}};
}

/* Returns whether one box is less than half as wide, or as high, as another. */
static bool is_half(evo_bounds of, evo_bounds bounds) {
    const evo_vec2 size = vec_sub(of.max, of.min), whole = vec_sub(bounds.max, bounds.min);
    return size.x < 0.5 * whole.x || size.y < 0.5 * whole.y;
}

/* Returns the bounds of most particles in open space. A few far particles (the centre of a planet,
 * say) make the mean useless: they are left out as long as that halves the bounds. */
static evo_bounds bounds_of_most(const event_world *w) {
    evo_bounds found = {{-INFINITY, -INFINITY}, {INFINITY, INFINITY}}, next = found;
    if (w->particles.living == 0) return (evo_bounds){{0, 0}, {0, 0}};
    do {
        found = next;
        next = bounds_of_those(w, found);
    } while (is_half(next, found));
    return found;
}

/* GROWTH_HEADROOM: factor by which cells are built wider where radii grow. OUTGROWN: fraction of
 * the largest scale that cells hold; beyond it they are rebuilt. */
static const double GROWTH_HEADROOM = 1.1, OUTGROWN = 0.98;

/* Fraction of the radius. No other particle's centre can lie deeper, but for rounding. */
static const double HOLLOW = 0.999;

/* Returns 0 where other particles may lie within the circle: a shape does not fill it, a disk that
 * shrinks leaves part of it, and cells at the border of open space have no depth. */
static double hollow_of_oversize(const event_world *w) {
    bool bounded = w->space.periodic || w->space.walled;
    return bounded && w->particles.shaped_count == 0 && w->space.growth >= 0 ? HOLLOW : 0;
}

static double max_scale_of(const event_world *w) {
    const cell_oversize *oversize = &w->cells.oversize;
    bool single = w->cells.columns == 1 && w->cells.rows == 1 && !w->space.periodic;
    if (single || !(w->space.growth > 0)) return INFINITY;
    double enough = least_of(w->cells.size.x, w->cells.size.y) / (2 * oversize->limit);
    return OUTGROWN * (oversize->count > 0 ? least_of(enough, oversize->headroom) : enough);
}

static bool is_alone(const event_world *w) {
    return w->particles.living == 1 && w->space.growth == 0;
}

/* Builds the grid and its list of oversize particles. */
static bool build_grid(event_world *w, evo_bounds bounds, bool few) {
    oversize_query q = {
        .particles = w->particles.all,
        .count = w->particles.count,
        .living = w->particles.living,
        .scale = w->view.scale,
        .max_radius = w->particles.max_radius * w->view.scale,
        .headroom = w->space.growth > 0 ? GROWTH_HEADROOM : 1,
        .size = vec_sub(bounds.max, bounds.min),
        .periodic = w->space.periodic,
    };
    if (slide_is_on(w)) q.headroom = 1 + SLIDE_ROOM;
    double limit = few || slide_is_on(w) ? q.max_radius : oversize_limit(&q);
    double least = few ? INFINITY : 2 * limit * q.headroom;
    if (is_alone(w)) least = 0; /* a lone particle meets nothing, whatever its cell */
    return cells_init(&w->cells, bounds, w->space.periodic, least, w->particles.living)
           && oversize_list(&w->cells, &q, limit, hollow_of_oversize(w));
}

static bool build_obstacles(event_world *w, evo_vec2 box) {
    const cell_oversize *oversize = &w->cells.oversize;
    obstacle_radii to = {oversize->limit * oversize->headroom,
                         w->particles.max_radius * w->view.scale * oversize->headroom};
    return obstacles_build(&w->obstacles, &w->cells, box, to);
}

static bool cells_are_full(const event_world *w) {
    return w->space.periodic && (w->cells.columns < CELLS_MIN || w->cells.rows < CELLS_MIN);
}

static bool is_bounded(const event_world *w) {
    return w->space.periodic || w->space.walled;
}

static bool are_few(const event_world *w) {
    return w->particles.living <= PAIR_TABLE_DENSE && !w->space.periodic;
}

/* Builds cells without particles; positions of particles are those of the world. */
static bool build_empty(event_world *w, evo_bounds *bounds) {
    *bounds = is_bounded(w) ? w->space.bounds : bounds_of_most(w);
    evo_vec2 box = w->space.periodic ? vec_sub(bounds->max, bounds->min) : vec(0, 0);
    return build_grid(w, *bounds, are_few(w)) && build_obstacles(w, box);
}

void cell_build_view(event_world *w, evo_vec2 size) {
    w->view.cell_size = w->cells.size;
    w->view.columns = w->space.periodic ? w->cells.columns : 0;
    w->view.rows = w->space.periodic ? w->cells.rows : 0;
    w->borders = (borders){&w->cells, w->space.walled, size};
}

static void fill_cells(event_world *w, const evo_bounds *bounds) {
    w->view.nearby = w->view.plain && w->cells.oversize.count == 0;
    cell_build_view(w, vec_sub(bounds->max, bounds->min));
    for (uint32_t i = 0; i < w->particles.count; ++i)
        if (event_has(w, i)) now_put(w, i, w->particles.all[i].position);
    assert(w->cells.overflow_count >= w->cells.oversize.count
           && "oversize particles are counted as overflow");
    w->limits.built_for = w->particles.living;
    w->limits.max_border = is_bounded(w) || are_few(w)
                               ? SIZE_MAX
                               : 2 * w->cells.border_count + w->particles.living / 8;
}

bool cell_build(event_world *w) {
    evo_bounds bounds;
    if (!build_empty(w, &bounds)) return false;
    fill_cells(w, &bounds);
    w->limits.max_scale = max_scale_of(w);
    return true;
}

/* ---- Rebuilding ------------------------------------------------------------------------------ */

bool cell_build_is_outgrown(const event_world *w) {
    return w->cells.border_count > w->limits.max_border || w->view.scale > w->limits.max_scale;
}

/* Moves all records to the present, with positions measured from the world's origin. */
static void leave_cells(event_world *w) {
    for (uint32_t i = 0; i < w->particles.count; ++i) {
        if (!event_has(w, i)) continue;
        now_update(w, i);
        w->particles.all[i].position = now_position(w, &w->particles.all[i]);
    }
}

/* Makes growth start from the present radii. */
static void keep_growth(event_world *w) {
    double scale = w->view.scale;
    for (uint32_t i = 0; i < w->particles.count; ++i) w->particles.all[i].radius *= scale;
    w->particles.max_radius *= scale;
    w->limits.built_scale *= scale;
    w->limits.built_at = now_elapsed(w);
    w->space.growth /= scale;
    w->view.growth = w->space.growth;
    w->view.scale = 1;
}

/* Builds new cells, and fills them with particles that have left the old ones. False: refused, and
 * the old cells stay. */
static bool change_cells(event_world *w) {
    cells old_cells = w->cells;
    obstacles old_obstacles = w->obstacles;
    w->cells = (cells){.memory = w->memory};
    w->obstacles.entries = NULL;
    w->obstacles.firsts = NULL;
    w->obstacles.entry_capacity = w->obstacles.first_capacity = 0;
    w->obstacles.entry_count = w->obstacles.free_entry = 0;
    evo_bounds bounds;
    bool built = build_empty(w, &bounds);
    w->limits.full = built && cells_are_full(w);
    if (!built || w->limits.full) {
        cells_free(&w->cells);
        obstacles_clear_cells(&w->obstacles);
        w->cells = old_cells;
        w->obstacles = old_obstacles;
        return false;
    }
    fill_cells(w, &bounds);
    cells_free(&old_cells);
    obstacles_clear_cells(&old_obstacles);
    return true;
}

bool cell_rebuild(event_world *w) {
    const size_t size = w->particles.count * sizeof *w->particles.all;
    particle *before = memory_take(w->memory, size);
    if (!before) return false;
    memcpy(before, w->particles.all, size);
    leave_cells(w);
    const bool changed = change_cells(w);
    if (changed) {
        keep_growth(w);
        w->limits.max_scale = max_scale_of(w);
    } else {
        memcpy(w->particles.all, before, size);
    }
    memory_give(w->memory, before, size);
    return changed;
}

/* ==== Particles larger than a cell ============================================================ */

/* Chooses oversize particles, and finds the cells that they reach. In: radii; out: a limit, and
 * neighbours across many cells. */

/* Factor on a reach: more than rounding. */
static const double WIDER = 1.001;

/* ---- The choice ------------------------------------------------------------------------------ */

/* Returns the greatest radius up to `bound`; *above: the number of particles with a larger one. */
static double max_radius_below(const oversize_query *q, double bound, size_t *above) {
    double max_radius = 0;
    *above = 0;
    for (uint32_t i = 0; i < q->count; ++i) {
        double radius = q->particles[i].radius * q->scale;
        *above += radius > bound;
        if (radius <= bound) max_radius = most_of(max_radius, radius);
    }
    return max_radius;
}

static double side_for(const oversize_query *q, double limit) {
    return cells_choose_size(q->size, 2 * limit * q->headroom, q->living, q->periodic);
}

/* Returns the expected number of particles in nine cells, which a plan tests. */
static double expected_looks(const oversize_query *q, double limit) {
    double side = side_for(q, limit), area = q->size.x * q->size.y;
    return least_of(9 * side * side / area, 1) * q->living;
}

/* Returns whether two of the widest particles touch across less than half of a periodic box,
 * counted in cells. The box must also be as wide as it must be without oversize particles, whatever
 * cells are chosen. */
static bool fits_along(const oversize_query *q, double length, double side) {
    double wide = 2 * q->max_radius * q->headroom, apart = floor(WIDER * wide / side) + 1;
    return length >= CELLS_MIN * wide && 2 * apart + 1 <= cells_count_along(length, side);
}

static bool fits(const oversize_query *q, double limit) {
    double side = side_for(q, limit);
    return !q->periodic || (fits_along(q, q->size.x, side) && fits_along(q, q->size.y, side));
}

/* Fraction of the particles that a plan tests without oversize particles. With them it must test
 * fewer. */
static const double MIN_SAVING = 0.5;

/* Tries limits by halves: costs are found within a factor of four, enough to choose between
 * hundreds and tens. */
double oversize_limit(const oversize_query *q) {
    double best = q->max_radius, fewest = MIN_SAVING * expected_looks(q, best);
    size_t above;
    for (double limit = max_radius_below(q, 0.5 * best, &above);
         limit > 0 && (double)above < fewest; limit = max_radius_below(q, 0.5 * limit, &above)) {
        double looks = expected_looks(q, limit) + (double)above;
        if (!(looks < fewest) || !fits(q, limit)) continue;
        best = limit;
        fewest = looks;
    }
    return best;
}

bool oversize_list(cells *c, const oversize_query *q, double limit, double hollow) {
    cell_oversize *g = &c->oversize;
    assert(g->count == 0);
    size_t count = 0;
    if (limit < q->max_radius) (void)max_radius_below(q, limit, &count);
    if (!ARRAY_RESERVE(c->memory, g->all, g->capacity, count)) return false;
    g->limit = limit;
    g->headroom = q->headroom;
    g->hollow = hollow;
    for (uint32_t i = 0; i < q->count && g->count < count; ++i)
        if (q->particles[i].radius * q->scale > limit) g->all[g->count++] = i;
    c->overflow_count += count;
    return true;
}

/* ---- Around others --------------------------------------------------------------------------- */

/* Returns whether two columns, or rows, are the same or adjacent. */
static bool are_beside(int32_t a, int32_t b, int32_t count, bool periodic) {
    int32_t apart = abs(a - b);
    return apart <= 1 || (periodic && apart == count - 1);
}

/* Skips oversize particles of the cells around: they have been found with the others there. */
size_t oversize_add(const cells *c, const particle *particles, const particle *middle,
                    uint32_t *found, size_t count) {
    for (size_t i = 0; i < c->oversize.count; ++i) {
        const particle *big = &particles[c->oversize.all[i]];
        if (!are_beside(big->column, middle->column, c->columns, c->periodic)
            || !are_beside(big->row, middle->row, c->rows, c->periodic))
            found[count++] = c->oversize.all[i];
    }
    return count;
}

/* ---- Around oversize particles --------------------------------------------------------------- */

/* A search that collects particles row by row of cells. */
typedef struct cell_walk {
    const cells *cells;
    const particle *particles;
    uint32_t *found;
    size_t count;
} cell_walk;

/* Adds the particles of a range of columns in a row, clipped to the grid, or wrapped round a
 * periodic box. */
static void add_columns(cell_walk *walk, int32_t row, int32_t first, int32_t last) {
    const cells *c = walk->cells;
    if (!c->periodic && first < 0) first = 0;
    if (!c->periodic && last >= c->columns) last = c->columns - 1;
    int32_t column = (first % c->columns + c->columns) % c->columns;
    for (int32_t i = first; i <= last; ++i) {
        const size_t cell = cells_index(c, column, row);
        memcpy(walk->found + walk->count, c->all[cell].slots, sizeof(cell_slots));
        walk->count += c->counts[cell];
        for (uint32_t at = c->overflow[cell]; at != NO_PARTICLE; at = walk->particles[at].next)
            walk->found[walk->count++] = at;
        column = column + 1 < c->columns ? column + 1 : 0;
    }
}

/* Returns the number of whole cells within a distance, at most `count`. */
static int32_t cells_within(double distance, double side, int32_t count) {
    const double whole = distance / side;
    return whole < count ? (int32_t)whole : count;
}

/* Returns the number of whole columns within a circle, at a height `across` from its middle. */
static int32_t columns_within(const cells *c, double radius, double across) {
    double square = radius * radius - across * across;
    return square > 0 ? cells_within(sqrt(square), c->size.x, c->columns) : 0;
}

/* Adds the columns of each row that the oversize particle reaches, without columns deep within it;
 * then each oversize particle once. */
size_t oversize_neighbours(const cells *c, const particle *particles, const particle *big,
                           uint32_t *found) {
    const cell_oversize *o = &c->oversize;
    const double reach = WIDER * (big->radius + o->limit) * o->headroom;
    const int32_t rows = cells_within(reach, c->size.y, c->rows) + 1, column = big->column;
    const int32_t below = c->periodic || rows < big->row ? rows : big->row;
    const int32_t over = c->rows - 1 - big->row, last = c->periodic || rows < over ? rows : over;
    cell_walk walk = {c, particles, found, 0};
    for (int32_t above = -below; above <= last; ++above) {
        const double nearest = most_of(abs(above) - 1, 0) * c->size.y;
        const double farthest = (abs(above) + 1) * c->size.y;
        const int32_t inner = columns_within(c, big->radius * o->hollow, farthest);
        const int32_t outer = columns_within(c, reach, nearest) + 1;
        int32_t row = big->row + above;
        if (c->periodic) row += row < 0 ? c->rows : row >= c->rows ? -c->rows : 0;
        add_columns(&walk, row, column - outer, column - inner);
        add_columns(&walk, row, column + (inner > 0 ? inner : 1), column + outer);
    }
    size_t count = 0;
    for (size_t i = 0; i < walk.count; ++i) {
        found[count] = found[i];
        count += !oversize_has(c, &particles[found[i]]);
    }
    memcpy(found + count, o->all, o->count * sizeof *o->all);
    return count + o->count;
}

/* ==== Sliding borders ========================================================================= */

/* Images that slide. In: particles in cells, and the displacement; out: neighbours, distances and
 * velocities among images. Invariant: the displacement loses no digits as the clock is set back. */

/* ---- The displacement ------------------------------------------------------------------------ */

static double cell_width(const event_world *w) {
    return w->space.bounds.max.x - w->space.bounds.min.x;
}

double slide_at(const event_world *w, double time) {
    return cells_wrap(w->slide.begun + w->slide.speed * (time - w->clock.period), cell_width(w));
}

double slide_now(const event_world *w) {
    return slide_at(w, w->view.now);
}

void slide_rebase(event_world *w, double amount) {
    if (slide_is_on(w))
        w->slide.begun = cells_wrap(w->slide.begun + w->slide.speed * amount, cell_width(w));
}

/* Fraction of a cell. A displacement this near to whole cells counts as whole: more than the
 * rounding of times. */
static const double REACHED = 1e-9;

/* Returns the whole cells that the displacement has passed in its direction. */
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

/* Returns the least q (see world.h) of images above (1) or below (-1). */
static int32_t least_columns(int side) {
    return side > 0 ? -2 : -1;
}

size_t slide_neighbours(const event_world *w, const particle *middle, uint32_t *found) {
    const int32_t rows = w->cells.rows, whole = (int32_t)whole_cells(w, slide_now(w));
    cell_walk walk = {&w->cells, w->particles.all, found, 0};
    for (int side = -1; side <= 1; ++side) {
        const int32_t row = middle->row + side, column = middle->column;
        const int32_t first = column - side * whole + least_columns(side);
        if (row >= 0 && row < rows)
            add_columns(&walk, row, column - 1, column + 1);
        else
            add_columns(&walk, row < 0 ? rows - 1 : 0, first, first + SLIDE_COLUMNS - 1);
    }
    return walk.count;
}

/* ---- Ways ------------------------------------------------------------------------------------ */

/* Returns where the image of the second particle is: 1 above the box, -1 below, 0 within. */
static int image_side(const event_world *w, const particle *a, const particle *b) {
    const int32_t rows = b->row - a->row, half = w->cells.rows / 2;
    return rows > half ? -1 : rows < -half ? 1 : 0;
}

evo_vec2 slide_delta(const event_world *w, const particle *a, const particle *b) {
    const cells *c = &w->cells;
    const int side = image_side(w, a, b);
    const double displacement = slide_now(w), whole = whole_cells(w, displacement);
    const int32_t least = side != 0 ? least_columns(side) : -(c->columns / 2);
    int32_t columns = b->column - a->column + (side != 0 ? side * (int32_t)whole : 0) - least;
    columns = (columns % c->columns + c->columns) % c->columns + least;
    const double part = side * (displacement - whole * c->size.x);
    return vec(columns * c->size.x + part + (b->position.x - a->position.x),
               (b->row - a->row + side * c->rows) * c->size.y + (b->position.y - a->position.y));
}

double slide_velocity(const event_world *w, const particle *a, const particle *b) {
    return slide_is_on(w) ? image_side(w, a, b) * w->slide.speed : 0;
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
    particle_write(p, position, vector_limited(velocity), p->time);
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
