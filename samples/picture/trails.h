/* trails.h: where everybody has been of late. */
#ifndef SAMPLES_PICTURE_TRAILS_H
#define SAMPLES_PICTURE_TRAILS_H

#include "picture/view.h"
#include "scenes/scenes.h"

enum { TRAIL_LENGTH = 48 };

/* Of each actor its last places, in turn. Zero-initialised it is empty. */
typedef struct trails {
    evo_vec2 *places; /* TRAIL_LENGTH of each actor; NaN where it was not there */
    size_t actors, capacity;
    size_t next, kept; /* the place to be written next; how many have been */
} trails;

/* Notes where everybody is. False when memory is refused; then nothing is noted. */
bool trails_take(trails *t, const scene_stage *stage);

/* Forgets it all. */
void trails_clear(trails *t);
void trails_free(trails *t);

/* The older, the paler. */
void trails_paint(const trails *t, const view *v, const scene_stage *stage);

#endif
