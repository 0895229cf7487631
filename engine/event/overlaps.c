/* overlaps.c: overlaps at the present. In: particles in their cells; out: whether any overlap by
 * more than rounding, and which are in sensors. */
#include "event/overlaps.h"

#include "event/now.h"
#include "event/touches.h"
#include "flight/tolerance.h"
#include "narrow/couple.h"

static bool overlaps_particle(const event_world *w, uint32_t a, uint32_t b) {
    particle first, second;
    now_copy(w, a, &first);
    now_copy(w, b, &second);
    evo_vec2 delta = now_delta(w, &first, &second);
    double reach = first.radius + second.radius, gap = vec_length(delta) - reach;
    if (!(gap < -OVERLAP_ROUNDING * reach)) return false;
    if (particle_is_shaped(&first) || particle_is_shaped(&second))
        gap = touches_gap(w, a, b, delta);
    bool meet = filters_meet(now_kind(w, &first)->filter, now_kind(w, &second)->filter);
    return meet && gap < -OVERLAP_ROUNDING * reach;
}

static bool overlaps_obstacle(const event_world *w, uint32_t number, obstacle_image which,
                              double by) {
    particle p;
    now_copy(w, number, &p);
    const obstacle *at = &w->obstacles.all[which.number];
    if (at->gone || (at->shaped_only && !particle_is_shaped(&p))) return false;
    evo_flight there = obstacle_at(&w->obstacles, which, now_elapsed(w), now_position(w, &p));
    for (particle_part part = now_parts(w, number); now_next_part(w, &part);) {
        const couple both =
            couple_of(part.shape, now_angle(w, number), &at->shape, there.position, there.angle);
        if (part_meets_obstacle(&part, at) && couple_nearest(&both).gap < -by) return true;
    }
    return false;
}

static bool overlaps_wall(const event_world *w, uint32_t number) {
    const particle *p = &w->particles.all[number];
    border_particle self = {p, vec(0, 0), p->radius, 0};
    if (!w->space.walled || p->kind & PARTICLE_SHAPED || now_kind(w, p)->shapeless) return false;
    for (int side = 0; side < CELL_SIDES; ++side)
        if (borders_wall_gap(&w->borders, &self, (cell_side)side) < -OVERLAP_ROUNDING * p->radius)
            return true;
    return false;
}

bool overlaps_one(event_world *w, uint32_t number) {
    const particle *p = &w->particles.all[number];
    size_t count = now_neighbours(w, p, w->search.neighbours);
    for (size_t i = 0; i < count; ++i)
        if (w->search.neighbours[i] != number
            && overlaps_particle(w, number, w->search.neighbours[i]))
            return true;
    obstacle_walk near = obstacles_near(&w->obstacles, &w->cells, p);
    for (obstacle_image which; obstacles_next(&w->obstacles, &near, &which);)
        if (!w->obstacles.all[which.number].sensor
            && overlaps_obstacle(w, number, which, OVERLAP_ROUNDING * p->radius))
            return true;
    return overlaps_wall(w, number);
}

/* A periodic box must be wide enough for each, and have cells enough. */
static bool overflows_box(const event_world *w) {
    const cells *c = &w->cells;
    evo_vec2 box = vec_sub(w->space.bounds.max, w->space.bounds.min);
    bool narrow = 2 * w->particles.max_radius > least_of(box.x, box.y);
    const int32_t least = slide_is_on(w) ? (int32_t)SLIDE_COLUMNS : (int32_t)CELLS_MIN;
    return w->space.periodic && (narrow || c->columns < least || c->rows < CELLS_MIN);
}

bool overlaps_any(event_world *w) {
    if (overflows_box(w)) return true;
    for (uint32_t i = 0; i < w->particles.count; ++i)
        if (event_has(w, i) && overlaps_one(w, i)) return true;
    return false;
}

bool overlaps_late(event_world *w, uint32_t number, uint32_t which) {
    obstacle_image all[IMAGES];
    const int images = obstacles_images(&w->cells, which, all);
    for (int i = 0; i < images; ++i)
        if (overlaps_obstacle(w, number, all[i],
                              OVERLAP_ROUNDING * w->particles.all[number].radius))
            return true;
    return false;
}

/* ---- Sensors --------------------------------------------------------------------------------- */

static bool add_if_within(event_world *w, uint32_t number, obstacle_image which) {
    const obstacle *at = &w->obstacles.all[which.number];
    if (!at->sensor || !overlaps_obstacle(w, number, which, 0)
        || sensor_overlaps_has(&w->sensors, now_visitor(w, number), at->owner))
        return true;
    if (!sensor_overlaps_reserve(&w->sensors, w->memory, 1)) return false;
    sensor_overlaps_add(&w->sensors, now_visitor(w, number), at->owner);
    return true;
}

bool overlaps_find_sensors_of(event_world *w, uint32_t number) {
    obstacle_walk near = obstacles_near(&w->obstacles, &w->cells, &w->particles.all[number]);
    for (obstacle_image which; obstacles_next(&w->obstacles, &near, &which);)
        if (!add_if_within(w, number, which)) return false;
    return true;
}

bool overlaps_find_sensors(event_world *w) {
    for (uint32_t i = 0; i < w->particles.count; ++i)
        if (event_has(w, i) && !overlaps_find_sensors_of(w, i)) return false;
    return true;
}
