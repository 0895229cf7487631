/* contour.h: a simple outline, counterclockwise, and which of its points see each other.
 *
 * All questions come down to one: on which side of the line through two points a third one lies.
 * Points nearer to the line than the tolerance lie on it, whatever the order of the three.
 */
#ifndef ENGINE_SHAPE_CONTOUR_H
#define ENGINE_SHAPE_CONTOUR_H

#include "core/vector.h"
#include "evolute/shape.h"

typedef struct contour {
    int count;
    double tolerance; /* distance; points nearer than it are one, and lie on lines that near */
    evo_vec2 points[EVO_OUTLINE_POINTS];
    bool wide[EVO_OUTLINE_POINTS]; /* the inner angle is half a turn or more */
} contour;

static inline int contour_next(const contour *c, int i) {
    return i + 1 < c->count ? i + 1 : 0;
}

static inline int contour_previous(const contour *c, int i) {
    return (i > 0 ? i : c->count) - 1;
}

/* Takes an outline without repeated points. False: it crosses or touches itself, has no area, too
 * many points, or numbers that no shape has. */
bool contour_take(contour *c, const evo_vec2 *points, size_t count);

/* Returns 1 when c lies left of the way from a to b, -1 when it lies right, 0 on the line. */
int contour_side(const contour *of, int a, int b, int c);

/* Returns whether a point lies on the segment between two others, and is neither of them. */
bool contour_lies_between(const contour *c, int point, int a, int b);

/* Returns whether the segment between two points, a < b, lies within the outline and meets no other
 * point. */
bool contour_sees(const contour *c, int a, int b);

#endif
