/* drift.c: the impacts of a drift in the order of their times, and the flyers that take part. */
#include <assert.h>

#include "step/private.h"

/* ==== The drift =============================================================================== */

/* Flies flyers from impact to impact. In: flyers and event pairs; out: flyers at the end of the
 * substep. Invariant: the next event of the queue is the next impact, or it is stale and its flyer
 * plans again. */

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
    ARRAY_FREE(memory, room->beyond, room->beyond_capacity);
    ARRAY_FREE(memory, room->due, room->due_capacity);
    plans_free(&room->plans);
}

void impacts_close(step *m) {
    for (uint32_t i = 0; i < m->room->flyer_count; ++i) {
        assert(m->room->flyer_of[m->room->flyers[i].slot] == i && "a body has one flyer");
        m->room->flyer_of[m->room->flyers[i].slot] = NONE;
    }
    m->room->flyer_count = 0;
}

/* ---- The end --------------------------------------------------------------------------------- */

static bool pushes(const step *m, const event_pair *p) {
    for (uint32_t k = 0; k < p->row_count; ++k)
        if (m->contacts.blocks[p->rows[k] / ROW_BLOCK].first.push[p->rows[k] % ROW_BLOCK] > 0)
            return true;
    return false;
}

void impacts_end(step *m) {
    flyers_take_relaxed(m);
    for (uint32_t i = 0; i < m->room->pair_count; ++i) {
        event_pair *p = &m->room->pairs[i];
        p->touching = pushes(m, p);
        if (p->touching || !p->met) continue;
        const met_pair q = met_pair_at(m, p, m->substep);
        meeting at;
        (void)met_measure(m, &q, &at);
        p->touching = at.gap <= p->closed;
    }
}

/* ---- Plans ----------------------------------------------------------------------------------- */

/* Returns whether a flyer has to stop now. */
static bool has_to_stop(const step *m, const flyer *f) {
    return flyers_are_stopping(m) && !flyer_stays(f) && flyer_is_fast(m, f);
}

static void stop(const step *m, flyer *f) {
    *f = flyer_at(f, m->now);
    f->state = FLYER_STOPPED;
    flyer_deflect(m, f);
}

/* Takes the meeting of a flyer in one of its event pairs as its first, if it comes before that. Its
 * partner is the other flyer, or the flyer itself if the other one plans nothing. */
void flyer_consider(step *m, uint32_t number, uint32_t link, pair_entry *first) {
    event_pair *p = &m->room->pairs[link / 2];
    const uint32_t other = p->flyers[1 - link % 2];
    const flyer *o = &m->room->flyers[other];
    const bool does_plan = o->inverse_mass > 0;
    const double until = least_of(first->time, m->substep);
    const pair_entry entry = {met_next(m, p, until), does_plan ? other : number, o->path};
    if (!(entry.time <= m->substep) || !pair_entry_before(&entry, first)) return;
    *first = entry;
    m->room->flyers[number].plan = link / 2;
}

/* Finds the first meeting of a flyer in its event pairs. */
static pair_entry first_of(step *m, uint32_t number) {
    const impact_room *room = m->room;
    const flyer *f = &room->flyers[number];
    pair_entry first = pair_entry_never(number);
    for (uint32_t i = f->first_pair; i != NONE; i = room->pairs[i / 2].next[i % 2]) {
        if (has_to_stop(m, f)) return pair_entry_never(number);
        flyer_consider(m, number, i, &first);
    }
    return first;
}

/* Plans the first meeting of a flyer. */
static void plan(step *m, uint32_t number) {
    impact_room *room = m->room;
    if (!step_got(m, plans_grow(&room->plans, room->flyer_count))) return;
    plans_drop(&room->plans, number);
    pair_entry first = first_of(m, number);
    if (has_to_stop(m, &room->flyers[number])) stop(m, &room->flyers[number]);
    if (!(first.time <= room->flyers[number].searched)) search_beyond(m, number, &first);
    if (!(first.time <= m->substep)) return;
    if (step_got(m, plans_reserve(&room->plans, 1))) plans_set(&room->plans, number, first);
}

/* Plans for the flyers from a number on, and for flyers that these plans add. */
static void plan_from(step *m, uint32_t number) {
    for (; number < m->room->flyer_count && !m->failed; ++number)
        if (m->room->flyers[number].inverse_mass > 0) plan(m, number);
}

static void start_plans(step *m) {
    impact_room *room = m->room;
    const uint32_t count = room->flyer_count;
    int exponent;
    (void)frexp(m->substep, &exponent);
    if (room->plans.queue.bin_capacity == 0) {
        plans_free(&room->plans);
        plans *p = &room->plans;
        if (!step_got(m, pair_table_init(&p->table, room->memory, count, false)
                             && queue_init(&p->queue, room->memory, count, 0, ldexp(1, exponent))))
            return;
    }
    if (!step_got(m, plans_restart(&room->plans, count))) return;
    for (uint32_t i = 0; i < room->pair_count; ++i) {
        room->pairs[i].hits = 0;
        room->pairs[i].forecast = EVENT_UNKNOWN;
    }
    for (uint32_t i = 0; i < count; ++i) {
        flyer *f = &room->flyers[i];
        const bool far = f->slot < m->bodies->awake && m->places.far && m->places.far[f->slot];
        f->searched = f->path > 1 || far ? -1 : INFINITY;
    }
    plan_from(m, 0);
}

/* Plans for all struck flyers, and for flyers that this instant added. */
static void plan_struck(step *m, uint32_t flyers_before) {
    for (uint32_t i = 0; i < m->room->instant.body_count && !m->failed; ++i) {
        const uint32_t number = m->room->instant.bodies[i].number;
        if (number < flyers_before && m->room->flyers[number].inverse_mass > 0) plan(m, number);
    }
    plan_from(m, flyers_before);
}

/* Returns the flyer of the next event, if that event is not after `until`; else NONE. */
static uint32_t next_event(step *m, double until) {
    bool refused = false;
    const uint32_t number = plans_next(&m->room->plans, &refused);
    m->failed |= refused;
    return number != NONE && plans_of(&m->room->plans, number)->time <= until ? number : NONE;
}

/* Re-plans a flyer whose predicted impact did not happen. If the same pair is due again at once,
 * the pair is left out until one of its bodies changes. */
static void plan_unstruck(step *m, uint32_t number, uint32_t before) {
    flyer *f = &m->room->flyers[number];
    if (f->path != before) return;
    const uint32_t pair = f->plan;
    plan(m, number);
    const pair_entry *next = plans_of(&m->room->plans, number);
    if (m->failed || !(next->time <= m->now) || m->room->flyers[number].plan != pair) return;
    m->room->pairs[pair].forecast = EVENT_NEVER;
    plan(m, number);
}

/* Resolves all impacts that are due at the time of the first event. */
static bool next_instant(step *m) {
    impact_room *room = m->room;
    uint32_t number = next_event(m, m->substep), due = 0;
    if (number == NONE) return false;
    events_list_entries(m);
    if (m->failed) return false;
    m->now = most_of(plans_of(&room->plans, number)->time, m->now);
    const double until = m->now + INSTANT * m->substep;
    instants_begin(m);
    while (!m->failed && (number = next_event(m, until)) != NONE) {
        const flyer *f = &room->flyers[number];
        const event_pair *p = &room->pairs[f->plan];
        const uint32_t partner = p->flyers[p->flyers[0] == number];
        const bool stale = room->flyers[partner].path != plans_of(&room->plans, number)->tag;
        const bool stops = !stale && has_to_stop(m, &room->flyers[partner]);
        plans_pop(&room->plans);
        if (stops) plan(m, partner);
        if (stale || stops || has_to_stop(m, f)) { /* its partner has another path by now */
            plan(m, number);
            continue;
        }
        if (!step_got(m,
                      ARRAY_RESERVE(room->memory, room->due, room->due_capacity, (size_t)due + 1)))
            break;
        room->due[due++] = (due_flyer){number, room->flyers[number].path};
        instants_add_due(m, room->flyers[number].plan);
    }
    const uint32_t flyers = room->flyer_count;
    if (!m->failed) instants_resolve(m);
    if (m->failed) return false;
    plan_struck(m, flyers);
    for (uint32_t i = 0; i < due && !m->failed; ++i)
        plan_unstruck(m, room->due[i].number, room->due[i].path);
    return !m->failed;
}

void impacts_drift(step *m) {
    if (m->room->flyer_count == 0) return;
    flyers_load(m);
    m->stage = STAGE_DRIFT;
    m->now = 0;
    start_plans(m);
    while (!m->failed && next_instant(m)) continue;
    search_end(m);
}

/* ==== Flyers ================================================================================== */

/* Bodies in doubles through the substeps. In: rows after the solve; out: rows as flight and impacts
 * leave them. Invariant: the velocity of a body's row is that of its flyer, rounded, except for
 * changes made by relaxing since. */

/* ---- From rows ------------------------------------------------------------------------------- */

static float *row_of(float *table, const flyer *f) {
    return table + body_row(f->slot);
}

/* Adds to a flyer the velocity that rows gave since the kick. A body that rows pushed flies
 * straight, as its row does; others fly on the parabola that begins before the first half of the
 * kick. The spin of a drift is the spin at its middle. */
static void load(const step *m, flyer *f) {
    const float *v = row_of(m->rows.velocity, f), *base = row_of(m->rows.base, f);
    const double over = (double)m->bodies->motions[f->slot].inverse_gyration;
    f->time = 0;
    f->hits = 0;
    const bool pressed = v[0] != base[0] || v[1] != base[1] || v[2] != base[2];
    f->accel = vec_scale(f->drive.velocity, pressed ? 0 : 1 / m->substep);
    f->velocity.x += (double)(v[0] - f->kicked[0]);
    f->velocity.y += (double)(v[1] - f->kicked[1]);
    f->spin += 0.5 * f->drive.spin + (double)(v[2] - f->kicked[2]) * over;
    if (f->state != FLYER_STOPPED) f->state = flyer_bounces(f) ? FLYER_LIVELY : FLYER_PLASTIC;
    if (pressed) f->velocity = vec_along(f->velocity, 0.5, f->drive.velocity);
    const body_state now = {f->position, f->velocity, f->angle, f->spin};
    if (state_fits(&now)) return;
    f->position = m->bodies->states[f->slot].position; /* out of range: stop the flyer */
    f->angle = m->bodies->states[f->slot].angle;
    f->velocity = f->accel = vec(0, 0);
    f->spin = 0;
    f->state = FLYER_STOPPED;
}

/* Damps for the end of the last substep and the start of this one; in the first substep for its
 * start alone. */
static void damp(const step *m, flyer *f) {
    const motion_drive *by = &f->drive;
    f->velocity = vec_scale(f->velocity, m->done > 0 ? by->keeps * by->keeps : by->keeps);
    f->spin *= m->done > 0 ? by->keeps_spin * by->keeps_spin : by->keeps_spin;
}

/* Makes a flyer follow its row: adds the difference between the row's velocity and the flyer's own
 * velocity, rounded. */
static void follow(const step *m, flyer *f, const float v[3]) {
    const body_motion *motion = &m->bodies->motions[f->slot];
    const double over = (double)motion->inverse_gyration;
    f->velocity.x += (double)(v[0] - (float)f->velocity.x);
    f->velocity.y += (double)(v[1] - (float)f->velocity.y);
    f->spin += (double)(v[2] - (float)f->spin * motion->gyration) * over;
}

/* Moves a flyer to where its row has come in this step. */
static void go_to_row(const step *m, flyer *f) {
    const float *shift = row_of(m->rows.shift, f);
    const double over = (double)m->bodies->motions[f->slot].inverse_gyration;
    f->position = vec_add(f->position, vec_of_floats(shift[0], shift[1]));
    f->angle += (double)shift[2] * over;
}

static void follow_row(const step *m, flyer *f) {
    follow(m, f, row_of(m->rows.velocity, f));
}

bool flyer_sleeps(const step *m, uint32_t slot) {
    const body_store *s = m->bodies;
    return slot >= s->awake && s->records[s->motions[slot].id].island != NONE;
}

static void make_flyer(const step *m, flyer *f, uint32_t slot) {
    const body_store *s = m->bodies;
    const body_state *state = &s->states[slot];
    const body_motion *motion = &s->motions[slot];
    const body_record *record = &s->records[motion->id];
    *f = (flyer){.slot = slot,
                 .first_pair = NONE,
                 .path = 1,
                 .beyond = NONE,
                 .state = flyer_sleeps(m, slot) ? FLYER_ASLEEP : FLYER_LIVELY,
                 .searched = INFINITY,
                 .position = state->position,
                 .angle = state->angle,
                 .drive = {.keeps = 1, .keeps_spin = 1},
                 .extent = (double)motion->extent};
    if (slot >= s->awake && f->state != FLYER_ASLEEP) return;
    f->inverse_mass = motion->inverse_mass > 0 ? 1 / record->mass : 0;
    f->inverse_inertia = motion->gyration > 0 && f->inverse_mass > 0 ? 1 / record->inertia : 0;
    f->locked = body_locked(record);
    if (f->state == FLYER_ASLEEP) return;
    f->drive = motion_drive_of(s, slot, &m->motion);
    f->velocity = state->velocity;
    f->spin = state->spin;
    if (m->stage == STAGE_BEGUN) return;
    go_to_row(m, f);
    if (m->stage == STAGE_BETWEEN) {
        follow_row(m, f);
        return;
    }
    const float *base = row_of(m->rows.base, f), *half = row_of(m->rows.drive, f);
    const float begun[3] = {base[0] - half[0], base[1] - half[1], base[2] - half[2]};
    damp(m, f);
    follow(m, f, begun); /* from its row, as the substep began */
    memcpy(f->kicked, base, sizeof f->kicked);
    load(m, f);
}

uint32_t flyer_for(step *m, uint32_t slot) {
    impact_room *room = m->room;
    uint32_t *number = &room->flyer_of[slot];
    if (*number != NONE) return *number;
    if (!step_got(m, ARRAY_RESERVE(room->memory, room->flyers, room->flyer_capacity,
                                   room->flyer_count + 1)))
        return NONE;
    make_flyer(m, &room->flyers[room->flyer_count], slot);
    return *number = room->flyer_count++;
}

void flyer_deflect(const step *m, flyer *f) {
    ++f->path;
    f->searched = -1;
    for (uint32_t i = f->first_pair; i != NONE; i = m->room->pairs[i / 2].next[i % 2])
        m->room->pairs[i / 2].forecast = EVENT_UNKNOWN;
}

/* Calls a function for each flyer that has a row. */
static void each_with_row(const step *m, void (*act)(const step *m, flyer *f)) {
    for (uint32_t i = 0; i < m->room->flyer_count; ++i)
        if (m->room->flyers[i].slot < m->bodies->awake) act(m, &m->room->flyers[i]);
}

static void kick(const step *m, flyer *f) {
    damp(m, f);
    memcpy(f->kicked, row_of(m->rows.base, f), sizeof f->kicked);
}

void flyers_kick(step *m) {
    each_with_row(m, kick);
}

void flyers_load(step *m) {
    each_with_row(m, load);
}

void flyers_take_relaxed(step *m) {
    each_with_row(m, follow_row);
}

/* ---- Flight ---------------------------------------------------------------------------------- */

evo_vec2 flyer_velocity(const step *m, const flyer *f) {
    return flyer_stays(f) ? vec(0, 0) : vec_along(f->velocity, m->now - f->time, f->accel);
}

double flyer_bend(const step *m, const flyer *f) {
    const double rest = m->substep - m->now;
    return 0.5 * rest * rest * vec_length(f->accel);
}

evo_vec2 flyer_place(const step *m, const flyer *f) {
    const double s = m->now - f->time;
    if (!(s > 0) || flyer_stays(f)) return f->position;
    return vec_along(f->position, s, vec_along(f->velocity, 0.5 * s, f->accel));
}

/* Multiple of a body's extent: a body that moves farther than that in a substep is fast. */
static const double FAST = 2;

/* Fast impacts allowed in a step: for each awake body, and in addition. Larger: steps take long if
 * most bodies are too fast for the step's length; smaller: volleys of shots slow down. */
enum { FAST_A_BODY = 2, FAST_MORE = 128 };

bool flyers_are_stopping(const step *m) {
    return m->fast_count > (uint64_t)FAST_A_BODY * m->bodies->awake + FAST_MORE;
}

bool flyer_is_fast(const step *m, const flyer *f) {
    const double gain = m->substep * vec_length(f->accel);
    const double speed = vec_length(f->velocity) + gain + fabs(f->spin) * f->extent;
    return speed * m->substep > FAST * f->extent && f->inverse_mass > 0;
}

flyer flyer_at(const flyer *f, double time) {
    flyer now = *f;
    const double s = time - f->time;
    now.time = time;
    if (!(s > 0) || flyer_stays(f)) return now;
    const evo_vec2 gain = vec_scale(f->accel, s);
    now.position = vec_along(f->position, s, vec_along(f->velocity, 0.5, gain));
    now.velocity = vec_add(f->velocity, gain);
    now.angle = f->angle + s * f->spin;
    now.way = f->way + s * (vec_length(f->velocity) + vec_length(gain) + fabs(f->spin) * f->extent);
    return now;
}

/* ---- To rows --------------------------------------------------------------------------------- */

/* Stores a flyer after the drift: a pushed body gets the second half of its kick. The difference
 * between velocity and base, which its rows gave, is added again, as for all bodies. */
static void store(const step *m, flyer *f) {
    float *v = row_of(m->rows.velocity, f), *base = row_of(m->rows.base, f);
    float *shift = row_of(m->rows.shift, f);
    const body_state *state = &m->bodies->states[f->slot];
    const body_motion *motion = &m->bodies->motions[f->slot];
    const bool pressed = vec_is_zero(f->accel) && !flyer_stays(f); /* what stays does not fall */
    assert(f->time <= m->substep * (1 + 1e-9) && "no flyer is beyond the substep");
    *f = flyer_at(f, m->substep);
    if (pressed) f->velocity = vec_along(f->velocity, 0.5, f->drive.velocity);
    f->spin += 0.5 * f->drive.spin;
    const float now[3] = {(float)f->velocity.x, (float)f->velocity.y,
                          (float)f->spin * motion->gyration};
    for (int i = 0; i < 3; ++i) {
        const float rest = v[i] - base[i];
        base[i] = now[i];
        v[i] = now[i] + rest;
    }
    shift[0] = (float)(f->position.x - state->position.x);
    shift[1] = (float)(f->position.y - state->position.y);
    shift[2] = (float)(f->angle - state->angle) * motion->gyration;
}

void flyers_store(step *m) {
    each_with_row(m, store);
}

body_state flyer_state_at_end(const flyer *f) {
    return (body_state){.position = f->position,
                        .velocity = vec_scale(f->velocity, f->drive.keeps),
                        .angle = f->angle,
                        .spin = f->drive.keeps_spin * f->spin};
}
