/* floor.h: static colliders as floors: which of them go on from each other. */
#ifndef ENGINE_STEP_FLOOR_H
#define ENGINE_STEP_FLOOR_H

#include "step/step.h"

/* Finds the joints of a static collider with what stands around it in the index; joints with
 * colliders that come later are found by those. False: out of memory. */
bool floor_enter(step_world *w, uint32_t collider);

/* Ends the joints of a static collider. */
void floor_leave(step_world *w, uint32_t collider);

/* Finds the joints of chains of a kinematic body, which it takes with it. False: out of memory. */
bool floor_link_moving(step_world *w, uint32_t body);

#endif
