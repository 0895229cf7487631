/* static_impact.h: impacts of a particle on what no impact moves: walls and obstacles. */
#ifndef ENGINE_EVENT_STATIC_IMPACT_H
#define ENGINE_EVENT_STATIC_IMPACT_H

#include "event/event_world.h"

/* Resolves what the tag of the particle's plan names (plan.h); or the particle enters or leaves a
 * sensor. The impact's time is left to the caller. */
void static_impact_resolve(event_world *w, uint32_t number, uint32_t tag, event_impact *impact);

#endif
