/* report.h: what is counted during a run and printed at its end. */
#ifndef SAMPLES_HEADLESS_REPORT_H
#define SAMPLES_HEADLESS_REPORT_H

#include "headless/arguments.h"
#include "headless/complain.h"

/* Blocks of equal time in which the compressibility is measured, for its error: when there are so
 * many, each two become one. */
enum { ACCOUNT_BLOCKS = 32 };

typedef struct account {
    sample began, relaxed;             /* at the beginning; at the relaxation time */
    sample blocks[ACCOUNT_BLOCKS + 1]; /* ends of blocks, from the relaxation time on */
    int block_count;
    long block_steps, in_block; /* steps of a block; so many were made of the next one */
    double relax;
    bool is_relaxed;
    uint64_t touches_begun, touches_ended, sensors_entered, sensors_left, fell_asleep;
    double took; /* wall-clock seconds */
} account;

account account_begin(const scene_stage *stage, double relax);

/* After each step. */
void account_step(account *a, const scene_stage *stage);

/* Prints the summary, and checks what every run must satisfy. */
verdict report(const account *a, const scene_stage *stage, const arguments *asked);

/* Whether stdout was written without errors. */
verdict report_printed(void);

#endif
