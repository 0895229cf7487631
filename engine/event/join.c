/* join.c: particles that come and go in flight. In: a particle's flight at the present; out: its
 * place and plan. Invariant: what does not join has changed nothing. */
#include "event/join.h"

#include <assert.h>

#include "event/now.h"
#include "event/overlaps.h"
#include "event/oversize.h"
#include "event/plan.h"
#include "event/rules.h"
#include "event/scheduler.h"

/* ---- Whether it may join --------------------------------------------------------------------- */

/* Times what the world was started with, or more: then cells, kinds and parts are chosen anew. */
enum { TIMES = 2, MORE = 64 };

static bool has_grown(size_t count, size_t from) {
    return count > TIMES * from + MORE;
}

static bool has_outgrown(const event_world *w) {
    const particle_store *p = &w->particles;
    return p->living == 0 || has_grown(p->living, w->limits.built_for)
           || has_grown(p->kind_count, w->limits.built_for);
}

/* Clock periods: how many cells it may cross in one. */
static const double FAST = 0x1p16;

static bool suits(const event_world *w, const particle_start *start) {
    const cells *c = &w->cells;
    bool single = c->columns == 1 && c->rows == 1 && !c->periodic;
    double speed = vec_length(start->flight.velocity) * w->clock.period;
    if (start->kind.shaped && w->space.walled && !w->obstacles.walled) return false;
    if (w->space.periodic && w->limits.built_for <= 1) return false; /* cells may be narrow */
    if (w->space.growth != 0 || w->limits.built_scale != 1) return false;
    return (single || start->radius <= c->oversize.limit)
           && speed <= FAST * most_of(most_of(c->size.x, c->size.y), start->radius);
}

bool event_reserve_join(event_world *w, size_t bodies) {
    return particles_reserve(&w->particles, bodies) && plans_grow(&w->plans, (uint32_t)bodies)
           && plans_reserve(&w->plans, 2)
           && ARRAY_RESERVE(w->memory, w->search.neighbours, w->search.capacity,
                            bodies + CELL_SLOTS + NEIGHBOUR_PAD)
           && sensor_overlaps_reserve(&w->sensors, w->memory, w->obstacles.count);
}

/* ---- Joining --------------------------------------------------------------------------------- */

/* There is room. */
static void set_going(event_world *w, uint32_t number, const particle_start *start) {
    particle_rotation *rotation = &w->particles.rotations[number];
    particle_start folded = *start;
    folded.flight = slide_fold(w, start->flight, slide_is_on(w) ? slide_now(w) : 0);
    (void)particles_set(&w->particles, number, &folded);
    w->particles.all[number].time = rotation->time = w->view.now;
    rotation->wrapped = vec_sub(start->flight.position, folded.flight.position);
    now_put(w, number, folded.flight.position);
    plans_drop(&w->plans, number);
}

/* In the place, at the present; or not at all. */
static event_result settle(event_world *w, uint32_t number) {
    if (overlaps_one(w, number)) {
        event_leave(w, number);
        return EVENT_OVERLAP;
    }
    if (!overlaps_find_sensors_of(w, number)) {
        const uint32_t own = now_visitor(w, number);
        sensor_overlaps_remove_span(&w->sensors, sensor_overlaps_span(&w->sensors, own, own));
        event_leave(w, number);
        return EVENT_NO_MEMORY;
    }
    return EVENT_OK;
}

event_result event_join(event_world *w, uint32_t number) {
    particle_store *p = &w->particles;
    const particle_start start = particle_of_body(w->space.bodies, number);
    const size_t kinds = p->kind_count;
    if (has_outgrown(w) || !suits(w, &start)) return EVENT_ANEW;
    if (!event_reserve_join(w, p->count)) return EVENT_NO_MEMORY;
    event_go_to_present(w);
    set_going(w, number, &start);
    const event_result result = settle(w, number);
    if (result != EVENT_OK) {
        assert(particle_is_gone(&p->all[number]) && "a refused particle does not fly");
        p->kind_count = kinds;
        return result;
    }
    rules_note(w, p->all[number].kind & PARTICLE_KIND);
    ++p->all[number].stamp;
    plan_make(w, number);
    return EVENT_OK;
}

/* ---- Leaving --------------------------------------------------------------------------------- */

static void leave_oversize(cells *c, const particle *particles, uint32_t number) {
    cell_oversize *o = &c->oversize;
    if (!oversize_has(c, &particles[number])) return;
    for (size_t i = 0; i < o->count; ++i)
        if (o->all[i] == number) o->all[i--] = o->all[--o->count];
    --c->overflow_count;
}

void event_leave(event_world *w, uint32_t number) {
    particle *p = &w->particles.all[number];
    now_add_flight(w, number, clock_current(&w->clock, w->clock.present), &w->sums.kinetic);
    leave_oversize(&w->cells, w->particles.all, number);
    cells_remove(&w->cells, w->particles.all, number);
    plan_forget(w, number);
    ++p->stamp;
    particles_remove(&w->particles, number);
}
