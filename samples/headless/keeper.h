/* keeper.h: what goes into a checkpoint of a run, and comes out of it again, visited by one
 * function for both. */
#ifndef SAMPLES_HEADLESS_KEEPER_H
#define SAMPLES_HEADLESS_KEEPER_H

#include "picture/output.h"

typedef struct keeper {
    FILE *file;
    bool saves; /* else it loads */
} keeper;

/* Each returns false when a file cannot be read or written, or ends too soon. */
bool keeper_bytes(keeper *k, void *bytes, size_t size);

/* What has been written to an output so far; a load writes it again. */
bool keeper_output(keeper *k, output *to);

#endif
