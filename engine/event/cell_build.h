/* cell_build.h: over what cells are laid, and how wide: as wide as the widest flyer but for giants, and
 * with room to grow where flyers do. Whoever is in a cell can only meet those of the cells around
 * it, and giants, as long as no radius has grown by more than lay_growth says. */
#ifndef ENGINE_EVENT_CELL_BUILD_H
#define ENGINE_EVENT_CELL_BUILD_H

#include "event/scheduler.h"

/* Lays cells for flyers whose places are the world's, and tells them their obstacles. False when
 * memory is refused: nothing but these has changed then. */
bool cell_build(event_world *w);

/* By how much radii may grow in the cells that have been laid. */
double cell_build_max_scale(const event_world *w);

#endif
