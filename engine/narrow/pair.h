/* pair.h: the questions of yes or no and of how much, for any two placed shapes. The pair of their
 * kinds is looked up in one table; either order will do. */
#ifndef ENGINE_NARROW_PAIR_H
#define ENGINE_NARROW_PAIR_H

#include "narrow/placed.h"

/* Whether a comes before b, by their values alone. A pair put in this order before anything is
 * calculated gets answers that mirror each other to the last bit. */
bool pair_in_order(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b);

bool pair_overlaps(const placed *a, const placed *b);

/* Points are relative to the origin that the placed positions are relative to. */
meeting pair_measure(const placed *a, const placed *b);

#endif
