/* trace.h: the rounds of the polygonal test and of the circle fit, told one by one: for
 * demonstrations of how shapes are measured. Games need none of it.
 */
#ifndef EVOLUTE_TRACE_H
#define EVOLUTE_TRACE_H

#include "collide.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum evo_test_verdict {
    EVO_TEST_OPEN, /* undecided: the half arc nearer to the other shape is next */
    EVO_TEST_MEET, /* the middle of the arc is in the other shape */
    EVO_TEST_APART /* the other shape is beyond a tangent of the arc */
} evo_test_verdict;

/* A round of the polygonal test: an arc of an ellipse's rim. The triangle of its ends and the
 * corner encloses it. */
typedef struct evo_test_round {
    int round; /* from 1 */
    evo_test_verdict verdict;
    evo_vec2 from, to, middle; /* of the arc, on the rim */
    evo_vec2 corner;           /* where the tangents at its ends cross */
    bool of_b;                 /* the rim is b's; else a's */
} evo_test_round;

/* Receives the rounds of a test or of a fit, in their order. NULL leaves out. */
typedef struct evo_trace {
    void *context;
    void (*test)(void *context, const evo_test_round *round);
    /* `fit` has the circles of both rims along one normal, gap.distance their gap along it, and the
     * round in fit.rounds. A search that begins again counts from 1 again. */
    void (*fit)(void *context, const evo_fit *fit);
} evo_trace;

/* evo_overlap, with the rounds of the polygonal test told. Shapes that are decided at once by their
 * bounds or centres, and pairs other than circles and ellipses with ellipses, have none. */
EVO_API bool evo_overlap_traced(const evo_shape *a, evo_pose at_a, const evo_shape *b,
                                evo_pose at_b, const evo_trace *trace);

/* evo_measure_fit, with the rounds of the fit told. With an ellipse these are its circle's way to
 * the other one's circle; the last one told is the answer. Closed forms have no other. */
EVO_API evo_fit evo_measure_traced(const evo_shape *a, evo_pose at_a, const evo_shape *b,
                                   evo_pose at_b, const evo_trace *trace);

#ifdef __cplusplus
}
#endif

#endif
