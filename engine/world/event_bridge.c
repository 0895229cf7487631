/* event_bridge.c: worlds of EVO_EVENTS: bodies between the user's door and the event scheduler.
 *
 * While such a world flies, its dynamic bodies are in the scheduler, and nowhere else: indices and
 * hot data are those of the others alone. Before something is changed the bodies come back, and the
 * next step hands them over again. So a body in flight costs no more than a particle. */
#include "contact/bodies.h"
#include "contact/contacts.h"
#include "core/array.h"
#include "core/sort.h"
#include "shape/kind.h"
#include "shape/limits.h"
#include "world/world.h"

/* ---- Who flies ------------------------------------------------------------------------------- */

static bool flies(const body_record *record) {
    return record->enabled && record->kind == EVO_DYNAMIC;
}

/* The shape of a body that is one disk about its centre of mass; NULL for others. */
static const template_key *disk_of(const evo_world *world, const body_record *record) {
    if (record->first_collider == NONE) return NULL;
    const collider_record *only = &world->graph.colliders.records[record->first_collider];
    const template_key *key = &graph_template(&world->graph, only->made)->key;
    evo_vec2 center = body_center(&world->graph, record);
    bool centered = key->shape.center.x == center.x && key->shape.center.y == center.y;
    bool disk = only->next == NONE && key->shape.kind == EVO_CIRCLE && centered;
    return disk ? key : NULL;
}

static bool is_ordinary(const evo_world *world, const body_record *record) {
    const body_extra *extra = extra_of(&world->graph, record);
    for (uint32_t c = record->first_collider; c != NONE; c = world->graph.colliders.records[c].next)
        if (graph_key(&world->graph, c)->sensor) return false;
    return extra->damping == 0 && extra->spin_damping == 0 && extra->gravity_scale == 1;
}

/* What events have no meaning for: damping, a gravity of one's own, sensors that fly; and growth
 * among anything but disks and walls. */
static bool can_take_off(const evo_world *world) {
    bool grows = world->events.growth != 0;
    for (uint32_t index = 0; index < world->graph.bodies.count; ++index) {
        const body_record *record =
            &world->graph.bodies.records[world->graph.bodies.sims[index].id];
        if (flies(record) && !is_ordinary(world, record)) return false;
        bool there = record->enabled && record->first_collider != NONE;
        if (grows && there && !(flies(record) && disk_of(world, record))) return false;
    }
    return true;
}

/* ---- Taking off ------------------------------------------------------------------------------ */

/* Ranks: those that do not fly first, the others in the order they had. */
static bool order_indexs(evo_world *world, uint32_t *particles) {
    size_t count = world->graph.bodies.count, grounded = 0, flown = 0;
    size_t room = count * (sizeof(body_state) + sizeof(body_sim));
    body_store *all = &world->graph.bodies;
    body_state *states = graph_scratch(&world->graph, room);
    if (!states) return false;
    body_sim *sims = (body_sim *)(void *)(states + count);
    if (count > 0) memcpy(states, all->states, count * sizeof *states);
    if (count > 0) memcpy(sims, all->sims, count * sizeof *sims);
    for (size_t i = 0; i < count; ++i) grounded += !flies(&world->graph.bodies.records[sims[i].id]);
    size_t next = 0;
    for (size_t i = 0; i < count; ++i) {
        body_record *record = &world->graph.bodies.records[sims[i].id];
        size_t index = flies(record) ? grounded + flown++ : next++;
        record->index = (uint32_t)index;
        world->graph.bodies.states[index] = states[i];
        world->graph.bodies.sims[index] = sims[i];
    }
    world->events.grounded = grounded;
    *particles = (uint32_t)flown;
    return true;
}

/* The shapes of a body that is more than a disk, about its centre of mass; how far they reach. */
static bool add_parts(evo_world *world, event_world *s, const body_record *record, double *reach) {
    evo_vec2 center = body_center(&world->graph, record);
    *reach = 0;
    for (uint32_t c = record->first_collider; c != NONE;
         c = world->graph.colliders.records[c].next) {
        const template_key *key = graph_key(&world->graph, c);
        particle_part part = {key->shape, key->material, key->filter};
        part.shape.center = vec_sub(part.shape.center, center);
        *reach = most_of(*reach, vec_length(part.shape.center) + shape_reach(&part.shape));
        if (!particles_add_part(&s->particles, &part)) return false;
    }
    return true;
}

/* Those of its first shape stand for the body. */
static particle_kind kind_of_body(const evo_world *world, const body_record *record) {
    particle_kind kind = {.inverse_mass = 1 / record->mass,
                          .inverse_inertia = body_turns_by(record) > 0 ? 1 / record->inertia : 0};
    if (record->first_collider == NONE) return kind;
    const template_key *key = graph_key(&world->graph, record->first_collider);
    kind.friction = key->material.friction;
    kind.restitution = key->material.restitution;
    kind.surface_speed = key->material.surface_speed;
    kind.filter = key->filter;
    return kind;
}

static bool set_off(evo_world *world, event_world *s, uint32_t number) {
    size_t index = world->events.grounded + number;
    const body_state *motion = &world->graph.bodies.states[index];
    const body_record *record = &world->graph.bodies.records[world->graph.bodies.sims[index].id];
    const template_key *disk = disk_of(world, record);
    particle_kind kind = kind_of_body(world, record);
    double radius = disk ? disk->shape.of.circle.radius : 0;
    if (!disk && !add_parts(world, s, record, &radius)) return false;
    uint32_t kind_number = particles_add_kind(&s->particles, &kind);
    if (kind_number == NO_PARTICLE) return false;
    evo_flight flight = {motion->position, motion->velocity, motion->angle, motion->spin};
    particles_set(&s->particles, number, &flight, radius, kind_number);
    world->events.ids[number] = world->graph.bodies.sims[index].id;
    return true;
}

/* What stands there, or moves steadily. */
static bool add_obstacles(evo_world *world, event_world *s) {
    for (uint32_t index = 0; index < world->events.grounded; ++index) {
        const body_record *record =
            &world->graph.bodies.records[world->graph.bodies.sims[index].id];
        const body_state *m = &world->graph.bodies.states[index];
        if (!record->enabled || record->kind == EVO_DYNAMIC) continue;
        evo_flight flight = {m->position, m->velocity, m->angle, m->spin};
        for (uint32_t c = record->first_collider; c != NONE;
             c = world->graph.colliders.records[c].next) {
            const template_key *key = graph_key(&world->graph, c);
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
        world->events.walls[i] = evo_segment(corners[i], corners[(i + 1) % 4]);
        obstacle added = {&world->events.walls[i],
                          {{0, 0}, {0, 0}, 0, 0},
                          world->config.wall,
                          {0, 0, 0},
                          NONE,
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
        .growth = world->events.growth / world->events.grown,
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
    list_size *ids = &world->events.id_list;
    if (!event_init(s, &world->memory, &space, particles, world->time)
        || !array_reserve(&world->memory, &world->events.ids, &ids->capacity, particles,
                          sizeof *world->events.ids))
        return EVO_ERROR_MEMORY;
    for (uint32_t i = 0; i < particles; ++i)
        if (!set_off(world, s, i)) return EVO_ERROR_MEMORY;
    if (!add_obstacles(world, s) || !add_walls(world, s)) return EVO_ERROR_MEMORY;
    switch (event_start(s)) {
    case EVENT_STARTED:
        return touches_reserve(&world->graph, s->sensors.count + world->events.visit_list.count)
                   ? EVO_OK
                   : EVO_ERROR_MEMORY;
    case EVENT_NO_MEMORY:
        return EVO_ERROR_MEMORY;
    case EVENT_OVERLAP:
        break;
    }
    return EVO_ERROR_INVALID;
}

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
static void note_visits(evo_world *world) {
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

/* What is by index shrinks to those that do not fly. */
static void leave_indices(evo_world *world) {
    body_store *all = &world->graph.bodies;
    size_t grounded = world->events.grounded;
    array_trim(&world->memory, &all->states, &all->state_capacity, grounded, sizeof *all->states);
    array_trim(&world->memory, &all->sims, &all->sim_capacity, grounded, sizeof *all->sims);
    array_free(&world->memory, &all->moved, &all->moved_list.capacity, sizeof *all->moved);
    (void)aligned_resize(&world->memory, &world->graph.scratch.block, 0, 64);
    world->graph.scratch.capacity = 64;
}

evo_result event_bridge_begin(evo_world *world) {
    uint32_t particles;
    if (world->events.flying) return EVO_OK;
    if (!can_take_off(world)) return EVO_ERROR_UNSUPPORTED;
    if (!order_indexs(world, &particles)) return EVO_ERROR_MEMORY;
    evo_result result = start(world, &world->events.flight, particles);
    if (result != EVO_OK) {
        event_free(&world->events.flight);
        return result;
    }
    world->events.flying = true;
    note_visits(world);
    leave_indices(world);
    return EVO_OK;
}

/* ---- In flight ------------------------------------------------------------------------------- */

/* Impacts kept of a step, unless told otherwise. */
enum { IMPACTS_KEPT = 65536 };

static bool is_particle(const evo_world *world, const body_record *record) {
    return world->events.flying && record->index >= world->events.grounded;
}

body_state body_now(const evo_world *world, const body_record *record) {
    const event_bridge *e = &world->events;
    if (is_particle(world, record)) {
        evo_flight f = event_flight(&e->flight, record->index - (uint32_t)e->grounded);
        body_state state = {f.position, f.velocity, f.angle, f.spin};
        return state;
    }
    body_state state = world->graph.bodies.states[record->index];
    if (!e->flying || record->kind != EVO_KINEMATIC || !record->enabled) return state;
    double since = event_elapsed(&e->flight);
    state.position = vec_along(state.position, since, state.velocity);
    state.angle += since * state.spin;
    return state;
}

/* ---- Landing --------------------------------------------------------------------------------- */

static void add_sums(evo_sums *sums, const event_sums *more) {
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

static void keep_visits(evo_world *world) {
    event_bridge *e = &world->events;
    for (size_t i = 0; i < e->flight.sensors.count; ++i)
        e->visits[i] = visit_by_ids(world, &e->flight.sensors.items[i]);
    e->visit_list.count = e->flight.sensors.count;
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
    keep_visits(world);
    for (uint32_t index = 0; index < world->events.grounded; ++index)
        world->graph.bodies.states[index] =
            body_now(world, &world->graph.bodies.records[world->graph.bodies.sims[index].id]);
    for (uint32_t i = 0; i < world->events.flight.particles.count; ++i)
        land_body(world, world->events.ids[i]);
    add_sums(&world->events.sums, &world->events.flight.sums);
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

/* ---- A step ---------------------------------------------------------------------------------- */

/* Whom a particle met; {0}: a wall. */
static evo_body other_of(const evo_world *world, const event_impact *impact) {
    evo_body none = {0, 0};
    if (impact->b != NO_PARTICLE)
        return graph_body_handle(&world->graph, world->events.ids[impact->b]);
    if (impact->obstacle == NO_PARTICLE) return none;
    uint32_t owner = world->events.flight.obstacles.all[impact->obstacle].owner;
    return owner == NONE
               ? none
               : graph_body_handle(&world->graph, world->graph.colliders.records[owner].body);
}

static evo_impact shown(const evo_world *world, const event_impact *impact) {
    evo_body a = graph_body_handle(&world->graph, world->events.ids[impact->a]),
             b = other_of(world, impact);
    evo_impact made = {impact->time,
                       a,
                       b,
                       event_point(&world->events.flight, impact),
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
    const body_record *record = &world->graph.bodies.records[world->events.ids[impact->a]];
    uint32_t sensor = world->events.flight.obstacles.all[impact->obstacle].owner;
    touch_add(&world->graph, record->first_collider, sensor, impact->began, true);
}

/* Whether something more happens up to the present. What cannot be looked up is. */
static bool is_due(evo_world *world) {
    double when;
    return !event_peek(&world->events.flight, &when) || when <= event_time(&world->events.flight);
}

/* Why it goes no farther. */
static evo_result refusal(const evo_world *world) {
    return world->events.flight.limits.full ? EVO_ERROR_INVALID : EVO_ERROR_MEMORY;
}

/* Up to the present of the schedule, or as far as the budget and memory go. */
static evo_result fly(evo_world *world) {
    uint64_t budget = world->config.event_budget;
    for (uint64_t done = 0;; ++done) {
        event_impact impact;
        if (budget > 0 && done == budget) return is_due(world) ? EVO_ERROR_LIMIT : EVO_OK;
        if (!reserve_impact(world) || !touches_reserve(&world->graph, 1)) return EVO_ERROR_MEMORY;
        switch (event_next(&world->events.flight, &impact)) {
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

evo_result event_bridge_step(evo_world *world, double seconds) {
    double when;
    evo_result result = event_bridge_begin(world);
    if (result != EVO_OK) return result;
    if (!event_peek(&world->events.flight, &when)) return refusal(world);
    events_begin(world);
    event_advance(&world->events.flight, seconds);
    result = fly(world);
    if (result != EVO_OK) event_stop(&world->events.flight);
    sort_items(world->impacts, world->impact_list.count, sizeof *world->impacts, impact_before);
    world->time = event_time(&world->events.flight);
    events_show(world);
    ++world->steps;
    /* Shapes that grow are what they have become. */
    if (world->events.growth != 0 && !event_bridge_end(world)) return EVO_ERROR_MEMORY;
    return result;
}

evo_result evo_world_set_growth(evo_world *world, double rate) {
    if (!world || !number_fits(rate) || rate < 0) return EVO_ERROR_INVALID;
    if (world->config.stepping != EVO_EVENTS) return EVO_ERROR_UNSUPPORTED;
    if (rate == 0 && world->events.growth == 0) return EVO_OK;
    if (!event_bridge_end(world)) return EVO_ERROR_MEMORY;
    world->events.growth = rate;
    world->events.grown = 1;
    return EVO_OK;
}

/* ---- At the door ----------------------------------------------------------------------------- */

/* Taking off and looking ahead change nothing that anybody could tell. */
double evo_world_next_event(const evo_world *world) {
    evo_world *own = (evo_world *)(uintptr_t)world;
    double when;
    if (!world || world->config.stepping != EVO_EVENTS) return INFINITY;
    if (event_bridge_begin(own) != EVO_OK || !event_peek(&own->events.flight, &when)) return NAN;
    return when;
}

evo_sums evo_world_sums(const evo_world *world) {
    evo_sums sums = {0};
    if (!world) return sums;
    sums = world->events.sums;
    if (world->events.flying) add_sums(&sums, &world->events.flight.sums);
    return sums;
}
