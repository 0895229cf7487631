/* drift.c: the impacts of a drift in the order of their times. In: flyers and event pairs; out:
 * flyers at the end of the substep. Invariant: what the queue names next is what happens next, or
 * is stale: then its body plans again. */
#include <assert.h>

#include "step/meet.h"

/* ---- Room ------------------------------------------------------------------------------------ */

void impact_room_init(impact_room *room, const evo_allocator *memory) {
    *room = (impact_room){.memory = memory};
    room->instant.memory = memory;
}

void impact_room_free(impact_room *room) {
    const evo_allocator *memory = room->memory;
    ARRAY_FREE(memory, room->flyer_of, room->flyer_of_capacity);
    ARRAY_FREE(memory, room->flyers, room->flyer_capacity);
    ARRAY_FREE(memory, room->pairs, room->pair_capacity);
    instant_free(&room->instant);
    ARRAY_FREE(memory, room->marks, room->mark_capacity);
    ARRAY_FREE(memory, room->left, room->left_capacity);
    ARRAY_FREE(memory, room->disks, room->disk_capacity);
    ARRAY_FREE(memory, room->buckets, room->bucket_capacity);
    ARRAY_FREE(memory, room->parted, room->parted_capacity);
    ARRAY_FREE(memory, room->due, room->due_capacity);
    plans_free(&room->plans);
}

void impacts_close(impacts *m) {
    for (uint32_t i = 0; i < m->flyer_count; ++i) {
        assert(m->room->flyer_of[m->room->flyers[i].slot] == i && "a body has one flyer");
        m->room->flyer_of[m->room->flyers[i].slot] = NONE;
    }
    searches_close(m);
    m->flyer_count = m->pair_count = m->left_count = 0;
}

/* ---- The end --------------------------------------------------------------------------------- */

static bool pushes(const impacts *m, const event_pair *p) {
    for (uint32_t k = 0; k < p->row_count; ++k)
        if (m->rows->blocks[p->rows[k] / ROW_BLOCK].first.push[p->rows[k] % ROW_BLOCK] > 0)
            return true;
    return false;
}

void impacts_end(impacts *m) {
    flyers_take_relaxed(m);
    for (uint32_t i = 0; i < m->pair_count; ++i) {
        event_pair *p = &m->room->pairs[i];
        if (event_pair_is_free(p)) continue;
        p->touching = pushes(m, p);
        if (p->touching || !p->met) continue;
        const met_pair q = met_pair_at(m, p, m->substep);
        meeting at;
        (void)met_measure(m, p, &q, &at);
        p->touching = at.gap <= p->closed;
    }
}

/* ---- Plans ----------------------------------------------------------------------------------- */

/* Returns whether a flyer has to stop now. */
static bool has_to_stop(const impacts *m, const flyer *f) {
    return flyers_are_stopping(m) && !flyer_stays(f) && flyer_is_fast(m, f);
}

static void stop(const impacts *m, flyer *f) {
    *f = flyer_at(f, m->now);
    f->end = FLYER_STOPPED;
    ++f->path;
}

/* Finds the first meeting of a flyer: with another one, by its path, with something that plans
 * nothing, or with the rim of its disk. */
static pair_entry first_of(impacts *m, uint32_t number) {
    impact_room *room = m->room;
    flyer *f = &room->flyers[number];
    pair_entry first = pair_entry_never(number);
    for (uint32_t i = f->first_pair; i != NONE; i = room->pairs[i / 2].next[i % 2]) {
        event_pair *p = &room->pairs[i / 2];
        const uint32_t other = p->flyers[1 - i % 2];
        const flyer *o = &room->flyers[other];
        const bool does_plan = o->inverse_mass > 0;
        const double until = least_of(first.time, m->substep);
        if (has_to_stop(m, f)) return pair_entry_never(number);
        const pair_entry entry = {met_next(m, p, until), does_plan ? other : number, o->path};
        if (!(entry.time <= m->substep) || !pair_entry_before(&entry, &first)) continue;
        first = entry;
        f->plan = i / 2;
        f->plan_made = p->made;
    }
    const double end = search_end(m, number);
    if (!(end < first.time)) return first;
    f->plan = NONE;
    return (pair_entry){end, number, 0};
}

/* Plans the first meeting of a flyer that goes on. */
static void plan(impacts *m, uint32_t number) {
    impact_room *room = m->room;
    flyer *f = &room->flyers[number];
    plans_drop(&room->plans, number);
    if (f->end == FLYER_STOPPED) return;
    const pair_entry first = first_of(m, number);
    if (has_to_stop(m, f)) stop(m, f);
    if (f->end == FLYER_STOPPED || !(first.time <= m->substep)) return;
    if (impacts_got(m, plans_reserve(&room->plans, 1))) plans_set(&room->plans, number, first);
}

static void start_plans(impacts *m) {
    impact_room *room = m->room;
    const uint32_t count = m->flyer_count;
    int exponent;
    (void)frexp(m->substep, &exponent);
    if (room->plans.queue.bin_capacity == 0) {
        plans_free(&room->plans);
        if (!impacts_got(
                m, plans_init(&room->plans, room->memory, count, false, 0, ldexp(1, exponent))))
            return;
    }
    if (!impacts_got(m, plans_restart(&room->plans, count))) return;
    for (uint32_t i = 0; i < m->pair_count; ++i) room->pairs[i].hits = room->pairs[i].timed = 0;
    for (uint32_t i = 0; i < count && !m->failed; ++i)
        if (room->flyers[i].inverse_mass > 0) plan(m, i);
}

/* Returns whether the planned partner of a flyer has another path by now, or their disks parted. */
static bool is_stale(const impacts *m, uint32_t number) {
    const flyer *f = &m->room->flyers[number];
    const pair_entry *first = plans_of(&m->room->plans, number);
    const event_pair *p = &m->room->pairs[f->plan];
    if (p->made != f->plan_made || event_pair_is_free(p)) return true;
    const uint32_t other = p->flyers[p->flyers[0] == number];
    return m->room->flyers[other].path != first->tag;
}

/* Plans for flyers that are new: they were met in this drift. */
static void plan_new(impacts *m, uint32_t flyers_before) {
    (void)impacts_got(m, plans_grow(&m->room->plans, m->flyer_count));
    for (uint32_t i = flyers_before; i < m->flyer_count && !m->failed; ++i)
        if (m->room->flyers[i].inverse_mass > 0) plan(m, i);
}

/* Plans for all that was struck, and for new flyers. */
static void plan_struck(impacts *m, uint32_t flyers_before) {
    plan_new(m, flyers_before);
    for (uint32_t i = 0; i < m->room->instant.body_count && !m->failed; ++i) {
        const uint32_t number = m->room->instant.bodies[i].number;
        if (number < flyers_before && m->room->flyers[number].inverse_mass > 0) plan(m, number);
    }
}

/* The flyer of the next event, if that is before `until`; or NONE. */
static uint32_t next_event(impacts *m, double until) {
    bool refused = false;
    const uint32_t number = plans_next(&m->room->plans, &refused);
    m->failed |= refused;
    return number != NONE && plans_of(&m->room->plans, number)->time <= until ? number : NONE;
}

/* Takes the next impact off the queue, if it is before `until` and before a disk ends; returns its
 * flyer or NONE. */
static uint32_t take_impact(impacts *m, double until) {
    const uint32_t number = next_event(m, until);
    if (number == NONE || m->room->flyers[number].plan == NONE) return NONE;
    plans_pop(&m->room->plans);
    return number;
}

/* A flyer at the rim of its disk searches on. */
static void leave_disk(impacts *m, uint32_t number) {
    const uint32_t flyers = m->flyer_count;
    plans_pop(&m->room->plans);
    search_on(m, number);
    if (!m->failed) plan_new(m, flyers);
    if (!m->failed) plan(m, number);
}

/* Plans of what was not struck after all. What is due again at once, though nothing came of it,
 * waits for a change. */
static void plan_unstruck(impacts *m, uint32_t number, uint32_t before) {
    flyer *f = &m->room->flyers[number];
    if (f->path != before) return;
    const uint32_t pair = f->plan;
    plan(m, number);
    const pair_entry *next = plans_of(&m->room->plans, number);
    if (m->failed || !(next->time <= m->now) || m->room->flyers[number].plan != pair) return;
    event_leave_alone(m, &m->room->pairs[pair]);
    plan(m, number);
}

/* Resolves all that is due at the time of the first event. */
static bool next_instant(impacts *m) {
    impact_room *room = m->room;
    uint32_t number = next_event(m, m->substep), due = 0;
    if (number == NONE) return false;
    events_list_entries(m);
    if (m->failed) return false;
    m->now = most_of(plans_of(&room->plans, number)->time, m->now);
    if (room->flyers[number].plan == NONE) {
        leave_disk(m, number);
        return !m->failed;
    }
    const double until = m->now + INSTANT * m->substep;
    impacts_begin_instant(m);
    while (!m->failed && (number = take_impact(m, until)) != NONE) {
        if (is_stale(m, number) || has_to_stop(m, &room->flyers[number])) {
            plan(m, number);
            continue;
        }
        if (!impacts_got(
                m, ARRAY_RESERVE(room->memory, room->due, room->due_capacity, (size_t)due + 1)))
            break;
        room->due[due++] = (due_flyer){number, room->flyers[number].path};
        impacts_add_due(m, room->flyers[number].plan);
    }
    const uint32_t flyers = m->flyer_count;
    if (!m->failed) impacts_resolve_instant(m);
    if (m->failed) return false;
    plan_struck(m, flyers);
    for (uint32_t i = 0; i < due && !m->failed; ++i)
        plan_unstruck(m, room->due[i].number, room->due[i].path);
    return !m->failed;
}

void impacts_drift(impacts *m) {
    if (m->flyer_count == 0) return;
    flyers_load(m);
    m->drifting = true;
    m->now = 0;
    impacts_look_ahead(m);
    if (!m->failed) start_plans(m);
    while (!m->failed && next_instant(m)) continue;
}
