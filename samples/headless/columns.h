/* columns.h: the columns that a series of a run can have, each with a name and a unit. */
#ifndef SAMPLES_HEADLESS_COLUMNS_H
#define SAMPLES_HEADLESS_COLUMNS_H

#include "headless/sample.h"

/* A sample of a run and the one recorded before it (itself, at the beginning). */
typedef struct moment {
    const scene_stage *stage;
    const sample *now, *before;
} moment;

typedef struct column {
    const char *name, *unit; /* no unit: a count or a ratio */
    const char *help;
    double (*value)(const moment *at);
    bool costly; /* computed only where it is requested by name */
} column;

/* All columns, by number, time first; NULL beyond the last. */
const column *column_at(size_t number);

/* By a name of `length` characters; NULL when there is none. */
const column *column_find(const char *name, size_t length);

#endif
