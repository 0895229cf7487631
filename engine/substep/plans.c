/* plans.c: what each body meets first, among its contacts, and what of it is left to the solver.
 * Penetrating bodies plan nothing, and a plan is worth nothing once the other has been struck. */
#include "contact/seams.h"
#include "contact/states.h"
#include "core/bits.h"
#include "flight/circles.h"
#include "flight/parabola.h"
#include "substep/substep.h"

/* ---- When two meet --------------------------------------------------------------------------- */

/* As much of a body in flight as disks need. */
typedef struct moving_point {
    evo_vec2 position, velocity, pull;
    double swing; /* how fast turning moves its points */
} moving_point;

static moving_point point_then(const substep *r, uint32_t index, double time) {
    const body_state *state = &r->g->bodies.states[index];
    const body_sim *sim = &r->g->bodies.sims[index];
    moving_point p = {state->position, {0, 0}, {0, 0}, 0};
    if (index >= r->g->bodies.movers) return p;
    double turning = (double)sim->extent + (double)sim->swing;
    const substep_body *b = substep_body_of(r, index);
    if (!b && r->penetrating[index]) return p;
    if (!b) {
        p.velocity = state->velocity;
        p.pull = substep_pull(r, index);
        p.swing = fabs(state->spin) * turning;
    } else {
        time -= b->time;
        p.position = b->flight.position;
        if (at_limit(b)) return p;
        p.velocity = b->flight.velocity;
        p.pull = b->pull;
        p.swing = fabs(b->flight.spin) * turning;
    }
    p.position = vec_along(p.position, time, vec_along(p.velocity, 0.5 * time, p.pull));
    p.velocity = vec_along(p.velocity, time, p.pull);
    return p;
}

/* Two disks about their bodies' centres. */
static double disks_meet(const moving_point *a, const moving_point *b, double reach,
                         double within) {
    circles_motion e = {vec_sub(b->position, a->position), vec_sub(b->velocity, a->velocity),
                        reach};
    if (a->pull.x == b->pull.x && a->pull.y == b->pull.y) return circles_enter(&e);
    double pull = vec_length(vec_sub(b->pull, a->pull));
    double way = (vec_length(e.velocity) + pull * within) * within;
    if (vec_length(e.offset) - reach > way + 1e-6 * reach) return INFINITY; /* nor do they touch */
    evo_shape disk = evo_circle(reach);
    placed stands = {&disk, vec(0, 0), vec(1, 0)};
    parabola c = {e.offset, e.velocity, vec_sub(b->pull, a->pull), 0};
    return parabola_enter(&stands, &c);
}

/* ---- What is left to the solver -------------------------------------------------------------- */

/* Of the size of the smaller: so deep what flies through the step may get into what it comes to
 * slowly; and what overlaps as deep as that has not come from outside. */
static const double DIP = 0.15, PENETRATING = 0.05, DEEP = 0.5;

static uint32_t strikes_of_both(const substep *r, uint32_t place) {
    uint32_t sum = 0;
    for (int side = 0; side < 2; ++side) {
        const substep_body *b = substep_body_of(r, place_body(r, place, side));
        if (b) sum += b->strikes;
    }
    return sum;
}

double substep_bounce_at(const substep *r, uint32_t place, double restitution) {
    double loss = strikes_of_both(r, place) > 0 ? 1 - least_of(restitution, 1) : 1;
    return r->g->config->bounce_threshold * loss;
}

bool substep_is_gentle(const substep *r, uint32_t place, double speed, double left) {
    double restitution = contact_restitution(r->g, place_contact(r, place));
    bool bounces = contact_bounces(r->g, place_contact(r, place))
                   && speed > substep_bounce_at(r, place, restitution);
    return !bounces && speed * left <= DIP * place_size(r, place);
}

static uint64_t deferral(const substep *r, uint32_t place) {
    return (uint64_t)r->search << 32 | strikes_of_both(r, place);
}

void substep_defer(substep *r, uint32_t place, double until) {
    r->deferred[place].stamp = deferral(r, place);
    r->deferred[place].until = until;
}

/* Until when; 0: it is not. */
static double deferred_until(const substep *r, uint32_t place) {
    bool holds = place < r->deferred_capacity && r->deferred[place].stamp == deferral(r, place);
    return holds ? r->deferred[place].until : 0;
}

bool substep_is_deferred(const substep *r, uint32_t place) {
    return deferred_until(r, place) == INFINITY;
}

/* How much wider the gap at a place was when the step began than where it was measured (place.c),
 * at most: convex shapes have come closer along the normal, and by turning; others in any way. */
static double led(const substep *r, uint32_t place) {
    uint32_t at = place_lane(r, place), lane = at % BATCH;
    const batch *in = &r->g->batches.batches[at / BATCH];
    bool convex = place_is_convex(r, place);
    evo_vec2 normal = {(double)in->normal_x[lane], (double)in->normal_y[lane]};
    double closer = 0;
    for (int side = 0; side < 2; ++side) {
        uint32_t index = place_body(r, place, side);
        if (index >= r->g->bodies.movers) continue;
        const body_sim *sim = &r->g->bodies.sims[index];
        const body_state *state = &r->g->bodies.states[index];
        double along = vec_dot(state->velocity, normal);
        double turning = fabs(state->spin) * (double)(sim->extent + sim->swing);
        double pace = convex ? (side == 0 ? along : -along) + turning : (double)sim->pace;
        closer += (double)sim->lead * pace;
    }
    return closer;
}

/* Whether the two overlapped by more than a part of the smaller one's size, when the step began. */
static bool is_within(const substep *r, uint32_t place, double part) {
    double gap = place_gap(r, place), limit = -part * place_size(r, place);
    if (place_lane(r, place) == NONE) return false; /* of near pairs only clearances are known */
    return gap < limit && gap + led(r, place) < limit;
}

bool substep_is_deep(const substep *r, uint32_t place) {
    return is_within(r, place, DEEP);
}

/* What no impact moves never is. */
static void mark_sides(substep *r, uint32_t place, double seconds) {
    for (int side = 0; side < 2; ++side) {
        uint32_t index = place_body(r, place, side);
        if (!graph_is_pushed(r->g, index)) continue;
        const body_sim *sim = &r->g->bodies.sims[index];
        bool calm = (double)sim->pace * seconds < SUBSTEP_CALM * (double)sim->size;
        r->penetrating[index] |= calm && is_within(r, place, PENETRATING);
    }
}

/* The same, by the gap alone: most overlap by far less. */
static bool may_be_within(const graph *g, const batch_pairs *pairs, unsigned lane, double gap,
                          double part) {
    const uint32_t bodies[2] = {g->colliders.sims[pairs->a[lane]].body,
                                g->colliders.sims[pairs->b[lane]].body};
    for (int side = 0; side < 2; ++side) {
        bool moves = bodies[side] < g->bodies.movers;
        if (moves && gap < -part * (double)g->bodies.sims[bodies[side]].size) return true;
    }
    return false;
}

void substep_mark_penetrating(substep *r, const measure_choice *choice, double seconds) {
    array_fill(r->penetrating, 0, r->g->bodies.movers, sizeof *r->penetrating);
    for (size_t number = 0; number < r->g->batches.count; ++number) {
        const batch_pairs *pairs = &r->g->batches.pairs[number];
        for (unsigned lanes = choice->touched[number] & pairs->used; lanes; lanes &= lanes - 1) {
            unsigned lane = bits_lowest(lanes);
            double gap = (double)r->g->batches.batches[number].gap[lane];
            if (!(gap < 0) || !may_be_within(r->g, pairs, lane, gap, PENETRATING)) continue;
            mark_sides(r, 2 * pairs->contact[lane] + (pairs->second >> lane & 1u), seconds);
        }
    }
}

bool substep_passes_over(const substep *r, uint32_t place) {
    bool none = place_is_second(place) && !(place_gap(r, place) < (double)FAR_APART);
    return none || substep_is_deferred(r, place) || substep_is_deep(r, place);
}

/* ---- Plans ----------------------------------------------------------------------------------- */

/* What a body meets at a place. */
static uint32_t other_at(const substep *r, uint32_t index, uint32_t place) {
    return place_body(r, place, place_body(r, place, 0) == index);
}

/* NONE: it does not go by itself. */
static uint32_t partner_of(const substep *r, uint32_t index, uint32_t place) {
    const substep_body *partner = substep_body_of(r, other_at(r, index, place));
    return partner ? (uint32_t)(partner - r->bodies) : NONE;
}

/* Another one when the partner has been struck meanwhile. */
static uint32_t partner_stamp(const substep *r, uint32_t index, uint32_t place) {
    uint32_t number = partner_of(r, index, place);
    return number == NONE ? 0 : r->marks[number].stamp;
}

/* Two that have planned the same stand in the same slot. */
static void plan_to_meet(substep *r, uint32_t number, pair_entry entry) {
    uint32_t index = r->bodies[number].index, partner = partner_of(r, index, entry.tag);
    queue_keys keys = {r->marks, sizeof *r->marks, r->table.firsts};
    if (partner != NONE) entry.other = partner;
    r->table.firsts[number] = entry;
    r->marks[number].partner_stamp = partner_stamp(r, index, entry.tag);
    queue_push(&r->queue, &keys, number);
}

/* Whether the two at a place cannot meet in the step: by the gap between them, as it was measured,
 * and how far both may go. What goes by itself may go anywhere. */
static bool is_far(const substep *r, uint32_t place, uint32_t index, double pace, double seconds) {
    uint32_t partner = other_at(r, index, place);
    if (partner < r->g->bodies.movers) {
        if (substep_body_of(r, partner)) return false;
        pace += 2 * (double)r->g->bodies.sims[partner].pace;
    }
    double gap = place_gap(r, place);
    /* Of those that need the doors of narrow/ active contacts know gaps up to their size only. */
    if (!place_is_convex(r, place) && place_lane(r, place) != NONE)
        gap = least_of(gap, place_thickness(r, place));
    return gap > pace * seconds;
}

/* How fast it may be in the step, before and after it was struck, and others by falling. */
static double pace_within(const substep *r, uint32_t number, const moving_point *now,
                          double seconds) {
    const substep_body *b = &r->bodies[number];
    const body_sim *sim = &r->g->bodies.sims[b->index];
    double pull = vec_length(now->pull) + vec_length(r->g->config->gravity);
    return vec_length(now->velocity)
           + fabs(b->flight.spin) * ((double)sim->extent + (double)sim->swing)
           + 2 * (double)sim->pace + 2 * pull * seconds;
}

/* No two of their points come together faster within the time. */
static double fastest_approach(const moving_point *a, const moving_point *b, bool turning,
                               double within) {
    double swing = turning ? a->swing + b->swing : 0;
    return vec_length(vec_sub(b->velocity, a->velocity)) + swing
           + vec_length(vec_sub(b->pull, a->pull)) * within;
}

/* How fast the two come together where they are nearest. */
static double approach_at(const substep_pair *p, const meeting *at) {
    const evo_flight *a = &p->bodies[0]->flight, *b = &p->bodies[1]->flight;
    evo_vec2 own = vec_along(a->velocity, a->spin, vec_left(at->point_a));
    evo_vec2 other = vec_along(b->velocity, b->spin, vec_left(vec_sub(at->point_b, p->delta)));
    return vec_dot(vec_sub(own, other), at->normal);
}

/* At the second contact of a pair: by how fast the gap there closes now. It turns as it does, but
 * what is wrong about that is small beside the ends that touch. */
static double second_meeting_time(substep *r, uint32_t place, double time, double left) {
    substep_pair p;
    meeting at;
    substep_see_pair(r, place, time, &p);
    if (!substep_meeting_at(r, place, &p, &at)) return INFINITY;
    double approach = approach_at(&p, &at);
    if (substep_is_gentle(r, place, approach, left)) {
        substep_defer(r, place, INFINITY);
        return INFINITY;
    }
    double when = at.gap > 0 ? at.gap / approach : 0;
    return when <= left ? when : INFINITY;
}

/* Whether the two meet at a seam (contact/seams.h): it is not there that they do. */
static bool meet_at_seam(const substep *r, uint32_t place, double time) {
    substep_pair p;
    meeting at;
    if (place_shape(r, place, 1)->kind != EVO_SEGMENT) return false;
    substep_see_pair(r, place, time, &p);
    return substep_meeting_at(r, place, &p, &at)
           && seam_towards(r->g, place_contact(r, place), at.normal) != SEAM_NONE;
}

/* Of the step: what meets so little after its end meets at its end. Left to the solver, which knows
 * time no better, it would be in each other when the next step begins. */
static const double END = 1e-6;

/* When a body, of which the present is given, meets the other at a place, if in what is left of the
 * step. What would be gentle in all of that is left to the solver. (So long, and no shorter when
 * something is known to come before: what is deferred must not depend on which place is asked
 * first.) */
static double meeting_time(substep *r, uint32_t place, uint32_t index, const moving_point *own,
                           double time, double left) {
    moving_point other = point_then(r, other_at(r, index, place), time);
    bool round = place_is_round(r, place), touches;
    double when = INFINITY;
    if (place_is_second(place)) return second_meeting_time(r, place, time, left);
    if (round) {
        double reach =
            place_shape(r, place, 0)->of.circle.radius + place_shape(r, place, 1)->of.circle.radius;
        when = disks_meet(own, &other, reach, left);
        if (!(when <= left)) return INFINITY; /* as most do not: the rest need not be known */
    }
    double speed = fastest_approach(own, &other, !round, left);
    if (substep_is_gentle(r, place, speed, left)) {
        substep_defer(r, place, INFINITY);
        return INFINITY;
    }
    if (round) return when;
    substep_pair p;
    substep_shapes seen;
    substep_see_pair(r, place, time, &p);
    substep_see_shapes(r, place, &p, &seen);
    when = toi_look(&seen.fliers[0], &seen.fliers[1], left, &touches);
    if (!touches) return when < left * (1 - END) ? when : INFINITY;
    return when <= left && meet_at_seam(r, place, time + when) ? INFINITY : when;
}

/* The same, as a time of the step; INFINITY: not in this one. */
static double meeting_in_step(substep *r, uint32_t place, uint32_t index, const moving_point *own,
                              double time, double seconds) {
    double left = seconds * (1 + END) - time;
    double again = deferred_until(r, place);
    if (again > time) return again < seconds ? again : INFINITY;
    double when = meeting_time(r, place, index, own, time, left);
    return when < INFINITY ? least_of(time + when, seconds) : INFINITY;
}

/* What no impact moves, and what is at its limit, would meet for ever. */
static bool is_endless(const substep *r, uint32_t index, uint32_t place) {
    const substep_body *partner = substep_body_of(r, other_at(r, index, place));
    return partner && at_limit(partner) && r->g->bodies.sims[index].inverse_mass == 0;
}

/* Earlier, or at the same time and of a lower key. */
static bool comes_first(const substep *r, double time, uint32_t place, const pair_entry *first) {
    if (time != first->time) return time < first->time;
    return first->tag != NONE && place_before(r, place, first->tag);
}

void substep_plan(substep *r, uint32_t number, double time, double seconds) {
    uint32_t index = r->bodies[number].index;
    moving_point own = point_then(r, index, time);
    double pace = pace_within(r, number, &own, seconds);
    pair_entry first = {INFINITY, number, NONE};
    for (uint32_t place = place_first(r, index); place != NONE;
         place = place_next(r, index, place)) {
        if (is_far(r, place, index, pace, seconds) || substep_passes_over(r, place)
            || is_endless(r, index, place))
            continue;
        double when = meeting_in_step(r, place, index, &own, time, seconds);
        if (!comes_first(r, when, place, &first)) continue;
        first.time = when;
        first.tag = place;
    }
    if (first.tag != NONE) plan_to_meet(r, number, first);
}

void substep_plan_anew(substep *r, uint32_t index, double time, double seconds) {
    const substep_body *b = substep_body_of(r, index);
    if (!b) return;
    uint32_t number = (uint32_t)(b - r->bodies);
    ++r->marks[number].stamp;
    if (!at_limit(b)) substep_plan(r, number, time, seconds);
}

bool substep_plan_holds(const substep *r, uint32_t number) {
    uint32_t place = r->table.firsts[number].tag;
    return partner_stamp(r, r->bodies[number].index, place) == r->marks[number].partner_stamp;
}

/* For a better one. */
static void drop_plan(substep *r, uint32_t number) {
    r->marks[number].stamp += r->table.firsts[number].time < INFINITY;
}

static bool flies_at(const substep *r, uint32_t place, int side) {
    uint32_t index = place_body(r, place, side);
    return index < r->g->bodies.movers && !r->penetrating[index];
}

static bool begin_side(substep *r, uint32_t place, int side, double time, double seconds) {
    uint32_t index = place_body(r, place, side);
    moving_point own = point_then(r, index, time);
    double when = meeting_in_step(r, place, index, &own, time, seconds);
    if (!(when < INFINITY)) return true;
    if (!substep_reserve(r, 1)) return false;
    uint32_t number = (uint32_t)(substep_join(r, index) - r->bodies);
    pair_entry entry = {when, number, place};
    if (!(when < r->table.firsts[number].time)) return true;
    drop_plan(r, number);
    plan_to_meet(r, number, entry);
    return true;
}

bool substep_begin_at(substep *r, uint32_t place, double seconds) {
    int side = flies_at(r, place, 0) ? 0 : 1;
    if (flies_at(r, place, side)) return begin_side(r, place, side, 0, seconds);
    substep_defer(r, place, INFINITY); /* the solver has both */
    return true;
}

bool substep_begin_around(substep *r, uint32_t index, double time, double seconds) {
    if (!places_list(r, index)) return false;
    for (size_t i = 0; i < r->place_list.count; ++i) {
        uint32_t place = r->places[i];
        int side = place_body(r, place, 0) == index;
        uint32_t other = place_body(r, place, side);
        const substep_body *b = substep_body_of(r, other);
        if (!flies_at(r, place, side) || (b && at_limit(b)) || substep_passes_over(r, place)
            || is_endless(r, other, place))
            continue;
        if (!begin_side(r, place, side, time, seconds)) return false;
    }
    return true;
}
