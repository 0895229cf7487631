/* place.h: where in a text a value stands. */
#ifndef SAMPLES_LEVEL_PLACE_H
#define SAMPLES_LEVEL_PLACE_H

#include <stdbool.h>
#include <stddef.h>

enum { LEVEL_DEPTH = 16 };

/* One step of the way from the whole to a value. */
typedef struct level_step {
    const char *key; /* NULL: a place in a list */
    size_t length;   /* of the key, in bytes */
    size_t index;
} level_step;

/* Finds the line and the column of a value, from 1, or of the nearest one around it that there is.
 * `at_key`: of the name of the last step instead. The text is valid JSON. */
void level_place(const char *text, size_t size, const level_step *way, int steps, bool at_key,
                 int *line, int *column);

#endif
