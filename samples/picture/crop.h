/* crop.h: the part of the world that a picture of a scene should show. */
#ifndef SAMPLES_PICTURE_CROP_H
#define SAMPLES_PICTURE_CROP_H

#include "picture/trails.h"

/* The bounds of what moves, of what stands wholly in the scene's view, of anchors in the world and
 * of trails (NULL: none), with a margin, widened to an aspect of width over height. */
evo_bounds crop_bounds(const scene_stage *stage, const trails *shown, double aspect);

#endif
