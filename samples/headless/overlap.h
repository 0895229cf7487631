/* overlap.h: how deep the shapes of a scene are in each other: the engine's own geometry asked from
 * outside, independent of what its world thinks. In a periodic box things meet across its edges. */
#ifndef SAMPLES_HEADLESS_OVERLAP_H
#define SAMPLES_HEADLESS_OVERLAP_H

#include "scenes/scenes.h"

typedef struct overlap {
    double deepest; /* 0 when nothing overlaps */
    evo_vec2 where; /* on the rim of one of the two */
    double sum;     /* of all depths */
} overlap;

/* False when memory is refused. */
bool overlap_measure(const scene_stage *stage, overlap *found);

#endif
