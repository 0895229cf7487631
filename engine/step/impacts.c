/* impacts.c: the impacts of a drift in the order of their times. In: flyers and event pairs; out:
 * flyers at the end of the substep. Invariant: what the queue names next is what happens next, or
 * is stale: then its body plans again. */
#include "step/impacts.h"

/* ---- Room ------------------------------------------------------------------------------------ */

void impact_room_init(impact_room *room, const evo_allocator *memory) {
    *room = (impact_room){.memory = memory};
    room->instant.memory = memory;
}

void impact_room_free(impact_room *room) {
    const evo_allocator *memory = room->memory;
    array_free(memory, &room->flyer_of, &room->flyer_of_capacity, sizeof *room->flyer_of);
    array_free(memory, &room->flyers, &room->flyer_capacity, sizeof *room->flyers);
    array_free(memory, &room->pairs, &room->pair_capacity, sizeof *room->pairs);
    instant_free(&room->instant);
    array_free(memory, &room->marks, &room->mark_capacity, sizeof *room->marks);
    array_free(memory, &room->left, &room->left_capacity, sizeof *room->left);
    array_free(memory, &room->disks, &room->disk_capacity, sizeof *room->disks);
    array_free(memory, &room->buckets, &room->bucket_capacity, sizeof *room->buckets);
    array_free(memory, &room->parted, &room->parted_capacity, sizeof *room->parted);
    array_free(memory, &room->due, &room->due_capacity, sizeof *room->due);
    plans_free(&room->plans);
}

void impacts_close(impacts *m) {
    for (uint32_t i = 0; i < m->flyer_count; ++i) m->room->flyer_of[m->room->flyers[i].slot] = NONE;
    searches_close(m);
    m->flyer_count = m->pair_count = m->left_count = 0;
}

/* ---- Rows of event pairs --------------------------------------------------------------------- */

static uint32_t row_of(const impacts *m, const flyer *f) {
    return f->slot < m->bodies->awake ? 4 * (f->slot + 1) : 0;
}

static void set_row(impacts *m, const event_pair *p, uint32_t at, const met_pair *q,
                    const meeting *found) {
    const evo_vec2 centers[2] = {{0, 0}, vec_sub(q->bodies[1].position, q->bodies[0].position)};
    contact_made row = {row_of(m, &q->bodies[0]),   row_of(m, &q->bodies[1]),
                        {p->slots[0], p->slots[1]}, measure_fit(centers, found, (float)p->size),
                        (float)m->motion.seconds,   p->ruled ? &p->rules : NULL};
    /* The plane of faces is that of the one that stands: the other may slide far along it. */
    if (row.fit.kind == FIT_FACES && !(q->bodies[1].inverse_mass > 0)) row.fit.plane = 1;
    contact_set(m->rows, at, &row, m->bodies, m->velocities);
}

static void end_rows(impacts *m, event_pair *p) {
    for (uint32_t i = 0; i < p->row_count; ++i) contact_end(m->rows, p->rows[i], m->velocities);
    p->row_count = 0;
}

/* The impulses that the last step left of a touch. */
static void warm_row(impacts *m, const event_pair *p, uint32_t i) {
    const pair_memory *kept = m->list->kept;
    const uint32_t at = p->rows[i], k = p->entry;
    if (k == NONE || (i > 0 && kept->other[k].push < 0)) return;
    const float push = i == 0 ? kept->warm[k].push : kept->other[k].push;
    const float drag = i == 0 ? kept->warm[k].drag : kept->other[k].drag;
    m->rows->blocks[at / ROW_BLOCK].first.push[at % ROW_BLOCK] = m->warm * push;
    m->rows->blocks[at / ROW_BLOCK].drag[at % ROW_BLOCK] = m->warm * drag;
}

static bool add_row(impacts *m, event_pair *p, uint32_t i) {
    if (p->rows[i] != NONE) return true;
    p->rows[i] = contact_add(m->rows, m->arena);
    if (p->rows[i] == NONE) {
        m->failed = true;
        return false;
    }
    if (p->entry != NONE && i == 0) m->rows->place[p->entry] = p->rows[i];
    return true;
}

/* The gap from which on a pair has a row: slow ones may close within the substep. */
static double row_from(const impacts *m, const event_pair *p) {
    return p->slow ? p->hard * m->substep : p->closed;
}

/* Measures where a pair touches, within `margin` at both places, and leaves those out that are void
 * at a joint of segments. */
static int find_touches(impacts *m, event_pair *p, const met_pair *q, double margin,
                        meeting found[TOUCHES]) {
    const bool sided = met_measure(m, p, q, &found[0]);
    int count = 1, kept = 0;
    if ((p->ring || p->faces) && sided && p->gap <= margin
        && met_touches(p, q, most_of(p->gap, 0) + margin, found) == 2)
        count = 2;
    for (int i = 0; i < count; ++i)
        if (met_is_contact(m, p, q, &found[i])) found[kept++] = found[i];
    if (kept == 0) p->normal = vec(0, 0); /* no side is kept of it */
    return kept;
}

/* Fraction of the size: the other end of a face that touches has a row, too, if it is so near. */
static const double OTHER_END = 0.01;

/* Counts the rows of a pair: it is closed, or was, and its gap changes no faster than its limit. */
static int count_rows(impacts *m, event_pair *p, const met_pair *q, meeting found[TOUCHES]) {
    const double from = row_from(m, p), other = most_of(from, OTHER_END * p->size);
    const int count = find_touches(m, p, q, p->faces ? other : p->closed, found);
    if (p->gap > from && p->row_count == 0) return 0;
    for (int i = 0; i < count; ++i)
        if (fabs(met_approach(q, &found[i])) > most_of(event_limit(m, p), met_rounding(q)))
            return 0;
    return count;
}

/* Chooses the rows of a pair; rows stay as they were set until their bodies are struck. A sleeper
 * that was struck has none, which would stop what moves on with it. */
static void choose_rows(impacts *m, event_pair *p, bool first) {
    const flyer *a = &m->room->flyers[p->flyers[0]], *b = &m->room->flyers[p->flyers[1]];
    const double ways = a->way + b->way;
    if (flyer_is_woken(a) || flyer_is_woken(b)) {
        end_rows(m, p);
        return;
    }
    if (p->row_count == 0 && p->gap - (ways - p->ways) > row_from(m, p)) return;
    const met_pair q = met_pair_at(m, p, 0);
    meeting found[TOUCHES];
    const uint32_t count = (uint32_t)count_rows(m, p, &q, found);
    const bool stays = p->row_count == count;
    if (!stays) end_rows(m, p);
    for (uint32_t i = 0; i < count && !stays; ++i) {
        if (!add_row(m, p, i)) return;
        if (first) warm_row(m, p, i);
        set_row(m, p, p->rows[i], &q, &found[i]);
    }
    p->row_count = count;
}

void impacts_begin(impacts *m, bool first) {
    if (!first) flyers_take_relaxed(m);
    for (uint32_t i = 0; i < m->flyer_count; ++i) {
        m->room->flyers[i].time = 0;
        m->room->flyers[i].hits = 0;
    }
    for (uint32_t i = 0; i < m->pair_count && !m->failed; ++i)
        if (!event_pair_is_free(&m->room->pairs[i])) choose_rows(m, &m->room->pairs[i], first);
}

/* Sets rows of struck bodies where the bodies are after the impacts. */
static void set_rows_again(impacts *m) {
    for (uint32_t i = 0; i < m->pair_count; ++i) {
        event_pair *p = &m->room->pairs[i];
        if (p->row_count == 0) continue;
        const flyer *a = &m->room->flyers[p->flyers[0]], *b = &m->room->flyers[p->flyers[1]];
        if (a->hits + b->hits == 0) continue;
        if (flyer_is_woken(a) || flyer_is_woken(b)) {
            end_rows(m, p);
            continue;
        }
        const met_pair q = met_pair_at(m, p, m->substep);
        meeting found[TOUCHES];
        if (find_touches(m, p, &q, 1e-3 * p->size, found) != (int)p->row_count) continue;
        for (uint32_t k = 0; k < p->row_count; ++k) set_row(m, p, p->rows[k], &q, &found[k]);
    }
}

void impacts_store(impacts *m) {
    flyers_store(m);
    m->drifting = false;
    set_rows_again(m);
}

void impacts_pass(const impacts *m, contact_kernel kernel, const contact_pass *pass) {
    for (uint32_t i = 0; i < m->pair_count; ++i) {
        const event_pair *p = &m->room->pairs[i];
        for (uint32_t k = 0; k < p->row_count; ++k) kernel(pass, p->rows[k], p->rows[k] + 1);
    }
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
    if (!plans_reserve(&room->plans, 1)) {
        m->failed = true;
        return;
    }
    plans_set(&room->plans, number, first);
}

static bool start_plans(impacts *m) {
    impact_room *room = m->room;
    const uint32_t count = m->flyer_count;
    int exponent;
    (void)frexp(m->substep, &exponent);
    if (room->plans.queue.bin_capacity == 0) {
        plans_free(&room->plans);
        if (!plans_init(&room->plans, room->memory, count, false, 0, ldexp(1, exponent)))
            return false;
    }
    if (!plans_restart(&room->plans, count, 0)) return false;
    for (uint32_t i = 0; i < m->pair_count; ++i)
        room->pairs[i].hits = room->pairs[i].quiet = room->pairs[i].timed = 0;
    for (uint32_t i = 0; i < count && !m->failed; ++i)
        if (room->flyers[i].inverse_mass > 0) plan(m, i);
    return !m->failed;
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
    if (!plans_grow(&m->room->plans, m->flyer_count)) m->failed = true;
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
    if (!m->starts && !events_list_entries(m)) {
        m->failed = true;
        return false;
    }
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
        if (!array_reserve(room->memory, &room->due, &room->due_capacity, (size_t)due + 1,
                           sizeof *room->due)) {
            m->failed = true;
            break;
        }
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
    flyers_load(m);
    m->drifting = true;
    m->now = 0;
    impacts_look_ahead(m);
    if (!m->failed && !start_plans(m)) m->failed = true;
    while (!m->failed && next_instant(m)) continue;
}
