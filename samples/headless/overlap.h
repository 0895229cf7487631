/* overlap.h: the penetration depths of a scene's shapes, measured by the geometry functions alone,
 * independent of the world's contacts. Periodic images count; pairs that may not collide, by
 * their filters or a joint, do not. */
#ifndef SAMPLES_HEADLESS_OVERLAP_H
#define SAMPLES_HEADLESS_OVERLAP_H

#include "scenes/scenes.h"

typedef struct overlap {
    double deepest; /* 0 when nothing overlaps */
    evo_vec2 where; /* a point on one of the two rims */
    double sum;     /* of all depths */
} overlap;

/* False when memory is refused. */
bool overlap_measure(const scene_stage *stage, overlap *found);

#endif
