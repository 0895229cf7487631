/* private.h: methods of the narrowphase: circle fitting, convex hulls, rings. */
#ifndef ENGINE_NARROW_PRIVATE_H
#define ENGINE_NARROW_PRIVATE_H

#include "narrow/narrow.h"
#include "shape/climb.h"
#include "shape/shape.h"

/* ==== Fitted circles ========================================================================== */

/* Signed distance of two ellipses. Points of a meeting are relative to A's centre. */

/* Relative to the sum of all four radii: depths that differ by less count as equal. */
static const double FIT_TOLERANCE = 1e-9;

/* Bounds of the search: samples beyond the eight of the axes, and halvings of one arc. */
enum { FIT_SAMPLES = 600, FIT_HALVINGS = 30 };

/* ==== Convex shapes =========================================================================== */

/* Distances of circles and ellipses, and of a circle and a segment. The arguments are of the
 * kinds in the name, in that order. */

meeting measure_circle_circle(const placed *a, const placed *b);
meeting measure_circle_ellipse(const placed *circle, const placed *ellipse);
meeting measure_circle_segment(const placed *circle, const placed *segment);
meeting measure_ellipse_ellipse(const placed *a, const placed *b);

/* ==== Distance of rings ======================================================================= */

/* Distances of pairs with a slice of a ring. */

meeting measure_circle_ring(const placed *circle, const placed *ring);

/* Measures a ring and an ellipse, a segment or another ring, in either order. */
meeting measure_outlines(const placed *a, const placed *b);

/* ==== Overlap of rings ======================================================================== */

/* Overlap of a slice of a ring with another shape. Exact; only the normals of an ellipse need
 * iterations. */

bool ellipse_meets_ring(const placed *ellipse, const placed *ring);
bool ring_meets_segment(const placed *ring, const placed *segment);
bool ring_meets_ring(const placed *a, const placed *b);

#endif
