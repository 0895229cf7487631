/* output.h: a file that appears whole or not at all: it is written under a name of its own beside
 * its place and then renamed. Devices and pipes are written as they are. */
#ifndef SAMPLES_PICTURE_OUTPUT_H
#define SAMPLES_PICTURE_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

enum { OUTPUT_PATH = 4096 };

typedef struct output {
    FILE *file;
    char place[OUTPUT_PATH], part[OUTPUT_PATH + 32]; /* part is empty where nothing is renamed */
    unsigned
        mode; /* of the file that is there already, as the new one's is to be; 0: there is none */
} output;

/* Whether two paths are one file, or will be. */
bool output_same(const char *path, const char *other);

/* Whether output_begin would succeed, leaving nothing behind. errno says why not. */
bool output_possible(const char *path);

bool output_begin(output *to, const char *path);

/* Gives up: what was written is gone, and what stood in its place stays. Returns false, and leaves
 * errno as it was. */
bool output_drop(output *to);

/* False when anything written since was lost; what stood in its place before then still does.
 * errno says why. */
bool output_end(output *to);

#endif
