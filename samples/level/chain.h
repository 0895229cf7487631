/* chain.h: the points of a chain, for write.c. */
#ifndef SAMPLES_LEVEL_CHAIN_H
#define SAMPLES_LEVEL_CHAIN_H

#include <stdbool.h>
#include <stddef.h>

#include "evolute/shape.h"

/* Finds the points of a chain by its links: `count` of a loop, else one more. Returns whether the
 * same points make the same links, to the last bit. */
bool chain_points(const evo_shape *links, size_t count, evo_vec2 *points, bool *loop);

#endif
