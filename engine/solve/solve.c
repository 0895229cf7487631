/* solve.c: one step of the contact solver, and its numbers.
 *
 * A contact is a damped spring, solved implicitly: with the angular frequency w and the damping
 * ratio z, a substep of h takes from the velocity a = h w (2 z + h w) / (1 + that) of what parts
 * it from w / (2 z + h w) times the depth, and lets the push leak by the rest. */
#include "solve/solve.h"
#include "core/machine.h"
#include "core/trig.h"

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

solve_numbers solve_numbers_for(double seconds, int substeps, double bounce_threshold) {
    const double substep = seconds / substeps;
    solve_numbers by = {
        .seconds = (float)substep,
        .per_second = (float)(1 / substep),
        .soft = spring_for(substep, STIFFNESS),
        .still = spring_for(substep, STIFFNESS_STILL),
        .bounce = (float)bounce_threshold,
        .half = (float)(0.5 * seconds),
    };
    return by;
}

extern const solve_kernels solve_kernels_1, solve_kernels_4, solve_kernels_8;

const solve_kernels *solve_kernels_for(int lanes) {
    return MACHINE_CHOOSE(lanes, &solve_kernels_1, &solve_kernels_4, &solve_kernels_8);
}

/* What has no colour comes after the batches, one contact after the other; and what is squeezed at
 * the end. */
static void solve_all(const solve_work *work, const solve_numbers *by) {
    work->kernels->solve(&work->rows, &work->batches, by);
    if (work->singles.count > 0) solve_kernels_1.solve(&work->rows, &work->singles, by);
    if (work->squeezes) squeezes_solve(work->squeezes, &work->rows, &work->batches, by);
}

static void move_all(const solve_work *work, const solve_numbers *by) {
    work->kernels->move(&work->rows, by->seconds);
    if (work->squeezes) squeezes_moved(work->squeezes, &work->rows);
}

static void relax_all(const solve_work *work, const solve_numbers *by) {
    work->kernels->relax(&work->rows, &work->batches);
    if (work->singles.count > 0) solve_kernels_1.relax(&work->rows, &work->singles);
    if (work->squeezes) squeezes_relax(work->squeezes, &work->rows, &work->batches, by);
}

static void warm(const solve_work *work) {
    if (work->squeezes) squeezes_begin(work->squeezes, &work->rows, &work->batches);
    work->kernels->warm(&work->rows, &work->batches);
    solve_kernels_1.warm(&work->rows, &work->singles);
}

void solve_step(const solve_work *work, const solve_numbers *by, int substeps) {
    for (int i = 0; i < substeps; ++i) {
        work->kernels->begin(&work->rows);
        if (i == 0) warm(work);
        solve_all(work, by);
        move_all(work, by);
        relax_all(work, by);
    }
    if (work->squeezes) squeezes_end(work->squeezes, &work->batches);
    work->kernels->bounce(&work->rows, &work->batches, by);
    solve_kernels_1.bounce(&work->rows, &work->singles, by);
    work->kernels->slide(&work->rows, &work->batches, by);
    solve_kernels_1.slide(&work->rows, &work->singles, by);
}
