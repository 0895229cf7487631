/* mover.h: characters that are no bodies: they go where they are told, as far as bodies let them.
 *
 *     evo_mover_config config = evo_mover_config_default();
 *     config.shape = evo_capsule((evo_vec2){0, -0.3}, (evo_vec2){0, 0.3}, 0.3);
 *     evo_mover hero = {.pose = {{2, 1}, 0}};
 *     each frame:
 *         evo_vec2 velocity = {4 * stick, hero.velocity.y - 10 * dt};
 *         if (hero.grounded && jumps) velocity.y = 6;
 *         evo_mover_move(world, &config, &hero, velocity, dt);
 *         evo_world_step(world, dt);
 *
 * evo_mover_move is made of the four functions before it, with which a program can make a mover of
 * its own. *Size* is the bounding radius of the shape. Nothing collides with a mover: bodies know
 * it by its pushes alone. One-way colliders (body.h) let it pass one way, as they do with bodies.
 */
#ifndef EVOLUTE_MOVER_H
#define EVOLUTE_MOVER_H

#include "query.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Planes ---------------------------------------------------------------------------------- */

/* A plane that bounds the way of a shape: where a collider touches it. */
typedef struct evo_plane {
    evo_vec2 normal; /* from the collider to the shape, of length 1 */
    evo_vec2 point;  /* on the collider's rim */
    double depth;    /* of the shape beyond the plane; below 0: a gap */
    evo_collider collider;
    evo_body body;
    double most; /* farthest way that it may push; INFINITY at first */
    bool clips;  /* it takes velocity away; true at first */
    double push; /* way that it gave in evo_planes_solve */
} evo_plane;

/* Finds the planes of a shape with every collider whose gap is below .005 of the shape's size: one,
 * or two where a collider touches it from two sides. Writes the first `capacity` of them, in order
 * of handles, and returns how many there are. Joints of floors give the floor's planes alone (see
 * evo_segment), and one-sided chains give none to what comes from behind, nor to what is deeper in
 * them than a quarter of its size. The world stays as it is: threads may call it as they call
 * queries. */
EVO_API size_t evo_world_planes(const evo_world *world, const evo_shape *shape, evo_pose at,
                                const evo_query *query, evo_plane *found, size_t capacity);

/* Returns the way nearest to a wanted one that ends beyond no plane, where planes push by at most
 * `most`; sets their `push`. (0, 0) for numbers that are not finite. */
EVO_API evo_vec2 evo_planes_solve(evo_plane *planes, size_t count, evo_vec2 way);

/* Returns a velocity without what goes into planes that have pushed and clip. */
EVO_API evo_vec2 evo_planes_clip(const evo_plane *planes, size_t count, evo_vec2 velocity);

/* Returns the part of a way, 0 to 1, that a shape goes without turning before something stops it.
 * What it touches at the start stops it only if the way goes against the plane there: it slides
 * along what it touches. What overlaps at the start lets it go if it gets no deeper. */
EVO_API double evo_world_slide(const evo_world *world, const evo_shape *shape, evo_pose at,
                               evo_vec2 way, const evo_query *query);

/* ---- Movers ---------------------------------------------------------------------------------- */

typedef struct evo_mover_config {
    evo_shape shape;
    evo_query query; /* what it meets */
    evo_vec2 up;     /* of any length */
    double step;     /* height of steps that it climbs */
    double snap;     /* height by which it keeps to the ground going down */
    double steepest; /* radians from up of ground that it stands on, below a quarter of a turn */
    double push;     /* greatest force, of all together, on dynamic bodies that it walks into */
    /* Returns whether it passes through what a plane belongs to; NULL: nothing lets it pass. It may
     * be asked several times in one move, and calls nothing of the world but what reads one body or
     * collider. */
    bool (*passes)(void *context, const evo_plane *plane);
    void *context;
} evo_mover_config;

/* A zeroed one with a pose is in the air. */
typedef struct evo_mover {
    evo_pose pose;
    evo_vec2 velocity; /* what is left of the wanted one; relative to the ground, and none along up,
                          while it is grounded */
    bool grounded;
    evo_body ground; /* what it stands on; {0} in the air */
    evo_vec2 ground_normal;
    evo_vec2 ground_velocity; /* where it stands: that of a body that moves or turns, of a belt */
    evo_pose ground_pose;     /* centre of mass and angle of the ground after the next step, as its
                                 velocity tells: by them the next move carries the mover */
} evo_mover;

/* up (0, 1), a step and a snap of 0.25, steepest 50 degrees, a push of 100; without a shape. */
EVO_API evo_mover_config evo_mover_config_default(void);

/* Moves a mover for some seconds with a velocity that is wanted: relative to what carries it while
 * it is grounded, else to the world. What falls adds gravity to it itself. It goes along walls,
 * climbs steps, keeps to ground that falls, rides what it stands on, and pushes dynamic bodies. A
 * wanted velocity along up leaves the ground, with the ground's velocity added to it. It never
 * turns. It keeps a gap of .001 of its size, and from bodies that approach the way that they go in
 * these seconds, so that they are not in it after the next step. In a callback of a step:
 * EVO_ERROR_LOCKED. After any error the mover is as it was; EVO_ERROR_MEMORY: some bodies may have
 * been pushed. */
EVO_API evo_result evo_mover_move(evo_world *world, const evo_mover_config *config,
                                  evo_mover *mover, evo_vec2 velocity, double seconds);

#ifdef __cplusplus
}
#endif

#endif
