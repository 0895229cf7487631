/* plan.h: what a flyer will meet first, as far as it can see: another flyer, something alone. */
#ifndef ENGINE_EVENT_PLAN_H
#define ENGINE_EVENT_PLAN_H

#include "event/event_world.h"

/* What a flyer meets alone: the `what` of its plan. From PLAN_OBSTACLE on, obstacles, twice their
 * number, and one more for leaving a sensor. */
enum {
    PLAN_CROSS = 0,                /* the border of its cell, by cell_way */
    PLAN_WALL = CELL_SIDES,        /* a wall, by cell_way */
    PLAN_RECHECK = 2 * CELL_SIDES, /* nothing: it is time to look again */
    PLAN_FALL,                     /* the end of what bears it */
    PLAN_OBSTACLE = 16,
};

static inline uint32_t plan_of_obstacle(uint32_t which, bool leaving) {
    return PLAN_OBSTACLE + 2 * which + leaving;
}

static inline uint32_t plan_obstacle(uint32_t tag) {
    return (tag - PLAN_OBSTACLE) / 2;
}

static inline bool plan_leaves(uint32_t tag) {
    return (tag - PLAN_OBSTACLE) % 2 == 1;
}

/* Whether it is nobody's business but the engine's. */
static inline bool plan_is_internal(const event_world *w, uint32_t number, const pair_entry *plan) {
    if (plan->other != number) return w->particles.all[plan->other].stamp != plan->tag;
    return plan->tag < PLAN_WALL || plan->tag == PLAN_RECHECK;
}

/* Makes the plan of a flyer at the present; there is room in the queue. */
void plan_make(event_world *w, uint32_t number);

/* The same when its way is another from here on: those who planned to meet it will find out. */
void plan_renew(event_world *w, uint32_t number);
void plan_renew_both(event_world *w, uint32_t a, uint32_t b);

#endif
