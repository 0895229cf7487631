/* event.h: the events of the last step, as arrays. An array is valid until the next step or until
 * the world is destroyed. Bodies may be created and destroyed while it is read. Several threads may
 * read at once. */
#ifndef EVOLUTE_EVENT_H
#define EVOLUTE_EVENT_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Two colliders began or ceased to touch or, if one is a sensor, to overlap. What met and parted
 * within the step did both, in that order. Ordered by handle: a's body has the lower index. A touch
 * that ends because an object is destroyed is reported by the next step, with the stale handles. */
typedef struct evo_touch {
    evo_body a, b;
    evo_collider collider_a, collider_b;
    bool began;
    bool sensor;
} evo_touch;

EVO_API const evo_touch *evo_world_touches(const evo_world *world, size_t *count);

/* Two bodies hit each other at config.impact_speed or faster; by default none is told. What rests
 * hits nothing. Ordered by time, then by handle: a's body has the lower index. */
typedef struct evo_impact {
    double time;            /* of the world, in seconds */
    evo_body a, b;          /* b {0}: a wall */
    evo_vec2 point, normal; /* normal: from a to b */
    double speed;           /* of the approach along the normal */
    double impulse;         /* along the normal; of a touch that begins in a step, of that step */
    evo_collider collider_a, collider_b; /* {0}: a wall; EVO_EVENTS: or one of several of a body */
} evo_impact;

EVO_API const evo_impact *evo_world_impacts(const evo_world *world, size_t *count);

/* The bodies that fell asleep, ordered by handle. */
EVO_API const evo_body *evo_world_sleepers(const evo_world *world, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
