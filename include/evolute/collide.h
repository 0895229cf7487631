/* collide.h: overlap, distance, contacts and time of impact of two shapes, without a world.
 *
 * The order of the two shapes does not matter: the results mirror each other to the last bit,
 * unless the two are equal in shape and pose. Precision does not depend on the distance from the
 * origin, because positions are subtracted first. Two segments never overlap. An invalid shape or
 * pose meets nothing: no overlap, a distance of INFINITY with a zero normal, a time of INFINITY.
 */
#ifndef EVOLUTE_COLLIDE_H
#define EVOLUTE_COLLIDE_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Overlap --------------------------------------------------------------------------------- */

/* Whether the shapes share a point. The cheapest of these functions. */
EVO_API bool evo_overlap(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b);

/* ---- Distance -------------------------------------------------------------------------------- */

/* Signed distance: moving a by distance * normal makes the shapes just touch. For convex shapes
 * that overlap this is the minimum translation. A ring is not convex: for a circle and a ring the
 * depth is that of the circle's centre below the nearest rim plus the radius, for other shapes the
 * shortest separating translation along a normal common to both rims. */
typedef struct evo_gap {
    double distance;           /* below 0: penetration depth */
    evo_vec2 normal;           /* from a to b, of length 1 */
    evo_vec2 point_a, point_b; /* on the two rims */
} evo_gap;

/* Returns distance, normal and nearest points of the rims. */
EVO_API evo_gap evo_measure(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b);

/* evo_gap with the osculating circles of both rims at the nearest points. A straight rim and a
 * corner have radius 0, a hollow a negative one. The normal runs through both centres, and distance
 * = |center_b - center_a| - radius_a - radius_b, up to the sign of the first term. */
typedef struct evo_fit {
    evo_gap gap;
    evo_vec2 center_a, center_b;
    double radius_a, radius_b;
    int rounds; /* iterations of the circle fit; 0 for closed forms */
} evo_fit;

EVO_API evo_fit evo_measure_fit(const evo_shape *a, evo_pose at_a, const evo_shape *b,
                                evo_pose at_b);

/* Writes the contact points whose distance is at most margin, and returns how many there are.
 * One as a rule; two where one could not hold the shapes apart: both ends of what two faces share,
 * in order along the normal's left; with a ring, the deepest first, an ellipse across its hollow, a
 * disk in its notch, its straight cut on a segment. With a ring, a contact need not separate the
 * shapes by itself. */
EVO_API int evo_contacts(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b,
                         double margin, evo_gap found[2]);

/* ---- Time of impact -------------------------------------------------------------------------- */

/* Free motion: at time t the body is at position + t velocity, turned by angle + t spin. */
typedef struct evo_flight {
    evo_vec2 position, velocity;
    double angle, spin;
} evo_flight;

/* Returns the time until the shapes first touch: 0 if they overlap, or touch and approach; INFINITY
 * if they do not touch up to the horizon, which is at least 0 and may be INFINITY. A closed form
 * serves two circles, and a circle with a segment or ring that does not turn. All others use
 * conservative advancement with at most 100,000 distance evaluations, after which the result is
 * INFINITY too. That limit matters only for bodies that spin in place for ever, and for one that
 * slides along a ring's rim at a distance below 1e-5 of their size. */
EVO_API double evo_time_of_impact(const evo_shape *a, evo_flight fa, const evo_shape *b,
                                  evo_flight fb, double horizon);

#ifdef __cplusplus
}
#endif

#endif
