/* polygon.h: overlap of an ellipse with a circle, another ellipse or a line, without a depth. */
#ifndef ENGINE_NARROW_POLYGON_H
#define ENGINE_NARROW_POLYGON_H

#include "evolute/trace.h"
#include "shape/placed.h"

/* Most bisections. A gap below 4^-16 = 2e-10 of the ellipse's size stays undecided and counts as an
 * overlap. */
enum { POLYGON_ROUNDS = 16 };

bool polygon_circle_ellipse(const placed *circle, const placed *ellipse);
bool polygon_ellipse_ellipse(const placed *a, const placed *b);

/* Receives each round, in the frame of the placed shapes. */
typedef struct polygon_watch {
    void (*tell)(void *context, const evo_test_round *round);
    void *context;
} polygon_watch;

/* Tests exactly, without a loop. */
bool ellipse_meets_line(const placed *ellipse, evo_vec2 from, evo_vec2 to);

#endif
