/* touch.h: the points where two shapes touch, for a contact solver: one, or two where one could not
 * hold the shapes apart. */
#ifndef ENGINE_NARROW_TOUCH_H
#define ENGINE_NARROW_TOUCH_H

#include "shape/placed.h"

enum { TOUCHES = 2 };

/* Writes the touches with a gap of at most margin, the deepest first, and returns their number. */
int touch_find(const placed *a, const placed *b, double margin, meeting found[TOUCHES]);

/* The same touches with a and b swapped: those of two faces stay in order along the left. */
void touches_mirror(const placed *a, const placed *b, meeting found[TOUCHES], int count);

/* Writes the touches with a segment that is known to lie in the direction of the normal, which
 * stands on it: however far a reaches across. */
int touch_find_towards(const placed *a, const placed *segment, evo_vec2 normal, double margin,
                       meeting found[TOUCHES]);

#endif
