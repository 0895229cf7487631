/* future.h: what will happen. In a world of exact time a second one runs ahead of the first, and
 * shows the next impacts as ghosts: who will touch whom, where, and when. What is told stays true
 * until somebody interferes. */
#ifndef SAMPLES_SANDBOX_FUTURE_H
#define SAMPLES_SANDBOX_FUTURE_H

#include "picture/view.h"
#include "scenes/scenes.h"

enum { FUTURE_IMPACTS = 6, FUTURE_SHAPES = 4 };

/* An impact to come, and the shapes of the two as they will be then. */
typedef struct future_impact {
    double time;
    evo_vec2 point;
    evo_shape shapes[FUTURE_SHAPES];
    evo_pose poses[FUTURE_SHAPES];
    evo_vec2 from[FUTURE_SHAPES]; /* where they are today */
    int tints[FUTURE_SHAPES];
    size_t count;
} future_impact;

/* Zero-initialised, nothing is known. */
typedef struct future {
    future_impact impacts[FUTURE_IMPACTS];
    size_t count;
} future;

/* Looks ahead, if what is known is over; `anew` whatever is known. Nothing is to be known of worlds
 * that step. */
void future_look(future *f, const scene_stage *stage, bool anew);

void future_paint(const future *f, const view *v, const scene_stage *stage);

#endif
