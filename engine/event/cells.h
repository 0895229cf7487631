/* cells.h: where flyers are, by cells of a grid as wide as two of them: whom one may meet before it
 * leaves its cell is in that cell or in one of the eight around it, as long as they stay in theirs.
 * A few that are far wider than all others may be giants, see giants.h.
 *
 * In a periodic box the last column is the first one's neighbour. Elsewhere the cells at the border
 * reach to infinity: nobody is ever outside. Behind each border there is one more column or row,
 * always empty, so that neighbours are read without a question.
 */
#ifndef ENGINE_EVENT_CELLS_H
#define ENGINE_EVENT_CELLS_H

#include "core/memory.h"
#include "event/particle.h"

/* A cell names a few flyers, and nearly always these are all there are; others follow each other
 * from the cell's crowd on. So those around are read without following anybody. */
enum { CELL_SLOTS = 4 };

typedef struct cell_slots {
    uint32_t slots[CELL_SLOTS];
} cell_slots;

/* Flyers for which cells are too narrow. */
typedef struct cell_oversize {
    uint32_t *all;
    size_t count, capacity;
    double limit;  /* a radius: those above it are giants */
    double room;   /* by so much radii may grow before cells are laid anew */
    double hollow; /* of a giant's radius: as deep within it there is nobody to meet */
} cell_oversize;

typedef struct cells {
    const evo_allocator *memory;
    evo_vec2 origin; /* the corner of the first cell */
    evo_vec2 size;   /* of one */
    int32_t columns, rows;
    bool periodic;
    cell_slots *all;
    uint8_t *counts;    /* of the flyers that each names itself */
    uint32_t *overflow; /* the first of its others */
    cell_oversize oversize;
    size_t overflow_count; /* how many others there are in all, and giants */
    size_t capacity, count_capacity, overflow_capacity;
    size_t border_count; /* flyers in cells that reach to infinity */
} cells;

enum {
    CELLS_MAX = 32000, /* columns, or rows */
    CELLS_MIN = 3,     /* in a periodic box at least: else both neighbours were the same cell */
};

/* Lays a grid for flyers of this reach over bounds, about one cell a flyer and no narrower than
 * `least`; in a periodic box the bounds are the box. False when memory is refused. */
bool cells_init(cells *c, const evo_allocator *memory, evo_bounds bounds, bool periodic,
                double least, size_t particles);
void cells_free(cells *c);

/* The side of such cells, as far as whole ones cover the bounds; and how many there are of a side
 * along so much. */
double cells_choose_size(evo_vec2 size, double least, size_t particles, bool periodic);
int32_t cells_count_along(double length, double size);

static inline size_t cells_index(const cells *c, int32_t column, int32_t row) {
    return (size_t)(row + 1) * (size_t)(c->columns + 2) + (size_t)(column + 1);
}

/* Places a flyer, whose cell then follows; and back. */
void cells_put(cells *c, particle *particles, uint32_t number, evo_vec2 position);
evo_vec2 cells_corner(const cells *c, const particle *f);

static inline bool cells_is_border(const cells *c, const particle *p) {
    return p->column == 0 || p->row == 0 || p->column + 1 == c->columns || p->row + 1 == c->rows;
}

/* The sides by which a particle leaves its cell. */
typedef enum cell_side { CELL_LEFT, CELL_RIGHT, CELL_DOWN, CELL_UP, CELL_SIDES } cell_side;

/* Whether there is a cell that way, or nothing but more of this one. */
bool cells_has_next(const cells *c, const particle *f, cell_side side);

/* To the next cell that way; the place is measured from there on. */
void cells_cross(cells *c, particle *particles, uint32_t number, cell_side side);

#endif
