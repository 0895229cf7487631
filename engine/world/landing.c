/* landing.c: bodies of a world of events come back from the scheduler, as they are then. */
#include "core/array.h"
#include "event/obstruct.h"
#include "world/flight.h"

void sums_add(evo_sums *sums, const event_sums *more) {
    sums->pair_impacts += more->impacts;
    sums->wall_impacts += more->wall_impacts;
    sums->virial += more->virial;
    sums->wall_impulse += more->wall_impulse;
}

static void land_body(evo_world *world, uint32_t id) {
    body_store *s = &world->core.bodies;
    s->states[s->records[id].slot] = body_now(world, id);
}

/* ---- Growth ---------------------------------------------------------------------------------- */

/* The collider of a particle, or NONE. Where shapes grow all are disks. */
static uint32_t disk_of(const evo_world *world, uint32_t number) {
    const event_bridge *e = &world->events;
    if (particle_is_gone(&e->flight.particles.all[number])) return NONE;
    return world->core.bodies.records[e->ids[number]].first_collider;
}

/* Takes the materials of all particles as they have grown, by particle: what grows keeps its mass,
 * so its density falls. NULL when memory is refused. */
static uint16_t *take_materials(evo_world *world, double scale) {
    body_store *s = &world->core.bodies;
    const uint32_t count = world->events.flight.particles.count;
    uint16_t *taken = ARENA_TAKE(&world->core.arena, uint16_t, count);
    for (uint32_t i = 0; taken && i < count; ++i) {
        const uint32_t id = disk_of(world, i);
        if (id == NONE) continue;
        evo_material grown = s->materials.all[s->colliders[id].material].material;
        grown.density /= scale * scale;
        taken[i] = materials_take(&s->materials, s->memory, &grown);
        if (taken[i] != MATERIALS_MOST) continue;
        while (i-- > 0)
            if (disk_of(world, i) != NONE) materials_give(&s->materials, taken[i]);
        return NULL;
    }
    return taken;
}

static void grow_all(evo_world *world, const uint16_t *materials, double scale) {
    body_store *s = &world->core.bodies;
    for (uint32_t i = 0; i < world->events.flight.particles.count; ++i) {
        const uint32_t id = disk_of(world, i);
        if (id == NONE) continue;
        collider_record *record = &s->colliders[id];
        materials_give(&s->materials, record->material);
        record->material = s->links[record->slot].material = materials[i];
        record->shape.of.circle.radius *= scale;
        mass_update_body(s, record->body);
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

static void land_all(evo_world *world) {
    body_store *s = &world->core.bodies;
    for (uint32_t slot = 0; slot < s->awake; ++slot)
        s->states[slot] = body_now(world, s->motions[slot].id);
}

bool event_bridge_end(evo_world *world) {
    event_bridge *e = &world->events;
    if (!e->flying) return true;
    const double scale = event_scale(&e->flight);
    if (!sensor_overlaps_reserve(&e->visits, &world->memory, e->flight.sensors.count)) return false;
    arena_reset(&world->core.arena);
    const uint16_t *materials = scale != 1 ? take_materials(world, scale) : NULL;
    if (scale != 1 && !materials) return false;
    visits_keep(world);
    land_all(world);
    if (materials) grow_all(world, materials, scale);
    e->grown *= scale;
    e->touched |= e->flight.space.touched;
    sums_add(&e->sums, &e->flight.sums);
    e->events_ever += e->flight.sums.events;
    world->core.impact_count += event_unreported(&e->flight);
    event_free(&e->flight);
    e->flying = false;
    e->waiting_list.count = 0;
    return true;
}

/* ---- One body -------------------------------------------------------------------------------- */

/* Room for one more that waits, and for its number. */
bool event_bridge_admit(evo_world *world) {
    event_bridge *e = &world->events;
    if (world->config.stepping != EVO_EVENTS) return true;
    return array_reserve(&world->memory, &e->waiting, &e->waiting_list.capacity,
                         e->waiting_list.count + 1, sizeof *e->waiting)
           && array_reserve_filled(&world->memory, &e->numbers, &e->number_capacity,
                                   world->core.bodies.record_list.count + 1, sizeof *e->numbers,
                                   0xff);
}

/* Impacts that were not told yet name those that fly. */
static bool land_one(evo_world *world, uint32_t id) {
    event_bridge *e = &world->events;
    const uint32_t number = e->numbers[id];
    if (event_unreported(&e->flight) > 0) return event_bridge_end(world);
    if (!visits_keep_of(world, number)) return false;
    e->touched |= e->flight.space.touched;
    land_body(world, id);
    event_leave(&e->flight, number);
    return true;
}

static bool is_sensor(const body_store *s, const body_record *record) {
    for (uint32_t c = record->first_collider; c != NONE; c = s->colliders[c].next)
        if (s->colliders[c].sensor) return true;
    return false;
}

/* Clears obstacles that particles may strike; particles in a sensor land with it. */
static bool clear_one(evo_world *world, uint32_t id) {
    const body_store *s = &world->core.bodies;
    const body_record *record = &s->records[id];
    if (is_sensor(s, record)) return event_bridge_end(world);
    for (uint32_t c = record->first_collider; c != NONE; c = s->colliders[c].next)
        event_clear(&world->events.flight, c);
    land_body(world, id);
    return true;
}

bool event_bridge_release(evo_world *world, uint32_t id) {
    event_bridge *e = &world->events;
    const body_record *record = &world->core.bodies.records[id];
    if (!e->flying || e->numbers[id] == WAITING) return true;
    if (!event_bridge_admit(world)) return false;
    const bool flies = is_flying(world, id);
    const bool stands = !flies && record->kind != EVO_DYNAMIC && record->enabled;
    if (stands && !clear_one(world, id)) return false;
    if (flies && !land_one(world, id)) return false;
    if (!e->flying) return true;
    e->numbers[id] = WAITING;
    e->waiting[e->waiting_list.count++] = id;
    return true;
}

void event_bridge_free(evo_world *world) {
    event_bridge *e = &world->events;
    if (e->flying) event_free(&e->flight);
    array_free(&world->memory, &e->ids, &e->id_list.capacity, sizeof *e->ids);
    array_free(&world->memory, &e->numbers, &e->number_capacity, sizeof *e->numbers);
    array_free(&world->memory, &e->waiting, &e->waiting_list.capacity, sizeof *e->waiting);
    array_free(&world->memory, &e->visits.items, &e->visits.capacity, sizeof *e->visits.items);
}
