/* event_pairs.h: pairs that may close faster than their limit in a step: they have no row before
 * they touch. */
#ifndef ENGINE_STEP_EVENT_PAIRS_H
#define ENGINE_STEP_EVENT_PAIRS_H

#include "flight/impulse.h"
#include "narrow/touch.h"
#include "step/flyers.h"
#include "step/told.h"

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

/* A found pair that met and was unlinked. */
typedef struct parted_pair {
    pair_ids ids;
    pair_exchange exchange;
} parted_pair;

/* By how much two convex shapes were apart along a normal, and how their bodies lay then: whatever
 * they do, they are no nearer than along that normal. Not known: the gap is not above 0. */
typedef struct pair_axis {
    evo_vec2 normal, between; /* between: from body to body */
    double angles[2];
    double gap;
} pair_axis;

/* An event pair is linked to its flyers that have mass: twice its number, plus the side. */
typedef struct event_pair {
    uint32_t flyers[2]; /* NONE: the place is free */
    uint32_t next[2], previous[2];
    uint32_t made;     /* number of its making */
    uint32_t seen;     /* mark of the last search that found it */
    uint32_t entry;    /* index in the list, or NONE: the pair was found in a drift */
    uint32_t slots[2]; /* slots of its colliders */
    pair_ids ids;
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
    pair_axis axis;          /* as they were measured in this step */
    uint32_t rows[TOUCHES];  /* numbers of rows, or NONE */
    uint32_t row_count;      /* number of rows that act in this substep */
    uint32_t hits;           /* impacts in this drift */
    double time;             /* time of the next impact on the paths of `timed`; INFINITY: none, or
                                the two did not approach, after all */
    uint32_t timed;          /* sum of both paths then; 0: not known in this drift */
    pair_exchange exchange;  /* in this step */
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

/* Unlinks a pair whose disks have parted, and frees its place, unless it is an entry of the list.
 * Marks a pair whose disks meet as seen, and links it, if need be. */
void event_pair_drop(impacts *m, uint32_t number);
void event_pair_see(impacts *m, uint32_t number);

static inline bool event_pair_is_free(const event_pair *p) {
    return p->flyers[0] == NONE;
}

/* Makes an entry of the list an event pair. */
void event_take_entry(impacts *m, const event_pair *p);

/* Returns whether a measured entry is too fast for a row in the rest of the step; and whether a
 * pair that was not measured is slow enough for one. */
bool event_is_fast(const impacts *m, uint32_t k, const event_pair *p);
bool event_is_slow(const impacts *m, const event_pair *p);

/* Room for event pairs, and the entries of each body, unless they are there. */
void events_prepare(impacts *m);
void events_list_entries(impacts *m);

#endif
