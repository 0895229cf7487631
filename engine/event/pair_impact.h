/* pair_impact.h: impacts of two particles. */
#ifndef ENGINE_EVENT_PAIR_IMPACT_H
#define ENGINE_EVENT_PAIR_IMPACT_H

#include "event/event_world.h"
#include "shape/meeting.h"

/* Resolves the impact of two particles that meet at the present, and plans for both. The impact's
 * time is left to the caller. */
void pair_impact_resolve(event_world *w, uint32_t a, uint32_t b, event_impact *impact);

typedef struct pair_touch {
    meeting at;
    evo_material material_a, material_b;
} pair_touch;

/* Where two particles at the present are nearest; `filtered`: of parts that meet alone. */
pair_touch pair_nearest(const event_world *w, uint32_t a, uint32_t b, evo_vec2 delta,
                        bool filtered);

/* The law for two disks at the present, a distance vector apart. */
impulse_law pair_impact_law(const event_world *w, uint32_t a, uint32_t b, evo_vec2 delta);

/* Adds an impact to sums and records, `virial` being the change of momentum times the way
 * between both centres. */
void pair_impact_record(event_world *w, const event_impact *impact, double virial);

#endif
