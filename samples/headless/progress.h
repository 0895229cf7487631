/* progress.h: a progress line on a terminal; nothing where stderr is no terminal. */
#ifndef SAMPLES_HEADLESS_PROGRESS_H
#define SAMPLES_HEADLESS_PROGRESS_H

#include "scenes/scenes.h"

typedef struct progress {
    bool shown;
    double began, last; /* wall-clock seconds */
    double seconds;     /* in all, in the scene's time */
    double energy;      /* at the beginning */
    uint64_t last_done; /* events or steps */
} progress;

/* Seconds of a monotonic clock. */
double wall_clock(void);

progress progress_begin(const scene_stage *stage, double seconds);
void progress_step(progress *p, const scene_stage *stage);
void progress_end(const progress *p);

#endif
