/* oversize.h: a few flyers far wider than the others, for whom cells are not laid: or everybody would
 * have crowds of small ones around. They are in cells like the others, but others look for them
 * everywhere, and they for others as far as they reach.
 *
 * Two still find each other in time. Take any two that are about to meet, and the last time before
 * when one of them planned. From there on neither comes to a border of its cell, or it would plan
 * again: so the cells that they are in are those in which they will meet.
 *   If it was an ordinary one that planned, it knew all giants, wherever they are.
 *   If it was a giant, it knew the others of all cells from whose points it can be touched while it
 *   is in its own; and all giants. Who was farther off would have had to come to a border first.
 * In a periodic box it is the short way to the other, by cells, that they will meet on: at the
 * meeting they are less than half the box apart by cells, or there are no giants (see
 * giants_limit), and they are as many cells apart when it is planned.
 */
#ifndef ENGINE_EVENT_OVERSIZE_H
#define ENGINE_EVENT_OVERSIZE_H

#include "event/cells.h"

/* For whom cells are to be laid, and over what. */
typedef struct oversize_query {
    const particle *particles;
    uint32_t count;
    double scale;  /* of their radii, at present */
    double widest; /* of these */
    double room;   /* by so much they may grow before cells are laid anew */
    evo_vec2 size; /* of what is to be covered */
    bool periodic;
} oversize_query;

/* The radius above which flyers had best be giants: that of the widest, when none had. */
double oversize_limit(const oversize_query *q);

/* Tells cells that have just been laid, and are still empty, of their giants. `hollow`: no cell
 * that is so deep within a giant, by its radius, can have anybody in it that the giant might meet.
 * False when memory is refused. */
bool oversize_list(cells *c, const oversize_query *q, double limit, double hollow);

/* For cells_around: adds giants to those found around a flyer that is none; and finds all those
 * around a giant. How many they are then. */
size_t oversize_add(const cells *c, const particle *particles, const particle *middle,
                    uint32_t *found, size_t count);
size_t oversize_neighbours(const cells *c, const particle *particles, const particle *big,
                           uint32_t *found);

static inline bool oversize_has(const cells *c, const particle *f) {
    return c->oversize.count > 0 && f->radius > c->oversize.limit;
}

#endif
