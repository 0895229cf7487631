/* visits.c: which particles are in which sensors, while a world of events flies and between two
 * flights. */
#include "contact/contacts.h"
#include "world/flight.h"

/* A visit by the ids of two colliders: the particle's and the sensor's. */
static sensor_overlap visit_by_ids(const evo_world *world, const sensor_overlap *visit) {
    const event_bridge *e = &world->events;
    const body_record *record = graph_body(&world->graph, e->ids[visit->particle]);
    sensor_overlap made = {.particle = record->first_collider,
                           .sensor = e->flight.obstacles.all[visit->sensor].owner};
    return made;
}

/* Takes a visit out of the list; false when it was not there. */
static bool take_visit(event_bridge *e, const sensor_overlap *visit) {
    for (size_t i = 0; i < e->visit_list.count; ++i) {
        if (e->visits[i].particle != visit->particle || e->visits[i].sensor != visit->sensor)
            continue;
        e->visits[i] = e->visits[--e->visit_list.count];
        return true;
    }
    return false;
}

/* What is in a sensor now and was not when the world flew last; and the other way round. */
void visits_note(evo_world *world) {
    event_bridge *e = &world->events;
    for (size_t i = 0; i < e->flight.sensors.count; ++i) {
        sensor_overlap now = visit_by_ids(world, &e->flight.sensors.items[i]);
        if (!take_visit(e, &now)) touch_add(&world->graph, now.particle, now.sensor, true, true);
    }
    for (size_t i = 0; i < e->visit_list.count; ++i)
        touch_add(&world->graph, e->visits[i].particle, e->visits[i].sensor, false, true);
    e->visit_list.count = 0;
}

void event_bridge_forget(evo_world *world, uint32_t collider) {
    event_bridge *e = &world->events;
    for (size_t i = e->visit_list.count; i-- > 0;) {
        sensor_overlap visit = e->visits[i];
        if (visit.particle != collider && visit.sensor != collider) continue;
        touch_add(&world->graph, visit.particle, visit.sensor, false, true);
        e->visits[i] = e->visits[--e->visit_list.count];
    }
}

/* ---- One body -------------------------------------------------------------------------------- */

bool visits_keep_of(evo_world *world, uint32_t number) {
    event_bridge *e = &world->events;
    const sensor_overlaps *all = &e->flight.sensors;
    for (size_t i = 0; i < all->count; ++i) {
        if (all->items[i].particle != number) continue;
        if (!array_reserve(&world->memory, &e->visits, &e->visit_list.capacity,
                           e->visit_list.count + 1, sizeof *e->visits))
            return false;
        e->visits[e->visit_list.count++] = visit_by_ids(world, &all->items[i]);
    }
    return true;
}

void visits_note_of(evo_world *world, uint32_t number) {
    event_bridge *e = &world->events;
    uint32_t own = graph_body(&world->graph, e->ids[number])->first_collider;
    for (size_t i = 0; i < e->flight.sensors.count; ++i) {
        if (e->flight.sensors.items[i].particle != number) continue;
        sensor_overlap now = visit_by_ids(world, &e->flight.sensors.items[i]);
        if (!take_visit(e, &now)) touch_add(&world->graph, now.particle, now.sensor, true, true);
    }
    for (size_t i = e->visit_list.count; i-- > 0;) {
        sensor_overlap past = e->visits[i];
        if (past.particle != own) continue;
        touch_add(&world->graph, past.particle, past.sensor, false, true);
        e->visits[i] = e->visits[--e->visit_list.count];
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

void visits_keep(evo_world *world) {
    event_bridge *e = &world->events;
    for (size_t i = 0; i < e->flight.sensors.count; ++i)
        e->visits[e->visit_list.count++] = visit_by_ids(world, &e->flight.sensors.items[i]);
}
