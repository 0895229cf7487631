/* touch.h: the points where two shapes touch, for a contact solver: one, or two where one could not
 * hold the shapes apart. */
#ifndef ENGINE_NARROW_TOUCH_H
#define ENGINE_NARROW_TOUCH_H

#include "shape/placed.h"

enum { TOUCHES = 2 };

/* Returns whether faces of two shapes may face each other; two segments never touch. */
static inline bool touches_faces(const evo_shape *a, const evo_shape *b) {
    const evo_shape_kind one = a->kind, two = b->kind;
    return one >= EVO_SEGMENT && two >= EVO_SEGMENT && (one > EVO_SEGMENT || two > EVO_SEGMENT);
}

/* Least square of the length of a side that is known; others are 0, 0. */
static const double SIDE_KNOWN = 0.5;

/* Largest cosine between a segment and a side that stands on it. */
static const double SIDE_UPRIGHT = 1e-3;

static inline bool side_is_known(evo_vec2 side) {
    return vec_dot(side, side) > SIDE_KNOWN;
}

/* Returns whether a side leads away from a segment's face, not from its end. */
static inline bool side_stands_on(evo_vec2 side, evo_vec2 axis) {
    return side_is_known(side) && fabs(vec_dot(side, axis)) < SIDE_UPRIGHT;
}

static inline void touches_swap(meeting found[TOUCHES]) {
    const meeting first = found[0];
    found[0] = found[1];
    found[1] = first;
}

/* Writes the touches with a gap of at most margin, the deepest first, those of two faces in order
 * along the left; and returns their number. `side`: the normal of a pair that overlapped before, or
 * 0, 0: what overlaps a segment with a face keeps its side. */
int touch_find(const placed *a, const placed *b, evo_vec2 side, double margin,
               meeting found[TOUCHES]);

/* Swaps a and b of touches; those of two faces stay in order along the left. */
void touches_mirror(const placed *a, const placed *b, meeting found[TOUCHES], int count);

/* Writes the touches with a segment that is known to lie in the direction of the normal, which
 * stands on it: however far a reaches across. */
int touch_find_towards(const placed *a, const placed *segment, evo_vec2 normal, double margin,
                       meeting found[TOUCHES]);

#endif
