/* ring_overlap.h: overlap of a slice of a ring with another shape. Exact; only the normals of an
 * ellipse need iterations. */
#ifndef ENGINE_NARROW_RING_OVERLAP_H
#define ENGINE_NARROW_RING_OVERLAP_H

#include "shape/placed.h"

bool circle_meets_ring(const placed *circle, const placed *ring);
bool ellipse_meets_ring(const placed *ellipse, const placed *ring);
bool ring_meets_segment(const placed *ring, const placed *segment);
bool ring_meets_ring(const placed *a, const placed *b);

#endif
