/* touches.h: contacts of particles at the present: with each other, with walls and obstacles. */
#ifndef ENGINE_EVENT_TOUCHES_H
#define ENGINE_EVENT_TOUCHES_H

#include "event/event_world.h"

/* A search for contacts that are due. Of what was planned the nearest contact counts, whatever its
 * gap and approach, if no other does. */
typedef enum touch_phase { TOUCH_PLANNED, TOUCH_AROUND } touch_phase;

typedef struct touch_search {
    event_world *w;
    instant_host host;
    bool around;             /* neighbours are looked at, too */
    const pair_entry *entry; /* the plan */
    instant_contact nearest; /* nearest contact that did not count */
    double gap;              /* its gap; INFINITY: there is none */
    touch_phase phase;       /* what was planned is added first */
    double belt; /* surface speed of both: what touches is dragged along, counterclockwise around
                    each shape, as on ground that moves the other way */
} touch_search;

void touches_begin(touch_search *s, event_world *w, const pair_entry *planned, bool around);

/* Adds the contacts that a particle has planned. False: out of memory. */
bool touches_planned(touch_search *s, uint32_t number);

/* The gap of two particles at the present where they are nearest, of parts that meet. */
double touches_gap(const event_world *w, uint32_t a, uint32_t b, evo_vec2 delta);

/* The law of two disks, before hops. */
impulse_law touches_law_of_disks(const event_world *w, uint32_t a, uint32_t b);

#endif
