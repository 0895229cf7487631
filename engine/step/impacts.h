/* impacts.h: impacts at their true time within a step.
 *
 * A pair that may close faster than its limit in a step is an event pair: it has no row before it
 * touches. Its bodies are flyers: they go through each substep in doubles, on the parabola of free
 * flight or, where rows push, straight at the solved velocity. In this drift each plans what it
 * meets first (pair table), and impacts are resolved in the order of their times (event queue):
 * those of one instant together, by the law of flight/. Then only what was struck plans again.
 *
 * A step drops all of this if it cannot end: only room is kept from step to step. */
#ifndef ENGINE_STEP_IMPACTS_H
#define ENGINE_STEP_IMPACTS_H

#include "flight/instant.h"
#include "flight/plans.h"
#include "index/index.h"
#include "narrow/touch.h"
#include "pairs/pairs.h"
#include "solve/motion.h"
#include "step/ask.h"
#include "step/told.h"

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

/* An event pair is linked to its flyers that have mass: twice its number, plus the side. */
typedef struct event_pair {
    uint32_t flyers[2]; /* NONE: the place is free */
    uint32_t next[2], previous[2];
    uint32_t made;              /* number of its making */
    uint32_t seen;              /* mark of the last search that found it */
    uint32_t entry;             /* index in the list, or NONE: the pair was found in a drift */
    uint32_t slots[2];          /* slots of its colliders */
    const evo_shape *shapes[2]; /* shapes about the centres of mass */
    impulse_law law;
    evo_contact_rules rules; /* by the user, if it is ruled */
    double limit;            /* slower approach is left to rows */
    double hard;             /* speed of a quarter of the thinner one in a substep */
    double size;             /* reach of the smaller */
    double reach;            /* of both, from the centres of mass */
    double closed;           /* gap below which the pair is closed */
    double levers[2];        /* speed of a rim at a spin of 1 */
    double gap, ways;        /* the gap when measured, and how far both had come then */
    evo_vec2 normal;         /* normal then; 0, 0: not known */
    uint32_t rows[TOUCHES];  /* numbers of rows, or NONE */
    uint32_t row_count;      /* number of rows that act in this substep */
    uint32_t hits;           /* impacts in this drift */
    uint32_t quiet;          /* sum of both paths on which the two did not approach, after all */
    double time;             /* time of the next impact on the paths of `timed` */
    uint32_t timed;          /* sum of both paths then; 0: not known in this drift */
    touch_meeting how;       /* of its first impact in this step, with the impulse of all */
    double dragged;          /* impulse along the tangent, of all */
    bool ring;
    bool crowd;    /* rows have what is slow, and bounce it */
    bool swept;    /* its axes are swept when it is measured: a row may be trusted with more */
    bool faces;    /* both have faces, which may touch twice, as rings do */
    bool slow;     /* a row has the pair from the next substep on, until the pair gets fast */
    bool parted;   /* an entry of the list that is not linked, since the disks have parted */
    bool gathered; /* the pair is part of this instant */
    bool ruled;    /* the user changed its rules for this step */
    bool met;      /* the pair met in this step */
    bool touching; /* the pair touches as the step ends */
} event_pair;

/* A flyer whose plan is due. */
typedef struct due_flyer {
    uint32_t number, path; /* path: as the instant began */
} due_flyer;

/* Cell of a disk: a level of index.h, or LEVELS: it is too large. */
typedef struct disk_key {
    int level;
    double x, y;
} disk_key;

/* The disk in which a flyer's partners are known, once it has left its bounds. */
typedef struct flyer_disk {
    evo_vec2 center;
    double radius, until; /* until: time of the drift up to which it holds */
    disk_key key;
    uint32_t next; /* in its bucket */
    int doubled;   /* how often its reach was doubled */
} flyer_disk;

/* Mark of a collider in a search, and the pair, or entry of the list, that it has with what
 * searches. */
typedef struct search_mark {
    uint32_t mark, pair, entry;
} search_mark;

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
    touch_ids *parted;  /* found pairs that met and were unlinked */
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

typedef struct impacts {
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
} impacts;

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
void impacts_pass(const impacts *m, contact_kernel kernel, const contact_pass *pass);

/* Makes event pairs of rows that a substep left too deep in what stands, even if there is no event
 * pair yet. */
void impacts_take_deep(impacts *m);

/* Looks again at the pairs of what bounced in a substep and may go far in the rest of the step. */
void impacts_take_bounced(impacts *m);

/* Finds which event pairs touch after the last substep. */
void impacts_end(impacts *m);

/* The end of a step: room is left as it was found. */
void impacts_close(impacts *m);

/* ---- Flyers (flyers.c) ----------------------------------------------------------------------- */

/* Number of a body's flyer, a new one if need be; NONE: out of memory. */
uint32_t flyer_for(impacts *m, uint32_t slot);
void flyers_take_relaxed(impacts *m);
void flyers_kick(impacts *m); /* after the kick of all rows */
void flyers_load(impacts *m);
void flyers_store(impacts *m);

/* The body at a time of the drift, not before its own. */
flyer flyer_at(const flyer *f, double time);

evo_vec2 flyer_place(const flyer *f, double time);

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

/* ---- Event pairs (event_pairs.c) ------------------------------------------------------------- */

/* The velocity of a body now: of a flyer, or of its row. */
typedef struct event_pace {
    evo_vec2 velocity;
    double spin;
} event_pace;

event_pace event_pace_of(const impacts *m, uint32_t slot);

/* Velocity that drives add to a body in a substep, as a length. */
double event_pull(const impacts *m, uint32_t slot);
const collider_record *event_collider(const impacts *m, uint32_t slot);

/* An event pair of two colliders, or of entry k of the list, as it would be, and adding it. False:
 * out of memory. */
event_pair event_pair_of(const impacts *m, uint32_t a, uint32_t b);
event_pair event_pair_of_entry(const impacts *m, uint32_t k);
bool event_pair_add(impacts *m, const event_pair *made);

/* Unlinks a pair whose disks have parted, and frees its place, unless it is an entry of the list.
 * False: out of memory. Marks a pair whose disks meet as seen, and links it, if need be. */
bool event_pair_drop(impacts *m, uint32_t number);
void event_pair_see(impacts *m, uint32_t number);

static inline bool event_pair_is_free(const event_pair *p) {
    return p->flyers[0] == NONE;
}

/* Makes an entry of the list an event pair. */
bool event_take_entry(impacts *m, const event_pair *p);

/* Returns whether a measured entry is too fast for a row in the rest of the step; and whether a
 * pair that was not measured is slow enough for one. */
bool event_is_fast(const impacts *m, uint32_t k, const event_pair *p);
bool event_is_slow(const impacts *m, const event_pair *p);

/* Room for event pairs, and the entries of each body. False: out of memory. */
bool events_prepare(impacts *m);
bool events_list_entries(impacts *m);

/* ---- Within a step (reconsider.c) ------------------------------------------------------------ */

/* Looks at the pairs of a body that was struck: some may be too fast for rows now, and it may leave
 * its bounds. */
void impacts_reconsider(impacts *m, uint32_t number);

/* Makes an event pair of an entry that was not expected to meet. False: out of memory. */
bool impacts_expect(impacts *m, uint32_t k);

/* Finds, as a drift begins, pairs beyond the bounds of bodies that were struck, or go far. */
void impacts_look_ahead(impacts *m);

/* Returns whether the user lets a pair pass that was not expected to meet. */
bool event_is_passed(impacts *m, event_pair *p);

/* Sets law and limits of a pair, by its rules or its materials. */
void event_set_law(const impacts *m, event_pair *p);

/* ---- Beyond bounds (search.c) ---------------------------------------------------------------- */

/* Searches for what a flyer may meet, if it leaves its bounds in this drift. */
void search_beyond(impacts *m, uint32_t number);

/* Gives a flyer its next disk; and when it reaches the rim of its disk; INFINITY: not in this
 * drift. */
void search_on(impacts *m, uint32_t number);
double search_end(const impacts *m, uint32_t number);

void searches_close(impacts *m);

/* ---- Meetings (meet.c) ----------------------------------------------------------------------- */

/* Two flyers at one time, and the placed shapes of their pair, about the first. */
typedef struct met_pair {
    flyer bodies[2];
    placed at[2];
} met_pair;

met_pair met_pair_at(const impacts *m, const event_pair *p, double time);
int met_touches(const event_pair *p, const met_pair *q, double margin, meeting found[TOUCHES]);

/* Measures a pair, which remembers gap and normal; false: it had to keep its side. */
bool met_measure(const impacts *m, event_pair *p, const met_pair *q, meeting *at);
double met_approach(const met_pair *q, const meeting *at);

/* Returns whether a meeting is a contact: see measure/seams.h. */
bool met_is_contact(const impacts *m, const event_pair *p, const met_pair *q, meeting *at);
double met_rounding(const met_pair *q);

/* Approach that is left to rows. */
double event_limit(const impacts *m, const event_pair *p);

/* Fraction of a substep: times no farther apart are one instant. */
static const double INSTANT = 1e-9;

/* Sum of both paths, which changes when one of the two is struck. */
static inline uint32_t event_paths(const impacts *m, const event_pair *p) {
    return m->room->flyers[p->flyers[0]].path + m->room->flyers[p->flyers[1]].path;
}

/* Leaves a pair that is due and does not approach alone until one of the two is struck. */
static inline bool event_is_quiet(const impacts *m, const event_pair *p) {
    return p->quiet == event_paths(m, p);
}

static inline void event_leave_alone(const impacts *m, event_pair *p) {
    p->quiet = event_paths(m, p);
    p->timed = 0;
}

/* Fraction of the size: how far gaps that were measured as floats may be off. */
static const double EVENT_GAP_ROUNDING = 1e-5;

/* Returns when a pair has its next impact in the drift; INFINITY: none, or none up to `until`. */
double met_next(impacts *m, event_pair *p, double until);

/* Returns whether the circles around a pair are apart by more than a margin now. */
bool met_is_apart(const impacts *m, const event_pair *p, double margin);

/* ---- Instants (instant.c) -------------------------------------------------------------------- */

/* Begins an instant, adds a pair that is due in it, and resolves all of it. */
void impacts_begin_instant(impacts *m);
void impacts_add_due(impacts *m, uint32_t pair);
void impacts_resolve_instant(impacts *m);

#endif
