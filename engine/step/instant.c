/* instant.c: what happens at one instant of a drift. In: a pair that meets now; out: velocities of
 * its bodies, and of all that meet these at the same time, by the law of one impact, or of several
 * together. Invariant: energy does not grow, but by bumpers and what is driven. */
#include "step/impacts.h"

/* Impacts of a body in a drift: above the one it is plastic, above the other it freezes. */
enum { PLASTIC_ABOVE = 32, FROZEN_ABOVE = 64 };

/* Multiple of what counts as closed: predictions are not nearer than that to a touch. */
static const double DUE = 10;

/* Part of a rim's speed that what grinds parts with, at most. */
static const double HOP = 1.0 / 16;

/* Restitution of hops of several together, which need not be exact: most of that is rounding. */
static const double HOP_TOGETHER = 0.5;

static flyer *flyer_in(const impacts *m, const event_pair *p, int side) {
    return &m->room->flyers[p->flyers[side]];
}

/* ---- Gathering ------------------------------------------------------------------------------- */

static bool add_struck(impacts *m, uint32_t number) {
    impact_room *room = m->room;
    flyer *f = &room->flyers[number];
    if (f->place < m->struck_count && room->struck[f->place] == number) return true;
    if (!array_reserve(room->memory, &room->struck, &room->struck_capacity,
                       (size_t)m->struck_count + 1, sizeof *room->struck))
        return false;
    f->place = m->struck_count++;
    room->struck[f->place] = number;
    return true;
}

static bool add_hit(impacts *m, const instant_hit *hit) {
    impact_room *room = m->room;
    const event_pair *p = &room->pairs[hit->pair];
    if (!array_reserve(room->memory, &room->hits, &room->hit_capacity, (size_t)m->hit_count + 1,
                       sizeof *room->hits))
        return false;
    room->hits[m->hit_count++] = *hit;
    return add_struck(m, p->flyers[0]) && add_struck(m, p->flyers[1]);
}

/* Returns the least speed of parting: pairs that grind while they turn hop, faster each time. */
static double least_hop(const event_pair *p, double rim) {
    double least = 1e-9;
    for (uint32_t i = 0; i < p->hits && i < 5; ++i) least *= 10;
    return rim * least;
}

/* The law of a contact that approaches faster than `least`; false: it does not. */
static bool law_of(const impacts *m, const event_pair *p, const met_pair *q, const meeting *at,
                   double least, instant_hit *hit) {
    const flyer *a = &q->bodies[0], *b = &q->bodies[1];
    const double turning = fabs(a->spin) * p->levers[0] + fabs(b->spin) * p->levers[1];
    const double rim = vec_length(vec_sub(a->velocity, b->velocity)) + turning;
    const double approach = met_approach(q, at);
    const bool grinds =
        p->hits > 0 && (turning > 0 || p->ring) && rim > p->hard && at->gap <= p->closed;
    if (!(approach > most_of(least, met_rounding(q))) && !(grinds && approach > -least_hop(p, rim)))
        return false;
    hit->law = p->law;
    hit->at = *at;
    hit->approach = approach;
    const bool passes_on = a->hits + b->hits > 0;
    const bool lively = flyer_bounces(a) && flyer_bounces(b);
    double rests = m->settings->bounce_threshold;
    if (p->law.restitution > 0 && p->limit < p->hard) rests = most_of(rests, p->limit);
    if (!lively || !(passes_on || approach > rests)) hit->law.restitution = 0;
    if (!grinds) return true;
    hit->law.min_speed = least_hop(p, rim);
    if (approach > 0) /* the contact may be elastic only so far */
        hit->law.restitution = most_of(hit->law.restitution, least_of(1, HOP * rim / approach));
    return true;
}

/* Adds the contacts of a pair that approach now; returns whether the pair is due at all. Of what
 * was not planned, rows that act have what is slow. */
static bool gather(impacts *m, uint32_t number, bool planned) {
    event_pair *p = &m->room->pairs[number];
    if (p->gathered) return true;
    const bool timed = !planned && p->timed == event_paths(m, p);
    if (timed && p->time > m->now + INSTANT * m->substep) return false;
    const double due = DUE * p->closed;
    const met_pair q = met_pair_at(m, p, m->now);
    const double ways = q.bodies[0].way + q.bodies[1].way;
    meeting found[TOUCHES];
    int count = 1;
    if (p->slow || event_is_quiet(m, p) || p->gap - (ways - p->ways) > due) return false;
    const bool sided = met_measure(m, p, &q, &found[0]);
    if (p->gap > due) return false;
    if ((p->ring || p->faces) && sided
        && met_touches(p, &q, most_of(p->gap, 0) + 1e-7 * p->size, found) == 2)
        count = 2;
    const double least = p->row_count > 0 && !planned ? event_limit(m, p) : 0;
    for (int i = 0; i < count; ++i) {
        instant_hit hit = {.pair = number};
        if (!met_is_contact(m, p, &q, &found[i]) || !law_of(m, p, &q, &found[i], least, &hit))
            continue;
        if (!add_hit(m, &hit)) m->failed = true;
        p->gathered = true;
    }
    return true;
}

/* Adds pairs in which struck bodies meet others at the same time. */
static void gather_around(impacts *m) {
    for (uint32_t i = 0; i < m->struck_count && !m->failed; ++i) {
        const flyer *f = &m->room->flyers[m->room->struck[i]];
        if (!(f->inverse_mass > 0)) continue;
        for (uint32_t k = f->first_pair; k != NONE && !m->failed;) {
            (void)gather(m, k / 2, false);
            k = m->room->pairs[k / 2].next[k % 2];
        }
    }
}

/* ---- Striking -------------------------------------------------------------------------------- */

/* Arms of a hit, from both centres of mass to the middle of the contact. */
static void arms_of(const impacts *m, const instant_hit *h, evo_vec2 arms[2]) {
    const event_pair *p = &m->room->pairs[h->pair];
    arms[0] = vec_scale(vec_add(h->at.point_a, h->at.point_b), 0.5);
    arms[1] = vec_sub(arms[0], vec_sub(flyer_in(m, p, 1)->position, flyer_in(m, p, 0)->position));
}

static impulse_body side_of(const flyer *f, evo_vec2 arm) {
    return (impulse_body){f->velocity, f->spin, f->inverse_mass, f->inverse_inertia, arm, 0};
}

static void take_side(flyer *f, const impulse_body *side) {
    if (!(f->inverse_mass > 0)) return;
    f->velocity = side->velocity;
    f->spin = side->spin;
}

static void strike_one(impacts *m, instant_hit *h) {
    const event_pair *p = &m->room->pairs[h->pair];
    flyer *a = flyer_in(m, p, 0), *b = flyer_in(m, p, 1);
    evo_vec2 arms[2];
    arms_of(m, h, arms);
    impulse_body first = side_of(a, arms[0]), second = side_of(b, arms[1]);
    h->impulse += impulse_resolve(&first, &second, h->at.normal, &h->law).impulse;
    take_side(a, &first);
    take_side(b, &second);
}

static const flyer *struck_at(const impacts *m, uint32_t i) {
    return &m->room->flyers[m->room->struck[i]];
}

/* Numbers of parts go from hit to hit, by what moves and is struck in both. */
static void find_parts(impacts *m) {
    impact_room *room = m->room;
    for (uint32_t i = 0; i < m->hit_count; ++i) room->hits[i].part = i;
    for (uint32_t i = 0; i < m->struck_count; ++i) room->flyers[room->struck[i]].part = NONE;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < m->hit_count; ++i) {
            instant_hit *h = &room->hits[i];
            for (int side = 0; side < 2; ++side) {
                flyer *f = flyer_in(m, &room->pairs[h->pair], side);
                if (!(f->inverse_mass > 0)) continue;
                const uint32_t least = f->part < h->part ? f->part : h->part;
                changed |= f->part != least || h->part != least;
                f->part = h->part = least;
            }
        }
    }
}

/* Energy of the bodies of a part; INFINITY if something else may add to it. */
static double energy_of(const impacts *m, uint32_t part) {
    double sum = 0;
    for (uint32_t i = 0; i < m->struck_count; ++i) {
        const impulse_body *b = &m->room->sides[i];
        if (struck_at(m, i)->part != part) continue;
        sum += vec_dot(b->velocity, b->velocity) / b->inverse_mass;
        if (b->inverse_inertia > 0) sum += b->spin * b->spin / b->inverse_inertia;
    }
    return sum;
}

static bool is_driven(const impacts *m, const instant_hit *h) {
    for (int side = 0; side < 2; ++side) {
        const flyer *f = flyer_in(m, &m->room->pairs[h->pair], side);
        const bool moves = f->velocity.x != 0 || f->velocity.y != 0 || f->spin != 0;
        if (moves && !(f->inverse_mass > 0)) return true;
    }
    return h->law.restitution > 1;
}

static bool take_sides(impacts *m) {
    impact_room *room = m->room;
    if (!array_reserve(room->memory, &room->sides, &room->side_capacity, m->struck_count,
                       sizeof *room->sides)
        || !array_reserve(room->memory, &room->together, &room->together_capacity, m->hit_count,
                          sizeof *room->together))
        return false;
    for (uint32_t i = 0; i < m->struck_count; ++i)
        room->sides[i] = side_of(struck_at(m, i), vec(0, 0));
    return true;
}

/* The hits of a part; returns their number. */
static uint32_t take_part(impacts *m, uint32_t part, bool *driven) {
    impact_room *room = m->room;
    uint32_t count = 0;
    *driven = false;
    for (uint32_t i = part; i < m->hit_count; ++i) {
        const instant_hit *h = &room->hits[i];
        if (h->part != part) continue;
        const event_pair *p = &room->pairs[h->pair];
        impulse_pair *to = &room->together[count++];
        *to = (impulse_pair){.a = flyer_in(m, p, 0)->place,
                             .b = flyer_in(m, p, 1)->place,
                             .delta = h->at.normal,
                             .law = h->law};
        to->law.min_speed = 0;
        if (h->law.min_speed > 0) to->law.restitution = least_of(h->law.restitution, HOP_TOGETHER);
        arms_of(m, h, to->arms);
        *driven |= is_driven(m, h);
    }
    return count;
}

/* Strikes all contacts of a part at once; one after the other if that would add energy. */
static void strike_together(impacts *m, uint32_t part, uint32_t count, bool driven) {
    impact_room *room = m->room;
    const double before = energy_of(m, part);
    impulses_resolve(room->sides, room->together, count);
    const bool gains = !driven && energy_of(m, part) > before * (1 + 1e-12);
    uint32_t next = 0;
    for (uint32_t i = part; i < m->hit_count; ++i) {
        if (room->hits[i].part != part) continue;
        if (gains)
            strike_one(m, &room->hits[i]);
        else
            room->hits[i].impulse = room->together[next++].result.impulse;
    }
    for (uint32_t i = 0; i < m->struck_count && !gains; ++i)
        if (struck_at(m, i)->part == part)
            take_side(&room->flyers[room->struck[i]], &room->sides[i]);
}

static bool strike_all(impacts *m) {
    if (m->hit_count == 1) {
        strike_one(m, &m->room->hits[0]);
        return true;
    }
    find_parts(m);
    if (!take_sides(m)) return false;
    for (uint32_t part = 0; part < m->hit_count; ++part) {
        bool driven;
        if (m->room->hits[part].part != part) continue;
        const uint32_t count = take_part(m, part, &driven);
        if (count == 1)
            strike_one(m, &m->room->hits[part]);
        else
            strike_together(m, part, count, driven);
    }
    return true;
}

/* ---- Afterwards ------------------------------------------------------------------------------ */

static bool tell(impacts *m, const instant_hit *h) {
    const event_pair *p = &m->room->pairs[h->pair];
    const collider_link *links = m->bodies->links;
    const evo_vec2 middle = vec_scale(vec_add(h->at.point_a, h->at.point_b), 0.5);
    if (!(h->approach >= m->settings->impact_speed)) return true;
    const impact_ids told = {links[p->slots[0]].id,
                             links[p->slots[1]].id,
                             {.time = m->begun + m->now,
                              .point = vec_add(flyer_in(m, p, 0)->position, middle),
                              .normal = h->at.normal,
                              .speed = h->approach,
                              .impulse = h->impulse}};
    return told_impact(m->told, m->bodies, &told);
}

static void count_hit(const impacts *m, flyer *f) {
    if (!(f->inverse_mass > 0)) return;
    ++f->hits;
    if (f->hits > PLASTIC_ABOVE && flyer_bounces(f)) f->end = FLYER_PLASTIC;
    if (f->hits <= FROZEN_ABOVE || f->end == FLYER_FROZEN) return;
    f->end = FLYER_FROZEN;
    f->stopped = m->now;
}

static void follow_up(impacts *m) {
    impact_room *room = m->room;
    for (uint32_t i = 0; i < m->hit_count; ++i) {
        event_pair *p = &room->pairs[room->hits[i].pair];
        p->met = true;
        ++p->hits;
        ++m->count;
        count_hit(m, flyer_in(m, p, 0));
        count_hit(m, flyer_in(m, p, 1));
        if (!tell(m, &room->hits[i])) m->failed = true;
    }
    for (uint32_t i = 0; i < m->struck_count; ++i)
        if (room->flyers[room->struck[i]].inverse_mass > 0) {
            ++room->flyers[room->struck[i]].stamp;
            ++room->flyers[room->struck[i]].path;
        }
    for (uint32_t i = 0; i < m->struck_count && !m->failed; ++i)
        if (room->flyers[room->struck[i]].inverse_mass > 0) impacts_reconsider(m, room->struck[i]);
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
    holds->end = flyer_bounces(holds) && other->end != FLYER_FROZEN ? FLYER_HELD : FLYER_FROZEN;
    holds->stopped = m->now;
    ++holds->stamp;
    ++holds->path;
    event_leave_alone(m, p);
}

void instant_begin(impacts *m) {
    m->hit_count = m->struck_count = 0;
}

void instant_add(impacts *m, uint32_t pair) {
    const uint32_t before = m->hit_count;
    const bool due = gather(m, pair, true);
    event_pair *p = &m->room->pairs[pair];
    if (due && !p->gathered && m->hit_count == before) hold(m, p);
}

void instant_resolve(impacts *m) {
    impact_room *room = m->room;
    gather_around(m);
    for (uint32_t i = 0; i < m->hit_count; ++i) room->pairs[room->hits[i].pair].gathered = false;
    if (m->hit_count == 0 || m->failed) return;
    for (uint32_t i = 0; i < m->struck_count; ++i) {
        flyer *f = &room->flyers[room->struck[i]];
        *f = flyer_at(f, m->now);
    }
    if (strike_all(m))
        follow_up(m);
    else
        m->failed = true;
}
