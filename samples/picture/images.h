/* images.h: where things are seen in a periodic box: in it, and again across from where they stick
 * out of it. Elsewhere everything is seen once, where it is. */
#ifndef SAMPLES_PICTURE_IMAGES_H
#define SAMPLES_PICTURE_IMAGES_H

#include "scenes/scenes.h"

enum { IMAGES_MOST = 9 };

/* By how much a thing is to be moved, for each place where it is seen. */
typedef struct images {
    evo_vec2 shifts[IMAGES_MOST];
    size_t count;
} images;

/* Of a thing within these bounds: once in the box by the middle of them. */
images images_of(const scene_stage *stage, evo_bounds bounds);

#endif
