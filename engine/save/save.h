/* save.h: the state of worlds, visited: what a save holds, a load makes and a hash covers.
 *
 * All that decides the future is visited, in an order that depends on handles alone. What is
 * derived from it is made anew by a load: slots, index, seams, forms, masses, materials and hulls
 * that are shared. A world that is loaded into is empty. */
#ifndef ENGINE_SAVE_SAVE_H
#define ENGINE_SAVE_SAVE_H

#include "event/event_world.h"
#include "save/visitor.h"
#include "step/step.h"

typedef struct save_world {
    step_world *core;
    bool events; /* a world of exact time */
    /* Returns the motion of a body at present, for a hash; NULL: it is in the store. */
    body_state (*motion)(const void *context, uint32_t id);
    const void *context;
} save_world;

/* Visits a world of steps but for its settings, or what one of exact time keeps in it. */
void save_visit_world(visitor *v, const save_world *w);

/* Parts of that, in this order. */
void save_visit_bodies(visitor *v, const save_world *w);
void save_visit_islands(visitor *v, step_world *w);
void save_visit_pairs(visitor *v, step_world *w);
void save_visit_joints(visitor *v, const save_world *w);

/* Visits a world of exact time while it flies (flight.c), with so many ids of bodies. Its space and
 * memory are set, and all else is zero, when it is loaded. */
void save_visit_flight(visitor *v, event_world *w, uint32_t bodies);

/* Visits overlaps with sensors, in order. */
void save_visit_overlaps(visitor *v, const evo_allocator *memory, sensor_overlaps *o);

#endif
