/* neighbour_toi.h: whom a flyer will meet first among some others: the continuous circle-circle test, of
 * one against many.
 *
 * Relative to each other, flyers under one pull move straight. With d their way apart, v their
 * relative velocity, R the sum of the radii and G the speed at which that grows, they touch when
 * |d + v t| = R + G t. With a = v^2 - G^2, b = d.v - R G, c = d^2 - R^2 the first touch is at
 * c / (sqrt(b^2 - a c) - b), in which nothing cancels when they close in (b < 0); it is at once for
 * those that touch, or overlap by rounding, and close in. Of equal times the lower number counts.
 */
#ifndef ENGINE_EVENT_NEIGHBOUR_TOI_H
#define ENGINE_EVENT_NEIGHBOUR_TOI_H

#include "event/particle.h"

/* Space as all flyers see it at one time. */
typedef struct neighbour_view {
    double now;
    evo_vec2 gravity;      /* on everybody */
    double scale, growth;  /* of all radii: now, and a second */
    evo_vec2 cell_size;    /* of a cell */
    int32_t columns, rows; /* after which cells come round again; 0: they do not */
    bool plain;            /* no pull, no growth */
    bool nearby;           /* the same, and only those in cells around are looked at */
    double instant;        /* who meets sooner than this may be sliding along each other */
} neighbour_view;

typedef struct neighbour_hit {
    double time;    /* from now; INFINITY: never */
    uint32_t other; /* below 2^31; anybody, when never */
} neighbour_hit;

typedef struct neighbour_kernels {
    /* `own`, which is at the present and of the number `self`, among flyers of these numbers, of
     * which it may be one. There is room behind the last for SIGHT_ROOM more, which are
     * overwritten. */
    neighbour_hit (*first)(const neighbour_view *view, const particle *particles,
                           const particle *own, uint32_t self, uint32_t *others, size_t count);
} neighbour_kernels;

enum { NEIGHBOUR_PAD = 4 };

/* For at most this many lanes: 8, 4 or 1. */
const neighbour_kernels *neighbour_kernels_for(int lanes);

#endif
