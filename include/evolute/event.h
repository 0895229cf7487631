/* event.h: the events of the last step, as arrays. An array is valid until the next step or until
 * the world is destroyed. Bodies may be created and destroyed while it is read. Several threads may
 * read at once. */
#ifndef EVOLUTE_EVENT_H
#define EVOLUTE_EVENT_H

#include "body.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Two colliders began or ceased to touch. What met and parted within the step did both, in that
 * order. Touches end by themselves, and when one of the two is moved away by hand, disabled,
 * filtered or destroyed: that is told by the next step, of what is destroyed with the stale
 * handles. Ordered by handle: a's body has the lower index. */
typedef struct evo_touch {
    evo_body a, b;
    evo_collider collider_a, collider_b;
    void *user_a, *user_b; /* of the bodies; NULL, if the place of what is destroyed is taken */
    bool began;
    /* Of a touch that began: where, from a to b, how fast they came together along the normal, and
     * what they exchanged along it in the step. Zeros of one that ended. */
    evo_vec2 point, normal;
    double speed, impulse;
} evo_touch;

EVO_API const evo_touch *evo_world_touches(const evo_world *world, size_t *count);

/* A collider came into a sensor, or left it: as touches, but in the order of sensors, then of
 * visitors. */
typedef struct evo_visit {
    evo_collider sensor, visitor;
    evo_body sensor_body, visitor_body;
    void *sensor_user, *visitor_user; /* of the colliders */
    bool began;
} evo_visit;

EVO_API const evo_visit *evo_world_visits(const evo_world *world, size_t *count);

/* Writes up to `capacity` of the colliders that are in a sensor now, in order of handles, and
 * returns how many there are. */
EVO_API size_t evo_collider_visitors(const evo_world *world, evo_collider sensor,
                                     evo_collider *found, size_t capacity);

/* Two bodies hit each other at config.impact_speed or faster. What rests
 * hits nothing. Ordered by time, then by handle: a's body has the lower index. */
typedef struct evo_impact {
    double time;            /* of the world, in seconds */
    evo_body a, b;          /* b {0}: a wall */
    evo_vec2 point, normal; /* normal: from a to b */
    double speed;           /* of the approach along the normal */
    double impulse;         /* along the normal; of a touch that begins in a step, of that step */
    evo_collider collider_a, collider_b; /* {0}: a wall; exact time: or one of several of a body */
    evo_vec2 push;    /* impulse on b, with that of friction */
    evo_vec2 between; /* from the centre of mass of a to that of b then, the nearest image in a
                         periodic box; {0}: b is a wall */
} evo_impact;

EVO_API const evo_impact *evo_world_impacts(const evo_world *world, size_t *count);

/* A body that moved in the last step, or fell asleep as it ended: dynamic ones that are awake, and
 * kinematic ones that have a velocity. Ordered by handle. */
typedef struct evo_move {
    evo_body body;
    void *user;
    evo_pose before, now; /* before the step; `now`, if it was set by hand since, created, or the
                             world was loaded */
    bool fell_asleep;
} evo_move;

/* Makes the list when it is first asked for after a step, as things are then; of exact time,
 * `before` is known from the step on after the first question. NULL and 0: there are none, or
 * memory was refused. */
EVO_API const evo_move *evo_world_moves(const evo_world *world, size_t *count);

/* Returns the pose at a part of the last step, from 0 (before it) to 1 (now): games draw at the
 * part of a step that has passed since (loop.h). What stands or was set by hand is where it is
 * now. */
EVO_API evo_pose evo_body_pose_between(const evo_world *world, evo_body body, double part);

#ifdef __cplusplus
}
#endif

#endif
