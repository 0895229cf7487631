/* force.h: blasts, wind and water: impulses and forces that follow from the shapes of bodies.
 *
 *     evo_blast blast = {.radius = 4, .falloff = 2, .impulse_per_length = 10}; // at the origin
 *     evo_world_explode(world, &blast);
 *
 *     evo_water pool = {.normal = {0, 1}, .density = 2, .drag = 3, .spin_drag = 3};
 *     for (int i = 0; i < 60; ++i) {
 *         evo_body_apply_buoyancy(world, body, &pool); // before each step
 *         evo_world_step(world, 1.0 / 60);
 *     }
 *
 * Sensors and bodies that are not dynamic feel none. Forces act during the next step only, as those
 * of body.h do. Exact time has blasts, but neither wind nor water.
 */
#ifndef EVOLUTE_FORCE_H
#define EVOLUTE_FORCE_H

#include "query.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Blasts ---------------------------------------------------------------------------------- */

/* An explosion. */
typedef struct evo_blast {
    evo_vec2 center; /* in the world */
    double radius;   /* distance up to which it is of full strength, 0 or more */
    double falloff;  /* length over which it falls from there, linearly, to 0 at radius + falloff; 0
                        or more */
    double impulse_per_length; /* impulse on a length of rim as seen from the centre: mass times
                                  velocity over length; below 0 it pulls */
    evo_query query;           /* the colliders that it finds; `sensors` and `leaves` are ignored */
} evo_blast;

/* Pushes bodies away from a point, and wakes them. Each collider gets, where u is the direction
 * from the centre to the nearest point of its rim, at a distance d (inside 0):
 *
 *     impulse = impulse_per_length * strength(d) * length * u, at that point
 *
 * The length is that of its outline seen along u, exact for every shape, as far as a straight face
 * at that distance would be within radius + falloff. If the centre is within the collider, u is the
 * direction to its centroid; if it is before the opening of a slice of a ring, to the middle of the
 * slice. The impulse acts along a line through the centre, so it turns bodies that it does not hit
 * towards their centre of mass.
 *
 * Within a slice of a ring, up to the chord between its ends, or within a whole ring, it pushes the
 * inner arc outward by strength(d), as far as that is within radius + falloff: a whole ring about
 * the centre does not move.
 *
 * Nothing gives cover. Returns how many bodies it pushed; those for which memory ran out are not
 * among them. 0: it found none, or a number is invalid. */
EVO_API size_t evo_world_explode(evo_world *world, const evo_blast *blast);

/* ---- Wind ------------------------------------------------------------------------------------ */

/* Exerts the force of air on a collider. `wind` is the velocity of the air in units/s; `drag` and
 * `lift` are coefficients. With w the wind relative to the collider's centroid, e = w / |w|, and n
 * the outward normal, each part ds of the rim that w reaches first gets
 *
 *     1.225 / 2 * |w|^2 * (-n.e) ds * (drag * e + lift * (n x e) * left(e))
 *
 * So drag acts along the wind, over the width of the shape across it. Lift acts across, away from
 * the side on which the wind meets a slanting surface; a disk has none. 1.225 is the density of air
 * in kilograms and metres. It is a closed form, but the lift of an ellipse acts at its centre. The
 * force is at most what takes up all of w in a step as long as the last one. Without w there is no
 * force, and nothing wakes. EVO_ERROR_INVALID: drag is below 0, or velocity or spin would grow by
 * more than 1e30 a second. EVO_ERROR_UNSUPPORTED: a sensor, or as evo_body_apply_force. */
EVO_API evo_result evo_collider_apply_wind(evo_world *world, evo_collider collider, evo_vec2 wind,
                                           double drag, double lift);

/* ---- Water ----------------------------------------------------------------------------------- */

/* Returns the part of a shape below a line, on the side against its normal: its area as `mass`,
 * with centre (in the world) and inertia, in closed form. Zeros if nothing is there, for a segment,
 * and for invalid arguments. The normal may be of any length but 0. */
EVO_API evo_mass evo_shape_below(const evo_shape *shape, evo_pose at, evo_vec2 point,
                                 evo_vec2 normal);

/* Water below a line. With a drag of 1 to 5 floating bodies come to rest within seconds. */
typedef struct evo_water {
    evo_vec2 point, normal; /* of the surface: the water is on the side against the normal */
    evo_vec2 flow;          /* its velocity, in units/s */
    double density;         /* mass per area, 0 or more; what is lighter floats */
    double drag;      /* rate, per second, 0 or more, at which the part below takes up the flow, per
                         mass of displaced water */
    double spin_drag; /* the same for spin, per moment of inertia of displaced water, 0 or more */
} evo_water;

/* Exerts the force of water on a body, summed over its colliders. With M and I the mass and inertia
 * of the displaced water about its centre c, and v the velocity of the body there:
 *
 *     force = -M * gravity + drag * M * (flow - v) at c,   torque = -spin_drag * I * spin
 *
 * It is computed for the body half a step ahead, for a step as long as the last one: so a body that
 * floats without drag gains no energy. Drag of any size only slows down. Thin bodies, which would
 * bob faster than steps allow, are slowed down near the surface, and float as deep as they should.
 * A sleeping body is left asleep if the water does not flow, and does not carry its weight; else
 * water keeps it awake. EVO_ERROR_INVALID: the normal is 0, a density or drag below 0; all else as
 * evo_body_apply_force. */
EVO_API evo_result evo_body_apply_buoyancy(evo_world *world, evo_body body, const evo_water *water);

#ifdef __cplusplus
}
#endif

#endif
