/* trace.h: how two shapes are measured, round by round. For demonstrations.
 *
 *     static void print_round(void *to, const evo_fit *fit) {
 *         fprintf((FILE *)to, "round %d: %.17g\n", fit->rounds, fit->gap.distance);
 *     }
 *
 *     evo_trace trace = {.context = file, .fit = print_round};
 *     evo_shape a = evo_ellipse(2, 1), b = evo_ellipse(1, 3);
 *     evo_pose at_a = {{0, 0}, 0}, at_b = {{4, 1}, 0};
 *     evo_fit fit = evo_measure_traced(&a, at_a, &b, at_b, &trace);
 */
#ifndef EVOLUTE_TRACE_H
#define EVOLUTE_TRACE_H

#include "collide.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Result of a round of the polygonal test. */
typedef enum evo_test_verdict {
    EVO_TEST_OPEN, /* undecided: the half arc nearer to the other shape is next */
    EVO_TEST_MEET, /* the middle of the arc is in the other shape */
    EVO_TEST_APART /* the other shape is beyond a tangent of the arc */
} evo_test_verdict;

/* A round of the polygonal test: an arc of an ellipse's rim. The triangle of its ends and the
 * corner encloses it. */
typedef struct evo_test_round {
    int round;                 /* from 1 */
    evo_test_verdict verdict;  /* what the round found */
    evo_vec2 from, to, middle; /* of the arc, on the rim */
    evo_vec2 corner;           /* where the tangents at its ends cross */
    bool of_b;                 /* the rim is b's; else a's */
} evo_test_round;

/* Callbacks for the rounds of a test or a fit, in their order. A NULL one is not called. */
typedef struct evo_trace {
    void *context; /* of yours */
    /* Gets a round of the polygonal test. */
    void (*test)(void *context, const evo_test_round *round);
    /* Gets a round of the fit. `fit` has the circles of both rims along one normal, gap.distance
     * their gap along it, and the round in fit.rounds. A search that begins again counts from 1
     * again. */
    void (*fit)(void *context, const evo_fit *fit);
} evo_trace;

/* As evo_overlap, with the rounds of the polygonal test. There are none for shapes that bounds or
 * centres decide at once, and for pairs other than of ellipses with circles and ellipses. */
EVO_API bool evo_overlap_traced(const evo_shape *a, evo_pose at_a, const evo_shape *b,
                                evo_pose at_b, const evo_trace *trace);

/* As evo_measure_fit, with the rounds of the fit: with an ellipse, of the way of its circle to that
 * of the other one; the last one is the answer. Closed forms have none but that. */
EVO_API evo_fit evo_measure_traced(const evo_shape *a, evo_pose at_a, const evo_shape *b,
                                   evo_pose at_b, const evo_trace *trace);

#ifdef __cplusplus
}
#endif

#endif
