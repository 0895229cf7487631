/* recorder.h: who writes down what happens in a run, each into a file of its own, which appears
 * whole or not at all. evolute-run has a list of them and knows nothing else of what they do.
 *
 * Where one of their calls returns false, errno says why. */
#ifndef SAMPLES_HEADLESS_RECORDER_H
#define SAMPLES_HEADLESS_RECORDER_H

#include "headless/columns.h"
#include "headless/picture.h"
#include "picture/output.h"

typedef struct recorder {
    const char *path;
    bool every_step; /* as opposed to --every so often */
    bool (*take)(void *own, const moment *at);
    bool (*end)(void *own);  /* writes what is to be written, and frees what is its own */
    void (*drop)(void *own); /* writes nothing more, and frees */
    void *own;
} recorder;

/* A row of these columns each time, as CSV or as a chart. At most TABLE_COLUMNS of them. */
bool series_open(recorder *r, const char *path, const char *title, const column *const *columns,
                 size_t count);

/* A row an impact, as CSV. The world must keep them. */
bool impacts_open(recorder *r, const char *path);

/* Extended XYZ, as OVITO reads it: a frame each time, a line for every shape that moves. */
bool trajectory_open(recorder *r, const char *path);

/* A picture each time, numbered in front of the name's end: the name of one of them. False when it
 * is too long. */
bool frames_name(const char *path, unsigned number, char name[OUTPUT_PATH]);
bool frames_open(recorder *r, const char *path, const char *name, const picture_style *style);

/* How speeds are spread, from a time on, beside Maxwell's and Boltzmann's law. */
bool velocities_open(recorder *r, const char *path, double from);

/* How many neighbours are how far, from a time on, beside what strangers would have. */
bool neighbours_open(recorder *r, const char *path, double from);

#endif
