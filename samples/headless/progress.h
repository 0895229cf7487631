/* progress.h: a progress line on a terminal, below a picture of the scene if that is asked for;
 * nothing where stderr is no terminal. */
#ifndef SAMPLES_HEADLESS_PROGRESS_H
#define SAMPLES_HEADLESS_PROGRESS_H

#include "headless/watch.h"

typedef struct progress {
    bool shown;
    double began, last; /* wall-clock seconds */
    double seconds;     /* in all, in the scene's time */
    double energy;      /* at the beginning */
    uint64_t last_done; /* events or steps */
    watch watch;
} progress;

/* Seconds of a monotonic clock. */
double wall_clock(void);

progress progress_begin(const scene_stage *stage, double seconds, bool watched);
void progress_step(progress *p, const scene_stage *stage);

/* Draws the end, where the scene is watched, and removes the line. */
void progress_end(progress *p, const scene_stage *stage);

#endif
