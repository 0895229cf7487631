/* drift.h: data that a world keeps of its steps: lists of reports, questions to the user, and room
 * for flyers and event pairs. */
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
 * Items are due while a step is made, and shown when the step has succeeded. A touch that ends
 * because a body or collider is destroyed is shown by the next step, with the handles that it
 * had. */

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

/* Adds a due item, if one of the two colliders reports it; false: out of memory. */
bool told_touch(step_told *t, const body_store *s, touch_ids touch);
bool told_impact(step_told *t, const body_store *s, const impact_ids *impact);

/* Makes room for `more` due items; false: out of memory. */
bool told_reserve(step_told *t, told_kind kind, size_t more);

/* Adds a due item, unless the list is full; false: out of memory. */
bool told_add(step_told *t, told_kind kind, const void *item);

/* Returns an impact as seen from its other side. */
evo_impact told_mirrored(const evo_impact *impact);

/* Drops the due items. */
void told_drop(step_told *t);

/* Drops the shown items. */
void told_hide(step_told *t);

/* Shows the due items with the user's pointers and tags: in the order of handles, and impacts in
 * the order of their times, to which `time` is added. */
void told_show(step_told *t, const body_store *s, double time);

/* ==== Flyers ================================================================================== */

/* Bodies in doubles within a step: through each substep they fly on the parabola of free flight
 * or, where rows push, straight at the solved velocity. */

/* States of a flyer. ASLEEP: it stays where it is to the end of the step, and keeps the velocity
 * that impacts give it. PLASTIC, FROZEN: it was struck too often in a drift. It is plastic to the
 * end of the step; frozen, it also stays where it is to the end of the drift. HELD: it would go
 * through a sleeper, so it stays to the end of the drift, and is lively afterwards. STOPPED: there
 * were too many impacts of fast bodies in the step, and it was fast or struck: it stays to the end
 * of the step. */
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
    uint32_t path;       /* number of the path: changes when the flyer is struck */
    uint32_t plan;       /* the event pair that the flyer meets first */
    uint32_t hits;       /* impacts in this drift */
    uint32_t beyond;     /* number of its way in the index, or NONE: it is within its bounds */
    flyer_state state;
    double searched; /* time of the drift up to which all that the path meets is in event pairs */
    double time;
    evo_vec2 position, velocity;
    evo_vec2 accel; /* acceleration; 0 if rows push the body in this substep */
    double angle, spin;
    motion_drive drive;
    float kicked[3]; /* the velocity of its row after the kick, without rows */
    double extent, inverse_mass, inverse_inertia;
    evo_vec2 locked; /* 1 along locked axes */
    double way;    /* bound of the path length of any of its points in the step */
} flyer;

/* ==== Event pairs ============================================================================= */

/* Pairs that may close faster than their limit in a step: they have no row before they touch. */

/* Fraction of the size: error of gaps that were measured in floats. */
static const double EVENT_GAP_ROUNDING = 1e-5;

/* Fraction of both reaches: error of gaps along axes that were measured in doubles. */
static const double EVENT_AXIS_ROUNDING = 1e-9;

/* Exchange of a pair in the impacts of this step: its first meeting, with the impulse of all
 * impacts; and the arms from both centres of mass to the first point. */
typedef struct pair_exchange {
    touch_meeting how;
    evo_vec2 arms[2];
    evo_vec2 push; /* impulse on b of all impacts, with friction */
} pair_exchange;

/* Separation of two convex shapes along a normal, and the poses of their bodies then. The gap is
 * never below the separation along that normal. Unknown if the gap is not above 0. */
typedef struct pair_axis {
    evo_vec2 normal, between; /* between: from body to body */
    double angles[2];
    double gap;
} pair_axis;

/* Touches of two shapes: at one point; at both ends of the segment that two faces share; or of a
 * ring, which may touch at two points. */
typedef enum event_touches { EVENT_ONCE, EVENT_FACES, EVENT_RING } event_touches;

/* Next impact of a pair on the present paths of its bodies. EVENT_NEVER: there is none, or the pair
 * did not approach when it was due. EVENT_TIMED: there is one, at `time`. */
typedef enum event_forecast { EVENT_UNKNOWN, EVENT_NEVER, EVENT_TIMED } event_forecast;

/* What the impacts of a pair may be: its limits follow (event_pairs.c). EVENT_PLASTIC: they do not
 * bounce. EVENT_IN_CROWD: rows solve slow ones, and bounce them. EVENT_BOUNCING: they bounce.
 * EVENT_IN_CHAIN: one of the bodies was struck in this drift, and passes every speed on. */
typedef enum event_case {
    EVENT_PLASTIC,
    EVENT_IN_CROWD,
    EVENT_BOUNCING,
    EVENT_IN_CHAIN
} event_case;

/* An event pair is linked to its flyers that have mass: twice its number, plus the side. */
typedef struct event_pair {
    uint32_t flyers[2], next[2];
    uint32_t entry;    /* index in the list, or NONE: the pair was found in a drift */
    uint32_t slots[2]; /* slots of its colliders */
    pair_ids ids;
    const evo_shape *shapes[2]; /* shapes about the centres of mass */
    event_touches touches;
    evo_contact_rules rules; /* rules of the materials, or of the user */
    double limit;            /* speed: a slower approach is left to rows */
    double hard;             /* speed: a quarter of the smaller thickness in a substep */
    double cornered;         /* the same for a pair that is apart: corners may meet elsewhere */
    double size;             /* reach of the smaller */
    double reach;            /* sum of both radii about the centres of mass */
    double closed;           /* gap below which the pair is closed */
    double levers[2];        /* speed of a rim at a spin of 1 */
    double gap, ways;        /* the gap when measured, and the path lengths of both then */
    evo_vec2 normal;         /* normal then; 0, 0: not known */
    pair_axis axis;          /* separation when last measured in this step */
    uint32_t rows[TOUCHES];  /* numbers of rows, or NONE */
    uint32_t row_count;      /* number of rows that act in this substep */
    uint32_t hits;           /* impacts in this drift */
    event_forecast forecast;
    double time;            /* time of the forecast */
    pair_exchange exchange; /* in this step */
    event_case kind;        /* by its rules: not EVENT_IN_CHAIN */
    bool slow;     /* a row has the pair from the next substep on, until the pair gets fast */
    bool gathered; /* the pair is part of this instant */
    bool met;      /* the pair met in this step */
    bool touching; /* the pair touches as the step ends */
} event_pair;

/* ==== Searches ================================================================================ */

/* Partners of flyers that have left their bounds in the index. */

/* Path of a flyer that has left its bounds in a drift. The path is in the index of still colliders,
 * under one of the flyer's colliders; NONE: it is not there. */
typedef struct flyer_way {
    evo_bounds bounds;
    uint32_t number, collider; /* number: of the flyer */
} flyer_way;

/* Mark of a collider in a search, and the entry of its pair with the searching flyer, or NONE. */
typedef struct search_mark {
    uint32_t mark, entry;
} search_mark;

/* ==== Questions to the user =================================================================== */

/* Questions about pairs: whether they collide at all, and whether they do so in this step; and
 * one-way colliders, which need no answer from the user. Pairs that pass have no row and no impact
 * in the step, and none of their data is remembered. */

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

/* Answer about a pair: it passes; it meets by the rules of its materials; or by other rules. */
typedef enum pair_answer { PAIR_MISSES, PAIR_MEETS, PAIR_RULED } pair_answer;

/* Asks about two colliders that were not expected to meet; `gap`: their gap now; *rules: set if the
 * answer is PAIR_RULED. */
pair_answer pair_ask_found(const pair_questions *ask, const body_store *s, const uint32_t slots[2],
                           const evo_gap *gap, evo_contact_rules *rules);

/* Drops entry k of a list, and its second. */
void pair_pass(const pair_list *list, uint32_t k);

/* ==== The drift =============================================================================== */

/* Impacts at their true time within a step.
 *
 * A pair that may close faster than its limit in a step is an event pair: it has no row before it
 * touches. Its bodies are flyers: they go through each substep in doubles, on the parabola of free
 * flight or, where rows push, straight at the solved velocity. In this drift each flyer plans its
 * first meeting (pair table), and impacts are resolved in the order of their times (event queue):
 * those of one instant together, by the law of flight/. Then only struck flyers plan again.
 *
 * A step that fails drops all of this: only room is kept from step to step. */

/* A flyer whose plan is due. */
typedef struct due_flyer {
    uint32_t number, path; /* path: number of the path as the instant began */
} due_flyer;

/* Flyers and event pairs of a step, in room that is kept between steps. Pairs stay to the next
 * step, because visits of forces read them. */
typedef struct impact_room {
    const evo_allocator *memory;
    uint32_t *flyer_of; /* flyer by slot of body: NONE between steps */
    flyer *flyers;
    event_pair *pairs;
    instant instant;    /* its bodies are flyers, its pairs event pairs */
    flyer_way *beyond;  /* paths of flyers beyond their bounds in this drift */
    search_mark *marks; /* by slot of collider */
    due_flyer *due;
    uint32_t mark; /* mark of the last search */
    plans plans;
    uint32_t flyer_count, pair_count, beyond_count;
    size_t flyer_of_capacity, flyer_capacity, pair_capacity, beyond_capacity, mark_capacity,
        due_capacity;
} impact_room;

typedef struct impact_settings {
    double bounce_threshold; /* slower contacts do not bounce */
    double impact_speed;     /* slower impacts are not reported */
    size_t impacts_most;     /* most impacts of a step; others are only counted */
} impact_settings;

void impact_room_init(impact_room *room, const evo_allocator *memory);
void impact_room_free(impact_room *room);

#endif
