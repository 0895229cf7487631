/* waking.h: wakes islands of sleepers, in a step and for changes by hand. */
#ifndef ENGINE_STEP_WAKING_H
#define ENGINE_STEP_WAKING_H

#include "step/step.h"

/* Bodies that wake when one is changed by hand. */
typedef enum wake_reach {
    WAKE_BODY,    /* the body, with its island */
    WAKE_TOUCHING /* bodies that are joined to it or may touch the colliders that change, too */
} wake_reach;

/* Pairs of a step, as measured. */
typedef struct waking_pairs {
    const pair_list *list;
    const measure_output *measured;
    const float *velocity; /* of the rows */
    double seconds;        /* of the step */
} waking_pairs;

/* Functions from here on wake islands until waking_end. False: out of memory. */
bool waking_change(step_world *w, uint32_t body, collider_run run, wake_reach reach);
bool waking_all(step_world *w);

/* Wakes sleepers that are joined to what is awake, or else those that pairs may reach in the step,
 * and what these may. *woken: some do, and pairs are to be found again. */
bool waking_reached(step_world *w, const waking_pairs *in, bool *woken);

/* Queues the islands of sleepers that were struck, and makes room to remember their pairs with
 * those of the step: to wake them cannot fail then. */
bool waking_queue_struck(step_world *w, const impacts *m, size_t pairs);
void waking_struck(step_world *w);

/* Ends the waking of islands, or without `done` undoes it; neither can fail. Returns `done`. */
bool waking_end(step_world *w, bool done);

#endif
