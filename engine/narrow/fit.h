/* fit.h: signed distance of two ellipses. Points of a meeting are relative to A's centre; c is B's
 * centre from there. */
#ifndef ENGINE_NARROW_FIT_H
#define ENGINE_NARROW_FIT_H

#include "shape/climb.h"

/* The gap, or the minimum translation: the global one to within FIT_TOLERANCE, unless FIT_SAMPLES
 * ends the search before that is proven. */
meeting fit_find(const oval *a, const oval *b, evo_vec2 c);

/* The same, with each round told. */
meeting fit_watch(const oval *a, const oval *b, evo_vec2 c, const climb_watch *watch);

/* The least radius of curvature: the largest ball that rolls everywhere inside the ellipse. A depth
 * up to the sum of both ellipses' is proven to be the least. */
double fit_least_radius(const oval *e);

/* Relative to the sum of all four radii: depths that differ by less count as equal. */
static const double FIT_TOLERANCE = 1e-9;

/* Bounds of the search: samples beyond the eight of the axes, and halvings of one arc. */
enum { FIT_SAMPLES = 600, FIT_HALVINGS = 30 };

#endif
