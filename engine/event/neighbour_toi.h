/* neighbour_toi.h: which of some neighbours a particle meets first, and when: the continuous
 * circle-circle test of one against many.
 *
 * Under one gravity, particles move straight relative to each other. With distance vector d,
 * relative velocity v, sum of radii R and its growth rate G, they touch when |d + v t| = R + G t.
 * With a = v^2 - G^2, b = d.v - R G, c = d^2 - R^2 the first touch is at c / (sqrt(b^2 - a c) - b),
 * in which nothing cancels when they approach (b < 0). Those that touch, or overlap by rounding,
 * and approach meet at once. Of equal times the lowest number counts.
 */
#ifndef ENGINE_EVENT_NEIGHBOUR_TOI_H
#define ENGINE_EVENT_NEIGHBOUR_TOI_H

#include "event/particle.h"

/* What all searches at one time share. */
typedef struct neighbour_view {
    double now;
    evo_vec2 gravity;     /* the same for all */
    double scale, growth; /* of all radii: now, and a second */
    evo_vec2 cell_size;
    int32_t columns, rows; /* of a periodic grid; 0: not periodic */
    bool plain;            /* no gravity, no growth */
    bool nearby;           /* plain, and only particles of the cells around are tested */
    double instant;        /* sooner meetings may be rounding in pairs that slide */
} neighbour_view;

typedef struct neighbour_hit {
    double time;    /* from now; INFINITY: never */
    uint32_t other; /* below 2^31; arbitrary when never */
} neighbour_hit;

typedef struct neighbour_kernels {
    /* `own`, at the present and of the number `self`, against these others, among which it may be.
     * Behind the last is room for NEIGHBOUR_PAD more, which are overwritten. */
    neighbour_hit (*first)(const neighbour_view *view, const particle *particles,
                           const particle *own, uint32_t self, uint32_t *others, size_t count);
} neighbour_kernels;

enum { NEIGHBOUR_PAD = 4, NEIGHBOUR_LANES = 8 };

extern const neighbour_kernels neighbour_kernels_1, neighbour_kernels_8;

/* For at most this many lanes: NEIGHBOUR_LANES, 4 or 1. */
const neighbour_kernels *neighbour_kernels_for(int lanes);

#endif
