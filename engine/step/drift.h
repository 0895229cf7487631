/* drift.h: impacts at their true time within a step.
 *
 * A pair that may close faster than its limit in a step is an event pair: it has no row before it
 * touches. Its bodies are flyers: they go through each substep in doubles, on the parabola of free
 * flight or, where rows push, straight at the solved velocity. In this drift each plans what it
 * meets first (pair table), and impacts are resolved in the order of their times (event queue):
 * those of one instant together, by the law of flight/. Then only what was struck plans again.
 *
 * A step drops all of this if it cannot end: only room is kept from step to step. */
#ifndef ENGINE_STEP_DRIFT_H
#define ENGINE_STEP_DRIFT_H

#include "flight/instant.h"
#include "flight/plans.h"
#include "index/index.h"
#include "pairs/pairs.h"
#include "step/ask.h"
#include "step/event_pairs.h"
#include "step/search.h"

/* A flyer whose plan is due. */
typedef struct due_flyer {
    uint32_t number, path; /* path: as the instant began */
} due_flyer;

/* Room that is kept between steps. */
typedef struct impact_room {
    const evo_allocator *memory;
    uint32_t *flyer_of; /* flyer by slot of body: NONE between steps */
    flyer *flyers;
    event_pair *pairs;
    instant instant;    /* its bodies are flyers, its pairs event pairs */
    uint32_t *left;     /* flyers that left their bounds in this step */
    flyer_disk *disks;  /* by flyer */
    uint32_t *buckets;  /* of disks: NONE between steps */
    search_mark *marks; /* by slot of collider */
    parted_pair *parted;
    due_flyer *due;
    uint32_t mark; /* mark of the last search */
    plans plans;
    size_t flyer_of_capacity, flyer_capacity, pair_capacity, left_capacity, mark_capacity,
        due_capacity, disk_capacity, bucket_capacity, parted_capacity;
} impact_room;

enum { MEETS_MOST = 3, MEETS_LOADED = 4 };

typedef struct impact_settings {
    double bounce_threshold; /* slower contacts do not bounce */
    double impact_speed;     /* slower impacts are not told */
    size_t impacts_most;     /* most impacts of a step; others are only counted */
} impact_settings;

struct impacts {
    impact_room *room;
    step_told *told;
    arena *arena;
    const impact_settings *settings;
    const pair_questions *ask;
    const body_store *bodies;
    spatial_index *index;
    const float *radii; /* radii of the bounds, by slot of collider */
    const pair_list *list;
    const measure_output *measured;
    body_rows *velocities;
    contact_rows *rows;
    const contact_pass *pass; /* over these rows */
    motion_input motion;
    double substep, now;
    float warm;         /* length of a substep, as part of what it was in the last step */
    double begun, left; /* seconds of the step: before this drift, and after it */
    bool drifting;
    bool moved;         /* a substep has been made */
    const uint8_t *far; /* by slot of bodies that go far, or NULL: see place.h */
    uint8_t *meets;     /* by slot of awake bodies: pairs that may meet, MEETS_MOST at most, and
                           MEETS_LOADED; NULL: nothing bounces */
    uint32_t flyer_count, pair_count, left_count, parted_count;
    uint32_t free_pair, made;   /* first free place, linked by `next`; and pairs made so far */
    uint64_t disk_levels;       /* levels of index.h that disks have had */
    bool large_disks;           /* some disk had none */
    uint32_t *event_of;         /* event pair by entry of the list, or NONE */
    uint32_t *starts, *entries; /* entries of the list by slot of body */
    uint64_t count;             /* number of impacts */
    uint64_t fast_count;        /* impacts of fast bodies, and long looks along the way of rings */
    bool failed;                /* memory was refused */
};

/* Notes where memory was refused: all goes on to the next look at `failed`. Returns `got`. */
static inline bool impacts_got(impacts *m, bool got) {
    m->failed |= !got;
    return got;
}

/* The flyer of a side of a pair. */
static inline flyer *flyer_in(const impacts *m, const event_pair *p, int side) {
    return &m->room->flyers[p->flyers[side]];
}

void impact_room_init(impact_room *room, const evo_allocator *memory);
void impact_room_free(impact_room *room);

/* Finds the event pairs of a step, before rows are coloured, and sets their class. False: out of
 * memory. Without any, nothing else is to be called. */
bool impacts_classify(impacts *m);

/* Chooses, before the kick of a substep, the event pairs that have rows in it. */
void impacts_begin(impacts *m, bool first);

/* Flies the flyers through the substep after the solve, with their impacts; ends early, if memory
 * was refused. After all rows have drifted, those of flyers are put where these are. */
void impacts_drift(impacts *m);
void impacts_store(impacts *m);

/* A pass over the rows of event pairs that act in this substep, one by one. */
void impacts_pass(const impacts *m, contact_kernel kernel);

/* Makes event pairs of rows that a substep left too deep in what stands, even if there is no event
 * pair yet. */
void impacts_take_deep(impacts *m);

/* Looks again at the pairs of what bounced in a substep and may go far in the rest of the step. */
void impacts_take_bounced(impacts *m);

/* Finds which event pairs touch after the last substep. */
void impacts_end(impacts *m);

/* The end of a step: room is left as it was found. */
void impacts_close(impacts *m);

/* ---- Within a step (reconsider.c) ------------------------------------------------------------ */

/* Looks at the pairs of a body that was struck: some may be too fast for rows now, and it may leave
 * its bounds. */
void impacts_reconsider(impacts *m, uint32_t number);

/* Makes an event pair of an entry that was not expected to meet. */
void impacts_expect(impacts *m, uint32_t k);

/* Finds, as a drift begins, pairs beyond the bounds of bodies that were struck, or go far. */
void impacts_look_ahead(impacts *m);

/* Returns whether the user lets a pair pass that was not expected to meet. */
bool event_is_passed(impacts *m, event_pair *p);

/* Sets law and limits of a pair, by its rules or its materials. */
void event_set_law(const impacts *m, event_pair *p);

/* ---- Instants (instant.c) -------------------------------------------------------------------- */

/* Begins an instant, adds a pair that is due in it, and resolves all of it. */
void impacts_begin_instant(impacts *m);
void impacts_add_due(impacts *m, uint32_t pair);
void impacts_resolve_instant(impacts *m);

#endif
