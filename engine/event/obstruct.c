/* obstruct.c: obstacles that come and go in flight. In: an obstacle as it was at the start; out:
 * new plans of all that may meet it. Invariant: one that does not come has changed nothing. */
#include "event/obstruct.h"

#include <assert.h>

#include "event/now.h"
#include "event/overlaps.h"
#include "event/plan.h"
#include "event/scheduler.h"

/* ---- What it may concern --------------------------------------------------------------------- */

/* What is done with all particles that may meet an obstacle before they plan by themselves. */
typedef struct concerned {
    event_world *w;
    uint32_t obstacle;
    size_t count;
    bool overlaps; /* any does */
    bool plan;     /* else they are counted and looked at */
} concerned;

static void concern(concerned *all, uint32_t number) {
    event_world *w = all->w;
    assert(!particle_is_gone(&w->particles.all[number]) && "it concerns what flies");
    ++all->count;
    if (all->plan)
        plan_for_late(w, number, all->obstacle);
    else
        all->overlaps |= overlaps_late(w, number, all->obstacle);
}

static void concern_cell(void *context, int32_t column, int32_t row) {
    concerned *all = context;
    const cells *c = &all->w->cells;
    size_t cell = cells_index(c, column, row);
    for (uint32_t i = 0; i < c->counts[cell]; ++i) concern(all, c->all[cell].slots[i]);
    if (c->counts[cell] < CELL_SLOTS) return;
    for (uint32_t at = c->overflow[cell]; at != NO_PARTICLE; at = all->w->particles.all[at].next)
        concern(all, at);
}

/* Of the cells that can touch it, and those that cells do not tell of; or all, when it moves. */
static void concern_all(concerned *all) {
    event_world *w = all->w;
    const cell_oversize *o = &w->cells.oversize;
    if (obstacle_moves(&w->obstacles.all[all->obstacle])) {
        for (uint32_t i = 0; i < w->particles.count; ++i)
            if (event_has(w, i)) concern(all, i);
        return;
    }
    for (size_t i = 0; i < o->count; ++i) concern(all, o->all[i]);
    obstacles_visit_cells(&w->obstacles, &w->cells, all->obstacle, o->limit * o->headroom,
                          concern_cell, all);
}

/* ---- Coming ---------------------------------------------------------------------------------- */

obstacle obstacle_of(const event_world *w, uint32_t collider) {
    const body_store *s = w->space.bodies;
    const collider_record *record = &s->colliders[collider];
    const body_state *m = state_of_body(s, record->body);
    return (obstacle){.shape = shape_copy(record->shape),
                      .flight = {m->position, m->velocity, m->angle, m->spin},
                      .material = s->materials.all[record->material],
                      .filter = collider_entry(record)->rules.filter,
                      .owner = collider,
                      .sensor = record->sensor};
}

obstacle obstacle_of_wall(const event_world *w, uint32_t number) {
    const evo_bounds b = w->space.bounds;
    const evo_vec2 corners[] = {b.min, {b.max.x, b.min.y}, b.max, {b.min.x, b.max.y}};
    return (obstacle){.shape = evo_segment(corners[number], corners[(number + 1) % 4]),
                      .material = w->space.wall,
                      .owner = NONE,
                      .shaped_only = true};
}

event_result event_obstruct(event_world *w, uint32_t collider) {
    obstacles *o = &w->obstacles;
    const obstacle added = obstacle_of(w, collider);
    if (added.sensor || w->space.growth != 0) return EVENT_ANEW;
    const uint32_t number = obstacles_join(o, &w->cells, &added);
    if (number == NONE) return EVENT_NO_MEMORY;
    event_go_to_present(w);
    concerned all = {.w = w, .obstacle = number};
    concern_all(&all);
    if (all.overlaps || !plans_reserve(&w->plans, all.count)) {
        obstacles_part(o, &w->cells, number, false);
        return all.overlaps ? EVENT_OVERLAP : EVENT_NO_MEMORY;
    }
    w->rules.plain_gas = false;
    all.plan = true;
    concern_all(&all);
    return EVENT_OK;
}

/* ---- Going ----------------------------------------------------------------------------------- */

void event_clear(event_world *w, uint32_t body) {
    const collider_record *colliders = w->space.bodies->colliders;
    for (uint32_t i = 0; i < w->obstacles.count; ++i) {
        const obstacle *at = &w->obstacles.all[i];
        if (at->gone || at->owner == NONE || colliders[at->owner].body != body) continue;
        event_go_to_present(w);
        obstacles_part(&w->obstacles, &w->cells, i, event_unreported(w) > 0);
    }
}
