/* impulses.h: several impacts at one instant.
 *
 * If two bodies that hit a third at the same instant were resolved one after the other, the first
 * would take it all, and what is symmetric would not stay so. So every pair gets the target speed
 * of its own restitution, and all impulses are solved for together. Pairs that do not approach at
 * that instant are not among them: a next round meets those.
 */
#ifndef ENGINE_FLIGHT_IMPULSES_H
#define ENGINE_FLIGHT_IMPULSES_H

#include "flight/impulse.h"

/* A pair that approaches. */
typedef struct impulse_pair {
    uint32_t a, b;    /* bodies */
    evo_vec2 delta;   /* vector from a to b along the normal, of any length */
    evo_vec2 arms[2]; /* arms from the centres of mass to the contact */
    impulse_law law;
    impulse_result result;       /* output */
    evo_vec2 normal;             /* normal; from here on, for impulses_resolve */
    double inverse_effective[2]; /* inverse effective masses along normal and tangent */
    double target;               /* speed of separation */
    double slip;                 /* slip before friction acts */
    double impulses[2];          /* impulses along normal and tangent */
    double change;               /* change of one of these, in this iteration */
    double relaxation;           /* part of what would do alone, applied in an iteration */
} impulse_pair;

/* The bodies' own arms are not used. */
void impulses_resolve(impulse_body *bodies, impulse_pair *pairs, size_t pair_count);

#endif
