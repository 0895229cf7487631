/* hash.c: the whole state of a simulation as one number, to see whether two are the same. What may
 * differ between equal states does not count: ranks, slack, the order of contacts, room. */
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
    body_motion m = body_now(world, card);
    const body_extra *e = extra_of(world, card);
    const bool flags[] = {card->awake, card->enabled, card->never_sleep, card->fixed_rotation,
                          card->mass_by_hand};
    const double numbers[] = {m.position.x,
                              m.position.y,
                              m.velocity.x,
                              m.velocity.y,
                              m.angle,
                              m.spin,
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
                              world->flying ? 0 : (double)world->traits[card->rank].calm};
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
    /* Of events, one large step does what many small ones do. */
    if (world->config.stepping == EVO_CONTACTS) hash = hash_word(hash, world->steps);
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
