/* told.c: what a step tells, in the user's arrays. In: ids of what touched or struck; out: handles,
 * in order. Invariant: between steps only what is due changes, so that readers write nothing. */
#include "step/told.h"

#include "core/sort.h"

void told_init(step_told *t, const evo_allocator *memory, size_t impacts_most) {
    *t = (step_told){.memory = memory, .impacts_most = impacts_most};
}

void told_free(step_told *t) {
    array_free(t->memory, &t->touches, &t->touch_list.capacity, sizeof *t->touches);
    array_free(t->memory, &t->due_touches, &t->due_touch_list.capacity, sizeof *t->due_touches);
    array_free(t->memory, &t->visits, &t->visit_list.capacity, sizeof *t->visits);
    array_free(t->memory, &t->due_visits, &t->due_visit_list.capacity, sizeof *t->due_visits);
    array_free(t->memory, &t->impacts, &t->impact_list.capacity, sizeof *t->impacts);
    array_free(t->memory, &t->due_impacts, &t->due_impact_list.capacity, sizeof *t->due_impacts);
    array_free(t->memory, &t->sleepers, &t->sleeper_list.capacity, sizeof *t->sleepers);
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

static void *collider_user(const body_store *s, uint32_t id) {
    return s->colliders[id].user;
}

/* ---- Adding ---------------------------------------------------------------------------------- */

bool told_reserve_touches(step_told *t, size_t more) {
    return array_reserve(t->memory, &t->due_touches, &t->due_touch_list.capacity,
                         t->due_touch_list.count + more, sizeof *t->due_touches);
}

bool told_reserve_visits(step_told *t, size_t more) {
    return array_reserve(t->memory, &t->due_visits, &t->due_visit_list.capacity,
                         t->due_visit_list.count + more, sizeof *t->due_visits);
}

static bool told_visit(step_told *t, const body_store *s, const touch_ids *touch) {
    const bool first = s->colliders[touch->a].sensor;
    const uint32_t sensor = first ? touch->a : touch->b, visitor = first ? touch->b : touch->a;
    if (!told_reserve_visits(t, 1)) return false;
    t->due_visits[t->due_visit_list.count++] =
        (evo_visit){.sensor = collider_handle(s, sensor),
                    .visitor = collider_handle(s, visitor),
                    .sensor_body = body_handle(s, sensor),
                    .visitor_body = body_handle(s, visitor),
                    .sensor_user = collider_user(s, sensor),
                    .visitor_user = collider_user(s, visitor),
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
    if (!told_reserve_touches(t, 1)) return false;
    t->due_touches[t->due_touch_list.count++] =
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
    return t->due_impact_list.count >= t->impacts_most
           || array_reserve(t->memory, &t->due_impacts, &t->due_impact_list.capacity,
                            t->due_impact_list.count + 1, sizeof *t->due_impacts);
}

void told_add_impact(step_told *t, const evo_impact *impact) {
    if (t->due_impact_list.count < t->impacts_most)
        t->due_impacts[t->due_impact_list.count++] = *impact;
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

static bool touch_before(const void *first, const void *second) {
    const evo_touch *x = first, *y = second;
    if (x->a.index != y->a.index) return x->a.index < y->a.index;
    if (x->b.index != y->b.index) return x->b.index < y->b.index;
    if (x->collider_a.index != y->collider_a.index)
        return x->collider_a.index < y->collider_a.index;
    if (x->collider_b.index != y->collider_b.index)
        return x->collider_b.index < y->collider_b.index;
    return x->began && !y->began;
}

static bool visit_before(const void *first, const void *second) {
    const evo_visit *x = first, *y = second;
    if (x->sensor.index != y->sensor.index) return x->sensor.index < y->sensor.index;
    if (x->visitor.index != y->visitor.index) return x->visitor.index < y->visitor.index;
    return x->began && !y->began;
}

static bool impact_before(const void *first, const void *second) {
    const evo_impact *x = first, *y = second;
    if (x->time != y->time) return x->time < y->time;
    if (x->a.index != y->a.index) return x->a.index < y->a.index;
    if (x->b.index != y->b.index) return x->b.index < y->b.index;
    if (x->collider_a.index != y->collider_a.index)
        return x->collider_a.index < y->collider_a.index;
    if (x->collider_b.index != y->collider_b.index)
        return x->collider_b.index < y->collider_b.index;
    const double is[] = {x->point.x, x->point.y, x->normal.x, x->normal.y, x->speed, x->impulse};
    const double as[] = {y->point.x, y->point.y, y->normal.x, y->normal.y, y->speed, y->impulse};
    for (size_t i = 0; i < sizeof is / sizeof *is; ++i)
        if (is[i] != as[i]) return is[i] < as[i];
    return false;
}

void told_drop(step_told *t) {
    t->due_touch_list.count = t->due_visit_list.count = t->due_impact_list.count = 0;
}

void told_hide(step_told *t) {
    t->touch_list.count = t->visit_list.count = 0;
    t->impact_list.count = t->sleeper_list.count = 0;
}

/* Swaps what is shown and what is due. */
static void swap_lists(step_told *t) {
    evo_touch *touches = t->touches;
    evo_impact *impacts = t->impacts;
    const list_size touch_list = t->touch_list, impact_list = t->impact_list;
    t->touches = t->due_touches;
    t->touch_list = t->due_touch_list;
    t->due_touches = touches;
    t->due_touch_list = touch_list;
    evo_visit *visits = t->visits;
    const list_size visit_list = t->visit_list;
    t->visits = t->due_visits;
    t->visit_list = t->due_visit_list;
    t->due_visits = visits;
    t->due_visit_list = visit_list;
    t->impacts = t->due_impacts;
    t->impact_list = t->due_impact_list;
    t->due_impacts = impacts;
    t->due_impact_list = impact_list;
}

void told_show(step_told *t, double time) {
    swap_lists(t);
    told_drop(t);
    for (size_t i = 0; i < t->impact_list.count; ++i) t->impacts[i].time += time;
    sort_items(t->touches, t->touch_list.count, sizeof *t->touches, touch_before);
    sort_items(t->visits, t->visit_list.count, sizeof *t->visits, visit_before);
    sort_items(t->impacts, t->impact_list.count, sizeof *t->impacts, impact_before);
}
