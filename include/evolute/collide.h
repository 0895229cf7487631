/* collide.h: overlap, distance, contacts and time of impact of two shapes, without a world.
 *
 *     evo_shape a = evo_ellipse(2, 1), b = evo_box(0.5, 0.5);
 *     evo_pose at_a = {{0, 0}, 0.3}, at_b = {{3, 1}, 0};
 *     evo_gap gap = evo_measure(&a, at_a, &b, at_b);
 *     bool overlap = gap.distance < 0; // as evo_overlap, which is faster
 *
 * Poses are those of the bodies, all lengths and points in the world. The order of the two shapes
 * does not matter: results mirror each other to the last bit, unless the two are equal in shape and
 * pose. Precision does not depend on the distance from the origin. Two segments never overlap. An
 * invalid shape or pose meets nothing: no overlap, a distance of INFINITY with a zero normal, a
 * time of INFINITY.
 */
#ifndef EVOLUTE_COLLIDE_H
#define EVOLUTE_COLLIDE_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Overlap --------------------------------------------------------------------------------- */

/* Returns whether two shapes share a point. It is the cheapest. */
EVO_API bool evo_overlap(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b);

/* ---- Distance -------------------------------------------------------------------------------- */

/* The signed distance of two shapes: if a moves by distance * normal, they just touch. If convex
 * shapes overlap, this is the shortest way apart. A ring is not convex: with a circle the depth is
 * that of the circle's centre below the nearest rim plus its radius, with other shapes the shortest
 * way apart along a normal common to both rims. */
typedef struct evo_gap {
    double distance;           /* below 0: depth of the overlap */
    evo_vec2 normal;           /* from a to b, of length 1 */
    evo_vec2 point_a, point_b; /* on the two rims */
} evo_gap;

/* Returns distance, normal, and the nearest points of the rims. */
EVO_API evo_gap evo_measure(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b);

/* evo_gap, and the osculating circles of both rims at the nearest points. A straight rim and a
 * corner have radius 0, a hollow a negative one. The normal runs through both centres, and distance
 * = |center_b - center_a| - radius_a - radius_b, up to the sign of the first term. */
typedef struct evo_fit {
    evo_gap gap;                 /* as of evo_measure */
    evo_vec2 center_a, center_b; /* of the osculating circles */
    double radius_a, radius_b;   /* of these circles */
    int rounds;                  /* iterations of the circle fit; 0 for closed forms */
} evo_fit;

/* Returns distance, normal, nearest points and circles. */
EVO_API evo_fit evo_measure_fit(const evo_shape *a, evo_pose at_a, const evo_shape *b,
                                evo_pose at_b);

/* Writes the contact points whose distance is at most `margin`, and returns how many: one as a
 * rule, two where one could not hold the shapes apart. These are both ends of what two faces share,
 * in order along the normal's left; or, with a ring, the deepest first: an ellipse across its
 * hollow, a disk in its notch, its straight cut on a segment. A single contact of a ring need not
 * separate the shapes. */
EVO_API int evo_contacts(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b,
                         double margin, evo_gap found[2]);

/* ---- Time of impact -------------------------------------------------------------------------- */

/* Free motion: at time t the body is at position + t * velocity, turned by angle + t * spin. */
typedef struct evo_flight {
    evo_vec2 position, velocity; /* of the body's origin; units/s */
    double angle, spin;          /* radians; rad/s */
} evo_flight;

/* Returns the seconds until two shapes first touch: 0 if they overlap, or touch and approach;
 * INFINITY if they do not touch up to the horizon, which is at least 0, and may be INFINITY. For
 * two circles, and for a circle with a segment or ring that does not turn, it is a closed form. All
 * others use conservative advancement, whose work is bounded to some milliseconds; NaN if that is
 * not enough to know. That happens only with bodies that turn a hundred times and more while they
 * hardly come nearer, at spins that are in no simple ratio or in a ring, and with one that slides
 * along a ring's rim nearer than 1e-5 of their size. */
EVO_API double evo_time_of_impact(const evo_shape *a, evo_flight fa, const evo_shape *b,
                                  evo_flight fb, double horizon);

#ifdef __cplusplus
}
#endif

#endif
