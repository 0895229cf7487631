/* trails.h: the recent positions of all actors. */
#ifndef SAMPLES_PICTURE_TRAILS_H
#define SAMPLES_PICTURE_TRAILS_H

#include "picture/view.h"
#include "scenes/scenes.h"

enum { TRAIL_LENGTH = 160, TRAIL_TONES = 10 };

/* A ring buffer of positions for each actor. Zero-initialised it is empty. */
typedef struct trails {
    evo_vec2 *positions; /* TRAIL_LENGTH of each actor; NaN where it was not there */
    size_t actors, capacity;
    size_t next, kept; /* the next index to write; how many are filled */
} trails;

/* Adds the current positions. False when memory is refused; then nothing is added. */
bool trails_take(trails *t, const scene_stage *stage);

/* Empties the trails and keeps their memory. */
void trails_clear(trails *t);
void trails_free(trails *t);

/* Older positions are paler. */
void trails_paint(const trails *t, const view *v, const scene_stage *stage);

#endif
