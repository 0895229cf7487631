/* drift.h: the drift within a substep: flyers, pairs that may meet, searches, questions to the
 * user, and lists of what is told. */
#ifndef ENGINE_STEP_DRIFT_H
#define ENGINE_STEP_DRIFT_H

#include "body/body.h"
#include "evolute/collide.h"
#include "evolute/contact.h"
#include "evolute/event.h"
#include "flight/flight.h"
#include "flight/queue.h"
#include "index/index.h"
#include "measure/measure.h"
#include "narrow/narrow.h"
#include "pairs/pairs.h"
#include "solve/solve.h"

/* ==== Lists for the user ====================================================================== */

/* Lists of a step for the user: touches, impacts, visits, and bodies that fell asleep.
 *
 * What is due is told when the step has been made. A touch that ends because something is destroyed
 * is told by the next step, with the handles that it had. */

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

/* Makes room for so many more that are due; false: out of memory. */
bool told_reserve(step_told *t, told_kind kind, size_t more);

/* Adds an item that is due, unless there are too many; false: out of memory. */
bool told_add(step_told *t, told_kind kind, const void *item);

/* Returns an impact as seen from its other side. */
evo_impact told_mirrored(const evo_impact *impact);

/* Forgets what is due. */
void told_drop(step_told *t);

/* Forgets what is shown. */
void told_hide(step_told *t);

/* Shows what is due, in the order of handles, and impacts, `time` later, in that of times. */
void told_show(step_told *t, double time);

/* ==== Flyers ================================================================================== */

/* Bodies in doubles within a step: through each substep they fly on the parabola of free flight
 * or, where rows push, straight at the solved velocity. */

typedef struct impacts impacts; /* see The drift */

/* Sleepers stay where they are to the end of the step, with the velocity that they get. A body that
 * is struck too often in a drift is plastic to the end of the step, or frozen: it stays where it is
 * to the end of the drift, and is plastic from then on. A body that would go through a sleeper
 * stays, too, and is lively afterwards: it is held. After too many impacts of fast bodies in a
 * step, what is fast or struck is stopped: it stays to the end of the step. */
typedef enum flyer_state {
    FLYER_LIVELY,
    FLYER_ASLEEP,
    FLYER_HELD,
    FLYER_PLASTIC, /* states from here on have no elastic impacts */
    FLYER_FROZEN,
    FLYER_STOPPED
} flyer_state;

/* A body in doubles, at its own time in the drift. */
typedef struct flyer {
    uint32_t slot;       /* slot of the body */
    uint32_t first_pair; /* first event pair: twice the pair's number, plus the side; or NONE */
    uint32_t path;       /* changes when the flyer is struck */
    uint32_t plan;       /* the event pair that the flyer meets first */
    uint32_t hits;       /* impacts in this drift */
    flyer_state state;
    double time;
    evo_vec2 position, velocity;
    evo_vec2 accel; /* 0 of what rows push in this substep */
    double angle, spin;
    motion_drive drive;
    float kicked[3]; /* the velocity of its row after the kick, without rows */
    double extent, inverse_mass, inverse_inertia;
    evo_vec2 held; /* 1 along locked axes */
    double way;    /* longest path that any of its points may have made in the step */
} flyer;

/* Number of a body's flyer, a new one if need be; NONE: out of memory. */
uint32_t flyer_for(impacts *m, uint32_t slot);

/* Gives a flyer another path: what was forecast of its pairs does not hold any more. */
void flyer_deflect(const impacts *m, flyer *f);
void flyers_take_relaxed(impacts *m);
void flyers_kick(impacts *m); /* after the kick of all rows */
void flyers_load(impacts *m);
void flyers_store(impacts *m);

/* The body at a time of the drift, not before its own. */
flyer flyer_at(const flyer *f, double time);

/* Place and velocity of the body now; and how far it is pulled from its straight way to the end of
 * the drift. */
evo_vec2 flyer_place(const impacts *m, const flyer *f);
evo_vec2 flyer_velocity(const impacts *m, const flyer *f);
double flyer_bend(const impacts *m, const flyer *f);

/* Returns whether two flyers stay farther apart than `reach` from now until a time of the drift. */
bool flyers_pass(const impacts *m, const flyer *a, const flyer *b, double reach, double until);

/* The state of its body as the step ends. */
body_state flyer_state_at_end(const flyer *f);

/* Returns whether a body sleeps: it is struck with its mass, and wakes when the step ends. */
bool flyer_sleeps(const impacts *m, uint32_t slot);

/* Returns whether a flyer stays where it is, whatever strikes it. */
static inline bool flyer_stays(const flyer *f) {
    return f->state != FLYER_LIVELY && f->state != FLYER_PLASTIC;
}

/* Returns whether a flyer stays, or has no mass to be struck: it ends no pair of impacts by
 * itself. */
static inline bool flyer_is_unmoved(const flyer *f) {
    return flyer_stays(f) || !(f->inverse_mass > 0);
}

/* Returns whether impacts of a flyer may be elastic. */
static inline bool flyer_bounces(const flyer *f) {
    return f->state < FLYER_PLASTIC;
}

/* Returns whether a flyer, or its rim, would move farther than twice its extent in a substep. */
bool flyer_is_fast(const impacts *m, const flyer *f);

/* Returns whether there were so many fast impacts that what is fast, and what is struck, stops to
 * the end of the step. */
bool flyers_are_stopping(const impacts *m);

/* Returns whether a sleeper was struck in this step. */
static inline bool flyer_is_woken(const flyer *f) {
    return f->state == FLYER_ASLEEP && f->path > 1;
}

/* ==== Event pairs ============================================================================= */

/* Pairs that may close faster than their limit in a step: they have no row before they touch. */

/* Fraction of the size: how far gaps that were measured as floats may be off. */
static const double EVENT_GAP_ROUNDING = 1e-5;

/* Fraction of the reach of both: how far gaps along axes may be off that were measured as doubles.
 */
static const double EVENT_AXIS_ROUNDING = 1e-9;

/* Exchange of a pair in impacts of this step: how it met first, with the impulse of all; and
 * from the centres of both bodies to where. */
typedef struct pair_exchange {
    touch_meeting how;
    evo_vec2 arms[2];
    evo_vec2 push; /* on b, of all, friction too */
} pair_exchange;

/* By how much two convex shapes were apart along a normal, and how their bodies lay then: whatever
 * they do, they are no nearer than along that normal. Not known: the gap is not above 0. */
typedef struct pair_axis {
    evo_vec2 normal, between; /* between: from body to body */
    double angles[2];
    double gap;
} pair_axis;

/* Touches of two shapes: at one place, at both ends of what two faces share, or wherever a ring is
 * met, which may be at two places. */
typedef enum event_touches { EVENT_ONCE, EVENT_FACES, EVENT_RING } event_touches;

/* Next impact of a pair on the paths that its bodies have: there is none, or the pair did not
 * approach when it was due; or there is one at a time. */
typedef enum event_forecast { EVENT_UNKNOWN, EVENT_NEVER, EVENT_TIMED } event_forecast;

/* An event pair is linked to its flyers that have mass: twice its number, plus the side. */
typedef struct event_pair {
    uint32_t flyers[2], next[2];
    uint32_t entry;    /* index in the list, or NONE: the pair was found in a drift */
    uint32_t slots[2]; /* slots of its colliders */
    pair_ids ids;
    const evo_shape *shapes[2]; /* shapes about the centres of mass */
    event_touches touches;
    evo_contact_rules rules; /* by the materials, or the user */
    double limit;            /* slower approach is left to rows */
    double hard;             /* speed of a quarter of the thinner one in a substep */
    double cornered;         /* the same of what is apart: corners may be met elsewhere */
    double size;             /* reach of the smaller */
    double reach;            /* of both, from the centres of mass */
    double closed;           /* gap below which the pair is closed */
    double levers[2];        /* speed of a rim at a spin of 1 */
    double gap, ways;        /* the gap when measured, and how far both had come then */
    evo_vec2 normal;         /* normal then; 0, 0: not known */
    pair_axis axis;          /* as they were measured in this step */
    uint32_t rows[TOUCHES];  /* numbers of rows, or NONE */
    uint32_t row_count;      /* number of rows that act in this substep */
    uint32_t hits;           /* impacts in this drift */
    event_forecast forecast;
    double time;            /* of the forecast */
    pair_exchange exchange; /* in this step */
    bool crowd;             /* rows have what is slow, and bounce it */
    bool slow;     /* a row has the pair from the next substep on, until the pair gets fast */
    bool gathered; /* the pair is part of this instant */
    bool met;      /* the pair met in this step */
    bool touching; /* the pair touches as the step ends */
} event_pair;

/* The velocity of a body now: of a flyer, or of its row. */
typedef struct event_pace {
    evo_vec2 velocity;
    double spin;
} event_pace;

event_pace event_pace_of(const impacts *m, uint32_t slot);

/* Velocity that drives add to a body in a substep, as a length. */
double event_pull(const impacts *m, uint32_t slot);

/* Thicknesses of the thinner one in a substep that rows are trusted with; and the part of it up to
 * which they are with what comes from farther away: at ends and corners it may be met elsewhere
 * than where it was nearest. Larger: what turns as it lands is met elsewhere; smaller: more events,
 * and houses of cards fall. */
static const double EVENT_HARD = 0.25, EVENT_CORNERED = 0.5;

/* Returns whether two colliders that do not bounce are slow enough for a row, wherever they touch.
 * `speed`: a bound of that of their rims against each other. */
bool event_is_surely_slow(const impacts *m, const uint32_t slots[2], double speed);

/* An event pair of two colliders, or of entry k of the list, as it would be, and adding it. */
event_pair event_pair_of(const impacts *m, uint32_t a, uint32_t b);
event_pair event_pair_of_entry(const impacts *m, uint32_t k);
void event_pair_add(impacts *m, const event_pair *made);

/* Makes an entry of the list an event pair. */
void event_take_entry(impacts *m, const event_pair *p);

/* Returns whether a measured entry is too fast for a row in the rest of the step; and whether a
 * pair that was not measured is slow enough for one. */
bool event_is_fast(const impacts *m, uint32_t k, const event_pair *p);
bool event_is_slow(const impacts *m, const event_pair *p);

/* Room for event pairs, and the entries of each body, unless they are there. */
void events_prepare(impacts *m);
void events_list_entries(impacts *m);

/* ==== Searches ================================================================================ */

/* Partners of flyers that have left the bounds that the index has of them. */

/* The disk around the way of a flyer that leaves its bounds in a drift. */
typedef struct flyer_disk {
    evo_vec2 center;
    double radius;
    uint32_t number;
} flyer_disk;

/* Mark of a collider in a search, and the entry of the list, or NONE, that it has with what
 * searches. */
typedef struct search_mark {
    uint32_t mark, entry;
} search_mark;

/* Searches for what a flyer may meet in the rest of the drift, if it leaves its bounds. */
void search_beyond(impacts *m, uint32_t number);

/* ==== Questions to the user =================================================================== */

/* Questions about pairs: whether they collide at all, and whether they do so in this step; and
 * one-way colliders, which answer themselves. Pairs that pass have no row and no impact in it, and
 * nothing is remembered of them. */

typedef struct pair_questions {
    bool (*should_collide)(void *context, evo_collider a, evo_collider b);
    bool (*pre_solve)(void *context, const evo_contact *contact, evo_contact_rules *rules);
    void *context;
    int substeps;
} pair_questions;

static inline bool pair_is_asked(const pair_questions *ask, const body_store *s) {
    return ask->should_collide || ask->pre_solve || s->one_ways > 0;
}

/* Asks about all pairs that may meet in the step, drops those that pass, and keeps the rules of
 * others. False: out of memory. */
bool pairs_ask(const pair_questions *ask, const measure_input *in, const measure_output *measured,
               arena *a);

/* Answer about a pair: it passes, or it meets, by the rules of its materials or by others. */
typedef enum pair_answer { PAIR_MISSES, PAIR_MEETS, PAIR_RULED } pair_answer;

/* Answers for two colliders that were not expected to meet; `gap`: as they are; *rules: by which,
 * if they are ruled. */
pair_answer pair_ask_found(const pair_questions *ask, const body_store *s, const uint32_t slots[2],
                           const evo_gap *gap, evo_contact_rules *rules);

/* Drops entry k of a list, and its second. */
void pair_pass(const pair_list *list, uint32_t k);

/* ==== The drift =============================================================================== */

/* Impacts at their true time within a step.
 *
 * A pair that may close faster than its limit in a step is an event pair: it has no row before it
 * touches. Its bodies are flyers: they go through each substep in doubles, on the parabola of free
 * flight or, where rows push, straight at the solved velocity. In this drift each plans what it
 * meets first (pair table), and impacts are resolved in the order of their times (event queue):
 * those of one instant together, by the law of flight/. Then only what was struck plans again.
 *
 * A step drops all of this if it cannot end: only room is kept from step to step. */

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
    flyer_disk *left;   /* ways beyond bounds in this drift */
    search_mark *marks; /* by slot of collider */
    due_flyer *due;
    uint32_t mark; /* mark of the last search */
    plans plans;
    size_t flyer_of_capacity, flyer_capacity, pair_capacity, left_capacity, mark_capacity,
        due_capacity;
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
    const uint8_t *far; /* by slot of bodies that go far, or NULL: see private.h */
    uint8_t *meets;     /* by slot of awake bodies: pairs that may meet, MEETS_MOST at most, and
                           MEETS_LOADED; NULL: nothing bounces */
    uint32_t flyer_count, pair_count, left_count;
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

/* The slot of the body of a rank. Slots depend on the past; flyers are numbered in the order of
 * entries and ranks, which the state alone decides, so that events of one time are, too. */
static inline uint32_t impacts_ranked_body(const impacts *m, uint32_t rank) {
    return m->bodies->links[m->index->awake.slot[rank]].body;
}

void impact_room_init(impact_room *room, const evo_allocator *memory);
void impact_room_free(impact_room *room);

/* Finds the event pairs of a step, before rows are coloured, and sets their class. False: out of
 * memory. Without any, nothing else is to be called. */
bool impacts_classify(impacts *m, crew *c);

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

/* ---- Within a step (meet.c, event_pairs.c) --------------------------------------------------- */

/* Looks at the pairs of a body that was struck: some may be too fast for rows now, and it may leave
 * its bounds. */
void impacts_reconsider(impacts *m, uint32_t number);

/* Makes an event pair of an entry that was not expected to meet. */
void impacts_expect(impacts *m, uint32_t k);

/* Finds, as a drift begins, pairs beyond the bounds of bodies that were struck, or go far. */
void impacts_look_ahead(impacts *m);

/* Returns whether the user lets a pair pass that was not expected to meet. */
bool event_is_passed(impacts *m, event_pair *p);

/* Sets the limits of a pair by its rules. */
void event_set_limits(const impacts *m, event_pair *p);

/* ---- Instants (instant.c) -------------------------------------------------------------------- */

/* Begins an instant, adds a pair that is due in it, and resolves all of it. */
void impacts_begin_instant(impacts *m);
void impacts_add_due(impacts *m, uint32_t pair);
void impacts_resolve_instant(impacts *m);

#endif
