/* columns.h: what a series of a run has as columns, each with a name and a unit. */
#ifndef SAMPLES_HEADLESS_COLUMNS_H
#define SAMPLES_HEADLESS_COLUMNS_H

#include "headless/sample.h"

/* A moment of a run, and the one that was recorded before it (or itself, at the beginning). */
typedef struct moment {
    const scene_stage *stage;
    const sample *now, *before;
} moment;

typedef struct column {
    const char *name, *unit; /* no unit: a number of things, or a ratio */
    const char *help;
    double (*value)(const moment *at);
    bool costly; /* only where it is asked for by name */
} column;

/* All columns, by number, time first; NULL beyond the last. */
const column *column_at(size_t number);

/* By a name that need not end where it begins to; NULL when there is none. */
const column *column_find(const char *name, size_t length);

#endif
