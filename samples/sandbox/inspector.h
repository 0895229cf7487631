/* inspector.h: the sheet that shows a picked thing in numbers, the motion of its body in plots,
 * and, of a record, the calls that were made before the step. On narrow canvases it lies below,
 * else on the right. What is too long is scrolled by the wheel, or dragged. */
#ifndef SAMPLES_SANDBOX_INSPECTOR_H
#define SAMPLES_SANDBOX_INSPECTOR_H

#include "sandbox/history.h"
#include "sandbox/input.h"
#include "sandbox/inspect.h"
#include "sandbox/player.h"

/* Zero-initialised nothing is picked. */
typedef struct inspector {
    pick picked;
    evo_vec2 at; /* the pixel where it was picked */
    history motion;
    text_lines lines;
    double scroll; /* pixels that are above the top */
    bool drags;
    double dragged_from;
} inspector;

typedef struct inspector_state {
    const scene_stage *stage;
    const player *player; /* NULL: none */
    double width, height; /* of the canvas above the timeline, in pixels */
    const palette *colours;
} inspector_state;

/* Pixels that it takes from the right of the canvas, or would take; 0: it lies below. */
double inspector_width(double canvas_width);

/* Picks a thing. */
void inspector_pick(inspector *i, const scene_stage *stage, pick picked, evo_vec2 at);

/* Whether there is anything to be shown. A thing that is gone is forgotten. */
bool inspector_is_shown(inspector *i, const inspector_state *s);

/* Writes what is to be shown into its lines. */
void inspector_write(inspector *i, const inspector_state *s);

void inspector_draw(inspector *i, const pen *on, const inspector_state *s);

/* Returns whether the input was for the sheet. */
bool inspector_answer(inspector *i, const inspector_state *s, const input *in);

#endif
