/* look.h: which particles may be in a part of space at the world's present, cell by cell. */
#ifndef ENGINE_EVENT_LOOK_H
#define ENGINE_EVENT_LOOK_H

#include "event/event_world.h"

/* What a particle is shown to, each once. For a way the answer is how much of it (0 to 1) is
 * still of interest; for a box it does not matter. */
typedef struct particle_visitor {
    double (*visit)(void *context, uint32_t number);
    void *context;
} particle_visitor;

void look_in_box(const event_world *w, evo_bounds box, const particle_visitor *by);

/* What may come within `radius` of the way, roughly from its beginning to its end; `limit` is how
 * much of it is of interest from the start. */
void look_along(const event_world *w, evo_vec2 from, evo_vec2 way, double radius, double limit,
                const particle_visitor *by);

#endif
