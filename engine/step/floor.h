/* floor.h: colliders as floors: which of them go on from each other. */
#ifndef ENGINE_STEP_FLOOR_H
#define ENGINE_STEP_FLOOR_H

#include "step/step.h"

/* Finds the joints of a collider that stands with what stands around it in the index; joints with
 * colliders that come later are found by those. False: out of memory. */
bool floor_enter(step_world *w, uint32_t collider);

/* Ends the joints of a collider. */
void floor_leave(step_world *w, uint32_t collider);

/* Finds the joints of what moves and cannot be pushed, of bodies that were changed since the last
 * step, by the index as it is sorted. Bodies that move alike do so until they are changed, and it
 * does not matter when their joints are found. False: out of memory. */
bool floor_join_moving(step_world *w);

/* Has all of them found anew by the next step. */
void floor_forget_moving(step_world *w);

#endif
