/* cell_neighbours.c: the particles around one. In: cells; out: numbers, in any order. Invariant:
 * none that it may meet before it, or the other, leaves its cell is missing. */
#include "event/cell_neighbours.h"

#include <assert.h>
#include <string.h>

#include "event/oversize.h"

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
