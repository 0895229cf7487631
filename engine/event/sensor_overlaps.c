#include "event/sensor_overlaps.h"

#include "core/array.h"
#include "event/overlaps.h"
#include "narrow/pair.h"
#include "shape/kind.h"

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

/* ---- Leaving --------------------------------------------------------------------------------- */

static double gap_after(const moving_shape *a, const moving_shape *b, double time) {
    const evo_flight *fa = &a->flight, *fb = &b->flight;
    evo_vec2 velocity = vec_sub(fb->velocity, fa->velocity), accel = vec_sub(b->accel, a->accel);
    evo_vec2 apart = vec_along(vec_sub(fb->position, fa->position), time,
                               vec_along(velocity, 0.5 * time, accel));
    placed at_a = placed_at(a->shape, vec(0, 0), evo_direction(fa->angle + time * fa->spin));
    placed at_b = placed_at(b->shape, apart, evo_direction(fb->angle + time * fb->spin));
    return pair_measure(&at_a, &at_b).gap;
}

/* How fast points of the two move against each other at most, then. */
static double fastest_after(const moving_shape *a, const moving_shape *b, double time) {
    evo_vec2 velocity = vec_sub(b->flight.velocity, a->flight.velocity);
    evo_vec2 then = vec_along(velocity, time, vec_sub(b->accel, a->accel));
    double reach_a = vec_length(a->shape->center) + shape_reach(a->shape);
    double reach_b = vec_length(b->shape->center) + shape_reach(b->shape);
    return vec_length(then) + fabs(a->flight.spin) * reach_a + fabs(b->flight.spin) * reach_b;
}

/* Of the size: so deep at least it is, once it has come in, until it leaves. */
static const double SHALLOW = 1e-10;

enum { LEAVING_LOOKS = 100000 };

/* The depth shrinks no faster than the fastest points move: so far it is safe to go. */
double sensor_exit_time(const moving_shape *a, const moving_shape *b, double horizon) {
    double size = shape_reach(a->shape) + shape_reach(b->shape), time = 0, before = INFINITY;
    double accel = vec_length(vec_sub(b->accel, a->accel));
    for (int i = 0; i < LEAVING_LOOKS && time <= horizon; ++i) {
        double gap = gap_after(a, b, time), fastest = fastest_after(a, b, time);
        if (i > 0 && gap >= -SHALLOW * size && gap >= before) return time;
        if (gap > SHALLOW * size) return time;
        double delta = most_of(-gap, SHALLOW * size),
               square = fastest * fastest + 2 * accel * delta;
        if (!(square > 0)) return INFINITY;
        time += 2 * delta / (fastest + sqrt(square));
        before = gap;
    }
    return INFINITY;
}
