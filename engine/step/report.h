/* report.h: the end of a step's pairs: impulses to remember, touches that began and ended. */
#ifndef ENGINE_STEP_REPORT_H
#define ENGINE_STEP_REPORT_H

#include "step/step.h"

/* Stores what the rows found, and lists touches; false: out of memory, and nothing is published. */
bool report_pairs(step_touches *touches, const evo_allocator *memory, const measure_input *in,
                  const contact_rows *rows, const pair_ended *ended, const impacts *events);

#endif
