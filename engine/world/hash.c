/* hash.c: the whole state of a simulation as one number, to see whether two are the same. All that
 * decides the future counts, colours and normals of contacts too; what decides nothing does not:
 * indices, margins, pairs that are only near, the order of contacts, memory. */
#include "contact/bodies.h"
#include "contact/states.h"
#include "world/world.h"

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

static uint64_t hash_collider(uint64_t hash, const graph *g, uint32_t id) {
    const template_key *key = graph_key(g, id);
    const evo_material *m = &key->material;
    const double numbers[] = {m->density, m->friction, m->restitution, m->rolling_resistance,
                              m->surface_speed};
    hash = hash_word(hash, (uint64_t)id << 32 | g->colliders.records[id].generation);
    hash = hash_word(hash, (uint64_t)key->filter.category << 32 | key->filter.mask);
    hash = hash_word(hash, (uint64_t)(uint32_t)key->filter.group << 1 | key->sensor);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
        hash = hash_double(hash, numbers[i]);
    /* Few have one. */
    if (m->tangential_restitution != 0) hash = hash_double(hash, m->tangential_restitution);
    return hash_shape(hash, &key->shape);
}

static uint64_t hash_body(uint64_t hash, const evo_world *world, const body_record *record) {
    const graph *g = &world->graph;
    body_state s = body_now(world, record);
    const body_extra *e = extra_of(g, record);
    double calm =
        world->config.stepping == EVO_EVENTS ? 0 : (double)g->bodies.sims[record->index].calm;
    const bool flags[] = {record->awake, record->enabled, record->never_sleep,
                          record->fixed_rotation, record->mass_by_hand};
    const double numbers[] = {
        s.position.x, s.position.y,    s.velocity.x,    s.velocity.y,     s.angle,    s.spin,
        record->mass, record->inertia, e->center.x,     e->center.y,      e->force.x, e->force.y,
        e->torque,    e->damping,      e->spin_damping, e->gravity_scale, calm};
    hash = hash_word(hash, record->kind);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; ++i) hash = hash_word(hash, flags[i]);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
        hash = hash_double(hash, numbers[i]);
    for (uint32_t id = record->first_collider; id != NONE; id = g->colliders.records[id].next)
        hash = hash_collider(hash, g, id);
    return hash;
}

/* Contacts count in any order: as a sum. */
static void add_contact(void *context, const contact_view *v) {
    uint64_t hash =
        hash_word((uint64_t)v->a << 32 | v->b,
                  (uint64_t)v->state.squeezed << 32 | (uint64_t)v->colour << 3
                      | (uint64_t)v->sensor << 2 | (uint64_t)v->second << 1 | v->state.touching);
    const float numbers[] = {v->state.normal_x, v->state.normal_y, v->state.push, v->state.drag,
                             v->state.roll};
    for (int i = 0; i < 5; ++i) hash = hash_double(hash, (double)numbers[i]);
    if (!v->sensor || v->state.touching) *(uint64_t *)context += hash;
}

uint64_t evo_world_hash(const evo_world *world) {
    if (!world) return 0;
    const graph *g = &world->graph;
    uint64_t hash = hash_double(UINT64_C(0xcbf29ce484222325), world->time), contacts = 0;
    /* Of events, one large step does what many small ones do. */
    if (world->config.stepping == EVO_CONTACTS) hash = hash_word(hash, world->steps);
    hash = hash_double(hash, world->config.gravity.x);
    hash = hash_double(hash, world->config.gravity.y);
    for (size_t id = 0; id < g->bodies.record_list.count; ++id) {
        const body_record *record = &g->bodies.records[id];
        hash = hash_word(hash, record->generation);
        if (record->generation % 2 == 1) hash = hash_body(hash, world, record);
    }
    graph_visit(g, add_contact, &contacts);
    return hash_word(hash, contacts);
}
