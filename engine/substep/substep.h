/* substep.h: impacts within a step of EVO_CONTACTS, at their true time and in their true order; and
 * the parts of that, for each other: bodies and their contacts (bodies.c), what each meets
 * (plans.c), what comes of it (impacts.c), and how the step goes on (end.c). */
#ifndef ENGINE_SUBSTEP_SUBSTEP_H
#define ENGINE_SUBSTEP_SUBSTEP_H

#include "contact/graph.h"
#include "flight/impulses.h"
#include "flight/queue.h"
#include "flight/toi.h"
#include "flight/tolerance.h"
#include "narrow/touch.h"

/* Turns of a body in a step, at most: one for an impact that keeps all speed, four for one that
 * keeps none. A body beyond that has hit the substep limit: it stands for the rest of the step. */
enum { SUBSTEP_TURNS = 8 };

/* Of its size, in a step: what goes no farther leaps over nothing that the solver sees. */
static const double SUBSTEP_CALM = 3.0;

/* A body that goes through the step by itself, from impact to impact. */
typedef struct substep_body {
    uint32_t id, index;
    uint32_t strikes;  /* impacts that it has had; 0: it only may be struck */
    uint32_t turns;    /* that it has taken */
    bool returned;     /* it has come to something, and goes on from there with the solver */
    evo_flight flight; /* of its centre of mass, at its own time */
    evo_vec2 pull;
    double time;
    double since;   /* when it returned */
    double path;    /* how far it has gone */
    evo_pose start; /* where it was when the step began, and the margin that it had */
    double margin;
} substep_body;

/* What the queue reads of such a body: the stamp, which must be first. */
typedef struct substep_mark {
    uint32_t stamp;         /* another whenever it is struck */
    uint32_t partner_stamp; /* of the one it plans to meet, as it was then */
} substep_mark;

/* An impact, and the place it happened at. */
typedef struct substep_impact {
    uint32_t place;
    evo_impact shown;
} substep_impact;

/* That a place is left alone until then, or until either of its two is struck again: the number of
 * the search, and the impacts that both had had. */
typedef struct substep_deferral {
    uint64_t stamp;
    double until; /* INFINITY: it is the solver's */
} substep_deferral;

/* A place is a contact of the graph, twice its id; or, one more, the second contact of its pair. */
typedef struct substep {
    graph *g;
    double now; /* the world's time when the step begins */
    substep_body *bodies;
    substep_mark *marks;
    list_size body_list;
    size_t mark_capacity;
    pair_table table;
    event_queue queue;
    uint32_t *number_of; /* by body id: of its substep_body, or NONE */
    size_t number_capacity;
    bool *penetrating; /* by index of mover: see substep_mark_penetrating */
    size_t penetrating_capacity;
    uint8_t *borne; /* by index of mover, in a search: 0: not known, 1: it is, 2: it is not */
    size_t borne_capacity;
    bool searching;
    bool used;                  /* since substep_trim was called last */
    id_list strays;             /* indices: bodies struck so hard that they leave their margins */
    substep_deferral *deferred; /* by place */
    size_t deferred_capacity;
    uint32_t search;
    uint32_t *places; /* the list in hand */
    list_size place_list;
    /* Bodies (by index) that are struck at the instant in hand, their sides, and the pairs of these
     * at their contacts. */
    uint32_t *struck, *struck_at;
    list_size struck_list;
    impulse_body *sides;
    impulse_pair *blows;
    size_t struck_at_capacity, side_capacity, blow_capacity;
    double speed;       /* at which the first of those at the instant in hand approach */
    double last_strike; /* when something was struck, in this step */
    substep_impact *impacts;
    list_size impact_list;
} substep;

/* ---- The doors ------------------------------------------------------------------------------- */

void substep_init(substep *r, graph *g);
void substep_free(substep *r);

/* What is too sudden for the solver: finds all impacts of the step at their true time. *asleep is a
 * sleeper that would be struck, to be woken before asking again, or NONE. False when memory is
 * refused; in any case the world is as it was. */
bool substep_find(substep *r, double now, double seconds, const measure_choice *choice,
                  uint32_t *asleep);

/* Whether something may have gone beyond its margin: then contacts are to be found anew about it,
 * with margins as wide as needed, which is done with *refused false. */
bool substep_strays(substep *r, double seconds, bool *refused);

/* Finds which bodies the solver takes over, that were struck and are slow now. All their contacts
 * become active. False when memory is refused. */
bool substep_return(substep *r, double seconds, size_t *count);

/* Then they stand where the step has to begin for them, for contacts to be measured and chosen
 * anew. */
void substep_place(substep *r);

/* Since when they have been on their way: in the rows of shifts (contact/measure.h), and forces
 * drive them from then on alone; and of one body, 0 of others. */
void substep_tell_begun(const substep *r, double seconds, float *shift, float *drive);
double substep_begun(const substep *r, uint32_t index);

/* Gives to the solver what was looked at within the step and not struck. */
void substep_return_unstruck(const substep *r, measure_choice *choice);

/* After the contacts were committed: the solver leaves alone what went by itself, and contacts that
 * lanes could not predict are predicted one by one (predict.c). After the solver: such bodies are
 * where their flights have taken them. None can fail; there is room for touches. */
void substep_hold(substep *r, measure_choice *choice);
void substep_predict(substep *r, double seconds, const measure_choice *choice);
void substep_settle(substep *r, double seconds);

/* Gives back what it keeps about contacts when it has not been used for some time. */
void substep_trim(substep *r);

/* ---- Places ---------------------------------------------------------------------------------- */

static inline const contact *place_contact(const substep *r, uint32_t place) {
    return &r->g->contacts.all[place / 2];
}

/* Its lane, eight times the batch and the lane; NONE when it has none. */
static inline uint32_t place_lane(const substep *r, uint32_t place) {
    const contact *c = place_contact(r, place);
    return c->state == CONTACT_ACTIVE ? c->at[place % 2] : NONE;
}

/* The places of a body, one after the other; NONE: there are no more. */
uint32_t place_first(const substep *r, uint32_t index);
uint32_t place_next(const substep *r, uint32_t index, uint32_t place);

/* Lists of places, and their order, which is that of keys; and a list of all of a body, in that
 * order. False when memory is refused. */
bool places_add(substep *r, uint32_t place);
void places_sort(substep *r);
bool places_list(substep *r, uint32_t index);

/* The index of a side's body. */
static inline uint32_t place_body(const substep *r, uint32_t place, int side) {
    return graph_side_body(r->g, place_contact(r, place), side);
}

static inline bool place_is_round(const substep *r, uint32_t place) {
    return place_contact(r, place)->kind == BATCH_ROUND;
}

/* Convex shapes between which a gap was measured the solver keeps apart at any speed, for it sees
 * them along that gap. But of rings, and whatever else is measured one by one, only gaps are
 * measured that are no wider than the shapes are thick; and what goes farther may meet them
 * elsewhere. */
static inline bool place_is_convex(const substep *r, uint32_t place) {
    return place_contact(r, place)->kind != BATCH_OTHER;
}

/* Whether it is the second contact of its pair: another place where the two touch. */
static inline bool place_is_second(uint32_t place) {
    return place % 2 != 0;
}

static inline const evo_shape *place_shape(const substep *r, uint32_t place, int side) {
    return graph_shape(r->g, place_contact(r, place)->collider[side]);
}

/* The gap as it was measured, or no more than it; FAR_APART: no step closes it. */
double place_gap(const substep *r, uint32_t place);

/* How thick the thinner of two is; of the movers among them. */
double place_thickness(const substep *r, uint32_t place);
double place_size(const substep *r, uint32_t place);

/* By the keys of their contacts. */
static inline bool place_before(const substep *r, uint32_t a, uint32_t b) {
    if (a / 2 == b / 2) return a < b;
    return graph_contact_before(place_contact(r, a), place_contact(r, b));
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

/* NULL: it does not go by itself. */
static inline substep_body *substep_body_of(const substep *r, uint32_t index) {
    if (index >= r->g->bodies.movers) return NULL;
    uint32_t number = r->number_of[r->g->bodies.sims[index].id];
    return number == NONE ? NULL : &r->bodies[number];
}

static inline bool at_limit(const substep_body *b) {
    return b->turns > SUBSTEP_TURNS;
}

/* To this time, or, at its limit, to where it stands. */
void substep_bring(substep_body *b, double time);

/* To where it would have had to be when the step began, to be where it is now as fast as now all
 * the time: what has pulled it so far is in its speed (substep_tell_begun). */
void substep_rewind(substep_body *b);

/* As it is then: by itself, or as it was when the step began. */
substep_body substep_body_then(const substep *r, uint32_t index, double time);

/* As it would be then, had nothing struck it. */
substep_body substep_body_unstruck(const substep *r, uint32_t index, double time);

/* What pulls it within the step. */
evo_vec2 substep_pull(const substep *r, uint32_t index);

/* Room for so many more. */
bool substep_reserve_bodies(substep *r, size_t more);

/* Room for what is kept by body and by place. */
bool substep_reserve_tables(substep *r);

/* A mover goes by itself from here on, unless it does already. There is room. */
substep_body *substep_join(substep *r, uint32_t index);

/* Whether it may leap over something in the step, as it moved when that began. */
bool substep_leaps(const substep *r, uint32_t index, double seconds);

/* ---- Pairs ----------------------------------------------------------------------------------- */

/* A place's two sides at a time. */
typedef struct substep_pair {
    uint32_t indices[2];
    const substep_body *bodies[2];
    substep_body copies[2]; /* of those that do not go by themselves */
    evo_vec2 delta;         /* from the first body's centre to the other's */
} substep_pair;

void substep_see_pair(const substep *r, uint32_t place, double time, substep_pair *p);

/* The same, of movers that go by themselves from here on. There is room. */
void substep_join_pair(substep *r, uint32_t place, double time, substep_pair *p);

/* The shapes of the two, about their bodies' centres, as they move from the first one's. Those of
 * bodies at their limit stand still. */
typedef struct substep_shapes {
    evo_shape shapes[2];
    moving_shape fliers[2];
} substep_shapes;

void substep_see_shapes(const substep *r, uint32_t place, const substep_pair *p,
                        substep_shapes *seen);

/* Where the two touch, or are nearest; at the second contact of a pair, where they are second
 * nearest. Points are from the first body's centre. False: there is no such place. */
bool substep_meeting_at(const substep *r, uint32_t place, const substep_pair *p, meeting *found);

/* ---- Plans ----------------------------------------------------------------------------------- */

/* Slower approaches do not bounce: the world's threshold. But of bodies that were struck in this
 * step, what would lose little goes on bouncing, so that an elastic chain of impacts is done
 * whole. */
double substep_bounce_at(const substep *r, uint32_t place, double restitution);

/* Whether two that come together this fast at a place, with so long to go, are the solver's. */
bool substep_is_gentle(const substep *r, uint32_t place, double speed, double left);

/* Left alone until a time, or until either of the two is struck; INFINITY: left to the solver. */
void substep_defer(substep *r, uint32_t place, double until);
bool substep_is_deferred(const substep *r, uint32_t place);

/* Finds bodies that penetrate something so deep that the solver has to get them out, which it
 * cannot while they go by themselves; and are not so fast that they might leap over something. */
void substep_mark_penetrating(substep *r, const measure_choice *choice, double seconds);

/* As deep as nothing gets that has come from outside. */
bool substep_is_deep(const substep *r, uint32_t place);

/* Deferred, or deep; or the second contact of a pair that has none near. */
bool substep_passes_over(const substep *r, uint32_t place);

/* Schedules the meeting at a place, if it comes before the current one of the first of its two that
 * is a mover and does not penetrate. If neither is, it is left to the solver. Of several such
 * meetings the first counts: the others are looked at again when it has come true, or failed to.
 * False: memory. */
bool substep_begin_at(substep *r, uint32_t place, double seconds);

/* A body has come to its limit: what would have met it goes by itself and meets it, as nothing else
 * plans that. False: memory. */
bool substep_begin_around(substep *r, uint32_t index, double time, double seconds);

/* What a body meets first from a time up to the end of the step. There is room. */
void substep_plan(substep *r, uint32_t number, double time, double seconds);
void substep_plan_anew(substep *r, uint32_t index, double time, double seconds);

/* Whether what a body planned to meet flies as it did then. */
bool substep_plan_holds(const substep *r, uint32_t number);

/* How two that touch go on (hops.c). */
typedef struct hopping {
    double press;   /* the acceleration of one into the other; below 0: they part */
    double turning; /* how fast what they touch by turns */
} hopping;

/* Two at a place, as they touch. */
typedef struct substep_touch {
    meeting at;
    impulse_body sides[2];
    impulse_law rule;
    double approach; /* along the normal; below 0: they part */
    hopping hops;
} substep_touch;

hopping substep_hopping(const substep *r, uint32_t place, const substep_pair *p,
                        const substep_touch *t);

/* In radians: while what touches turns by so much it goes on pressing as it does. */
static const double HOP_TURN = 0.5;

/* The time between two impacts of what hops on. */
double hop_length(const hopping *h, double seconds);

/* ---- Impacts --------------------------------------------------------------------------------- */

/* Room for so many pairs to be struck. */
bool substep_reserve(substep *r, size_t pairs);

typedef enum substep_outcome {
    SUBSTEP_STRUCK,
    SUBSTEP_DEFERRED, /* no impact: it is the solver's */
    SUBSTEP_RESTS,    /* no impact: they touch, and will be looked at again */
    SUBSTEP_ASLEEP,   /* something has to be woken before */
    SUBSTEP_REFUSED   /* memory */
} substep_outcome;

/* Two come together at a place; or several do, at the same instant, when others touch and close
 * around them. The indices of all that it befell are in r->struck. */
substep_outcome substep_strike(substep *r, uint32_t place, double time, double seconds,
                               bool several, uint32_t *asleep);

#endif
