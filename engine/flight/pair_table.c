/* pair_table.c: the table of pairs. In: times of meetings; out: the first meeting of each body. */
#include "flight/queue.h"

#include <assert.h>

#include "core/memory.h"

bool pair_table_init(pair_table *t, const evo_allocator *memory, uint32_t bodies, bool dense) {
    *t = (pair_table){.memory = memory, .count = bodies, .dense = dense};
    if (!array_reserve(memory, &t->firsts, &t->first_capacity, bodies, sizeof *t->firsts))
        return false;
    for (uint32_t i = 0; i < bodies; ++i) t->firsts[i] = pair_entry_never(i);
    if (!dense) return true;
    size_t slots = (size_t)triangle_size(bodies);
    if (!array_reserve(memory, &t->times, &t->time_capacity, slots, sizeof *t->times)
        || !array_reserve(memory, &t->tags, &t->tag_capacity, bodies, sizeof *t->tags))
        return false;
    for (size_t i = 0; i < slots; ++i) t->times[i] = INFINITY;
    for (uint32_t i = 0; i < bodies; ++i) t->tags[i] = 0;
    return true;
}

static bool grow_dense(pair_table *t, uint32_t bodies) {
    size_t before = (size_t)triangle_size(t->count), slots = (size_t)triangle_size(bodies);
    if (!array_reserve(t->memory, &t->times, &t->time_capacity, slots, sizeof *t->times)
        || !array_reserve(t->memory, &t->tags, &t->tag_capacity, bodies, sizeof *t->tags))
        return false;
    for (size_t i = before; i < slots; ++i) t->times[i] = INFINITY;
    for (uint32_t i = t->count; i < bodies; ++i) t->tags[i] = 0;
    return true;
}

static void free_slots(pair_table *t) {
    array_free(t->memory, &t->times, &t->time_capacity, sizeof *t->times);
    array_free(t->memory, &t->tags, &t->tag_capacity, sizeof *t->tags);
}

bool pair_table_grow(pair_table *t, uint32_t bodies) {
    if (bodies <= t->count) return true;
    if (bodies > PAIR_TABLE_DENSE_MOST && t->dense) {
        t->dense = false;
        free_slots(t);
    }
    if (!array_reserve(t->memory, &t->firsts, &t->first_capacity, bodies, sizeof *t->firsts)
        || (t->dense && !grow_dense(t, bodies)))
        return false;
    for (uint32_t i = t->count; i < bodies; ++i) t->firsts[i] = pair_entry_never(i);
    t->count = bodies;
    return true;
}

void pair_table_free(pair_table *t) {
    array_free(t->memory, &t->firsts, &t->first_capacity, sizeof *t->firsts);
    free_slots(t);
}

void pair_table_clear_row(pair_table *t, uint32_t body) {
    for (uint32_t other = 0; other < t->count; ++other)
        t->times[triangle_slot(body, other)] = INFINITY;
}

void pair_table_add_slot(pair_table *t, uint32_t body, const pair_entry *entry) {
    double *time = &t->times[triangle_slot(body, entry->other)];
    assert(body < t->count && entry->other < t->count && "both bodies have slots");
    if (entry->other == body && !(entry->time < *time)) return;
    *time = entry->time;
    if (entry->other == body) t->tags[body] = entry->tag;
}

pair_entry pair_table_search_row(const pair_table *t, uint32_t body) {
    pair_entry first = pair_entry_never(body);
    for (uint32_t other = 0; other < t->count; ++other) {
        first =
            pair_entry_first(first, (pair_entry){t->times[triangle_slot(body, other)], other, 0});
    }
    if (first.other == body) first.tag = t->tags[body];
    return first;
}

void pair_table_rebase(pair_table *t, double amount) {
    for (uint32_t i = 0; i < t->count; ++i) t->firsts[i].time -= amount;
    uint64_t slots = t->dense ? triangle_size(t->count) : 0;
    for (uint64_t i = 0; i < slots; ++i) t->times[i] -= amount;
}
