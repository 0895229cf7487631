/* kernels.h: the hot loops of the contact solver, compiled for 1, 4 and 8 lanes.
 *
 * A step is divided into substeps. In each, forces and the contacts' impulses of the substep before
 * change the velocities (begin), contacts are solved as soft springs that also push overlaps apart
 * (solve), bodies move (move), and contacts are solved once more, rigidly, so that what pushed
 * overlaps apart leaves no speed behind (relax). Restitution follows once at the end (bounce), and
 * what lines do not tell of rims that are hollow (slide).
 */
#ifndef ENGINE_SOLVE_KERNELS_H
#define ENGINE_SOLVE_KERNELS_H

#include "contact/batch.h"

/* Tables of rows, four floats each, the ground first. */
typedef struct solve_rows {
    float *velocity; /* see batch.h */
    float *base;     /* velocity without the contacts' part of the substep */
    float *shift;    /* way of the step so far: x, y, angle times radius of gyration */
    float *drive;    /* what forces add to the velocity in a substep */
    size_t count;
} solve_rows;

/* A soft spring; see solve.c. */
typedef struct solve_spring {
    float rate; /* part of the depth that is pushed out in a second */
    float leak; /* part of the push, and of the wanted change of velocity, that is let go */
} solve_spring;

typedef struct solve_numbers {
    float seconds, per_second; /* of a substep */
    solve_spring soft;         /* between two bodies that give way */
    solve_spring still;        /* against one that does not */
    float bounce;              /* slowest approach that bounces */
    float half;                /* seconds of half a step */
} solve_numbers;

typedef struct solve_batches {
    batch *items;
    const batch_sort *sorts;
    batch_extra *extras;
    const uint32_t *active; /* what may push in this step, in order: batches, or single lanes */
    size_t count;           /* of the active */
    bool single;            /* lanes: eight times the batch, plus the lane */
} solve_batches;

typedef struct solve_kernels {
    void (*begin)(const solve_rows *rows);
    void (*move)(const solve_rows *rows, float seconds);
    void (*warm)(const solve_rows *rows, const solve_batches *batches);
    void (*solve)(const solve_rows *rows, const solve_batches *batches, const solve_numbers *by);
    void (*relax)(const solve_rows *rows, const solve_batches *batches);
    void (*bounce)(const solve_rows *rows, const solve_batches *batches, const solve_numbers *by);
    void (*slide)(const solve_rows *rows, const solve_batches *batches, const solve_numbers *by);
} solve_kernels;

/* For at most this many lanes: 8, 4 or 1. */
const solve_kernels *solve_kernels_for(int lanes);

solve_numbers solve_numbers_for(double seconds, int substeps, double bounce_threshold);

#endif
