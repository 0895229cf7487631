/* loop.h: fixed steps from frames of any length.
 *
 *     evo_loop loop = {1.0 / 60, 0, 4}; // steps of 1/60 s, at most 4 a frame
 *     double elapsed = 0.02;            // each frame: seconds since the frame before
 *     for (int i = evo_loop_steps(&loop, elapsed); i > 0; --i) evo_world_step(world, loop.step);
 *     evo_pose drawn = evo_body_pose_between(world, body, evo_loop_part(&loop)); // event.h
 *
 * So a game runs at one speed on a display of any rate, and its steps are the same on every
 * machine. What is drawn lags by less than a step.
 */
#ifndef EVOLUTE_LOOP_H
#define EVOLUTE_LOOP_H

#include <math.h>

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A clock that turns the time of frames into steps. */
typedef struct evo_loop {
    double step; /* seconds of a step */
    double owed; /* seconds that have passed without a step so far; 0 at first */
    int most;    /* most steps of a frame; 0: any number. Time beyond is dropped: the game slows
                    down */
} evo_loop;

/* Returns how many steps to make now, `elapsed` seconds after the call before. @loop-time 0 if a
 * number is negative or NaN, or loop->step is 0. */
static inline int evo_loop_steps(evo_loop *loop, double elapsed) {
    const double rounding = 1e-9; /* of a step: frames as long as a step have one each */
    double steps;
    if (!(loop->step > 0) || !(elapsed >= 0) || !(loop->owed >= 0)) return 0;
    loop->owed += elapsed;
    steps = floor(loop->owed / loop->step + rounding);
    if (loop->most > 0 && steps > loop->most) {
        loop->owed = loop->most * loop->step;
        steps = loop->most;
    }
    if (!(steps < 2147483647.0)) steps = 0;
    loop->owed -= steps * loop->step;
    if (loop->owed < 0) loop->owed = 0;
    return (int)steps;
}

/* Returns the part of a step that has passed since the last one, from 0 to 1. */
static inline double evo_loop_part(const evo_loop *loop) {
    return loop->step > 0 ? loop->owed / loop->step : 0;
}

#ifdef __cplusplus
}
#endif

#endif
