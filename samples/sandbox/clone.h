/* clone.h: a copy of a world, made through the public interface. */
#ifndef SAMPLES_SANDBOX_CLONE_H
#define SAMPLES_SANDBOX_CLONE_H

#include "scenes/scenes.h"

/* Copies all bodies in their current state, with the same indices; NULL when memory is refused. */
evo_world *clone_world(const scene_stage *stage, const evo_world_config *config);

#endif
