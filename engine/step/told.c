/* told.c: lists of touches, impacts and visits for the user, and questions about pairs to the
 * user. */
#include "step/drift.h"

#include <assert.h>

#include "core/core.h"
#include "shape/shape.h"

/* ==== Lists for the user ====================================================================== */

/* Lists of a step for the user. In: ids of touches and impacts; out: handles, in order. Invariant:
 * between steps only due items change, so that readers write nothing. */

void told_init(step_told *t, const evo_allocator *memory, size_t impacts_most) {
    *t = (step_told){.memory = memory, .impacts_most = impacts_most};
}

/* ---- Orders ---------------------------------------------------------------------------------- */

/* Returns which of x and y comes first by a member, unless both have the same. */
#define ORDER_BY(member)                                                                           \
    if (x->member != y->member) return x->member < y->member

static bool touch_before(const void *first, const void *second) {
    const evo_touch *x = first, *y = second;
    ORDER_BY(a.index);
    ORDER_BY(b.index);
    ORDER_BY(collider_a.index);
    ORDER_BY(collider_b.index);
    return x->began && !y->began;
}

static bool visit_before(const void *first, const void *second) {
    const evo_visit *x = first, *y = second;
    ORDER_BY(sensor.index);
    ORDER_BY(visitor.index);
    return x->began && !y->began;
}

static bool impact_before(const void *first, const void *second) {
    const evo_impact *x = first, *y = second;
    ORDER_BY(time);
    ORDER_BY(a.index);
    ORDER_BY(b.index);
    ORDER_BY(collider_a.index);
    ORDER_BY(collider_b.index);
    ORDER_BY(point.x);
    ORDER_BY(point.y);
    ORDER_BY(normal.x);
    ORDER_BY(normal.y);
    ORDER_BY(speed);
    return x->impulse < y->impulse;
}

static bool body_before(const void *first, const void *second) {
    const evo_body *x = first, *y = second;
    return x->index < y->index;
}

/* Items of each list: their size and their order. */
static const struct {
    size_t size;
    bool (*before)(const void *, const void *);
} KINDS[TOLD_KINDS] = {[TOLD_TOUCHES] = {sizeof(evo_touch), touch_before},
                       [TOLD_VISITS] = {sizeof(evo_visit), visit_before},
                       [TOLD_IMPACTS] = {sizeof(evo_impact), impact_before},
                       [TOLD_SLEEPERS] = {sizeof(evo_body), body_before}};

static void *item_of(const told_list *list, int kind, size_t i) {
    return (char *)list->all + i * KINDS[kind].size;
}

/* Returns whether a list is full for this step. */
static bool is_full(const step_told *t, told_kind kind) {
    return kind == TOLD_IMPACTS && t->due[kind].list.count >= t->impacts_most;
}

bool told_reserve(step_told *t, told_kind kind, size_t more) {
    told_list *due = &t->due[kind];
    return is_full(t, kind)
           || array_reserve(t->memory, &due->all, &due->list.capacity, due->list.count + more,
                            KINDS[kind].size);
}

bool told_add(step_told *t, told_kind kind, const void *item) {
    told_list *due = &t->due[kind];
    if (is_full(t, kind)) return true;
    if (!told_reserve(t, kind, 1)) return false;
    assert(due->list.count < due->list.capacity && "room was made");
    memcpy(item_of(due, (int)kind, due->list.count++), item, KINDS[kind].size);
    return true;
}

/* ---- Handles --------------------------------------------------------------------------------- */

/* Returns the handle of a collider; of a destroyed one the handle that it had. */
static evo_collider collider_handle(const body_store *s, uint32_t id) {
    const uint32_t generation = s->colliders[id].generation;
    return (evo_collider){id, generation % 2 == 1 ? generation : generation - 1};
}

static evo_body body_handle(const body_store *s, uint32_t collider) {
    const collider_record *record = &s->colliders[collider];
    const bool lives = record->generation % 2 == 1;
    return (evo_body){record->body,
                      lives ? s->records[record->body].generation : record->body_generation};
}

/* Pointers and tags of a collider and its body. */
typedef struct told_side {
    void *user, *collider_user;
    uint64_t tag, collider_tag;
} told_side;

/* Returns the pointers and tags of handles, which may be {0}; destroyed bodies keep theirs until
 * their ids are reused. */
static told_side side_of(const body_store *s, evo_body body, evo_collider collider) {
    static const body_record no_body = {0};
    static const collider_record no_collider = {0};
    const body_record *r = body.generation != 0 ? &s->records[body.index] : &no_body;
    const collider_record *c =
        collider.generation != 0 ? &s->colliders[collider.index] : &no_collider;
    if (r->generation - body.generation > 1) r = &no_body;
    if (c->generation - collider.generation > 1) c = &no_collider;
    return (told_side){r->user, c->user, r->tag, c->tag};
}

/* Sets the pointers and tags of the sides a and b of a touch or an impact. */
#define TELL_SIDES(told, s)                                                                        \
    do {                                                                                           \
        const told_side side_a = side_of(s, (told)->a, (told)->collider_a);                        \
        const told_side side_b = side_of(s, (told)->b, (told)->collider_b);                        \
        (told)->user_a = side_a.user;                                                              \
        (told)->user_b = side_b.user;                                                              \
        (told)->tag_a = side_a.tag;                                                                \
        (told)->tag_b = side_b.tag;                                                                \
        (told)->collider_user_a = side_a.collider_user;                                            \
        (told)->collider_user_b = side_b.collider_user;                                            \
        (told)->collider_tag_a = side_a.collider_tag;                                              \
        (told)->collider_tag_b = side_b.collider_tag;                                              \
    } while (0)

static void tell_visitor(evo_visit *told, const body_store *s) {
    const told_side sensor = side_of(s, told->sensor_body, told->sensor);
    const told_side visitor = side_of(s, told->visitor_body, told->visitor);
    told->sensor_user = sensor.collider_user;
    told->sensor_tag = sensor.collider_tag;
    told->sensor_body_user = sensor.user;
    told->sensor_body_tag = sensor.tag;
    told->visitor_user = visitor.collider_user;
    told->visitor_tag = visitor.collider_tag;
    told->visitor_body_user = visitor.user;
    told->visitor_body_tag = visitor.tag;
}

/* ---- Adding ---------------------------------------------------------------------------------- */

/* Returns whether a collider comes second: colliders are shown in the order of their bodies'
 * ids. */
static bool comes_second(const body_store *s, uint32_t a, uint32_t b) {
    return s->colliders[a].body > s->colliders[b].body;
}

static bool told_visit(step_told *t, const body_store *s, const touch_ids *touch) {
    const bool first = s->colliders[touch->a].sensor;
    const uint32_t sensor = first ? touch->a : touch->b, visitor = first ? touch->b : touch->a;
    assert(s->colliders[sensor].sensor && !s->colliders[visitor].sensor && "sensors see no others");
    const evo_visit visit = {.sensor = collider_handle(s, sensor),
                             .visitor = collider_handle(s, visitor),
                             .sensor_body = body_handle(s, sensor),
                             .visitor_body = body_handle(s, visitor),
                             .began = touch->began};
    return told_add(t, TOLD_VISITS, &visit);
}

bool told_touch(step_told *t, const body_store *s, touch_ids touch) {
    if (s->colliders[touch.a].sensor || s->colliders[touch.b].sensor)
        return told_visit(t, s, &touch);
    if (!colliders_want(s, touch.a, touch.b, EVO_TELL_TOUCHES)) return true;
    const bool swap = comes_second(s, touch.a, touch.b);
    const uint32_t a = swap ? touch.b : touch.a, b = swap ? touch.a : touch.b;
    const evo_touch told = {.a = body_handle(s, a),
                            .b = body_handle(s, b),
                            .collider_a = collider_handle(s, a),
                            .collider_b = collider_handle(s, b),
                            .began = touch.began,
                            .point = touch.how.point,
                            .normal = swap ? vec_negate(touch.how.normal) : touch.how.normal,
                            .speed = touch.how.speed,
                            .impulse = touch.how.impulse};
    return told_add(t, TOLD_TOUCHES, &told);
}

evo_impact told_mirrored(const evo_impact *impact) {
    evo_impact m = *impact;
    m.a = impact->b;
    m.b = impact->a;
    m.collider_a = impact->collider_b;
    m.collider_b = impact->collider_a;
    m.normal = vec_negate(m.normal);
    m.push = vec_negate(m.push);
    m.between = vec_negate(m.between);
    return m;
}

bool told_impact(step_told *t, const body_store *s, const impact_ids *impact) {
    const uint32_t a = impact->a, b = impact->b;
    if (!colliders_want(s, a, b, EVO_TELL_IMPACTS)) return true;
    evo_impact told = impact->impact;
    told.a = body_handle(s, a);
    told.b = body_handle(s, b);
    told.collider_a = collider_handle(s, a);
    told.collider_b = collider_handle(s, b);
    if (comes_second(s, a, b)) told = told_mirrored(&told);
    return told_add(t, TOLD_IMPACTS, &told);
}

/* ---- Showing --------------------------------------------------------------------------------- */

void told_free(step_told *t) {
    for (int kind = 0; kind < TOLD_KINDS; ++kind) {
        told_list *shown = &t->shown[kind], *due = &t->due[kind];
        array_free(t->memory, &shown->all, &shown->list.capacity, KINDS[kind].size);
        array_free(t->memory, &due->all, &due->list.capacity, KINDS[kind].size);
    }
}

void told_drop(step_told *t) {
    for (int kind = 0; kind < TOLD_KINDS; ++kind) t->due[kind].list.count = 0;
}

void told_hide(step_told *t) {
    for (int kind = 0; kind < TOLD_KINDS; ++kind) t->shown[kind].list.count = 0;
}

void told_show(step_told *t, const body_store *s, double time) {
    evo_touch *touches = (evo_touch *)t->due[TOLD_TOUCHES].all;
    evo_impact *impacts = (evo_impact *)t->due[TOLD_IMPACTS].all;
    evo_visit *visits = (evo_visit *)t->due[TOLD_VISITS].all;
    for (size_t i = 0; i < t->due[TOLD_TOUCHES].list.count; ++i) TELL_SIDES(&touches[i], s);
    for (size_t i = 0; i < t->due[TOLD_VISITS].list.count; ++i) tell_visitor(&visits[i], s);
    for (size_t i = 0; i < t->due[TOLD_IMPACTS].list.count; ++i) {
        impacts[i].time += time;
        TELL_SIDES(&impacts[i], s);
    }
    for (int kind = 0; kind < TOLD_KINDS; ++kind) {
        const told_list due = t->due[kind];
        sort_items(due.all, due.list.count, KINDS[kind].size, KINDS[kind].before);
        for (size_t i = 1; i < due.list.count; ++i)
            assert(!KINDS[kind].before(item_of(&due, kind, i), item_of(&due, kind, i - 1)));
        t->due[kind] = t->shown[kind];
        t->shown[kind] = due;
    }
    told_drop(t);
}

/* ==== Questions to the user =================================================================== */

/* Asks the user about pairs. In: measured pairs, or two colliders that meet within a step; out:
 * pairs of class PAIR_PASSES, of which nothing is remembered. */

/* Sets the handles of two colliders in order. False: there is no question about them. */
static bool set_handles(const body_store *s, const uint32_t slots[2], unsigned question,
                        evo_collider handles[2]) {
    const uint32_t a = s->links[slots[0]].id, b = s->links[slots[1]].id;
    const bool swap = comes_second(s, a, b);
    handles[swap] = collider_handle(s, a);
    handles[!swap] = collider_handle(s, b);
    return colliders_want(s, a, b, question);
}

static bool ask_collide(const pair_questions *ask, const body_store *s, const uint32_t slots[2]) {
    evo_collider handles[2];
    return !ask->should_collide || !set_handles(s, slots, EVO_ASK_COLLIDE, handles)
           || ask->should_collide(ask->context, handles[0], handles[1]);
}

/* Takes the user's value of a rule, if it is in range. Returns whether it differs. */
static bool take_rule(double *mixed, double given, double least, double most) {
    const double before = *mixed;
    if (given >= least && given <= most) *mixed = given;
    return *mixed != before;
}

/* Takes the user's values of all rules. */
static bool take_rules(evo_contact_rules *mixed, const evo_contact_rules *given) {
    bool other = take_rule(&mixed->friction, given->friction, 0, MIX_FRICTION_MOST);
    other |= take_rule(&mixed->restitution, given->restitution, 0, MIX_RESTITUTION_MOST);
    other |= take_rule(&mixed->rolling_resistance, given->rolling_resistance, 0, MIX_FRICTION_MOST);
    other |= take_rule(&mixed->surface_speed, given->surface_speed, -SHAPE_LARGEST, SHAPE_LARGEST);
    return take_rule(&mixed->tangential_restitution, given->tangential_restitution, -1, 1) || other;
}

static pair_answer ask_solve(const pair_questions *ask, const body_store *s,
                             const uint32_t slots[2], evo_contact *contact,
                             evo_contact_rules *rules) {
    evo_collider handles[2];
    if (!ask->pre_solve || !set_handles(s, slots, EVO_ASK_SOLVE, handles)) return PAIR_MEETS;
    const bool swap = handles[0].index != s->links[slots[0]].id;
    contact->a = handles[0];
    contact->b = handles[1];
    for (int i = 0; i < contact->count && swap; ++i)
        contact->points[i].normal = vec_negate(contact->points[i].normal);
    *rules = rules_of_materials(&s->materials, material_of(s, slots[0]), material_of(s, slots[1]));
    evo_contact_rules given = *rules;
    const bool solved = ask->pre_solve(ask->context, contact, &given);
    const bool ruled = take_rules(rules, &given);
    return !solved ? PAIR_MISSES : ruled ? PAIR_RULED : PAIR_MEETS;
}

/* ---- One way --------------------------------------------------------------------------------- */

/* Fraction of the smaller reach: a body that is deeper in a one-way collider passes. */
static const double DEPTH_MOST = 0.1;

/* Cosine of the angle to one_way: a body beyond that angle passes as long as it moves along
 * one_way. */
static const double ASLANT = 0.5;

static evo_vec2 velocity_at(const body_store *s, uint32_t slot, evo_vec2 point) {
    const body_state *state = &s->states[s->links[slot].body];
    return vec_along(state->velocity, state->spin, vec_left(vec_sub(point, state->position)));
}

/* Returns whether a one-way collider stops another one; `way`: normal towards the other. For a
 * rotating body the velocity of its centre decides: at the contact one side of its rim moves in
 * while the other moves out. */
static bool holds(const body_store *s, uint32_t slot, uint32_t other, const evo_gap *at,
                  evo_vec2 way) {
    if (!(s->links[slot].flags & COLLIDER_ONE_WAY)) return true;
    const double angle = s->states[s->links[slot].body].angle;
    const evo_vec2 along = rules_let_along(&collider_entry(collider_at(s, slot))->rules, angle);
    const double reach = least_of((double)s->forms[slot].reach, (double)s->forms[other].reach);
    const double lies = vec_dot(way, along);
    if (!(at->distance >= -DEPTH_MOST * reach) || !(lies > 0)) return false;
    const evo_vec2 moves =
        vec_sub(s->states[s->links[other].body].velocity, velocity_at(s, slot, at->point_a));
    return lies > ASLANT * vec_length(along) || !(vec_dot(moves, along) > 0);
}

static bool is_one_way(const body_store *s, const uint32_t slots[2]) {
    return (s->links[slots[0]].flags | s->links[slots[1]].flags) & COLLIDER_ONE_WAY;
}

/* Returns whether both colliders of a pair that did not touch stop each other. */
static bool both_hold(const body_store *s, const uint32_t slots[2], const evo_gap *at) {
    const uint32_t a = slots[0], b = slots[1];
    return holds(s, a, b, at, at->normal) && holds(s, b, a, at, vec_negate(at->normal));
}

/* Returns the same for the present poses: the measurement for rows is that of a later meeting. */
static bool both_hold_now(const body_store *s, const uint32_t slots[2]) {
    evo_shape shapes[2];
    evo_pose poses[2];
    for (int side = 0; side < 2; ++side) {
        const body_state *state = &s->states[s->links[slots[side]].body];
        shapes[side] = shape_copy(collider_at(s, slots[side])->shape);
        poses[side] = (evo_pose){state->position, state->angle};
    }
    const evo_gap gap = evo_measure(&shapes[0], poses[0], &shapes[1], poses[1]);
    return both_hold(s, slots, &gap);
}

/* ---- Measured pairs -------------------------------------------------------------------------- */

/* Arguments of the questions of a step. */
typedef struct asking {
    const pair_questions *ask;
    const measure_input *in;
    const measure_output *measured;
    arena *memory;
    bool failed;
} asking;

/* Adds a contact from its fit, or from two disks, which have no fit; with the impulses of both
 * halves of all substeps. */
static void add_point(const asking *q, uint32_t k, const pair_fit *f, pair_other impulses,
                      evo_contact *contact) {
    const pair_list *list = q->in->list;
    const body_store *s = q->in->bodies;
    evo_vec2 center = s->states[s->links[list->a[k]].body].position;
    evo_contact_point point;
    double radius;
    if (f) {
        radius = (double)f->radius_a;
        center = vec_add(center, vec_of_floats(f->fit_ax, f->fit_ay));
        point.normal = vec_of_floats(f->normal_x, f->normal_y);
        point.gap = (double)f->gap;
    } else {
        const evo_vec2 way = vec_of_floats(list->way_x[k], list->way_y[k]);
        radius = (double)s->forms[list->a[k]].radius_x;
        point.normal = vec_unit(way, vec(1, 0));
        point.gap = vec_length(way) - radius - (double)s->forms[list->b[k]].radius_x;
    }
    point.point = vec_along(center, radius + 0.5 * point.gap, point.normal);
    point.normal_impulse = 2 * (double)impulses.push * q->ask->substeps;
    point.tangential_impulse = 2 * (double)impulses.drag * q->ask->substeps;
    contact->points[contact->count++] = point;
}

static void add_points(const asking *q, uint32_t k, evo_contact *contact) {
    const pair_list *list = q->in->list;
    const pair_warm *warm = &list->kept->warm[k];
    const pair_other first = {warm->push, warm->drag}, *kept = &list->kept->other[k];
    const pair_other other = {kept->push > 0 ? kept->push : 0, kept->drag};
    const uint32_t second = pair_second(list, k);
    if (list->class_of[k] == PAIR_ROUND) {
        add_point(q, k, NULL, first, contact);
        return;
    }
    pair_fit fit = *fit_of_pair(q->measured, k);
    add_point(q, k, &fit, first, contact);
    if (second == NONE && fit.span == 0) return;
    if (second == NONE) fit_drop_first(&fit);
    add_point(q, k, second == NONE ? &fit : fit_of_pair(q->measured, second), other, contact);
}

void pair_pass(const pair_list *list, uint32_t k) {
    pair_set_classes(list, k, PAIR_PASSES);
    list->kept->warm[k] = (pair_warm){0, 0, 0, 0};
    list->kept->other[k] = PAIR_NO_OTHER;
    list->kept->gaps[k] = 0;
}

static void keep_rules(asking *q, uint32_t k, const evo_contact_rules *rules) {
    pair_ruling *r = &q->in->list->ruling;
    if (!r->all) r->all = ARENA_TAKE(q->memory, pair_ruled, q->in->list->count);
    q->failed |= !r->all;
    if (q->failed) return;
    r->all[r->count++] = (pair_ruled){k, *rules};
    r->rolls |= rules->rolling_resistance != 0 || rules->surface_speed != 0;
    r->bounces |= rules->restitution != 0;
}

/* Asks about an entry. Pairs that touched in the step before collide without a question. */
static pair_answer ask_entry(const asking *q, uint32_t k, evo_contact_rules *rules) {
    const pair_list *list = q->in->list;
    const body_store *s = q->in->bodies;
    const uint32_t slots[2] = {list->a[k], list->b[k]};
    const bool measured = list->class_of[k] <= PAIR_VOID, touched = list->kept->touching[k];
    if (!measured && list->class_of[k] != PAIR_SENSOR) return PAIR_MEETS;
    if (!touched && !ask_collide(q->ask, s, slots)) return PAIR_MISSES;
    if (!measured) return PAIR_MEETS;
    if (!touched && is_one_way(s, slots) && !both_hold_now(s, slots)) return PAIR_MISSES;
    if (!q->ask->pre_solve) return PAIR_MEETS;
    evo_contact contact = {.count = 0};
    add_points(q, k, &contact);
    return ask_solve(q->ask, s, slots, &contact, rules);
}

bool pairs_ask(const pair_questions *ask, const measure_input *in, const measure_output *measured,
               arena *a) {
    asking q = {ask, in, measured, a, false};
    in->list->ruling = (pair_ruling){.all = NULL};
    for (uint32_t k = 0; k < in->list->count && !q.failed; ++k) {
        evo_contact_rules rules;
        const pair_answer answer = ask_entry(&q, k, &rules);
        if (answer == PAIR_MISSES) pair_pass(in->list, k);
        if (answer == PAIR_RULED) keep_rules(&q, k, &rules);
    }
    return !q.failed;
}

pair_answer pair_ask_found(const pair_questions *ask, const body_store *s, const uint32_t slots[2],
                           const evo_gap *gap, evo_contact_rules *rules) {
    if (!ask_collide(ask, s, slots)) return PAIR_MISSES;
    if (is_one_way(s, slots) && !both_hold(s, slots, gap)) return PAIR_MISSES;
    evo_contact contact = {.count = 1};
    contact.points[0] = (evo_contact_point){
        .point = vec_along(gap->point_a, 0.5, vec_sub(gap->point_b, gap->point_a)),
        .normal = gap->normal,
        .gap = gap->distance};
    return ask_solve(ask, s, slots, &contact, rules);
}
