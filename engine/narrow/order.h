/* order.h: which of two shapes comes first, by their values alone. A pair put in this order before
 * anything is calculated gets answers that mirror each other to the last bit. */
#ifndef ENGINE_NARROW_ORDER_H
#define ENGINE_NARROW_ORDER_H

#include "evolute/shape.h"

/* Whether a comes before b, or nothing tells them apart. */
bool pair_in_order(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b);

#endif
