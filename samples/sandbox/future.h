/* future.h: prediction in event worlds. A copy of the world runs ahead and records the next
 * impacts, which are drawn as ghosts: which bodies touch, where and when. The prediction is exact
 * until the user changes the world. */
#ifndef SAMPLES_SANDBOX_FUTURE_H
#define SAMPLES_SANDBOX_FUTURE_H

#include "picture/view.h"
#include "scenes/scenes.h"

enum { FUTURE_IMPACTS = 6, FUTURE_SHAPES = 4 };

/* A predicted impact, with the shapes and poses of its two bodies at that time. */
typedef struct future_impact {
    double time;
    evo_vec2 point;
    evo_shape shapes[FUTURE_SHAPES];
    evo_pose poses[FUTURE_SHAPES];
    evo_vec2 from[FUTURE_SHAPES]; /* their current positions */
    int tints[FUTURE_SHAPES];
    size_t count;
} future_impact;

/* Zero-initialised it is empty. */
typedef struct future {
    future_impact impacts[FUTURE_IMPACTS];
    size_t count;
} future;

/* Predicts again once the first impact is past, or if `anew`. Worlds of fixed steps have no
 * prediction. */
void future_look(future *f, const scene_stage *stage, bool anew);

void future_paint(const future *f, const view *v, const scene_stage *stage);

#endif
