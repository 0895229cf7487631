/* timeline.h: the strip below a record: buttons, and its steps from left to right, with marks, and
 * the first step that differs in red. It draws a player and returns the requested action. */
#ifndef SAMPLES_SANDBOX_TIMELINE_H
#define SAMPLES_SANDBOX_TIMELINE_H

#include "sandbox/input.h"
#include "sandbox/player.h"

/* Pixels that it takes from below a canvas. */
double timeline_height(double canvas_width);

typedef enum timeline_wish {
    TIMELINE_NOTHING,
    TIMELINE_HELD, /* the strip was touched, where nothing is */
    TIMELINE_STEP, /* go to this step */
    TIMELINE_KEY   /* a button equivalent to this key */
} timeline_wish;

typedef struct timeline_action {
    timeline_wish wish;
    uint64_t step;
    int key;
} timeline_action;

/* Zero-initialised nothing is dragged. */
typedef struct timeline {
    bool slides; /* the knob is dragged */
} timeline;

typedef struct timeline_state {
    const player *player;
    bool paused;
    double top, width; /* of the strip, in pixels; its left end is 0 */
    const palette *colours;
} timeline_state;

void timeline_draw(const pen *on, const timeline_state *s);
timeline_action timeline_answer(timeline *t, const timeline_state *s, const input *in);

#endif
