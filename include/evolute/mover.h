/* mover.h: characters. A mover is no body: it goes where you tell it, as far as bodies let it.
 *
 *     evo_mover_config config = evo_mover_config_default();
 *     config.shape = evo_capsule(evo_vec(0, -0.3), evo_vec(0, 0.3), 0.3); // 1.2 high
 *     evo_mover hero = {.pose = {{2, 0.65}, 0}}; // its feet are 0.6 below: 0.05 above the ground
 *     for (int i = 0; i < 60; ++i) { // each step: move first, then step
 *         evo_vec2 velocity = evo_vec(4, hero.velocity.y - 10 * dt); // to the right; gravity
 *         if (hero.grounded && i == 30) velocity.y = 6;              // a jump
 *         evo_mover_move(world, &config, &hero, velocity, dt);
 *         evo_world_step(world, dt);
 *     }
 *
 * Add gravity always: on the ground it does no harm. Bodies do not collide with a mover, they get
 * its pushes and its weight alone. Sensors do not see it: ask evo_mover_sensors. One-way colliders
 * (body.h) let it pass one way, as they let bodies.
 *
 * evo_mover_move is made of the four functions before it, of which you can make a mover of your
 * own. The size of a mover is the bounding radius of its shape.
 */
#ifndef EVOLUTE_MOVER_H
#define EVOLUTE_MOVER_H

#include "query.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Planes ---------------------------------------------------------------------------------- */

/* A plane that bounds the way of a shape, where a collider touches it. */
typedef struct evo_plane {
    evo_vec2 normal;       /* from the collider to the shape, of length 1 */
    evo_vec2 point;        /* on the collider's rim, in the world */
    double depth;          /* by which the shape overlaps the plane; below 0: a gap */
    evo_collider collider; /* whose plane it is */
    evo_body body;         /* of the collider */
    double most;           /* greatest distance by which it may push; INFINITY at first */
    bool clips;            /* it takes velocity away; true at first */
    double push;           /* distance by which it pushed in evo_planes_solve */
} evo_plane;

/* Finds the planes of a shape with all colliders nearer than 0.005 of the shape's size: one with
 * each, or two where a collider touches it from two sides. Writes the first `capacity`, in order of
 * handles, and returns how many there are. At the joints of smooth floors (evo_segment) there are
 * the floor's planes alone. A one-sided chain gives none to a shape that comes from behind, or
 * overlaps it by more than a quarter of its size. Threads may call it as they call queries. */
EVO_API size_t evo_world_planes(const evo_world *world, const evo_shape *shape, evo_pose at,
                                const evo_query *query, evo_plane *found, size_t capacity);

/* Returns the way nearest to the wanted one that ends beyond no plane, where planes push by at most
 * `most`. Sets their `push`. (0, 0) for numbers that are not finite. */
EVO_API evo_vec2 evo_planes_solve(evo_plane *planes, size_t count, evo_vec2 way);

/* Returns a velocity without what goes into planes that pushed and clip. */
EVO_API evo_vec2 evo_planes_clip(const evo_plane *planes, size_t count, evo_vec2 velocity);

/* Returns the part of a way, 0 to 1, that a shape goes without turning until something stops it.
 * What touches it at the start stops it only if the way goes into that: it slides along. What
 * overlaps it at the start stops it only if it would get deeper. */
EVO_API double evo_world_slide(const evo_world *world, const evo_shape *shape, evo_pose at,
                               evo_vec2 way, const evo_query *query);

/* ---- Movers ---------------------------------------------------------------------------------- */

/* How a mover moves. */
typedef struct evo_mover_config {
    evo_shape shape; /* relative to its pose */
    evo_query query; /* what it meets; zeroed: all but sensors */
    evo_vec2 up;     /* of any length but 0 */
    double step;     /* height of steps that it climbs, in units of length, 0 or more */
    double snap;     /* height of steps down at which it stays on the ground, 0 or more; from where
                        the ground has gone in a step, if that falls */
    double steepest; /* angle of the steepest ground that it stands on, in radians from level, below
                        a quarter of a turn */
    double push;     /* greatest force, in all, on dynamic bodies that it walks into, 0 or more */
    /* Returns whether it passes through the collider of a plane, such as a platform to drop
     * through; NULL: through none. Return true for some steps, until the mover is deep in it: else
     * it is taken back. It may be asked several times in one move. It may call nothing of the world
     * but what reads one body or collider. */
    bool (*passes)(void *context, const evo_plane *plane);
    void *context; /* of yours, for `passes` */
    double mass;   /* 0 or more: it rests on the dynamic bodies that it stands on, at its feet
                    @mover-weight, and lands on them, as a body of this mass does: on rafts, seesaws
                    and bridges, which it keeps awake. Up to 128 times what bears it holds. 0: it
                    weighs nothing. Exact time has none */
} evo_mover_config;

/* A touch of a mover in a move. */
typedef struct evo_mover_touch {
    evo_collider collider; /* that it touched */
    evo_body body;         /* of the collider */
    evo_vec2 normal;       /* from the collider to the mover, of length 1 */
    evo_vec2 point;        /* on the collider's rim, in the world */
    evo_vec2 velocity;     /* of the body and its belt there, in units/s */
    double force; /* with which the mover pushed it, in the mean of the step; but its weight */
} evo_mover_touch;

enum { EVO_MOVER_TOUCHES = 8 }; /* a mover notes so many touches of a move, the first ones */

/* A mover. Zeroed, but for a pose, it is in the air. */
typedef struct evo_mover {
    evo_pose pose;     /* in the world, of the origin of its shape */
    evo_vec2 velocity; /* what is left of the wanted one, in units/s; grounded it is relative to the
                          ground, and 0 along up */
    bool grounded;     /* it stands on something */
    evo_body ground;   /* what it stands on; {0} in the air */
    evo_vec2 ground_normal;   /* of length 1 */
    evo_vec2 ground_velocity; /* of the ground where it stands, of a belt too, in units/s */
    evo_pose ground_pose; /* centre of mass and angle of the ground expected after the next step:
                             the next move carries the mover there */
    bool crushed;         /* it is squeezed between two, or a body is deep in it */
    double crush;    /* by how much the space is too narrow for it, or how deep; 0: it is not */
    uint64_t rider;  /* number by which the world knows its weight; 0: it weighs on nothing */
    evo_pose before; /* before the last move */
    evo_mover_touch touches[EVO_MOVER_TOUCHES]; /* of the last move: see evo_mover_touches */
    int touch_count;                            /* touches that are noted */
} evo_mover;

/* Returns the default config: up (0, 1), a step and a snap of 0.25, steepest 50 degrees, a push of
 * 100, without a shape. */
EVO_API evo_mover_config evo_mover_config_default(void);

/* Moves a mover for some seconds at a wanted velocity, in units/s: relative to the ground while it
 * is grounded, else to the world. Call it once before each step, for the time of that step. It
 * slides along walls, climbs steps, keeps to ground that falls, rides what it stands on, and pushes
 * dynamic bodies. A wanted velocity along up leaves the ground, and takes the ground's velocity
 * with it. It never turns. It keeps a gap of 0.001 of its size, and more from a body that
 * approaches: the way that this goes meanwhile.
 *
 * What overlaps it pushes it out by 3 of its sizes a second at most, and a dynamic body moves it by
 * no more than 20: so nothing throws it. Bodies that press it from two sides go into it slowly, and
 * it is told that they crush it.
 *
 * After an error the mover is as it was. @refused-move EVO_ERROR_LOCKED: called from a callback of
 * a step. EVO_ERROR_INVALID: a number, the shape or `up` is not valid. EVO_ERROR_LIMIT: it would
 * leave the range of numbers, or push a body out of it. EVO_ERROR_MEMORY: memory ran out. No body
 * has been pushed then, but in exact time some may have been. */
EVO_API evo_result evo_mover_move(evo_world *world, const evo_mover_config *config,
                                  evo_mover *mover, evo_vec2 velocity, double seconds);

/* Writes what a mover touched in its last move, the first `capacity`, and returns how many there
 * are: grounds, walls, and bodies that it pushed or that pushed it. */
EVO_API size_t evo_mover_touches(const evo_mover *mover, evo_mover_touch *touches, size_t capacity);

/* Returns the pose of a mover between that before the last move (part 0) and that after it (1): to
 * draw more often than the world steps, as evo_body_pose_between. */
EVO_API evo_pose evo_mover_pose_between(const evo_mover *mover, double part);

/* Finds the sensors that a mover met on its way of the last move, straight from where it was: coins
 * and doors. Writes the first `capacity`, in order of handles, and returns how many there are. The
 * query of the config decides which of them, but for its `sensors`. */
EVO_API size_t evo_mover_sensors(const evo_world *world, const evo_mover_config *config,
                                 const evo_mover *mover, evo_collider *found, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
