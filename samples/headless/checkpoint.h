/* checkpoint.h: a run so far, in two files. The checkpoint itself has a bounded size and is written
 * anew each time: the world and the state of the recorders. Its log, FILE.log, has rows and bytes
 * of outputs, which grow: each checkpoint adds only those since the last one. A run that is killed
 * between the two leaves a log that is longer than the checkpoint says: the rest is cut off. */
#ifndef SAMPLES_HEADLESS_CHECKPOINT_H
#define SAMPLES_HEADLESS_CHECKPOINT_H

#include "headless/arguments.h"
#include "headless/complain.h"
#include "headless/keeper.h"
#include "picture/trails.h"

typedef struct checkpoint {
    keeper log;
    uint64_t rounds;   /* how often all recorders have added to the log */
    keeper file;       /* that is read */
    uint64_t log_size; /* of a log that is read: as far as the checkpoint needs it */
} checkpoint;

/* The name of a checkpoint's log; false when it is too long. */
bool checkpoint_log_name(const char *path, char name[OUTPUT_PATH]);

/* ---- Writing: each is false on failure, and errno says why ----------------------------------- */

/* Begins an empty log. */
bool checkpoint_begin_log(checkpoint *c, const char *path);

/* Begins the file: what the run is, what the log has by now, and the world. */
bool checkpoint_begin(const checkpoint *c, keeper *file, const arguments *asked,
                      const evo_world *world);

/* Writes the checksum of the file behind it. */
bool checkpoint_seal(keeper *file);

/* ---- Reading --------------------------------------------------------------------------------- */

/* Opens both files of --resume, and loads the world, if they are whole and of this run: its scene,
 * parameters, seed, interval of samples and files. Sets --relax to that of the first run unless it
 * is given. Otherwise complains and changes nothing. */
verdict checkpoint_open(checkpoint *c, arguments *asked, evo_world *world);

/* Whether both were read to their end. */
bool checkpoint_ended(checkpoint *c);

/* Lets the log of checkpoint `from`, which was read, go on as that of `path`. False on failure, and
 * errno says why. */
bool checkpoint_extend_log(checkpoint *c, const char *from, const char *path);

verdict checkpoint_refuse(const char *path);

void checkpoint_close(checkpoint *c);

/* ---- Both ------------------------------------------------------------------------------------ */

bool checkpoint_trails(keeper *k, trails *t);

#endif
