/* flags.h: the flags of evolute-run in one table, each with what it reads. What a scene has to set
 * are flags as well, which are not in it. */
#ifndef SAMPLES_HEADLESS_FLAGS_H
#define SAMPLES_HEADLESS_FLAGS_H

#include "headless/arguments.h"

typedef struct flag {
    const char *name;
    const char *value; /* what is to follow it, for the help; NULL: nothing */
    const char *help;
    bool (*read)(const char *text, arguments *asked); /* refuses what it cannot take */
} flag;

/* By number; NULL beyond the last. */
const flag *flag_at(size_t number);

/* NULL when there is none. */
const flag *flag_find(const char *name);

/* A finite number, and nothing behind it. */
bool read_number(const char *text, double *number);

#endif
