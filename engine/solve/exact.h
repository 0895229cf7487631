/* exact.h: contacts as inequalities between the velocities of their bodies, solved together in
 * doubles: each keeps two from approaching, and friction keeps them from sliding, as far as it can.
 */
#ifndef ENGINE_SOLVE_EXACT_H
#define ENGINE_SOLVE_EXACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/vector.h"

/* The spin, and with it levers and inertia, may be in any unit. */
typedef struct exact_body {
    evo_vec2 velocity;
    double spin;
    double inverse_mass, inverse_inertia;
} exact_body;

typedef struct exact_row {
    uint32_t a, b; /* bodies; either may be one that no impulse moves: all 0 */
    /* From here on along normal and tangent. */
    evo_vec2 directions[2];
    double levers[2][2]; /* of both arms */
    double inverse[2];   /* inverse effective masses */
    evo_vec2 ground;     /* the velocity of b that its body does not tell */
    double offset;       /* speed along the normal, from a to b, that may be lost */
    double friction, belt;
    double impulses[2];
    double changes[2]; /* of these, in the pass in hand */
    double search[2];  /* the direction of the search, which passes are a part of */
} exact_row;

/* Where it pushes: arms from the two centres. */
void exact_place(exact_row *row, evo_vec2 normal, evo_vec2 arm_a, evo_vec2 arm_b);

/* When that and the bodies are known: finds the masses that it feels. */
void exact_weigh(exact_row *row, const exact_body *bodies);

/* The speed at which b leaves a; and the impulses of the row, acting once more. */
double exact_speed(const exact_row *row, const exact_body *bodies);
void exact_push(const exact_row *row, exact_body *bodies);

/* How far it is solved: until no row lacks more than that speed, but in so many passes at most, of
 * which friction takes part in the first few. */
typedef struct exact_limits {
    double tolerance;
    int passes, rubbing;
} exact_limits;

void exact_solve(exact_row *rows, size_t count, exact_body *bodies, const exact_limits *limits);

#endif
