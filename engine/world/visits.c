/* visits.c: which particles are in which sensors, while a world of events flies and between two
 * flights. In: what overlaps in flight; out: visits that are told. Invariant: a visit is either of
 * the flight, or remembered. */
#include "world/flight.h"

#include <assert.h>

void visits_tell(evo_world *world, uint32_t collider, uint32_t sensor, bool began) {
    (void)told_touch(&world->core.told, &world->core.bodies,
                     (touch_ids){.a = collider, .b = sensor, .began = began});
}

static void tell(evo_world *world, const sensor_overlap *visit, bool began) {
    visits_tell(world, visit->particle, visit->sensor, began);
}

void visits_note(evo_world *world, uint32_t first, uint32_t last) {
    sensor_overlaps *before = &world->events.visits;
    const sensor_overlaps *now = &world->events.flight.sensors;
    const sensor_span found = sensor_overlaps_span(now, first, last);
    for (size_t i = found.from; i < found.to; ++i)
        if (!sensor_overlaps_remove(before, now->items[i].particle, now->items[i].sensor))
            tell(world, &now->items[i], true);
    const sensor_span left = sensor_overlaps_span(before, first, last);
    for (size_t i = left.from; i < left.to; ++i) tell(world, &before->items[i], false);
    sensor_overlaps_remove_span(before, left);
}

void visits_keep(evo_world *world, uint32_t first, uint32_t last) {
    sensor_overlaps *now = &world->events.flight.sensors;
    const sensor_span kept = sensor_overlaps_span(now, first, last);
    for (size_t i = kept.from; i < kept.to; ++i) {
        const sensor_overlap visit = now->items[i];
        assert(!sensor_overlaps_has(&world->events.visits, visit.particle, visit.sensor)
               && "a visit is of the flight, or remembered");
        sensor_overlaps_add(&world->events.visits, visit.particle, visit.sensor);
    }
    sensor_overlaps_remove_span(now, kept);
}

static bool is_gone(const evo_world *world, uint32_t collider) {
    return world->core.bodies.colliders[collider].generation % 2 == 0;
}

void visits_forget(evo_world *world) {
    sensor_overlaps *all = &world->events.visits;
    size_t kept = 0;
    for (size_t i = 0; i < all->count; ++i) {
        const sensor_overlap visit = all->items[i];
        if (is_gone(world, visit.particle) || is_gone(world, visit.sensor))
            tell(world, &visit, false);
        else
            all->items[kept++] = visit;
    }
    all->count = kept;
}
