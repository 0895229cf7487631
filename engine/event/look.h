/* look.h: which particles may be in a part of space at the world's present, cell by cell. */
#ifndef ENGINE_EVENT_LOOK_H
#define ENGINE_EVENT_LOOK_H

#include "event/event_world.h"

/* What a particle is shown to, each once. The answer is how much of the way (0 to 1) is still of
 * interest. */
typedef struct particle_visitor {
    double (*visit)(void *context, uint32_t number);
    void *context;
} particle_visitor;

/* What may come within a box of these half widths that goes along the way, roughly from its
 * beginning to its end; `limit` is how much of it is of interest from the start. */
void look_along(const event_world *w, evo_vec2 from, evo_vec2 way, evo_vec2 half, double limit,
                const particle_visitor *by);

#endif
