/* instant.c: what happens at one instant of a drift, solved by flight/instant.c. In: a pair that
 * meets now; out: velocities of its bodies, and of all that meet these at the same time.
 * Invariant: energy does not grow, but by bumpers and what is driven. */
#include "step/meet.h"

#include <assert.h>

/* Impacts of a body in a drift: above the one it is plastic, above the other it freezes. */
enum { PLASTIC_ABOVE = 32, FROZEN_ABOVE = 64 };

/* Multiple of what counts as closed: predictions are not nearer than that to a touch. */
static const double DUE = 10;

/* Part of a rim's speed that what grinds parts with, at most. */
static const double HOP = 1.0 / 16;

/* Multiple of a pair's hardest speed: what comes faster is thrown back no faster than it came, or
 * bumpers that face each other would drive speeds beyond all numbers. */
static const double BUMP = 16;

/* ---- Gathering ------------------------------------------------------------------------------- */

static impulse_body side_of(void *context, uint32_t number) {
    const impacts *m = context;
    const flyer f = flyer_at(&m->room->flyers[number], m->now);
    return (impulse_body){f.velocity, f.spin, f.inverse_mass, f.inverse_inertia, {0, 0}, f.held, 0};
}

/* Returns the least speed of parting: pairs that grind while they turn hop, faster each time. */
static double least_hop(const event_pair *p, double rim) {
    double least = 1e-9;
    for (uint32_t i = 0; i < p->hits && i < 5; ++i) least *= 10;
    return rim * least;
}

/* The law of a contact that approaches faster than `least`; false: it does not. */
static bool law_of(const impacts *m, const event_pair *p, const met_pair *q, const meeting *at,
                   double least, instant_contact *hit) {
    const flyer *a = &q->bodies[0], *b = &q->bodies[1];
    const double turning = met_turning(p, q);
    const double rim = vec_length(vec_sub(a->velocity, b->velocity)) + turning;
    const double approach = met_approach(q, at);
    const bool grinds =
        p->hits > 0 && (turning > 0 || p->ring) && rim > p->hard && at->gap <= p->closed;
    if (!(approach > most_of(least, met_rounding(q))) && !(grinds && approach > -least_hop(p, rim)))
        return false;
    hit->law = p->law;
    hit->approach = approach;
    const bool passes_on = !p->crowd && a->hits + b->hits > 0;
    const bool lively = flyer_bounces(a) && flyer_bounces(b);
    double rests = m->settings->bounce_threshold;
    if (p->law.restitution > 0 && p->limit < p->hard) rests = most_of(rests, p->limit);
    if (!lively || !(passes_on || approach > rests)) hit->law.restitution = 0;
    if (approach > BUMP * p->hard) hit->law.restitution = least_of(hit->law.restitution, 1);
    if (!grinds) return true;
    hit->law.min_speed = least_hop(p, rim);
    if (approach > 0) /* the contact may be elastic only so far */
        hit->law.restitution = most_of(hit->law.restitution, least_of(1, HOP * rim / approach));
    return true;
}

/* Laws of a contact among others: hops need not be exact. Arms lead to the middle. */
static void place(const met_pair *q, const meeting *at, instant_contact *hit) {
    hit->delta = at->normal;
    hit->arms[0] = vec_scale(vec_add(at->point_a, at->point_b), 0.5);
    hit->arms[1] = vec_sub(hit->arms[0], met_between(q));
    hit->together = hit->law;
    hit->together.min_speed = 0;
    if (hit->law.min_speed > 0)
        hit->together.restitution = least_of(hit->law.restitution, HOP_TOGETHER);
}

static bool add_around(void *context, uint32_t place);

static instant_host host_of(impacts *m) {
    return (instant_host){m, side_of, add_around};
}

/* Adds the contacts of a pair that approach now; returns whether the pair is due at all. Of what
 * was not planned, rows that act have what is slow. */
static bool gather(impacts *m, uint32_t number, bool planned) {
    event_pair *p = &m->room->pairs[number];
    if (p->gathered) return true;
    const bool timed = !planned && p->timed == event_paths(m, p);
    if (timed && p->time > m->now + INSTANT * m->substep) return false;
    const double due = DUE * p->closed;
    if (p->slow || event_is_quiet(m, p) || met_is_apart(m, p, due)) return false;
    const met_pair q = met_pair_at(m, p, m->now);
    const double ways = q.bodies[0].way + q.bodies[1].way;
    meeting found[TOUCHES];
    int count = 1;
    if (p->gap - (ways - p->ways) > due) return false;
    const bool sided = met_measure(m, p, &q, &found[0]);
    if (p->gap > due) return false;
    if ((p->ring || p->faces) && sided
        && met_touches(p, &q, most_of(p->gap, 0) + 1e-7 * p->size, found) == 2)
        count = 2;
    const double least = p->row_count > 0 && !planned ? event_limit(m, p) : 0;
    for (int i = 0; i < count; ++i) {
        instant_contact hit = {.bodies = {p->flyers[0], p->flyers[1]}, .pair = number};
        if (!met_is_contact(m, p, &q, &found[i]) || !law_of(m, p, &q, &found[i], least, &hit))
            continue;
        place(&q, &found[i], &hit);
        m->fast_count += flyer_is_fast(m, &q.bodies[0]) || flyer_is_fast(m, &q.bodies[1]);
        const instant_host host = host_of(m);
        (void)impacts_got(m, instant_add(&m->room->instant, &host, &hit));
        p->gathered = true;
    }
    return true;
}

/* Adds pairs in which a struck body meets others at the same time. */
static bool add_around(void *context, uint32_t place) {
    impacts *m = context;
    const flyer *f = &m->room->flyers[m->room->instant.bodies[place].number];
    for (uint32_t k = f->first_pair; k != NONE && !m->failed;) {
        (void)gather(m, k / 2, false);
        k = m->room->pairs[k / 2].next[k % 2];
    }
    return !m->failed;
}

/* ---- Afterwards ------------------------------------------------------------------------------ */

static void tell(impacts *m, const instant_contact *h) {
    const event_pair *p = &m->room->pairs[h->pair];
    if (!(h->approach >= m->settings->impact_speed)) return;
    const impact_ids told = {p->ids.a,
                             p->ids.b,
                             {.time = m->begun + m->now,
                              .point = vec_add(flyer_in(m, p, 0)->position, h->arms[0]),
                              .normal = h->delta,
                              .speed = h->approach,
                              .impulse = h->result.impulse,
                              .push = h->push,
                              .between = vec_sub(h->arms[0], h->arms[1])}};
    (void)impacts_got(m, told_impact(m->told, m->bodies, &told));
}

/* Notes how a pair met first in this step, and what it has exchanged. */
static void note_meeting(const impacts *m, event_pair *p, const instant_contact *hit) {
    pair_exchange *to = &p->exchange;
    if (!p->met)
        *to = (pair_exchange){.how = {.point = vec_add(flyer_in(m, p, 0)->position, hit->arms[0]),
                                      .normal = hit->delta,
                                      .speed = most_of(hit->approach, 0)},
                              .arms = {hit->arms[0], hit->arms[1]}};
    p->met = true;
    to->how.impulse += vec_dot(hit->push, hit->delta);
    to->push = vec_add(to->push, hit->push);
}

static void count_hit(const impacts *m, flyer *f) {
    if (!(f->inverse_mass > 0)) return;
    assert(m->now >= 0 && m->now <= m->substep * (1 + 1e-9) && "impacts are within the drift");
    ++f->hits;
    if (f->hits > PLASTIC_ABOVE && flyer_bounces(f)) f->end = FLYER_PLASTIC;
    if (f->hits > FROZEN_ABOVE && f->end < FLYER_FROZEN) f->end = FLYER_FROZEN;
    if (flyers_are_stopping(m)) f->end = FLYER_STOPPED;
}

/* The flyer at a place of the instant. */
static flyer *struck_at(const impacts *m, uint32_t place) {
    return &m->room->flyers[m->room->instant.bodies[place].number];
}

static void follow_up(impacts *m) {
    impact_room *room = m->room;
    const uint32_t struck = room->instant.body_count;
    for (uint32_t i = 0; i < room->instant.contact_count; ++i) {
        const instant_contact *hit = &room->instant.contacts[i];
        event_pair *p = &room->pairs[hit->pair];
        note_meeting(m, p, hit);
        ++p->hits;
        ++m->count;
        count_hit(m, flyer_in(m, p, 0));
        count_hit(m, flyer_in(m, p, 1));
        tell(m, hit);
    }
    for (uint32_t i = 0; i < struck; ++i)
        if (struck_at(m, i)->inverse_mass > 0) ++struck_at(m, i)->path;
    for (uint32_t i = 0; i < struck && !m->failed; ++i)
        if (struck_at(m, i)->inverse_mass > 0)
            impacts_reconsider(m, room->instant.bodies[i].number);
}

/* Freezes a body that would go through one that stays. */
static void hold(impacts *m, event_pair *p) {
    flyer *a = flyer_in(m, p, 0), *b = flyer_in(m, p, 1);
    event_leave_alone(m, p);
    if (flyer_stays(a) == flyer_stays(b)) return;
    flyer *holds = flyer_stays(a) ? b : a;
    const flyer *other = holds == a ? b : a;
    if (!(holds->inverse_mass > 0)) return;
    *holds = flyer_at(holds, m->now);
    holds->end = flyer_bounces(holds) && other->end < FLYER_FROZEN ? FLYER_HELD : FLYER_FROZEN;
    plans_drop(&m->room->plans, p->flyers[holds == b]);
    ++holds->path;
    event_leave_alone(m, p);
}

void impacts_begin_instant(impacts *m) {
    (void)impacts_got(m, instant_begin(&m->room->instant, m->flyer_count));
}

void impacts_add_due(impacts *m, uint32_t pair) {
    const uint32_t before = m->room->instant.contact_count;
    event_pair *p = &m->room->pairs[pair];
    bool due = gather(m, pair, true);
    if (due && !p->gathered && p->ring && p->hits == 0) {
        ++p->hits; /* along a hollow nothing approaches, and yet it goes through: it grinds */
        due = gather(m, pair, true);
    }
    if (due && !p->gathered && m->room->instant.contact_count == before) hold(m, p);
}

/* Moves the struck bodies on, as they move after the impacts. */
static void take_sides(const impacts *m) {
    for (uint32_t i = 0; i < m->room->instant.body_count; ++i) {
        const impulse_body *side = &m->room->instant.sides[i];
        flyer *f = struck_at(m, i);
        *f = flyer_at(f, m->now);
        if (!(f->inverse_mass > 0)) continue;
        f->velocity = side->velocity;
        f->spin = side->spin;
    }
}

void impacts_resolve_instant(impacts *m) {
    impact_room *room = m->room;
    instant *i = &room->instant;
    const instant_host host = host_of(m);
    if (!m->failed) (void)impacts_got(m, instant_gather(i, &host));
    for (uint32_t k = 0; k < i->contact_count; ++k)
        room->pairs[i->contacts[k].pair].gathered = false;
    if (i->contact_count == 0 || m->failed) return;
    instant_solve(i);
    take_sides(m);
    follow_up(m);
}
