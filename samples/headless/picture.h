/* picture.h: a scene's current state, on a page with a caption. */
#ifndef SAMPLES_HEADLESS_PICTURE_H
#define SAMPLES_HEADLESS_PICTURE_H

#include "picture/trails.h"
#include "scenes/scenes.h"

/* What is shown besides shapes. */
typedef struct picture_style {
    unsigned flags;       /* of evolute/draw.h */
    const trails *trails; /* NULL: none */
    double size;          /* pixels of the longer side */
    bool crop;            /* what moves fills a frame of 3 : 2, without a caption */
} picture_style;

/* As PNG, SVG or PDF, by the file's extension. False when the file cannot be written; errno says
 * why. */
bool picture_write(const char *path, const scene_stage *stage, const char *name,
                   const picture_style *style);

#endif
