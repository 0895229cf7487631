/* hulls.h: distances of pairs with a segment, a capsule or a polygon. The arguments are of the
 * kinds in the name, in that order; a hull is a circle, a segment, a capsule or a polygon. */
#ifndef ENGINE_NARROW_HULLS_H
#define ENGINE_NARROW_HULLS_H

#include "narrow/touch.h"

bool ring_meets_hull(const placed *ring, const placed *flat);

meeting measure_hull_hull(const placed *a, const placed *b);
meeting measure_segment_segment(const placed *a, const placed *b);
meeting measure_ellipse_hull(const placed *ellipse, const placed *flat);

/* Writes the meeting of those corners of two hulls that are nearest to each other, and returns
 * whether nothing else of the two is as near: false, too, if they overlap. */
bool hull_corners_meet(const placed *a, const placed *b, meeting *found);

/* Writes the touches of two hulls of two points and more with a gap of at most `margin`, and
 * returns their number. Two faces that face each other touch at both ends of what they share, in
 * order along the normal's left. `side`: the normal of a pair that overlapped before, or 0, 0. */
int touch_hulls(const placed at[2], evo_vec2 side, double margin, meeting found[TOUCHES]);

#endif
