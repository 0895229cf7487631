/* oversize.c: which particles are oversize, and what these reach. In: radii; out: a limit, and
 * neighbours across many cells. */
#include "event/oversize.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"

/* Reaches are widened by this, which is more than rounding. */
static const double WIDER = 1.001;

/* ---- The choice ------------------------------------------------------------------------------ */

/* The greatest radius up to `bound`, and how many are above it. */
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

/* Particles in nine cells. */
static double expected_looks(const oversize_query *q, double limit) {
    double side = side_for(q, limit), area = q->size.x * q->size.y;
    return least_of(9 * side * side / area, 1) * q->living;
}

/* In a periodic box, two of the widest must touch across less than half the box, counted in cells.
 * And the box must be as large as without oversize particles: that does not depend on how cells are
 * built. */
static bool fits_along(const oversize_query *q, double length, double side) {
    double wide = 2 * q->max_radius * q->headroom, apart = floor(WIDER * wide / side) + 1;
    return length >= CELLS_MIN * wide && 2 * apart + 1 <= cells_count_along(length, side);
}

static bool fits(const oversize_query *q, double limit) {
    double side = side_for(q, limit);
    return !q->periodic || (fits_along(q, q->size.x, side) && fits_along(q, q->size.y, side));
}

/* Of the particles to test: oversize ones must save as much. */
static const double MIN_SAVING = 0.5;

/* Limits are tried by halves: that gives each cost within a factor of four, enough to choose
 * between hundreds and tens. */
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

/* Whether two are in the same or in adjacent cells, along one axis. */
static bool are_beside(int32_t a, int32_t b, int32_t count, bool periodic) {
    int32_t apart = abs(a - b);
    return apart <= 1 || (periodic && apart == count - 1);
}

/* Those in the cells around have been found with the others there. */
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

/* Of the cells of a row, as far as they exist. */
static size_t add_run(const cells *c, const particle *particles, int32_t row, int32_t first,
                      int32_t last, uint32_t *found, size_t count) {
    if (!c->periodic && first < 0) first = 0;
    if (!c->periodic && last >= c->columns) last = c->columns - 1;
    int32_t column = first < 0 ? first + c->columns : first;
    for (int32_t i = first; i <= last; ++i, ++column) {
        if (column >= c->columns) column -= c->columns;
        count = cells_list(c, particles, cells_index(c, column, row), found, count);
    }
    return count;
}

/* What an oversize particle reaches of a row so many cells above or below its own: columns up to
 * `outer` on both sides, but for those nearer than `inner`, which are deep within it. */
typedef struct row_span {
    int32_t inner, outer;
} row_span;

static int32_t columns_along(const cells *c, double radius, double across) {
    double square = radius * radius - across * across;
    return square > 0 ? (int32_t)(sqrt(square) / c->size.x) : 0;
}

static row_span span_of_row(const cells *c, const particle *big, double reach, int32_t rows) {
    double nearest = most_of(rows - 1, 0) * c->size.y, farthest = (rows + 1) * c->size.y;
    return (row_span){columns_along(c, big->radius * c->oversize.hollow, farthest),
                      columns_along(c, reach, nearest) + 1};
}

static size_t add_row(const cells *c, const particle *particles, const particle *big, int32_t row,
                      row_span part, uint32_t *found, size_t count) {
    int32_t column = big->column;
    if (c->periodic) row += row < 0 ? c->rows : row >= c->rows ? -c->rows : 0;
    if (row < 0 || row >= c->rows) return count;
    if (part.inner == 0)
        return add_run(c, particles, row, column - part.outer, column + part.outer, found, count);
    count = add_run(c, particles, row, column - part.outer, column - part.inner, found, count);
    return add_run(c, particles, row, column + part.inner, column + part.outer, found, count);
}

static size_t without_oversize(const cells *c, const particle *particles, uint32_t *found,
                               size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
        found[kept] = found[i];
        kept += !oversize_has(c, &particles[found[i]]);
    }
    return kept;
}

size_t oversize_neighbours(const cells *c, const particle *particles, const particle *big,
                           uint32_t *found) {
    const cell_oversize *g = &c->oversize;
    double reach = WIDER * (big->radius + g->limit) * g->headroom;
    int32_t rows = (int32_t)(reach / c->size.y) + 1;
    size_t count = 0;
    for (int32_t row = -rows; row <= rows; ++row) {
        row_span part = span_of_row(c, big, reach, abs(row));
        count = add_row(c, particles, big, big->row + row, part, found, count);
    }
    count = without_oversize(c, particles, found, count);
    memcpy(found + count, g->all, g->count * sizeof *g->all);
    return count + g->count;
}
