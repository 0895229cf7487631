/* rows.h: bodies as rows of the solver, and what the solver made of them back in the bodies. */
#ifndef ENGINE_SOLVE_ROWS_H
#define ENGINE_SOLVE_ROWS_H

#include "contact/body.h"
#include "solve/kernels.h"

/* Bodies from the first that moves; theirs are the rows behind the ground's. */
typedef struct solve_bodies {
    body_state *states;
    body_sim *sims;
    size_t count;
} solve_bodies;

/* The step to come. */
typedef struct rows_span {
    float seconds;
    float fall; /* what falls from rest moves so far in it */
} rows_span;

/* Bodies whose margins may not do for the step, by index. */
typedef struct rows_leaving {
    uint32_t *bodies; /* room for all */
    size_t count;
    bool leaping; /* one may go so far in the step that it leaps over what it should meet */
} rows_leaving;

typedef struct row_kernels {
    size_t lanes; /* of so many bodies at a time, no fewer */
    void (*pace)(const solve_bodies *bodies, uint32_t first, const rows_span *span,
                 rows_leaving *leaving);
    void (*close)(const solve_bodies *bodies, const rows_span *span, float *closing);
    void (*fill)(const solve_bodies *bodies, const solve_rows *rows, float pull_x, float pull_y);
    bool (*take)(const solve_bodies *bodies, const solve_rows *rows, float seconds);
} row_kernels;

/* For at most this many lanes: 8, 4 or 1. */
const row_kernels *row_kernels_for(int lanes);

/* Sets each body's pace, and its lead: half a step, but less for what is fast for its size. */
void rows_pace(const row_kernels *kernels, const solve_bodies *bodies, const rows_span *span,
               rows_leaving *leaving);

/* Of its size: what goes farther in a step may leap over others. */
static const float ROWS_LEAP = 0.5f;

/* What each body takes from the clearance of near pairs: how far it went since it was asked last,
 * and how much farther it may go in this step than in that. */
void rows_close(const row_kernels *kernels, const solve_bodies *bodies, const rows_span *span,
                float *closing);

/* Fills the rows in; gravity pulls by so much in a substep. */
void rows_fill(const row_kernels *kernels, const solve_bodies *bodies, const solve_rows *rows,
               float pull_x, float pull_y);

/* Moves the bodies as the rows say, and uses up their margins. Whether one has gone farther than
 * its own. */
bool rows_take(const row_kernels *kernels, const solve_bodies *bodies, const solve_rows *rows,
               float seconds);

#endif
