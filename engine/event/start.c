/* start.c: an event world begins: its clock and its plans. In: particles and obstacles as the user
 * left them; out: cells, clock, rules, and a plan of each particle. */
#include "event/start.h"

#include "event/cell_build.h"
#include "event/overlaps.h"
#include "event/plan.h"
#include "event/rules.h"
#include "flight/tolerance.h"
#include "shape/kind.h"

static double mean_square_speed(const event_world *w) {
    double squares = 0;
    for (uint32_t i = 0; i < w->particles.count; ++i)
        squares += vec_dot(w->particles.all[i].velocity, w->particles.all[i].velocity);
    return w->particles.living > 0 ? squares / w->particles.living : 0;
}

/* How long a particle of mean speed takes for a distance; 1 when it stands still. */
static double crossing_time(const event_world *w, double square, double distance) {
    double speed = sqrt(square + vec_length(w->space.gravity) * distance);
    return speed > 0 ? distance / speed : 1;
}

/* contact_time, as a part of how long a particle takes for its own width, unless it is given; and
 * elastic_time, which dense gases must not feel. */
static const double CONTACT_SHARE = 0x1p-6, ELASTIC_SHARE = 0x1p-13;

/* Of the mean speed: slower ones are rounding. */
static const double ROUNDING = 1e-9;

/* Across the largest obstacle, where there is but one cell, which tells no distance. */
static double distance_in_open_space(const event_world *w) {
    double most = 0;
    if (w->cells.columns * w->cells.rows > 1) return 0;
    for (size_t i = 0; i < w->obstacles.count; ++i)
        most = most_of(most, 2 * shape_reach(&w->obstacles.all[i].shape));
    return most;
}

static void set_clock(event_world *w) {
    double square = mean_square_speed(w), own = 2 * w->cells.oversize.limit;
    double cell = most_of(most_of(w->cells.size.x, w->cells.size.y), own);
    cell = most_of(cell, distance_in_open_space(w));
    int power;
    const double slides = square + w->slide.speed * w->slide.speed;
    (void)frexp(cell > 0 ? 2 * crossing_time(w, slides, cell) : 2, &power);
    w->clock.period = ldexp(1, power);
    w->view.now = w->clock.present.clock = w->clock.reached.clock = w->clock.period;
    w->view.instant = w->clock.period * SAME_INSTANT;
    w->clock.last_pair = -INFINITY;
    const double crossing = crossing_time(w, square, own), given = w->space.contact_time;
    w->rules.contact_time = given > 0 ? given : CONTACT_SHARE * crossing;
    if (vec_length(w->space.gravity) == 0)
        w->rules.elastic_time = given > 0 ? given : ELASTIC_SHARE * crossing;
    w->rules.hop_speed = 0.5 * vec_length(w->space.gravity) * w->rules.contact_time;
    w->rules.rounding_speed = ROUNDING * sqrt(square + vec_length(w->space.gravity) * own);
    for (uint32_t i = 0; i < w->particles.count; ++i)
        w->particles.all[i].time = w->particles.rotations[i].time = w->clock.period;
}

static bool plan_all(event_world *w) {
    if (!plans_reserve(&w->plans, w->particles.count)) return false;
    for (uint32_t i = 0; i < w->particles.count; ++i)
        if (event_has(w, i)) plan_renew(w, i);
    return true;
}

event_result event_start(event_world *w) {
    if (!cell_build(w)) return EVENT_NO_MEMORY;
    set_clock(w);
    rules_find(w);
    if (!plans_init(&w->plans, w->memory, w->particles.count,
                    w->particles.count <= PAIR_TABLE_DENSE, w->view.now, w->clock.period))
        return EVENT_NO_MEMORY;
    if (overlaps_any(w)) return EVENT_OVERLAP;
    if (!overlaps_find_sensors(w) || !plan_all(w)) return EVENT_NO_MEMORY;
    return EVENT_OK;
}

bool event_rebuild(event_world *w) {
    w->limits.full = false;
    if (!plans_reserve(&w->plans, w->particles.count) || !cell_rebuild(w)) return false;
    queue_clear(&w->plans.queue, w->view.now);
    return plan_all(w);
}
