/* mass.c: what a body weighs, and where its centre of mass is.
 *
 * Bodies that are not dynamic turn about their origin, which stands for the centre of mass. */
#include "shape/kind.h"
#include "world/world.h"

/* Whose inverse a float can hold. */
static const double LEAST_MASS = 1e-30;

evo_pose body_pose(const evo_world *world, const body_card *card) {
    body_motion motion = body_now(world, card);
    evo_pose pose = {motion.position, motion.angle};
    evo_vec2 center = body_center(world, card);
    if (center.x != 0 || center.y != 0)
        pose.position = vec_sub(pose.position, vec_turn(center, evo_direction(pose.angle)));
    return pose;
}

evo_vec2 body_center_at(const evo_world *world, const body_card *card, evo_pose pose) {
    evo_vec2 center = body_center(world, card);
    if (center.x == 0 && center.y == 0) return pose.position;
    return vec_add(pose.position, vec_turn(center, evo_direction(pose.angle)));
}

bool body_is_driven(const evo_world *world, const body_card *card) {
    const body_extra *e = extra_of(world, card);
    bool pushed = e->force.x != 0 || e->force.y != 0 || e->torque != 0;
    return card->kind == EVO_DYNAMIC && (pushed || e->damping > 0 || e->spin_damping > 0);
}

bool body_moves(const evo_world *world, const body_card *card) {
    if (!card->enabled || !card->awake || card->kind == EVO_STATIC) return false;
    if (card->kind == EVO_DYNAMIC) return true;
    body_motion motion = body_now(world, card);
    return motion.velocity.x != 0 || motion.velocity.y != 0 || motion.spin != 0;
}

evo_vec2 body_pull(const evo_world *world, uint32_t rank) {
    const body_trait *trait = &world->traits[rank];
    evo_vec2 pull = vec_scale(world->config.gravity, (double)trait->pull);
    if (!trait->driven) return pull;
    const body_card *card = &world->bodies[trait->slot];
    return vec_along(pull, 1 / card->mass, extra_of(world, card)->force);
}

void forces_clear(evo_world *world, body_card *card) {
    if (card->extra == NOBODY) return;
    body_extra *extra = extra_make(world, card);
    extra->force = vec(0, 0);
    extra->torque = 0;
    world->traits[card->rank].driven = body_is_driven(world, card);
}

/* Radii of gyration that floats can hold, and divide by; beyond, a body does not turn. */
static const double GYRATION_LEAST = 1e-18, GYRATION_MOST = 1e18;

/* What does not move by forces turns by 1, so that contacts feel its spin. */
double body_turns_by(const body_card *card) {
    if (card->kind != EVO_DYNAMIC) return 1;
    if (card->fixed_rotation || !(card->inertia > 0)) return 0;
    double gyration = sqrt(card->inertia / card->mass);
    return gyration >= GYRATION_LEAST && gyration <= GYRATION_MOST ? gyration : 0;
}

static evo_mass mass_of_shape(const evo_world *world, uint32_t slot, bool unit) {
    evo_mass none = {0, {0, 0}, 0};
    const make_key *key = key_of_collider(world, &world->colliders[slot]);
    return key->sensor ? none : evo_shape_mass(&key->shape, unit ? 1 : key->material.density);
}

/* Of a body's shapes together, at their own densities, or all at density 1. About the common
 * centre, once that is known: from elsewhere it would be a small difference of large numbers. */
static evo_mass sum_of_shapes(const evo_world *world, const body_card *card, bool unit) {
    evo_mass sum = {0, {0, 0}, 0};
    uint32_t slot = card->first_collider;
    for (; slot != NOBODY; slot = world->colliders[slot].next) {
        evo_mass m = mass_of_shape(world, slot, unit);
        sum.mass += m.mass;
        sum.center = vec_along(sum.center, m.mass, m.center);
    }
    if (sum.mass < LEAST_MASS) return sum;
    sum.center = vec_scale(sum.center, 1 / sum.mass);
    for (slot = card->first_collider; slot != NOBODY; slot = world->colliders[slot].next) {
        evo_mass m = mass_of_shape(world, slot, unit);
        evo_vec2 off = vec_sub(m.center, sum.center);
        sum.inertia += m.inertia + m.mass * vec_dot(off, off);
    }
    return sum;
}

/* How far the body's shapes reach from its origin. */
static double reach_of_shapes(const evo_world *world, const body_card *card) {
    double reach = 0;
    for (uint32_t slot = card->first_collider; slot != NOBODY; slot = world->colliders[slot].next) {
        const evo_shape *shape = shape_of(world, slot);
        reach = fmax(reach, vec_length(shape->center) + shape_reach(shape));
    }
    return reach;
}

/* Every dynamic body needs a mass: one without any weighs 1, spread as its area is, or else as in a
 * disk of its reach. */
static evo_mass mass_of_shapes(const evo_world *world, const body_card *card) {
    evo_mass mass = sum_of_shapes(world, card, false);
    if (mass.mass >= LEAST_MASS) return mass;
    mass = sum_of_shapes(world, card, true);
    if (mass.mass >= LEAST_MASS) {
        mass.inertia /= mass.mass;
        mass.mass = 1;
        return mass;
    }
    double reach = reach_of_shapes(world, card);
    evo_mass unit = {1, {0, 0}, reach > 0 ? 0.5 * reach * reach : 0.5};
    return unit;
}

static void weigh(evo_world *world, body_card *card) {
    if (card->mass_by_hand || card->kind != EVO_DYNAMIC) return;
    evo_mass mass = mass_of_shapes(world, card);
    evo_vec2 before = extra_of(world, card)->center;
    card->mass = mass.mass;
    card->inertia = mass.inertia;
    if (mass.center.x != before.x || mass.center.y != before.y)
        extra_make(world, card)->center = mass.center;
}

void mass_update(evo_world *world, body_card *card, evo_pose pose) {
    body_motion *motion = motion_of(world, card);
    evo_vec2 before = motion->position;
    weigh(world, card);
    motion->position = body_center_at(world, card, pose);
    /* The body turns on as it did: its new centre has the speed of that place. */
    evo_vec2 moved = vec_sub(motion->position, before);
    motion->velocity = vec_along(motion->velocity, motion->spin, vec_left(moved));
    trait_update(world, card);
}

void trait_update(evo_world *world, const body_card *card) {
    body_trait *trait = &world->traits[card->rank];
    bool dynamic = card->kind == EVO_DYNAMIC;
    trait->pull = dynamic ? (float)extra_of(world, card)->gravity_scale : 0;
    trait->driven = body_is_driven(world, card);
    trait->wakeful = !dynamic || card->never_sleep;
    trait->inverse_mass = dynamic ? (float)(1 / card->mass) : 0;
    trait->gyration = body_turns_by(card) > 0 ? (float)body_turns_by(card) : 1;
}
