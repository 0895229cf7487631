/* ring_gap.h: distances of pairs with a slice of a ring. */
#ifndef ENGINE_NARROW_RING_GAP_H
#define ENGINE_NARROW_RING_GAP_H

#include "shape/placed.h"

meeting measure_circle_ring(const placed *circle, const placed *ring);

/* Measures a ring and an ellipse, a segment or another ring, in either order. */
meeting measure_outlines(const placed *a, const placed *b);

#endif
