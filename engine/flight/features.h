/* features.h: two rims in motion that are apart: whether a feature of one touches a feature of the
 * other, and a step in time within which none begins to. Serves the pairs of rings, which are not
 * convex. */
#ifndef ENGINE_FLIGHT_FEATURES_H
#define ENGINE_FLIGHT_FEATURES_H

#include "narrow/outline.h"

typedef struct moving_rim {
    outline rim;
    evo_vec2 body, velocity; /* of the body's origin; B's is relative to A, A's is 0 */
    double spin;
} moving_rim;

typedef struct rim_pair {
    moving_rim a, b;
    double accel;    /* of B, relative to A */
    double longest;  /* no step is longer */
    double touching; /* features so near touch */
    bool parts;      /* features that touch and recede are held to be apart */
} rim_pair;

typedef struct rim_look {
    double step;
    bool touches;
} rim_look;

rim_look features_look(const rim_pair *pair);

#endif
