/* history.h: speed and energy of one body over the last seconds. */
#ifndef SAMPLES_SANDBOX_HISTORY_H
#define SAMPLES_SANDBOX_HISTORY_H

#include "picture/palette.h"
#include "sandbox/past.h"

enum { HISTORY_KEPT = 300, HISTORY_LINES = 3 };

/* Seconds that are kept; height of both plots, in pixels. */
#define HISTORY_SECONDS 5.0
enum { HISTORY_HEIGHT = 104 };

typedef struct history_row {
    double time, speed, kinetic, energy; /* the last one with that in gravity */
} history_row;

/* Zero-initialised it is of no body. */
typedef struct history {
    evo_body body;
    history_row rows[HISTORY_KEPT];
    size_t count;
} history;

/* Begins anew, with another body. */
void history_begin(history *h, evo_body body);

/* Adds what the body does now, and drops rows that are not before that, or too old. */
void history_take(history *h, const evo_world *world);

/* Adds what the body did before all that is known. False: that was too long ago, or there was no
 * such body. */
bool history_take_earlier(history *h, const evo_world *world, double now);

/* Begins with what the moments of the last seconds say of the body. */
void history_read(history *h, evo_body body, const past *p, double now);

/* Draws both plots below each other. */
void history_draw(const history *h, const pen *on, evo_vec2 corner, double width,
                  const palette *colours);

#endif
