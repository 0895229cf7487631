/* report.c: the end of a step's pairs. In: rows, event pairs, shifts of bodies; out: impulses to
 * remember, and due reports of touches and impacts. */
#include "step/private.h"

#include <assert.h>

#include "body/body.h"
#include "core/core.h"
#include "flight/flight.h"
#include "narrow/narrow.h"
#include "shape/shape.h"

static const pair_list *list_of(const step *in) {
    return &in->list;
}

/* Returns the ids of an entry's touch; the caller sets the rest. */
static touch_ids touch_of(const step *in, uint32_t k) {
    const pair_memory *kept = list_of(in)->kept;
    return (touch_ids){.a = kept->id_a[k], .b = kept->id_b[k]};
}

static bool tell(const step *in, touch_ids touch) {
    return told_touch(&in->world->told, &in->world->bodies, touch);
}

/* ---- Sensors --------------------------------------------------------------------------------- */

/* Two colliders, where their bodies begin and end the step. */
typedef struct ended_pair {
    uint32_t slots[2];
    const evo_shape *shapes[2];
    body_state from[2], to[2];
} ended_pair;

static ended_pair ended_pair_of(const step *in, uint32_t first, uint32_t second) {
    const body_store *s = &in->world->bodies;
    ended_pair p = {.slots = {first, second}};
    for (int side = 0; side < 2; ++side) {
        const collider_link *link = &s->links[p.slots[side]];
        p.shapes[side] = s->colliders[link->id].shape;
        p.from[side] = s->states[link->body];
        p.to[side] = step_end_of(in, link->body);
    }
    return p;
}

/* Places both as the step ends, about an origin. */
static void place(const ended_pair *p, evo_vec2 origin, placed at[2]) {
    for (int side = 0; side < 2; ++side)
        at[side] = placed_at(p->shapes[side], vec_sub(p->to[side].position, origin),
                             evo_direction(p->to[side].angle));
}

/* Fraction of both reaches: error of gaps. */
static const double SENSOR_SLOP = 1e-7;

/* Returns whether two colliders overlap as the step ends. *left: signed gap: how far both may move,
 * together, before that can change; 0 for shapes without depth, as lines and rings. */
static bool sensor_overlaps(const body_store *s, const ended_pair *p, float *left) {
    const collider_form *forms = s->forms, *a = &forms[p->slots[0]], *b = &forms[p->slots[1]];
    const unsigned flat = 1u << FORM_LINE | 1u << FORM_OTHER;
    const unsigned kinds = 1u << s->links[p->slots[0]].kind | 1u << s->links[p->slots[1]].kind;
    const double slop = SENSOR_SLOP * ((double)a->reach + (double)b->reach);
    placed at[2];
    place(p, p->to[0].position, at);
    const double gap = pair_measure(&at[0], &at[1]).gap;
    *left = 0;
    if (!(fabs(gap) > slop) || (gap < 0 && kinds & flat)) return pair_overlaps(&at[0], &at[1]);
    *left = (float)(gap < 0 ? gap + slop : gap - slop);
    return gap < 0;
}

/* Fraction of both thicknesses: a pair that moves by less in a step cannot pass through unseen.
 * Larger: short visits are missed; smaller: more pairs are searched. */
static const double PASSES_FROM = 0.25;

/* Returns whether the two moved far enough, and met within the step, on straight paths from its
 * beginning to its end. */
static bool sensor_passes(const body_store *s, const ended_pair *p) {
    evo_flight flights[2];
    for (int side = 0; side < 2; ++side)
        flights[side] = (evo_flight){vec_sub(p->from[side].position, p->from[0].position),
                                     vec_sub(p->to[side].position, p->from[side].position),
                                     p->from[side].angle, p->to[side].angle - p->from[side].angle};
    double way = vec_length(vec_sub(flights[1].velocity, flights[0].velocity)), thickness = 0;
    for (int side = 0; side < 2; ++side) {
        const collider_form *form = &s->forms[p->slots[side]];
        const double offset = hypot((double)form->offset_x, (double)form->offset_y);
        const double thick = (double)collider_thickness(s, p->slots[side]);
        way += fabs(flights[side].spin) * (offset + (double)form->reach);
        thickness += isfinite(thick) ? thick : 0;
    }
    return way > PASSES_FROM * thickness
           && !(evo_time_of_impact(p->shapes[0], flights[0], p->shapes[1], flights[1], 1) > 1);
}

/* Reports that a pair touched and parted again within the step. */
static bool tell_moment(const step *in, touch_ids touch) {
    touch.began = true;
    if (!tell(in, touch)) return false;
    touch.began = false;
    touch.how = (touch_meeting){.speed = 0};
    return tell(in, touch);
}

/* Returns a bound of how far a rim of a body is from where the step found it; INFINITY if the body
 * was changed by hand. */
static float body_way(const step *in, uint32_t body) {
    const body_store *s = &in->world->bodies;
    if (body_was_changed(s, s->motions[body].id)) return INFINITY;
    if (body >= s->awake && in->room->flyer_count == 0) return 0;
    const body_state *from = &s->states[body], to = step_end_of(in, body);
    const double turned = fabs(to.angle - from->angle);
    const double way = vec_length(vec_sub(to.position, from->position));
    return (float)(way + turned * (double)s->motions[body].extent);
}

/* Returns body_way, computed once for each awake body; ways below 0 are not computed yet. */
INLINE float way_once(const step *in, float *ways, uint32_t body) {
    if (body >= in->world->bodies.awake) return body_way(in, body);
    if (ways[body] < 0) ways[body] = body_way(in, body);
    return ways[body];
}

/* Fraction of the gap that is left: loss of a step, larger than the rounding of floats. */
static const float LEFT_LOST = 1e-6f;

/* Subtracts the paths of a step from the gap that is left of a pair. Returns whether some is
 * left. */
INLINE bool gap_is_left(const step *in, float *ways, uint32_t k) {
    const collider_link *links = in->world->bodies.links;
    float *left = &list_of(in)->kept->gaps[k];
    const float way = way_once(in, ways, links[list_of(in)->a[k]].body)
                      + way_once(in, ways, links[list_of(in)->b[k]].body);
    const float rest = (fabsf(*left) - way) * (1 - LEFT_LOST);
    *left = copysignf(rest, *left);
    return rest > 0;
}

/* Reports a pair with a sensor, if its bodies moved farther than the gap, or depth, that was left.
 * False: out of memory. */
static bool report_sensor(const step *in, float *ways, uint32_t k) {
    const body_store *s = &in->world->bodies;
    const uint32_t slots[2] = {list_of(in)->a[k], list_of(in)->b[k]};
    uint8_t *touching = &list_of(in)->kept->touching[k];
    touch_ids touch = touch_of(in, k);
    if (gap_is_left(in, ways, k)) return true;
    const ended_pair p = ended_pair_of(in, slots[0], slots[1]);
    touch.began = sensor_overlaps(s, &p, &list_of(in)->kept->gaps[k]);
    if (!touch.began && !*touching) return !sensor_passes(s, &p) || tell_moment(in, touch);
    if (touch.began == (*touching != 0)) return true;
    *touching = touch.began;
    return tell(in, touch);
}

/* A collider of a body that goes far, in the walk along its path for sensors. */
typedef struct far_walk {
    const step *in;
    uint32_t slot;
    bool failed;
} far_walk;

/* Returns whether a pair is in the list. */
static bool is_listed(const step *in, uint32_t a, uint32_t b) {
    const uint32_t body = in->world->bodies.links[a].body;
    for (uint32_t i = in->entries.first[body]; i < in->entries.first[body + 1]; ++i) {
        const uint32_t k = in->entries.of[i], first = list_of(in)->a[k], second = list_of(in)->b[k];
        if ((first == a && second == b) || (first == b && second == a)) return true;
    }
    return false;
}

static double pass_sensor(void *context, uint32_t collider, const evo_bounds *bounds,
                          double limit) {
    far_walk *w = context;
    const body_store *s = &w->in->world->bodies;
    const uint32_t own = s->links[w->slot].id, slot = s->colliders[collider].slot;
    const collider_record *a = &s->colliders[own], *b = &s->colliders[collider];
    const uint8_t *far = w->in->places.far;
    const bool twice = s->links[slot].body < s->awake && far[s->links[slot].body] && collider < own;
    (void)bounds;
    if (a->sensor == b->sensor || a->body == b->body || !colliders_meet(a, b) || twice
        || edges_part(s, a->body, b->body) || is_listed(w->in, w->slot, slot))
        return limit;
    const ended_pair p = ended_pair_of(w->in, w->slot, slot);
    float left;
    if (sensor_overlaps(s, &p, &left)) return limit; /* the next step finds it there */
    w->failed = sensor_passes(s, &p) && !tell_moment(w->in, (touch_ids){.a = own, .b = collider});
    return w->failed ? -1 : limit;
}

/* Reports sensors passed by bodies that go far. Bounds of these bodies hold only their beginning,
 * so a walk along their paths finds the sensors. */
static bool report_far(const step *in) {
    step_world *world = in->world;
    const body_store *s = &world->bodies;
    const uint8_t *far = s->sensors > 0 ? in->places.far : NULL;
    for (uint32_t k = 0; k < s->collider_awake && far; ++k) {
        const uint32_t slot = world->pairs.candidates.slots[k], body = s->links[slot].body;
        if (!far[body]) continue;
        const evo_vec2 from = s->states[body].position;
        const body_state to = step_end_of(in, body);
        const double reach = (double)s->motions[body].extent;
        const walk_box box = {from, vec_sub(to.position, from), {reach, reach}};
        far_walk w = {in, slot, false};
        index_walk(&world->index, &box, WALK_STILL | WALK_AWAKE, pass_sensor, &w);
        if (w.failed) return false;
    }
    return true;
}

/* ---- Impacts of rows ------------------------------------------------------------------------- */

/* Returns the closing speed of a row by the velocities of a and b in some table. */
static double closing_by(const contact_placed *at, const float *a, const float *b) {
    const double turning = (double)(at->turn_a[0] * a[2] - at->turn_b[0] * b[2]);
    return turning + (double)at->normal_x * (double)(a[0] - b[0])
           + (double)at->normal_y * (double)(a[1] - b[1]);
}

/* Returns where a collider's body is at `time` in the step; `row`: the offset of its row. */
static evo_vec2 center_at(const step *in, uint32_t slot, uint32_t row, double time) {
    const body_store *s = &in->world->bodies;
    const body_state *state = &s->states[s->links[slot].body];
    const motion_ending *end = &in->ending;
    const float *drive = end->rows->drive + row;
    const double fall = time * time * end->input->substeps / end->input->seconds;
    return vec_along(vec_along(state->position, time, state->velocity), fall,
                     vec_of_floats(drive[0], drive[1]));
}

/* Returns the first touch of a row in the step as an impact, with the approach that it had. */
static evo_impact impact_of_row(const step *in, uint32_t k) {
    const pair_list *list = list_of(in);
    const pair_sum *sum = &list->kept->sums[k];
    const uint32_t place = in->contacts.place[k], lane = place % ROW_BLOCK;
    const contact_block *block = &in->contacts.blocks[place / ROW_BLOCK];
    const uint32_t a = block->a[lane], b = block->b[lane];
    const motion_ending *end = &in->ending;
    const float *start = end->rows->start, *drive = end->rows->drive;
    const double h = end->input->seconds / end->input->substeps;
    const contact_placed at = contact_place(&in->contacts, end->rows, place);
    const evo_vec2 normal = vec_of_floats(at.normal_x, at.normal_y);
    const pair_fit *fit = list->class_of[k] == PAIR_ROUND ? NULL : fit_of_pair(&in->measured, k);
    const evo_vec2 way = vec_of_floats(list->way_x[k], list->way_y[k]);
    const double gap = fit ? (double)fit_gap(fit) : vec_length(way) - (double)block->radius[lane];
    const double speed = closing_by(&at, start + a, start + b);
    const double pull = 2 * closing_by(&at, drive + a, drive + b) / h;
    const double time = least_of(line_reach(gap, -speed, -pull), end->input->seconds);
    const evo_vec2 center = center_at(in, list->a[k], a, time);
    const evo_vec2 arm = fit ? vec_of_floats(fit->fit_ax, fit->fit_ay) : vec(0, 0);
    const float radius = fit ? fit->radius_a : in->world->bodies.forms[list->a[k]].radius_x;
    const double impulse = (double)(sum->push + sum->other_push);
    return (evo_impact){.time = time,
                        .point = vec_along(vec_add(center, arm), (double)radius, normal),
                        .normal = normal,
                        .speed = most_of(speed + time * pull, 0),
                        .impulse = impulse,
                        .push = vec_along(vec_scale(normal, impulse),
                                          (double)(sum->drag + sum->other_drag), vec_left(normal)),
                        .between = vec_sub(center_at(in, list->b[k], b, time), center)};
}

/* Measures how two colliders without a row touch as the step ends. */
static touch_meeting meeting_at_end(const step *in, uint32_t k) {
    const ended_pair p = ended_pair_of(in, list_of(in)->a[k], list_of(in)->b[k]);
    const evo_vec2 origin = p.from[0].position;
    const pair_sum *sum = &list_of(in)->kept->sums[k];
    placed at[2];
    place(&p, origin, at);
    const meeting m = pair_measure(&at[0], &at[1]);
    const evo_vec2 middle = vec_scale(vec_add(m.point_a, m.point_b), 0.5);
    return (touch_meeting){.point = vec_add(origin, middle),
                           .normal = m.normal,
                           .impulse = (double)(sum->push + sum->other_push)};
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

/* Keeps the impulses of a second touch that has a row of its own; returns whether it touched. */
static bool keep_second(const step *in, uint32_t k, uint32_t place) {
    const contact_block *block = &in->contacts.blocks[place / ROW_BLOCK];
    const uint32_t lane = place % ROW_BLOCK;
    pair_sum *sum = &list_of(in)->kept->sums[k];
    list_of(in)->kept->other[k] = (pair_other){block->first.push[lane], block->drag[lane]};
    sum->other_push = block->first.pushed[lane];
    sum->other_drag = block->dragged[lane];
    return block->first.pushed[lane] > 0;
}

static const event_pair *event_of(const step *in, uint32_t k) {
    if (!in->event_of || in->event_of[k] == NONE) return NULL;
    return &in->room->pairs[in->event_of[k]];
}

/* Keeps data that few pairs have besides the impulses of their row: second touches with rows of
 * their own, and exchanges of event pairs. */
MACHINE_NOINLINE bool keep_more(const step *in, uint32_t k, bool touches) {
    const pair_list *list = list_of(in);
    pair_sum *sum = &list->kept->sums[k];
    const uint32_t second = pair_second(list, k);
    if (second != NONE && list->class_of[second] == PAIR_ROW)
        return keep_second(in, k, in->contacts.place[second]) || touches;
    if (list->class_of[k] == PAIR_ROW && fit_of_pair(&in->measured, k)->dropped > 0) {
        pair_other *other = &list->kept->other[k];
        other->push = 0; /* faces: the touch that ended has no push */
        if (fit_of_pair(&in->measured, k)->dropped == FIT_DROPPED_FIRST) {
            other->push = list->kept->warm[k].push;
            sum->other_push = sum->push;
            list->kept->warm[k].push = sum->push = 0;
        }
    }
    const event_pair *event = event_of(in, k);
    if (!event) return touches;
    sum->push += (float)event->exchange.how.impulse;
    sum->drag += (float)vec_dot(event->exchange.push, vec_left(event->exchange.how.normal));
    return event->row_count < 2 ? touches : keep_second(in, k, event->rows[1]) || touches;
}

/* Pointers to impulses, and to the memory that keeps them: a local copy, so that the compiler need
 * not reload it after each store. */
typedef struct keeping {
    contact_rows rows;
    pair_memory kept;
    const uint8_t *class_of;
} keeping;

/* Keeps the impulses of a pair, which are 0 without a row; returns whether it touched in the
 * step. */
INLINE bool keep_row(const step *in, const keeping *by, uint32_t k) {
    const uint32_t place = by->rows.place[k], lane = place % ROW_BLOCK;
    const contact_block *block = &by->rows.blocks[place / ROW_BLOCK];
    const float push = block->first.pushed[lane];
    assert((!pair_has_row(by->class_of[k]) || block->a[lane] == in->measured.row_a[k])
           && "the place of a pair has its row");
    by->kept.warm[k].push = block->first.push[lane];
    by->kept.warm[k].drag = block->drag[lane];
    if (by->class_of[k] == PAIR_FACES) {
        const touch_block *second = &contact_seconds(&by->rows, place / ROW_BLOCK)->touch;
        const float other = second->pushed[lane];
        by->kept.other[k] = (pair_other){second->push[lane], 0};
        by->kept.sums[k] = (pair_sum){push, block->dragged[lane], other, 0};
        return push > 0 || other > 0;
    }
    by->kept.other[k] = PAIR_NO_OTHER;
    by->kept.sums[k] = (pair_sum){push, block->dragged[lane], 0, 0};
    return keep_more(in, k, push > 0);
}

/* Reports a touch that began, and the impact by which its row touched first. */
static bool tell_begin(const step *in, uint32_t k) {
    step_world *w = in->world;
    const event_pair *event = event_of(in, k);
    touch_ids touch = touch_of(in, k);
    touch.began = true;
    if (!pair_has_row(list_of(in)->class_of[k])) {
        touch.how = event && event->met ? event->exchange.how : meeting_at_end(in, k);
        return tell(in, touch);
    }
    const impact_ids met = {touch.a, touch.b, impact_of_row(in, k)};
    const evo_impact *how = &met.impact;
    touch.how = (touch_meeting){how->point, how->normal, how->speed, how->impulse};
    if (!tell(in, touch)) return false;
    if (!(how->speed >= w->settings.impacts.impact_speed) || !(how->speed > 0)) return true;
    ++w->first_touches;
    return told_impact(&w->told, &w->bodies, &met);
}

/* Returns a touch with the lesser id first. */
static touch_ids ordered(touch_ids touch) {
    const uint32_t first = touch.a;
    if (first < touch.b) return touch;
    touch.a = touch.b;
    touch.b = first;
    touch.how.normal = vec_negate(touch.how.normal);
    return touch;
}

static bool ids_before(const void *first, const void *second) {
    const touch_ids *x = first, *y = second;
    return x->a != y->a ? x->a < y->a : x->b < y->b;
}

/* Lists the pairs that were found within the step and met, and behind them those whose end is due,
 * each part sorted; *count: length of the first part. NULL: out of memory. */
static touch_ids *list_found(const step *in, uint32_t *count) {
    const size_t most = (size_t)in->room->pair_count + in->ended.count;
    touch_ids *all = ARENA_TAKE(&in->world->arena, touch_ids, most + 1);
    if (!all) return NULL;
    *count = 0;
    for (uint32_t i = 0; i < in->room->pair_count; ++i) {
        const event_pair *p = &in->room->pairs[i];
        const touch_ids found = {.a = p->ids.a, .b = p->ids.b, .how = p->exchange.how};
        if (p->entry == NONE && p->met) all[(*count)++] = ordered(found);
    }
    for (uint32_t i = 0; i < in->ended.count; ++i)
        all[*count + i] = ordered((touch_ids){.a = in->ended.all[i].a, .b = in->ended.all[i].b});
    sort_items(all, *count, sizeof *all, ids_before);
    sort_items(all + *count, in->ended.count, sizeof *all, ids_before);
    return all;
}

/* Reports pairs that were found within the step, which are not remembered: each once, unless its
 * end is due already. */
static bool tell_found(const step *in) {
    uint32_t count, e = 0;
    if (in->room->pair_count == 0) return true;
    const touch_ids *found = list_found(in, &count);
    if (!found) return false;
    const touch_ids *ended = found + count;
    for (uint32_t i = 0; i < count; ++i) {
        if (i > 0 && !ids_before(&found[i - 1], &found[i])) continue;
        while (e < in->ended.count && ids_before(&ended[e], &found[i])) ++e;
        const bool told = e < in->ended.count && !ids_before(&found[i], &ended[e]);
        if (!told && !tell_moment(in, found[i])) return false;
    }
    return true;
}

/* ---- All ------------------------------------------------------------------------------------- */

/* Reports that an entry needs. */
enum { TELL_TOUCHES = 1, TELL_DUE = 2 };

/* Arguments of the pieces in which workers keep entries. */
typedef struct keeping_all {
    const step *in;
    uint8_t *tell; /* by entry */
} keeping_all;

/* Gaps that floats measure are smaller. Normals at larger distances may be NaN. */
static const float MEASURED_MOST = 1e15f;

/* Clears the memory of a pair with a number that is not finite: bodies take no motion out of range
 * either. */
INLINE void keep_numbers(const keeping *by, uint32_t k, float impulses) {
    if (fabsf(by->kept.gaps[k]) < MEASURED_MOST && impulses - impulses == 0) return;
    by->kept.warm[k] = (pair_warm){0, 0, 0, 0};
    by->kept.other[k] = PAIR_NO_OTHER;
    by->kept.sums[k] = (pair_sum){0, 0, 0, 0};
    by->kept.gaps[k] = 0;
}

/* Keeps the impulses of an entry, and returns the reports that it needs. */
INLINE uint8_t keep_entry(const step *in, const keeping *by, uint32_t k) {
    const bool touched = by->kept.touching[k] & PAIR_TOUCHES;
    const bool sensor = by->class_of[k] == PAIR_SENSOR;
    if (sensor || (by->class_of[k] == PAIR_NONE && !touched)) { /* no report, as for most entries */
        by->kept.warm[k].push = by->kept.warm[k].drag = 0;
        by->kept.other[k] = PAIR_NO_OTHER;
        keep_numbers(by, k, 0);
        return sensor ? TELL_DUE : 0;
    }
    bool touches = keep_row(in, by, k);
    keep_numbers(by, k, by->kept.warm[k].push + by->kept.warm[k].drag + by->kept.other[k].push);
    const event_pair *event = event_of(in, k);
    if (event) touches = event->touching;
    const bool due = touches != touched || (event && event->met && !touches);
    if (by->kept.touching[k] & PAIR_BORN && !(touches && by->rows.some_deep))
        by->kept.touching[k] &= PAIR_TOUCHES;
    const uint8_t tell = touches ? TELL_TOUCHES : 0;
    return due ? tell | TELL_DUE : tell;
}

static void keep_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const keeping_all *all = data;
    const step *in = all->in;
    const pair_list *list = list_of(in);
    const keeping by = {in->contacts, *list->kept, list->class_of};
    (void)worker;
    for (uint32_t k = from; k < to; ++k) {
        all->tell[k] = keep_entry(in, &by, k);
    }
}

/* Adds the reports of an entry. */
static bool tell_entry(const step *in, float *ways, uint32_t k, bool touches) {
    uint8_t *touching = &list_of(in)->kept->touching[k];
    touch_ids touch = touch_of(in, k);
    if (list_of(in)->class_of[k] == PAIR_SENSOR) return report_sensor(in, ways, k);
    if (touches == ((*touching & PAIR_TOUCHES) != 0)) { /* an event pair met, and parted again */
        touch.how = event_of(in, k)->exchange.how;
        return tell_moment(in, touch);
    }
    *touching = (uint8_t)((*touching & PAIR_BORN) | (touches ? PAIR_TOUCHES : 0));
    return touches ? tell_begin(in, k) : tell(in, touch);
}

/* Least number of entries in a piece. */
enum { KEPT_LEAST = 256 };

bool report_pairs(step *in) {
    arena *a = &in->world->arena;
    const uint32_t count = list_of(in)->count;
    const arena_mark mark = arena_mark_of(a);
    const body_store *s = &in->world->bodies;
    keeping_all all = {in, ARENA_SCRATCH(a, uint8_t, count)};
    float *ways = ARENA_SCRATCH(a, float, s->sensors ? s->awake : 0);
    if (!all.tell || !ways) return false;
    for (uint32_t i = 0; i < in->ended.count; ++i)
        if (!tell(in, (touch_ids){.a = in->ended.all[i].a, .b = in->ended.all[i].b})) return false;
    for (uint32_t i = 0; i < s->awake && s->sensors > 0; ++i) ways[i] = -1;
    crew_loop(in->crew, keep_piece, &all, count, KEPT_LEAST);
    for (uint32_t k = 0; k < count; ++k)
        if (all.tell[k] & TELL_DUE && !tell_entry(in, ways, k, all.tell[k] & TELL_TOUCHES))
            return false;
    arena_drop(a, mark);
    return tell_found(in) && report_far(in);
}
