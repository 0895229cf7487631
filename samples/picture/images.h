/* images.h: periodic images: what sticks out of a periodic box is seen again at the opposite edge.
 * Without a periodic box there is one image, unshifted. */
#ifndef SAMPLES_PICTURE_IMAGES_H
#define SAMPLES_PICTURE_IMAGES_H

#include "scenes/scenes.h"

enum { IMAGES_MOST = 9 };

/* The shift of each visible image. */
typedef struct images {
    evo_vec2 shifts[IMAGES_MOST];
    size_t count;
} images;

/* Of an object with these bounds: the first image has its centre in the box. */
images images_of(const scene_stage *stage, evo_bounds bounds);

#endif
