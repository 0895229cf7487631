/* pair.h: overlap and distance of any two placed shapes, in either order. */
#ifndef ENGINE_NARROW_PAIR_H
#define ENGINE_NARROW_PAIR_H

#include "shape/placed.h"

bool pair_overlaps(const placed *a, const placed *b);

/* Points are relative to the same origin as the placed shapes. */
meeting pair_measure(const placed *a, const placed *b);

#endif
