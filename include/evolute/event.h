/* event.h: what happened in the last step, as arrays. They are valid until the next step, or until
 * the world is destroyed; bodies may be created and destroyed while they are read. */
#ifndef EVOLUTE_EVENT_H
#define EVOLUTE_EVENT_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Two colliders began to touch or ceased to, or began or ceased to overlap where one is a sensor.
 * Ordered by handle. What ends because something is destroyed is in the step that follows, with the
 * handles of the dead. */
typedef struct evo_touch {
    evo_body a, b;
    evo_collider collider_a, collider_b;
    bool began;
    bool sensor;
} evo_touch;

EVO_API const evo_touch *evo_world_touches(const evo_world *world, size_t *count);

/* Two bodies hit each other at impact_speed or faster. Ordered by time, then by handle. */
typedef struct evo_impact {
    double time;
    evo_body a, b;          /* b {0}: a wall */
    evo_vec2 point, normal; /* normal: from a to b */
    double speed;           /* of approach along the normal */
    double impulse;
} evo_impact;

EVO_API const evo_impact *evo_world_impacts(const evo_world *world, size_t *count);

/* Bodies that fell asleep, ordered by handle. */
EVO_API const evo_body *evo_world_sleepers(const evo_world *world, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
