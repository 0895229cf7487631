/* window.h: the only part that knows SDL: a window, pixels in it, and what the user does. */
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

/* The next thing that the user did; INPUT_NOTHING when there is nothing more. */
input window_next(void);

/* Pixels to be drawn in, row by row, until they are shown; NULL when there are none. The window's
 * size is that of now. */
uint32_t *window_pixels(window *w, int *stride);

void window_show(window *w);

/* Seconds, by a clock that never goes back. */
double window_clock(void);

/* Lets time go by. */
void window_wait(double seconds);

#endif
