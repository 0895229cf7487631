/* fit.h: how deep, and which way out: two ellipses. Points of a meeting are relative to A's
 * centre; c is B's. */
#ifndef ENGINE_NARROW_FIT_H
#define ENGINE_NARROW_FIT_H

#include "shape/climb.h"

/* Cold: the gap, or the shortest way out, wherever it is: the true one to within FIT_TOLERANCE of
 * the pair's size, unless FIT_SAMPLES ends the search before that is proven. */
meeting fit_find(const oval *a, const oval *b, evo_vec2 c);

/* The largest ball that rolls inside the ellipse everywhere: its least radius of curvature. A depth
 * of overlap up to the sum of both shapes' is known to be the least. */
double fit_least_radius(const oval *e);

/* Overlaps that differ by less than this (of the sum of the radii) count as equally deep. */
static const double FIT_TOLERANCE = 1e-9;

/* Bounds of the search for the shortest way out: it samples in no more directions than this and the
 * eight of the axes, and no arc of directions is halved more often than that. */
enum { FIT_SAMPLES = 600, FIT_HALVINGS = 30 };

#endif
