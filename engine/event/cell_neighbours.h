/* cell_neighbours.h: what a particle can meet before it leaves its cell. */
#ifndef ENGINE_EVENT_CELL_NEIGHBOURS_H
#define ENGINE_EVENT_CELL_NEIGHBOURS_H

#include "event/cells.h"

/* Finds the particles of its own cell and of the eight around, and oversize ones; of an oversize
 * particle, all that it reaches. `found` has room for all there are and CELL_SLOTS more. Returns
 * how many they are, the particle itself among them. */
size_t cells_neighbours(const cells *c, const particle *particles, const particle *middle,
                        uint32_t *found);

/* Prefetches what that reads of the cells. */
void cells_prefetch(const cells *c, const particle *middle);

#endif
