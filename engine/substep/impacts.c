/* impacts.c: impacts within a step, of two or of several at one instant. */
#include "contact/bodies.h"
#include "contact/states.h"
#include "flight/tolerance.h"
#include "shape/ring.h"
#include "substep/substep.h"

static impulse_body side_of(const substep *r, const substep_body *b, evo_vec2 arm) {
    const body_record *record = graph_body_at(r->g, b->index);
    bool dynamic = record->kind == EVO_DYNAMIC && b->index < r->g->bodies.movers;
    impulse_body side = {b->flight.velocity,
                         b->flight.spin,
                         dynamic ? 1 / record->mass : 0,
                         dynamic && body_turns_by(record) > 0 ? 1 / record->inertia : 0,
                         arm,
                         0};
    return side;
}

static evo_vec2 velocity_at(const impulse_body *side) {
    return vec_along(side->velocity, side->spin, vec_left(side->arm));
}

static double approach_of(const substep_touch *t) {
    evo_vec2 apart = vec_sub(velocity_at(&t->sides[1]), velocity_at(&t->sides[0]));
    return -vec_dot(apart, t->at.normal);
}

/* Where they do not touch at all they do not approach. */
static substep_touch touch_of(const substep *r, uint32_t place, const substep_pair *p) {
    substep_touch t = {.at = {.gap = INFINITY}};
    if (!substep_meeting_at(r, place, p, &t.at)) return t;
    t.sides[0] = side_of(r, p->bodies[0], t.at.point_a);
    t.sides[1] = side_of(r, p->bodies[1], vec_sub(t.at.point_b, p->delta));
    t.rule.friction = contact_friction(r->g, place_contact(r, place));
    t.rule.restitution = contact_restitution(r->g, place_contact(r, place));
    t.rule.tangential = contact_tangential(r->g, place_contact(r, place));
    t.approach = approach_of(&t);
    if (!(t.approach > substep_bounce_at(r, place, t.rule.restitution))) t.rule.restitution = 0;
    t.hops = substep_hopping(r, place, p, &t);
    return t;
}

/* How fast turning moves a side's rim, at most. */
static double rim_speed(const substep *r, uint32_t place, const substep_touch *t, int side) {
    uint32_t index = place_body(r, place, side);
    const evo_shape *shape = place_shape(r, place, side);
    const body_sim *sim = &r->g->bodies.sims[index];
    double lever = (double)(sim->extent + sim->swing);
    evo_vec2 center = body_center(r->g, graph_body_at(r->g, index));
    if (shape_is_round(shape)) lever = vec_length(vec_sub(shape->center, center));
    return fabs(t->sides[side].spin) * lever;
}

/* A turn that may bring quite another part of a rim to the other. */
static const double TURNED = 0.02;

/* How deep the two are in each other at a time, as they move now. */
static double depth_at(const substep *r, uint32_t place, double time) {
    substep_pair p;
    meeting at;
    substep_see_pair(r, place, time, &p);
    return substep_meeting_at(r, place, &p, &at) ? -at.gap : 0;
}

/* Whether the two sink into each other no faster than the solver sees, in the mean of so long. */
static bool is_gentle(const substep *r, uint32_t place, const substep_touch *t, double time,
                      double left) {
    double more = 0.5 * left * most_of(t->hops.press, 0);
    if (t->hops.turning * left > HOP_TURN)
        more = rim_speed(r, place, t, 0) + rim_speed(r, place, t, 1);
    if (!substep_is_gentle(r, place, t->approach + more, left)) return false;
    return t->hops.turning * left < TURNED
           || substep_is_gentle(r, place, depth_at(r, place, time + left) / left, left);
}

/* ---- What comes of it ------------------------------------------------------------------------ */

/* For one side: another flight from here on. */
static void fly_on(substep *r, uint32_t index, const impulse_body *side, uint32_t turns) {
    substep_body *b = substep_body_of(r, index);
    if (!b || side->inverse_mass == 0) return;
    b->flight.velocity = side->velocity;
    b->flight.spin = side->spin;
    b->pull = body_pull(r->g, index);
    ++b->strikes;
    b->turns += turns;
}

/* An impact that keeps all speed takes one turn of a body's; one that keeps none takes four, for
 * many such follow each other faster and faster. */
static uint32_t turns_taken(double restitution) {
    return 1 + (uint32_t)(3 * (1 - least_of(restitution, 1)));
}

/* How what pulls at a side brings it towards where something is. */
static double pulled_towards(const substep_body *b, evo_vec2 where) {
    return b ? vec_dot(b->pull, where) : 0;
}

/* What does not part again before the pull has brought it back is borne from here on: it is not
 * pulled through what it lies on. What falls with the other is not pulled to it. */
static void bear_both(substep *r, const uint32_t *indices, const impulse_body *sides[2],
                      evo_vec2 normal, double left) {
    double parting = vec_dot(vec_sub(sides[1]->velocity, sides[0]->velocity), normal);
    substep_body *first = substep_body_of(r, indices[0]), *second = substep_body_of(r, indices[1]);
    double by_first = pulled_towards(first, normal), by_second = -pulled_towards(second, normal);
    double pull = by_first + by_second;
    if (!(pull > 0 && 2 * parting < pull * left)) return;
    if (by_first > by_second)
        first->pull = vec_along(first->pull, -pull, normal);
    else
        second->pull = vec_along(second->pull, pull, normal);
}

/* So that it comes to an end. */
static void turn_both(substep *r, const substep_pair *p, uint32_t turns) {
    for (int i = 0; i < 2; ++i) {
        substep_body *b = substep_body_of(r, p->indices[i]);
        if (b) b->turns += turns;
    }
}

/* To the solver. */
static void defer(substep *r, uint32_t place, const substep_pair *p, const substep_touch *t,
                  double left) {
    const impulse_body *sides[2] = {&t->sides[0], &t->sides[1]};
    substep_defer(r, place, INFINITY);
    turn_both(r, p, turns_taken(0));
    bear_both(r, p->indices, sides, t->at.normal, left);
}

/* ---- What is struck -------------------------------------------------------------------------- */

bool substep_reserve(substep *r, size_t pairs) {
    const evo_allocator *memory = r->g->memory;
    return substep_reserve_bodies(r, 2 * pairs) && queue_reserve(&r->queue, 2 * pairs)
           && array_reserve(memory, &r->impacts, &r->impact_list.capacity,
                            r->impact_list.count + pairs, sizeof *r->impacts)
           && array_reserve(memory, &r->struck, &r->struck_list.capacity, 2 * pairs,
                            sizeof *r->struck)
           && array_reserve(memory, &r->sides, &r->side_capacity, 2 * pairs, sizeof *r->sides)
           && array_reserve(memory, &r->struck_at, &r->struck_at_capacity, pairs,
                            sizeof *r->struck_at)
           && array_reserve(memory, &r->blows, &r->blow_capacity, pairs, sizeof *r->blows);
}

/* Which of the struck it is; it may have become one. */
static uint32_t number_among_struck(substep *r, uint32_t index) {
    size_t i = 0;
    while (i < r->struck_list.count && r->struck[i] != index) ++i;
    if (i == r->struck_list.count) r->struck[r->struck_list.count++] = index;
    return (uint32_t)i;
}

/* Whether the two at a place touch, and close too fast for the solver. */
static bool closes(const substep *r, uint32_t place, double time, double seconds,
                   substep_touch *t) {
    substep_pair p;
    if (substep_passes_over(r, place)) return false;
    substep_see_pair(r, place, time, &p);
    *t = touch_of(r, place, &p);
    return t->approach > 0 && fabs(t->at.gap) <= OVERLAP_ROUNDING * place_size(r, place)
           && !is_gentle(r, place, t, time, seconds - time);
}

static bool is_among(const substep *r, size_t pairs, uint32_t place) {
    for (size_t i = 0; i < pairs; ++i)
        if (r->struck_at[i] == place) return true;
    return false;
}

/* Adds one more to so many; there is room for the first. False when memory is refused. */
static bool add_pair(substep *r, size_t *pairs, uint32_t place, const substep_touch *t) {
    if (*pairs > 0 && !substep_reserve(r, *pairs + 1)) return false;
    impulse_pair pair = {
        .delta = t->at.normal, .law = t->rule, .arms = {t->sides[0].arm, t->sides[1].arm}};
    pair.a = number_among_struck(r, place_body(r, place, 0));
    pair.b = number_among_struck(r, place_body(r, place, 1));
    r->sides[pair.a] = t->sides[0];
    r->sides[pair.b] = t->sides[1];
    r->struck_at[*pairs] = place;
    r->blows[(*pairs)++] = pair;
    return true;
}

/* Of the impact: what parts no faster would come together again by it. */
static const double STAYS = 1e-6;

/* Pairs that are struck at once though they do not close, at most: a heap is no single impact. */
enum { STAYING_MOST = 32 };

/* Whether the two at a place touch and stay so, and would not bounce. */
static bool stays(const substep *r, uint32_t place, double time, double speed, substep_touch *t) {
    substep_pair p;
    if (substep_passes_over(r, place)) return false;
    substep_see_pair(r, place, time, &p);
    *t = touch_of(r, place, &p);
    return t->at.gap <= OVERLAP_ROUNDING * place_size(r, place) && t->rule.restitution == 0
           && t->approach > -STAYS * speed;
}

/* From the first pair on, all that touches and closes around the struck, if several happens at the
 * instant. What does not bounce, and strikes something that something else holds, would strike one
 * and the other in turn without end: then all that it touches is struck with it. */
static bool gather(substep *r, double time, double seconds, bool several, size_t *pairs) {
    substep_touch t;
    bool plastic = r->blows[0].law.restitution == 0;
    for (size_t i = 0; i < r->struck_list.count && (several || plastic); ++i) {
        if (r->struck[i] >= r->g->bodies.movers) continue;
        if (!places_list(r, r->struck[i])) return false;
        for (size_t k = 0; k < r->place_list.count; ++k) {
            uint32_t place = r->places[k];
            if (is_among(r, *pairs, place)) continue;
            bool joins =
                (several && closes(r, place, time, seconds, &t))
                || (plastic && *pairs < STAYING_MOST && stays(r, place, time, r->speed, &t));
            if (joins && !add_pair(r, pairs, place, &t)) return false;
        }
    }
    return true;
}

/* A sleeper, which cannot be struck before it is awake; NONE: there is none. */
static uint32_t sleeper_among(const substep *r) {
    for (size_t i = 0; i < r->struck_list.count; ++i) {
        const body_record *record = graph_body_at(r->g, r->struck[i]);
        if (record->kind == EVO_DYNAMIC && record->enabled && !record->awake)
            return r->g->bodies.sims[r->struck[i]].id;
    }
    return NONE;
}

/* ---- Striking -------------------------------------------------------------------------------- */

/* What is struck goes by itself. There is room. */
static void join_struck(substep *r, double time) {
    for (size_t i = 0; i < r->struck_list.count; ++i)
        if (r->struck[i] < r->g->bodies.movers) substep_bring(substep_join(r, r->struck[i]), time);
}

static void strike(substep *r, size_t pairs) {
    impulse_pair *first = r->blows;
    if (pairs == 1)
        first->result =
            impulse_resolve(&r->sides[first->a], &r->sides[first->b], first->delta, &first->law);
    else
        impulses_resolve(r->sides, r->blows, pairs);
}

static void note_impact(substep *r, size_t which, const uint32_t *indices, double time) {
    const impulse_pair *pair = &r->blows[which];
    const substep_body *first = substep_body_of(r, indices[0]);
    evo_vec2 from = first ? first->flight.position : r->g->bodies.states[indices[0]].position;
    const evo_impact shown = {
        .time = r->now + time,
        .a = graph_body_handle(r->g, r->g->bodies.sims[indices[0]].id),
        .b = graph_body_handle(r->g, r->g->bodies.sims[indices[1]].id),
        .point = vec_add(from, pair->arms[0]),
        .normal = pair->delta,
        .speed = pair->result.speed,
        .impulse = pair->result.impulse,
    };
    substep_impact impact = {r->struck_at[which], shown};
    r->impacts[r->impact_list.count++] = impact;
}

static void take_blow(substep *r, size_t which, double time) {
    const impulse_pair *pair = &r->blows[which];
    const impulse_body *sides[2] = {&r->sides[pair->a], &r->sides[pair->b]};
    const uint32_t indices[2] = {r->struck[pair->a], r->struck[pair->b]};
    uint32_t turns = turns_taken(pair->law.restitution);
    fly_on(r, indices[0], sides[0], turns);
    fly_on(r, indices[1], sides[1], turns);
    note_impact(r, which, indices, time);
}

static void bear_struck(substep *r, size_t which, double left) {
    const impulse_pair *pair = &r->blows[which];
    const impulse_body *sides[2] = {&r->sides[pair->a], &r->sides[pair->b]};
    const uint32_t indices[2] = {r->struck[pair->a], r->struck[pair->b]};
    bear_both(r, indices, sides, pair->delta, left);
}

/* How fast the two would come together so much later where they touch then, as they move now. */
static double approach_ahead(const substep *r, uint32_t place, double time, const substep_touch *t,
                             substep_touch *ahead) {
    substep_pair p;
    substep_see_pair(r, place, time, &p);
    *ahead = *t;
    if (!substep_meeting_at(r, place, &p, &ahead->at)) return 0;
    ahead->sides[0].arm = ahead->at.point_a;
    ahead->sides[1].arm = vec_sub(ahead->at.point_b, p.delta);
    return approach_of(ahead);
}

/* Hops that are tried, each so many times as long as the one before: what presses on for a moment
 * only is struck as it is in that moment. */
enum { HOPS_TRIED = 4 };

static const double SHORTER_HOP = 0.25;

/* What presses on, and comes together no faster than it hops, goes on in hops: it is struck as it
 * will be in the middle of the next one, or nearer, by as much as it is part of a hop already. */
static void hop_on(const substep *r, uint32_t place, double time, double seconds,
                   substep_touch *t) {
    double half = 0.5 * hop_length(&t->hops, seconds);
    double arms = vec_length(t->sides[0].arm) + vec_length(t->sides[1].arm);
    double turning = t->hops.turning;
    if (!(t->hops.press > 0) || t->approach > turning * turning * half * arms) return;
    for (int i = 0; i < HOPS_TRIED; ++i, half *= SHORTER_HOP) {
        substep_touch ahead;
        double gain = approach_ahead(r, place, time + half, t, &ahead) - t->approach;
        if (!(gain > t->approach)) continue;
        double part = 0.5 * (1 - t->approach / gain);
        if (!(approach_ahead(r, place, time + part * half, t, &ahead) > t->approach)) continue;
        *t = ahead;
        t->rule.restitution = 1;
        return;
    }
}

/* Of the size, in a hop: what sinks no deeper rests, if it does not bounce. And of the step: so
 * long it rests at least. */
static const double RESTS = 1e-3, RESTS_LEAST = 1.0 / 64;

/* Whether the two go on touching for a while as they are. */
static bool rest(substep *r, uint32_t place, double time, double seconds, const substep_touch *t) {
    double hop = most_of(hop_length(&t->hops, seconds), RESTS_LEAST * seconds);
    double sinks = (t->approach + most_of(t->hops.press, 0) * hop) * hop;
    if (t->rule.restitution > 0 || sinks > RESTS * place_size(r, place)) return false;
    substep_defer(r, place, time + hop);
    return true;
}

/* Of the size: what is farther apart when it was to touch was looked at too shortly (toi_look). */
static const double LOOKED = 1e-3;

/* How fast a side moves: not at all at its limit. */
static evo_vec2 way_at(const substep_pair *p, const substep_touch *t, int side) {
    return at_limit(p->bodies[side]) ? vec(0, 0) : velocity_at(&t->sides[side]);
}

/* Whether one comes to something that stands, which goes its way no slower when it goes on. */
static bool comes_to_standing(const substep_pair *p, const substep_touch *t) {
    evo_vec2 apart = vec_sub(way_at(p, t, 1), way_at(p, t, 0));
    return (at_limit(p->bodies[0]) || at_limit(p->bodies[1])) && !(t->approach > 0)
           && vec_dot(apart, t->at.normal) < 0;
}

static void stand(substep *r, uint32_t place) {
    r->struck_list.count = 0;
    for (int side = 0; side < 2; ++side) {
        uint32_t index = place_body(r, place, side);
        substep_body *b = substep_body_of(r, index);
        if (!b || at_limit(b)) continue;
        (void)number_among_struck(r, index);
        b->turns = SUBSTEP_TURNS + 1;
        ++b->strikes;
    }
}

substep_outcome substep_strike(substep *r, uint32_t place, double time, double seconds,
                               bool several, uint32_t *asleep) {
    substep_pair p;
    size_t pairs = 0;
    substep_join_pair(r, place, time, &p);
    substep_touch t = touch_of(r, place, &p);
    if (comes_to_standing(&p, &t)) {
        stand(r, place);
        return SUBSTEP_STRUCK;
    }
    if (time < seconds && t.at.gap > LOOKED * place_size(r, place)) {
        turn_both(r, &p, 1);
        return SUBSTEP_RESTS;
    }
    if (is_gentle(r, place, &t, time, seconds - time)) {
        defer(r, place, &p, &t, seconds - time);
        return SUBSTEP_DEFERRED;
    }
    if (rest(r, place, time, seconds, &t)) return SUBSTEP_RESTS;
    hop_on(r, place, time, seconds, &t);
    r->struck_list.count = 0;
    r->speed = t.approach;
    if (!add_pair(r, &pairs, place, &t) || !gather(r, time, seconds, several, &pairs))
        return SUBSTEP_REFUSED;
    *asleep = sleeper_among(r);
    if (*asleep != NONE) return SUBSTEP_ASLEEP;
    if (pairs > 1) join_struck(r, time);
    strike(r, pairs);
    for (size_t i = 0; i < pairs; ++i) take_blow(r, i, time);
    for (size_t i = 0; i < pairs; ++i) bear_struck(r, i, seconds - time);
    return SUBSTEP_STRUCK;
}
