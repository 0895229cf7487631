#include "event/sensor_overlaps.h"

#include <assert.h>

#include "core/array.h"

/* Its index, or the count. */
static size_t find(const sensor_overlaps *o, uint32_t particle, uint32_t sensor) {
    size_t i = 0;
    while (i < o->count && (o->items[i].particle != particle || o->items[i].sensor != sensor)) ++i;
    return i;
}

bool sensor_overlaps_reserve(sensor_overlaps *o, const evo_allocator *memory) {
    return array_reserve(memory, &o->items, &o->capacity, o->count + 1, sizeof *o->items);
}

bool sensor_overlaps_have(const sensor_overlaps *o, uint32_t particle, uint32_t sensor) {
    return find(o, particle, sensor) < o->count;
}

void sensor_overlaps_add(sensor_overlaps *o, uint32_t particle, uint32_t sensor) {
    assert(o->count < o->capacity);
    o->items[o->count++] = (sensor_overlap){particle, sensor};
}

void sensor_overlaps_remove(sensor_overlaps *o, uint32_t particle, uint32_t sensor) {
    size_t at = find(o, particle, sensor);
    if (at < o->count) o->items[at] = o->items[--o->count];
}
