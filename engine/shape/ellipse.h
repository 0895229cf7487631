/* ellipse.h: the normals of an ellipse that run through a point. */
#ifndef ENGINE_SHAPE_ELLIPSE_H
#define ENGINE_SHAPE_ELLIPSE_H

#include "evolute/shape.h"
#include "shape/climb.h"

/* The point of the rim nearest to c, inside or outside: the answer for an ellipse with a circle, a
 * segment's end or a corner. `axis` runs along radius_x. */
meeting ellipse_nearest_to(const oval *e, evo_vec2 axis, evo_vec2 c);

/* The same, with each round of its climb told. */
meeting ellipse_watch_nearest(const oval *e, evo_vec2 axis, evo_vec2 c, const climb_watch *watch);

/* All normals through c: the local minima and maxima of the distance from c along the rim. The
 * first of each is the global one; a second pair exists when c is within the evolute. */
typedef struct ellipse_normals {
    int count; /* of each, 1 or 2 */
    meeting nearest[2], farthest[2];
} ellipse_normals;

ellipse_normals ellipse_normals_through(const evo_shape *ellipse, evo_vec2 axis, evo_vec2 c);

#endif
