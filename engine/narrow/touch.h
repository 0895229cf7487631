/* touch.h: the places where two shapes touch, for a solver to push on: one, or two where one push
 * could not hold the shapes apart. */
#ifndef ENGINE_NARROW_TOUCH_H
#define ENGINE_NARROW_TOUCH_H

#include "shape/placed.h"

enum { TOUCHES = 2 };

/* Fills in the touches with a gap of at most margin, the deepest first, and counts them. */
int touch_find(const placed *a, const placed *b, double margin, meeting found[TOUCHES]);

#endif
