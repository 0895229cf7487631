/* rules.h: what is known beforehand about all events to come. */
#ifndef ENGINE_EVENT_RULES_H
#define ENGINE_EVENT_RULES_H

#include "event/event_world.h"

/* When all particles have been set; and when one of this kind joins them. */
void rules_find(event_world *w);
void rules_note(event_world *w, uint32_t kind);

#endif
