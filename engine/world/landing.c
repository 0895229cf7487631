/* landing.c: bodies of a world of events come back from the scheduler, as they are then. */
#include "contact/bodies.h"
#include "core/array.h"
#include "world/flight.h"

void sums_add(evo_sums *sums, const event_sums *more) {
    sums->pair_impacts += more->impacts;
    sums->wall_impacts += more->wall_impacts;
    sums->virial += more->virial;
    sums->wall_impulse += more->wall_impulse;
}

static void land_body(evo_world *world, uint32_t id) {
    body_record *record = &world->graph.bodies.records[id];
    body_state state = body_now(world, record);
    body_sim sim = {.id = id, .collider = NONE};
    world->graph.bodies.states[record->index] = state;
    world->graph.bodies.sims[record->index] = sim;
    body_sim_update(&world->graph, record);
}

/* A collider as it has grown. What grows keeps its mass: its density falls. */
static evo_collider_config grown(const evo_world *world, uint32_t id, double scale) {
    evo_collider_config config = evo_collider_get(world, graph_collider_handle(&world->graph, id));
    config.shape.of.circle.radius *= scale;
    config.material.density /= scale * scale;
    return config;
}

/* Makes for all particles as they have grown, by particle; NULL when memory is refused. */
static uint32_t *take_grown_makes(evo_world *world, double scale) {
    uint32_t *makes = graph_scratch(&world->graph, (world->graph.bodies.count + 1) * sizeof *makes);
    for (uint32_t i = 0; makes && i < world->events.flight.particles.count; ++i) {
        uint32_t id = world->graph.bodies.records[world->events.ids[i]].first_collider;
        evo_collider_config config = grown(world, id, scale);
        makes[i] = template_take(&world->graph, &config);
        if (makes[i] != NONE) continue;
        while (i-- > 0) template_give(&world->graph, makes[i]);
        return NULL;
    }
    return makes;
}

static void become_grown(evo_world *world, const uint32_t *makes, double scale) {
    for (uint32_t i = 0; i < world->events.flight.particles.count; ++i) {
        body_record *record = &world->graph.bodies.records[world->events.ids[i]];
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
    if (!array_reserve(&world->memory, &e->visits, &e->visit_list.capacity, e->flight.sensors.count,
                       sizeof *e->visits))
        return false;
    if (!array_reserve(&world->memory, &world->graph.bodies.states,
                       &world->graph.bodies.state_capacity, world->graph.bodies.count,
                       sizeof *world->graph.bodies.states)
        || !array_reserve(&world->memory, &world->graph.bodies.sims,
                          &world->graph.bodies.sim_capacity, world->graph.bodies.count,
                          sizeof *world->graph.bodies.sims))
        return false;
    uint32_t *makes = scale != 1 ? take_grown_makes(world, scale) : NULL;
    if (scale != 1 && !makes) return false;
    world->events.grown *= scale;
    if (makes) become_grown(world, makes, scale);
    visits_keep(world);
    for (uint32_t index = 0; index < world->events.grounded; ++index)
        world->graph.bodies.states[index] =
            body_now(world, &world->graph.bodies.records[world->graph.bodies.sims[index].id]);
    for (uint32_t i = 0; i < world->events.flight.particles.count; ++i)
        land_body(world, world->events.ids[i]);
    sums_add(&world->events.sums, &world->events.flight.sums);
    world->events.events_ever += world->events.flight.sums.events;
    world->impacts_ever += event_unreported(&world->events.flight);
    event_free(&world->events.flight);
    world->events.flying = false;
    return true;
}

void event_bridge_free(evo_world *world) {
    if (world->events.flying) event_free(&world->events.flight);
    array_free(&world->memory, &world->events.ids, &world->events.id_list.capacity,
               sizeof *world->events.ids);
    array_free(&world->memory, &world->events.visits, &world->events.visit_list.capacity,
               sizeof *world->events.visits);
}
