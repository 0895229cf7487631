#include "impact/pair_table.h"

#include "core/array.h"

static const pair_time NEVER = {INFINITY, 0};

static bool is_before(pair_time a, pair_time b) {
    return a.time < b.time || (a.time == b.time && a.slot < b.slot);
}

bool pair_table_init(pair_table *t, const evo_allocator *memory, uint32_t bodies, bool dense) {
    pair_table empty = {.memory = memory, .count = bodies, .dense = dense};
    *t = empty;
    if (dense) {
        size_t slots = (size_t)triangle_size(bodies);
        if (!array_reserve(memory, &t->times, &t->time_capacity, slots, sizeof *t->times))
            return false;
        for (size_t i = 0; i < slots; ++i) t->times[i] = INFINITY;
        return true;
    }
    if (!array_reserve(memory, &t->firsts, &t->first_capacity, bodies, sizeof *t->firsts))
        return false;
    for (uint32_t i = 0; i < bodies; ++i) t->firsts[i] = NEVER;
    return true;
}

void pair_table_free(pair_table *t) {
    array_free(t->memory, &t->times, &t->time_capacity, sizeof *t->times);
    array_free(t->memory, &t->firsts, &t->first_capacity, sizeof *t->firsts);
}

void pair_table_clear(pair_table *t, uint32_t body) {
    if (!t->dense) {
        t->firsts[body] = NEVER;
        return;
    }
    for (uint32_t other = 0; other < t->count; ++other)
        t->times[triangle_slot(body, other)] = INFINITY;
}

void pair_table_note(pair_table *t, uint32_t a, uint32_t b, double time) {
    pair_time noted = {time, triangle_slot(a, b)};
    if (t->dense)
        t->times[noted.slot] = time;
    else if (is_before(noted, t->firsts[a]))
        t->firsts[a] = noted;
}

pair_time pair_table_first_of(const pair_table *t, uint32_t body) {
    if (!t->dense) return t->firsts[body];
    pair_time first = NEVER;
    for (uint32_t other = 0; other < t->count; ++other) {
        uint64_t slot = triangle_slot(body, other);
        pair_time here = {t->times[slot], slot};
        if (is_before(here, first)) first = here;
    }
    return first;
}

pair_time pair_table_first(const pair_table *t) {
    pair_time first = NEVER;
    uint64_t slots = t->dense ? triangle_size(t->count) : t->count;
    for (uint64_t i = 0; i < slots; ++i) {
        pair_time here = t->dense ? (pair_time){t->times[i], i} : t->firsts[i];
        if (is_before(here, first)) first = here;
    }
    return first;
}
