/* keeper.h: bytes that go into a checkpoint of a run, and come out of it again, visited by one
 * function for both. */
#ifndef SAMPLES_HEADLESS_KEEPER_H
#define SAMPLES_HEADLESS_KEEPER_H

#include "picture/output.h"

typedef struct keeper {
    FILE *file;
    bool saves;              /* else it loads */
    uint64_t size, checksum; /* of all bytes so far */
} keeper;

/* A keeper of a file from its first byte. */
keeper keeper_begin(FILE *file, bool saves);

/* Adds bytes to a checksum. */
uint64_t keeper_checksum(uint64_t checksum, const void *bytes, size_t size);

/* Each of these returns false when a file cannot be read or written, or ends too soon. */
bool keeper_bytes(keeper *k, void *bytes, size_t size);

/* Copies the next bytes of a file; `to` may be NULL. */
bool keeper_copy(keeper *from, keeper *to, uint64_t size);

/* What was written to an output since the last checkpoint; a load writes it again. */
bool keeper_output(keeper *k, output *to);

#endif
