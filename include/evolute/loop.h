/* loop.h: fixed steps from frames of any length.
 *
 *     evo_loop loop = {1.0 / 60, 0, 4};
 *     ... each frame:
 *     for (int i = evo_loop_steps(&loop, elapsed); i > 0; --i) evo_world_step(world, loop.step);
 *     draw each body at evo_body_pose_between(world, body, evo_loop_part(&loop)), see body.h
 *
 * So a game runs at the same speed on a display of any rate, and its steps are the same on every
 * machine. What is drawn lags by less than a step.
 */
#ifndef EVOLUTE_LOOP_H
#define EVOLUTE_LOOP_H

#include <math.h>

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct evo_loop {
    double step; /* seconds of a step */
    double owed; /* seconds that have passed and are not stepped yet: 0 at first */
    int most;    /* most steps of a frame, 0: any number. Time beyond is dropped: the game slows */
} evo_loop;

/* Returns how many steps to make, `elapsed` seconds after the call before. 0, if a number makes no
 * sense. */
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
