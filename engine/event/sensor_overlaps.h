/* sensor_overlaps.h: which flyers are within which sensors. */
#ifndef ENGINE_EVENT_SENSOR_OVERLAPS_H
#define ENGINE_EVENT_SENSOR_OVERLAPS_H

#include "impact/advance.h"
#include "event/scheduler.h"

/* Its number, or NO_FLYER. */
uint32_t visits_find(const schedule *s, uint32_t visitor, uint32_t sensor);

/* There is room for one more. */
void visits_begin(schedule *s, uint32_t visitor, uint32_t sensor);
void visits_end(schedule *s, uint32_t visitor, uint32_t sensor);

/* Notes all flyers that are within sensors now; false when memory is refused. */
bool visits_find_all(schedule *s);

/* When two shapes that overlap part again; INFINITY: not up to the horizon. */
double visits_leave_time(const flier *a, const flier *b, double horizon);

#endif
