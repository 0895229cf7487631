/* window.h: the only part that uses SDL: a window, its pixels and its input. */
#ifndef SAMPLES_SANDBOX_WINDOW_H
#define SAMPLES_SANDBOX_WINDOW_H

#include <stdbool.h>

#include "sandbox/input.h"

typedef struct window {
    void *shown; /* SDL's */
    int width, height;
} window;

/* False when there is no screen; window_error says why. */
bool window_open(window *w, const char *title, int width, int height);
void window_close(window *w);
const char *window_error(void);

/* The next input event; INPUT_NOTHING when there is none. */
input window_next(void);

/* Keys of scenes.h that are down. */
unsigned window_held(void);

/* Pixels to draw in, row by row, until window_show; NULL when there are none. Also updates the
 * window's size. */
uint32_t *window_pixels(window *w, int *stride);

void window_show(window *w);

/* Seconds of a monotonic clock. */
double window_clock(void);

/* Sleeps. */
void window_wait(double seconds);

#endif
