/* facing.h: parts of shapes that face a beam, or are seen from a point. In: a shape, and a
 * direction or a point in its frame; out: its outline across the beam, and how its surface lies. */
#ifndef ENGINE_SHAPE_FACING_H
#define ENGINE_SHAPE_FACING_H

#include "evolute/shape.h"

/* Extent of a shape across a beam, from its centre to the left of the beam. */
typedef struct facing_outline {
    double low, high;
} facing_outline;

/* `axis` is the shape's axis in the frame of the beam, which runs along x. */
facing_outline facing_outline_of(const evo_shape *shape, evo_vec2 axis);

/* Integrals over the part of the rim that the beam e reaches first, with the outward normal n:
 * sum = int (-n.e) (n x e) ds, and the same times the place along the beam, from the centre. */
typedef struct facing_slant {
    double sum, moment;
} facing_slant;

facing_slant facing_slant_of(const evo_shape *shape, evo_vec2 axis);

/* How a shape is seen from a point. */
typedef enum facing_side {
    FACING_FRONT, /* from outside, as a convex shape is; or from within it */
    FACING_MOUTH, /* into the opening of a slice of a ring, along its axis */
    FACING_HOLLOW /* from between a slice, or a whole ring, and its convex hull */
} facing_side;

/* The point is in the shape's own frame. */
facing_side facing_side_of(const evo_shape *shape, evo_vec2 point);

/* Returns the integral of the outward direction over the part of a ring's inner arc within a
 * distance of a point: a vector across the chord of that part, as long as the chord. */
evo_vec2 facing_hollow_of(const evo_shape *shape, evo_vec2 point, double within);

#endif
