/* complain.h: error messages of evolute-run: one line on stderr that says what is wrong and what to
 * do about it. */
#ifndef SAMPLES_HEADLESS_COMPLAIN_H
#define SAMPLES_HEADLESS_COMPLAIN_H

#include <stdbool.h>

#include "evolute/world.h"

typedef enum verdict {
    VERDICT_FINE,
    VERDICT_FAILED, /* the run, or a check of it */
    VERDICT_USAGE,
    VERDICT_FILE,
    VERDICT_STOPPED /* by SIGINT or SIGTERM; what was computed is written */
} verdict;

/* Returns the verdict, for the program to end with. */
verdict complain(verdict why, const char *format, ...);

/* Says what the engine tells of a call: config.complain. */
void complain_of_call(void *context, const evo_complaint *told);

/* The same about the arguments; returns false. */
bool refuse(const char *format, ...);

#endif
