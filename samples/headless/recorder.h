/* recorder.h: recorders write the events of a run, each into a file of its own, which appears whole
 * or not at all. The run loop knows only this interface.
 *
 * `origin` is the text of origin.h, which outlives them. Where one of the calls returns false,
 * errno says why. */
#ifndef SAMPLES_HEADLESS_RECORDER_H
#define SAMPLES_HEADLESS_RECORDER_H

#include "headless/columns.h"
#include "headless/keeper.h"
#include "headless/picture.h"
#include "picture/output.h"

typedef struct recorder {
    const char *path;
    bool every_step; /* instead of at --every intervals */
    bool (*take)(void *own, const moment *at);
    bool (*end)(void *own);  /* writes the file, and frees `own` */
    void (*drop)(void *own); /* discards the file, and frees `own` */
    /* Into or from a checkpoint; NULL: there is nothing. */
    bool (*keep)(void *own, keeper *k); /* state of bounded size */
    bool (*log)(void *own, keeper *k);  /* all that was recorded since the last checkpoint */
    void *own;
} recorder;

/* A row of these columns per sample, as CSV or as a chart; at most TABLE_COLUMNS columns. */
bool series_open(recorder *r, const char *path, const char *origin, const char *title,
                 const column *const *columns, size_t count);

/* One row per impact, as CSV. The world must keep its impacts. */
bool impacts_open(recorder *r, const char *path, const char *origin);

/* Extended XYZ, as OVITO reads it: a frame per sample, a line per moving shape. */
bool trajectory_open(recorder *r, const char *path, const char *origin);

/* One picture per sample; its number comes before the extension. frames_name gives the name of
 * one, and false when it is too long. */
bool frames_name(const char *path, unsigned number, char name[OUTPUT_PATH]);
bool frames_open(recorder *r, const char *path, const char *name, const picture_style *style);

/* The distribution of speeds from a time on, beside the Maxwell-Boltzmann law. */
bool velocities_open(recorder *r, const char *path, const char *origin, double from);

/* All that is done to a world, for evolute-run replay; not whole or not at all, but as far as the
 * run went. */
bool record_open(recorder *r, const char *path, evo_world *world);

/* The pair distribution function from a time on. */
bool neighbours_open(recorder *r, const char *path, const char *origin, double from);

#endif
