#include "event/scheduler.h"

#include <assert.h>

#include "event/cell_build.h"
#include "event/early.h"
#include "event/impact.h"
#include "event/now.h"
#include "event/overlaps.h"
#include "event/plan.h"
#include "event/rules.h"
#include "flight/tolerance.h"
#include "shape/kind.h"

/* ---- Starting -------------------------------------------------------------------------------- */

static double mean_square_speed(const event_world *w) {
    double squares = 0;
    for (uint32_t i = 0; i < w->particles.count; ++i)
        squares += vec_dot(w->particles.all[i].velocity, w->particles.all[i].velocity);
    return w->particles.count > 0 ? squares / w->particles.count : 0;
}

/* How long a particle of mean speed takes for a distance; 1 when it stands still. */
static double crossing_time(const event_world *w, double square, double distance) {
    double speed = sqrt(square + vec_length(w->space.gravity) * distance);
    return speed > 0 ? distance / speed : 1;
}

/* contact_time, as a part of how long a particle takes for its own width, unless it is given. */
static const double CONTACT_SHARE = 0x1p-6;

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
    (void)frexp(cell > 0 ? 2 * crossing_time(w, square, cell) : 2, &power);
    w->clock.period = ldexp(1, power);
    w->view.now = w->clock.present.clock = w->clock.reached.clock = w->clock.period;
    w->view.instant = w->clock.period * SAME_INSTANT;
    w->clock.last_pair = -INFINITY;
    w->rules.contact_time = w->space.contact_time > 0
                                ? w->space.contact_time
                                : CONTACT_SHARE * crossing_time(w, square, own);
    w->rules.hop_speed = 0.5 * vec_length(w->space.gravity) * w->rules.contact_time;
    w->rules.rounding_speed = ROUNDING * sqrt(square + vec_length(w->space.gravity) * own);
    for (uint32_t i = 0; i < w->particles.count; ++i)
        w->particles.all[i].time = w->particles.rotations[i].time = w->clock.period;
}

static bool plan_all(event_world *w) {
    if (!queue_reserve(&w->queue, w->particles.count)) return false;
    for (uint32_t i = 0; i < w->particles.count; ++i)
        if (!particle_is_gone(&w->particles.all[i])) plan_renew(w, i);
    return true;
}

event_start_result event_start(event_world *w) {
    if (!cell_build(w)) return EVENT_NO_MEMORY;
    set_clock(w);
    rules_find(w);
    if (!pair_table_init(&w->table, w->memory, w->particles.count,
                         w->particles.count <= PAIR_TABLE_DENSE)
        || !queue_init(&w->queue, w->memory, w->particles.count, w->view.now, w->clock.period))
        return EVENT_NO_MEMORY;
    if (overlaps_any(w)) return EVENT_OVERLAP;
    if (!overlaps_find_sensors(w) || !plan_all(w)) return EVENT_NO_MEMORY;
    return EVENT_STARTED;
}

/* Builds cells anew and makes all plans again. False when memory is refused, or the box is full. */
static bool rebuild(event_world *w) {
    w->limits.full = false;
    if (!queue_reserve(&w->queue, w->particles.count) || !early_reserve_all(w) || !cell_rebuild(w))
        return false;
    queue_clear(&w->queue, w->view.now);
    early_list_all(w);
    return plan_all(w);
}

/* ---- Events ---------------------------------------------------------------------------------- */

/* Clock periods: a record so old has lost digits, and is brought to the present. */
static const double OLD = 4096;

/* Subtracts an amount from all times. */
static void set_clock_back(event_world *w, double amount) {
    pair_table_rebase(&w->table, amount);
    queue_rebase(&w->queue, amount);
    w->view.now -= amount;
    w->clock.last_pair -= amount;
    w->clock.rewound += amount;
    early_rebase(w, amount);
    for (uint32_t i = 0; i < w->particles.count; ++i) {
        w->particles.all[i].time -= amount;
        w->particles.rotations[i].time -= amount;
        w->particles.rotations[i].last_impact -= amount;
        if (w->particles.all[i].time < -OLD * w->clock.period) now_update(w, i);
        if (w->particles.rotations[i].time < -OLD * w->clock.period) now_update_rotation(w, i);
    }
}

/* Clock periods: how far ahead of the present borders are crossed. */
static const double AHEAD = 64;

/* To the time of the particle's plan. */
static void go_to_event(event_world *w, uint32_t number) {
    double time = w->table.firsts[number].time;
    if (time >= 2 * w->clock.period)
        set_clock_back(w, (floor(time / w->clock.period) - 1) * w->clock.period);
    w->view.now = w->table.firsts[number].time;
    assert(w->view.now < 2 * w->clock.period);
    if (w->space.growth != 0)
        w->view.scale = 1 + w->space.growth * (now_elapsed(w) - w->limits.built_at);
}

static void spend(event_world *w, uint64_t amount) {
    w->allowance -= amount < w->allowance ? amount : w->allowance;
}

static void take_event(event_world *w) {
    queue_pop(&w->queue);
    ++w->sums.events;
    spend(w, 1);
}

/* A border to cross, or a partner that was struck meanwhile: no path changes. */
static void handle_internal(event_world *w, uint32_t number, const pair_entry *planned) {
    if (planned->other == number && planned->tag < PLAN_WALL) {
        cells_cross(&w->cells, w->particles.all, number, (cell_side)planned->tag);
        early_add(w, number);
    }
    plan_make(w, number);
}

static event_impact next_report(event_world *w) {
    return w->reports.all[w->reports.reported++];
}

static bool is_of_sensor(const event_world *w, uint32_t number, const pair_entry *planned) {
    if (planned->other != number || planned->tag < PLAN_OBSTACLE) return false;
    return w->obstacles.all[plan_obstacle(planned->tag)].sensor;
}

/* False: memory. */
static bool handle_event(event_world *w, uint32_t number, event_impact *impact) {
    go_to_event(w, number);
    const pair_entry planned = w->table.firsts[number];
    bool sensed = is_of_sensor(w, number, &planned), pair = planned.other != number;
    bool direct = pair && impact_is_alone(w, number, planned.other);
    if (!sensed && !direct && !impact_gather(w, number)) return false;
    direct = direct || (pair && impact_found_alone(w));
    take_event(w);
    if (pair) w->clock.last_pair = w->view.now;
    if (direct)
        impact_of_disks(w, number, planned.other, impact);
    else if (sensed)
        impact_sense(w, number, impact);
    else
        impact_resolve(w);
    if (!sensed && !direct) *impact = next_report(w);
    w->clock.reached = (clock_time){w->view.now, w->clock.rewound};
    impact->time = clock_world_time(&w->clock, w->clock.reached);
    return true;
}

static void look_ahead(event_world *w) {
    const prefetch_source from = {w->particles.all, &w->cells, &w->table, &w->queue,
                                  w->search.neighbours};
    prefetch_step(&w->ahead, &from);
}

/* The particle whose plan is first; NO_PARTICLE: none. */
static uint32_t next_particle(event_world *w, bool *refused) {
    queue_keys keys = {&w->particles.all->stamp, sizeof *w->particles.all, w->table.firsts};
    const queue_event *first = queue_first(&w->queue, &keys, refused);
    if (first && w->particles.count > PREFETCH_PARTICLES) look_ahead(w);
    return first ? first->body : NO_PARTICLE;
}

/* Room for what an event may add. */
static bool reserve(event_world *w) {
    return queue_reserve(&w->queue, 2) && early_reserve(w)
           && (w->obstacles.count == 0 || sensor_overlaps_reserve(&w->sensors, w->memory, 1));
}

/* A box that what grows in it will fill holds it until then. */
static bool will_be_full(const event_world *w) {
    return w->limits.full && w->view.now > clock_current(&w->clock, w->clock.present);
}

/* The particle that next meets something, once internal events before that are done; NO_PARTICLE
 * when there is none, as far as the search goes. */
static uint32_t look(event_world *w, bool *refused) {
    for (;;) {
        *refused = cell_build_is_outgrown(w) && !rebuild(w);
        if (*refused) {
            *refused = !will_be_full(w);
            return NO_PARTICLE;
        }
        uint32_t number = next_particle(w, refused);
        if (number == NO_PARTICLE) return NO_PARTICLE;
        *refused = !reserve(w);
        if (*refused) return NO_PARTICLE;
        pair_entry planned = w->table.firsts[number];
        if (!plan_is_internal(w, number, &planned)) return number;
        if (w->allowance == 0
            || planned.time > clock_current(&w->clock, w->clock.present) + AHEAD * w->clock.period)
            return NO_PARTICLE;
        go_to_event(w, number);
        take_event(w);
        handle_internal(w, number, &planned);
    }
}

static clock_time planned_time(const event_world *w, uint32_t number) {
    return (clock_time){w->table.firsts[number].time, w->clock.rewound};
}

bool event_peek(event_world *w, double *when) {
    bool refused;
    *when = clock_world_time(&w->clock, w->clock.reached);
    if (event_unreported(w) > 0) return true;
    uint32_t number = look(w, &refused);
    *when = INFINITY;
    if (number != NO_PARTICLE) *when = clock_world_time(&w->clock, planned_time(w, number));
    return !refused;
}

/* Of a time: so near are two that the world's clock hardly tells apart. */
static const double SAME_TIME = 0x1p-51;

void event_advance(event_world *w, double seconds) {
    bool refused;
    uint32_t number = look(w, &refused);
    clock_time target = {w->clock.present.clock + seconds, w->clock.present.rewound};
    w->clock.reached = w->clock.present;
    w->clock.present = clock_normalized(&w->clock, target);
    if (number == NO_PARTICLE) return;
    clock_time next = planned_time(w, number);
    double now = event_time(w), then = clock_world_time(&w->clock, next);
    if (fabs(then - now) <= SAME_TIME * fabs(then))
        w->clock.present = clock_normalized(&w->clock, next);
}

void event_allow(event_world *w, uint64_t amount) {
    w->allowance = amount;
}

event_outcome event_next(event_world *w, event_impact *impact) {
    if (event_unreported(w) > 0) {
        *impact = next_report(w);
        impact->time = clock_world_time(&w->clock, w->clock.reached);
        return EVENT_IMPACT;
    }
    bool refused;
    uint32_t number = look(w, &refused);
    if (refused) return EVENT_MEMORY;
    if (w->allowance == 0) return EVENT_SPENT;
    double present = clock_current(&w->clock, w->clock.present);
    if (number == NO_PARTICLE || w->table.firsts[number].time > present) {
        early_look(w);
        return EVENT_REACHED;
    }
    return handle_event(w, number, impact) ? EVENT_IMPACT : EVENT_MEMORY;
}

size_t event_unreported(const event_world *w) {
    return w->reports.count - w->reports.reported;
}

void event_stop(event_world *w) {
    w->clock.present = clock_normalized(&w->clock, w->clock.reached);
}
