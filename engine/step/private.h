/* private.h: one step: its struct, and the parts that no other room calls. */
#ifndef ENGINE_STEP_PRIVATE_H
#define ENGINE_STEP_PRIVATE_H

#include "body/body.h"
#include "core/crew.h"
#include "core/memory.h"
#include "lanes/lanes.h"
#include "narrow/narrow.h"
#include "solve/solve.h"
#include "step/drift.h"
#include "step/step.h"

/* ==== Places in a step ======================================================================== */

/* Places of awake colliders in the middle of a step of free flight. */

/* Arrays by slot of awake colliders. */
typedef struct step_places {
    float *radii;      /* radii of disks that hold their whole paths; centres: body_store.places */
    index_sizes sizes; /* boxes within the disks */
    bool some_unround; /* some form is no FORM_DISK */
    bool some_fixed;   /* some body is moved by no contact */
    bool some_pulled;  /* some body is pulled harder than by gravity */
    uint8_t *far; /* by slot: the body goes far, and its bounds hold only its beginning; or NULL */
} step_places;

typedef struct place_input {
    body_store *bodies;
    double seconds;
    double pull; /* how far gravity moves a body from rest in the step */
    turn_kernel turn;
    crew *crew; /* NULL: one thread places all */
} place_input;

/* False: out of memory. */
bool place_awake(step_places *p, const place_input *in, arena *a);

/* ==== The step in hand ======================================================================== */

/* All that a step derives. It is passed as `m`; `w` is its world, and `s` are its bodies. */

typedef struct step step;

/* Kernels of the step's width, and the arguments of their passes. Workers share the blocks of one
 * colour, which have no moving body in common; rows without a colour are solved alone, in their
 * order. */
typedef struct step_passes {
    lane_kernels kernels;
    contact_input packing;
    row_flags found;
    contact_pass contacts;
    body_pass bodies;
    joint_pass joints;
} step_passes;

/* Times of the clocks: when the phase began, and when workers joined; and the number of bodies and
 * rows to share. */
typedef struct step_clock {
    double phase;
    double gathered, items; /* items 0: too few to share */
} step_clock;

/* Where a step is: before its first drift, within a drift, or between two drifts. */
typedef enum step_stage { STAGE_BEGUN, STAGE_DRIFT, STAGE_BETWEEN } step_stage;

/* Entries of the list by slot of body: those of a slot are of[first[slot]] to of[first[slot + 1]],
 * without the latter. */
typedef struct body_entries {
    uint32_t *first, *of;
} body_entries;

/* By slot of awake bodies: the number of pairs that may meet, up to MEETS_MOST; and MEETS_LOADED if
 * one of them carries weight. */
enum { MEETS_MOST = 3, MEETS_LOADED = 4 };

struct step {
    step_world *world;
    body_store *bodies; /* of the world */
    impact_room *room;  /* its flyers and event pairs */
    crew *crew;         /* NULL: nobody shares the step */
    step_clock clock;
    motion_input motion;
    double substep; /* seconds */
    double pull;    /* how far gravity moves a body from rest in the step */
    float warm;     /* length of a substep, relative to that of the last step */
    step_places places;
    pair_input finding;
    bool sorted; /* the index is, in this step */
    pair_list list;
    pair_ended ended;
    measure_input measure;
    measure_output measured;
    body_rows rows;
    braced_bodies braced;
    pair_colours colours;
    contact_rows contacts;
    joint_packed joints;
    uint32_t *rider_rows; /* rows of riders' feet, or NONE; NULL: there is no rider */
    step_passes passes;
    motion_ending ending;
    step_stage stage;
    int done;           /* substeps */
    double now;         /* seconds since the drift began */
    uint32_t *event_of; /* event pair by entry of the list, or NONE; NULL: there are none */
    body_entries entries;
    uint8_t *meets; /* see MEETS_MOST; NULL: nothing bounces */
    uint64_t impact_count;
    uint64_t fast_count; /* impacts of fast bodies, and long searches along the paths of rings */
    bool failed;         /* memory was refused */
};

/* Seconds of the step: before the substep in hand, and after it. */
static inline double step_begun(const step *m) {
    return m->done * m->substep;
}

static inline double step_left(const step *m) {
    return m->motion.seconds - (m->done + 1) * m->substep;
}

/* Notes where memory was refused: all goes on to the next look at `failed`. Returns `got`. */
static inline bool step_got(step *m, bool got) {
    m->failed |= !got;
    return got;
}

/* Sorts the index for walks among the awake, unless this step has. False: refused. */
bool step_sort(step *m);

/* ==== Flyers ================================================================================== */

/* Returns the number of a body's flyer, which is made if there is none; NONE: out of memory. */
uint32_t flyer_for(step *m, uint32_t slot);

/* Gives a flyer a new path: the forecasts of its pairs are dropped. */
void flyer_deflect(const step *m, flyer *f);

/* Takes the meeting of a flyer in one of its event pairs as its first, if it comes before that. */
void flyer_consider(step *m, uint32_t number, uint32_t link, pair_entry *first);
void flyers_take_relaxed(step *m);
void flyers_kick(step *m); /* after the kick of all rows */
void flyers_load(step *m);
void flyers_store(step *m);

/* The body at a time of the drift, not before its own. */
flyer flyer_at(const flyer *f, double time);

/* Position and velocity of the body now; and how far acceleration bends its path from a straight
 * line to the end of the drift. */
evo_vec2 flyer_place(const step *m, const flyer *f);
evo_vec2 flyer_velocity(const step *m, const flyer *f);
double flyer_bend(const step *m, const flyer *f);

/* Returns whether two flyers stay farther apart than `reach` from now until a time of the drift. */
bool flyers_pass(const step *m, const flyer *a, const flyer *b, double reach, double until);

/* The state of its body as the step ends. */
body_state flyer_state_at_end(const flyer *f);

/* Returns whether a body sleeps: it is struck with its mass, and wakes when the step ends. */
bool flyer_sleeps(const step *m, uint32_t slot);

/* Returns whether a flyer stays where it is, whatever strikes it. */
static inline bool flyer_stays(const flyer *f) {
    return f->state != FLYER_LIVELY && f->state != FLYER_PLASTIC;
}

/* Returns whether a flyer stays, or has no mass: two such flyers have no impact. */
static inline bool flyer_is_unmoved(const flyer *f) {
    return flyer_stays(f) || !(f->inverse_mass > 0);
}

/* Returns whether impacts of a flyer may be elastic. */
static inline bool flyer_bounces(const flyer *f) {
    return f->state < FLYER_PLASTIC;
}

/* Returns whether a flyer, or its rim, would move farther than twice its extent in a substep. */
bool flyer_is_fast(const step *m, const flyer *f);

/* Returns whether the step had so many fast impacts that fast and struck flyers stop to its end. */
bool flyers_are_stopping(const step *m);

/* Returns whether a sleeper was struck in this step. */
static inline bool flyer_is_woken(const flyer *f) {
    return f->state == FLYER_ASLEEP && f->path > 1;
}

/* ==== Event pairs ============================================================================= */

/* The flyer of a side of a pair. */
static inline flyer *flyer_in(const step *m, const event_pair *p, int side) {
    return &m->room->flyers[p->flyers[side]];
}

/* The velocity of a body now: of a flyer, or of its row. */
typedef struct event_velocity {
    evo_vec2 velocity;
    double spin;
} event_velocity;

event_velocity event_velocity_of(const step *m, uint32_t slot);

/* Returns the length of the velocity that drives add to a body in a substep. */
double event_pull(const step *m, uint32_t slot);

/* EVENT_HARD: how far a pair may approach in one substep before rows can no longer stop it, as a
 * multiple of the smaller thickness. EVENT_CORNERED: fraction of that for pairs that are apart,
 * whose ends and corners may meet elsewhere than where they were nearest. Larger: bodies that turn
 * as they land miss their rows; smaller: more events, and houses of cards fall. */
static const double EVENT_HARD = 0.25, EVENT_CORNERED = 0.5;

/* Returns whether two colliders that do not bounce are slow enough for a row, wherever they touch.
 * `speed`: a bound of the relative speed of their rims. */
bool event_is_surely_slow(const step *m, const uint32_t slots[2], double speed);

/* Makes an event pair of two colliders, or of entry k of the list; and adds one. */
event_pair event_pair_of(const step *m, uint32_t a, uint32_t b);
event_pair event_pair_of_entry(const step *m, uint32_t k);
void event_pair_add(step *m, const event_pair *made);

/* Returns the approach speed up to which rows have the pair, for the present states of both
 * bodies. */
double event_limit(const step *m, const event_pair *p);

/* Returns the restitution of an impact of a pair at an approach speed. */
double event_restitution(const step *m, const event_pair *p, double approach);

/* Returns whether a measured entry is too fast for a row in the rest of the step; and whether a
 * pair that was not measured is slow enough for one. */
bool event_is_fast(const step *m, uint32_t k, const event_pair *p);
bool event_is_slow(const step *m, const event_pair *p);

/* Makes room for event pairs, and lists the entries of each body, unless that is done. */
void events_prepare(step *m);
void events_list_entries(step *m);

/* Searches along the path of a flyer from now to its first meeting, if it leaves its bounds in the
 * rest of the drift. `first`: the first meeting that is known. */
void search_beyond(step *m, uint32_t number, pair_entry *first);

/* Takes all ways of flyers out of the index. */
void search_end(step *m);

/* ==== Meetings ================================================================================ */

/* Two flyers at one time, and the time at which they next meet. */

/* Two flyers at one time, and the placed shapes of their pair, about the first. */
typedef struct met_pair {
    event_pair *pair;
    flyer bodies[2];
    couple two;
} met_pair;

met_pair met_pair_at(const step *m, event_pair *p, double time);

/* Returns the vector from the first body to the second. */
static inline evo_vec2 met_between(const met_pair *q) {
    return q->two.poses[1].position;
}

/* Greatest speed at which rims turn towards each other. */
static inline double met_turning(const met_pair *q) {
    const double *levers = q->pair->levers;
    return fabs(q->bodies[0].spin) * levers[0] + fabs(q->bodies[1].spin) * levers[1];
}

/* Returns a lower bound of the gap of a pair, by the path lengths of its bodies since it was
 * measured. */
static inline double met_gap_by_ways(const event_pair *p, const flyer *a, const flyer *b) {
    return p->gap - (a->way + b->way - p->ways);
}

/* Returns a lower bound of the gap of a pair, by the motion of its bodies along the normal since it
 * was measured; not above 0: unknown. */
double met_gap_least(const event_pair *p, const flyer *a, const flyer *b);
int met_touches(const met_pair *q, double margin, meeting found[TOUCHES]);

/* Measures a pair, and keeps gap and normal in it; false: the measured side was replaced by the one
 * that the pair keeps. */
bool met_measure(const step *m, const met_pair *q, meeting *at);
double met_approach(const met_pair *q, const meeting *at);

/* Returns whether a meeting is a contact: see measure/measure.h. */
bool met_is_contact(const step *m, const met_pair *q, meeting *at);
double met_rounding(const met_pair *q);

/* Fraction of a substep: times no farther apart are one instant. */
static const double INSTANT = 1e-9;

/* Returns when a pair has its next impact in the drift; INFINITY: none, or none up to `until`. */
double met_next(step *m, event_pair *p, double until);

/* Returns whether a closed pair gets no deeper in the rest of the drift. */
bool met_stays_closed(const step *m, event_pair *p);

/* Returns whether the circles around a pair are apart by more than a margin now. */
bool met_is_apart(const step *m, const event_pair *p, double margin);

/* ==== The drift =============================================================================== */

/* Returns the slot of the body of a rank, in the order of the colliders' ids. Slots depend on the
 * past. Flyers are numbered in the order of entries and ranks, which depends on the state alone, so
 * the order of events at one time does, too. */
static inline uint32_t step_ranked_body(const step *m, uint32_t rank) {
    return m->bodies->links[m->world->pairs.candidates.slots[rank]].body;
}

/* Finds the event pairs of a step, before rows are coloured, and sets their class. False: out of
 * memory. If there are none, no other function of this part is called. */
bool impacts_classify(step *m);

/* Chooses, before the kick of a substep, the event pairs that have rows in it. */
void event_rows_begin(step *m);

/* Flies the flyers through the substep after the solve, with their impacts; ends early if memory
 * was refused. After all rows have drifted, the rows of flyers are set to the flyers. */
void impacts_drift(step *m);
void event_rows_store(step *m);

/* Applies a kernel to the rows of event pairs that act in this substep, one by one. */
void event_rows_pass(const step *m, contact_kernel kernel);

/* Makes event pairs of rows that sank too deep into a standing body in a substep, even if there is
 * no event pair yet. */
void impacts_take_deep(step *m);

/* Considers again the pairs of bodies that bounced in a substep and may go far in the rest of the
 * step. */
void impacts_take_bounced(step *m);

/* Finds which event pairs touch after the last substep. */
void impacts_end(step *m);

/* The end of a step: room is left as it was found. */
void impacts_close(step *m);

/* ---- Within a step (meet.c, event_pairs.c) --------------------------------------------------- */

/* Considers again the pairs of a struck body: some may be too fast for rows now. */
void impacts_reconsider(step *m, uint32_t number);

/* Makes an event pair of an entry that was not expected to meet. */
void impacts_expect(step *m, uint32_t k);

/* Asks the user about a pair that was not expected to meet; returns whether it passes. */
bool event_is_passed(step *m, event_pair *p);

/* Sets the limits of a pair by its rules. */
void event_set_limits(const step *m, event_pair *p);

/* ---- Instants (instant.c) -------------------------------------------------------------------- */

/* Begins an instant, adds a pair that is due in it, and resolves all of it. */
void instants_begin(step *m);
void instants_add_due(step *m, uint32_t pair);
void instants_resolve(step *m);

/* ==== Riders ================================================================================== */

/* Loads the rows of riders behind those of bodies; adds the rows of their feet, and applies a pass
 * to them; and stores the riders' states at the end. False: out of memory. */
uint32_t riders_count(const step_world *w);
void riders_load(step *m);
bool riders_make_rows(step *m);
void riders_pass(const step *m, contact_kernel kernel);
void riders_publish(step *m);

/* ==== Driven bodies =========================================================================== */

/* Kinematic bodies on their way to a pose, where they arrive at a time and stop. */

/* A body that arrives in the step in hand, and its velocity before. */
typedef struct drive_arrival {
    uint32_t body;
    evo_vec2 velocity;
    double spin;
} drive_arrival;

typedef struct drive_arrivals {
    drive_arrival *all;
    uint32_t count;
} drive_arrivals;

/* Gives bodies that arrive in a step the velocity that brings them to their pose as the step ends.
 * False: out of memory. */
bool drives_begin(step_world *w, double seconds, drive_arrivals *to);

/* Puts bodies that have arrived at their poses, at rest; or, without `done`, restores their
 * velocities. */
void drives_end(step_world *w, const drive_arrivals *arrivals, bool done);

/* ==== The end of a step ======================================================================= */

/* Bodies at the end of a step. Returns the state of a body; and whether an awake one is at rest. */
body_state step_end_of(const step *m, uint32_t slot);
bool step_end_rests(const step *m, uint32_t slot);

/* Moves the bodies, counts their seconds at rest and clears their forces. */
void step_end_publish(step *m);

/* Plans which islands sleep from the end of this step on: those at rest for long enough; their
 * bodies are added to the lists of the user. False: out of memory. */
bool islands_plan_sleep(step *m);

/* Wakes sleepers that are joined to awake bodies. If there are none, wakes sleepers that pairs may
 * reach in the step, and sleepers that these may reach. *woken: some woke, and pairs must be found
 * again. */
bool waking_reached(step *m, bool *woken);

/* Queues the islands of struck sleepers, and makes room to remember their pairs with those of the
 * step: after that, waking them cannot fail. */
bool waking_queue_struck(step *m);
void waking_struck(step_world *w);

/* Stores the impulses to remember, and adds due reports: touches that began and ended, and impacts
 * of rows that touched first. False: out of memory, and nothing is published. */
bool report_pairs(step *m);

#endif
