/* report.h: what is counted while a run goes on, and said at its end. */
#ifndef SAMPLES_HEADLESS_REPORT_H
#define SAMPLES_HEADLESS_REPORT_H

#include "headless/arguments.h"
#include "headless/complain.h"

typedef struct account {
    sample began, relaxed; /* at the beginning; when the gas was to be relaxed */
    double relax;
    bool is_relaxed;
    uint64_t touches_begun, touches_ended, sensors_entered, sensors_left, fell_asleep;
    double took; /* by the clock on the wall */
} account;

account account_begin(const scene_stage *stage, double relax);

/* After each step. */
void account_step(account *a, const scene_stage *stage);

/* Prints the summary, and checks what every run must keep to. */
verdict report(const account *a, const scene_stage *stage, const arguments *asked);

/* Whether all that was printed has arrived. */
verdict report_printed(void);

#endif
