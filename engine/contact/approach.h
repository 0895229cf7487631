/* approach.h: how two bodies come towards each other in a step, as they move when it begins.
 *
 * A near pair becomes active for a step that may bring it together, and for no other: whether it
 * does depends on the two alone, not on what margins they have or when they were measured last.
 */
#ifndef ENGINE_CONTACT_APPROACH_H
#define ENGINE_CONTACT_APPROACH_H

#include "contact/graph.h"

/* Pairs are measured where their bodies will be some time later (place.c): that much farther on. */
typedef struct approach {
    evo_vec2 way;   /* of the second body beside the first, in the step */
    evo_vec2 led;   /* the same, for as long as they are led */
    double lead;    /* how much nearer that may have brought them */
    double turning; /* how far turning moves centres and boxes in a step and a lead */
    double swing;   /* and rims besides */
    double within;  /* what is no farther apart may push, or fall together */
    double size;    /* of it, what goes by the pair's size */
    double ahead;   /* of both bodies: see rows_close */
} approach;

approach approach_of(const graph *g, const contact *c, double seconds);

/* Whether the two come near each other, as far as simple bounds tell (narrow/passing.h); *apart is
 * the least gap where they are measured. If they do not, their proxies need not meet; if they do,
 * these do, however wide they are. */
bool approach_is_near(const graph *g, const contact *c, const approach *a, double *apart);

/* Whether shapes at this gap, with this normal from the first to the second, come near. */
bool approach_closes(const approach *a, bool convex, double gap, evo_vec2 normal);

/* What is left of a gap when all is taken away that the step may close: a clearance. */
double approach_clearance(const approach *a, double gap);

/* What near pairs with a body that stands still use up: as if it went against the wind. */
float wind_close(graph *g, float seconds, float fall);

/* What movers came to in a step: sums over all. */
typedef struct wind_sums {
    evo_vec2 velocity, led;
    double squares; /* of speeds */
} wind_sums;

/* After it: the next wind, which is what all have in common, if that is most of what they have. */
void wind_turn(graph *g, double seconds, const wind_sums *sums);

#endif
