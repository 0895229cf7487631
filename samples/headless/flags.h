/* flags.h: the table of evolute-run's flags and their parsers. A scene's parameters are flags as
 * well, but not in this table. */
#ifndef SAMPLES_HEADLESS_FLAGS_H
#define SAMPLES_HEADLESS_FLAGS_H

#include "headless/arguments.h"

/* What a flag is for, combined with |. */
enum { FLAG_SCENE = 1, FLAG_REPLAY = 2 };

typedef struct flag {
    unsigned of;
    const char *name;
    const char *value; /* the placeholder in the help; NULL: takes no value */
    const char *help;
    bool (*read)(const char *text, arguments *asked); /* refuses invalid text */
} flag;

/* By number; NULL beyond the last. */
const flag *flag_at(size_t number);

/* NULL when there is none. */
const flag *flag_find(const char *name);

/* A finite number with nothing after it. */
bool read_number(const char *text, double *number);

#endif
