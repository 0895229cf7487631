/* sound.h: whether a world is what its parts say of each other: slots, lists, islands, joints, the
 * index, and the plans of worlds of exact time. */
#ifndef TESTS_SUPPORT_SOUND_H
#define TESTS_SUPPORT_SOUND_H

#include "evolute/evolute.h"

/* Returns the first thing that is wrong, or NULL. Not to be called from a callback. */
const char *find_unsound(const evo_world *world);

#endif
