/* cell_build.h: the extent of the cells, and their size.
 *
 * Cells are as wide as two of the widest particle that is not oversize, and wider where radii grow.
 * So a particle meets only those of the cells around its own, and oversize ones, as long as no
 * radius has grown by more than limits.max_scale.
 */
#ifndef ENGINE_EVENT_CELL_BUILD_H
#define ENGINE_EVENT_CELL_BUILD_H

#include "event/event_world.h"

/* Builds cells for particles whose positions are the world's, and gives obstacles to them. False
 * when memory is refused: nothing else has changed then. */
bool cell_build(event_world *w);

/* Tells searches of cells that are there; walls are `size` apart. */
void cell_build_view(event_world *w, evo_vec2 size);

/* Whether radii, or the number of particles in unbounded cells, call for other cells. */
bool cell_build_is_outgrown(const event_world *w);

/* Builds cells for the particles as they are now. False when memory is refused, or the periodic box
 * is full: then the old cells stay. */
bool cell_rebuild(event_world *w);

#endif
