/* world.c: worlds, made, unmade and asked. */
#include "world/world.h"
#include "core/array.h"
#include "core/bits.h"
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
           && material_is_sound(&config->wall);
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
    world->free_body = world->free_collider = world->free_extra = world->free_make = NOBODY;
    world->cell = world->grown = 1;
    world->trim_steps = ROOM_LATELY;
    grid_init(&world->moving, &world->memory);
    grid_init(&world->still, &world->memory);
    int lanes = config->lanes ? config->lanes : 8;
    world->solve = solve_kernels_for(lanes);
    world->measure = measure_kernels_for(lanes);
    world->rows = row_kernels_for(lanes);
    world->scan = scan_kernels_for(lanes);
    return world;
}

void evo_world_destroy(evo_world *world) {
    if (!world) return;
    const evo_allocator *memory = &world->memory;
    flight_free(world);
    rush_free(world);
    grid_free(&world->moving);
    grid_free(&world->still);
    array_free(memory, &world->bodies, &world->body_slots.capacity, sizeof *world->bodies);
    array_free(memory, &world->body_extras, &world->body_extra_list.capacity,
               sizeof *world->body_extras);
    array_free(memory, &world->motions, &world->motion_capacity, sizeof *world->motions);
    array_free(memory, &world->traits, &world->trait_capacity, sizeof *world->traits);
    makes_free(world);
    array_free(memory, &world->colliders, &world->collider_slots.capacity,
               sizeof *world->colliders);
    array_free(memory, &world->centers, &world->center_capacity, sizeof *world->centers);
    array_free(memory, &world->forms, &world->form_capacity, sizeof *world->forms);
    array_free(memory, &world->links, &world->link_capacity, sizeof *world->links);
    aligned_free(memory, &world->batch_block);
    array_free(memory, &world->sorts, &world->sort_capacity, sizeof *world->sorts);
    array_free(memory, &world->pairs, &world->pairs_capacity, sizeof *world->pairs);
    array_free(memory, &world->batch_extras, &world->batch_extra_capacity,
               sizeof *world->batch_extras);
    array_free(memory, &world->others, &world->other_pairs.capacity, sizeof *world->others);
    array_free(memory, &world->sensors, &world->sensor_pairs.capacity, sizeof *world->sensors);
    array_free(memory, &world->recall, &world->recalls.capacity, sizeof *world->recall);
    array_free(memory, &world->touches, &world->touch_list.capacity, sizeof *world->touches);
    array_free(memory, &world->due, &world->due_list.capacity, sizeof *world->due);
    array_free(memory, &world->impacts, &world->impact_list.capacity, sizeof *world->impacts);
    array_free(memory, &world->sleepers, &world->sleeper_list.capacity, sizeof *world->sleepers);
    array_free(memory, &world->scratch, &world->scratch_capacity, sizeof *world->scratch);
    evo_allocator own = world->config.allocator;
    memory_give(&own, world, sizeof *world);
}

evo_result evo_world_set_gravity(evo_world *world, evo_vec2 gravity) {
    if (!world || !vector_fits(gravity)) return EVO_ERROR_INVALID;
    if (!flight_end(world) || !sleep_wake_everyone(world)) return EVO_ERROR_MEMORY;
    world->config.gravity = gravity;
    world->stale = true;
    return EVO_OK;
}

/* ---- Asking ---------------------------------------------------------------------------------- */

double evo_world_time(const evo_world *world) {
    return world ? world->time : 0;
}

/* Pairs that touch, of those that stand. */
static size_t count_touching(const evo_world *world) {
    size_t count = 0;
    for (size_t i = 0; i < world->batch_count; ++i)
        if (world->pairs[i].kind != BATCH_OTHER) count += bits_count(world->pairs[i].touching);
    for (size_t i = 0; i < world->other_pairs.count; ++i) count += world->others[i].touching;
    return count;
}

/* Those that stand and those that are remembered, which sleepers' are. */
static void count_contacts(const evo_world *world, evo_counters *counters) {
    if (world->standing) {
        counters->pairs = world->contact_count + world->sensor_pairs.count;
        counters->contacts = count_touching(world);
    }
    for (size_t i = 0; i < world->recalls.count; ++i) {
        const recalled *r = &world->recall[i];
        counters->pairs += !r->taken;
        counters->contacts += !r->taken && r->touching && !r->second && !r->sensor;
    }
}

evo_counters evo_world_counters(const evo_world *world) {
    evo_counters counters = {0};
    if (!world) return counters;
    counters.bodies = world->body_count;
    for (size_t slot = 0; slot < world->body_slots.count; ++slot) {
        const body_card *card = &world->bodies[slot];
        counters.awake += card->generation % 2 == 1 && body_moves(world, card);
    }
    counters.colliders = world->collider_count;
    count_contacts(world, &counters);
    counters.bytes = world->bytes;
    counters.steps = world->steps;
    counters.impacts = world->impacts_ever;
    counters.events = world->events_ever + (world->flying ? world->flight.sums.events : 0);
    return counters;
}

double evo_world_kinetic_energy(const evo_world *world) {
    double energy = 0;
    if (!world) return 0;
    for (size_t slot = 0; slot < world->body_slots.count; ++slot) {
        const body_card *card = &world->bodies[slot];
        if (card->generation % 2 == 0 || card->kind != EVO_DYNAMIC || !card->enabled
            || !card->awake)
            continue;
        body_motion m = body_now(world, card);
        energy += 0.5 * card->mass * vec_dot(m.velocity, m.velocity)
                  + 0.5 * card->inertia * m.spin * m.spin;
    }
    return energy;
}

evo_profile evo_world_profile(const evo_world *world) {
    evo_profile none = {0};
    return world ? world->profile : none;
}
