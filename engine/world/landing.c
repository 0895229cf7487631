/* landing.c: bodies of a world of events come back from the scheduler, as they are then. */
#include "contact/bodies.h"
#include "contact/moving.h"
#include "core/array.h"
#include "event/obstruct.h"
#include "world/flight.h"

void sums_add(evo_sums *sums, const event_sums *more) {
    sums->pair_impacts += more->impacts;
    sums->wall_impacts += more->wall_impacts;
    sums->virial += more->virial;
    sums->wall_impulse += more->wall_impulse;
}

/* There is room for one index more. */
static void land_body(evo_world *world, uint32_t id) {
    graph *g = &world->graph;
    body_record *record = graph_body(g, id);
    body_state state = body_now(world, record);
    record->index = body_index_take(g, id);
    g->bodies.states[record->index] = state;
    body_sim_update(g, record);
}

/* A collider as it has grown. What grows keeps its mass: its density falls. */
static evo_collider_config grown(const evo_world *world, uint32_t id, double scale) {
    evo_collider_config config = evo_collider_get(world, graph_collider_handle(&world->graph, id));
    config.shape.of.circle.radius *= scale;
    config.material.density /= scale * scale;
    return config;
}

/* Makes for all particles as they have grown, by particle, NONE for those without a shape; NULL
 * when memory is refused. */
static uint32_t *take_grown_makes(evo_world *world, double scale) {
    size_t particles = world->events.flight.particles.count;
    uint32_t *makes = graph_scratch(&world->graph, (particles + 1) * sizeof *makes);
    for (uint32_t i = 0; makes && i < world->events.flight.particles.count; ++i) {
        uint32_t id = world->graph.bodies.records[world->events.ids[i]].first_collider;
        makes[i] = NONE;
        if (id == NONE) continue;
        evo_collider_config config = grown(world, id, scale);
        makes[i] = template_take(&world->graph, &config);
        if (makes[i] != NONE) continue;
        while (i-- > 0)
            if (makes[i] != NONE) template_give(&world->graph, makes[i]);
        return NULL;
    }
    return makes;
}

static void become_grown(evo_world *world, const uint32_t *makes, double scale) {
    for (uint32_t i = 0; i < world->events.flight.particles.count; ++i) {
        body_record *record = &world->graph.bodies.records[world->events.ids[i]];
        if (makes[i] == NONE) continue;
        collider_record *only = &world->graph.colliders.records[record->first_collider];
        template_give(&world->graph, only->made);
        only->made = makes[i];
        if (!record->mass_by_hand) record->inertia *= scale * scale;
    }
}

bool event_bridge_end(evo_world *world) {
    if (!world->events.flying) return true;
    double scale = event_scale(&world->events.flight);
    event_bridge *e = &world->events;
    graph *g = &world->graph;
    if (!sensor_overlaps_reserve(&e->visits, &world->memory, e->flight.sensors.count)) return false;
    size_t grounded = g->bodies.count, all = grounded + e->flight.particles.count;
    if (!array_reserve(g->memory, &g->bodies.states, &g->bodies.state_capacity, all,
                       sizeof *g->bodies.states)
        || !array_reserve(g->memory, &g->bodies.sims, &g->bodies.sim_capacity, all,
                          sizeof *g->bodies.sims))
        return false;
    uint32_t *makes = scale != 1 ? take_grown_makes(world, scale) : NULL;
    if (scale != 1 && !makes) return false;
    world->events.grown *= scale;
    if (makes) become_grown(world, makes, scale);
    visits_keep(world);
    e->touched |= e->flight.space.touched;
    for (uint32_t index = 0; index < grounded; ++index)
        g->bodies.states[index] = body_now(world, graph_body_at(g, index));
    for (uint32_t i = 0; i < e->flight.particles.count; ++i)
        if (!particle_is_gone(&e->flight.particles.all[i])) land_body(world, e->ids[i]);
    sums_add(&world->events.sums, &world->events.flight.sums);
    world->events.events_ever += world->events.flight.sums.events;
    world->impacts_ever += event_unreported(&world->events.flight);
    event_free(&world->events.flight);
    world->events.flying = false;
    waiting_clear(world);
    return true;
}

/* ---- One body -------------------------------------------------------------------------------- */

static bool wait_reserve(evo_world *world) {
    event_bridge *e = &world->events;
    return array_reserve(&world->memory, &e->waiting, &e->waiting_list.capacity,
                         e->waiting_list.count + 1, sizeof *e->waiting);
}

static void wait_add(evo_world *world, uint32_t id) {
    graph_body(&world->graph, id)->waiting = true;
    world->events.waiting[world->events.waiting_list.count++] = id;
}

void waiting_clear(evo_world *world) {
    event_bridge *e = &world->events;
    for (size_t i = 0; i < e->waiting_list.count; ++i)
        world->graph.bodies.records[e->waiting[i]].waiting = false;
    e->waiting_list.count = 0;
}

/* Impacts that were not told yet name those that fly. */
static bool land_one(evo_world *world, uint32_t id) {
    event_bridge *e = &world->events;
    uint32_t number = graph_body(&world->graph, id)->index & ~FLYING;
    if (event_unreported(&e->flight) > 0) return event_bridge_end(world);
    if (!body_index_reserve(&world->graph) || !visits_keep_of(world, number)) return false;
    e->touched |= e->flight.space.touched;
    land_body(world, id);
    event_leave(&e->flight, number);
    return true;
}

bool event_bridge_admit(evo_world *world) {
    return !world->events.flying || wait_reserve(world);
}

static bool is_sensor(const graph *g, const body_record *record) {
    for (uint32_t c = record->first_collider; c != NONE; c = g->colliders.records[c].next)
        if (graph_key(g, c)->sensor) return true;
    return false;
}

/* What particles may strike goes; what are in a sensor land with it. */
static bool clear_one(evo_world *world, uint32_t id) {
    graph *g = &world->graph;
    const body_record *record = graph_body(g, id);
    if (is_sensor(g, record)) return event_bridge_end(world);
    for (uint32_t c = record->first_collider; c != NONE; c = g->colliders.records[c].next) {
        event_clear(&world->events.flight, c);
        grid_unlink(&g->index, c);
    }
    g->bodies.states[record->index] = body_now(world, record);
    return true;
}

bool event_bridge_release(evo_world *world, uint32_t id) {
    const body_record *record = graph_body(&world->graph, id);
    if (!world->events.flying) return true;
    if (record->waiting) return true;
    if (!wait_reserve(world)) return false;
    bool stands = !(record->index & FLYING) && record->kind != EVO_DYNAMIC && record->enabled;
    if (stands && !clear_one(world, id)) return false;
    if (record->index & FLYING && !land_one(world, id)) return false;
    if (world->events.flying) wait_add(world, id);
    return true;
}

void event_bridge_free(evo_world *world) {
    if (world->events.flying) event_free(&world->events.flight);
    array_free(&world->memory, &world->events.ids, &world->events.id_list.capacity,
               sizeof *world->events.ids);
    array_free(&world->memory, &world->events.waiting, &world->events.waiting_list.capacity,
               sizeof *world->events.waiting);
    array_free(&world->memory, &world->events.visits.items, &world->events.visits.capacity,
               sizeof *world->events.visits.items);
}
