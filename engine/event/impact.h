/* impact.h: what happens at the time of an event: impacts, and particles that enter or leave
 * sensors. */
#ifndef ENGINE_EVENT_IMPACT_H
#define ENGINE_EVENT_IMPACT_H

#include "event/event_world.h"

/* Finds all contacts of the instant of a particle's plan, which is not of a sensor. False: memory
 * is refused, and nothing has changed. */
bool impact_gather(event_world *w, uint32_t number);

/* Resolves those, and plans for their particles; all impacts but for times are in w->reports. */
void impact_resolve(event_world *w);

/* Resolves the impact of two disks of which it is known that they meet nothing else. */
void impact_of_disks(event_world *w, uint32_t a, uint32_t b, event_impact *impact);

/* Returns whether nothing else can be due at the instant of a plan of two disks; and whether
 * nothing else was found: so that what is elsewhere changes no bit. */
bool impact_is_alone(const event_world *w, uint32_t a, uint32_t b);
bool impact_found_alone(const event_world *w);

/* The particle enters or leaves the sensor of its plan, and goes on; there is room. */
void impact_sense(event_world *w, uint32_t number, event_impact *impact);

#endif
