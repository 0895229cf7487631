/* events.c: what happened, in arrays that the user reads between steps. */
#include "core/sort.h"
#include "world/world.h"

static bool touch_before(const void *first, const void *second) {
    const evo_touch *x = first, *y = second;
    if (x->a.index != y->a.index) return x->a.index < y->a.index;
    if (x->b.index != y->b.index) return x->b.index < y->b.index;
    if (x->collider_a.index != y->collider_a.index)
        return x->collider_a.index < y->collider_a.index;
    if (x->collider_b.index != y->collider_b.index)
        return x->collider_b.index < y->collider_b.index;
    return !x->began && y->began;
}

void events_begin(evo_world *world) {
    world->impact_list.count = 0;
    world->graph.sleeper_list.count = 0;
}

void events_show(evo_world *world) {
    touch_log *log = &world->graph.touches;
    evo_touch *shown = log->shown;
    list_size shown_list = log->shown_list;
    log->shown = log->due;
    log->shown_list = log->due_list;
    log->due = shown;
    log->due_list = shown_list;
    log->due_list.count = 0;
    sort_items(log->shown, log->shown_list.count, sizeof *log->shown, touch_before);
}

const evo_touch *evo_world_touches(const evo_world *world, size_t *count) {
    if (count) *count = world ? world->graph.touches.shown_list.count : 0;
    return world ? world->graph.touches.shown : NULL;
}

const evo_impact *evo_world_impacts(const evo_world *world, size_t *count) {
    if (count) *count = world ? world->impact_list.count : 0;
    return world ? world->impacts : NULL;
}

const evo_body *evo_world_sleepers(const evo_world *world, size_t *count) {
    if (count) *count = world ? world->graph.sleeper_list.count : 0;
    return world ? world->graph.sleepers : NULL;
}
