/* convex.h: how much, for pairs of circles, ellipses and segments. The first shape is of the kind
 * named first. */
#ifndef ENGINE_NARROW_CONVEX_H
#define ENGINE_NARROW_CONVEX_H

#include "shape/placed.h"

meeting measure_circle_circle(const placed *a, const placed *b);
meeting measure_circle_ellipse(const placed *circle, const placed *ellipse);
meeting measure_circle_segment(const placed *circle, const placed *segment);
meeting measure_ellipse_ellipse(const placed *a, const placed *b);
meeting measure_ellipse_segment(const placed *ellipse, const placed *segment);
meeting measure_segment_segment(const placed *a, const placed *b);

#endif
