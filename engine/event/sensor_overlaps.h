/* sensor_overlaps.h: the pairs of a particle and a sensor that overlap, by the ids of two
 * colliders, sorted, each once. */
#ifndef ENGINE_EVENT_SENSOR_OVERLAPS_H
#define ENGINE_EVENT_SENSOR_OVERLAPS_H

#include <assert.h>
#include <string.h>

#include "core/array.h"

typedef struct sensor_overlap {
    uint32_t particle, sensor; /* particle: its first collider */
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
    return ARRAY_RESERVE(memory, o->items, o->capacity, o->count + more);
}

static inline void sensor_overlaps_add(sensor_overlaps *o, uint32_t number, uint32_t sensor) {
    assert(o->count < o->capacity);
    size_t at = sensor_overlaps_place(o, number, sensor);
    memmove(o->items + at + 1, o->items + at, (o->count - at) * sizeof *o->items);
    o->items[at] = (sensor_overlap){number, sensor};
    ++o->count;
}

/* The places of the pairs of particles whose first colliders are these. */
typedef struct sensor_span {
    size_t from, to;
} sensor_span;

static inline sensor_span sensor_overlaps_span(const sensor_overlaps *o, uint32_t first,
                                               uint32_t last) {
    sensor_span span = {sensor_overlaps_place(o, first, 0), 0};
    for (span.to = span.from; span.to < o->count && o->items[span.to].particle <= last;) ++span.to;
    return span;
}

static inline void sensor_overlaps_remove_span(sensor_overlaps *o, sensor_span span) {
    if (span.from == span.to) return;
    memmove(o->items + span.from, o->items + span.to, (o->count - span.to) * sizeof *o->items);
    o->count -= span.to - span.from;
}

/* Returns whether the pair was there. */
static inline bool sensor_overlaps_remove(sensor_overlaps *o, uint32_t number, uint32_t sensor) {
    size_t at = sensor_overlaps_place(o, number, sensor);
    if (!sensor_overlaps_has(o, number, sensor)) return false;
    sensor_overlaps_remove_span(o, (sensor_span){at, at + 1});
    return true;
}

#endif
