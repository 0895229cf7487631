/* world.c: worlds, made, unmade and asked. */
#include "world/world.h"
#include "core/array.h"
#include "shape/limits.h"

/* ---- Making and unmaking --------------------------------------------------------------------- */

evo_world_config evo_world_config_default(void) {
    evo_world_config config = {.bounce_threshold = 1, .impact_speed = INFINITY};
    config.wall = evo_material_default();
    return config;
}

static bool config_is_sound(const evo_world_config *config) {
    /* The one way through time, and the one kind of space, that there is. */
    bool kinds = config->stepping == EVO_CONTACTS && config->boundary == EVO_OPEN;
    return kinds && vector_fits(config->gravity) && config->substeps >= 0
           && config->substeps <= 1000 && config->bounce_threshold >= 0 && config->impact_speed >= 0
           && number_fits(config->cell_size) && config->cell_size >= 0
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
    world->cell = 1;
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
    array_free(memory, &world->batches, &world->batch_capacity, sizeof *world->batches);
    array_free(memory, &world->pairs, &world->pairs_capacity, sizeof *world->pairs);
    array_free(memory, &world->extras, &world->extra_capacity, sizeof *world->extras);
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
    if (!sleep_wake_everyone(world)) return EVO_ERROR_MEMORY;
    world->config.gravity = gravity;
    world->stale = true;
    return EVO_OK;
}

/* ---- Asking ---------------------------------------------------------------------------------- */

double evo_world_time(const evo_world *world) {
    return world ? world->time : 0;
}

evo_counters evo_world_counters(const evo_world *world) {
    evo_counters counters = {0};
    if (!world) return counters;
    counters.bodies = world->body_count;
    for (size_t rank = 0; rank < world->body_count; ++rank)
        counters.awake += body_moves(world, &world->bodies[world->traits[rank].slot]);
    counters.colliders = world->collider_count;
    counters.pairs =
        world->standing ? world->contact_count + world->sensor_pairs.count : world->recalls.count;
    for (size_t i = 0; i < world->batch_count && world->standing; ++i)
        for (unsigned bits = world->pairs[i].touching; bits; bits &= bits - 1) ++counters.contacts;
    for (size_t i = 0; i < world->recalls.count; ++i)
        counters.contacts += world->recall[i].touching && !world->recall[i].sensor;
    counters.bytes = world->bytes;
    counters.steps = world->steps;
    counters.impacts = world->impacts_ever;
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
        const body_motion *m = motion_of(world, card);
        energy += 0.5 * card->mass * vec_dot(m->velocity, m->velocity)
                  + 0.5 * card->inertia * m->spin * m->spin;
    }
    return energy;
}

evo_profile evo_world_profile(const evo_world *world) {
    evo_profile none = {0};
    return world ? world->profile : none;
}

/* ---- The hash -------------------------------------------------------------------------------- */

static uint64_t hash_word(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ (hash >> 29);
}

static uint64_t hash_double(uint64_t hash, double x) {
    uint64_t word;
    memcpy(&word, &x, sizeof word);
    return hash_word(hash, word);
}

static uint64_t hash_shape(uint64_t hash, const evo_shape *shape) {
    double sizes[3] = {0, 0, 0};
    switch (shape->kind) {
    case EVO_CIRCLE:
        sizes[0] = shape->of.circle.radius;
        break;
    case EVO_ELLIPSE:
        sizes[0] = shape->of.ellipse.radius_x;
        sizes[1] = shape->of.ellipse.radius_y;
        break;
    case EVO_RING:
        sizes[0] = shape->of.ring.inner;
        sizes[1] = shape->of.ring.outer;
        sizes[2] = shape->of.ring.half_sweep;
        break;
    case EVO_SEGMENT:
        sizes[0] = shape->of.segment.half_length;
        break;
    case EVO_NO_SHAPE:
        break;
    }
    const double numbers[] = {shape->center.x, shape->center.y, shape->axis.x, shape->axis.y,
                              sizes[0],        sizes[1],        sizes[2]};
    hash = hash_word(hash, (uint64_t)shape->kind);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
        hash = hash_double(hash, numbers[i]);
    return hash;
}

static uint64_t hash_collider(uint64_t hash, const evo_world *world, uint32_t slot) {
    const collider_card *card = &world->colliders[slot];
    const make_key *key = key_of_collider(world, card);
    const evo_material *m = &key->material;
    const double numbers[] = {m->density, m->friction, m->restitution, m->rolling_resistance,
                              m->surface_speed};
    hash = hash_word(hash, (uint64_t)slot << 32 | card->generation);
    hash = hash_word(hash, (uint64_t)key->filter.category << 32 | key->filter.mask);
    hash = hash_word(hash, (uint64_t)(uint32_t)key->filter.group << 1 | key->sensor);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
        hash = hash_double(hash, numbers[i]);
    return hash_shape(hash, &key->shape);
}

static uint64_t hash_body(uint64_t hash, const evo_world *world, const body_card *card) {
    const body_motion *m = motion_of(world, card);
    const body_extra *e = extra_of(world, card);
    const bool flags[] = {card->awake, card->enabled, card->never_sleep, card->fixed_rotation};
    const double numbers[] = {m->position.x,
                              m->position.y,
                              m->velocity.x,
                              m->velocity.y,
                              m->angle,
                              m->spin,
                              card->mass,
                              card->inertia,
                              e->center.x,
                              e->center.y,
                              e->force.x,
                              e->force.y,
                              e->torque,
                              e->damping,
                              e->spin_damping,
                              e->gravity_scale,
                              (double)world->traits[card->rank].calm};
    hash = hash_word(hash, card->kind);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; ++i) hash = hash_word(hash, flags[i]);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
        hash = hash_double(hash, numbers[i]);
    for (uint32_t slot = card->first_collider; slot != NOBODY; slot = world->colliders[slot].next)
        hash = hash_collider(hash, world, slot);
    return hash;
}

/* Contacts count in any order, standing or taken down: as a sum. */
static uint64_t hash_contact(const recalled *r) {
    uint64_t hash = hash_word((uint64_t)r->a << 32 | r->b, (uint64_t)r->second << 1 | r->touching);
    const float numbers[] = {r->push, r->drag, r->roll};
    for (int i = 0; i < 3; ++i) hash = hash_double(hash, (double)numbers[i]);
    return hash;
}

/* What neither pushed nor touched may be forgotten at any time. */
static void add_contact(void *context, const recalled *r) {
    bool counts = r->touching || r->push != 0 || r->drag != 0 || r->roll != 0;
    if (counts) *(uint64_t *)context += hash_contact(r);
}

uint64_t evo_world_hash(const evo_world *world) {
    if (!world) return 0;
    uint64_t hash = hash_double(UINT64_C(0xcbf29ce484222325), world->time), contacts = 0;
    hash = hash_double(hash, world->config.gravity.x);
    hash = hash_double(hash, world->config.gravity.y);
    for (size_t slot = 0; slot < world->body_slots.count; ++slot) {
        const body_card *card = &world->bodies[slot];
        hash = hash_word(hash, card->generation);
        if (card->generation % 2 == 1) hash = hash_body(hash, world, card);
    }
    standing_visit(world, add_contact, &contacts);
    for (size_t i = 0; i < world->recalls.count; ++i)
        if (!world->recall[i].taken) add_contact(&contacts, &world->recall[i]);
    return hash_word(hash, contacts);
}
