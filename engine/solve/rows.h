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
    double time; /* in seconds */
    float seconds;
    int substeps;
    float fall;    /* what falls from rest moves so far in it */
    float wind[2]; /* see rows_wind */
    float led[2];
    float reserve; /* so many times the way of the step must be left of a margin, at least once */
} rows_span;

/* Pairs come together by how they move beside each other, so what all movers have in common need
 * not be counted: near pairs are told of ways beside a wind, a velocity that is the same for all in
 * a step, and of leads beside how far it leads. Which it is changes no result, only how often pairs
 * are measured. */
typedef struct rows_wind {
    double x, y;         /* of velocities: the sums */
    double square;       /* that of their squares */
    double led_x, led_y; /* of how far bodies were led */
} rows_wind;

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
    bool (*take)(const solve_bodies *bodies, const solve_rows *rows, const rows_span *span,
                 rows_wind *wind);
} row_kernels;

/* For at most this many lanes: 8, 4 or 1. */
const row_kernels *row_kernels_for(int lanes);

/* Sets each body's pace, and its lead: half a step, but less for what is fast for its size. */
void rows_pace(const row_kernels *kernels, const solve_bodies *bodies, const rows_span *span,
               rows_leaving *leaving);

/* Of its size: what goes farther in a step may leap over others. */
static const float ROWS_LEAP = 0.5f;

/* What each body takes from the clearance of near pairs: how far it went since it was asked last,
 * and how much farther it may go in this step than in that (body_sim.ahead). */
void rows_close(const row_kernels *kernels, const solve_bodies *bodies, const rows_span *span,
                float *closing);

/* Fills the rows in; gravity pulls by so much in a substep. */
void rows_fill(const row_kernels *kernels, const solve_bodies *bodies, const solve_rows *rows,
               float pull_x, float pull_y);

/* Moves the bodies as the rows say, and uses up their margins. Whether one has gone farther than
 * its own. Adds up the velocities that they have then. */
bool rows_take(const row_kernels *kernels, const solve_bodies *bodies, const solve_rows *rows,
               const rows_span *span, rows_wind *wind);

#endif
