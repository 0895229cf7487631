/* told.h: what a step tells, in the user's arrays: touches, impacts, and bodies that fell asleep.
 *
 * What is due is told when the step has been made. A touch that ends because something is destroyed
 * is told by the next step, with the handles that it had. */
#ifndef ENGINE_STEP_TOLD_H
#define ENGINE_STEP_TOLD_H

#include "body/body.h"
#include "evolute/event.h"

/* Meeting of two colliders; the normal leads from the one named first. */
typedef struct touch_meeting {
    evo_vec2 point, normal;
    double speed, impulse;
} touch_meeting;

/* A touch of two colliders, by their ids, or a visit, if one is a sensor. */
typedef struct touch_ids {
    uint32_t a, b;
    bool began;
    touch_meeting how;
} touch_ids;

typedef enum told_kind {
    TOLD_TOUCHES,  /* evo_touch */
    TOLD_VISITS,   /* evo_visit */
    TOLD_IMPACTS,  /* evo_impact */
    TOLD_SLEEPERS, /* evo_body that fell asleep */
    TOLD_KINDS
} told_kind;

typedef struct told_list {
    void *all;
    list_size list;
} told_list;

typedef struct step_told {
    const evo_allocator *memory;
    told_list shown[TOLD_KINDS], due[TOLD_KINDS];
    size_t impacts_most; /* most impacts of a step; others are not reported */
} step_told;

/* An impact of two colliders, which may be in any order. */
typedef struct impact_ids {
    uint32_t a, b;
    evo_impact impact; /* impact without the bodies; the normal leads from a to b */
} impact_ids;

void told_init(step_told *t, const evo_allocator *memory, size_t impacts_most);
void told_free(step_told *t);

/* Adds what is due, if one of the two wants to be told; false: out of memory. */
bool told_touch(step_told *t, const body_store *s, touch_ids touch);
bool told_impact(step_told *t, const body_store *s, const impact_ids *impact);

/* Room for so many more that are due; false: out of memory. */
bool told_reserve(step_told *t, told_kind kind, size_t more);

/* Adds one for which there is room, and returns its place. */
void *told_add(step_told *t, told_kind kind);

/* The same of an impact, unless there are too many. */
bool told_reserve_impact(step_told *t);
void told_add_impact(step_told *t, const evo_impact *impact);

/* Returns an impact as seen from its other side. */
evo_impact told_mirrored(const evo_impact *impact);

/* Forgets what is due. */
void told_drop(step_told *t);

/* Forgets what is shown. */
void told_hide(step_told *t);

/* Shows what is due, in the order of handles, and impacts, `time` later, in that of times. */
void told_show(step_told *t, double time);

#endif
