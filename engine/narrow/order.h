/* order.h: the canonical order of two shapes, by their values alone. Every pair is put in this
 * order first, so that both orders of arguments give the same bits, mirrored. */
#ifndef ENGINE_NARROW_ORDER_H
#define ENGINE_NARROW_ORDER_H

#include "evolute/shape.h"

/* Returns whether a comes before b, or is equal to it. */
bool pair_in_order(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b);

#endif
