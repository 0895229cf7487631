/* instant.c: the impacts of one instant of a drift, and the rows of event pairs that are closed and
 * slow. */
#include <assert.h>

#include "step/private.h"

/* ==== An instant ============================================================================== */

/* The impacts of one instant, gathered here, solved by flight/instant.c. In: a pair that meets now;
 * out: velocities of its bodies, and of all bodies that meet these at the same time. Invariant:
 * energy does not grow, except by bumpers and driven bodies. */

/* Impacts of a body in a drift: above the first it is plastic, above the second it is frozen. */
enum { PLASTIC_ABOVE = 32, FROZEN_ABOVE = 64 };

/* Fraction of the rim's speed: largest speed of parting of a pair that grinds. */
static const double HOP = 1.0 / 16;

/* ---- Gathering ------------------------------------------------------------------------------- */

static impulse_body side_of_flyer(void *context, uint32_t number) {
    const step *m = context;
    const flyer f = flyer_at(&m->room->flyers[number], m->now);
    return (impulse_body){f.velocity, f.spin, f.inverse_mass, f.inverse_inertia, {0, 0},
                          f.locked,   0};
}

/* Returns the least speed of parting of a pair that grinds: ten times faster at each impact. */
static double least_hop(const event_pair *p, double rim) {
    double least = 1e-9;
    for (uint32_t i = 0; i < p->hits && i < 5; ++i) least *= 10;
    return rim * least;
}

/* Sets the laws and arms of a contact that approaches faster than `least`; false: it does not. */
static bool set_contact(const step *m, const met_pair *q, const meeting *at, double least,
                        instant_contact *hit) {
    const event_pair *p = q->pair;
    const double turning = met_turning(q), approach = met_approach(q, at);
    const double rim = vec_length(vec_sub(q->bodies[0].velocity, q->bodies[1].velocity)) + turning;
    const bool grinds = p->hits > 0 && (turning > 0 || p->touches == EVENT_RING) && rim > p->hard
                        && at->gap <= p->closed;
    if (!(approach > most_of(least, met_rounding(q))) && !(grinds && approach > -least_hop(p, rim)))
        return false;
    double restitution = event_restitution(m, p, approach);
    if (grinds && approach > 0) /* a pair that grinds is elastic up to this speed */
        restitution = most_of(restitution, least_of(1, HOP * rim / approach));
    hit->approach = approach;
    hit->law = hit->together = (impulse_law){.restitution = restitution,
                                             .friction = p->rules.friction,
                                             .tangential = p->rules.tangential_restitution};
    if (grinds) { /* among others hops need not be exact */
        hit->law.min_speed = least_hop(p, rim);
        hit->together.restitution = least_of(restitution, HOP_TOGETHER);
    }
    hit->delta = at->normal;
    hit->arms[0] = vec_scale(vec_add(at->point_a, at->point_b), 0.5); /* to the middle */
    hit->arms[1] = vec_sub(hit->arms[0], met_between(q));
    return true;
}

static bool add_around(void *context, uint32_t place);

static instant_host host_of(step *m) {
    return (instant_host){m, side_of_flyer, add_around};
}

/* Adds the contacts of a pair that approach now; returns whether the pair is due at all. If it was
 * not planned and has rows, slow contacts are left to the rows. */
static bool gather_pair(step *m, uint32_t number, bool planned) {
    event_pair *p = &m->room->pairs[number];
    if (p->gathered) return true;
    if (p->slow || p->forecast == EVENT_NEVER) return false;
    if (!planned && p->forecast == EVENT_TIMED && p->time > m->now + INSTANT * m->substep)
        return false;
    const double due = DUE * p->closed;
    if (met_is_apart(m, p, due)) return false;
    const met_pair q = met_pair_at(m, p, m->now);
    meeting found[TOUCHES];
    int count = 1;
    if (met_gap_by_ways(p, &q.bodies[0], &q.bodies[1]) > due) return false;
    const bool sided = met_measure(m, &q, &found[0]);
    if (p->gap > due) return false;
    if (p->touches != EVENT_ONCE && sided
        && met_touches(&q, most_of(p->gap, 0) + 1e-7 * p->size, found) == 2)
        count = 2;
    const double least = p->row_count > 0 && !planned ? event_limit(m, p) : 0;
    for (int i = 0; i < count; ++i) {
        instant_contact hit = {.bodies = {p->flyers[0], p->flyers[1]}, .pair = number};
        if (!met_is_contact(m, &q, &found[i]) || !set_contact(m, &q, &found[i], least, &hit))
            continue;
        m->fast_count += flyer_is_fast(m, &q.bodies[0]) || flyer_is_fast(m, &q.bodies[1]);
        const instant_host host = host_of(m);
        (void)step_got(m, instant_add(&m->room->instant, &host, &hit));
        p->gathered = true;
    }
    return true;
}

/* Adds pairs in which a struck body meets others at the same time. */
static bool add_around(void *context, uint32_t place) {
    step *m = context;
    const flyer *f = &m->room->flyers[m->room->instant.bodies[place].number];
    for (uint32_t k = f->first_pair; k != NONE && !m->failed;) {
        (void)gather_pair(m, k / 2, false);
        k = m->room->pairs[k / 2].next[k % 2];
    }
    return !m->failed;
}

/* ---- Afterwards ------------------------------------------------------------------------------ */

static void tell_impact(step *m, const instant_contact *h) {
    const event_pair *p = &m->room->pairs[h->pair];
    if (!(h->approach >= m->world->settings.impacts.impact_speed)) return;
    const impact_ids told = {p->ids.a,
                             p->ids.b,
                             {.time = step_begun(m) + m->now,
                              .point = vec_add(flyer_in(m, p, 0)->position, h->arms[0]),
                              .normal = h->delta,
                              .speed = h->approach,
                              .impulse = h->result.impulse,
                              .push = h->push,
                              .between = vec_sub(h->arms[0], h->arms[1])}};
    (void)step_got(m, told_impact(&m->world->told, m->bodies, &told));
}

/* Notes how a pair met first in this step, and adds up the impulses of its impacts. */
static void note_meeting(const step *m, event_pair *p, const instant_contact *hit) {
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

static void count_hit(const step *m, flyer *f) {
    if (!(f->inverse_mass > 0)) return;
    assert(m->now >= 0 && m->now <= m->substep * (1 + 1e-9) && "impacts are within the drift");
    ++f->hits;
    if (f->state == FLYER_ASLEEP) return;
    if (f->hits > PLASTIC_ABOVE && flyer_bounces(f)) f->state = FLYER_PLASTIC;
    if (f->hits > FROZEN_ABOVE && f->state < FLYER_FROZEN) f->state = FLYER_FROZEN;
    if (flyers_are_stopping(m)) f->state = FLYER_STOPPED;
}

/* Returns the flyer of a body of the instant. */
static flyer *struck_at(const step *m, uint32_t place) {
    return &m->room->flyers[m->room->instant.bodies[place].number];
}

static void follow_up(step *m) {
    impact_room *room = m->room;
    const uint32_t struck = room->instant.body_count;
    for (uint32_t i = 0; i < room->instant.contact_count; ++i) {
        const instant_contact *hit = &room->instant.contacts[i];
        event_pair *p = &room->pairs[hit->pair];
        note_meeting(m, p, hit);
        ++p->hits;
        ++m->impact_count;
        count_hit(m, flyer_in(m, p, 0));
        count_hit(m, flyer_in(m, p, 1));
        tell_impact(m, hit);
    }
    for (uint32_t i = 0; i < struck; ++i)
        if (struck_at(m, i)->inverse_mass > 0) flyer_deflect(m, struck_at(m, i));
    for (uint32_t i = 0; i < struck && !m->failed; ++i)
        if (struck_at(m, i)->inverse_mass > 0)
            impacts_reconsider(m, room->instant.bodies[i].number);
}

/* Freezes or holds a body that would go through one that does not move. */
static void hold_back(step *m, event_pair *p) {
    flyer *a = flyer_in(m, p, 0), *b = flyer_in(m, p, 1);
    p->forecast = EVENT_NEVER; /* until one of the two is struck */
    if (flyer_is_unmoved(a) == flyer_is_unmoved(b)) return;
    flyer *holds = flyer_is_unmoved(a) ? b : a;
    const flyer *other = holds == a ? b : a;
    if (!flyer_stays(other)) {
        const met_pair q = met_pair_at(m, p, m->now);
        meeting at;
        (void)met_measure(m, &q, &at);
        if (!met_is_contact(m, &q, &at) || met_stays_closed(m, p)) return;
    }
    *holds = flyer_at(holds, m->now);
    holds->state = flyer_bounces(holds) && other->state < FLYER_FROZEN ? FLYER_HELD : FLYER_FROZEN;
    plans_drop(&m->room->plans, p->flyers[holds == b]);
    flyer_deflect(m, holds);
    p->forecast = EVENT_NEVER;
}

void instants_begin(step *m) {
    (void)step_got(m, instant_begin(&m->room->instant, m->room->flyer_count));
}

void instants_add_due(step *m, uint32_t pair) {
    const uint32_t before = m->room->instant.contact_count;
    event_pair *p = &m->room->pairs[pair];
    bool due = gather_pair(m, pair, true);
    if (due && !p->gathered && p->touches == EVENT_RING && p->hits == 0) {
        ++p->hits; /* along a hollow nothing approaches, and yet it goes through: it grinds */
        due = gather_pair(m, pair, true);
    }
    if (due && !p->gathered && m->room->instant.contact_count == before) hold_back(m, p);
}

/* Sets the velocities of the struck bodies to those after the impacts. */
static void take_sides(const step *m) {
    for (uint32_t i = 0; i < m->room->instant.body_count; ++i) {
        const impulse_body *side = &m->room->instant.sides[i];
        flyer *f = struck_at(m, i);
        *f = flyer_at(f, m->now);
        if (!(f->inverse_mass > 0)) continue;
        f->velocity = side->velocity;
        f->spin = side->spin;
    }
}

void instants_resolve(step *m) {
    impact_room *room = m->room;
    instant *i = &room->instant;
    const instant_host host = host_of(m);
    if (!m->failed) (void)step_got(m, instant_gather(i, &host));
    for (uint32_t k = 0; k < i->contact_count; ++k)
        room->pairs[i->contacts[k].pair].gathered = false;
    if (i->contact_count == 0 || m->failed) return;
    instant_solve(i);
    take_sides(m);
    follow_up(m);
}

/* ==== Rows of event pairs ===================================================================== */

/* Rows of event pairs, while they are slow. In: pairs that touch as a substep begins, and after
 * its impacts; out: rows that are solved one by one, after all others. */

static uint32_t row_of_flyer(const step *m, const flyer *f) {
    return f->slot < m->bodies->awake ? (uint32_t)body_row(f->slot) : 0;
}

static void set_event_row(step *m, const met_pair *q, uint32_t at, const meeting *found) {
    const event_pair *p = q->pair;
    const evo_vec2 centers[2] = {{0, 0}, met_between(q)};
    contact_made row = {row_of_flyer(m, &q->bodies[0]),
                        row_of_flyer(m, &q->bodies[1]),
                        {p->slots[0], p->slots[1]},
                        measure_fit(centers, found, (float)p->size),
                        &p->rules};
    /* The plane of faces is that of a body without mass: the other body may slide far along it. */
    if (row.fit.kind == FIT_FACES && !(q->bodies[1].inverse_mass > 0)) row.fit.plane = 1;
    contact_set(&m->passes.contacts, at, &row);
}

static void end_rows(step *m, event_pair *p) {
    for (uint32_t i = 0; i < p->row_count; ++i) contact_end(&m->passes.contacts, p->rows[i]);
    p->row_count = 0;
}

/* Sets the impulses of a touch to those of the last step. */
static void warm_row(step *m, const event_pair *p, uint32_t i) {
    const pair_memory *kept = m->list.kept;
    const uint32_t at = p->rows[i], k = p->entry;
    if (k == NONE || (i > 0 && !pair_has_other(&kept->other[k]))) return;
    const float push = i == 0 ? kept->warm[k].push : kept->other[k].push;
    const float drag = i == 0 ? kept->warm[k].drag : kept->other[k].drag;
    m->contacts.blocks[at / ROW_BLOCK].first.push[at % ROW_BLOCK] = m->warm * push;
    m->contacts.blocks[at / ROW_BLOCK].drag[at % ROW_BLOCK] = m->warm * drag;
}

static bool add_row(step *m, event_pair *p, uint32_t i) {
    if (p->rows[i] != NONE) return true;
    p->rows[i] = contact_add(&m->contacts, &m->world->arena);
    if (!step_got(m, p->rows[i] != NONE)) return false;
    if (p->entry != NONE && i == 0) m->contacts.place[p->entry] = p->rows[i];
    return true;
}

/* Returns the gap below which a pair has a row: larger for slow pairs, which may close within the
 * substep. */
static double row_from(const step *m, const event_pair *p) {
    return p->slow ? p->hard * m->substep : p->closed;
}

/* Measures where a pair touches, up to gaps of `margin`, and leaves out touches that are void at a
 * joint of segments. */
static int find_touches(step *m, const met_pair *q, double margin, meeting found[TOUCHES]) {
    event_pair *p = q->pair;
    const bool sided = met_measure(m, q, &found[0]);
    int count = 1, kept = 0;
    if (p->touches != EVENT_ONCE && sided && p->gap <= margin
        && met_touches(q, most_of(p->gap, 0) + margin, found) == 2)
        count = 2;
    for (int i = 0; i < count; ++i)
        if (met_is_contact(m, q, &found[i])) found[kept++] = found[i];
    if (kept == 0) p->normal = vec(0, 0); /* the pair forgets its side */
    return kept;
}

/* Fraction of the size: a face that touches has a second row, if the gap of its other end is
 * smaller. */
static const double OTHER_END = 0.01;

/* Counts the rows of a pair. It has rows if it is closed, or has them already, and its gap changes
 * no faster than its limit. */
static int count_rows(step *m, const met_pair *q, meeting found[TOUCHES]) {
    const event_pair *p = q->pair;
    const double from = row_from(m, p), other = most_of(from, OTHER_END * p->size);
    const int count = find_touches(m, q, p->touches == EVENT_FACES ? other : p->closed, found);
    if (p->gap > from && p->row_count == 0) return 0;
    for (int i = 0; i < count; ++i)
        if (fabs(met_approach(q, &found[i])) > most_of(event_limit(m, p), met_rounding(q)))
            return 0;
    return count;
}

/* Chooses the rows of a pair; rows stay as they were set until their bodies are struck. A struck
 * sleeper has no rows: they would stop bodies that move on with it. */
static void choose_rows(step *m, event_pair *p, bool first) {
    const flyer *a = flyer_in(m, p, 0), *b = flyer_in(m, p, 1);
    if (flyer_is_woken(a) || flyer_is_woken(b)) {
        end_rows(m, p);
        return;
    }
    const double least = most_of(met_gap_by_ways(p, a, b), met_gap_least(p, a, b));
    if (p->row_count == 0 && least > row_from(m, p)) return;
    const met_pair q = met_pair_at(m, p, 0);
    meeting found[TOUCHES];
    const uint32_t count = (uint32_t)count_rows(m, &q, found);
    const bool stays = p->row_count == count;
    if (!stays) end_rows(m, p);
    for (uint32_t i = 0; i < count && !stays; ++i) {
        if (!add_row(m, p, i)) return;
        if (first) warm_row(m, p, i);
        set_event_row(m, &q, p->rows[i], &found[i]);
    }
    p->row_count = count;
}

void event_rows_begin(step *m) {
    const bool first = m->done == 0;
    assert(m->stage != STAGE_DRIFT && "a substep begins when the last drift is stored");
    if (!first) flyers_take_relaxed(m);
    for (uint32_t i = 0; i < m->room->flyer_count; ++i) {
        m->room->flyers[i].time = 0;
        m->room->flyers[i].hits = 0;
    }
    for (uint32_t i = 0; i < m->room->pair_count && !m->failed; ++i)
        choose_rows(m, &m->room->pairs[i], first);
}

/* Sets rows of struck bodies where the bodies are after the impacts. */
static void set_rows_again(step *m) {
    for (uint32_t i = 0; i < m->room->pair_count; ++i) {
        event_pair *p = &m->room->pairs[i];
        if (p->row_count == 0) continue;
        const flyer *a = flyer_in(m, p, 0), *b = flyer_in(m, p, 1);
        if (a->hits + b->hits == 0) continue;
        if (flyer_is_woken(a) || flyer_is_woken(b)) {
            end_rows(m, p);
            continue;
        }
        const met_pair q = met_pair_at(m, p, m->substep);
        meeting found[TOUCHES];
        if (find_touches(m, &q, 1e-3 * p->size, found) != (int)p->row_count) continue;
        for (uint32_t k = 0; k < p->row_count; ++k) set_event_row(m, &q, p->rows[k], &found[k]);
    }
}

void event_rows_store(step *m) {
    flyers_store(m);
    m->stage = STAGE_BETWEEN;
    set_rows_again(m);
}

void event_rows_pass(const step *m, contact_kernel kernel) {
    for (uint32_t i = 0; i < m->room->pair_count; ++i) {
        const event_pair *p = &m->room->pairs[i];
        for (uint32_t k = 0; k < p->row_count; ++k)
            kernel(&m->passes.contacts, p->rows[k], p->rows[k] + 1);
    }
}
