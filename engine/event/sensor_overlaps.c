#include "event/sensor_overlaps.h"

#include "core/array.h"
#include "event/overlaps.h"
#include "narrow/pair.h"
#include "shape/kind.h"

uint32_t visits_find(const schedule *s, uint32_t visitor, uint32_t sensor) {
    for (uint32_t i = 0; i < s->visit_count; ++i)
        if (s->visits[i].visitor == visitor && s->visits[i].sensor == sensor) return i;
    return NO_FLYER;
}

void visits_begin(schedule *s, uint32_t visitor, uint32_t sensor) {
    flyer_visit visit = {visitor, sensor};
    s->visits[s->visit_count++] = visit;
}

void visits_end(schedule *s, uint32_t visitor, uint32_t sensor) {
    uint32_t at = visits_find(s, visitor, sensor);
    if (at != NO_FLYER) s->visits[at] = s->visits[--s->visit_count];
}

static bool note_if_within(schedule *s, uint32_t number, near_obstacle which) {
    const obstacle *at = &s->obstacles.all[which.number];
    if (!at->sensor || !overlaps_obstacle(s, number, which, 0)
        || visits_find(s, number, which.number) != NO_FLYER)
        return true;
    if (!array_reserve(s->memory, &s->visits, &s->visit_capacity, s->visit_count + 1,
                       sizeof *s->visits))
        return false;
    visits_begin(s, number, which.number);
    return true;
}

bool visits_find_all(schedule *s) {
    for (uint32_t i = 0; i < s->count; ++i) {
        obstacle_list list = obstacles_near(&s->obstacles, &s->cells, &s->flyers[i]);
        for (int k = 0; k < 2; ++k)
            for (size_t n = 0; n < list.counts[k]; ++n)
                if (!note_if_within(s, i, list.items[k][n])) return false;
    }
    return true;
}

/* ---- Leaving --------------------------------------------------------------------------------- */

static double gap_after(const flier *a, const flier *b, double time) {
    const evo_flight *fa = &a->flight, *fb = &b->flight;
    evo_vec2 velocity = vec_sub(fb->velocity, fa->velocity), pull = vec_sub(b->pull, a->pull);
    evo_vec2 apart = vec_along(vec_sub(fb->position, fa->position), time,
                               vec_along(velocity, 0.5 * time, pull));
    placed at_a = placed_at(a->shape, vec(0, 0), evo_direction(fa->angle + time * fa->spin));
    placed at_b = placed_at(b->shape, apart, evo_direction(fb->angle + time * fb->spin));
    return pair_measure(&at_a, &at_b).gap;
}

/* How fast points of the two move against each other at most, then. */
static double fastest_after(const flier *a, const flier *b, double time) {
    evo_vec2 velocity = vec_sub(b->flight.velocity, a->flight.velocity);
    evo_vec2 then = vec_along(velocity, time, vec_sub(b->pull, a->pull));
    double reach_a = vec_length(a->shape->center) + shape_reach(a->shape);
    double reach_b = vec_length(b->shape->center) + shape_reach(b->shape);
    return vec_length(then) + fabs(a->flight.spin) * reach_a + fabs(b->flight.spin) * reach_b;
}

/* Of the size: so deep at least it is, once it has come in, until it leaves. */
static const double SHALLOW = 1e-10;

enum { LEAVING_LOOKS = 100000 };

/* The depth shrinks no faster than the fastest points move: so far it is safe to go. */
double visits_leave_time(const flier *a, const flier *b, double horizon) {
    double size = shape_reach(a->shape) + shape_reach(b->shape), time = 0, before = INFINITY;
    double pull = vec_length(vec_sub(b->pull, a->pull));
    for (int i = 0; i < LEAVING_LOOKS && time <= horizon; ++i) {
        double gap = gap_after(a, b, time), fastest = fastest_after(a, b, time);
        if (i > 0 && gap >= -SHALLOW * size && gap >= before) return time;
        if (gap > SHALLOW * size) return time;
        double way = most_of(-gap, SHALLOW * size), square = fastest * fastest + 2 * pull * way;
        if (!(square > 0)) return INFINITY;
        time += 2 * way / (fastest + sqrt(square));
        before = gap;
    }
    return INFINITY;
}
