/* sensor_overlaps.h: which particles overlap which sensors; each pair is there once. */
#ifndef ENGINE_EVENT_SENSOR_OVERLAPS_H
#define ENGINE_EVENT_SENSOR_OVERLAPS_H

#include "core/memory.h"

typedef struct sensor_overlap {
    uint32_t particle, sensor; /* numbers of a particle and of an obstacle */
} sensor_overlap;

typedef struct sensor_overlaps {
    sensor_overlap *items;
    size_t count, capacity;
} sensor_overlaps;

/* Room for one more; false when memory is refused. */
bool sensor_overlaps_reserve(sensor_overlaps *o, const evo_allocator *memory);

bool sensor_overlaps_have(const sensor_overlaps *o, uint32_t particle, uint32_t sensor);

/* There is room. */
void sensor_overlaps_add(sensor_overlaps *o, uint32_t particle, uint32_t sensor);
void sensor_overlaps_remove(sensor_overlaps *o, uint32_t particle, uint32_t sensor);

#endif
