/* meet.c: the next impact of an event pair, and pairs that become event pairs within a step. */
#include "step/private.h"

#include <assert.h>

#include "flight/flight.h"
#include "measure/measure.h"
#include "shape/shape.h"

/* ==== Meetings ================================================================================ */

/* Meetings of two flyers. In: an event pair and the poses of its bodies; out: the time of its next
 * impact in the drift. */

/* ---- Two flyers at one time ------------------------------------------------------------------ */

/* Returns both flyers at a time, without their shapes. */
static met_pair bodies_at(const step *m, event_pair *p, double time) {
    return (met_pair){
        .pair = p,
        .bodies = {flyer_at(flyer_in(m, p, 0), time), flyer_at(flyer_in(m, p, 1), time)}};
}

static void place_shapes(met_pair *q) {
    for (int side = 0; side < 2; ++side) {
        const flyer *f = &q->bodies[side];
        const evo_vec2 position = vec_sub(f->position, q->bodies[0].position);
        const evo_vec2 turn = q->pair->levers[side] > 0 ? evo_direction(f->angle) : vec(1, 0);
        q->two.at[side] = placed_at(q->pair->shapes[side], position, turn);
        q->two.poses[side] = (evo_pose){position, f->angle};
    }
}

met_pair met_pair_at(const step *m, event_pair *p, double time) {
    met_pair q = bodies_at(m, p, time);
    place_shapes(&q);
    return q;
}

double met_gap_least(const event_pair *p, const flyer *a, const flyer *b) {
    const pair_axis *axis = &p->axis;
    if (!(axis->gap > 0)) return 0;
    const evo_vec2 moved = vec_sub(vec_sub(b->position, a->position), axis->between);
    const double turned = fabs(a->angle - axis->angles[0]) * p->levers[0]
                          + fabs(b->angle - axis->angles[1]) * p->levers[1];
    return axis->gap + vec_dot(axis->normal, moved) - turned;
}

int met_touches(const met_pair *q, double margin, meeting found[TOUCHES]) {
    const event_pair *p = q->pair;
    return couple_touches(&q->two, p->gap < 0 ? p->normal : vec(0, 0), margin, found);
}

/* Measures in canonical order. Overlapping rings are measured at their touches: the shortest way
 * out may be long where two touches hold them. */
static meeting measure(const met_pair *q) {
    meeting found[TOUCHES];
    const meeting m = couple_nearest(&q->two);
    const bool overlaps = q->pair->touches == EVENT_RING && m.gap < 0;
    return overlaps && met_touches(q, 0, found) > 0 ? found[0] : m;
}

/* A gap falls no faster than the two bodies move, so a pair keeps its side. In a ring's hollow
 * normals turn along the path: the side is lost after a path longer than a thickness. */
bool met_measure(const step *m, const met_pair *q, meeting *at) {
    event_pair *p = q->pair;
    const flyer *a = &q->bodies[0], *b = &q->bodies[1];
    const bool ring = p->touches == EVENT_RING;
    const double ways = a->way + b->way;
    const double least = met_gap_by_ways(p, a, b) - EVENT_GAP_ROUNDING * p->size;
    const bool sided = p->gap < 0 && vec_dot(p->normal, p->normal) > 0
                       && !(ring && ways - p->ways > 4 * p->hard * m->substep);
    *at = measure(q);
    const bool kept = !sided || measure_keeps_side(at, p->normal, least);
    const double apart = ring ? -INFINITY : at->gap - EVENT_AXIS_ROUNDING * p->reach;
    p->axis = (pair_axis){at->normal, met_between(q), {a->angle, b->angle}, apart};
    p->gap = at->gap;
    p->ways = ways;
    p->normal = at->normal;
    return kept;
}

bool met_is_contact(const step *m, const met_pair *q, meeting *at) {
    const evo_vec2 centers[2] = {{0, 0}, met_between(q)};
    const evo_vec2 turns[2] = {evo_direction(q->bodies[0].angle),
                               evo_direction(q->bodies[1].angle)};
    return seams_allow(m->bodies, q->pair->slots, centers, turns, at);
}

static evo_vec2 velocity_at(const flyer *f, evo_vec2 arm) {
    return vec_along(f->velocity, f->spin, vec_left(arm));
}

double met_approach(const met_pair *q, const meeting *at) {
    const evo_vec2 middle = vec_scale(vec_add(at->point_a, at->point_b), 0.5);
    const evo_vec2 a = velocity_at(&q->bodies[0], middle);
    const evo_vec2 b = velocity_at(&q->bodies[1], vec_sub(middle, met_between(q)));
    return vec_dot(vec_sub(a, b), at->normal);
}

double met_rounding(const met_pair *q) {
    double sum = 0;
    for (int side = 0; side < 2; ++side)
        sum += vec_length(q->bodies[side].velocity)
               + fabs(q->bodies[side].spin) * q->bodies[side].extent;
    return 1e-10 * sum;
}

/* ---- Times ----------------------------------------------------------------------------------- */

static moving_shape moving_of(const met_pair *q, int side) {
    const flyer *f = &q->bodies[side];
    moving_shape moving = {q->pair->shapes[side],
                           {q->two.poses[side].position, f->velocity, f->angle, f->spin},
                           f->accel,
                           0};
    if (!flyer_stays(f)) return moving;
    moving.flight.velocity = moving.accel = vec(0, 0);
    moving.flight.spin = 0;
    return moving;
}

/* Speeds at which two flyers may come nearer in the rest of a drift. */
typedef struct nearing {
    evo_vec2 speed;               /* velocity of b relative to a */
    double left;                  /* seconds */
    double pulled, turning, most; /* speed gained by pulls, of turning rims, and bound of all */
} nearing;

static nearing nearing_of(const step *m, const met_pair *q) {
    const flyer *a = &q->bodies[0], *b = &q->bodies[1];
    nearing n = {.speed = vec_sub(b->velocity, a->velocity), .left = m->substep - m->now};
    n.pulled = n.left * vec_length(vec_sub(a->accel, b->accel));
    n.turning = met_turning(q);
    n.most = vec_length(n.speed) + n.pulled + n.turning;
    return n;
}

/* Fraction of the smaller thickness: a pair that rows let sink deeper within a drift has an
 * impact. */
static const double LEFT_DEEPER = 0.03;

/* Most measurements of a closed pair ahead, each a quarter of the thickness apart: a pair that
 * moves farther is not left to rows. */
static const double LOOKS = 64;

bool met_stays_closed(const step *m, event_pair *p) {
    const met_pair now = bodies_at(m, p, m->now);
    const nearing n = nearing_of(m, &now);
    const double quarter = p->hard * m->substep, most = LEFT_DEEPER * 4 * quarter;
    const double way = n.most * n.left, looks = 1 + floor(way / quarter);
    if (way <= most) return true;
    if (looks > LOOKS) return false;
    for (double i = 1; i <= looks; ++i) {
        const met_pair then = met_pair_at(m, p, m->now + n.left * i / looks);
        if (measure(&then).gap < least_of(p->gap, 0) - most) return false;
    }
    return true;
}

/* Returns how far two may approach along a normal. Convex shapes lie beyond the line across it. */
static double way_along(const event_pair *p, const nearing *n, evo_vec2 normal) {
    const double straight = most_of(-vec_dot(n->speed, normal), 0) + n->pulled;
    return (straight + n->turning) * n->left + p->closed;
}

/* Returns whether two may touch in the rest of the drift. They are placed and measured only if
 * bounds from their last measurement allow a touch. */
static bool may_meet(const step *m, met_pair *q, const nearing *n, meeting *at) {
    const event_pair *p = q->pair;
    const flyer *a = &q->bodies[0], *b = &q->bodies[1];
    const double far = n->most * n->left + p->closed, least = met_gap_least(p, a, b);
    if (met_gap_by_ways(p, a, b) > far) return false;
    if (least > 0 && least > way_along(p, n, p->axis.normal)) return false;
    place_shapes(q);
    (void)met_measure(m, q, at);
    if (at->gap > far) return false;
    return p->touches == EVENT_RING || !(at->gap > way_along(p, n, at->normal));
}

/* Most strides along the path of a ring; strides that count as one fast impact; and fast impacts
 * that a search without a result counts as. */
enum { STRIDES_MOST = 5000, STRIDES_AN_IMPACT = 64, SEARCH_IMPACTS = 16 };

/* Returns the seconds until a ring is met. Another part of it may come nearest on the way, so the
 * search goes by strides of a quarter of the thickness, or by shorter ones to where the nearest
 * points meet. */
static double ring_time(step *m, event_pair *p, const nearing *n) {
    const double touch = p->closed, stride = p->hard * m->substep / n->most;
    double time = 0;
    for (int i = 0; i < STRIDES_MOST && time <= n->left; ++i) {
        const met_pair q = met_pair_at(m, p, m->now + time);
        const meeting at = measure(&q);
        const double closing = met_approach(&q, &at);
        if (at.gap <= touch && closing > (i > 0 ? 0 : event_limit(m, p))) return time;
        m->fast_count += i % STRIDES_AN_IMPACT == STRIDES_AN_IMPACT - 1;
        const evo_vec2 pull = vec_sub(q.bodies[1].accel, q.bodies[0].accel);
        double ahead = stride;
        if (at.gap > touch)
            ahead = line_reach(at.gap - 0.5 * touch, -closing, vec_dot(pull, at.normal));
        ahead = least_of(ahead, most_of(stride, at.gap / n->most));
        time += most_of(ahead, 1e-6 * stride);
    }
    return INFINITY;
}

/* Returns when two with a gap touch; if *known is false, the time until which they are apart. A
 * search without a result counts as fast impacts, so its bodies stop before long. */
static double open_time(step *m, const met_pair *q, const nearing *n, double gap, bool *known) {
    event_pair *p = q->pair;
    const bool circle = p->shapes[0]->kind == EVO_CIRCLE || p->shapes[1]->kind == EVO_CIRCLE;
    const moving_shape first = moving_of(q, 0), second = moving_of(q, 1);
    if (p->touches == EVENT_RING && !(circle && gap >= -1e-6 * p->size))
        return m->now + ring_time(m, p, n);
    const double time = toi_look(&first, &second, n->left, known);
    m->fast_count += *known ? 0 : SEARCH_IMPACTS;
    return m->now + time;
}

static double next_time(step *m, event_pair *p, bool *known) {
    *known = true;
    if (p->slow || (flyer_is_unmoved(flyer_in(m, p, 0)) && flyer_is_unmoved(flyer_in(m, p, 1))))
        return INFINITY;
    met_pair q = bodies_at(m, p, m->now);
    const nearing n = nearing_of(m, &q);
    meeting at;
    if (!may_meet(m, &q, &n, &at)) return INFINITY;
    if (at.gap > p->closed) return open_time(m, &q, &n, at.gap, known);
    const double closing = met_approach(&q, &at), rounding = met_rounding(&q);
    const bool slow = closing <= most_of(event_limit(m, p), rounding);
    if (slow && met_stays_closed(m, p)) return INFINITY;
    return closing > rounding ? m->now : open_time(m, &q, &n, at.gap, known);
}

bool met_is_apart(const step *m, const event_pair *p, double margin) {
    const evo_vec2 a = flyer_place(m, flyer_in(m, p, 0));
    const evo_vec2 between = vec_sub(flyer_place(m, flyer_in(m, p, 1)), a);
    const double most = p->reach * (1 + CIRCLE_SLACK) + margin;
    return vec_dot(between, between) > most * most;
}

bool flyers_pass(const step *m, const flyer *a, const flyer *b, double reach, double until) {
    const double left = until - m->now;
    const evo_vec2 pull = vec_sub(b->accel, a->accel);
    const evo_vec2 d = vec_sub(flyer_place(m, b), flyer_place(m, a));
    const evo_vec2 v = vec_sub(flyer_velocity(m, b), flyer_velocity(m, a));
    const double most = reach + 0.5 * left * left * (fabs(pull.x) + fabs(pull.y));
    const double square = vec_dot(d, d), apart = square - most * most;
    const double speed = vec_dot(v, v), along = vec_dot(d, v);
    if (!(apart > 0)) return false;
    if (along >= 0) return true;
    const double root = along * along - speed * apart;
    if (root < -1e-14 * speed * square) return true;
    return apart > left * (sqrt(most_of(root, 0)) - along);
}

double met_next(step *m, event_pair *p, double until) {
    if (p->forecast == EVENT_NEVER) return INFINITY;
    if (p->forecast == EVENT_TIMED && p->time >= m->now) return p->time;
    const double reach = p->reach * (1 + CIRCLE_SLACK) + 2 * p->closed;
    if (flyers_pass(m, flyer_in(m, p, 0), flyer_in(m, p, 1), reach, until)) return INFINITY;
    bool known;
    p->time = next_time(m, p, &known);
    if (!known && flyers_are_stopping(m)) { /* fast flyers stop; others have no impact */
        p->time = INFINITY;
        known = true;
    }
    p->forecast = !known ? EVENT_UNKNOWN : p->time < INFINITY ? EVENT_TIMED : EVENT_NEVER;
    assert(!(p->time < m->now) && "nothing is planned in the past");
    return p->time;
}

/* ==== Pairs that are considered again ========================================================= */

/* Makes event pairs within a step. In: struck bodies, and rows that are too deep; out: new event
 * pairs: pairs that are too fast for their rows now, or were not expected to meet. */

/* Returns whether two colliders may come near each other in the rest of the step. */
static bool slots_may_meet(const step *m, const uint32_t slots[2]) {
    const body_store *s = m->bodies;
    const double rest = m->substep - m->now + step_left(m);
    evo_vec2 at[2], velocity[2];
    double reach = 0, pull = 0;
    for (int side = 0; side < 2; ++side) {
        const uint32_t slot = s->links[slots[side]].body, number = m->room->flyer_of[slot];
        const evo_shape *shape = collider_at(s, slots[side])->shape;
        if (shape->kind == EVO_SEGMENT) return true;
        velocity[side] = event_velocity_of(m, slot).velocity;
        at[side] = s->states[slot].position;
        if (number != NONE) {
            at[side] = flyer_place(m, &m->room->flyers[number]);
        } else if (slot < s->awake) {
            const float *shift = m->rows.shift + body_row(slot);
            const evo_vec2 way = vec_of_floats(shift[0], shift[1]);
            at[side] = vec_along(vec_add(at[side], way), m->now, velocity[side]);
        }
        reach += shape_radius(shape);
        pull += event_pull(m, slot) / m->substep;
    }
    const double way = rest * (vec_length(vec_sub(velocity[1], velocity[0])) + rest * pull);
    return vec_length(vec_sub(at[1], at[0])) <= reach * (1 + 1e-6) + way;
}

/* Asks the user about a pair that was not expected to meet; returns whether it passes. */
bool event_is_passed(step *m, event_pair *p) {
    if (!pair_is_asked(&m->world->settings.ask, m->bodies)) return false;
    for (int side = 0; side < 2; ++side)
        p->flyers[side] = flyer_for(m, m->bodies->links[p->slots[side]].body);
    if (m->failed) return true;
    const met_pair q = met_pair_at(m, p, m->now);
    const meeting at = couple_nearest(&q.two);
    const evo_vec2 origin = q.bodies[0].position;
    const evo_gap gap = {at.gap, at.normal, vec_add(origin, at.point_a),
                         vec_add(origin, at.point_b)};
    const pair_answer answer =
        pair_ask_found(&m->world->settings.ask, m->bodies, p->slots, &gap, &p->rules);
    if (answer == PAIR_RULED) event_set_limits(m, p);
    return answer == PAIR_MISSES;
}

void impacts_expect(step *m, uint32_t k) {
    const pair_list *list = &m->list;
    const uint8_t kind = list->class_of[k];
    if (m->event_of[k] != NONE || pair_has_row(kind) || kind == PAIR_SENSOR || kind == PAIR_PASSES)
        return;
    event_pair p = event_pair_of_entry(m, k);
    if (event_is_passed(m, &p)) {
        pair_pass(list, k);
        return;
    }
    p.slow = event_is_slow(m, &p);
    event_pair_add(m, &p);
}

/* Makes an event pair of an entry of a struck body, if it is too fast for its row now, or was not
 * expected to meet before. */
static void reconsider_entry(step *m, uint32_t k, bool deep) {
    const pair_list *list = &m->list;
    if (m->event_of[k] != NONE) return;
    const uint32_t slots[2] = {list->a[k], list->b[k]};
    if (!pair_has_row(list->class_of[k])) {
        if (slots_may_meet(m, slots)) impacts_expect(m, k);
        return;
    }
    const event_pair p = event_pair_of_entry(m, k);
    if (!deep && !event_is_fast(m, k, &p)) return;
    event_pair_add(m, &p);
    for (uint32_t i = k; i != NONE; i = i == k ? pair_second(list, k) : NONE) {
        if (pair_has_row(list->class_of[i])) contact_end(&m->passes.contacts, m->contacts.place[i]);
        pair_set_class(list, i, PAIR_EVENT);
    }
}

void impacts_reconsider(step *m, uint32_t number) {
    const uint32_t slot = m->room->flyers[number].slot;
    if (slot >= m->bodies->awake) return;
    for (uint32_t i = m->room->flyers[number].first_pair; i != NONE;) {
        event_pair *p = &m->room->pairs[i / 2];
        p->slow = p->slow && event_is_slow(m, p);
        i = p->next[i % 2];
    }
    for (uint32_t i = m->entries.first[slot]; i < m->entries.first[slot + 1] && !m->failed; ++i)
        reconsider_entry(m, m->entries.of[i], false);
}

static bool is_deep(const contact_rows *rows, uint32_t k) {
    const uint32_t place = rows->place[k];
    return rows->marks[place / ROW_BLOCK].deep >> place % ROW_BLOCK & 1;
}

void impacts_take_deep(step *m) {
    const contact_rows *rows = &m->contacts;
    if (!flag_get(&m->passes.found.deep)) return;
    events_prepare(m);
    events_list_entries(m);
    for (uint32_t k = 0; k < m->list.count && !m->failed; ++k) {
        const uint32_t second = pair_second(&m->list, k);
        const bool deep = is_deep(rows, k) || (second != NONE && is_deep(rows, second));
        if (deep && pair_has_row(m->list.class_of[k])) reconsider_entry(m, k, true);
    }
    for (uint32_t i = 0; !m->failed && i < rows->room / ROW_BLOCK; ++i) rows->marks[i].deep = 0;
    flag_set(&m->passes.found.deep, false);
}

/* Fraction of a body's thickness: a body that bounced, and may move farther in the rest of the
 * step, has its pairs considered again. */
static const double BOUNCED_FAR = 0.5;

/* Returns whether a body may move farther than BOUNCED_FAR allows. */
static bool goes_far_on(const step *m, uint32_t slot) {
    const float *v = m->rows.velocity + body_row(slot);
    const body_store *s = m->bodies;
    double thinnest = INFINITY;
    EACH_COLLIDER (c, s, s->motions[slot].id)
        thinnest = least_of(thinnest, (double)collider_thickness(s, s->colliders[c].slot));
    const double turning =
        (double)(fabsf(v[2]) * s->motions[slot].inverse_gyration) * (double)s->motions[slot].extent;
    const double speed = vec_length(vec_of_floats(v[0], v[1])) + turning;
    return speed * step_left(m) > BOUNCED_FAR * thinnest;
}

void impacts_take_bounced(step *m) {
    const body_rows *rows = &m->rows;
    if (!flag_get(&m->passes.found.bounced)) return;
    m->now = m->substep;
    for (uint32_t k = 0; k < m->bodies->collider_awake && !m->failed && step_left(m) > 0; ++k) {
        const uint32_t slot = step_ranked_body(m, k);
        if (!rows->bounced[slot + 1] || !goes_far_on(m, slot)) continue;
        rows->bounced[slot + 1] = 0; /* it may have several colliders */
        events_prepare(m);
        events_list_entries(m);
        const uint32_t number = m->failed ? NONE : flyer_for(m, slot);
        if (number == NONE) break;
        flyer_deflect(m, &m->room->flyers[number]);
        impacts_reconsider(m, number);
    }
    memset(rows->bounced, 0, rows->count);
    flag_set(&m->passes.found.bounced, false);
}
