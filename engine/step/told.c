/* told.c: what a step tells, in the user's arrays. In: ids of what touched or struck; out: handles,
 * in order. Invariant: between steps only what is due changes, so that readers write nothing. */
#include "step/told.h"

#include <assert.h>

#include "core/sort.h"

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
