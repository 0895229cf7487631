/* takeoff.c: bodies of a world of events, from the user's door into the event scheduler. */
#include "contact/bodies.h"
#include "contact/contacts.h"
#include "contact/moving.h"
#include "contact/pairs.h"
#include "core/array.h"
#include "event/obstruct.h"
#include "shape/kind.h"
#include "world/flight.h"

/* ---- Which bodies are particles -------------------------------------------------------------- */

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

/* Returns whether disks and walls are the only shapes, where shapes grow. */
static bool all_can_grow(const evo_world *world) {
    if (world->events.growth == 0) return true;
    for (uint32_t index = 0; index < world->graph.bodies.count; ++index) {
        const body_record *record =
            &world->graph.bodies.records[world->graph.bodies.sims[index].id];
        bool there = record->enabled && record->first_collider != NONE;
        if (there && !(flies(record) && disk_of(world, record))) return false;
    }
    return true;
}

/* ---- Taking off ------------------------------------------------------------------------------ */

/* Indices: those that do not fly first, the others in the order they had. */
static bool order_indices(evo_world *world, uint32_t *particles) {
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
    const evo_filter nothing = {1, 0, 0};
    kind.shapeless = record->first_collider == NONE;
    kind.filter = nothing;
    if (kind.shapeless) return kind;
    const template_key *key = graph_key(&world->graph, record->first_collider);
    kind.friction = key->material.friction;
    kind.restitution = key->material.restitution;
    kind.tangential = key->material.tangential_restitution;
    kind.surface_speed = key->material.surface_speed;
    kind.filter = key->filter;
    return kind;
}

/* All that the scheduler is told of a body. */
typedef struct takeoff {
    particle_kind kind;
    evo_flight flight;
    double radius;
} takeoff;

static bool prepare(evo_world *world, event_world *s, uint32_t index, takeoff *t) {
    const body_state *motion = &world->graph.bodies.states[index];
    const body_record *record = graph_body_at(&world->graph, index);
    const template_key *disk = disk_of(world, record);
    evo_flight flight = {motion->position, motion->velocity, motion->angle, motion->spin};
    t->flight = flight;
    t->kind = kind_of_body(world, record);
    t->radius = disk ? disk->shape.of.circle.radius : 0;
    return disk || add_parts(world, s, record, &t->radius);
}

static bool set_off(evo_world *world, event_world *s, uint32_t index, uint32_t number) {
    takeoff t;
    if (!prepare(world, s, index, &t)) return false;
    uint32_t kind = particles_add_kind(&s->particles, &t.kind);
    if (kind == NO_PARTICLE) return false;
    particles_set(&s->particles, number, &t.flight, t.radius, kind);
    world->events.ids[number] = world->graph.bodies.sims[index].id;
    return true;
}

static obstacle obstacle_of(const graph *g, uint32_t collider, const evo_flight *flight) {
    const template_key *key = graph_key(g, collider);
    obstacle made = {.shape = &key->shape,
                     .flight = *flight,
                     .material = key->material,
                     .filter = key->filter,
                     .owner = collider,
                     .sensor = key->sensor};
    return made;
}

/* What stands there, or moves steadily. */
static bool add_obstacles(evo_world *world, event_world *s, size_t grounded) {
    for (uint32_t index = 0; index < grounded; ++index) {
        const body_record *record =
            &world->graph.bodies.records[world->graph.bodies.sims[index].id];
        const body_state *m = &world->graph.bodies.states[index];
        if (!record->enabled || record->kind == EVO_DYNAMIC) continue;
        evo_flight flight = {m->position, m->velocity, m->angle, m->spin};
        for (uint32_t c = record->first_collider; c != NONE;
             c = world->graph.colliders.records[c].next) {
            obstacle added = obstacle_of(&world->graph, c, &flight);
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
        obstacle added = {.shape = &world->events.walls[i],
                          .material = world->config.wall,
                          .owner = NONE,
                          .shaped_only = true};
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
        .touched = world->events.touched,
        .lanes = config->lanes,
    };
    return space;
}

static evo_result start(evo_world *world, event_world *s, uint32_t particles) {
    event_space space = space_of(world);
    list_size *ids = &world->events.id_list;
    size_t grounded = world->graph.bodies.count - particles;
    if (!event_init(s, &world->memory, &space, particles, world->time)
        || !array_reserve(&world->memory, &world->events.ids, &ids->capacity, particles,
                          sizeof *world->events.ids))
        return EVO_ERROR_MEMORY;
    for (uint32_t i = 0; i < particles; ++i)
        if (!set_off(world, s, (uint32_t)grounded + i, i)) return EVO_ERROR_MEMORY;
    if (!add_obstacles(world, s, grounded) || !add_walls(world, s)) return EVO_ERROR_MEMORY;
    switch (event_start(s)) {
    case EVENT_STARTED:
        return touches_reserve(&world->graph, s->sensors.count + world->events.visits.count)
                   ? EVO_OK
                   : EVO_ERROR_MEMORY;
    case EVENT_NO_MEMORY:
        return EVO_ERROR_MEMORY;
    case EVENT_OVERLAP:
        break;
    }
    return EVO_ERROR_INVALID;
}

/* What is by index shrinks to those that do not fly. */
static void leave_indices(evo_world *world) {
    body_store *all = &world->graph.bodies;
    uint32_t particles = world->events.flight.particles.count;
    size_t grounded = all->count -= particles;
    for (uint32_t i = 0; i < particles; ++i)
        graph_body(&world->graph, world->events.ids[i])->index = FLYING | i;
    array_trim(&world->memory, &all->states, &all->state_capacity, grounded, sizeof *all->states);
    array_trim(&world->memory, &all->sims, &all->sim_capacity, grounded, sizeof *all->sims);
    array_free(&world->memory, &all->moved, &all->moved_list.capacity, sizeof *all->moved);
    (void)aligned_resize(&world->memory, &world->graph.scratch.block, 0, 64);
    world->graph.scratch.capacity = 64;
}

/* For queries: what stands still is in the index, for as long as the world flies. */
static bool link_still(graph *g) {
    for (uint32_t i = 0; i < g->bodies.count; ++i) {
        const body_record *record = graph_body_at(g, i);
        bool still = record->enabled && record->kind == EVO_STATIC;
        for (uint32_t c = record->first_collider; c != NONE; c = g->colliders.records[c].next) {
            if (!still) grid_unlink(&g->index, c);
            if (still && !margin_link_still(g, c)) return false;
        }
    }
    return true;
}

static evo_result begin_all(evo_world *world) {
    uint32_t particles;
    if (!all_can_grow(world)) return EVO_ERROR_UNSUPPORTED;
    if (!link_still(&world->graph) || !order_indices(world, &particles)) return EVO_ERROR_MEMORY;
    evo_result result = start(world, &world->events.flight, particles);
    if (result != EVO_OK) {
        event_free(&world->events.flight);
        return result;
    }
    world->events.flying = true;
    waiting_clear(world);
    visits_note(world);
    leave_indices(world);
    return EVO_OK;
}

/* ---- One body -------------------------------------------------------------------------------- */

/* Those that were released, were changed, and are to go back. */
static bool is_to_fly(const body_record *record) {
    return record->generation % 2 == 1 && flies(record) && !(record->index & FLYING);
}

static bool is_to_stand(const body_record *record) {
    return record->generation % 2 == 1 && record->enabled && record->kind != EVO_DYNAMIC;
}

static evo_result result_of(event_join_result joined) {
    if (joined == EVENT_JOINED) return EVO_OK;
    return joined == EVENT_JOIN_OVERLAP ? EVO_ERROR_INVALID : EVO_ERROR_MEMORY;
}

/* As if it had moved so since the start. */
static void set_back(evo_world *world, uint32_t index) {
    double since = event_elapsed(&world->events.flight);
    body_state *state = &world->graph.bodies.states[index];
    state->position = vec_along(state->position, -since, state->velocity);
    state->angle -= since * state->spin;
}

/* All of its shapes, or none. */
static evo_result stand(evo_world *world, uint32_t id, bool *anew) {
    graph *g = &world->graph;
    event_bridge *e = &world->events;
    const body_record *record = graph_body(g, id);
    bool moves = record->kind == EVO_KINEMATIC;
    body_state now = g->bodies.states[record->index];
    if (moves) set_back(world, record->index);
    const body_state *m = &g->bodies.states[record->index];
    evo_flight flight = {m->position, m->velocity, m->angle, m->spin};
    event_join_result result = EVENT_JOINED;
    for (uint32_t c = record->first_collider; c != NONE && result == EVENT_JOINED;
         c = g->colliders.records[c].next) {
        obstacle added = obstacle_of(g, c, &flight);
        bool linked = moves || margin_link_still(g, c);
        result = linked ? event_obstruct(&e->flight, &added) : EVENT_JOIN_MEMORY;
    }
    *anew = result == EVENT_JOIN_ANEW;
    if (result == EVENT_JOINED) return EVO_OK;
    for (uint32_t c = record->first_collider; c != NONE; c = g->colliders.records[c].next)
        event_clear(&e->flight, c);
    g->bodies.states[record->index] = now;
    return result_of(result);
}

/* There is room for its number and to tell of its sensors. *anew: all have to. */
static evo_result join(evo_world *world, uint32_t id, bool *anew) {
    event_bridge *e = &world->events;
    body_record *record = graph_body(&world->graph, id);
    size_t parts = e->flight.particles.part_count;
    takeoff t;
    uint32_t number;
    event_join_result joined = EVENT_JOIN_MEMORY;
    if (prepare(world, &e->flight, record->index, &t))
        joined = event_join(&e->flight, &t.flight, t.radius, &t.kind, &number);
    *anew = joined == EVENT_JOIN_ANEW;
    if (joined != EVENT_JOINED) e->flight.particles.part_count = parts;
    if (joined != EVENT_JOINED) return result_of(joined);
    e->ids[number] = id;
    for (uint32_t c = record->first_collider; c != NONE; c = world->graph.colliders.records[c].next)
        grid_unlink(&world->graph.index, c);
    body_index_give(&world->graph, id);
    record->index = FLYING | number;
    visits_note_of(world, number);
    return EVO_OK;
}

static bool reserve_join(evo_world *world) {
    event_bridge *e = &world->events;
    return array_reserve(&world->memory, &e->ids, &e->id_list.capacity,
                         (size_t)e->flight.particles.count + 1, sizeof *e->ids)
           && touches_reserve(&world->graph, e->flight.obstacles.count + e->visits.count);
}

/* All that wait, in the order in which they landed; those that cannot fly go on waiting. */
static evo_result join_all(evo_world *world) {
    event_bridge *e = &world->events;
    evo_result result = EVO_OK;
    size_t kept = 0, count = e->waiting_list.count;
    for (size_t i = 0; i < count; ++i) {
        uint32_t id = e->waiting[i];
        body_record *record = graph_body(&world->graph, id);
        bool anew = false, stands = is_to_stand(record);
        record->waiting = false;
        if (!stands && !is_to_fly(record)) continue;
        evo_result joined = EVO_ERROR_MEMORY;
        if (reserve_join(world)) joined = stands ? stand(world, id, &anew) : join(world, id, &anew);
        if (anew) return event_bridge_end(world) ? begin_all(world) : EVO_ERROR_MEMORY;
        if (joined == EVO_OK) continue;
        record->waiting = true;
        e->waiting[kept++] = id;
        if (result == EVO_OK) result = joined;
    }
    e->waiting_list.count = kept;
    return result;
}

evo_result event_bridge_begin(evo_world *world) {
    return world->events.flying ? join_all(world) : begin_all(world);
}

/* And looks ahead at once, so that asking for what comes next changes nothing. */
void event_bridge_rejoin(evo_world *world) {
    double when;
    if (world->events.flying && join_all(world) == EVO_OK)
        (void)event_peek(&world->events.flight, &when);
}

bool event_bridge_ask(evo_world *world, double *when) {
    event_world trial;
    uint32_t particles;
    if (world->events.flying)
        return join_all(world) == EVO_OK && event_peek(&world->events.flight, when);
    if (!all_can_grow(world) || !order_indices(world, &particles)) return false;
    bool known = start(world, &trial, particles) == EVO_OK && event_peek(&trial, when);
    event_free(&trial);
    return known;
}
