/* force.h: blasts, wind and water: impulses and forces that follow from the shapes of bodies.
 *
 *     evo_blast blast = {.center = bomb, .radius = 4, .falloff = 2, .impulse_per_length = 10};
 *     evo_world_explode(world, &blast);
 *
 *     evo_water pool = {.normal = {0, 1}, .density = 2, .drag = 3, .spin_drag = 3};
 *     evo_body_apply_buoyancy(world, raft, &pool);      before each step
 *
 * Sensors and bodies that are not dynamic are unaffected. Forces act during the next step only, as
 * those of body.h do: worlds of exact time take blasts, but neither wind nor water.
 */
#ifndef EVOLUTE_FORCE_H
#define EVOLUTE_FORCE_H

#include "query.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Blasts ---------------------------------------------------------------------------------- */

typedef struct evo_blast {
    evo_vec2 center;
    double radius;             /* up to this distance it is of full strength */
    double falloff;            /* from there on it falls linearly, to 0 at radius + falloff */
    double impulse_per_length; /* impulse over the length of a rim as seen from the centre; below 0
                                  it pulls */
    evo_query query;           /* colliders that it finds; its `sensors` and `leaves` are ignored */
} evo_blast;

/* Pushes what is near a point away from it, and wakes it. Of each collider, where u is the
 * direction from the centre to the nearest point of its rim, at a distance d (inside, 0):
 *
 *     impulse = impulse_per_length * strength(d) * length * u, at that point
 *
 * The length is that of its outline seen along u, exact for every shape, as far as a straight face
 * at that distance would be within radius + falloff. Within a collider u is the direction to its
 * centroid, and before the opening of a slice of a ring that of the slice's middle. All of it acts
 * along lines through the centre: a body turns if it is not struck towards its centre of mass.
 *
 * Within a slice of a ring, up to the chord between its ends, or within a whole ring, it pushes the
 * inner arc outward by strength(d), as far as that is within radius + falloff: a whole ring about
 * the centre is not moved.
 *
 * Walls do not shade. Returns how many bodies it pushed; a body whose change is refused for want of
 * memory is not pushed, and not counted. 0: it found none, or a number is invalid. */
EVO_API size_t evo_world_explode(evo_world *world, const evo_blast *blast);

/* ---- Wind ------------------------------------------------------------------------------------ */

/* Exerts the force of air on a collider. Where w is the velocity of the wind relative to the
 * collider's centroid, and n the outward normal of the rim, each part ds of the rim that w reaches
 * first gets, with e = w / |w|:
 *
 *     1.225 / 2 * |w|^2 * (-n.e) ds * (drag * e + lift * (n x e) * left(e))
 *
 * So drag acts along the wind, over the width of the shape across it, and lift across, away from
 * the side on which the wind meets a surface aslant; a disk has none. 1.225 is the density of air
 * in kilograms and metres. All of that in closed form; but the lift of an ellipse acts at its
 * centre. The force is limited to what takes up all of w in a step as long as the last one. Without
 * w there is no force, and nothing wakes. EVO_ERROR_INVALID: drag is below 0, or the force would
 * speed the body up by more than 1e30 a second. EVO_ERROR_UNSUPPORTED: a sensor, or what
 * evo_body_apply_force does not support. */
EVO_API evo_result evo_collider_apply_wind(evo_world *world, evo_collider collider, evo_vec2 wind,
                                           double drag, double lift);

/* ---- Water ----------------------------------------------------------------------------------- */

/* Returns the part of a shape below a line, on the side against its normal, as the mass of density
 * 1 there, with its centre in the world, in closed form. All zero where there is none, for a
 * segment, and for what is invalid. The normal may be of any length but 0. */
EVO_API evo_mass evo_shape_below(const evo_shape *shape, evo_pose at, evo_vec2 point,
                                 evo_vec2 normal);

/* Water below a line. Drags of 1 to 5 let what floats come to rest within seconds. */
typedef struct evo_water {
    evo_vec2 point, normal; /* of the surface: the water is on the side against the normal */
    evo_vec2 flow;          /* its velocity */
    double density;         /* mass per area */
    double drag;            /* rate, a second, at which what is below takes up the flow, per mass of
                               displaced water */
    double spin_drag;       /* the same of its spin, per moment of inertia of displaced water */
} evo_water;

/* Exerts the force of water on a body, the sum over its colliders. With mass M and inertia I of the
 * displaced water about its centre c, and the velocity v of the body there:
 *
 *     force = -M * gravity + drag * M * (flow - v) at c,   torque = -spin_drag * I * spin
 *
 * It is taken half of a step ahead, at the body's present motion and for a step as long as the last
 * one: so without drag what floats gains no energy. Drags of any size only slow down. What is so
 * thin that it would swing faster than steps can tell is slowed down near the surface; it floats as
 * deep as it should. As any force, water keeps a body awake; but what sleeps is left asleep if the
 * water stands still and does not carry its weight. Errors are those of evo_body_apply_force;
 * EVO_ERROR_INVALID, too: the normal is 0, a density or drag below 0. */
EVO_API evo_result evo_body_apply_buoyancy(evo_world *world, evo_body body, const evo_water *water);

#ifdef __cplusplus
}
#endif

#endif
