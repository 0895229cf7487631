/* ground.h: what stands gives no way.
 *
 * Contacts hold bodies off each other along lines, in passes: what is light, thin or turns fast may
 * be pushed through its lines all the same, by what is heavy. It is not pushed through what stands:
 * when a step ends it is set back, so that it is never pressed in by more than a part of its size,
 * or by more than when the step began. */
#ifndef ENGINE_CONTACT_GROUND_H
#define ENGINE_CONTACT_GROUND_H

#include "contact/graph.h"

/* Where a body really is when a step ends that would be there, and was before when it began. */
evo_vec2 ground_sets_back(const graph *g, uint32_t index, const body_state *before,
                          const body_state *then);

/* After the solver: all bodies, in the rows of shifts, which tell how far they go. */
void ground_hold(graph *g, float *shifts);

#endif
