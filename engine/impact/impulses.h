/* impulses.h: several impacts at once. Two that close at the same instant on a third must not be
 * struck one after the other: whoever came first would have it all, and what is symmetric would not
 * stay so. So each pair is asked to part as its own restitution says, and the impulses that bring
 * this about are looked for together. Pairs that do not close at that instant are not among them:
 * what the blows set in motion meets those in the next round.
 */
#ifndef ENGINE_IMPACT_IMPULSES_H
#define ENGINE_IMPACT_IMPULSES_H

#include "core/memory.h"
#include "impact/impulse.h"

/* One of the pairs that close. */
typedef struct impulse_pair {
    uint32_t a, b;    /* which sides */
    evo_vec2 delta;   /* from a to b along the normal, of any length */
    evo_vec2 arms[2]; /* from the centres of mass to where they touch */
    impulse_law law;
    impulse_result result;       /* the outcome */
    evo_vec2 normal;             /* the rest is for blows_strike: */
    double inverse_effective[2]; /* to an impulse along the normal, and across it */
    double target;               /* speed of parting */
    double impulses[2];          /* along the normal, and across it */
    double change;               /* of one of these, in this round */
    double relaxation;           /* of what would do alone, that is tried in a round */
} impulse_pair;

/* Sides have no arms of their own here. */
void impulses_resolve(impulse_body *bodies, impulse_pair *pairs, size_t pair_count);

#endif
