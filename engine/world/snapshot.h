/* snapshot.h: loads with something to do before they are done. */
#ifndef ENGINE_WORLD_SNAPSHOT_H
#define ENGINE_WORLD_SNAPSHOT_H

#include "world/world.h"

/* Changes a world that was loaded, before its old contents are gone; false: out of memory. */
typedef bool load_finish(evo_world *world, const void *context);

/* Loads a world as evo_world_load does; NULL: there is nothing to finish. */
evo_result world_load(evo_world *world, const void *bytes, size_t size, load_finish *finish,
                      const void *context);

#endif
