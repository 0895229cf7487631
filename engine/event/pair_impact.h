/* pair_impact.h: what happens when a flyer's plan comes true. */
#ifndef ENGINE_EVENT_PAIR_IMPACT_H
#define ENGINE_EVENT_PAIR_IMPACT_H

#include "event/scheduler.h"

/* Of two flyers; of one and a wall, or an obstacle; into a sensor, or out of it. The impact's time
 * is left to the caller. */
void strike_pair(schedule *s, uint32_t a, uint32_t b, schedule_impact *impact);
void strike_alone(schedule *s, uint32_t number, uint32_t what, schedule_impact *impact);

/* The rule for two disks at the present, along that way. */
blow_rule strike_rule(const schedule *s, uint32_t a, uint32_t b, evo_vec2 way);

/* What is noted of an impact of two whose centres were so far apart. */
void strike_note(schedule *s, const schedule_impact *impact, double length);

#endif
