/* visit.h: a whole world, visited. */
#ifndef ENGINE_WORLD_VISIT_H
#define ENGINE_WORLD_VISIT_H

#include "save/visitor.h"
#include "world/world.h"

/* Visits all that is saved of a world, or hashed. A load fills an empty world: what was loaded is
 * the world's, whether it is sound or not. */
void world_visit(visitor *v, evo_world *world);

#endif
