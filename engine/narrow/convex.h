/* convex.h: distances of circles and ellipses, and of a circle and a segment. The arguments are of
 * the kinds in the name, in that order. */
#ifndef ENGINE_NARROW_CONVEX_H
#define ENGINE_NARROW_CONVEX_H

#include "shape/placed.h"

meeting measure_circle_circle(const placed *a, const placed *b);
meeting measure_circle_ellipse(const placed *circle, const placed *ellipse);
meeting measure_circle_segment(const placed *circle, const placed *segment);
meeting measure_ellipse_ellipse(const placed *a, const placed *b);

#endif
