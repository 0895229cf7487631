/* scheduler.c: events of an exact world in order, and reads of memory ahead of them. */
#include <assert.h>

#include "core/core.h"
#include "core/memory.h"
#include "exact/cells.h"
#include "exact/exact.h"
#include "exact/private.h"
#include "exact/world.h"
#include "shape/shape.h"

/* ==== The scheduler =========================================================================== */

/* Handles events in the order of their times. In: plans; out: the world at its present, or the time
 * of the next impact. Invariant: between calls all events up to the present are done, and none
 * after it. */

/* ---- Events ---------------------------------------------------------------------------------- */

/* Clock periods. A record older than that has lost digits, and is moved to the time in hand. */
static const double OLD = 4096;

static void renew_old(event_world *w, uint32_t number) {
    const double oldest = -OLD * w->clock.period;
    if (w->particles.all[number].time < oldest) now_update(w, number);
    if (w->particles.rotations[number].time < oldest) now_update_rotation(w, number);
}

/* Subtracts an amount from all times. While events are foreseen, times of the past are kept, to be
 * restored. */
static void set_clock_back(event_world *w, double amount) {
    foresight *f = &w->foresight;
    plans_rebase(&w->plans, amount);
    slide_rebase(w, amount);
    w->view.now -= amount;
    w->clock.last_pair -= amount;
    w->clock.rewound += amount;
    for (uint32_t i = 0; i < w->particles.count; ++i) {
        particle *p = &w->particles.all[i];
        particle_rotation *r = &w->particles.rotations[i];
        if (!event_has(w, i)) continue;
        if (f->on && !f->set_back) f->times[i] = (kept_times){p->time, r->time, r->last_impact};
        p->time -= amount;
        r->time -= amount;
        r->last_impact -= amount;
        if (!f->on) renew_old(w, i);
    }
    f->set_back = f->on;
}

static bool is_beyond_clock(const event_world *w, double time) {
    return time >= 2 * w->clock.period;
}

/* Moves the time in hand to a time by the clock, and sets the clock back beyond its range. */
static void go_to_time(event_world *w, double time) {
    w->view.now = time;
    if (is_beyond_clock(w, time))
        set_clock_back(w, (floor(time / w->clock.period) - 1) * w->clock.period);
    assert(w->view.now < 2 * w->clock.period);
}

void event_go_to_present(event_world *w) {
    go_to_time(w, clock_current(&w->clock, w->clock.present));
}

/* Moves the time in hand to that of the particle's plan. */
static void go_to_event(event_world *w, uint32_t number) {
    go_to_time(w, plan_of(w, number)->time);
    if (w->space.growth != 0)
        w->view.scale = 1 + w->space.growth * (now_elapsed(w) - w->limits.built_at);
}

/* Counts an event: all events up to it are done. */
static void reach_event(event_world *w) {
    assert(!(w->view.now < clock_current(&w->clock, w->clock.reached)) && "events are in order");
    ++w->sums.events;
    w->clock.reached = (clock_time){w->view.now, w->clock.rewound};
    if (w->allowance > 0) --w->allowance;
}

static void take_event(event_world *w) {
    plans_pop(&w->plans);
    reach_event(w);
}

/* Moves a particle across a border of its cell; a border of the periodic box wraps it. */
static void cross_border(event_world *w, uint32_t number, cell_side side) {
    const cells *c = &w->cells;
    const particle *p = &w->particles.all[number];
    const int32_t column = p->column, row = p->row;
    evo_vec2 *wrapped = &w->particles.rotations[number].wrapped;
    cells_cross(&w->cells, w->particles.all, number, side);
    const double back = cell_side_is_upper(side) ? 1 : -1;
    if (cell_side_is_x(side) && p->column != column + back)
        wrapped->x += back * (c->columns * c->size.x);
    if (!cell_side_is_x(side) && p->row != row + back) wrapped->y += back * (c->rows * c->size.y);
}

/* Handles an event that changes no path: a border to cross, or a partner that was struck
 * meanwhile. */
static void handle_internal(event_world *w, uint32_t number, const pair_entry *planned) {
    const bool crosses = planned->other == number && planned->tag < PLAN_WALL;
    if (crosses && slide_is_border(w, number, (cell_side)planned->tag))
        slide_cross(w, number, (cell_side)planned->tag);
    else if (crosses)
        cross_border(w, number, (cell_side)planned->tag);
    plan_make(w, number);
}

static event_impact next_report(event_world *w) {
    return w->reports.all[w->reports.reported++];
}

/* Handles an event; impact->a of NO_PARTICLE: nothing met. False: out of memory. */
static bool handle_event(event_world *w, uint32_t number, event_impact *impact) {
    go_to_event(w, number);
    const pair_entry planned = *plan_of(w, number);
    const bool pair = planned.other != number;
    const bool sensed = !pair && planned.tag >= PLAN_OBSTACLE
                        && w->obstacles.all[plan_obstacle(planned.tag)].sensor;
    bool direct = pair && impact_is_alone(w, number, planned.other);
    if (!sensed && !direct && !impact_gather(w, number)) return false;
    direct = direct || (pair && impact_found_alone(w));
    take_event(w);
    *impact = (event_impact){.a = NO_PARTICLE};
    if (!sensed && !direct && w->instant.contact_count == 0) { /* a plan of a damaged save */
        plan_make(w, number);
        return true;
    }
    assert((!pair || event_has(w, planned.other))
           && "a plan's partner flies, or its stamp differs");
    if (pair) w->clock.last_pair = w->view.now;
    if (direct)
        impact_of_disks(w, number, planned.other, impact);
    else if (sensed)
        impact_sense(w, number, impact);
    else
        impact_resolve(w);
    if (!sensed && !direct) *impact = next_report(w);
    impact->time = clock_world_time(&w->clock, w->clock.reached);
    return true;
}

/* Reserves room for all that the event of a particle may add, and to take it back. False: out of
 * memory. */
static bool reserve_event(event_world *w, uint32_t number) {
    foresight *f = &w->foresight;
    if (!plans_reserve(&w->plans, f->count + 2)
        || (w->obstacles.count > 0 && !sensor_overlaps_reserve(&w->sensors, w->memory, 1)))
        return false;
    if (!f->on) return true;
    const size_t times = is_beyond_clock(w, plan_of(w, number)->time) ? w->particles.count : 0;
    return ARRAY_RESERVE(w->memory, f->all, f->capacity, f->count + 1)
           && ARRAY_RESERVE(w->memory, f->times, f->time_capacity, times);
}

/* Notes a particle before its event, if events are to be taken back. */
static void foresee(event_world *w, uint32_t number) {
    const particle *p = &w->particles.all[number];
    foresight *f = &w->foresight;
    if (!f->on) return;
    f->all[f->count++] = (foreseen){.number = number,
                                    .was = *p,
                                    .wrapped = w->particles.rotations[number].wrapped,
                                    .plan = *plan_of(w, number),
                                    .rewound = w->clock.rewound};
}

/* Handles internal events up to the next meeting, and returns its particle; NO_PARTICLE when there
 * is none, or internal events go on beyond a time. */
static uint32_t look(event_world *w, clock_time until, bool *refused) {
    for (;;) {
        *refused = !w->foresight.on && cell_build_is_outgrown(w) && !event_rebuild(w);
        if (*refused) {
            /* A periodic box that growth will fill is a failure only when the present reaches that
             * time. */
            *refused = !w->limits.full || w->view.now <= clock_current(&w->clock, w->clock.present);
            return NO_PARTICLE;
        }
        const uint32_t number = plans_next(&w->plans, refused);
        if (number == NO_PARTICLE) return NO_PARTICLE;
        if (w->particles.count > PREFETCH_PARTICLES) {
            const prefetch_source from = {w->particles.all, &w->cells, &w->plans,
                                          w->search.neighbours};
            prefetch_step(&w->ahead, &from);
        }
        *refused = !reserve_event(w, number);
        if (*refused) return NO_PARTICLE;
        const pair_entry planned = *plan_of(w, number);
        if (!plan_is_internal(w, number, &planned)) return number;
        if (w->allowance == 0 || planned.time > clock_current(&w->clock, until)) return NO_PARTICLE;
        if (plan_is_end(w, number, &planned)) return number;
        foresee(w, number);
        go_to_event(w, number);
        take_event(w);
        handle_internal(w, number, &planned);
    }
}

/* ---- Ahead of the present -------------------------------------------------------------------- */

/* Sets the clock forward to where it was. Plans lie ahead of it, so their times stay exact. */
static void undo_set_back(event_world *w, double amount) {
    if (!w->foresight.set_back) return;
    plans_rebase(&w->plans, -amount);
    for (uint32_t i = 0; i < w->particles.count; ++i) {
        const kept_times *kept = &w->foresight.times[i];
        if (!event_has(w, i)) continue;
        w->particles.all[i].time = kept->particle;
        w->particles.rotations[i].time = kept->rotation;
        w->particles.rotations[i].last_impact = kept->last_impact;
    }
    w->foresight.set_back = false;
}

/* Restores the cell and the plan of a particle, by the clock as it was set before. */
static void restore_particle(event_world *w, const foreseen *before, double rewound) {
    particle *p = &w->particles.all[before->number];
    pair_entry plan = before->plan;
    plan.time += before->rewound - rewound;
    w->particles.rotations[before->number].wrapped = before->wrapped;
    if (p->column != before->was.column || p->row != before->was.row) {
        /* A time noted after the clock was set back is of that clock; p->time is set forward
         * again. */
        const double time = before->rewound == rewound ? before->was.time : p->time;
        cells_remove(&w->cells, w->particles.all, before->number);
        *p = before->was;
        p->time = time;
        cells_insert(&w->cells, w->particles.all, before->number);
    }
    plan_restore(w, before->number, &plan);
}

static void take_back_events(event_world *w, const event_clock *clock) {
    foresight *f = &w->foresight;
    if (f->count == 0) return;
    queue_unsort(&w->plans.queue);
    undo_set_back(w, w->clock.rewound - clock->rewound);
    while (f->count > 0) restore_particle(w, &f->all[--f->count], clock->rewound);
}

/* Returns the time of the next impact; INFINITY: none as far as the search goes. Refused, too, if
 * the allowance ends before; the allowance is restored. Where radii grow, cells may have to be
 * rebuilt, and nothing is taken back. */
static clock_time foresee_impact(event_world *w, clock_time until, bool *refused) {
    const event_clock clock = w->clock;
    const event_slide slide = w->slide;
    const event_sums sums = w->sums;
    const double now = w->view.now;
    const uint64_t allowance = w->allowance;
    w->foresight.on = w->space.growth == 0;
    const uint32_t number = look(w, until, refused);
    const double time = number != NO_PARTICLE ? plan_of(w, number)->time : INFINITY;
    const clock_time found = {time, w->clock.rewound};
    *refused |= number == NO_PARTICLE && w->allowance == 0;
    w->sums = sums;
    w->allowance = allowance;
    w->clock.reached = clock.reached;
    if (w->foresight.on) {
        take_back_events(w, &clock);
        w->clock = clock;
        w->slide = slide;
        w->view.now = now;
    }
    w->foresight.on = false;
    return found;
}

/* Clock periods: how far ahead of the present impacts are searched for. */
static const double AHEAD = 64;

static clock_time after(clock_time t, double seconds) {
    return (clock_time){t.clock + seconds, t.rewound};
}

bool event_peek(event_world *w, uint64_t most, double *when) {
    bool refused;
    *when = clock_world_time(&w->clock, w->clock.reached);
    if (event_unreported(w) > 0) return true;
    const clock_time until = after(w->clock.present, AHEAD * w->clock.period);
    const uint64_t allowance = w->allowance;
    w->allowance = most;
    *when = clock_world_time(&w->clock, foresee_impact(w, until, &refused));
    w->allowance = allowance;
    return !refused;
}

/* Relative difference below which two times count as equal: about one rounding of the world's
 * clock. */
static const double CLOCK_ROUNDING = 0x1p-51;

static void set_present(event_world *w, clock_time present) {
    bool refused;
    w->clock.reached = w->clock.present;
    w->clock.present = clock_normalized(&w->clock, present);
    if (event_unreported(w) > 0) return;
    (void)look(w, w->clock.present, &refused);
    if (refused) return;
    const double now = event_time(w), moment = 2 * CLOCK_ROUNDING * fabs(now);
    const clock_time next = foresee_impact(w, after(w->clock.present, moment), &refused);
    const double then = clock_world_time(&w->clock, next);
    if (then < INFINITY && fabs(then - now) <= CLOCK_ROUNDING * fabs(then))
        w->clock.present = clock_normalized(&w->clock, next);
}

void event_advance(event_world *w, double seconds) {
    set_present(w, after(w->clock.present, seconds));
}

void event_advance_until(event_world *w, double time) {
    const double elapsed = time - w->clock.begun;
    const clock_time end = after((clock_time){w->clock.period, 0}, elapsed);
    set_present(w, elapsed > event_elapsed(w) ? end : w->clock.present);
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
    do {
        bool refused;
        const uint32_t number = look(w, w->clock.present, &refused);
        if (refused) return EVENT_MEMORY;
        if (w->allowance == 0) return EVENT_SPENT;
        const double present = clock_current(&w->clock, w->clock.present);
        if (number == NO_PARTICLE || plan_of(w, number)->time > present) return EVENT_REACHED;
        if (plan_is_end(w, number, plan_of(w, number))) {
            impact->a = number;
            return EVENT_END;
        }
        if (!handle_event(w, number, impact)) return EVENT_MEMORY;
    } while (impact->a == NO_PARTICLE);
    return EVENT_IMPACT;
}

void event_go_to_end(event_world *w, uint32_t number) {
    go_to_event(w, number);
    reach_event(w); /* its plan goes with it */
}

size_t event_unreported(const event_world *w) {
    return w->reports.count - w->reports.reported;
}

void event_stop(event_world *w) {
    w->clock.present = clock_normalized(&w->clock, w->clock.reached);
}

/* ==== Prefetching ============================================================================= */

/* Prefetches memory ahead of events. In: the queue; out: nothing but shorter run time. */

/* Number of coming events whose neighbours are prefetched. */
enum { NEIGHBOURS_AHEAD = 6 };

/* Returns the next body of a bin; NO_PARTICLE after the last. */
static uint32_t next_of(prefetch_bin *bin) {
    return bin->next < bin->count ? bin->bodies[bin->next++] : NO_PARTICLE;
}

/* Prefetches one particle two bins ahead and its plan; cells around one that is a bin ahead, and
 * its partner. Returns whether there was any. */
static bool prefetch_bins(prefetch *p, const prefetch_source *from) {
    const uint32_t soon = next_of(&p->soon), later = next_of(&p->later);
    if (later != NO_PARTICLE) {
        MACHINE_PREFETCH(&from->particles[later]);
        MACHINE_PREFETCH(plans_of(from->plans, later));
    }
    if (soon != NO_PARTICLE) {
        cells_prefetch(from->cells, &from->particles[soon]);
        MACHINE_PREFETCH(&from->particles[plans_of(from->plans, soon)->other]);
    }
    return soon != NO_PARTICLE || later != NO_PARTICLE;
}

void prefetch_step(prefetch *p, const prefetch_source *from) {
    const event_queue *q = &from->plans->queue;
    if (p->bin != q->current) {
        while (prefetch_bins(p, from)) {}
        p->bin = q->current;
        p->neighbours = q->next;
        p->soon = p->later;
        p->soon.next = p->later.next = 0;
        p->later.count = queue_peek_bin(q, 2, p->later.bodies, PREFETCH_BODIES);
    }
    prefetch_bins(p, from);
    for (; p->neighbours < q->sorted_count && p->neighbours < q->next + NEIGHBOURS_AHEAD;
         ++p->neighbours) {
        const particle *middle = &from->particles[q->sorted[p->neighbours].body];
        const size_t count = cells_neighbours(from->cells, from->particles, middle, from->found);
        for (size_t i = 0; i < count; ++i) MACHINE_PREFETCH(&from->particles[from->found[i]]);
    }
}
