/* pair.h: the questions of yes or no and of how much, for any two placed shapes. The pair of their
 * kinds is looked up in one table; either order will do. */
#ifndef ENGINE_NARROW_PAIR_H
#define ENGINE_NARROW_PAIR_H

#include "shape/placed.h"

bool pair_overlaps(const placed *a, const placed *b);

/* Points are relative to the origin that the placed positions are relative to. */
meeting pair_measure(const placed *a, const placed *b);

#endif
