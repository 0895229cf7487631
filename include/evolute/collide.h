/* collide.h: two shapes and nothing else. No world is needed for any of this.
 *
 * Each pair of kinds may be given in either order: the answers mirror each other to the last bit
 * (but for two shapes that are the same in everything, which nothing tells apart).
 * Nothing depends on how far from the origin the shapes are: positions are subtracted first.
 * Two segments never overlap. A shape that is no shape, and a pose that is not finite, meets
 * nothing: no overlap, a gap of INFINITY with a zero normal, never a time of impact.
 */
#ifndef EVOLUTE_COLLIDE_H
#define EVOLUTE_COLLIDE_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Yes or no ------------------------------------------------------------------------------- */

/* Whether the shapes share a point. The cheapest question; ask it before the others. */
EVO_API bool evo_overlap(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b);

/* ---- How much -------------------------------------------------------------------------------- */

/* Where two shapes are nearest, or how to part them: moving a by distance * normal makes them just
 * touch. For convex shapes that overlap, this is the shortest way out. A ring is not convex: for a
 * circle on a ring the depth is that of its centre below the ring's nearest rim plus its radius,
 * and for the other shapes the shortest way out along a normal common to both rims. */
typedef struct evo_gap {
    double distance;           /* below 0: depth of the overlap */
    evo_vec2 normal;           /* from a to b, of length 1 */
    evo_vec2 point_a, point_b; /* on the two rims */
} evo_gap;

EVO_API evo_gap evo_measure(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b);

/* The same, with the circles that fit the two rims best where they meet. A straight rim and a
 * corner are fitted by their point, with radius 0; a hollow has a negative radius. The normal runs
 * through both centres and distance = |center_b - center_a| - radius_a - radius_b, up to the sign
 * of the first term. */
typedef struct evo_fit {
    evo_gap gap;
    evo_vec2 center_a, center_b;
    double radius_a, radius_b;
    int rounds; /* of fitting; 0 where none was needed */
} evo_fit;

EVO_API evo_fit evo_measure_fit(const evo_shape *a, evo_pose at_a, const evo_shape *b,
                                evo_pose at_b);

/* The places where the shapes touch, or come within margin of each other: what a solver would push
 * on. One as a rule; two where one push could not hold them apart: an ellipse that lies across the
 * hollow of a ring, a disk in a notch, a ring's straight cut on a segment. Returns how many; the
 * deepest comes first. With a ring, a place need not be a way to part the shapes by itself. */
EVO_API int evo_contacts(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b,
                         double margin, evo_gap found[2]);

/* ---- When ------------------------------------------------------------------------------------ */

/* A body in free motion: at time t it is at position + t velocity, turned by angle + t spin. */
typedef struct evo_flight {
    evo_vec2 position, velocity;
    double angle, spin;
} evo_flight;

/* The time from now at which the shapes first touch: 0 when they overlap or touch and approach,
 * INFINITY when they do not meet up to the horizon (which may be INFINITY, but no less than 0).
 * A circle that flies straight is answered in closed form for other such circles, and for segments
 * and rings that do not turn. All others are followed through 100,000 measurements of the gap at
 * most, and then INFINITY is the answer too: enough for any flight, but not for bodies that spin in
 * place for ever, nor for one that slides along a ring's rim with less than 1e-5 of their size
 * between them. */
EVO_API double evo_time_of_impact(const evo_shape *a, evo_flight fa, const evo_shape *b,
                                  evo_flight fb, double horizon);

#ifdef __cplusplus
}
#endif

#endif
