/* ellipse.h: the normals of an ellipse that run through a point. */
#ifndef ENGINE_SHAPE_ELLIPSE_H
#define ENGINE_SHAPE_ELLIPSE_H

#include "shape/climb.h"

/* The point of the rim nearest to c, from wherever c is; the answer for circle and ellipse, segment
 * end and ellipse, corner and ellipse. `axis` runs along radius_x. */
meeting ellipse_nearest_to(const oval *e, evo_vec2 axis, evo_vec2 c);

/* All of them: the rim's points where the distance from c is least or greatest among their
 * neighbours. The first of each is the least or greatest of all; a second pair exists for c within
 * the evolute. */
typedef struct ellipse_normals {
    int count; /* of each, 1 or 2 */
    meeting nearest[2], farthest[2];
} ellipse_normals;

ellipse_normals ellipse_normals_through(double radius_x, double radius_y, evo_vec2 axis,
                                        evo_vec2 c);

#endif
