/* validate.h: parts of evo_world_validate, in builds with asserts. Each returns the first thing
 * that is wrong, or NULL. */
#ifndef ENGINE_WORLD_VALIDATE_H
#define ENGINE_WORLD_VALIDATE_H

#include "world/world.h"

/* Tiles and their links; entries of still colliders (validate_index.c). */
const char *validate_tiles(const evo_world *world);
const char *validate_still(const evo_world *world);

/* Particles, their cells, plans and events, in a world that flies (validate_events.c). */
const char *validate_particles(const evo_world *world);
const char *validate_cells(const evo_world *world);
const char *validate_plans(const evo_world *world);

#endif
