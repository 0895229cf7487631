/* end.h: bodies as they are when a step ends. */
#ifndef ENGINE_STEP_END_H
#define ENGINE_STEP_END_H

#include "step/drift.h"

typedef struct step_end {
    motion_ending motion;
    const impacts *events;
    crew *crew; /* who shares it; NULL: nobody */
} step_end;

/* Returns the state of a body; and whether an awake one is at rest. */
body_state step_end_of(const step_end *e, uint32_t slot);
bool step_end_rests(const step_end *e, uint32_t slot);

/* Moves the bodies, counts their seconds at rest and clears their forces. */
void step_end_publish(const step_end *e, body_store *bodies);

#endif
