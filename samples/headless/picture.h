/* picture.h: a scene as it is now, drawn as SVG. */
#ifndef SAMPLES_HEADLESS_PICTURE_H
#define SAMPLES_HEADLESS_PICTURE_H

#include <stdio.h>

#include "scenes/scenes.h"

/* Whoever opened the file asks it for errors. The title needs no escapes. */
void picture_draw(FILE *file, const scene_stage *stage, const char *title);

#endif
