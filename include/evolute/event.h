/* event.h: what happened in the last step, as arrays.
 *
 *     size_t count;
 *     evo_world_step(world, 1.0 / 60);
 *     const evo_touch *touches = evo_world_touches(world, &count);
 *     for (size_t i = 0; i < count; ++i)
 *         if (touches[i].began) printf("at a speed of %g\n", touches[i].speed);
 *
 * A *touch* is a contact that began or ended, a *visit* a collider that came into a sensor or left
 * it. An *impact* is a collision with a speed.
 *
 * An array is valid until the next step, or until the world is destroyed. @lists-last Read it
 * between steps; you may create and destroy bodies meanwhile, and several threads may read at once.
 * Contacts of now: contact.h. Joints that broke: joint.h.
 */
#ifndef EVOLUTE_EVENT_H
#define EVOLUTE_EVENT_H

#include "body.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Two colliders that began to touch, or ceased. @touch-ends A pair that did both within a step is
 * there twice, in that order. A touch ends, too, when one of the two is moved by hand, disabled,
 * filtered or destroyed: the next step tells it. Look at `began` first: of a destroyed collider the
 * handles are stale. */
typedef struct evo_touch {
    evo_body a, b;                       /* a has the lower index */
    evo_collider collider_a, collider_b; /* of a and of b */
    /* Pointers and tags of the bodies and the colliders; of a destroyed one perhaps NULL and 0. */
    void *user_a, *user_b, *collider_user_a, *collider_user_b;
    uint64_t tag_a, tag_b, collider_tag_a, collider_tag_b;
    bool began;             /* false: it ended, and all below is zero */
    evo_vec2 point, normal; /* where, in the world; from a to b, of length 1 */
    double speed, impulse; /* of the approach along the normal, in units/s; along the normal, in the
                              whole step: mass times velocity */
} evo_touch;

/* Returns the touches of the last step, in order of the bodies' handles: of a, then of b. */
EVO_API const evo_touch *evo_world_touches(const evo_world *world, size_t *count);

/* A collider that came into a sensor, or left it. @visits-pair A visit ends as a touch does, also
 * when the sensor or the visitor is destroyed. What stands in a sensor that stands never comes: it
 * is in evo_collider_visitors alone. */
typedef struct evo_visit {
    evo_collider sensor, visitor;       /* stale if destroyed */
    evo_body sensor_body, visitor_body; /* the same */
    /* Pointers and tags of the colliders, and of their bodies; of a destroyed one perhaps NULL and
     * 0. */
    void *sensor_user, *visitor_user, *sensor_body_user, *visitor_body_user;
    uint64_t sensor_tag, visitor_tag, sensor_body_tag, visitor_body_tag;
    bool began; /* false: it left */
} evo_visit;

/* Returns the visits of the last step, in order of sensors, then of visitors. */
EVO_API const evo_visit *evo_world_visits(const evo_world *world, size_t *count);

/* Writes up to `capacity` colliders that are in a sensor now, in order of handles, and returns how
 * many there are. */
EVO_API size_t evo_collider_visitors(const evo_world *world, evo_collider sensor,
                                     evo_collider *found, size_t capacity);

/* Two bodies that hit each other at config.impact_speed (world.h) or faster. A body at rest hits
 * nothing. */
typedef struct evo_impact {
    double time;            /* of the world, in seconds, within the step */
    evo_body a, b;          /* a has the lower index; b {0}: a wall of the world */
    evo_vec2 point, normal; /* where, in the world; from a to b, of length 1 */
    double speed;           /* of the approach along the normal, in units/s */
    double impulse; /* along the normal, mass times velocity; of a touch that begins, in the whole
                       step */
    evo_collider collider_a, collider_b; /* {0}: a wall; in exact time, or one of several of a
                                            body */
    evo_vec2 push;                       /* impulse on b, with that of friction */
    evo_vec2 between; /* from the centre of mass of a to that of b at that time, to the nearest
                         image in a periodic box; {0} for a wall */
    /* Pointers and tags as in evo_touch; of {0} NULL and 0. */
    void *user_a, *user_b, *collider_user_a, *collider_user_b;
    uint64_t tag_a, tag_b, collider_tag_a, collider_tag_b;
} evo_impact;

/* Returns the impacts of the last step, in order of time, then of handles of a, then of b.
 * @impact-order */
EVO_API const evo_impact *evo_world_impacts(const evo_world *world, size_t *count);

/* A body that moved in the last step: a dynamic one that is awake, or has fallen asleep as the step
 * ended, or a kinematic one that has a velocity. */
typedef struct evo_move {
    evo_body body;        /* never stale when the list is made */
    void *user;           /* of the body */
    uint64_t tag;         /* the body's */
    evo_pose before, now; /* before the step, and now; both are that of now if the body was created
                             or set by hand since, or the world was loaded */
    bool fell_asleep;     /* as the step ended: it will not be in the next list */
} evo_move;

/* Returns what moved in the last step, in order of handles. @moves-list The list is made at the
 * first call after a step, of bodies as they are then. In exact time `before` is known from the
 * step after the first call on. NULL and 0: nothing moved, memory ran out, or it is asked in a
 * callback of a step. */
EVO_API const evo_move *evo_world_moves(const evo_world *world, size_t *count);

/* Returns where a body was at a part of the last step, from 0 (before it) to 1 (now). Games draw
 * bodies at the part of a step that has passed since (loop.h). A body that does not move, or was
 * set by hand, is where it is now; in a callback of a step all are. */
EVO_API evo_pose evo_body_pose_between(const evo_world *world, evo_body body, double part);

#ifdef __cplusplus
}
#endif

#endif
