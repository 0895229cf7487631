/* progress.h: a line on a terminal that says how a run goes; nothing where there is none. */
#ifndef SAMPLES_HEADLESS_PROGRESS_H
#define SAMPLES_HEADLESS_PROGRESS_H

#include "scenes/scenes.h"

typedef struct progress {
    bool shown;
    double began, last; /* by the clock on the wall */
    double seconds;     /* to go in all, in the scene's time */
    double energy;      /* at the beginning */
    uint64_t last_done; /* events or steps */
} progress;

/* Seconds, by a clock that never goes back. */
double wall_clock(void);

progress progress_begin(const scene_stage *stage, double seconds);
void progress_step(progress *p, const scene_stage *stage);
void progress_end(const progress *p);

#endif
