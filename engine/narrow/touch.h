/* touch.h: the points where two shapes touch, for a contact solver: one, or two where one could not
 * hold the shapes apart. */
#ifndef ENGINE_NARROW_TOUCH_H
#define ENGINE_NARROW_TOUCH_H

#include "shape/placed.h"

enum { TOUCHES = 2 };

/* Writes the touches with a gap of at most margin, the deepest first, and returns their number. */
int touch_find(const placed *a, const placed *b, double margin, meeting found[TOUCHES]);

#endif
