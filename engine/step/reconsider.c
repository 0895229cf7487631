/* reconsider.c: pairs within a step. In: bodies that were struck, and rows that are too deep; out:
 * event pairs that were none as the step began: too fast for their rows now, or not expected to
 * meet. */
#include "shape/kind.h"
#include "step/meet.h"

/* The rest of the step, from now on. */
static double rest_of_step(const impacts *m) {
    return m->substep - m->now + m->left;
}

static evo_vec2 position_now(const impacts *m, uint32_t slot, evo_vec2 *velocity) {
    const uint32_t number = m->room->flyer_of[slot];
    *velocity = event_pace_of(m, slot).velocity;
    if (number != NONE) return flyer_place(m, &m->room->flyers[number]);
    const evo_vec2 position = m->bodies->states[slot].position;
    if (slot >= m->bodies->awake) return position;
    const float *shift = m->velocities->shift + body_row(slot);
    const evo_vec2 way = vec_of_floats(shift[0], shift[1]);
    return vec_along(vec_add(position, way), m->now, *velocity);
}

/* Returns whether two colliders may come near each other in the rest of the step. */
static bool slots_may_meet(const impacts *m, const uint32_t slots[2]) {
    const body_store *s = m->bodies;
    const double rest = rest_of_step(m);
    evo_vec2 at[2], velocity[2];
    double reach = 0, pull = 0;
    for (int side = 0; side < 2; ++side) {
        const uint32_t slot = s->links[slots[side]].body;
        const evo_shape *shape = collider_at(s, slots[side])->shape;
        at[side] = position_now(m, slot, &velocity[side]);
        if (shape->kind == EVO_SEGMENT) return true;
        reach += shape_radius(shape);
        pull += event_pull(m, slot) / m->substep;
    }
    const double way = rest * (vec_length(vec_sub(velocity[1], velocity[0])) + rest * pull);
    return vec_length(vec_sub(at[1], at[0])) <= reach * (1 + 1e-6) + way;
}

/* Returns whether the user lets a pair pass that was not expected to meet. */
bool event_is_passed(impacts *m, event_pair *p) {
    if (!pair_is_asked(m->ask, m->bodies)) return false;
    for (int side = 0; side < 2; ++side)
        p->flyers[side] = flyer_for(m, m->bodies->links[p->slots[side]].body);
    if (m->failed) return true;
    const met_pair q = met_pair_at(m, p, m->now);
    const meeting at = couple_nearest(&q.two);
    const evo_vec2 origin = q.bodies[0].position;
    const evo_gap gap = {at.gap, at.normal, vec_add(origin, at.point_a),
                         vec_add(origin, at.point_b)};
    const bool meets = pair_ask_found(m->ask, m->bodies, p->slots, &gap, &p->rules, &p->ruled);
    if (meets && p->ruled) event_set_law(m, p);
    return !meets;
}

void impacts_expect(impacts *m, uint32_t k) {
    const pair_list *list = m->list;
    const uint8_t kind = list->class_of[k];
    if (m->event_of[k] != NONE || pair_has_row(kind) || kind == PAIR_SENSOR || kind == PAIR_PASSES)
        return;
    event_pair p = event_pair_of_entry(m, k);
    if (event_is_passed(m, &p)) {
        pair_pass(list, k);
        return;
    }
    p.slow = event_is_slow(m, &p);
    p.seen = m->room->mark;
    event_take_entry(m, &p);
}

/* An entry of a body that was struck: too fast for its row now, or not expected to meet before. */
static void reconsider_entry(impacts *m, uint32_t k, bool deep) {
    const pair_list *list = m->list;
    if (m->event_of[k] != NONE) {
        event_pair *known = &m->room->pairs[m->event_of[k]];
        if (known->slow) known->slow = event_is_slow(m, known);
        return;
    }
    const uint32_t slots[2] = {list->a[k], list->b[k]};
    if (!pair_has_row(list->class_of[k])) {
        if (slots_may_meet(m, slots)) impacts_expect(m, k);
        return;
    }
    const event_pair p = event_pair_of_entry(m, k);
    if (!deep && !event_is_fast(m, k, &p)) return;
    event_take_entry(m, &p);
    for (uint32_t i = k; i != NONE; i = i == k ? pair_second(list, k) : NONE) {
        contact_end(m->pass, m->rows->place[i]);
        pair_set_class(list, i, PAIR_EVENT);
    }
}

void impacts_reconsider(impacts *m, uint32_t number) {
    const uint32_t slot = m->room->flyers[number].slot;
    if (slot >= m->bodies->awake) return;
    for (uint32_t i = m->starts[slot]; i < m->starts[slot + 1] && !m->failed; ++i)
        reconsider_entry(m, m->entries[i], false);
    if (!m->failed) search_beyond(m, number);
}

void impacts_look_ahead(impacts *m) {
    const uint32_t count = m->flyer_count;
    for (uint32_t i = 0; i < count && !m->failed; ++i)
        if ((m->room->flyers[i].path > 1 || m->room->flyers[i].far)
            && m->room->flyers[i].slot < m->bodies->awake)
            search_beyond(m, i);
}

static bool is_deep(const contact_rows *rows, uint32_t k) {
    const uint32_t place = rows->place[k];
    return rows->marks[place / ROW_BLOCK].deep >> place % ROW_BLOCK & 1;
}

void impacts_take_deep(impacts *m) {
    const contact_rows *rows = m->rows;
    m->moved = true;
    if (!flag_get(&m->pass->some->deep)) return;
    events_prepare(m);
    events_list_entries(m);
    for (uint32_t k = 0; k < m->list->count && !m->failed; ++k) {
        const uint32_t second = pair_second(m->list, k);
        const bool deep = is_deep(rows, k) || (second != NONE && is_deep(rows, second));
        if (deep && pair_has_row(m->list->class_of[k])) reconsider_entry(m, k, true);
    }
    for (uint32_t i = 0; !m->failed && i < rows->room / ROW_BLOCK; ++i) rows->marks[i].deep = 0;
    flag_set(&m->pass->some->deep, false);
}

/* Part of its thickness: what bounced and may go farther in the rest of the step looks at its pairs
 * again. */
static const double BOUNCED_FAR = 0.5;

/* Returns whether a body goes so far. */
static bool goes_on(const impacts *m, uint32_t slot) {
    const float *v = m->velocities->velocity + body_row(slot);
    const body_store *s = m->bodies;
    double thinnest = INFINITY;
    EACH_COLLIDER (c, s, s->motions[slot].id)
        thinnest = least_of(thinnest, (double)collider_thickness(s, s->colliders[c].slot));
    const double turning =
        (double)(fabsf(v[2]) * s->motions[slot].inverse_gyration) * (double)s->motions[slot].extent;
    const double speed = vec_length(vec_of_floats(v[0], v[1])) + turning;
    return speed * m->left > BOUNCED_FAR * thinnest;
}

static void take_bounced(impacts *m, uint32_t slot) {
    events_prepare(m);
    events_list_entries(m);
    const uint32_t number = m->failed ? NONE : flyer_for(m, slot);
    if (number == NONE) return;
    ++m->room->flyers[number].path;
    impacts_reconsider(m, number);
}

void impacts_take_bounced(impacts *m) {
    const body_rows *rows = m->velocities;
    if (!flag_get(&m->pass->some->bounced)) return;
    m->now = m->substep;
    for (uint32_t i = 0; i < m->bodies->awake && !m->failed && m->left > 0; ++i)
        if (rows->bounced[i + 1] && goes_on(m, i)) take_bounced(m, i);
    memset(rows->bounced, 0, rows->count);
    flag_set(&m->pass->some->bounced, false);
}
