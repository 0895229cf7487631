#include "event/sensor_overlaps.h"

#include "core/array.h"
#include "event/overlaps.h"

uint32_t sensor_overlaps_find(const event_world *w, uint32_t number, uint32_t sensor) {
    for (uint32_t i = 0; i < w->visit_count; ++i)
        if (w->visits[i].particle == number && w->visits[i].sensor == sensor) return i;
    return NO_PARTICLE;
}

void sensor_overlaps_add(event_world *w, uint32_t number, uint32_t sensor) {
    sensor_overlap visit = {number, sensor};
    w->visits[w->visit_count++] = visit;
}

void sensor_overlaps_remove(event_world *w, uint32_t number, uint32_t sensor) {
    uint32_t at = sensor_overlaps_find(w, number, sensor);
    if (at != NO_PARTICLE) w->visits[at] = w->visits[--w->visit_count];
}

static bool note_if_within(event_world *w, uint32_t number, obstacle_image which) {
    const obstacle *at = &w->obstacles.all[which.number];
    if (!at->sensor || !overlaps_obstacle(w, number, which, 0)
        || sensor_overlaps_find(w, number, which.number) != NO_PARTICLE)
        return true;
    if (!array_reserve(w->memory, &w->visits, &w->visit_capacity, w->visit_count + 1,
                       sizeof *w->visits))
        return false;
    sensor_overlaps_add(w, number, which.number);
    return true;
}

bool sensor_overlaps_find_all(event_world *w) {
    for (uint32_t i = 0; i < w->count; ++i) {
        obstacle_list list = obstacles_near(&w->obstacles, &w->cells, &w->particles[i]);
        for (int k = 0; k < 2; ++k)
            for (size_t n = 0; n < list.counts[k]; ++n)
                if (!note_if_within(w, i, list.items[k][n])) return false;
    }
    return true;
}
