/* clone.h: a second world like a first, made by what the engine's doors tell of it. */
#ifndef SAMPLES_SANDBOX_CLONE_H
#define SAMPLES_SANDBOX_CLONE_H

#include "scenes/scenes.h"

/* All bodies as they are now, by their index; NULL when memory is refused. */
evo_world *clone_world(const scene_stage *stage, const evo_world_config *config);

#endif
