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

typedef struct step_told {
    const evo_allocator *memory;
    evo_touch *touches, *due_touches;
    evo_visit *visits, *due_visits;
    evo_impact *impacts, *due_impacts;
    evo_body *sleepers;
    list_size touch_list, due_touch_list, visit_list, due_visit_list;
    list_size impact_list, due_impact_list, sleeper_list;
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

/* Room for touches, or for an impact, that are added afterwards; false: out of memory. */
bool told_reserve_touches(step_told *t, size_t more);
bool told_reserve_visits(step_told *t, size_t more);
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
