/* plan.h: what a particle meets first, as far as can be seen: another, or something alone. */
#ifndef ENGINE_EVENT_PLAN_H
#define ENGINE_EVENT_PLAN_H

#include "event/event_world.h"

/* Tags of what a particle meets alone. From PLAN_OBSTACLE on: twice the obstacle's number, plus one
 * for leaving a sensor. */
enum {
    PLAN_CROSS = 0,                /* the border of its cell, by cell_side */
    PLAN_WALL = CELL_SIDES,        /* a wall, by cell_side */
    PLAN_RECHECK = 2 * CELL_SIDES, /* nothing: plan again */
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

/* Whether the event changes no path: a border, or a plan that is outdated or ends. */
static inline bool plan_is_internal(const event_world *w, uint32_t number, const pair_entry *plan) {
    if (plan->other != number) return w->particles.all[plan->other].stamp != plan->tag;
    if (plan->tag >= PLAN_OBSTACLE) return w->obstacles.all[plan_obstacle(plan->tag)].gone;
    return plan->tag < PLAN_WALL || plan->tag == PLAN_RECHECK;
}

/* Returns what a particle meets first. */
static inline const pair_entry *plan_of(const event_world *w, uint32_t number) {
    return plans_of(&w->plans, number);
}

/* Forgets what a particle plans; gives it a plan back that it had: there is room in the queue. */
void plan_forget(event_world *w, uint32_t number);
void plan_restore(event_world *w, uint32_t number, const pair_entry *plan);

/* Plans for a particle at the present. There is room in the queue. */
void plan_make(event_world *w, uint32_t number);

/* The same after an obstacle has come, if it meets that before what it planned. */
void plan_for_late(event_world *w, uint32_t number, uint32_t obstacle);

/* The same when its path has changed: plans of others to meet it become outdated. */
void plan_renew(event_world *w, uint32_t number);
void plan_renew_both(event_world *w, uint32_t a, uint32_t b);

#endif
