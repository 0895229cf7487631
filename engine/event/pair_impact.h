/* pair_impact.h: what happens when a flyer's plan comes true. */
#ifndef ENGINE_EVENT_PAIR_IMPACT_H
#define ENGINE_EVENT_PAIR_IMPACT_H

#include "event/event_world.h"

/* Resolves the impact of two particles whose plans came true. */
void pair_impact_resolve(event_world *w, uint32_t a, uint32_t b, event_impact *impact);

/* The rule for two disks at the present, along that way. */
impulse_law pair_impact_law(const event_world *w, uint32_t a, uint32_t b, evo_vec2 delta);

/* What is noted of an impact of two whose centres were so far apart. */
void pair_impact_record(event_world *w, const event_impact *impact, double length);

#endif
