/* flyers.h: bodies in doubles within a step: through each substep they fly on the parabola of free
 * flight or, where rows push, straight at the solved velocity. */
#ifndef ENGINE_STEP_FLYERS_H
#define ENGINE_STEP_FLYERS_H

#include "solve/motion.h"

typedef struct impacts impacts; /* see drift.h */

/* A body that is struck too often in a drift is plastic to the end of the step, or frozen: it stays
 * where it is to the end of the drift, and is plastic from then on. A body that would go through a
 * sleeper stays, too, and is lively afterwards: it is held. After too many impacts of fast bodies
 * in a step, what is fast or struck is stopped: it stays to the end of the step. */
typedef enum flyer_end {
    FLYER_LIVELY,
    FLYER_HELD,
    FLYER_PLASTIC,
    FLYER_FROZEN,
    FLYER_STOPPED
} flyer_end;

/* A body in doubles, at its own time in the drift. */
typedef struct flyer {
    uint32_t slot;       /* slot of the body */
    uint32_t first_pair; /* first event pair: twice the pair's number, plus the side; or NONE */
    uint32_t path;       /* changes when the flyer is struck */
    uint32_t plan;       /* the event pair that the flyer meets first, or NONE: its disk ends */
    uint32_t plan_made;  /* number of that pair's making */
    uint32_t hits;       /* impacts in this drift */
    flyer_end end;
    bool pressed; /* rows push it in this substep */
    bool far;     /* bounds of its body hold only where it begins */
    bool left;    /* the flyer has left its bounds in this step, and has a disk: see search.c */
    bool asleep;  /* it stays where it is to the end of the step, with the velocity that it gets */
    double time;
    evo_vec2 position, velocity, accel;
    double angle, spin;
    evo_vec2 fall;            /* velocity that a substep of free flight adds */
    double twist;             /* spin */
    double keeps, keeps_spin; /* parts that damping leaves in half a substep */
    float kicked[3];          /* the velocity of its row after the kick, without rows */
    double extent, inverse_mass, inverse_inertia;
    evo_vec2 held; /* 1 along locked axes */
    double way;    /* longest path that any of its points may have made in the step */
} flyer;

/* Number of a body's flyer, a new one if need be; NONE: out of memory. */
uint32_t flyer_for(impacts *m, uint32_t slot);
void flyers_take_relaxed(impacts *m);
void flyers_kick(impacts *m); /* after the kick of all rows */
void flyers_load(impacts *m);
void flyers_store(impacts *m);

/* The body at a time of the drift, not before its own. */
flyer flyer_at(const flyer *f, double time);

/* Where the body is now. */
evo_vec2 flyer_place(const impacts *m, const flyer *f);

/* The state of its body as the step ends. */
body_state flyer_state_at_end(const flyer *f);

/* Returns whether a body sleeps: it is struck with its mass, and wakes when the step ends. */
bool flyer_sleeps(const impacts *m, uint32_t slot);

/* Returns whether a flyer stays where it is, whatever strikes it. */
static inline bool flyer_stays(const flyer *f) {
    return f->asleep || f->end >= FLYER_FROZEN || f->end == FLYER_HELD;
}

/* Returns whether impacts of a flyer may be elastic. */
static inline bool flyer_bounces(const flyer *f) {
    return f->end < FLYER_PLASTIC;
}

/* Returns whether a flyer, or its rim, would move farther than twice its extent in a substep. */
bool flyer_is_fast(const impacts *m, const flyer *f);

/* Returns whether there were so many fast impacts that what is fast, and what is struck, stops to
 * the end of the step. */
bool flyers_are_stopping(const impacts *m);

/* Returns whether a sleeper was struck in this step. */
static inline bool flyer_is_woken(const flyer *f) {
    return f->asleep && f->path > 1;
}

#endif
