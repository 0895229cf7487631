/* solve.c: one step of the contact solver, and its numbers.
 *
 * A contact is a damped spring, solved implicitly: with the angular frequency w and the damping
 * ratio z, a substep of h takes from the velocity a = h w (2 z + h w) / (1 + that) of what parts
 * it from w / (2 z + h w) times the depth, and lets the push leak by the rest. */
#include "core/machine.h"
#include "core/trig.h"
#include "solve/kernels.h"

/* Oscillations in a substep. Stiffer, and heavy piles tremble; softer, and their weight shows as
 * overlap. Against what stands still there is no chain of others to tremble, and what is light must
 * not be pressed into the ground by what is heavy. */
static const double STIFFNESS = 0.25, STIFFNESS_STILL = 0.4;

/* Far beyond critical: contacts creep apart and never swing. */
static const double DAMPING = 10;

static solve_spring spring_for(double substep, double stiffness) {
    double turn = 2 * PI * stiffness; /* w h */
    double damp = 2 * DAMPING + turn;
    solve_spring spring = {(float)(turn / (damp * substep)), (float)(1 / (1 + turn * damp))};
    return spring;
}

solve_numbers solve_numbers_for(double substep, double bounce_threshold) {
    solve_numbers by = {
        .seconds = (float)substep,
        .per_second = (float)(1 / substep),
        .soft = spring_for(substep, STIFFNESS),
        .still = spring_for(substep, STIFFNESS_STILL),
        .bounce = (float)bounce_threshold,
    };
    return by;
}

extern const solve_kernels solve_kernels_1, solve_kernels_4, solve_kernels_8;

const solve_kernels *solve_kernels_for(int lanes) {
    return MACHINE_CHOOSE(lanes, &solve_kernels_1, &solve_kernels_4, &solve_kernels_8);
}

/* What has no colour comes last, one contact after the other. */
static void solve_all(const solve_kernels *kernels, const solve_rows *rows,
                      const solve_batches *batches, const solve_batches *singles,
                      const solve_numbers *by, bool relax) {
    const solve_kernels *one = &solve_kernels_1;
    if (relax)
        kernels->relax(rows, batches);
    else
        kernels->solve(rows, batches, by);
    if (singles->count == 0) return;
    if (relax)
        one->relax(rows, singles);
    else
        one->solve(rows, singles, by);
}

void solve_step(const solve_kernels *kernels, const solve_rows *rows, const solve_batches *batches,
                const solve_batches *singles, const solve_numbers *by, int substeps) {
    for (int i = 0; i < substeps; ++i) {
        kernels->begin(rows);
        if (i == 0) kernels->warm(rows, batches);
        if (i == 0) solve_kernels_1.warm(rows, singles);
        solve_all(kernels, rows, batches, singles, by, false);
        kernels->move(rows, by->seconds);
        solve_all(kernels, rows, batches, singles, by, true);
    }
    kernels->bounce(rows, batches, by);
    solve_kernels_1.bounce(rows, singles, by);
}
