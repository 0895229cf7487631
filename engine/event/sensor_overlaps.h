/* sensor_overlaps.h: which particles overlap which sensors; each pair is there once. */
#ifndef ENGINE_EVENT_SENSOR_OVERLAPS_H
#define ENGINE_EVENT_SENSOR_OVERLAPS_H

#include <assert.h>

#include "core/array.h"

typedef struct sensor_overlap {
    uint32_t particle, sensor; /* numbers of a particle and of an obstacle */
} sensor_overlap;

typedef struct sensor_overlaps {
    sensor_overlap *items;
    size_t count, capacity;
} sensor_overlaps;

/* Its index, or the count. */
static inline size_t sensor_overlaps_find(const sensor_overlaps *o, uint32_t number,
                                          uint32_t sensor) {
    size_t i = 0;
    while (i < o->count && (o->items[i].particle != number || o->items[i].sensor != sensor)) ++i;
    return i;
}

/* Room for one more; false when memory is refused. */
static inline bool sensor_overlaps_reserve(sensor_overlaps *o, const evo_allocator *memory) {
    return array_reserve(memory, &o->items, &o->capacity, o->count + 1, sizeof *o->items);
}

static inline void sensor_overlaps_add(sensor_overlaps *o, uint32_t number, uint32_t sensor) {
    assert(o->count < o->capacity);
    o->items[o->count++] = (sensor_overlap){number, sensor};
}

static inline void sensor_overlaps_remove(sensor_overlaps *o, uint32_t number, uint32_t sensor) {
    size_t at = sensor_overlaps_find(o, number, sensor);
    if (at < o->count) o->items[at] = o->items[--o->count];
}

#endif
