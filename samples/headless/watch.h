/* watch.h: a scene in a terminal, while it runs: blocks of half a letter, in colours where the
 * terminal has them. */
#ifndef SAMPLES_HEADLESS_WATCH_H
#define SAMPLES_HEADLESS_WATCH_H

#include "sandbox/raster.h"
#include "scenes/scenes.h"

/* What the terminal says it can, by NO_COLOR, COLORTERM and TERM. */
typedef enum watch_colours { WATCH_NONE, WATCH_256, WATCH_ALL } watch_colours;

/* Zero-initialised it draws nothing. */
typedef struct watch {
    uint32_t *pixels;
    int width, height; /* of the picture in pixels: letters, and twice the lines */
    int columns;       /* of the terminal */
    watch_colours colours;
    bool blocks; /* the terminal shows Unicode, by LC_ALL, LC_CTYPE and LANG */
    bool drawn;
    raster raster;
} watch;

/* False: there is no memory. */
bool watch_begin(watch *w, const scene_stage *stage);

/* Draws on stderr, over what was drawn before; the cursor is then below. */
void watch_draw(watch *w, const scene_stage *stage);

void watch_end(watch *w);

#endif
