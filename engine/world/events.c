/* events.c: what happened, in arrays that the user reads between steps.
 *
 * Touches of the present step, and those that ended since the last because something is destroyed,
 * are due: they stand in an array of their own until the step is done, for the user may be reading
 * the other. */
#include "core/array.h"
#include "core/sort.h"
#include "world/world.h"

bool touch_reserve(evo_world *world, size_t more) {
    list_size *list = &world->due_list;
    return array_reserve(&world->memory, &world->due, &list->capacity, list->count + more,
                         sizeof *world->due);
}

static evo_touch touch_of(const evo_world *world, uint32_t collider_a, uint32_t collider_b,
                          bool began, bool sensor) {
    if (world->colliders[collider_a].body > world->colliders[collider_b].body) {
        uint32_t other = collider_a;
        collider_a = collider_b;
        collider_b = other;
    }
    evo_touch touch = {
        .a = body_handle(world, world->colliders[collider_a].body),
        .b = body_handle(world, world->colliders[collider_b].body),
        .collider_a = collider_handle(world, collider_a),
        .collider_b = collider_handle(world, collider_b),
        .began = began,
        .sensor = sensor,
    };
    return touch;
}

void touch_add(evo_world *world, uint32_t collider_a, uint32_t collider_b, bool began,
               bool sensor) {
    world->due[world->due_list.count++] = touch_of(world, collider_a, collider_b, began, sensor);
}

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
    world->sleeper_list.count = 0;
}

void events_show(evo_world *world) {
    evo_touch *shown = world->touches;
    list_size shown_list = world->touch_list;
    world->touches = world->due;
    world->touch_list = world->due_list;
    world->due = shown;
    world->due_list = shown_list;
    world->due_list.count = 0;
    sort_items(world->touches, world->touch_list.count, sizeof *world->touches, touch_before);
}

const evo_touch *evo_world_touches(const evo_world *world, size_t *count) {
    if (count) *count = world ? world->touch_list.count : 0;
    return world ? world->touches : NULL;
}

const evo_impact *evo_world_impacts(const evo_world *world, size_t *count) {
    if (count) *count = world ? world->impact_list.count : 0;
    return world ? world->impacts : NULL;
}

const evo_body *evo_world_sleepers(const evo_world *world, size_t *count) {
    if (count) *count = world ? world->sleeper_list.count : 0;
    return world ? world->sleepers : NULL;
}
