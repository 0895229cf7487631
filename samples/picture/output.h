/* output.h: a file that appears whole or not at all: it is written as a part beside the target and
 * then renamed. A part that a killed process left is overwritten by the next one. Devices and pipes
 * are written directly. */
#ifndef SAMPLES_PICTURE_OUTPUT_H
#define SAMPLES_PICTURE_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { OUTPUT_PATH = 4096 };

typedef struct output {
    FILE *file;
    char target[OUTPUT_PATH], part[OUTPUT_PATH + 32]; /* part is empty if written directly */
    unsigned mode; /* of the existing file, kept for the new one; 0: there is none */
    uint64_t kept; /* bytes of the part that are in a checkpoint; its caller's */
} output;

/* Whether two paths name the same file, existing or not. */
bool output_same(const char *path, const char *other);

/* Whether output_begin would succeed; errno says why not. Creates nothing, and removes the part
 * that a killed process left. */
bool output_possible(const char *path);

bool output_begin(output *to, const char *path);

/* Discards what was written and keeps the old file. Returns false and leaves errno unchanged. */
bool output_drop(output *to);

/* Moves the file to its target. False when anything was lost; the old file is then kept, and errno
 * says why. */
bool output_end(output *to);

#endif
