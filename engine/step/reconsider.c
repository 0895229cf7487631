/* reconsider.c: pairs within a step. In: bodies that were struck, and rows that are too deep; out:
 * event pairs that were none as the step began: too fast for their rows now, not expected to meet
 * before, or beyond the bounds in which pairs were searched. */
#include "body/edges.h"
#include "core/filter.h"
#include "narrow/pair.h"
#include "shape/kind.h"
#include "step/impacts.h"

/* The rest of the step, from now on. */
static double rest_of_step(const impacts *m) {
    return m->substep - m->now + m->left;
}

static evo_vec2 position_now(const impacts *m, uint32_t slot, evo_vec2 *velocity) {
    const uint32_t number = m->room->flyer_of[slot];
    *velocity = event_pace_of(m, slot).velocity;
    if (number != NONE) return flyer_at(&m->room->flyers[number], m->now).position;
    const evo_vec2 position = m->bodies->states[slot].position;
    if (slot >= m->bodies->awake) return position;
    const float *shift = m->velocities->shift + 4 * ((size_t)slot + 1);
    const evo_vec2 way = vec((double)shift[0], (double)shift[1]);
    return vec_along(vec_add(position, way), m->now, *velocity);
}

/* Returns whether two bodies may come near each other in the time that is left. */
static bool may_meet(const impacts *m, const event_pair *p, double rest) {
    const body_store *s = m->bodies;
    evo_vec2 at[2], velocity[2];
    double reach = 0, pull = 0;
    for (int side = 0; side < 2; ++side) {
        const uint32_t slot = s->links[p->slots[side]].body;
        at[side] = position_now(m, slot, &velocity[side]);
        if (p->shapes[side]->kind == EVO_SEGMENT) return true;
        reach += vec_length(p->shapes[side]->center) + shape_reach(p->shapes[side]);
        pull += event_pull(m, slot) / m->substep;
    }
    const double way = rest * (vec_length(vec_sub(velocity[1], velocity[0])) + rest * pull);
    return vec_length(vec_sub(at[1], at[0])) <= reach * (1 + 1e-6) + way;
}

/* Returns whether the user lets a pair pass that was not expected to meet. */
static bool passes(impacts *m, event_pair *p) {
    if (!pair_is_asked(m->ask)) return false;
    for (int side = 0; side < 2; ++side) {
        p->flyers[side] = flyer_for(m, m->bodies->links[p->slots[side]].body);
        if (p->flyers[side] == NONE) return true;
    }
    const met_pair q = met_pair_at(m, p, m->now);
    const meeting at = pair_measure(&q.at[0], &q.at[1]);
    const evo_vec2 origin = q.bodies[0].position;
    const evo_gap gap = {at.gap, at.normal, vec_add(origin, at.point_a),
                         vec_add(origin, at.point_b)};
    return !pair_ask_found(m->ask, m->bodies, p->slots, &gap);
}

/* An entry of a body that was struck: too fast for its row now, or not expected to meet before. */
static bool reconsider_entry(impacts *m, uint32_t k, bool deep) {
    const pair_list *list = m->list;
    if (m->event_of[k] != NONE) {
        event_pair *known = &m->room->pairs[m->event_of[k]];
        if (known->slow) known->slow = event_is_slow(m, known);
        return true;
    }
    if (list->class_of[k] == PAIR_SENSOR || list->class_of[k] == PAIR_PASSES) return true;
    event_pair p = event_pair_of(m, list->a[k], list->b[k]);
    const bool has_row = pair_has_row(list->class_of[k]);
    if (has_row && !deep && !event_is_fast(m, k, &p)) return true;
    if (!has_row && !may_meet(m, &p, rest_of_step(m))) return true;
    if (!has_row && passes(m, &p)) {
        pair_pass(list, k);
        return !m->failed;
    }
    p.slow = !has_row && event_is_slow(m, &p);
    const bool taken = event_take_entry(m, k, &p);
    for (uint32_t i = k; i != NONE && has_row; i = i == k ? pair_second(list, k) : NONE) {
        contact_end(m->rows, m->rows->place[i], m->velocities);
        list->class_of[i] = PAIR_EVENT;
    }
    return taken;
}

static uint32_t other_of(uint32_t a, uint32_t b, uint32_t slot) {
    return a == slot ? b : b == slot ? a : slot;
}

/* Marks the colliders that are in pairs with a flyer's already, and its own. */
static bool mark_known(impacts *m, const flyer *f, uint32_t slot) {
    impact_room *room = m->room;
    const size_t before = room->mark_capacity;
    if (!array_reserve(room->memory, &room->marks, &room->mark_capacity, m->bodies->collider_count,
                       sizeof *room->marks))
        return false;
    array_fill(room->marks + before, 0, room->mark_capacity - before, sizeof *room->marks);
    if (++room->mark == 0) {
        array_fill(room->marks, 0, room->mark_capacity, sizeof *room->marks);
        room->mark = 1;
    }
    for (uint32_t i = f->first_pair; i != NONE; i = room->pairs[i / 2].next[i % 2]) {
        const event_pair *p = &room->pairs[i / 2];
        room->marks[other_of(p->slots[0], p->slots[1], slot)] = room->mark;
    }
    for (uint32_t i = m->starts[f->slot]; i < m->starts[f->slot + 1]; ++i) {
        const uint32_t k = m->entries[i];
        room->marks[other_of(m->list->a[k], m->list->b[k], slot)] = room->mark;
    }
    return true;
}

typedef struct looking {
    impacts *m;
    uint32_t number, slot; /* flyer, and collider */
    bool found;            /* something is new to it */
} looking;

/* Returns whether a collider is new to a flyer, and might be met by it. */
static bool is_new(const looking *l, const collider_record *other) {
    const impacts *m = l->m;
    const collider_record *own = event_collider(m, l->slot);
    return own->body != other->body && !other->sensor && filters_meet(own->filter, other->filter)
           && m->room->marks[other->slot] != m->room->mark
           && !edges_part(m->bodies, own->body, other->body);
}

static double look_at(void *context, uint32_t collider, const evo_bounds *bounds, double limit) {
    looking *l = context;
    impacts *m = l->m;
    const collider_record *other = &m->bodies->colliders[collider];
    (void)bounds;
    if (!is_new(l, other)) return limit;
    m->room->marks[other->slot] = m->room->mark;
    event_pair p = event_pair_of(m, l->slot, other->slot);
    p.slow = event_is_slow(m, &p);
    if (may_meet(m, &p, m->substep - m->now) && !passes(m, &p) && !event_pair_add(m, &p))
        m->failed = true;
    return m->failed ? -1 : limit;
}

/* Way of a collider's centre from now to the end of the drift, and its reach around it. */
typedef struct collider_way {
    evo_vec2 from, to;
    double reach;
} collider_way;

static collider_way way_of(const impacts *m, const flyer *f, const evo_shape *shape, double rest) {
    const double pull = vec_length(f->fall) / m->substep;
    const double swing = f->spin != 0 ? vec_length(shape->center) : 0;
    const bool centered = shape->center.x == 0 && shape->center.y == 0;
    const evo_vec2 center = centered ? vec(0, 0) : vec_turn(shape->center, evo_direction(f->angle));
    const evo_vec2 from = vec_add(f->position, center);
    return (collider_way){from, vec_along(from, rest, f->velocity),
                          shape_reach(shape) + 2 * swing + 0.5 * rest * rest * pull};
}

static bool stays_within(evo_vec2 center, double radius, const collider_way *way) {
    const double room = radius - way->reach;
    return vec_length(vec_sub(way->from, center)) <= room
           && vec_length(vec_sub(way->to, center)) <= room;
}

/* Returns whether two flyers may come near each other in some time, by simple bounds. */
static bool in_reach(const impacts *m, const flyer *a, const flyer *b, double time) {
    const double speeds =
        fabs(a->velocity.x) + fabs(a->velocity.y) + fabs(b->velocity.x) + fabs(b->velocity.y);
    const double pulls = vec_length(a->fall) + vec_length(b->fall);
    const double way = time * (speeds + time * pulls / m->substep) + a->extent + b->extent;
    const evo_vec2 between = vec_sub(b->position, a->position);
    return vec_dot(between, between) <= way * way;
}

/* Returns whether a disk meets that of a flyer that left, which has one. */
static bool meets_disk(const left_flyer *f, evo_vec2 center, double reach) {
    const evo_vec2 between = vec_sub(f->center, center);
    return vec_dot(between, between) <= (f->reach + reach) * (f->reach + reach);
}

/* Looks at other bodies that have left their bounds: the index has them elsewhere. Disks do not
 * meet. */
static void look_at_others(looking *l, const collider_way *way) {
    impacts *m = l->m;
    const body_store *s = m->bodies;
    const flyer *own = &m->room->flyers[l->number];
    const double time = 2 * m->substep - m->now;
    const bool has_disk = m->room->left[own->left - 1].reach > 0;
    const evo_vec2 half = vec_scale(vec_sub(way->to, way->from), 0.5);
    const evo_vec2 middle = vec_add(way->from, half);
    const double reach = vec_length(half) + way->reach;
    for (uint32_t i = 0; i < m->left_count; ++i) {
        const left_flyer *left = &m->room->left[i];
        if (left->reach > 0 && (has_disk || !meets_disk(left, middle, reach))) continue;
        const flyer *f = &m->room->flyers[left->number];
        if (left->number == l->number || !in_reach(m, &m->room->flyers[l->number], f, time))
            continue;
        const uint32_t id = s->motions[f->slot].id;
        uint32_t c = s->records[id].first_collider;
        for (; c != NONE; c = s->colliders[c].next) (void)look_at(l, c, NULL, 1);
    }
}

static bool leave(impacts *m, uint32_t number) {
    impact_room *room = m->room;
    if (room->flyers[number].left > 0) return true;
    if (!array_reserve(room->memory, &room->left, &room->left_capacity, (size_t)m->left_count + 1,
                       sizeof *room->left))
        return false;
    room->left[m->left_count++] = (left_flyer){.number = number};
    room->flyers[number].left = m->left_count;
    return true;
}

/* ---- Disks of flyers that left --------------------------------------------------------------- */

/* Fraction of the reach, for what rounding makes of the same way later. */
static const double DISK_MARGIN = 0.01;

static double find_new(void *context, uint32_t collider, const evo_bounds *bounds, double limit) {
    looking *l = context;
    (void)bounds;
    l->found |= is_new(l, &l->m->bodies->colliders[collider]);
    return l->found ? -1 : limit;
}

/* Gives a flyer that left its bounds a disk that holds its way to the end of the step, if nothing
 * is new to it there: nothing of the index meets it then, nor do disks of others. What left and
 * has none looks for others each time, and is looked at. */
static void choose_disk(looking *l, const flyer *now, const evo_shape *shape) {
    impacts *m = l->m;
    left_flyer *own = &m->room->left[m->room->flyers[l->number].left - 1];
    const collider_way way = way_of(m, now, shape, rest_of_step(m));
    const evo_vec2 half = vec_scale(vec_sub(way.to, way.from), 0.5);
    const evo_vec2 center = vec_add(way.from, half);
    const double reach = vec_length(half) + (1 + DISK_MARGIN) * way.reach;
    const walk_box box = {center, {0, 0}, {reach, reach}};
    m->disk_count -= own->reach > 0;
    own->reach = 0;
    for (uint32_t i = 0; i < m->left_count; ++i)
        if (m->room->left[i].reach > 0 && meets_disk(&m->room->left[i], center, reach)) return;
    index_walk(m->index, &box, WALK_STILL | WALK_AWAKE, find_new, l);
    if (l->found) return;
    own->center = center;
    own->reach = reach;
    ++m->disk_count;
}

/* Looks for what a collider of a flyer may meet beyond its bounds. */
static bool look_around(looking *l, const flyer *now, const evo_shape *shape, bool alone) {
    impacts *m = l->m;
    const collider_way way = way_of(m, now, shape, m->substep - m->now);
    if (stays_within(m->bodies->places[l->slot], (double)m->radii[l->slot], &way)) return true;
    if (!leave(m, l->number)) return false;
    const left_flyer *left = &m->room->left[m->room->flyers[l->number].left - 1];
    const bool stays = left->reach > 0 && stays_within(left->center, left->reach, &way);
    if (stays && m->disk_count == m->left_count) return true;
    if (!mark_known(m, &m->room->flyers[l->number], l->slot)) return false;
    if (!stays && alone) choose_disk(l, now, shape);
    if (left->reach == 0) {
        const walk_box box = {way.from, vec_sub(way.to, way.from), {way.reach, way.reach}};
        index_walk(m->index, &box, WALK_STILL | WALK_AWAKE, look_at, l);
    }
    look_at_others(l, &way);
    return true;
}

static void look_beyond(impacts *m, uint32_t number) {
    const body_store *s = m->bodies;
    const flyer now = flyer_at(&m->room->flyers[number], m->now);
    const body_record *record = &s->records[s->motions[now.slot].id];
    const bool alone = record->first_collider == record->last_collider;
    for (uint32_t c = record->first_collider; c != NONE; c = s->colliders[c].next) {
        const collider_record *own = &s->colliders[c];
        looking l = {m, number, own->slot, false};
        if (!own->sensor && !look_around(&l, &now, own->shape, alone)) m->failed = true;
    }
}

void impacts_reconsider(impacts *m, uint32_t number) {
    const uint32_t slot = m->room->flyers[number].slot;
    if (slot >= m->bodies->awake) return;
    for (uint32_t i = m->starts[slot]; i < m->starts[slot + 1] && !m->failed; ++i)
        if (!reconsider_entry(m, m->entries[i], false)) m->failed = true;
    if (!m->failed) look_beyond(m, number);
}

void impacts_look_ahead(impacts *m) {
    const uint32_t count = m->flyer_count;
    for (uint32_t i = 0; i < count && !m->failed; ++i)
        if (m->room->flyers[i].path > 1 && m->room->flyers[i].slot < m->bodies->awake)
            look_beyond(m, i);
}

void impacts_take_deep(impacts *m) {
    const contact_rows *rows = m->rows;
    m->moved = true;
    if (!*rows->some_deep) return;
    if (!m->event_of && !events_prepare(m)) m->failed = true;
    if (!m->failed && !m->starts && !events_list_entries(m)) m->failed = true;
    for (uint32_t k = 0; k < m->list->count && !m->failed; ++k) {
        const uint32_t place = rows->place[k];
        const uint32_t second = pair_second(m->list, k);
        bool deep = rows->deep[place / ROW_BLOCK] >> place % ROW_BLOCK & 1;
        if (second != NONE)
            deep |=
                rows->deep[rows->place[second] / ROW_BLOCK] >> rows->place[second] % ROW_BLOCK & 1;
        if (deep && pair_has_row(m->list->class_of[k]) && !reconsider_entry(m, k, true))
            m->failed = true;
    }
    if (!m->failed) memset(rows->deep, 0, rows->room / ROW_BLOCK);
    *rows->some_deep = false;
}
