/* rounds.h: the polygonal test and the circle fit, round by round, as demonstrations draw them. In:
 * two bodies; out: what each round looked at. The answers are those of evolute/collide.h. */
#ifndef SAMPLES_DEMOS_ROUNDS_H
#define SAMPLES_DEMOS_ROUNDS_H

#include "demos/demos.h"

/* ==== The polygonal test ====================================================================== */

typedef enum test_verdict {
    TEST_OPEN, /* undecided: the half arc nearer to the other shape is next */
    TEST_MEET, /* the middle of the arc is in the other shape */
    TEST_APART /* the other shape is beyond the tangent at the middle of the arc */
} test_verdict;

/* An arc of an ellipse's rim. The triangle of its ends and the corner encloses it. */
typedef struct test_round {
    test_verdict verdict;
    evo_vec2 from, to, middle; /* of the arc, on the rim */
    evo_vec2 corner;           /* where the tangents at its ends cross */
    int body;                  /* 0 or 1, whose rim it is */
} test_round;

enum { TEST_ROUNDS = 16 };

typedef struct test_rounds {
    test_round list[TEST_ROUNDS];
    int count; /* 0: bounds or centres decide */
} test_rounds;

/* Bodies are circles and ellipses. */
test_rounds rounds_of_test(const demo_body bodies[2]);

/* ==== The circle fit ========================================================================== */

enum { FIT_ROUNDS = 48 };

typedef struct fit_rounds {
    evo_fit list[FIT_ROUNDS]; /* the circles of both rims along one normal */
    int count;                /* 0: there is no ellipse */
    evo_fit answer;
} fit_rounds;

/* Of an ellipse and another shape the rounds are those with the circle that the latter answers
 * with at the end. */
fit_rounds rounds_of_fit(const demo_body bodies[2]);

#endif
