/* substep.c: what goes through the step by itself, and in which order.
 *
 * What is about to bounce, or moves so far in the step that it might leap over something, goes
 * through the step by itself, from impact to impact, and the solver leaves it alone until the next;
 * so does what it strikes from then on. Each body plans what it meets first among its contacts; the
 * plans stand in a pair table, their times in an event queue, as in worlds of events. What comes
 * together more slowly than bounce_threshold is deferred to the solver: the contact catches it in
 * the next step.
 *
 * Nothing in the world is changed until all impacts are known. A body at its limit (SUBSTEP_TURNS)
 * stands where it was struck last. From there the solver goes on with it, or, if it is so fast that
 * it might leap over something, the next step, for which it keeps its velocity; but not when it has
 * not moved at all, or it would stand there for ever. The solver takes a whole step: so it begins
 * with a body that it takes over where that would have been at first.
 *
 * Only the solver parts what overlaps, and it does not touch what goes by itself. So penetrating
 * bodies are at their limit from the beginning: they can be struck, but go nowhere, and the solver
 * has them in any case. Without that a crowd that bounces would sink into itself.
 *
 * Whatever depends on the order of bodies or contacts goes by ids and keys. */
#include "substep/substep.h"
#include "contact/batches.h"
#include "core/bits.h"
#include "core/sort.h"
#include "flight/tolerance.h"

/* ---- Beginning ------------------------------------------------------------------------------- */

static bool list_bouncing(substep *r, const measure_choice *choice) {
    for (size_t i = 0; i < choice->bounce_count; ++i) {
        const batch_pairs *pairs = &r->g->batches.pairs[choice->bouncing[i]];
        for (unsigned lanes = choice->bounces[i]; lanes; lanes &= lanes - 1) {
            unsigned lane = bits_lowest(lanes);
            if (r->g->contacts.all[pairs->contact[lane]].ending) continue;
            if (!places_add(r, 2 * pairs->contact[lane] + (pairs->second >> lane & 1u)))
                return false;
        }
    }
    return true;
}

/* How far the smaller of two goes in the step, as the larger one sees it. */
static double drift(const substep *r, uint32_t place, double seconds) {
    uint32_t a = place_body(r, place, 0), b = place_body(r, place, 1);
    if (r->g->bodies.sims[a].extent < r->g->bodies.sims[b].extent) {
        uint32_t other = a;
        a = b;
        b = other;
    }
    const body_state *large = &r->g->bodies.states[a], *small = &r->g->bodies.states[b];
    evo_vec2 arm = vec_sub(small->position, large->position);
    evo_vec2 there = vec_along(large->velocity, large->spin, vec_left(arm));
    double turning = fabs(small->spin - large->spin) * (double)r->g->bodies.sims[b].extent;
    return (vec_length(vec_sub(small->velocity, there)) + turning) * seconds;
}

/* Whether the solver, which sees only gaps that were measured, keeps the two at a place apart; or
 * they are so far apart that nothing has to. */
static bool sees(const substep *r, uint32_t place, double seconds) {
    if (place_is_convex(r, place) || place_contact(r, place)->state == CONTACT_NEAR) return true;
    return place_gap(r, place) < (double)FAR_APART
           && drift(r, place, seconds) < place_thickness(r, place);
}

/* Deep in something: no flight leads to where it is, or away from there. The solver gets it out. */
static bool is_stuck(const substep *r, uint32_t index) {
    for (uint32_t place = place_first(r, index); place != NONE; place = place_next(r, index, place))
        if (substep_is_deep(r, place)) return true;
    return false;
}

/* What may leap over something that the solver does not see: all but what is measured by the doors
 * of narrow/ is seen. */
static bool may_leap(const graph *g) {
    return g->leaping && batches_have(&g->batches, BATCH_OTHER);
}

/* Where the solver does not see what a body comes to. */
static bool list_unseen(substep *r, uint32_t index, double seconds) {
    size_t before = r->place_list.count;
    for (uint32_t place = place_first(r, index); place != NONE; place = place_next(r, index, place))
        if (!sees(r, place, seconds) && !substep_passes_over(r, place) && !places_add(r, place))
            return false;
    if (r->place_list.count > before && is_stuck(r, index)) r->place_list.count = before;
    return true;
}

static bool list_leaping(substep *r, double seconds) {
    bool any = may_leap(r->g);
    for (uint32_t index = 0; index < r->g->bodies.movers && any; ++index)
        if (substep_leaps(r, index, seconds) && !r->penetrating[index]
            && !list_unseen(r, index, seconds))
            return false;
    return true;
}

static bool begin(substep *r, double seconds, const measure_choice *choice) {
    r->place_list.count = 0;
    if (!list_bouncing(r, choice) || !list_leaping(r, seconds)) return false;
    places_sort(r);
    for (size_t i = 0; i < r->place_list.count; ++i) {
        if (i > 0 && r->places[i] == r->places[i - 1]) continue;
        if (!substep_begin_at(r, r->places[i], seconds)) return false;
    }
    return true;
}

/* ---- Running --------------------------------------------------------------------------------- */

/* Whether something else happens at the instant of the first event: something just has, or is
 * next. */
static bool are_several(const substep *r, const queue_keys *keys, double time, double seconds) {
    double instant = seconds * SAME_INSTANT;
    if (time - r->last_strike <= instant) return true;
    const queue_event *second = queue_second(&r->queue, keys);
    return second && second->time - time <= instant;
}

/* Plans anew for all that it befell: no impact befalls only the body that planned it. */
static bool plan_on(substep *r, substep_outcome outcome, uint32_t number, double time,
                    double seconds) {
    if (outcome != SUBSTEP_STRUCK) {
        substep_plan_anew(r, r->bodies[number].index, time, seconds);
        return true;
    }
    r->last_strike = time;
    for (size_t i = 0; i < r->struck_list.count; ++i)
        substep_plan_anew(r, r->struck[i], time, seconds);
    for (size_t i = 0; i < r->struck_list.count; ++i) {
        const substep_body *b = substep_body_of(r, r->struck[i]);
        if (b && at_limit(b) && !substep_begin_around(r, b->index, time, seconds)) return false;
    }
    return true;
}

/* Handles all impacts up to the end of the step. */
static bool run(substep *r, double seconds, uint32_t *asleep) {
    for (;;) {
        queue_keys keys = {r->marks, sizeof *r->marks, r->table.firsts};
        bool refused = false;
        const queue_event *next = queue_first(&r->queue, &keys, &refused);
        if (refused) return false;
        if (!next) return true;
        uint32_t number = next->body;
        pair_entry planned = r->table.firsts[number];
        bool several = are_several(r, &keys, planned.time, seconds);
        if (!substep_reserve(r, 1)) return false;
        queue_pop(&r->queue);
        if (!substep_plan_holds(r, number)) {
            substep_plan(r, number, planned.time, seconds);
            continue;
        }
        substep_outcome outcome =
            substep_strike(r, planned.tag, planned.time, seconds, several, asleep);
        if (outcome == SUBSTEP_REFUSED) return false;
        if (outcome == SUBSTEP_ASLEEP) return true;
        if (!plan_on(r, outcome, number, planned.time, seconds)) return false;
    }
}

/* Nothing goes by itself. */
static void clear(substep *r) {
    for (size_t i = 0; i < r->body_list.count; ++i) r->number_of[r->bodies[i].id] = NONE;
    r->body_list.count = r->impact_list.count = 0;
    r->last_strike = 0; /* something may have happened as the last step ended */
    if (++r->search > 0) return;
    array_fill(r->deferred, 0, r->deferred_capacity, sizeof *r->deferred);
    r->search = 1;
}

static bool open_queue(substep *r, double seconds) {
    int power;
    (void)frexp(seconds, &power);
    if (r->queue.bins) {
        queue_clear(&r->queue, 0);
        return true;
    }
    r->table.memory = r->g->memory;
    return queue_init(&r->queue, r->g->memory, 0, 0, ldexp(1, power - 6));
}

bool substep_find(substep *r, double now, double seconds, const measure_choice *choice,
                  uint32_t *asleep) {
    *asleep = NONE;
    clear(r);
    r->now = now;
    if (choice->bounce_count == 0 && !may_leap(r->g)) return true;
    r->used = true;
    bool found = substep_reserve_tables(r) && open_queue(r, seconds);
    if (found) {
        substep_mark_penetrating(r, choice, seconds);
        array_fill(r->borne, 0, r->g->bodies.movers, sizeof *r->borne);
        r->searching = true;
    }
    found = found && begin(r, seconds, choice) && run(r, seconds, asleep);
    r->searching = false;
    if (!found || *asleep != NONE) clear(r);
    return found;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

void substep_init(substep *r, graph *g) {
    static const substep empty;
    *r = empty;
    r->g = g;
}

static void free_tables(substep *r) {
    const evo_allocator *memory = r->g->memory;
    clear(r);
    array_free(memory, &r->number_of, &r->number_capacity, sizeof *r->number_of);
    array_free(memory, &r->borne, &r->borne_capacity, sizeof *r->borne);
    array_free(memory, &r->penetrating, &r->penetrating_capacity, sizeof *r->penetrating);
    array_free(memory, &r->deferred, &r->deferred_capacity, sizeof *r->deferred);
    array_free(memory, &r->places, &r->place_list.capacity, sizeof *r->places);
}

void substep_trim(substep *r) {
    if (!r->used) free_tables(r);
    r->used = false;
}

void substep_free(substep *r) {
    const evo_allocator *memory = r->g->memory;
    free_tables(r);
    array_free(memory, &r->bodies, &r->body_list.capacity, sizeof *r->bodies);
    array_free(memory, &r->marks, &r->mark_capacity, sizeof *r->marks);
    array_free(memory, &r->strays.ids, &r->strays.capacity, sizeof *r->strays.ids);
    array_free(memory, &r->impacts, &r->impact_list.capacity, sizeof *r->impacts);
    array_free(memory, &r->struck, &r->struck_list.capacity, sizeof *r->struck);
    array_free(memory, &r->struck_at, &r->struck_at_capacity, sizeof *r->struck_at);
    array_free(memory, &r->sides, &r->side_capacity, sizeof *r->sides);
    array_free(memory, &r->blows, &r->blow_capacity, sizeof *r->blows);
    if (!r->table.memory) return;
    queue_free(&r->queue);
    pair_table_free(&r->table);
}
