/* rows.h: bodies as rows of the solver, and what the solver made of them back in the bodies. */
#ifndef ENGINE_SOLVE_ROWS_H
#define ENGINE_SOLVE_ROWS_H

#include "solve/kernels.h"

/* Where a body is. Lanes read the first four numbers, and the last four, at once. */
typedef struct body_motion {
    evo_vec2 position; /* of the centre of mass */
    evo_vec2 velocity;
    double angle, spin;
} body_motion;

/* What a step needs of it besides. Lanes read the first eight numbers by fours. */
typedef struct body_trait {
    float inverse_mass; /* 0: not moved by contacts */
    float pull;         /* gravity's scale; 0 for what is not dynamic */
    float gyration;
    float extent; /* how far turning moves its colliders, per radian */
    float slack;  /* way it may still go before pairs are found anew */
    float calm;   /* seconds that it has been at rest */
    float lead;   /* seconds: contacts are measured where it will be then */
    float pace;   /* how fast its colliders move at most, when the step begins */
    float size;   /* of its smallest collider */
    uint32_t slot;
    uint32_t collider_begin; /* rank of its first collider; the others follow */
    bool driven;             /* feels a force or damping besides */
    bool wakeful;            /* never sleeps */
    uint8_t placing;         /* see place.c */
} body_trait;

/* Bodies from the first that moves; theirs are the rows behind the ground's. */
typedef struct solve_bodies {
    body_motion *motions;
    body_trait *traits;
    size_t count;
} solve_bodies;

typedef struct row_kernels {
    size_t lanes; /* of so many bodies at a time, no fewer */
    bool (*pace)(const solve_bodies *bodies, float seconds);
    void (*fill)(const solve_bodies *bodies, const solve_rows *rows, float pull_x, float pull_y);
    bool (*take)(const solve_bodies *bodies, const solve_rows *rows, float seconds, float next,
                 float fall);
} row_kernels;

/* For at most this many lanes: 8, 4 or 1. */
const row_kernels *row_kernels_for(int lanes);

/* Sets each body's pace, and its lead: half a step, but less for what is fast for its size. Whether
 * one may go so far in the step that it leaps over what it should meet (ROWS_LEAP). */
bool rows_pace(const row_kernels *kernels, const solve_bodies *bodies, float seconds);

/* Of its size: who goes farther in a step is that fast. */
static const float ROWS_LEAP = 0.5f;

/* Fills the rows in; gravity pulls by so much in a substep. */
void rows_fill(const row_kernels *kernels, const solve_bodies *bodies, const solve_rows *rows,
               float pull_x, float pull_y);

/* Moves the bodies as the rows say, and uses up their slack. Whether one may leave what is left of
 * it in a next step of so many seconds, in which it may fall by `fall`. */
bool rows_take(const row_kernels *kernels, const solve_bodies *bodies, const solve_rows *rows,
               float seconds, float next, float fall);

#endif
