/* mass.c: what a body weighs, and where its centre of mass is.
 *
 * Bodies that are not dynamic turn about their origin, which stands for the centre of mass. */
#include "shape/kind.h"
#include "world/world.h"

evo_vec2 body_origin(const body_card *card, const body_motion *motion) {
    if (card->center.x == 0 && card->center.y == 0) return motion->position;
    return vec_sub(motion->position, vec_turn(card->center, evo_direction(motion->angle)));
}

evo_vec2 body_center_at(const body_card *card, evo_pose pose) {
    if (card->center.x == 0 && card->center.y == 0) return pose.position;
    return vec_add(pose.position, vec_turn(card->center, evo_direction(pose.angle)));
}

/* Of a body's shapes together, at their own densities, or all at density 1. */
static evo_mass sum_of_shapes(const evo_world *world, const body_card *card, bool unit) {
    evo_mass sum = {0, {0, 0}, 0};
    for (uint32_t slot = card->first_collider; slot != NOBODY; slot = world->colliders[slot].next) {
        const collider_card *c = &world->colliders[slot];
        if (c->sensor) continue;
        evo_mass m = evo_shape_mass(&c->shape, unit ? 1 : c->material.density);
        sum.mass += m.mass;
        sum.center = vec_along(sum.center, m.mass, m.center);
        sum.inertia += m.inertia + m.mass * vec_dot(m.center, m.center);
    }
    if (sum.mass > 0) {
        sum.center = vec_scale(sum.center, 1 / sum.mass);
        sum.inertia -= sum.mass * vec_dot(sum.center, sum.center);
    }
    return sum;
}

/* How far the body's shapes reach from its origin. */
static double reach_of_shapes(const evo_world *world, const body_card *card) {
    double reach = 0;
    for (uint32_t slot = card->first_collider; slot != NOBODY; slot = world->colliders[slot].next) {
        const evo_shape *shape = &world->colliders[slot].shape;
        reach = fmax(reach, vec_length(shape->center) + shape_reach(shape));
    }
    return reach;
}

/* Every dynamic body needs a mass: one without any weighs 1, spread as its area is, or else as in a
 * disk of its reach. */
static evo_mass mass_of_shapes(const evo_world *world, const body_card *card) {
    evo_mass mass = sum_of_shapes(world, card, false);
    if (mass.mass > 0) return mass;
    mass = sum_of_shapes(world, card, true);
    if (mass.mass > 0) {
        mass.inertia /= mass.mass;
        mass.mass = 1;
        return mass;
    }
    double reach = reach_of_shapes(world, card);
    evo_mass unit = {1, {0, 0}, reach > 0 ? 0.5 * reach * reach : 0.5};
    return unit;
}

void mass_update(evo_world *world, body_card *card) {
    body_motion *motion = motion_of(world, card);
    evo_pose pose = {body_origin(card, motion), motion->angle};
    evo_vec2 before = motion->position;
    if (card->kind != EVO_DYNAMIC) {
        card->mass = card->inertia = 0;
        card->center = vec(0, 0);
    } else {
        evo_mass mass = card->by_hand.mass > 0 ? card->by_hand : mass_of_shapes(world, card);
        card->mass = mass.mass;
        card->inertia = mass.inertia;
        card->center = mass.center;
    }
    motion->position = body_center_at(card, pose);
    /* The body turns on as it did: its new centre has the speed of that place. */
    evo_vec2 moved = vec_sub(motion->position, before);
    motion->velocity = vec_along(motion->velocity, motion->spin, vec_left(moved));
    body_trait *trait = &world->traits[card->rank];
    bool dynamic = card->kind == EVO_DYNAMIC;
    double gyration = dynamic && card->inertia > 0 ? sqrt(card->inertia / card->mass) : 1;
    bool turns = dynamic && card->inertia > 0 && !card->fixed_rotation;
    trait->pull = dynamic ? (float)card->gravity_scale : 0;
    trait->driven = body_is_driven(card);
    trait->wakeful = !dynamic || card->never_sleep;
    trait->inverse_mass = dynamic ? (float)(1 / card->mass) : 0;
    trait->gyration = (float)gyration;
    trait->inverse_gyration = turns || !dynamic ? (float)(1 / gyration) : 0;
}
