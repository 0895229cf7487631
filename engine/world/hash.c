/* hash.c: the whole state of a simulation as one number, to see whether two are the same. All that
 * decides the future counts, what is remembered of pairs too; what decides nothing does not: slots,
 * the order of memory, what is derived. */
#include "shape/kind.h"
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

static uint64_t hash_doubles(uint64_t hash, const double *numbers, size_t count) {
    for (size_t i = 0; i < count; ++i) hash = hash_double(hash, numbers[i]);
    return hash;
}

#define HASH_ALL(hash, numbers) hash_doubles(hash, numbers, sizeof(numbers) / sizeof *(numbers))

static uint64_t hash_shape(uint64_t hash, const evo_shape *shape) {
    enum { LEAST = 3 };
    const double place[] = {shape->center.x, shape->center.y, shape->axis.x, shape->axis.y};
    double numbers[SHAPE_NUMBERS] = {0};
    const int count = shape_kind_of(shape)->numbers(shape, numbers);
    hash = HASH_ALL(hash_word(hash, (uint64_t)shape->kind), place);
    return hash_doubles(hash, numbers, (size_t)(count > LEAST ? count : LEAST));
}

static uint64_t hash_collider(uint64_t hash, const body_store *s, uint32_t id) {
    const collider_record *record = &s->colliders[id];
    const evo_material *m = &s->materials.all[record->material];
    const double numbers[] = {m->density,       m->friction,
                              m->restitution,   m->rolling_resistance,
                              m->surface_speed, m->tangential_restitution};
    hash = hash_word(hash, (uint64_t)id << 32 | record->generation);
    hash = hash_word(hash, (uint64_t)record->filter.category << 32 | record->filter.mask);
    hash = hash_word(hash, (uint64_t)(uint32_t)record->filter.group << 1 | record->sensor);
    const evo_shape shape = collider_shape(record);
    return hash_shape(HASH_ALL(hash, numbers), &shape);
}

static uint64_t hash_body(uint64_t hash, const evo_world *world, uint32_t id) {
    const body_store *s = &world->core.bodies;
    const body_record *r = &s->records[id];
    const body_state state = body_now(world, id);
    const body_forces forces = body_forces_of(s, id);
    const double numbers[] = {state.position.x,
                              state.position.y,
                              state.velocity.x,
                              state.velocity.y,
                              state.angle,
                              state.spin,
                              r->mass,
                              r->inertia,
                              r->center.x,
                              r->center.y,
                              forces.force.x,
                              forces.force.y,
                              forces.torque,
                              forces.damping,
                              forces.spin_damping,
                              forces.gravity_scale,
                              (double)s->motions[r->slot].rest};
    const bool flags[] = {r->island != NONE, r->enabled, r->never_sleep, r->fixed_rotation,
                          r->mass_set};
    hash = hash_word(hash, r->kind);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; ++i) hash = hash_word(hash, flags[i]);
    hash = HASH_ALL(hash, numbers);
    const double pull[] = {(double)s->motions[r->slot].pull_x, (double)s->motions[r->slot].pull_y};
    if (r->first_edge != NONE) hash = HASH_ALL(hash, pull);
    for (uint32_t c = r->first_collider; c != NONE; c = s->colliders[c].next)
        hash = hash_collider(hash, s, c);
    return hash;
}

static uint64_t hash_joint(uint64_t hash, const joint_record *joint) {
    const evo_joint_config *c = &joint->config;
    const bool flags[] = {c->collide, c->limit, c->motor, c->spring};
    const double numbers[] = {c->frame_a.position.x,
                              c->frame_a.position.y,
                              c->frame_a.angle,
                              c->frame_b.position.x,
                              c->frame_b.position.y,
                              c->frame_b.angle,
                              c->lower,
                              c->upper,
                              c->motor_speed,
                              c->motor_limit,
                              c->frequency,
                              c->damping_ratio,
                              c->ratio,
                              c->break_force,
                              c->break_torque,
                              c->torque_limit,
                              c->ground_a.x,
                              c->ground_a.y,
                              c->ground_b.x,
                              c->ground_b.y,
                              joint_kept(c),
                              (double)joint->point_x,
                              (double)joint->point_y};
    hash = hash_word(hash, joint->generation);
    if (joint->generation % 2 == 0) return hash;
    hash = hash_word(hash, (uint64_t)joint->bodies[0] << 32 | joint->bodies[1]);
    hash = hash_word(hash, (uint64_t)c->kind);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; ++i) hash = hash_word(hash, flags[i]);
    for (int i = 0; i < joint->rows.count; ++i)
        hash = hash_double(hash, (double)joint->impulses[i]);
    return HASH_ALL(hash, numbers);
}

/* Pairs count in any order: as a sum. */
static void add_pair(void *context, const pair_view *pair) {
    const pair_kept *kept = &pair->kept;
    const double numbers[] = {(double)kept->warm.push,
                              (double)kept->warm.drag,
                              (double)kept->warm.normal_x,
                              (double)kept->warm.normal_y,
                              (double)kept->other.push,
                              (double)kept->other.drag,
                              (double)kept->gap};
    uint64_t hash = hash_word((uint64_t)pair->ids.a << 32 | pair->ids.b, kept->touching);
    *(uint64_t *)context += HASH_ALL(hash, numbers);
}

uint64_t evo_world_hash(const evo_world *world) {
    if (!world) return 0;
    const step_world *core = &world->core;
    bodies_weigh(&world->self->core.bodies);
    uint64_t hash = hash_double(UINT64_C(0xcbf29ce484222325), core->time), pairs = 0;
    /* Worlds of events: one large step does what many small ones do. */
    if (world->config.stepping == EVO_CONTACTS) {
        hash = hash_word(hash, core->steps);
        hash = hash_double(hash, core->substep);
    }
    hash = hash_double(hash, core->settings.gravity.x);
    hash = hash_double(hash, core->settings.gravity.y);
    for (uint32_t id = 0; id < core->bodies.record_list.count; ++id) {
        const uint32_t generation = core->bodies.records[id].generation;
        hash = hash_word(hash, generation);
        if (generation % 2 == 1) hash = hash_body(hash, world, id);
    }
    for (uint32_t id = 0; id < core->joints.list.count; ++id)
        hash = hash_joint(hash, &core->joints.records[id]);
    step_visit_pairs(core, NONE, add_pair, &pairs);
    return hash_word(hash, pairs);
}
