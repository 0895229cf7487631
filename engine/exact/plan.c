/* plan.c: the plan of a particle. In: the particle, its neighbours and obstacles, the time of the
 * event in hand; out: its first meeting, in the table and the queue. Invariant: of meetings at one
 * time the one with the lowest number counts, whatever the order of slots in cells. */
#include "exact/exact.h"

#include <assert.h>

#include "core/core.h"
#include "flight/flight.h"
#include "shape/shape.h"

/* ---- Among particles ------------------------------------------------------------------------- */

/* Returns the first meeting with some neighbours, where images slide. */
static neighbour_hit first_of_images(const event_world *w, uint32_t number, neighbour_list others) {
    const particle *self = &w->search.self;
    neighbour_hit first = {INFINITY, number};
    for (size_t i = 0; i < others.count; ++i) {
        const uint32_t other = others.numbers[i];
        particle there;
        if (other == number) continue;
        now_copy(w, other, &there);
        there.velocity.x += slide_velocity(w, self, &there);
        const circles_motion m = {slide_delta(w, self, &there),
                                  vec_sub(there.velocity, self->velocity),
                                  self->radius + there.radius};
        const double time = circles_enter(&m);
        if (time < first.time || (time == first.time && other < first.other))
            first = (neighbour_hit){time, other};
    }
    return first;
}

/* Returns the plan of the first meeting with some neighbours. */
INLINE pair_entry neighbour_entry(const event_world *w, uint32_t number, neighbour_list others) {
    const event_search *s = &w->search;
    const neighbour_hit seen =
        slide_is_beside(w, &s->self)
            ? first_of_images(w, number, others)
            : s->kernels->first(&w->view, w->particles.all, &s->self, number, others);
    assert(seen.other < w->particles.count && "what is met has a number");
    return (pair_entry){w->view.now + seen.time, seen.other, w->particles.all[seen.other].stamp};
}

/* Adds meetings to the table: with each neighbour if it is dense, else only the first. */
static void add_neighbours(event_world *w, uint32_t number, size_t count) {
    if (!w->plans.table.dense) {
        pair_table_add(&w->plans.table, number,
                       neighbour_entry(w, number, (neighbour_list){w->search.neighbours, count}));
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        uint32_t one[1 + NEIGHBOUR_PAD] = {w->search.neighbours[i]};
        if (*one != number)
            pair_table_add(&w->plans.table, number,
                           neighbour_entry(w, number, (neighbour_list){one, 1}));
    }
}

/* Clock periods: how far ahead to search where nothing else ends the search. */
static const double HORIZON = 16;

static double horizon_of(const event_world *w, uint32_t number) {
    return least_of(plan_of(w, number)->time - w->view.now, HORIZON * w->clock.period);
}

static evo_flight flight_from(const event_world *w, uint32_t number, evo_vec2 at) {
    const particle *p = &w->particles.all[number];
    evo_vec2 velocity = particle_velocity_after(p, w->view.now - p->time, w->space.gravity);
    return (evo_flight){at, velocity, now_angle(w, number), w->particles.rotations[number].spin};
}

/* Time at which two next meet; unless `meets`, a time before which they do not: the search
 * ended. */
typedef struct plan_time {
    double time;
    bool meets;
} plan_time;

typedef double toi_search(const moving_shape *a, const moving_shape *b, double horizon,
                          bool *known);

/* Number of events that an unfinished search counts as: it takes as long. */
enum { SEARCH_EVENTS = 200 };

/* Counts searches as events: with budgets that no impact uses up, rechecks would take long. */
static void spend(event_world *w, uint64_t events) {
    w->allowance -= w->allowance < events ? w->allowance : events;
}

static void keep_first(event_world *w, plan_time *first, const moving_shape *a,
                       const moving_shape *b, toi_search *search) {
    bool known;
    double time = search(a, b, first->time, &known);
    if (!known) spend(w, SEARCH_EVENTS);
    if (time <= first->time) *first = (plan_time){time, known};
}

/* Returns when any part of one particle meets any part of the other. */
static plan_time parts_toi(event_world *w, uint32_t a, uint32_t b, evo_vec2 delta, double horizon) {
    evo_flight flight_a = flight_from(w, a, vec(0, 0)), flight_b = flight_from(w, b, delta);
    flight_b.velocity.x += slide_velocity(w, &w->particles.all[a], &w->particles.all[b]);
    plan_time first = {horizon, false};
    for (particle_part x = now_parts(w, a); now_next_part(w, &x);)
        for (particle_part y = now_parts(w, b); now_next_part(w, &y);) {
            const moving_shape one = {x.shape, flight_a, w->space.gravity, now_growth(w)};
            const moving_shape two = {y.shape, flight_b, w->space.gravity, now_growth(w)};
            if (filters_meet(x.filter, y.filter)) keep_first(w, &first, &one, &two, toi_look);
        }
    return first;
}

static void add_alone(event_world *w, uint32_t number, double time, uint32_t tag) {
    pair_table_add(&w->plans.table, number, (pair_entry){w->view.now + time, number, tag});
}

/* Neighbours, where one of the two has parts, in the order in which the circles around both meet:
 * the first searches, which are short, end most of the others. */
enum { SHAPED_MOST = 32 };

typedef struct shaped_neighbour {
    double time;
    evo_vec2 delta;
    uint32_t number;
} shaped_neighbour;

typedef struct shaped_neighbours {
    shaped_neighbour all[SHAPED_MOST];
    size_t count;
} shaped_neighbours;

static void add_shaped(event_world *w, uint32_t number, const shaped_neighbour *n) {
    double horizon = horizon_of(w, number);
    if (n->time > horizon) return;
    spend(w, 1);
    plan_time first = parts_toi(w, number, n->number, n->delta, horizon);
    pair_entry meets = {w->view.now + first.time, n->number, w->particles.all[n->number].stamp};
    if (first.meets) pair_table_add(&w->plans.table, number, meets);
    if (!first.meets && first.time < horizon) add_alone(w, number, first.time, PLAN_RECHECK);
}

static shaped_neighbour shaped_neighbour_of(const event_world *w, uint32_t other) {
    const particle *p = &w->search.self;
    particle there;
    now_copy(w, other, &there);
    shaped_neighbour n = {.delta = now_delta(w, p, &there), .number = other};
    there.velocity.x += slide_velocity(w, p, &there);
    const circles_motion around = {n.delta, vec_sub(there.velocity, p->velocity),
                                   (now_radius(w, p) + now_radius(w, &there)) * (1 + CIRCLE_SLACK)};
    n.time = w->view.growth == 0 ? circles_touch(&around)
                                 : growing_touch(&around, around.reach * now_growth(w));
    return n;
}

static bool shaped_before(const shaped_neighbour *a, const shaped_neighbour *b) {
    return a->time != b->time ? a->time < b->time : a->number < b->number;
}

/* Lists a neighbour in order of time, if it may be met before the first known meeting. */
static void list_shaped(event_world *w, shaped_neighbours *list, uint32_t number, uint32_t other) {
    const shaped_neighbour n = shaped_neighbour_of(w, other);
    size_t at = list->count;
    if (n.time > horizon_of(w, number)) return;
    if (at == SHAPED_MOST) {
        add_shaped(w, number, &n);
        return;
    }
    for (; at > 0 && shaped_before(&n, &list->all[at - 1]); --at) list->all[at] = list->all[at - 1];
    list->all[at] = n;
    ++list->count;
}

/* Plans meetings with neighbours if one of the two particles has parts, drops neighbours that
 * filters let pass, and returns the number of neighbours that remain in the list. */
static size_t filter_neighbours(event_world *w, uint32_t number, size_t count) {
    const particle *p = &w->particles.all[number];
    shaped_neighbours shaped = {.count = 0};
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
        uint32_t other = w->search.neighbours[i];
        const particle *there = &w->particles.all[other];
        if (other == number) continue;
        if (w->rules.filtered && !now_filters_meet(w, p, there)) continue;
        if (particle_is_shaped(p) || particle_is_shaped(there))
            list_shaped(w, &shaped, number, other);
        else
            w->search.neighbours[kept++] = other;
    }
    for (size_t i = 0; i < shaped.count; ++i) add_shaped(w, number, &shaped.all[i]);
    return kept;
}

/* ---- Alone ----------------------------------------------------------------------------------- */

/* Adds the first of the borders of the particle's cell and the walls. */
static void add_borders(event_world *w, uint32_t number) {
    const particle *p = &w->search.self;
    border_particle self = {p, w->space.gravity, now_radius(w, p), p->radius * w->view.growth};
    const bool walled = now_meets_walls(w, p);
    pair_entry first = pair_entry_never(number);
    for (uint32_t k = 0; k < CELL_SIDES; ++k) {
        const cell_side side = (cell_side)k;
        pair_entry cross = {w->view.now + borders_cell_time(&w->borders, &self, side), number,
                            PLAN_CROSS + k};
        first = pair_entry_first(first, cross);
        if (!walled) continue;
        pair_entry wall = {w->view.now + borders_wall_time(&w->borders, &self, side), number,
                           PLAN_WALL + k};
        first = pair_entry_first(first, wall);
    }
    pair_table_add(&w->plans.table, number, first);
}

/* ---- Obstacles ------------------------------------------------------------------------------- */

/* Returns when the particle in hand meets the obstacle, or leaves it, from now. */
static plan_time obstacle_toi(event_world *w, uint32_t number, obstacle_image which, bool leaves,
                              double horizon) {
    const obstacle *at = &w->obstacles.all[which.number];
    evo_flight there =
        obstacle_at(&w->obstacles, which, now_elapsed(w), now_position(w, &w->search.self));
    plan_time first = {horizon, false};
    evo_flight own = flight_from(w, number, vec(0, 0));
    for (particle_part part = now_parts(w, number); now_next_part(w, &part);) {
        if (!part_meets_obstacle(&part, at)) continue;
        moving_shape one = {part.shape, own, w->space.gravity, now_growth(w)},
                     two = {&at->shape, there, {0, 0}, 0};
        keep_first(w, &first, &one, &two, leaves ? toi_exit : toi_look);
    }
    return first;
}

static void plan_obstacles(event_world *w, uint32_t number) {
    const particle *p = &w->particles.all[number];
    obstacle_walk near = obstacles_near(&w->obstacles, &w->cells, p);
    for (obstacle_image which; obstacles_next(&w->obstacles, &near, &which);) {
        const obstacle *at = &w->obstacles.all[which.number];
        if (!obstacle_is_for(at, p)) continue;
        spend(w, 1);
        const bool leaves =
            at->sensor && sensor_overlaps_has(&w->sensors, now_visitor(w, number), at->owner);
        const double horizon = horizon_of(w, number);
        const plan_time first = obstacle_toi(w, number, which, leaves, horizon);
        if (first.meets)
            add_alone(w, number, first.time, plan_of_obstacle(which.number, leaves));
        else if (first.time < horizon)
            add_alone(w, number, first.time, PLAN_RECHECK);
    }
}

/* Multiple of limits.max_scale at which particles plan again: growth makes cells too narrow even
 * when no particle moves, and the first such event has them rebuilt. */
static const double REBUILT_BEYOND = 1.001;

/* Returns a plan to plan again when images have slid by a cell. */
static pair_entry slide_entry(const event_world *w, uint32_t number) {
    return (pair_entry){w->view.now + slide_recheck(w), number, PLAN_RECHECK};
}

/* ---- The whole plan -------------------------------------------------------------------------- */

/* Returns whether a particle plans to meet an obstacle. */
static bool plans_obstacle(const event_world *w, uint32_t number) {
    const pair_entry *first = plan_of(w, number);
    return first->other == number && first->tag >= PLAN_OBSTACLE;
}

void plan_forget(event_world *w, uint32_t number) {
    if (plans_obstacle(w, number))
        obstacles_forget(&w->obstacles, plan_obstacle(plan_of(w, number)->tag));
    plans_drop(&w->plans, number);
}

static void plan_general(event_world *w, uint32_t number) {
    now_copy(w, number, &w->search.self);
    size_t count = now_neighbours(w, &w->search.self, w->search.neighbours);
    plan_forget(w, number);
    add_borders(w, number);
    if (w->obstacles.count > 0) plan_obstacles(w, number);
    if (w->rules.filtered || w->particles.shaped_count > 0)
        count = filter_neighbours(w, number, count);
    add_neighbours(w, number, count);
    if (w->limits.max_scale < INFINITY) {
        double rebuild = (REBUILT_BEYOND * w->limits.max_scale - w->view.scale) / w->view.growth;
        add_alone(w, number, most_of(rebuild, 0), PLAN_RECHECK);
    }
    if (slide_is_beside(w, &w->search.self))
        pair_table_add(&w->plans.table, number, slide_entry(w, number));
    if (w->particles.shaped_count > 0 || w->obstacles.count > 0)
        add_alone(w, number, HORIZON * w->clock.period, PLAN_RECHECK);
    pair_entry first = pair_table_first(&w->plans.table, number);
    if (first.other != number)
        w->plans.table.firsts[number].tag = w->particles.all[first.other].stamp;
    if (plans_obstacle(w, number)) obstacles_plan(&w->obstacles, plan_obstacle(first.tag));
}

/* Returns the first meeting of a particle in a plain gas, without the table. */
static pair_entry plan_plain_gas(event_world *w, uint32_t number) {
    now_copy(w, number, &w->search.self);
    size_t count = now_neighbours(w, &w->search.self, w->search.neighbours);
    border_hit border = borders_first_cell(&w->cells, &w->search.self);
    pair_entry alone = {w->view.now + border.time, number, border.side};
    if (slide_is_beside(w, &w->search.self))
        alone = pair_entry_first(alone, slide_entry(w, number));
    return pair_entry_first(
        neighbour_entry(w, number, (neighbour_list){w->search.neighbours, count}), alone);
}

void plan_make(event_world *w, uint32_t number) {
    if (w->rules.plain_gas) {
        plans_set(&w->plans, number, plan_plain_gas(w, number));
    } else {
        plan_general(w, number);
        plans_queue(&w->plans, number);
    }
    assert(!(plan_of(w, number)->time < w->view.now) && "nothing is planned in the past");
}

void plan_restore(event_world *w, uint32_t number, const pair_entry *plan) {
    plan_forget(w, number);
    plans_set(&w->plans, number, *plan);
    if (plans_obstacle(w, number)) obstacles_plan(&w->obstacles, plan_obstacle(plan->tag));
}

void plan_for_late(event_world *w, uint32_t number, uint32_t which) {
    obstacle_image all[IMAGES];
    double planned = plan_of(w, number)->time - w->view.now;
    bool first = false;
    if (planned == INFINITY) {
        plan_make(w, number); /* there is no plan to replace */
        return;
    }
    now_copy(w, number, &w->search.self);
    if (!obstacle_is_for(&w->obstacles.all[which], &w->particles.all[number])) return;
    const int images = obstacles_images(&w->cells, which, all);
    for (int i = 0; i < images; ++i) {
        plan_time toi = obstacle_toi(w, number, all[i], false, planned);
        first |= toi.meets || toi.time < planned;
    }
    if (first) plan_renew(w, number);
}

void plan_renew(event_world *w, uint32_t number) {
    ++w->particles.all[number].stamp;
    plan_make(w, number);
}

/* The two searches do not depend on each other: a processor overlaps them, unless an unpredictable
 * branch, as in a push, comes between. */
void plan_renew_both(event_world *w, uint32_t a, uint32_t b) {
    if (!w->rules.plain_gas) {
        plan_renew(w, a);
        plan_renew(w, b);
        return;
    }
    ++w->particles.all[a].stamp;
    ++w->particles.all[b].stamp;
    pair_entry first = plan_plain_gas(w, a), second = plan_plain_gas(w, b);
    plans_set(&w->plans, a, first);
    plans_set(&w->plans, b, second);
}
