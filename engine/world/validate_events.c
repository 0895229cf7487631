/* validate_events.c: walks a world that flies. In: a world between calls; out: the first thing that
 * is not as the heads of event/ and flight/ say, or NULL: a particle is in the list of its cell,
 * has one plan, and one event in the queue if the plan has a time. */
#include "world/validate.h"

#ifndef NDEBUG

#include "event/oversize.h"
#include "event/plan.h"

static const event_world *flight_of(const evo_world *world) {
    return world->events.flying ? &world->events.flight : NULL;
}

/* ---- Particles ------------------------------------------------------------------------------- */

const char *validate_particles(const evo_world *world) {
    const event_world *w = flight_of(world);
    const body_store *s = &world->core.bodies;
    if (!w) return NULL;
    const particle_store *all = &w->particles;
    uint32_t living = 0;
    if (all->count != s->record_list.count) return "the places of particles are not those of ids";
    for (uint32_t i = 0; i < all->count; ++i) {
        living += event_has(w, i);
        if (event_has(w, i) && s->records[i].generation % 2 == 0) return "a particle is of no body";
    }
    if (living != all->living) return "the count of particles is another";
    return particles_waiting_are_listed(all) ? NULL : "bodies that wait are not those listed";
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* Returns whether a particle is listed in a cell, and is in it at present. */
static bool is_there(const event_world *w, uint32_t number, int32_t column, int32_t row) {
    const particle *p = &w->particles.all[number];
    const cells *c = &w->cells;
    if (!event_has(w, number)) return false;
    const double after = clock_current(&w->clock, w->clock.present) - p->time;
    const evo_vec2 at = particle_position_after(p, after, w->space.gravity);
    return p->column == column && p->row == row && cells_hold(c, p, at);
}

/* Counts the particles of a cell; *wrong: one is of another cell, or there is no end. */
static size_t count_cell(const event_world *w, int32_t column, int32_t row, bool *wrong) {
    const cells *c = &w->cells;
    const size_t cell = cells_index(c, column, row);
    size_t count = c->counts[cell];
    *wrong = count > CELL_SLOTS;
    for (size_t i = 0; i < count && !*wrong; ++i)
        *wrong = !is_there(w, c->all[cell].slots[i], column, row);
    for (uint32_t i = c->overflow[cell]; i != NO_PARTICLE && !*wrong; i = w->particles.all[i].next)
        *wrong = ++count > w->particles.count || !is_there(w, i, column, row);
    return count;
}

/* Returns whether each oversize particle is listed, besides that it is in its cell. */
static bool oversize_are_listed(const event_world *w) {
    const cell_oversize *o = &w->cells.oversize;
    size_t wide = 0;
    for (size_t i = 0; i < o->count; ++i)
        if (!event_has(w, o->all[i]) || !oversize_has(&w->cells, &w->particles.all[o->all[i]]))
            return false;
    for (uint32_t i = 0; i < w->particles.count && o->count > 0; ++i)
        wide += event_has(w, i) && oversize_has(&w->cells, &w->particles.all[i]);
    return wide == o->count;
}

const char *validate_cells(const evo_world *world) {
    const event_world *w = flight_of(world);
    if (!w) return NULL;
    size_t count = 0;
    for (int32_t row = 0; row < w->cells.rows; ++row)
        for (int32_t column = 0; column < w->cells.columns; ++column) {
            bool wrong;
            count += count_cell(w, column, row, &wrong);
            if (wrong) return "a cell lists a particle of another";
        }
    if (count != w->particles.living) return "a particle is in no cell";
    return oversize_are_listed(w) ? NULL : "the list of oversize particles has others";
}

/* ---- Plans ----------------------------------------------------------------------------------- */

const char *validate_plans(const evo_world *world) {
    const event_world *w = flight_of(world);
    size_t planned = 0;
    if (!w) return NULL;
    for (uint32_t i = 0; i < w->particles.count; ++i) {
        const pair_entry *first = plan_of(w, i);
        if (!event_has(w, i)) continue;
        if (isnan(first->time)) return "the time of a plan is no number";
        if (first->other >= w->particles.count) return "a plan is to meet no particle";
        if (first->other == i && first->tag >= PLAN_OBSTACLE
            && plan_obstacle(first->tag) >= w->obstacles.count)
            return "a plan is to meet no obstacle";
        planned += first->time < INFINITY;
    }
    size_t live = 0;
    const char *wrong =
        queue_validate(&w->plans.queue, w->plans.table.firsts, w->particles.count, &live);
    if (!wrong && live != planned)
        return "the queue has more or fewer events than plans have times";
    return wrong;
}

#endif
