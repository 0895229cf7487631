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
    double give[2];      /* how much of the speed an impulse leaves, in terms of that impulse */
    evo_vec2 ground;     /* the velocity of b that its body does not tell */
    double offset;       /* speed along the normal, from a to b, that may be lost */
    double friction, belt;
    double impulses[2];
    /* While it is solved: the masses that impulses feel, along both (0: none), and what one along
     * the normal adds to the speed along the tangent; the speeds that it should have, and what the
     * last pass has changed. */
    double felt[2], turned;
    double wanted[2], changes[2];
    /* The search in hand: the masses that take part in it (0: those do not), and what friction
     * gives at most; what is lacking, in which direction impulses change, and how that changes
     * speeds. */
    double masses[2], grip;
    double lacks[2], search[2], responses[2];
} exact_row;

/* Where it pushes: arms from the two centres. */
void exact_place(exact_row *row, evo_vec2 normal, evo_vec2 arm_a, evo_vec2 arm_b);

/* When that and the bodies are known: finds the masses that it feels. It may give by a part of what
 * it is pushed: then impulses have a bound even where bodies are wedged so that none can do what
 * is asked. */
void exact_weigh(exact_row *row, const exact_body *bodies, double give);

/* The speed at which b leaves a; and the impulses of the row, acting once more. */
double exact_speed(const exact_row *row, const exact_body *bodies);
void exact_push(const exact_row *row, exact_body *bodies);

/* How far it is solved: until no row lacks more than that speed, but in so many passes at most, of
 * which friction takes part in the first few. */
typedef struct exact_limits {
    double tolerance;
    int passes, rubbing;
} exact_limits;

/* Besides, there is to be room for twice as many bodies. */
typedef struct exact_system {
    exact_row *rows;
    size_t row_count;
    exact_body *bodies, *room;
    size_t body_count;
} exact_system;

void exact_solve(const exact_system *system, const exact_limits *limits);

#endif
