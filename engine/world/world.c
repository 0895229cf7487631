/* world.c: worlds, made, unmade and asked. */
#include "world/world.h"
#include "contact/sleep.h"
#include "contact/states.h"
#include "shape/limits.h"

/* ---- Making and unmaking --------------------------------------------------------------------- */

evo_world_config evo_world_config_default(void) {
    evo_world_config config = {.bounce_threshold = 1, .impact_speed = INFINITY};
    config.wall = evo_material_default();
    return config;
}

/* Of narrower cells there would be none wide enough for large things. */
static const double LEAST_CELL = 1e-9;

static bool bounds_are_sound(evo_bounds bounds) {
    return vector_fits(bounds.min) && vector_fits(bounds.max) && bounds.min.x < bounds.max.x
           && bounds.min.y < bounds.max.y;
}

/* Only worlds of events have borders. */
static bool space_is_sound(const evo_world_config *config) {
    if (config->boundary == EVO_OPEN) return true;
    bool known = config->boundary == EVO_WALLS || config->boundary == EVO_PERIODIC;
    return known && config->stepping == EVO_EVENTS && bounds_are_sound(config->bounds)
           && evo_material_check(&config->wall) == EVO_OK;
}

static bool config_is_sound(const evo_world_config *config) {
    bool known = config->stepping == EVO_CONTACTS || config->stepping == EVO_EVENTS;
    return known && space_is_sound(config) && vector_fits(config->gravity) && config->substeps >= 0
           && config->substeps <= 1000 && config->bounce_threshold >= 0 && config->impact_speed >= 0
           && number_fits(config->contact_time) && config->contact_time >= 0
           && number_fits(config->cell_size)
           && (config->cell_size == 0 || config->cell_size >= LEAST_CELL)
           && (config->lanes == 0 || config->lanes == 1 || config->lanes == 4
               || config->lanes == 8);
}

/* The user's allocator, with its bytes counted. The context is the world. */
static void *counting_resize(void *context, void *block, size_t old_size, size_t new_size) {
    evo_world *world = context;
    const evo_allocator *own = &world->config.allocator;
    void *resized = own->resize(own->context, block, old_size, new_size);
    if (resized || new_size == 0) world->bytes += new_size - (block ? old_size : 0);
    return resized;
}

evo_world *evo_world_create(const evo_world_config *config) {
    evo_world_config by_default = evo_world_config_default();
    if (!config) config = &by_default;
    if (!config_is_sound(config)) return NULL;
    evo_allocator own = memory_or_default(config->allocator);
    evo_world *world = memory_take(&own, sizeof *world);
    if (!world) return NULL;
    memset(world, 0, sizeof *world);
    world->config = *config;
    world->config.allocator = own;
    world->bytes = sizeof *world;
    world->memory.resize = counting_resize;
    world->memory.context = world;
    world->events.grown = 1;
    world->events.world = world;
    graph_init(&world->graph, &world->memory, &world->config);
    substep_init(&world->substep, &world->graph);
    int lanes = config->lanes ? config->lanes : 8;
    world->solve = solve_kernels_for(lanes);
    world->rows = row_kernels_for(lanes);
    return world;
}

void evo_world_destroy(evo_world *world) {
    if (!world) return;
    event_bridge_free(world);
    substep_free(&world->substep);
    graph_free(&world->graph);
    array_free(&world->memory, &world->impacts, &world->impact_list.capacity,
               sizeof *world->impacts);
    evo_allocator own = world->config.allocator;
    memory_give(&own, world, sizeof *world);
}

evo_result evo_world_set_gravity(evo_world *world, evo_vec2 gravity) {
    if (!world || !vector_fits(gravity)) return EVO_ERROR_INVALID;
    if (gravity.x == world->config.gravity.x && gravity.y == world->config.gravity.y) return EVO_OK;
    if (!event_bridge_end(world) || !sleep_wake_all(&world->graph)) return EVO_ERROR_MEMORY;
    world->config.gravity = gravity;
    return EVO_OK;
}

/* ---- Asking ---------------------------------------------------------------------------------- */

double evo_world_time(const evo_world *world) {
    return world ? world->time : 0;
}

static size_t count_touching(const graph *g) {
    size_t count = 0;
    for (size_t i = 0; i < g->contacts.list.count; ++i) {
        const contact *c = &g->contacts.all[i];
        count += c->state != CONTACT_FREE && c->touching && !contact_is_sensor(g, c);
    }
    return count;
}

/* Those that move, and whatever is awake in a world of exact time. */
static size_t count_awake(const evo_world *world) {
    const graph *g = &world->graph;
    size_t count = 0;
    if (world->config.stepping == EVO_CONTACTS) return g->bodies.movers;
    for (uint32_t id = 0; id < g->bodies.record_list.count; ++id) {
        const body_record *record = graph_body(g, id);
        if (record->generation % 2 == 0) continue;
        body_state s = body_now(world, record);
        bool moves = s.velocity.x != 0 || s.velocity.y != 0 || s.spin != 0;
        count += record->enabled && record->awake && record->kind != EVO_STATIC
                 && (record->kind == EVO_DYNAMIC || moves);
    }
    return count;
}

evo_counters evo_world_counters(const evo_world *world) {
    evo_counters counters = {0};
    if (!world) return counters;
    const event_bridge *e = &world->events;
    counters.bodies = world->graph.bodies.count;
    if (world->events.flying)
        counters.bodies +=
            world->events.flight.particles.count - world->events.flight.particles.gone;
    counters.awake = count_awake(world);
    counters.colliders = world->graph.colliders.living;
    counters.pairs = world->graph.contacts.living;
    counters.contacts = count_touching(&world->graph);
    counters.bytes = world->bytes;
    counters.steps = world->steps;
    counters.impacts = world->impacts_ever;
    counters.events = e->events_ever + (e->flying ? e->flight.sums.events : 0);
    return counters;
}

double evo_world_kinetic_energy(const evo_world *world) {
    double energy = 0;
    if (!world) return 0;
    const graph *g = &world->graph;
    for (uint32_t id = 0; id < g->bodies.record_list.count; ++id) {
        const body_record *record = graph_body(g, id);
        if (record->generation % 2 == 0 || record->kind != EVO_DYNAMIC || !record->enabled
            || !record->awake)
            continue;
        body_state s = body_now(world, record);
        energy += 0.5 * record->mass * vec_dot(s.velocity, s.velocity)
                  + 0.5 * record->inertia * s.spin * s.spin;
    }
    return energy;
}

evo_profile evo_world_profile(const evo_world *world) {
    evo_profile none = {0};
    return world ? world->profile : none;
}
