/* oversize.h: a few particles far wider than the others, for which cells are not made wider: else
 * every small one would have crowds of neighbours. They are in cells like the others; but others
 * find them everywhere, and they find others as far as they reach.
 *
 * Two still find each other in time. Take two that are about to meet, and the last time before when
 * one of them planned. From then on neither reaches a border of its cell, or it would plan again:
 * so they will meet in the cells they are in.
 *   If the ordinary one planned, it found all oversize ones, wherever they are.
 *   If an oversize one planned, it found the particles of all cells from which it can be touched
 *   while it is in its own, and all oversize ones. One farther off must cross a border first.
 * In a periodic box they meet along the short way between their cells: when they meet they are less
 * than half the box apart, counted in cells, or there are no oversize particles (see
 * oversize_limit), and they are as many cells apart when one plans.
 */
#ifndef ENGINE_EVENT_OVERSIZE_H
#define ENGINE_EVENT_OVERSIZE_H

#include "event/cells.h"

/* What cells are to be built for. */
typedef struct oversize_query {
    const particle *particles;
    uint32_t count, living;
    double scale;      /* of radii, at present */
    double max_radius; /* of these */
    double headroom;   /* radii may grow by this factor before cells are rebuilt */
    evo_vec2 size;     /* of the space to cover */
    bool periodic;
} oversize_query;

/* The best radius above which particles are oversize: the greatest, when none had better be. */
double oversize_limit(const oversize_query *q);

/* Notes the oversize particles of cells that have just been built, and are still empty. `hollow`: a
 * cell as deep within an oversize particle, as a part of its radius, holds none that it might meet.
 * False when memory is refused. */
bool oversize_list(cells *c, const oversize_query *q, double limit, double hollow);

/* For cells_neighbours. The first adds oversize particles to those found around an ordinary one;
 * the second finds all around an oversize one. They return the new count. */
size_t oversize_add(const cells *c, const particle *particles, const particle *middle,
                    uint32_t *found, size_t count);
size_t oversize_neighbours(const cells *c, const particle *particles, const particle *big,
                           uint32_t *found);

static inline bool oversize_has(const cells *c, const particle *p) {
    return c->oversize.count > 0 && p->radius > c->oversize.limit;
}

#endif
