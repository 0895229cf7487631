/* event_pairs.c: event pairs: their limits of speed, the speeds of their bodies, and their lists.
 * Invariant: an entry with an event pair gets no row in a block to the end of the step. */
#include <assert.h>

#include "shape/shape.h"
#include "step/private.h"

/* ---- Limits ---------------------------------------------------------------------------------- */

/* Limits of an event pair, set by event_set_limits:
 *
 *   limit     quantity                                        read by
 *   size      length: reach of the smaller shape              lengths that are fractions of it
 *   closed    length: pairs with smaller gaps are closed      times and gathering of impacts
 *   hard      speed: EVENT_HARD of the smaller thickness      pairs that pass by, turn or grind
 *             in a substep, or the larger fraction of
 *             swept_part
 *   cornered  speed: the same for a pair that is apart, and   pairs that were not measured
 *             may meet at corners
 *   limit     speed: hard; if the case is EVENT_BOUNCING,     pairs that approach
 *             the threshold of bounces, or the speed gained
 *             by drives in a substep
 *
 * In the present states of the bodies (limits_now):
 *
 *   case             rows have approaches up to               impacts bounce above
 *   EVENT_PLASTIC    hard                                     no speed
 *   EVENT_IN_CROWD   hard, and bounce them                    the threshold
 *   EVENT_BOUNCING   limit                                    limit, or the threshold
 *   EVENT_IN_CHAIN   0                                        any speed
 */

/* Speed of a collider's rim at a spin of 1: none of a round one about the centre of mass. */
static double lever_of(const body_store *s, uint32_t slot) {
    const evo_shape *shape = collider_at(s, slot)->shape;
    return vec_length(shape->center) + (shape_is_round(shape) ? 0 : (double)s->forms[slot].reach);
}

double event_pull(const step *m, uint32_t slot) {
    if (slot >= m->bodies->awake) return 0;
    const float *drive = m->rows.drive + body_row(slot);
    return 2 * sqrt((double)(drive[0] * drive[0] + drive[1] * drive[1]));
}

/* Fraction of the sum of both reaches: pairs with smaller gaps are closed, too. It is the precision
 * of times of impact. */
static const double CLOSED_OF_BOTH = 4e-11;

/* How far a swept pair may approach before rows can no longer stop it, as a multiple of the smaller
 * thickness: in a step, and a fourth of that in a substep. The second is for pairs with a disk. */
static const double SWEPT = 4, SWEPT_DISK = 2;

/* Returns whether axes of a pair are swept in its measurement, once a step: both are disks, boxes
 * or hulls that move, and not both disks. */
static bool both_swept(const step *m, const uint32_t slots[2]) {
    const body_store *s = m->bodies;
    bool swept = true, round = true;
    for (int side = 0; side < 2; ++side) {
        const collider_link *link = &s->links[slots[side]];
        const bool flat =
            link->kind == FORM_DISK || link->kind == FORM_BOX || link->kind == FORM_HULL;
        round = round && link->kind == FORM_DISK;
        swept = swept && flat && slots[side] < s->collider_awake
                && s->motions[link->body].inverse_mass > 0;
    }
    return swept && !round;
}

/* Returns how far a swept pair may approach in one substep before rows can no longer stop it, as a
 * multiple of the smaller thickness. */
static double swept_part(const step *m, const uint32_t slots[2]) {
    const collider_link *links = m->bodies->links;
    const bool disk = links[slots[0]].kind == FORM_DISK || links[slots[1]].kind == FORM_DISK;
    const double in_a_step = disk ? SWEPT_DISK : SWEPT;
    return most_of(EVENT_HARD, in_a_step / most_of(4, m->motion.substeps));
}

/* Returns the speed at which two colliders approach by `part` of the smaller thickness in a
 * substep. */
static double hardest_speed(const step *m, const uint32_t slots[2], double part) {
    const float a = collider_thickness(m->bodies, slots[0]);
    const float b = collider_thickness(m->bodies, slots[1]);
    return part * (double)(a < b ? a : b) / m->substep;
}

/* Restitution up to which pairs in a crowd bounce by rows. Larger: more impacts are approximate;
 * smaller: pours and heaps make more events. */
static const double CROWD_RESTITUTION = 0.9;

/* Returns whether one of the bodies may touch others, too: then rows solve slow bounces of the
 * pair. Above CROWD_RESTITUTION this holds only for bodies that carry weight. */
static bool is_in_crowd(const step *m, const event_pair *p) {
    const double e = p->rules.restitution;
    unsigned most = 0;
    if (!m->meets || e > 1) return false;
    for (int side = 0; side < 2; ++side) {
        const uint32_t slot = m->bodies->links[p->slots[side]].body;
        const unsigned meets = slot < m->bodies->awake ? m->meets[slot] : 0;
        if (e > CROWD_RESTITUTION && meets != (MEETS_MOST | MEETS_LOADED)) continue;
        most = (meets & MEETS_MOST) > most ? meets & MEETS_MOST : most;
    }
    return most >= 2;
}

void event_set_limits(const step *m, event_pair *p) {
    const body_store *s = m->bodies;
    const double reach_a = (double)s->forms[p->slots[0]].reach;
    const double reach_b = (double)s->forms[p->slots[1]].reach;
    const bool bounces = p->rules.restitution > 0;
    p->size = least_of(reach_a, reach_b);
    p->closed = most_of(PAIR_CLOSED * p->size, CLOSED_OF_BOTH * (reach_a + reach_b));
    p->kind = !bounces ? EVENT_PLASTIC : is_in_crowd(m, p) ? EVENT_IN_CROWD : EVENT_BOUNCING;
    const bool swept = p->kind != EVENT_BOUNCING && both_swept(m, p->slots);
    p->hard = hardest_speed(m, p->slots, swept ? swept_part(m, p->slots) : EVENT_HARD);
    const bool cornered = p->touches == EVENT_RING || p->shapes[0]->kind >= EVO_SEGMENT
                          || p->shapes[1]->kind >= EVO_SEGMENT;
    p->cornered = p->hard * (cornered && !swept ? EVENT_CORNERED : 1);
    p->limit = p->hard;
    if (p->kind != EVENT_BOUNCING) return;
    const double pull = most_of(event_pull(m, s->links[p->slots[0]].body),
                                event_pull(m, s->links[p->slots[1]].body));
    p->limit = least_of(most_of(m->world->settings.impacts.bounce_threshold, pull),
                        most_of(p->hard, pull));
}

/* Speeds of a pair in the present states of its bodies: rows have slower approaches; faster impacts
 * bounce. */
typedef struct event_speeds {
    double row, bounce;
} event_speeds;

static event_speeds limits_now(const step *m, const event_pair *p) {
    const flyer *a = flyer_in(m, p, 0), *b = flyer_in(m, p, 1);
    event_case now = p->kind;
    if (now == EVENT_BOUNCING && a->hits + b->hits > 0) now = EVENT_IN_CHAIN;
    if (!flyer_bounces(a) || !flyer_bounces(b)) now = EVENT_PLASTIC;
    event_speeds at = {p->hard, m->world->settings.impacts.bounce_threshold};
    switch (now) {
    case EVENT_PLASTIC:
        at.bounce = INFINITY;
        break;
    case EVENT_IN_CROWD:
        break;
    case EVENT_BOUNCING:
        at.row = p->limit;
        if (p->limit < p->hard) at.bounce = p->limit;
        break;
    case EVENT_IN_CHAIN:
        at = (event_speeds){0, -INFINITY};
        break;
    }
    if (a->state == FLYER_ASLEEP || b->state == FLYER_ASLEEP) /* rows only carry its weight */
        at.row = least_of(p->limit, most_of(event_pull(m, a->slot), event_pull(m, b->slot)));
    return at;
}

double event_limit(const step *m, const event_pair *p) {
    return limits_now(m, p).row;
}

/* Multiple of a pair's hardest speed: above it restitution is at most 1, or bumpers that face each
 * other would drive speeds out of range. */
static const double BUMP = 16;

double event_restitution(const step *m, const event_pair *p, double approach) {
    const double restitution = p->rules.restitution;
    if (!(approach > limits_now(m, p).bounce)) return 0;
    return approach > BUMP * p->hard ? least_of(restitution, 1) : restitution;
}

event_pair event_pair_of(const step *m, uint32_t a, uint32_t b) {
    const collider_link *links = m->bodies->links;
    event_pair p = {.entry = NONE,
                    .slots = {a, b},
                    .ids = {links[a].id, links[b].id},
                    .gap = -INFINITY,
                    .rows = {NONE, NONE}};
    for (int side = 0; side < 2; ++side) {
        p.shapes[side] = collider_at(m->bodies, p.slots[side])->shape;
        p.reach += shape_radius(p.shapes[side]);
        p.levers[side] = lever_of(m->bodies, p.slots[side]);
        if (p.shapes[side]->kind == EVO_RING) p.touches = EVENT_RING;
    }
    if (touches_faces(p.shapes[0], p.shapes[1])) p.touches = EVENT_FACES;
    p.rules = rules_of_materials(&m->bodies->materials, material_of(m->bodies, a),
                                 material_of(m->bodies, b));
    event_set_limits(m, &p);
    return p;
}

/* Returns the fit of an entry: that of its deeper touch. */
static const pair_fit *fit_of_entry(const step *m, uint32_t k) {
    const pair_fit *f = fit_of_pair(&m->measured, k);
    const uint32_t second = pair_second(&m->list, k);
    const pair_fit *other = second != NONE ? fit_of_pair(&m->measured, second) : f;
    return other->gap < f->gap ? other : f;
}

/* The gap of an entry when the step began; INFINITY: it was not measured. */
static double first_gap(const step *m, uint32_t k, const event_pair *p) {
    const pair_list *list = &m->list;
    if (pair_was_fitted(list->class_of[k])) return (double)fit_gap(fit_of_entry(m, k));
    if (list->class_of[k] != PAIR_ROUND) return INFINITY;
    const evo_vec2 between = vec_of_floats(list->way_x[k], list->way_y[k]);
    return vec_length(between) - (p->shapes[0]->of.circle.radius + p->shapes[1]->of.circle.radius);
}

event_pair event_pair_of_entry(const step *m, uint32_t k) {
    event_pair p = event_pair_of(m, m->list.a[k], m->list.b[k]);
    const evo_contact_rules *rules = rules_given(&m->list.ruling, k);
    if (rules) {
        p.rules = *rules;
        event_set_limits(m, &p);
    }
    /* Gap and normal are those measured when the step began. Later in the step only pairs that
     * overlapped then take them, to keep their side. */
    const double gap = first_gap(m, k, &p);
    const bool fitted = pair_was_fitted(m->list.class_of[k]);
    p.entry = k;
    if (gap == INFINITY || (m->stage != STAGE_BEGUN && !(fitted && gap < 0))) return p;
    p.gap = gap - EVENT_GAP_ROUNDING * p.size;
    if (fitted)
        p.normal = vec_of_floats(fit_of_entry(m, k)->normal_x, fit_of_entry(m, k)->normal_y);
    return p;
}

/* ---- Speeds ---------------------------------------------------------------------------------- */

event_velocity event_velocity_of(const step *m, uint32_t slot) {
    const uint32_t number = m->room->flyer_of[slot];
    const float *v = m->rows.velocity + body_row(slot);
    if (number != NONE)
        return (event_velocity){m->room->flyers[number].velocity, m->room->flyers[number].spin};
    if (slot >= m->bodies->awake) return (event_velocity){{0, 0}, 0};
    return (event_velocity){vec_of_floats(v[0], v[1]),
                            (double)(v[2] * m->bodies->motions[slot].inverse_gyration)};
}

/* Finds the normal as it was measured. False: the pair may meet elsewhere, as hollows and rings
 * may. */
static bool normal_of(const step *m, uint32_t k, const event_pair *p, evo_vec2 *normal) {
    const pair_list *list = &m->list;
    if (list->class_of[k] == PAIR_ROUND) {
        *normal = vec_unit(vec_of_floats(list->way_x[k], list->way_y[k]), vec(0, 0));
        return true;
    }
    const pair_fit *f = fit_of_pair(&m->measured, k);
    *normal = vec_of_floats(f->normal_x, f->normal_y);
    return p->touches != EVENT_RING && f->kind != FIT_HOLLOW;
}

/* Speeds by which the bodies of a pair may approach or pass each other in the rest of the step.
 * Rows may stop the gain of a body, so there are gains of each body alone, and of both. */
typedef struct pair_motion {
    evo_vec2 velocity; /* velocity of b relative to a */
    evo_vec2 gains[3]; /* velocity gained by drives: of a, of b, of both */
    double turning;
} pair_motion;

static evo_vec2 gain_of(const step *m, uint32_t slot) {
    if (slot >= m->bodies->awake) return vec(0, 0);
    const float *drive = m->rows.drive + body_row(slot);
    return vec_scale(vec_of_floats(drive[0], drive[1]), 2 * m->motion.substeps);
}

/* Takes the motion of a pair in the frame that turns with one of its bodies, if the motion is
 * slower there: a body that lies on a long turning wall is slow in the wall's frame. The pair
 * touches near the smaller body, however long the lever of the larger one. In that frame the
 * acceleration of straight flight is at most 2 spin speed + spin^2 distance. */
static void turn_along(const step *m, const uint32_t slots[2], const double levers[2],
                       const event_velocity of[2], pair_motion *motion) {
    const int large = levers[1] > levers[0], small = 1 - large;
    const double radius = vec_length(collider_at(m->bodies, slots[small])->shape->center)
                          + (double)m->bodies->forms[slots[small]].reach;
    const double spin = of[large].spin;
    if (spin == 0 || radius >= levers[large]) return;
    const body_state *states = m->bodies->states;
    const collider_link *links = m->bodies->links;
    const evo_vec2 between =
        vec_sub(states[links[slots[1]].body].position, states[links[slots[0]].body].position);
    const evo_vec2 velocity = vec_along(motion->velocity, -spin, vec_left(between));
    const double turn = fabs(spin) * m->motion.seconds;
    const double bends = turn * (2 * vec_length(velocity) + fabs(spin) * vec_length(between));
    const double turning = fabs(of[small].spin) * levers[small] + fabs(spin) * radius + bends;
    if (vec_length(velocity) + turning >= vec_length(motion->velocity) + motion->turning) return;
    motion->velocity = velocity;
    motion->turning = turning;
}

static pair_motion motion_of(const step *m, const uint32_t slots[2], const double levers[2]) {
    const uint32_t a = m->bodies->links[slots[0]].body, b = m->bodies->links[slots[1]].body;
    const event_velocity of[2] = {event_velocity_of(m, a), event_velocity_of(m, b)};
    const evo_vec2 gain_a = vec_scale(gain_of(m, a), -1), gain_b = gain_of(m, b);
    pair_motion motion = {vec_sub(of[1].velocity, of[0].velocity),
                          {gain_a, gain_b, vec_add(gain_a, gain_b)},
                          fabs(of[0].spin) * levers[0] + fabs(of[1].spin) * levers[1]};
    turn_along(m, slots, levers, of, &motion);
    return motion;
}

/* Returns the largest velocity that a pair gains along a direction. */
static double most_gain(const pair_motion *motion, evo_vec2 way) {
    double most = 0;
    for (int i = 0; i < 3; ++i) most = most_of(most, vec_dot(motion->gains[i], way));
    return most;
}

static double most_speed(const pair_motion *motion) {
    double most = 0;
    for (int i = 0; i < 3; ++i) most = most_of(most, vec_length(motion->gains[i]));
    return vec_length(motion->velocity) + most + motion->turning;
}

bool event_is_surely_slow(const step *m, const uint32_t slots[2], double speed) {
    const double part = both_swept(m, slots) ? swept_part(m, slots) : EVENT_CORNERED * EVENT_HARD;
    const double trusted = hardest_speed(m, slots, part);
    if (speed <= trusted) return true;
    const double levers[2] = {lever_of(m->bodies, slots[0]), lever_of(m->bodies, slots[1])};
    const pair_motion motion = motion_of(m, slots, levers);
    return most_speed(&motion) <= trusted;
}

/* Returns the speed at which a gap closes when it reaches 0: a pair that touches gains nothing. */
static double closing_at_touch(const step *m, const pair_motion *motion, evo_vec2 normal,
                               double gap) {
    const double now = most_of(-vec_dot(motion->velocity, normal), 0);
    const double gain = most_gain(motion, vec_scale(normal, -1));
    const double way = gain > 0 ? most_of(gap, 0) * gain / m->motion.seconds : 0;
    return least_of(sqrt(now * now + 2 * way), now + gain) + motion->turning;
}

/* Speed at which a pair passes by. */
static double passing(const pair_motion *motion, evo_vec2 normal, double gap) {
    const evo_vec2 left = vec_left(normal);
    const double gain = most_of(most_gain(motion, left), most_gain(motion, vec_scale(left, -1)));
    return fabs(vec_dot(motion->velocity, left)) + (gap > 0 ? gain : 0) + motion->turning;
}

/* Fraction of the sum of a pair's speeds: a smaller closing speed may be rounding. */
static const double PASSED_LEAST = 1e-10;

/* Returns whether a pair passes on an impact of one of its bodies. Such a pair has no limit, as
 * event pairs have none: rows would solve one of two mirror images first. */
static bool passes_on(const step *m, const pair_motion *motion, const event_pair *p,
                      evo_vec2 normal) {
    if (p->kind != EVENT_BOUNCING) return false;
    double speeds = motion->turning;
    for (int side = 0; side < 2; ++side)
        speeds += vec_length(event_velocity_of(m, m->bodies->links[p->slots[side]].body).velocity);
    return -vec_dot(motion->velocity, normal) > PASSED_LEAST * speeds;
}

/* Returns whether a measured entry is an event pair in the rest of the step: it may close faster
 * than its limit, or pass by faster than rows can follow. A pair at rest does neither, however thin
 * it is. */
bool event_is_fast(const step *m, uint32_t k, const event_pair *p) {
    const pair_motion motion = motion_of(m, p->slots, p->levers);
    const double gap = m->stage != STAGE_BEGUN ? INFINITY : first_gap(m, k, p);
    const bool apart =
        pair_was_fitted(m->list.class_of[k]) && fit_gap(fit_of_pair(&m->measured, k)) > 0;
    evo_vec2 normal;
    if (!normal_of(m, k, p, &normal))
        return most_speed(&motion) > least_of(p->limit, apart ? p->cornered : p->hard);
    if (m->stage == STAGE_DRIFT && passes_on(m, &motion, p, normal)) return true;
    return closing_at_touch(m, &motion, normal, gap) > least_of(p->limit, p->hard)
           || passing(&motion, normal, gap) > (apart ? p->cornered : p->hard);
}

/* Returns whether a pair that was not measured is slow enough for a row. Rows do not move
 * sleepers. */
bool event_is_slow(const step *m, const event_pair *p) {
    for (int side = 0; side < 2; ++side)
        if (flyer_sleeps(m, m->bodies->links[p->slots[side]].body)) return false;
    const pair_motion motion = motion_of(m, p->slots, p->levers);
    return most_speed(&motion) <= least_of(p->limit, p->cornered);
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

void event_pair_add(step *m, const event_pair *made) {
    impact_room *room = m->room;
    const uint32_t number = room->pair_count;
    event_pair p = *made;
    if (!step_got(
            m, ARRAY_RESERVE(room->memory, room->pairs, room->pair_capacity, (size_t)number + 1)))
        return;
    for (int side = 0; side < 2; ++side)
        p.flyers[side] = flyer_for(m, m->bodies->links[p.slots[side]].body);
    if (m->failed) return;
    assert(p.flyers[0] != p.flyers[1] && "no body meets itself");
    /* The pair is put first in the lists of its flyers. A flyer without mass has no list: it plans
     * nothing, and may be in a great many pairs. */
    for (int side = 0; side < 2; ++side) {
        flyer *f = flyer_in(m, &p, side);
        const uint32_t link = 2 * number + (uint32_t)side;
        if (!(f->inverse_mass > 0)) continue;
        assert(f->first_pair != link && "a pair is linked once");
        p.next[side] = f->first_pair;
        f->first_pair = link;
    }
    if (p.entry != NONE) m->event_of[p.entry] = number;
    room->pairs[room->pair_count++] = p;
}

void events_prepare(step *m) {
    impact_room *room = m->room;
    const size_t bodies = m->bodies->count, before = room->flyer_of_capacity;
    if (m->event_of) return;
    m->event_of = ARENA_TAKE(&m->world->arena, uint32_t, m->list.count + 1);
    if (!step_got(
            m, m->event_of
                   && ARRAY_RESERVE(room->memory, room->flyer_of, room->flyer_of_capacity, bodies)))
        return;
    array_fill(room->flyer_of + before, 0xff, room->flyer_of_capacity - before,
               sizeof *room->flyer_of);
    memset(m->event_of, 0xff, m->list.count * sizeof *m->event_of);
}

/* Lists the entries of each body. */
void events_list_entries(step *m) {
    const pair_list *list = &m->list;
    const body_store *s = m->bodies;
    if (m->entries.first) return;
    m->entries.first = ARENA_TAKE(&m->world->arena, uint32_t, (size_t)s->count + 2);
    m->entries.of = ARENA_TAKE(&m->world->arena, uint32_t, 2 * (size_t)list->count + 1);
    if (!step_got(m, m->entries.first && m->entries.of)) return;
    memset(m->entries.first, 0, ((size_t)s->count + 2) * sizeof *m->entries.first);
    for (uint32_t k = 0; k < list->count; ++k) {
        ++m->entries.first[s->links[list->a[k]].body + 2];
        ++m->entries.first[s->links[list->b[k]].body + 2];
    }
    for (uint32_t i = 2; i < s->count + 2; ++i) m->entries.first[i] += m->entries.first[i - 1];
    for (uint32_t k = 0; k < list->count; ++k) {
        m->entries.of[m->entries.first[s->links[list->a[k]].body + 1]++] = k;
        m->entries.of[m->entries.first[s->links[list->b[k]].body + 1]++] = k;
    }
}
