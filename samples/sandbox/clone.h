/* clone.h: a copy of a world, made through the public interface. */
#ifndef SAMPLES_SANDBOX_CLONE_H
#define SAMPLES_SANDBOX_CLONE_H

#include "scenes/scenes.h"

/* Copies all bodies in their current state, with the same indices, and all joints, in the same
 * order; NULL when memory is refused. Impulses of contacts and joints are not copied: worlds of
 * steps differ a little from their copies until theirs have built up. */
evo_world *clone_world(const scene_stage *stage, const evo_world_config *config);

#endif
