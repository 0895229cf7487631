/* solve.h: one step of the contact solver. */
#ifndef ENGINE_SOLVE_SOLVE_H
#define ENGINE_SOLVE_SOLVE_H

#include "solve/kernels.h"
#include "solve/squeezes.h"

typedef struct solve_work {
    const solve_kernels *kernels;
    solve_rows rows;
    solve_batches batches, singles; /* whole ones, and lanes without a colour */
    solve_squeezes *squeezes;       /* or NULL */
} solve_work;

/* rows.velocity and rows.drive are filled in; rows.shift and rows.velocity come back. */
void solve_step(const solve_work *work, const solve_numbers *by, int substeps);

#endif
