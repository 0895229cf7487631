/* sensor_overlaps.h: which flyers are within which sensors. */
#ifndef ENGINE_EVENT_SENSOR_OVERLAPS_H
#define ENGINE_EVENT_SENSOR_OVERLAPS_H

#include "event/scheduler.h"

/* Its number, or NO_FLYER. */
uint32_t sensor_overlaps_find(const event_world *w, uint32_t particle, uint32_t sensor);

/* There is room for one more. */
void sensor_overlaps_add(event_world *w, uint32_t particle, uint32_t sensor);
void sensor_overlaps_remove(event_world *w, uint32_t particle, uint32_t sensor);

/* Notes all flyers that are within sensors now; false when memory is refused. */
bool sensor_overlaps_find_all(event_world *w);

#endif
