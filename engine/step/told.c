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

/* ---- Adding ---------------------------------------------------------------------------------- */

bool told_reserve_touches(step_told *t, size_t more) {
    return array_reserve(t->memory, &t->due_touches, &t->due_touch_list.capacity,
                         t->due_touch_list.count + more, sizeof *t->due_touches);
}

bool told_touch(step_told *t, const body_store *s, touch_ids touch) {
    const bool swap = s->colliders[touch.a].body > s->colliders[touch.b].body;
    const uint32_t a = swap ? touch.b : touch.a, b = swap ? touch.a : touch.b;
    if (!told_reserve_touches(t, 1)) return false;
    t->due_touches[t->due_touch_list.count++] = (evo_touch){
        body_handle(s, a),     body_handle(s, b), collider_handle(s, a),
        collider_handle(s, b), touch.began,       s->colliders[a].sensor || s->colliders[b].sensor};
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

bool told_impact(step_told *t, const body_store *s, const impact_ids *impact) {
    const bool swap = s->colliders[impact->a].body > s->colliders[impact->b].body;
    evo_impact told = impact->impact;
    told.a = body_handle(s, swap ? impact->b : impact->a);
    told.b = body_handle(s, swap ? impact->a : impact->b);
    told.collider_a = collider_handle(s, swap ? impact->b : impact->a);
    told.collider_b = collider_handle(s, swap ? impact->a : impact->b);
    if (swap) told.normal = vec_negate(told.normal);
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
    t->due_touch_list.count = t->due_impact_list.count = 0;
}

void told_hide(step_told *t) {
    t->touch_list.count = t->impact_list.count = t->sleeper_list.count = 0;
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
    sort_items(t->impacts, t->impact_list.count, sizeof *t->impacts, impact_before);
}
