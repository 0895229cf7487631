/* sensor_overlaps.h: the pairs of particle and sensor that overlap, sorted, each once. */
#ifndef ENGINE_EVENT_SENSOR_OVERLAPS_H
#define ENGINE_EVENT_SENSOR_OVERLAPS_H

#include <assert.h>
#include <string.h>

#include "core/array.h"

typedef struct sensor_overlap {
    uint32_t particle, sensor; /* numbers of a particle and of an obstacle, or collider ids */
} sensor_overlap;

typedef struct sensor_overlaps {
    sensor_overlap *items;
    size_t count, capacity;
} sensor_overlaps;

static inline bool sensor_overlap_before(const sensor_overlap *a, const sensor_overlap *b) {
    return a->particle < b->particle || (a->particle == b->particle && a->sensor < b->sensor);
}

/* Returns the first place whose pair is not before this one, by bisection. */
static inline size_t sensor_overlaps_place(const sensor_overlaps *o, uint32_t number,
                                           uint32_t sensor) {
    const sensor_overlap sought = {number, sensor};
    size_t low = 0, high = o->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sensor_overlap_before(&o->items[middle], &sought))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static inline bool sensor_overlaps_has(const sensor_overlaps *o, uint32_t number, uint32_t sensor) {
    size_t at = sensor_overlaps_place(o, number, sensor);
    return at < o->count && o->items[at].particle == number && o->items[at].sensor == sensor;
}

/* Reserves room for more pairs; false when memory is refused. */
static inline bool sensor_overlaps_reserve(sensor_overlaps *o, const evo_allocator *memory,
                                           size_t more) {
    return array_reserve(memory, &o->items, &o->capacity, o->count + more, sizeof *o->items);
}

static inline void sensor_overlaps_add(sensor_overlaps *o, uint32_t number, uint32_t sensor) {
    assert(o->count < o->capacity);
    size_t at = sensor_overlaps_place(o, number, sensor);
    memmove(o->items + at + 1, o->items + at, (o->count - at) * sizeof *o->items);
    o->items[at] = (sensor_overlap){number, sensor};
    ++o->count;
}

/* Returns whether the pair was there. */
static inline bool sensor_overlaps_remove(sensor_overlaps *o, uint32_t number, uint32_t sensor) {
    size_t at = sensor_overlaps_place(o, number, sensor);
    if (!sensor_overlaps_has(o, number, sensor)) return false;
    memmove(o->items + at, o->items + at + 1, (o->count - at - 1) * sizeof *o->items);
    --o->count;
    return true;
}

/* Removes all pairs of a particle. */
static inline void sensor_overlaps_remove_all(sensor_overlaps *o, uint32_t number) {
    size_t from = sensor_overlaps_place(o, number, 0), to = from;
    while (to < o->count && o->items[to].particle == number) ++to;
    if (from == to) return;
    memmove(o->items + from, o->items + to, (o->count - to) * sizeof *o->items);
    o->count -= to - from;
}

#endif
