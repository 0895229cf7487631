/* report.h: the end of a step's pairs: impulses to remember; touches that began and ended; impacts
 * of rows that touched first. */
#ifndef ENGINE_STEP_REPORT_H
#define ENGINE_STEP_REPORT_H

#include "step/end.h"
#include "step/step.h"

typedef struct report_input {
    step_world *world;
    const measure_input *measured;
    const measure_output *fits;
    const contact_rows *rows;
    const pair_ended *ended;
    const step_end *end;
} report_input;

/* Stores what the rows found, and adds to what is due to be told; false: out of memory, and nothing
 * is published. */
bool report_pairs(const report_input *in);

#endif
