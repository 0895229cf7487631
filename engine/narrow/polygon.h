/* polygon.h: does an ellipse overlap a circle, another ellipse, a line? Yes or no, without saying
 * how much. */
#ifndef ENGINE_NARROW_POLYGON_H
#define ENGINE_NARROW_POLYGON_H

#include "core/vector.h"
#include "shape/placed.h"

/* The most rounds. A gap of 4^-16 of the ellipse's size, 2e-10, is left undecided, and counts as
 * touching. */
enum { POLYGON_ROUNDS = 16 };

bool polygon_circle_ellipse(const placed *circle, const placed *ellipse);
bool polygon_ellipse_ellipse(const placed *a, const placed *b);

/* Exact, without a loop. */
bool ellipse_meets_line(const placed *ellipse, evo_vec2 from, evo_vec2 to);

#endif
