/* cells.h: the cell list: which particles are in which cell of a grid.
 *
 * Cells are as wide as two particles, so that a particle meets, before it leaves its cell, only
 * those of its own cell and of the eight around it, as long as these stay in theirs. A few
 * particles far wider than the others may be oversize, see oversize.h.
 *
 * In a periodic box the last column is next to the first. Elsewhere cells at the border reach to
 * infinity: no particle is ever outside. Beyond each border there is one more column or row, always
 * empty, so that neighbours are read without a test.
 */
#ifndef ENGINE_EVENT_CELLS_H
#define ENGINE_EVENT_CELLS_H

#include "event/particle.h"

/* A cell names a few particles, which are nearly always all in it; the rest are linked from its
 * overflow. So neighbours are read without following links. */
enum { CELL_SLOTS = 4 };

typedef struct cell_slots {
    uint32_t slots[CELL_SLOTS];
} cell_slots;

/* Particles for which cells are too narrow. */
typedef struct cell_oversize {
    uint32_t *all;
    size_t count, capacity;
    double limit;    /* particles of a greater radius are oversize */
    double headroom; /* radii may grow by this factor before cells are rebuilt */
    double hollow;   /* of the radius: as deep within an oversize particle there is no other */
} cell_oversize;

typedef struct cells {
    const evo_allocator *memory;
    evo_vec2 origin; /* the corner of the first cell */
    evo_vec2 size;   /* of one cell */
    int32_t columns, rows;
    bool periodic;
    cell_slots *all;
    uint8_t *counts;    /* slots in use, by cell */
    uint32_t *overflow; /* first particle beyond the slots, by cell */
    cell_oversize oversize;
    size_t overflow_count; /* particles in overflow, and oversize ones, in all */
    size_t capacity, count_capacity, overflow_capacity;
    size_t border_count; /* particles in cells that reach to infinity */
} cells;

enum {
    CELLS_MAX = 32000, /* columns, or rows */
    CELLS_MIN = 3,     /* along each axis of a periodic box, or both neighbours were one */
};

/* An empty grid over bounds, of about one cell a particle and none smaller than `least`; in a
 * periodic box the bounds are the box. False when memory is refused. */
bool cells_init(cells *c, const evo_allocator *memory, evo_bounds bounds, bool periodic,
                double least, size_t particles);
void cells_free(cells *c);

/* Room for all columns and rows, where nothing is. False when memory is refused. */
bool cells_reserve(cells *c);

/* The size of such cells, before it is fitted to the bounds; and how many of a size fit along a
 * length. */
double cells_choose_size(evo_vec2 size, double least, size_t particles, bool periodic);
int32_t cells_count_along(double length, double size);

/* The column or row at a distance from the origin; the nearest for what is outside. */
int32_t cells_at(double from_origin, double size, int32_t count);

static inline size_t cells_index(const cells *c, int32_t column, int32_t row) {
    return (size_t)(row + 1) * (size_t)(c->columns + 2) + (size_t)(column + 1);
}

/* Puts a particle, given the world's position, into its cell; takes it out, and inserts it again by
 * its column and row; the corner of its cell. */
void cells_put(cells *c, particle *particles, uint32_t number, evo_vec2 position);
void cells_remove(cells *c, particle *particles, uint32_t number);
void cells_insert(cells *c, particle *particles, uint32_t number);
evo_vec2 cells_corner(const cells *c, const particle *p);

/* Adds the particles of a cell to a list, which has room for CELL_SLOTS more; returns its new
 * length. */
size_t cells_list(const cells *c, const particle *particles, size_t cell, uint32_t *found,
                  size_t count);

/* Returns whether a place, from the corner of the cell of a particle, is in that cell: but for
 * rounding, and at a border that has no next cell also beyond. */
bool cells_hold(const cells *c, const particle *p, evo_vec2 at);

static inline bool cells_is_border(const cells *c, const particle *p) {
    return p->column == 0 || p->row == 0 || p->column + 1 == c->columns || p->row + 1 == c->rows;
}

/* The sides by which a particle leaves its cell. */
typedef enum cell_side { CELL_LEFT, CELL_RIGHT, CELL_DOWN, CELL_UP, CELL_SIDES } cell_side;

static inline bool cell_side_is_x(cell_side side) {
    return side < CELL_DOWN;
}

static inline bool cell_side_is_upper(cell_side side) {
    return side % 2 == 1;
}

/* The multiple of a length that is next to a way. */
static inline double cells_round(double way, double length) {
    return floor(way / length + 0.5) * length;
}

/* Wraps a distance from the corner of a box into it. */
static inline double cells_wrap(double from_corner, double length) {
    const double inside = from_corner - floor(from_corner / length) * length;
    return inside < length ? most_of(inside, 0) : 0;
}

/* Whether there is a cell on that side, or only more of an unbounded one. */
bool cells_has_next(const cells *c, const particle *p, cell_side side);

/* Moves it to the next cell; its position is measured from there on. */
void cells_cross(cells *c, particle *particles, uint32_t number, cell_side side);

#endif
