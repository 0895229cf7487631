/* visits.c: which particles are in which sensors, while a world of events flies and between two
 * flights. */
#include "world/flight.h"

/* A visit by the ids of two colliders: the particle's and the sensor's. */
static sensor_overlap visit_by_ids(const evo_world *world, const sensor_overlap *visit) {
    const event_bridge *e = &world->events;
    const uint32_t id = visit->particle;
    const bool changed = id == e->change.body; /* visits are of the collider that it had */
    return (sensor_overlap){.particle = changed ? e->change.first_collider
                                                : world->core.bodies.records[id].first_collider,
                            .sensor = e->flight.obstacles.all[visit->sensor].owner};
}

/* Notes a visit; there is room. */
static void note(evo_world *world, uint32_t visitor, uint32_t sensor, bool began) {
    (void)told_touch(&world->core.told, &world->core.bodies,
                     (touch_ids){.a = visitor, .b = sensor, .began = began});
}

/* Notes what is in a sensor now and was not when the world flew last; and the other way round. */
void visits_note(evo_world *world) {
    event_bridge *e = &world->events;
    for (size_t i = 0; i < e->flight.sensors.count; ++i) {
        sensor_overlap now = visit_by_ids(world, &e->flight.sensors.items[i]);
        if (!sensor_overlaps_remove(&e->visits, now.particle, now.sensor))
            note(world, now.particle, now.sensor, true);
    }
    for (size_t i = 0; i < e->visits.count; ++i)
        note(world, e->visits.items[i].particle, e->visits.items[i].sensor, false);
    e->visits.count = 0;
}

static bool is_gone(const evo_world *world, uint32_t collider) {
    return world->core.bodies.colliders[collider].generation % 2 == 0;
}

void visits_forget(evo_world *world) {
    event_bridge *e = &world->events;
    size_t kept = 0;
    for (size_t i = 0; i < e->visits.count; ++i) {
        const sensor_overlap visit = e->visits.items[i];
        if (is_gone(world, visit.particle) || is_gone(world, visit.sensor))
            note(world, visit.particle, visit.sensor, false);
        else
            e->visits.items[kept++] = visit;
    }
    e->visits.count = kept;
}

/* ---- One body -------------------------------------------------------------------------------- */

void visits_keep_of(evo_world *world, uint32_t id) {
    event_bridge *e = &world->events;
    const sensor_overlaps *all = &e->flight.sensors;
    for (size_t i = sensor_overlaps_place(all, id, 0);
         i < all->count && all->items[i].particle == id; ++i) {
        sensor_overlap now = visit_by_ids(world, &all->items[i]);
        sensor_overlaps_add(&e->visits, now.particle, now.sensor);
    }
}

void visits_note_of(evo_world *world, uint32_t id) {
    event_bridge *e = &world->events;
    uint32_t own = world->core.bodies.records[id].first_collider;
    const sensor_overlaps *all = &e->flight.sensors;
    for (size_t i = sensor_overlaps_place(all, id, 0);
         i < all->count && all->items[i].particle == id; ++i) {
        sensor_overlap now = visit_by_ids(world, &all->items[i]);
        if (!sensor_overlaps_remove(&e->visits, now.particle, now.sensor))
            note(world, now.particle, now.sensor, true);
    }
    for (size_t i = sensor_overlaps_place(&e->visits, own, 0);
         i < e->visits.count && e->visits.items[i].particle == own; ++i)
        note(world, own, e->visits.items[i].sensor, false);
    sensor_overlaps_remove_all(&e->visits, own);
}

/* ---- All ------------------------------------------------------------------------------------- */

void visits_keep(evo_world *world) {
    event_bridge *e = &world->events;
    for (size_t i = 0; i < e->flight.sensors.count; ++i) {
        sensor_overlap now = visit_by_ids(world, &e->flight.sensors.items[i]);
        sensor_overlaps_add(&e->visits, now.particle, now.sensor);
    }
}
