/* passing.h: how near two shapes come that pass each other, as far as simple bounds tell. */
#ifndef ENGINE_NARROW_PASSING_H
#define ENGINE_NARROW_PASSING_H

#include "shape/kind.h"

typedef struct passing {
    const evo_shape *shapes[2];
    double angles[2]; /* of their bodies */
    double reach[2];
} passing;

/* No more than the least gap while the second's centre goes, in a straight line and without either
 * turning, from where it is beside the first's. Told by disks about the shapes, by segments for
 * themselves, and by the hollows of rings: the index (margins.c) knows as much, so where this is
 * little enough, proxies meet. */
double passing_gap(const passing *p, evo_vec2 from, evo_vec2 way);

#endif
