/* rush.h: the parts of rush.c, for each other: who is in a rush (rush_bodies.c), what each meets
 * (rush_plans.c), what comes of it (rush_blows.c), and how the step goes on (rush_end.c). */
#ifndef ENGINE_WORLD_RUSH_H
#define ENGINE_WORLD_RUSH_H

#include "impact/toi.h"
#include "narrow/touch.h"
#include "world/world.h"

/* Turns of a body in a step, at most. */
enum { RUSH_TURNS = 8 };

/* Of its size, in a step: who goes no farther might leap over nothing that the solver sees. */
static const double RUSH_CALM = 3.0;

/* A gap that no step closes, or that was not measured. */
static const float RUSH_FAR = 1e18f;

/* ---- Contacts -------------------------------------------------------------------------------- */

/* The rank of a contact's body, by its row in the solver; NOBODY: it is no mover. */
static inline uint32_t rush_mover_at(const evo_world *world, uint32_t place, int side) {
    const batch *at = &world->batches[place / BATCH];
    uint32_t row = side == 0 ? at->row_a[place % BATCH] : at->row_b[place % BATCH];
    return row / 4 - 1; /* the ground's is 0 */
}

/* The rank of whatever body it is. */
static inline uint32_t rush_body_at(const evo_world *world, uint32_t place, int side) {
    const batch_pairs *pairs = &world->pairs[place / BATCH];
    uint32_t collider = side == 0 ? pairs->a[place % BATCH] : pairs->b[place % BATCH];
    return world->links[collider].body;
}

static inline bool rush_is_round(const evo_world *world, uint32_t place) {
    return world->pairs[place / BATCH].kind == BATCH_ROUND;
}

/* Convex shapes between which a gap was measured the solver keeps apart at any speed, for it sees
 * them along that gap. But of rings, and whatever else is measured one by one, only gaps are
 * measured that are no wider than the shapes are thick; and what goes farther may meet them
 * elsewhere. */
static inline bool rush_is_convex(const evo_world *world, uint32_t place) {
    return world->pairs[place / BATCH].kind != BATCH_OTHER;
}

/* Of others: whether so long a way is no farther. */
static inline bool rush_is_shown(const evo_world *world, uint32_t place, double way) {
    return way < (double)world->pairs[place / BATCH].size[place % BATCH];
}

/* Whether it is the second contact of its pair: another place where the two touch. */
static inline bool rush_is_second(const evo_world *world, uint32_t place) {
    return world->pairs[place / BATCH].second >> place % BATCH & 1;
}

static inline const collider_make *rush_make_at(const evo_world *world, uint32_t place, int side) {
    const batch_pairs *pairs = &world->pairs[place / BATCH];
    uint32_t collider = side == 0 ? pairs->a[place % BATCH] : pairs->b[place % BATCH];
    return make_of(world, world->links[collider].make);
}

static inline double rush_radius_at(const evo_world *world, uint32_t place, int side) {
    return rush_make_at(world, place, side)->key.shape.of.circle.radius;
}

/* Of the movers among the two at a place. */
double rush_size_at(const evo_world *world, uint32_t place);
double rush_restitution_at(const evo_world *world, uint32_t place);

/* Links movers to their contacts, if these are others than before; false when memory is refused. */
bool rush_link(evo_world *world);

/* ---- Bodies ---------------------------------------------------------------------------------- */

static inline const body_card *card_of_rank(const evo_world *world, uint32_t rank) {
    return &world->bodies[world->traits[rank].slot];
}

/* It stands for the rest of the step, whatever its velocity. */
static inline bool rush_is_spent(const rush_body *b) {
    return b->turns > RUSH_TURNS;
}

/* To this time, or, if it is spent, to where it stands. */
void rush_bring(rush_body *b, double time);

/* To where it would have had to be when the step began, to be where it is now as it flies now. */
void rush_rewind(rush_body *b);

/* As it is then: in a rush, or as it was when the step began. */
rush_body rush_body_then(const evo_world *world, uint32_t rank, double time);

/* What pulls it within the step. */
evo_vec2 rush_pull(const evo_world *world, uint32_t rank);

/* Room for so many more. */
bool rush_reserve_bodies(evo_world *world, size_t more);

/* The number of a mover in the rush, which it may just have joined. There is room. */
uint32_t rush_join(evo_world *world, uint32_t rank);

/* Whether it may leap over something in the step, as it moved when that began. */
bool rush_leaps(const evo_world *world, uint32_t rank, double seconds);

/* ---- Pairs ----------------------------------------------------------------------------------- */

/* A contact's two sides, in flight at a time. */
typedef struct rush_pair {
    uint32_t ranks[2];
    const rush_body *bodies[2];
    rush_body copies[2]; /* of those that are in no rush */
    evo_vec2 way;        /* from the first body's centre to the other's */
} rush_pair;

void rush_see_pair(const evo_world *world, uint32_t place, double time, rush_pair *p);

/* The same, of movers that join the rush. There is room. */
void rush_join_pair(evo_world *world, uint32_t place, double time, rush_pair *p);

/* The shapes of the two, about their bodies' centres, in flight from the first one's. Those of the
 * spent stand still. */
typedef struct rush_shapes {
    evo_shape shapes[2];
    moving_shape fliers[2];
} rush_shapes;

void rush_see_shapes(const evo_world *world, uint32_t place, const rush_pair *p, rush_shapes *seen);

/* Where the two touch, or are nearest; at the second contact of a pair, where they are second
 * nearest. Points are from the first body's centre. False: there is no such place. */
bool rush_meeting_at(const evo_world *world, uint32_t place, const rush_pair *p, meeting *found);

/* ---- Plans ----------------------------------------------------------------------------------- */

/* Slower approaches do not bounce: the world's threshold. But of those who were struck in this
 * step, what would lose little goes on bouncing, so that an elastic chain of impacts is done
 * whole. */
double rush_bounce_at(const evo_world *world, uint32_t place, double restitution);

/* Whether those that come together this fast at a place, with so long to go, are the solver's. */
bool rush_is_gentle(const evo_world *world, uint32_t place, double speed, double left);

/* Left to the solver, until either of the two is struck. */
void rush_leave(evo_world *world, uint32_t place);
bool rush_is_left(const evo_world *world, uint32_t place);

/* Finds out who is sunk: so deep in something that the solver has to get it out, which it cannot
 * while it is held in a rush; and not so fast that it might leap over something there. */
void rush_mark_sunk(evo_world *world, const measure_choice *choice, double seconds);

/* As deep as nothing gets that has come from outside. */
bool rush_is_deep(const evo_world *world, uint32_t place);

/* Left, or deep; or the second contact of a pair that has none near. */
bool rush_passes_over(const evo_world *world, uint32_t place);

/* Plans to meet somebody at a contact, if that is before what the first of the two has planned who
 * flies: a mover, and not sunk. If neither does it is left to the solver. Of several such plans the first counts: the others are looked at again when it has come
 * true, or failed to. False: memory. */
bool rush_begin_at(evo_world *world, uint32_t place, double seconds);

/* What a body meets first from a time up to the end of the step. There is room. */
void rush_plan(evo_world *world, uint32_t number, double time, double seconds);
void rush_plan_anew(evo_world *world, uint32_t rank, double time, double seconds);

/* Whether whom a body planned to meet flies as he did then. */
bool rush_plan_holds(const evo_world *world, uint32_t number);

/* ---- Blows ----------------------------------------------------------------------------------- */

/* Room for so many pairs to be struck. */
bool rush_reserve(evo_world *world, size_t pairs);

typedef enum rush_outcome {
    RUSH_STRUCK,
    RUSH_LEFT,   /* no impact: it is the solver's */
    RUSH_ASLEEP, /* somebody has to be woken before */
    RUSH_REFUSED /* memory */
} rush_outcome;

/* Two come together at a place; or several do, at the same instant, when others touch and close
 * around them. The ranks of all whom it befell are in world->rush.struck. */
rush_outcome rush_strike(evo_world *world, uint32_t place, double time, double seconds,
                         bool several, body_card **asleep);

#endif
