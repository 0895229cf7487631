/* told.c: lists of touches, impacts and visits for the user, and questions about pairs to the
 * user. */
#include "step/drift.h"

#include <assert.h>

#include "core/core.h"
#include "shape/shape.h"

/* ==== Lists for the user ====================================================================== */

/* Lists of a step for the user. In: ids of what touched or struck; out: handles, in order.
 * Invariant: between steps only what is due changes, so that readers write nothing. */

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

static bool sleeper_before(const void *first, const void *second) {
    const evo_body *x = first, *y = second;
    return x->index < y->index;
}

/* Size and order of the items of each list. */
static const struct {
    size_t size;
    bool (*before)(const void *, const void *);
} KINDS[TOLD_KINDS] = {{sizeof(evo_touch), touch_before},
                       {sizeof(evo_visit), visit_before},
                       {sizeof(evo_impact), impact_before},
                       {sizeof(evo_body), sleeper_before}};

static void *item_of(const told_list *list, int kind, size_t i) {
    return (char *)list->all + i * KINDS[kind].size;
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

static void *body_user(const body_store *s, evo_body body) {
    const body_record *record = &s->records[body.index];
    const bool is_its = record->generation - body.generation <= 1; /* the dead keep theirs */
    return is_its ? record->user : NULL;
}

/* ---- Adding ---------------------------------------------------------------------------------- */

bool told_reserve(step_told *t, told_kind kind, size_t more) {
    told_list *due = &t->due[kind];
    return array_reserve(t->memory, &due->all, &due->list.capacity, due->list.count + more,
                         KINDS[kind].size);
}

void *told_add(step_told *t, told_kind kind) {
    told_list *due = &t->due[kind];
    assert(due->list.count < due->list.capacity && "room was made");
    return item_of(due, (int)kind, due->list.count++);
}

static bool told_visit(step_told *t, const body_store *s, const touch_ids *touch) {
    const bool first = s->colliders[touch->a].sensor;
    const uint32_t sensor = first ? touch->a : touch->b, visitor = first ? touch->b : touch->a;
    assert(s->colliders[sensor].sensor && !s->colliders[visitor].sensor && "sensors see no others");
    if (!told_reserve(t, TOLD_VISITS, 1)) return false;
    *(evo_visit *)told_add(t, TOLD_VISITS) = (evo_visit){.sensor = collider_handle(s, sensor),
                                                         .visitor = collider_handle(s, visitor),
                                                         .sensor_body = body_handle(s, sensor),
                                                         .visitor_body = body_handle(s, visitor),
                                                         .sensor_user = s->colliders[sensor].user,
                                                         .visitor_user = s->colliders[visitor].user,
                                                         .began = touch->began};
    return true;
}

bool told_touch(step_told *t, const body_store *s, touch_ids touch) {
    if (s->colliders[touch.a].sensor || s->colliders[touch.b].sensor)
        return told_visit(t, s, &touch);
    if (!colliders_want(s, touch.a, touch.b, EVO_TELL_TOUCHES)) return true;
    const bool swap = s->colliders[touch.a].body > s->colliders[touch.b].body;
    const uint32_t a = swap ? touch.b : touch.a, b = swap ? touch.a : touch.b;
    const evo_body body_a = body_handle(s, a), body_b = body_handle(s, b);
    if (!told_reserve(t, TOLD_TOUCHES, 1)) return false;
    *(evo_touch *)told_add(t, TOLD_TOUCHES) =
        (evo_touch){.a = body_a,
                    .b = body_b,
                    .collider_a = collider_handle(s, a),
                    .collider_b = collider_handle(s, b),
                    .user_a = body_user(s, body_a),
                    .user_b = body_user(s, body_b),
                    .began = touch.began,
                    .point = touch.how.point,
                    .normal = swap ? vec_negate(touch.how.normal) : touch.how.normal,
                    .speed = touch.how.speed,
                    .impulse = touch.how.impulse};
    return true;
}

bool told_reserve_impact(step_told *t) {
    return t->due[TOLD_IMPACTS].list.count >= t->impacts_most || told_reserve(t, TOLD_IMPACTS, 1);
}

void told_add_impact(step_told *t, const evo_impact *impact) {
    if (t->due[TOLD_IMPACTS].list.count < t->impacts_most)
        *(evo_impact *)told_add(t, TOLD_IMPACTS) = *impact;
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
    const bool swap = s->colliders[impact->a].body > s->colliders[impact->b].body;
    if (!colliders_want(s, impact->a, impact->b, EVO_TELL_IMPACTS)) return true;
    evo_impact told = impact->impact;
    told.a = body_handle(s, impact->a);
    told.b = body_handle(s, impact->b);
    told.collider_a = collider_handle(s, impact->a);
    told.collider_b = collider_handle(s, impact->b);
    if (swap) told = told_mirrored(&told);
    if (!told_reserve_impact(t)) return false;
    told_add_impact(t, &told);
    return true;
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

void told_show(step_told *t, double time) {
    evo_impact *told = (evo_impact *)t->due[TOLD_IMPACTS].all;
    for (size_t i = 0; i < t->due[TOLD_IMPACTS].list.count; ++i) told[i].time += time;
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

static evo_collider handle_of(const body_store *s, uint32_t slot) {
    const uint32_t id = s->links[slot].id;
    return (evo_collider){id, s->colliders[id].generation};
}

/* Colliders are told in the order of their bodies' ids. */
static bool comes_second(const body_store *s, uint32_t a, uint32_t b) {
    return collider_at(s, a)->body > collider_at(s, b)->body;
}

static bool ask_collide(const pair_questions *ask, const body_store *s, uint32_t a, uint32_t b) {
    const uint32_t first = s->links[a].id, second = s->links[b].id;
    if (!ask->should_collide || !colliders_want(s, first, second, EVO_ASK_COLLIDE)) return true;
    const bool swap = comes_second(s, a, b);
    return ask->should_collide(ask->context, handle_of(s, swap ? b : a),
                               handle_of(s, swap ? a : b));
}

/* Takes what the user has made of a rule, if it is within its range. Returns whether it is another
 * one. */
static bool take_rule(double *mixed, double given, double least, double most) {
    const double before = *mixed;
    if (given >= least && given <= most) *mixed = given;
    return *mixed != before;
}

/* The same of all rules. */
static bool take_rules(evo_contact_rules *mixed, const evo_contact_rules *given) {
    bool other = take_rule(&mixed->friction, given->friction, 0, MIX_FRICTION_MOST);
    other |= take_rule(&mixed->restitution, given->restitution, 0, MIX_RESTITUTION_MOST);
    other |= take_rule(&mixed->rolling_resistance, given->rolling_resistance, 0, MIX_FRICTION_MOST);
    other |= take_rule(&mixed->surface_speed, given->surface_speed, -SHAPE_LARGEST, SHAPE_LARGEST);
    return take_rule(&mixed->tangential_restitution, given->tangential_restitution, -1, 1) || other;
}

static bool ask_solve(const pair_questions *ask, const body_store *s, uint32_t a, uint32_t b,
                      evo_contact *contact, evo_contact_rules *rules, bool *ruled) {
    *ruled = false;
    if (!ask->pre_solve || !colliders_want(s, s->links[a].id, s->links[b].id, EVO_ASK_SOLVE))
        return true;
    const bool swap = comes_second(s, a, b);
    contact->a = handle_of(s, swap ? b : a);
    contact->b = handle_of(s, swap ? a : b);
    for (int i = 0; i < contact->count && swap; ++i)
        contact->points[i].normal = vec_negate(contact->points[i].normal);
    *rules = rules_of_materials(&s->materials, material_of(s, a), material_of(s, b));
    evo_contact_rules given = *rules;
    const bool solved = ask->pre_solve(ask->context, contact, &given);
    *ruled = take_rules(rules, &given);
    return solved;
}

/* ---- One way --------------------------------------------------------------------------------- */

/* Part of the smaller reach: what has sunk deeper into a one-way collider passes. */
static const double SUNK_MOST = 0.1;

/* Cosine from one_way: what lies farther aslant passes as long as it moves that way. */
static const double ASLANT = 0.5;

static evo_vec2 velocity_at(const body_store *s, uint32_t slot, evo_vec2 point) {
    const body_state *state = &s->states[s->links[slot].body];
    return vec_along(state->velocity, state->spin, vec_left(vec_sub(point, state->position)));
}

/* Returns whether a collider holds another one; `way`: from it to the other, along the normal. What
 * turns is judged by its centre: else its rim would turn in while another part of it rises. */
static bool holds(const body_store *s, uint32_t slot, uint32_t other, const evo_gap *at,
                  evo_vec2 way) {
    if (!(s->links[slot].flags & COLLIDER_ONE_WAY)) return true;
    const double angle = s->states[s->links[slot].body].angle;
    const evo_vec2 along = rules_let_along(&collider_entry(collider_at(s, slot))->rules, angle);
    const double reach = least_of((double)s->forms[slot].reach, (double)s->forms[other].reach);
    const double lies = vec_dot(way, along);
    if (!(at->distance >= -SUNK_MOST * reach) || !(lies > 0)) return false;
    const evo_vec2 moves =
        vec_sub(s->states[s->links[other].body].velocity, velocity_at(s, slot, at->point_a));
    return lies > ASLANT * vec_length(along) || !(vec_dot(moves, along) > 0);
}

/* Returns whether both colliders of a pair that did not touch hold each other. */
static bool both_hold(const body_store *s, uint32_t a, uint32_t b, const evo_gap *at) {
    return holds(s, a, b, at, at->normal) && holds(s, b, a, at, vec_negate(at->normal));
}

static evo_pose pose_of(const body_store *s, uint32_t slot) {
    const body_state *state = &s->states[s->links[slot].body];
    return (evo_pose){state->position, state->angle};
}

/* The same as a pair lies: what is measured for rows is of where it will meet. */
static bool both_hold_now(const body_store *s, uint32_t a, uint32_t b) {
    const evo_shape of_a = shape_copy(collider_at(s, a)->shape);
    const evo_shape of_b = shape_copy(collider_at(s, b)->shape);
    const evo_gap gap = evo_measure(&of_a, pose_of(s, a), &of_b, pose_of(s, b));
    return both_hold(s, a, b, &gap);
}

static bool is_one_way(const body_store *s, uint32_t a, uint32_t b) {
    return (s->links[a].flags | s->links[b].flags) & COLLIDER_ONE_WAY;
}

/* ---- Measured pairs -------------------------------------------------------------------------- */

static evo_vec2 center_of(const body_store *s, uint32_t slot) {
    return s->states[s->links[slot].body].position;
}

/* A contact beyond a radius from a center. */
static evo_contact_point point_at(evo_vec2 center, double radius, evo_vec2 normal, double gap) {
    return (evo_contact_point){
        .point = vec_along(center, radius + 0.5 * gap, normal), .normal = normal, .gap = gap};
}

/* The contact of two disks, which have no fit. */
static evo_contact_point round_point(const body_store *s, const pair_list *list, uint32_t k) {
    const evo_vec2 way = vec_of_floats(list->way_x[k], list->way_y[k]);
    const evo_vec2 normal = vec_unit(way, vec(1, 0));
    const double radius = (double)s->forms[list->a[k]].radius_x;
    const double gap = vec_length(way) - radius - (double)s->forms[list->b[k]].radius_x;
    return point_at(center_of(s, list->a[k]), radius, normal, gap);
}

static evo_contact_point fitted_point(const body_store *s, const pair_list *list, const pair_fit *f,
                                      uint32_t k) {
    const evo_vec2 normal = vec_of_floats(f->normal_x, f->normal_y);
    const evo_vec2 arm = vec_of_floats(f->fit_ax, f->fit_ay);
    return point_at(vec_add(center_of(s, list->a[k]), arm), (double)f->radius_a, normal,
                    (double)f->gap);
}

static bool is_measured(const pair_list *list, uint32_t k) {
    return list->class_of[k] <= PAIR_VOID;
}

/* Adds a point with the impulses of both halves of all substeps. */
static void add_point(const pair_questions *ask, evo_contact_point point, pair_other impulses,
                      evo_contact *contact) {
    point.normal_impulse = 2 * (double)impulses.push * ask->substeps;
    point.tangential_impulse = 2 * (double)impulses.drag * ask->substeps;
    contact->points[contact->count++] = point;
}

static void add_points(const pair_questions *ask, const measure_input *in,
                       const measure_output *measured, uint32_t k, evo_contact *contact) {
    const pair_list *list = in->list;
    const pair_warm *warm = &list->kept->warm[k];
    const pair_other first = {warm->push, warm->drag}, *kept = &list->kept->other[k];
    const pair_other other = {kept->push > 0 ? kept->push : 0, kept->drag};
    const uint32_t second = pair_second(list, k);
    if (list->class_of[k] == PAIR_ROUND) {
        add_point(ask, round_point(in->bodies, list, k), first, contact);
        return;
    }
    pair_fit fit = *fit_of_pair(measured, k);
    add_point(ask, fitted_point(in->bodies, list, &fit, k), first, contact);
    if (second == NONE && fit.span == 0) return;
    if (second == NONE) fit_drop_first(&fit);
    const pair_fit *of = second == NONE ? &fit : fit_of_pair(measured, second);
    add_point(ask, fitted_point(in->bodies, list, of, k), other, contact);
}

void pair_pass(const pair_list *list, uint32_t k) {
    pair_set_classes(list, k, PAIR_PASSES);
    list->kept->warm[k] = (pair_warm){0, 0, 0, 0};
    list->kept->other[k] = (pair_other){-1, 0};
    list->kept->gaps[k] = 0;
}

/* Asking in hand. */
typedef struct asking {
    const pair_questions *ask;
    const measure_input *in;
    const measure_output *measured;
    pair_list *list;
    arena *memory;
    bool failed;
} asking;

static void keep_rules(asking *q, uint32_t k, const evo_contact_rules *rules) {
    pair_ruling *r = &q->list->ruling;
    if (!r->all) r->all = ARENA_TAKE(q->memory, pair_ruled, q->list->count);
    q->failed |= !r->all;
    if (q->failed) return;
    r->all[r->count++] = (pair_ruled){k, *rules};
    r->rolls |= rules->rolling_resistance != 0 || rules->surface_speed != 0;
    r->bounces |= rules->restitution != 0;
}

/* Returns false for a pair that passes. Pairs that touched in the step before do collide. */
static bool ask_entry(asking *q, uint32_t k) {
    const pair_list *list = q->list;
    const body_store *s = q->in->bodies;
    const bool meets = is_measured(list, k);
    evo_contact_rules rules;
    bool ruled;
    if (!meets && list->class_of[k] != PAIR_SENSOR) return true;
    if (!list->kept->touching[k] && !ask_collide(q->ask, s, list->a[k], list->b[k])) return false;
    const bool one_way = is_one_way(s, list->a[k], list->b[k]) && !list->kept->touching[k];
    if (!meets || !(one_way || q->ask->pre_solve)) return true;
    if (one_way && !both_hold_now(s, list->a[k], list->b[k])) return false;
    if (!q->ask->pre_solve) return true;
    evo_contact contact = {.count = 0};
    add_points(q->ask, q->in, q->measured, k, &contact);
    if (!ask_solve(q->ask, s, list->a[k], list->b[k], &contact, &rules, &ruled)) return false;
    if (ruled) keep_rules(q, k, &rules);
    return true;
}

bool pairs_ask(const pair_questions *ask, const measure_input *in, const measure_output *measured,
               pair_list *list, arena *a) {
    asking q = {ask, in, measured, list, a, false};
    list->ruling = (pair_ruling){.all = NULL};
    for (uint32_t k = 0; k < list->count && !q.failed; ++k)
        if (!ask_entry(&q, k)) pair_pass(list, k);
    return !q.failed;
}

bool pair_ask_found(const pair_questions *ask, const body_store *s, const uint32_t slots[2],
                    const evo_gap *gap, evo_contact_rules *rules, bool *ruled) {
    *ruled = false;
    if (!ask_collide(ask, s, slots[0], slots[1])) return false;
    evo_contact contact = {.count = 1};
    contact.points[0] = (evo_contact_point){
        .point = vec_along(gap->point_a, 0.5, vec_sub(gap->point_b, gap->point_a)),
        .normal = gap->normal,
        .gap = gap->distance};
    if (is_one_way(s, slots[0], slots[1]) && !both_hold(s, slots[0], slots[1], gap)) return false;
    return ask_solve(ask, s, slots[0], slots[1], &contact, rules, ruled);
}
