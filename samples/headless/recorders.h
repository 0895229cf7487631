/* recorders.h: all recorders of a run together. */
#ifndef SAMPLES_HEADLESS_RECORDERS_H
#define SAMPLES_HEADLESS_RECORDERS_H

#include "headless/arguments.h"
#include "headless/complain.h"
#include "headless/origin.h"
#include "headless/recorder.h"

/* By file kind; a recorder that was not requested has no path. */
typedef struct recorders {
    recorder all[FILE_KINDS];
    char origin[ORIGIN_TEXT];
} recorders;

/* Opens those that are asked for, or none. */
verdict recorders_open(recorders *w, const scene_stage *stage, const arguments *asked,
                       const picture_style *style);

/* Lets those take a moment that take every step, or all others. */
verdict recorders_take(recorders *w, const moment *at, bool every_step);

/* Ends all, even if one fails; returns the first failure. Or discards those that have not ended. */
verdict recorders_end(recorders *w);
void recorders_drop(recorders *w);

/* Says that a file cannot be written. */
verdict recorders_complain(const char *path, file_kind kind);

#endif
