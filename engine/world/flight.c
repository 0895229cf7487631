/* flight.c: worlds of EVO_EVENTS: bodies between the user's door and the schedule of flights.
 *
 * While a world flies, its dynamic bodies are in the schedule, and nowhere else: ranks and what
 * stands by rank are those of the others alone. Whoever wants to change something lands the world
 * first; the next step takes off again. So a body in flight costs no more than a particle. */
#include "core/array.h"
#include "core/sort.h"
#include "shape/kind.h"
#include "shape/limits.h"
#include "world/world.h"

/* ---- Who flies ------------------------------------------------------------------------------- */

static bool flies(const body_card *card) {
    return card->enabled && card->kind == EVO_DYNAMIC;
}

/* The shape of a body that is one disk about its centre of mass; NULL for others. */
static const make_key *disk_of(const evo_world *world, const body_card *card) {
    if (card->first_collider == NOBODY) return NULL;
    const collider_card *only = &world->colliders[card->first_collider];
    const make_key *key = key_of_collider(world, only);
    evo_vec2 center = body_center(world, card);
    bool centered = key->shape.center.x == center.x && key->shape.center.y == center.y;
    bool disk = only->next == NOBODY && key->shape.kind == EVO_CIRCLE && centered;
    return disk ? key : NULL;
}

static bool is_ordinary(const evo_world *world, const body_card *card) {
    const body_extra *extra = extra_of(world, card);
    for (uint32_t c = card->first_collider; c != NOBODY; c = world->colliders[c].next)
        if (key_of_collider(world, &world->colliders[c])->sensor) return false;
    return extra->damping == 0 && extra->spin_damping == 0 && extra->gravity_scale == 1;
}

/* What events have no meaning for: damping, a gravity of one's own, sensors that fly; and growth
 * among anything but disks and walls. */
static bool can_take_off(const evo_world *world) {
    bool grows = world->growth != 0;
    for (uint32_t rank = 0; rank < world->body_count; ++rank) {
        const body_card *card = &world->bodies[world->traits[rank].slot];
        if (flies(card) && !is_ordinary(world, card)) return false;
        bool there = card->enabled && card->first_collider != NOBODY;
        if (grows && there && !(flies(card) && disk_of(world, card))) return false;
    }
    return true;
}

/* ---- Taking off ------------------------------------------------------------------------------ */

/* Ranks: those that do not fly first, the others in the order they had. */
static bool order_ranks(evo_world *world, uint32_t *particles) {
    size_t count = world->body_count, grounded = 0, flown = 0;
    size_t room = count * (sizeof(body_motion) + sizeof(body_trait));
    body_motion *motions = scratch_reserve(world, room);
    if (!motions) return false;
    body_trait *traits = (body_trait *)(void *)(motions + count);
    memcpy(motions, world->motions, count * sizeof *motions);
    memcpy(traits, world->traits, count * sizeof *traits);
    for (size_t i = 0; i < count; ++i) grounded += !flies(&world->bodies[traits[i].slot]);
    size_t next = 0;
    for (size_t i = 0; i < count; ++i) {
        body_card *card = &world->bodies[traits[i].slot];
        size_t rank = flies(card) ? grounded + flown++ : next++;
        card->rank = (uint32_t)rank;
        world->motions[rank] = motions[i];
        world->traits[rank] = traits[i];
    }
    world->grounded = grounded;
    *particles = (uint32_t)flown;
    return true;
}

/* The shapes of a body that is more than a disk, about its centre of mass; how far they reach. */
static bool add_parts(evo_world *world, event_world *s, const body_card *card, double *reach) {
    evo_vec2 center = body_center(world, card);
    *reach = 0;
    for (uint32_t c = card->first_collider; c != NOBODY; c = world->colliders[c].next) {
        const make_key *key = key_of_collider(world, &world->colliders[c]);
        particle_part part = {key->shape, key->material, key->filter};
        part.shape.center = vec_sub(part.shape.center, center);
        *reach = most_of(*reach, vec_length(part.shape.center) + shape_reach(&part.shape));
        if (!particles_add_part(&s->particles, &part)) return false;
    }
    return true;
}

/* Those of its first shape stand for the body. */
static particle_kind kind_of_body(const evo_world *world, const body_card *card) {
    particle_kind kind = {.inverse_mass = 1 / card->mass,
                       .inverse_inertia = body_turns_by(card) > 0 ? 1 / card->inertia : 0};
    if (card->first_collider == NOBODY) return kind;
    const make_key *key = key_of_collider(world, &world->colliders[card->first_collider]);
    kind.friction = key->material.friction;
    kind.restitution = key->material.restitution;
    kind.surface_speed = key->material.surface_speed;
    kind.filter = key->filter;
    return kind;
}

static bool set_off(evo_world *world, event_world *s, uint32_t number) {
    size_t rank = world->grounded + number;
    const body_motion *motion = &world->motions[rank];
    const body_card *card = &world->bodies[world->traits[rank].slot];
    const make_key *disk = disk_of(world, card);
    particle_kind kind = kind_of_body(world, card);
    double radius = disk ? disk->shape.of.circle.radius : 0;
    if (!disk && !add_parts(world, s, card, &radius)) return false;
    uint32_t kind_number = particles_add_kind(&s->particles, &kind);
    if (kind_number == NO_PARTICLE) return false;
    evo_flight flight = {motion->position, motion->velocity, motion->angle, motion->spin};
    particles_set(&s->particles, number, &flight, radius, kind_number);
    world->particle_slots[number] = world->traits[rank].slot;
    return true;
}

/* What stands there, or moves steadily. */
static bool add_obstacles(evo_world *world, event_world *s) {
    for (uint32_t rank = 0; rank < world->grounded; ++rank) {
        const body_card *card = &world->bodies[world->traits[rank].slot];
        const body_motion *m = &world->motions[rank];
        if (!card->enabled || card->kind == EVO_DYNAMIC) continue;
        evo_flight flight = {m->position, m->velocity, m->angle, m->spin};
        for (uint32_t c = card->first_collider; c != NOBODY; c = world->colliders[c].next) {
            const make_key *key = key_of_collider(world, &world->colliders[c]);
            obstacle added = {&key->shape, flight,      key->material, key->filter,
                              c,           key->sensor, false};
            if (!obstacles_add(&s->obstacles, &added)) return false;
        }
    }
    return true;
}

/* Walls, for those that are more than disks. */
static bool add_walls(evo_world *world, event_world *s) {
    evo_bounds b = world->config.bounds;
    const evo_vec2 corners[] = {b.min, {b.max.x, b.min.y}, b.max, {b.min.x, b.max.y}};
    if (world->config.boundary != EVO_WALLS || s->particles.special_count == 0) return true;
    for (int i = 0; i < 4; ++i) {
        world->walls[i] = evo_segment(corners[i], corners[(i + 1) % 4]);
        obstacle added = {&world->walls[i],
                          {{0, 0}, {0, 0}, 0, 0},
                          world->config.wall,
                          {0, 0, 0},
                          NOBODY,
                          false,
                          true};
        if (!obstacles_add(&s->obstacles, &added)) return false;
    }
    return true;
}

static event_space space_of(const evo_world *world) {
    const evo_world_config *config = &world->config;
    event_space space = {
        .periodic = config->boundary == EVO_PERIODIC,
        .walled = config->boundary == EVO_WALLS,
        .bounds = config->bounds,
        .gravity = config->gravity,
        .growth = world->growth / world->grown,
        .wall = config->wall,
        .mix_friction = config->mix_friction,
        .mix_restitution = config->mix_restitution,
        .contact_time = config->contact_time,
        .lanes = config->lanes,
    };
    return space;
}

static evo_result start(evo_world *world, event_world *s, uint32_t particles) {
    event_space space = space_of(world);
    list_size *slots = &world->particle_slot_list;
    if (!event_init(s, &world->memory, &space, particles, world->time)
        || !array_reserve(&world->memory, &world->particle_slots, &slots->capacity, particles,
                          sizeof *world->particle_slots))
        return EVO_ERROR_MEMORY;
    for (uint32_t i = 0; i < particles; ++i)
        if (!set_off(world, s, i)) return EVO_ERROR_MEMORY;
    if (!add_obstacles(world, s) || !add_walls(world, s)) return EVO_ERROR_MEMORY;
    switch (event_start(s)) {
    case EVENT_STARTED:
        return touch_reserve(world, s->sensors.count + world->recalls.count) ? EVO_OK
                                                                           : EVO_ERROR_MEMORY;
    case EVENT_NO_MEMORY:
        return EVO_ERROR_MEMORY;
    case EVENT_OVERLAP:
        break;
    }
    return EVO_ERROR_INVALID;
}

/* The colliders of a particle and of the sensor that it is in. */
static recalled visit_of(const evo_world *world, const sensor_overlap *visit) {
    const body_card *card = &world->bodies[world->particle_slots[visit->particle]];
    recalled r = {.a = card->first_collider,
                  .b = world->flight.obstacles.all[visit->sensor].owner,
                  .touching = true,
                  .sensor = true};
    return r;
}

/* What is in a sensor now and was not before the world landed; and the other way round. */
static void note_visits(evo_world *world) {
    const event_world *s = &world->flight;
    for (size_t i = 0; i < s->sensors.count; ++i) {
        recalled now = visit_of(world, &s->sensors.items[i]);
        recalled *before = recall_find(world, now.a, now.b, false);
        if (before)
            before->taken = true;
        else
            touch_add(world, now.a, now.b, true, true);
    }
    for (size_t i = 0; i < world->recalls.count; ++i) {
        const recalled *r = &world->recall[i];
        if (!r->taken) touch_add(world, r->a, r->b, false, true);
    }
    world->recalls.count = 0;
    recall_link(world);
}

/* What is by rank shrinks to those that do not fly. */
static void leave_ranks(evo_world *world) {
    const evo_allocator *memory = &world->memory;
    array_trim(memory, &world->motions, &world->motion_capacity, world->grounded,
               sizeof *world->motions);
    array_trim(memory, &world->traits, &world->trait_capacity, world->grounded,
               sizeof *world->traits);
    array_trim(memory, &world->scratch, &world->scratch_capacity, 0, sizeof *world->scratch);
}

evo_result flight_begin(evo_world *world) {
    uint32_t particles;
    if (world->flying) return EVO_OK;
    if (!can_take_off(world)) return EVO_ERROR_UNSUPPORTED;
    if (!order_ranks(world, &particles)) return EVO_ERROR_MEMORY;
    evo_result result = start(world, &world->flight, particles);
    if (result != EVO_OK) {
        event_free(&world->flight);
        return result;
    }
    world->flying = true;
    note_visits(world);
    leave_ranks(world);
    return EVO_OK;
}

/* ---- In flight ------------------------------------------------------------------------------- */

/* Impacts kept of a step, unless told otherwise. */
enum { IMPACTS_KEPT = 65536 };

static bool is_particle(const evo_world *world, const body_card *card) {
    return world->flying && card->rank >= world->grounded;
}

body_motion flight_motion(const evo_world *world, const body_card *card) {
    if (!is_particle(world, card)) {
        body_motion motion = *motion_of(world, card);
        if (!world->flying || card->kind != EVO_KINEMATIC || !card->enabled) return motion;
        double since = event_elapsed(&world->flight);
        motion.position = vec_along(motion.position, since, motion.velocity);
        motion.angle += since * motion.spin;
        return motion;
    }
    evo_flight f = event_flight(&world->flight, card->rank - (uint32_t)world->grounded);
    body_motion motion = {f.position, f.velocity, f.angle, f.spin};
    return motion;
}

/* ---- Landing --------------------------------------------------------------------------------- */

static void add_sums(evo_sums *sums, const event_sums *more) {
    sums->pair_impacts += more->impacts;
    sums->wall_impacts += more->wall_impacts;
    sums->virial += more->virial;
    sums->wall_impulse += more->wall_impulse;
}

static void land_body(evo_world *world, uint32_t slot) {
    body_card *card = &world->bodies[slot];
    body_motion motion = flight_motion(world, card);
    body_trait trait = {.slot = slot};
    world->motions[card->rank] = motion;
    world->traits[card->rank] = trait;
    trait_update(world, card);
}

static void recall_visits(evo_world *world) {
    for (size_t i = 0; i < world->flight.sensors.count; ++i)
        world->recall[i] = visit_of(world, &world->flight.sensors.items[i]);
    world->recalls.count = world->flight.sensors.count;
    recall_link(world);
}

/* A collider as it has grown. What grows keeps its mass: its density falls. */
static evo_collider_config grown(const evo_world *world, uint32_t slot, double scale) {
    evo_collider_config config = evo_collider_get(world, collider_handle(world, slot));
    config.shape.of.circle.radius *= scale;
    config.material.density /= scale * scale;
    return config;
}

/* Makes for all particles as they have grown, by particle; NULL when memory is refused. */
static uint32_t *take_grown_makes(evo_world *world, double scale) {
    uint32_t *makes = scratch_reserve(world, (world->body_count + 1) * sizeof *makes);
    for (uint32_t i = 0; makes && i < world->flight.particles.count; ++i) {
        uint32_t slot = world->bodies[world->particle_slots[i]].first_collider;
        evo_collider_config config = grown(world, slot, scale);
        makes[i] = make_take(world, &config);
        if (makes[i] != NOBODY) continue;
        while (i-- > 0) make_give(world, makes[i]);
        return NULL;
    }
    return makes;
}

static void become_grown(evo_world *world, const uint32_t *makes, double scale) {
    for (uint32_t i = 0; i < world->flight.particles.count; ++i) {
        body_card *card = &world->bodies[world->particle_slots[i]];
        collider_card *only = &world->colliders[card->first_collider];
        make_give(world, only->make);
        only->make = makes[i];
        if (!card->mass_by_hand) card->inertia *= scale * scale;
    }
}

bool flight_end(evo_world *world) {
    if (!world->flying) return true;
    double scale = event_scale(&world->flight);
    if (!array_reserve(&world->memory, &world->recall, &world->recalls.capacity,
                       world->flight.sensors.count, sizeof *world->recall))
        return false;
    if (!array_reserve(&world->memory, &world->motions, &world->motion_capacity, world->body_count,
                       sizeof *world->motions)
        || !array_reserve(&world->memory, &world->traits, &world->trait_capacity, world->body_count,
                          sizeof *world->traits))
        return false;
    uint32_t *makes = scale != 1 ? take_grown_makes(world, scale) : NULL;
    if (scale != 1 && !makes) return false;
    world->grown *= scale;
    if (makes) become_grown(world, makes, scale);
    recall_visits(world);
    for (uint32_t rank = 0; rank < world->grounded; ++rank)
        world->motions[rank] = flight_motion(world, &world->bodies[world->traits[rank].slot]);
    for (uint32_t i = 0; i < world->flight.particles.count; ++i)
        land_body(world, world->particle_slots[i]);
    add_sums(&world->sums, &world->flight.sums);
    world->events_ever += world->flight.sums.events;
    world->impacts_ever += event_unreported(&world->flight);
    event_free(&world->flight);
    world->flying = false;
    return true;
}

void flight_free(evo_world *world) {
    if (world->flying) event_free(&world->flight);
    array_free(&world->memory, &world->particle_slots, &world->particle_slot_list.capacity,
               sizeof *world->particle_slots);
}

/* ---- A step ---------------------------------------------------------------------------------- */

/* Whom a particle met; {0}: a wall. */
static evo_body other_of(const evo_world *world, const event_impact *impact) {
    evo_body none = {0, 0};
    if (impact->b != NO_PARTICLE) return body_handle(world, world->particle_slots[impact->b]);
    if (impact->obstacle == NO_PARTICLE) return none;
    uint32_t owner = world->flight.obstacles.all[impact->obstacle].owner;
    return owner == NOBODY ? none : body_handle(world, world->colliders[owner].body);
}

static evo_impact shown(const evo_world *world, const event_impact *impact) {
    evo_body a = body_handle(world, world->particle_slots[impact->a]), b = other_of(world, impact);
    evo_impact made = {impact->time,
                       a,
                       b,
                       event_point(&world->flight, impact),
                       vec_unit(impact->delta, vec(1, 0)),
                       impact->speed,
                       impact->impulse};
    if (b.generation == 0 || a.index < b.index) return made;
    made.a = b;
    made.b = a;
    made.normal = vec_negate(made.normal);
    return made;
}

static size_t impacts_kept_most(const evo_world *world) {
    return world->config.impact_limit > 0 ? world->config.impact_limit : IMPACTS_KEPT;
}

/* Room for one impact more, unless there are too many. */
static bool reserve_impact(evo_world *world) {
    list_size *list = &world->impact_list;
    if (!(world->config.impact_speed < INFINITY) || list->count >= impacts_kept_most(world))
        return true;
    return array_reserve(&world->memory, &world->impacts, &list->capacity, list->count + 1,
                         sizeof *world->impacts);
}

static void note_impact(evo_world *world, const event_impact *impact) {
    ++world->impacts_ever;
    if (impact->speed >= world->config.impact_speed
        && world->impact_list.count < impacts_kept_most(world))
        world->impacts[world->impact_list.count++] = shown(world, impact);
}

/* There is room. */
static void note_sensed(evo_world *world, const event_impact *impact) {
    const body_card *card = &world->bodies[world->particle_slots[impact->a]];
    uint32_t sensor = world->flight.obstacles.all[impact->obstacle].owner;
    touch_add(world, card->first_collider, sensor, impact->began, true);
}

/* Whether something more happens up to the present. What cannot be looked up is. */
static bool is_due(evo_world *world) {
    double when;
    return !event_peek(&world->flight, &when) || when <= event_time(&world->flight);
}

/* Why it goes no farther. */
static evo_result refusal(const evo_world *world) {
    return world->flight.limits.full ? EVO_ERROR_INVALID : EVO_ERROR_MEMORY;
}

/* Up to the present of the schedule, or as far as the budget and memory go. */
static evo_result fly(evo_world *world) {
    uint64_t budget = world->config.event_budget;
    for (uint64_t done = 0;; ++done) {
        event_impact impact;
        if (budget > 0 && done == budget) return is_due(world) ? EVO_ERROR_LIMIT : EVO_OK;
        if (!reserve_impact(world) || !touch_reserve(world, 1)) return EVO_ERROR_MEMORY;
        switch (event_next(&world->flight, &impact)) {
        case EVENT_MEMORY:
            return refusal(world);
        case EVENT_REACHED:
            return EVO_OK;
        case EVENT_IMPACT:
            if (impact.sensed)
                note_sensed(world, &impact);
            else
                note_impact(world, &impact);
            break;
        }
    }
}

evo_result flight_step(evo_world *world, double seconds) {
    double when;
    evo_result result = flight_begin(world);
    if (result != EVO_OK) return result;
    if (!event_peek(&world->flight, &when)) return refusal(world);
    events_begin(world);
    event_advance(&world->flight, seconds);
    result = fly(world);
    if (result != EVO_OK) event_stop(&world->flight);
    sort_items(world->impacts, world->impact_list.count, sizeof *world->impacts, impact_before);
    world->time = event_time(&world->flight);
    events_show(world);
    ++world->steps;
    /* Shapes that grow are what they have become. */
    if (world->growth != 0 && !flight_end(world)) return EVO_ERROR_MEMORY;
    return result;
}

evo_result evo_world_set_growth(evo_world *world, double rate) {
    if (!world || !number_fits(rate) || rate < 0) return EVO_ERROR_INVALID;
    if (world->config.stepping != EVO_EVENTS) return EVO_ERROR_UNSUPPORTED;
    if (!flight_end(world)) return EVO_ERROR_MEMORY;
    world->growth = rate;
    world->grown = 1;
    return EVO_OK;
}

/* ---- At the door ----------------------------------------------------------------------------- */

/* Taking off and looking ahead change nothing that anybody could tell. */
double evo_world_next_event(const evo_world *world) {
    evo_world *own = (evo_world *)(uintptr_t)world;
    double when;
    if (!world || world->config.stepping != EVO_EVENTS) return INFINITY;
    if (flight_begin(own) != EVO_OK || !event_peek(&own->flight, &when)) return NAN;
    return when;
}

evo_sums evo_world_sums(const evo_world *world) {
    evo_sums sums = {0};
    if (!world) return sums;
    sums = world->sums;
    if (world->flying) add_sums(&sums, &world->flight.sums);
    return sums;
}
