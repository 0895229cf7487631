/* standing.c: contacts between two findings of pairs: taken down from their batches, remembered by
 * the slots of their colliders, and taken over by the batches that follow. */
#include "core/array.h"
#include "world/world.h"

/* ---- Taking down ----------------------------------------------------------------------------- */

void recall_link(evo_world *world) {
    for (size_t i = 0; i < world->collider_slots.count; ++i) world->colliders[i].recall = NOBODY;
    for (size_t i = world->recalls.count; i-- > 0;) {
        recalled *r = &world->recall[i];
        collider_card *a = &world->colliders[r->a], *b = &world->colliders[r->b];
        r->next_a = a->recall;
        r->next_b = b->recall;
        a->recall = b->recall = (uint32_t)i;
    }
}

/* Whether the contact has anything to pass on: impulses, a touch, or a normal that took fitting. */
static bool worth_recalling(const evo_world *world, size_t number, int lane) {
    const batch *at = &world->batches[number];
    const batch_pairs *pairs = &world->pairs[number];
    if (!(pairs->used >> lane & 1)) return false;
    bool was_fitted = pairs->kind == BATCH_OVAL && at->gap[lane] < pairs->size[lane];
    bool pushed = at->push[lane] > 0 || at->drag[lane] != 0;
    return was_fitted || pushed || pairs->touching >> lane & 1;
}

static recalled contact_of_lane(const evo_world *world, size_t number, int lane, bool touching) {
    const batch *at = &world->batches[number];
    const batch_pairs *pairs = &world->pairs[number];
    recalled r = {
        .a = world->links[pairs->a[lane]].slot,
        .b = world->links[pairs->b[lane]].slot,
        .normal_x = (int16_t)(at->normal_x[lane] * NORMAL_ONE),
        .normal_y = (int16_t)(at->normal_y[lane] * NORMAL_ONE),
        .push = at->push[lane],
        .drag = at->drag[lane],
        .roll = world->sorts[number] < 0 ? 0 : world->batch_extras[world->sorts[number]].roll[lane],
        .second = pairs->second >> lane & 1,
        .touching = touching,
    };
    return r;
}

static recalled contact_of_sensor(const evo_world *world, const sensor_pair *pair) {
    recalled r = {
        .a = world->links[pair->a].slot,
        .b = world->links[pair->b].slot,
        .touching = pair->touching,
        .sensor = true,
    };
    return r;
}

/* Two contacts of a pair touch as one, and the first says so. */
static void visit_other(const evo_world *world, const other_pair *pair, contact_visitor *visit,
                        void *context) {
    uint32_t places[2] = {pair->first, pair->second};
    for (int i = 0; i < 2 && places[i] != NOBODY; ++i) {
        recalled r = contact_of_lane(world, places[i] / BATCH, (int)(places[i] % BATCH),
                                     i == 0 && pair->touching);
        visit(context, &r);
    }
}

void standing_visit(const evo_world *world, contact_visitor *visit, void *context) {
    if (!world->standing) return;
    for (size_t i = 0; i < world->batch_count; ++i)
        for (int lane = 0; lane < BATCH && world->pairs[i].kind != BATCH_OTHER; ++lane) {
            if (!worth_recalling(world, i, lane)) continue;
            recalled r = contact_of_lane(world, i, lane, world->pairs[i].touching >> lane & 1);
            visit(context, &r);
        }
    for (size_t i = 0; i < world->other_pairs.count; ++i)
        visit_other(world, &world->others[i], visit, context);
    for (size_t i = 0; i < world->sensor_pairs.count; ++i) {
        recalled r = contact_of_sensor(world, &world->sensors[i]);
        visit(context, &r);
    }
}

typedef struct recorder {
    evo_world *world;
    bool out_of_memory;
} recorder;

static void recall_one(void *context, const recalled *shown) {
    recorder *by = context;
    evo_world *world = by->world;
    list_size *list = &world->recalls;
    if (by->out_of_memory
        || !array_reserve(&world->memory, &world->recall, &list->capacity, list->count + 1,
                          sizeof *world->recall))
        by->out_of_memory = true;
    else
        world->recall[list->count++] = *shown;
}

bool recall_reserve(evo_world *world) {
    size_t most = world->recalls.count + world->contact_count + world->sensor_pairs.count;
    return array_reserve(&world->memory, &world->recall, &world->recalls.capacity, most,
                         sizeof *world->recall);
}

static bool recall_all(evo_world *world) {
    size_t before = world->recalls.count;
    recorder by = {world, false};
    standing_visit(world, recall_one, &by);
    if (by.out_of_memory) world->recalls.count = before;
    return !by.out_of_memory;
}

bool standing_end(evo_world *world) {
    /* Room to wake everybody, too. */
    if (!scratch_reserve(world, (world->body_count + 1) * sizeof(uint32_t))) return false;
    if (!world->standing) return true;
    if (!recall_all(world)) return false;
    recall_link(world);
    world->standing = false;
    rush_forget(world);
    world->measured_for = 0;
    world->batch_count = world->batch_extra_count = world->contact_count = 0;
    world->other_pairs.count = world->sensor_pairs.count = 0;
    return true;
}

/* ---- Remembering ----------------------------------------------------------------------------- */

/* From the chain of a collider, beginning at `at`, the first that nobody has taken. */
static recalled *recall_from(const evo_world *world, uint32_t at, uint32_t slot) {
    while (at != NOBODY) {
        recalled *r = &world->recall[at];
        if (!r->taken) return r;
        at = r->a == slot ? r->next_a : r->next_b;
    }
    return NULL;
}

recalled *recall_first(const evo_world *world, uint32_t slot) {
    return recall_from(world, world->colliders[slot].recall, slot);
}

recalled *recall_next(const evo_world *world, const recalled *r, uint32_t slot) {
    return recall_from(world, r->a == slot ? r->next_a : r->next_b, slot);
}

recalled *recall_find(const evo_world *world, uint32_t a, uint32_t b, bool second) {
    for (recalled *r = recall_first(world, a); r; r = recall_next(world, r, a))
        if (r->a == a && r->b == b && r->second == second) return r;
    return NULL;
}

bool forget_reserve(evo_world *world, const body_card *card) {
    size_t room = 0;
    for (uint32_t c = card->first_collider; c != NOBODY; c = world->colliders[c].next)
        for (recalled *r = recall_first(world, c); r; r = recall_next(world, r, c))
            room += r->touching && !r->second;
    return touch_reserve(world, room);
}

void recall_forget(evo_world *world, uint32_t slot) {
    for (recalled *r = recall_first(world, slot); r; r = recall_next(world, r, slot)) {
        if (r->touching && !r->second) touch_add(world, r->a, r->b, false, r->sensor);
        r->taken = true;
    }
}

/* A sleeper and what it rests on. Others that stand still do not touch each other. */
static bool both_still(const evo_world *world, const recalled *r) {
    const collider_card *a = &world->colliders[r->a], *b = &world->colliders[r->b];
    bool dynamic =
        world->bodies[a->body].kind == EVO_DYNAMIC || world->bodies[b->body].kind == EVO_DYNAMIC;
    return dynamic && a->rank >= world->moving_colliders && b->rank >= world->moving_colliders;
}

static bool stays_recalled(const evo_world *world, const recalled *r) {
    return !r->taken && !r->sensor && both_still(world, r);
}

static bool ends_unseen(const evo_world *world, const recalled *r) {
    return !r->taken && r->touching && !r->second && !stays_recalled(world, r);
}

size_t recall_endings(const evo_world *world) {
    size_t count = 0;
    for (size_t i = 0; i < world->recalls.count; ++i)
        count += ends_unseen(world, &world->recall[i]);
    return count;
}

void recall_settle(evo_world *world) {
    size_t kept = 0;
    for (size_t i = 0; i < world->recalls.count; ++i) {
        recalled r = world->recall[i];
        if (ends_unseen(world, &r)) touch_add(world, r.a, r.b, false, r.sensor);
        if (stays_recalled(world, &r)) world->recall[kept++] = r;
    }
    world->recalls.count = kept;
}
