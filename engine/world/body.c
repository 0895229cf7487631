/* body.c: bodies at the user's door: checked here, bare indices behind it. */
#include "core/array.h"
#include "shape/limits.h"
#include "world/world.h"

/* ---- Configs --------------------------------------------------------------------------------- */

evo_material evo_material_default(void) {
    evo_material material = {.density = 1, .friction = 0.6};
    return material;
}

evo_body_config evo_body_config_default(void) {
    evo_body_config config = {.gravity_scale = 1};
    config.material = evo_material_default();
    return config;
}

static bool kind_is_sound(evo_body_kind kind) {
    return kind == EVO_DYNAMIC || kind == EVO_STATIC || kind == EVO_KINEMATIC;
}

static bool damping_is_sound(double damping) {
    return number_fits(damping) && damping >= 0;
}

static bool config_is_sound(const evo_body_config *config) {
    evo_pose pose = {config->position, config->angle};
    return kind_is_sound(config->kind) && pose_fits(pose) && vector_fits(config->velocity)
           && number_fits(config->spin) && damping_is_sound(config->damping)
           && damping_is_sound(config->spin_damping) && number_fits(config->gravity_scale);
}

/* ---- Making and unmaking --------------------------------------------------------------------- */

/* Room for one more, in every array that has one entry a body. */
static bool reserve_body(evo_world *world) {
    const evo_allocator *memory = &world->memory;
    size_t needed = world->body_count + 1;
    list_size *slots = &world->body_slots;
    if (world->free_body == NOBODY && slots->count >= NOBODY - 1) return false;
    if (world->free_body == NOBODY
        && !array_reserve(memory, &world->bodies, &slots->capacity, slots->count + 1,
                          sizeof *world->bodies))
        return false;
    return array_reserve(memory, &world->motions, &world->motion_capacity, needed,
                         sizeof *world->motions)
           && array_reserve(memory, &world->traits, &world->trait_capacity, needed,
                            sizeof *world->traits);
}

static uint32_t take_body_slot(evo_world *world) {
    uint32_t slot = world->free_body;
    if (slot == NOBODY) {
        slot = (uint32_t)world->body_slots.count++;
        world->bodies[slot].generation = 0;
    } else {
        world->free_body = world->bodies[slot].rank;
    }
    return slot;
}

static void fill_body(evo_world *world, uint32_t slot, const evo_body_config *config) {
    uint32_t rank = (uint32_t)world->body_count++;
    body_card card = {
        .generation = world->bodies[slot].generation + 1,
        .rank = rank,
        .first_collider = NOBODY,
        .damping = config->damping,
        .spin_damping = config->spin_damping,
        .gravity_scale = config->gravity_scale,
        .user = config->user,
        .kind = (uint8_t)config->kind,
        .enabled = !config->disabled,
        .awake = !config->asleep || config->kind != EVO_DYNAMIC, /* only these sleep */
        .never_sleep = config->never_sleep,
        .fixed_rotation = config->fixed_rotation,
    };
    body_motion motion = {.position = config->position, .angle = config->angle};
    if (config->kind != EVO_STATIC) {
        motion.velocity = config->velocity;
        motion.spin = config->fixed_rotation && config->kind == EVO_DYNAMIC ? 0 : config->spin;
    }
    body_trait trait = {.slot = slot};
    world->bodies[slot] = card;
    world->motions[rank] = motion;
    world->traits[rank] = trait;
    mass_update(world, &world->bodies[slot]);
}

evo_body evo_body_create(evo_world *world, const evo_body_config *config) {
    evo_body none = {0, 0};
    evo_body_config by_default = evo_body_config_default();
    if (!config) config = &by_default;
    evo_collider_config first = {config->shape, config->material, config->filter, config->sensor,
                                 config->user};
    bool shaped = config->shape.kind != EVO_NO_SHAPE;
    if (!world || !config_is_sound(config) || (shaped && !collider_is_sound(&first))) return none;
    if (!reserve_body(world) || (shaped && !collider_reserve(world)) || !standing_end(world))
        return none;
    uint32_t slot = take_body_slot(world);
    fill_body(world, slot, config);
    world->arranged = false;
    if (!shaped) return body_handle(world, slot);
    body_card *card = &world->bodies[slot];
    (void)collider_add(world, card, &first);
    /* The velocity asked for is that of the centre of mass, wherever it now is. */
    if (config->kind != EVO_STATIC) motion_of(world, card)->velocity = config->velocity;
    return body_handle(world, slot);
}

evo_result evo_body_destroy(evo_world *world, evo_body body) {
    body_card *card = body_of(world, body);
    if (!card) return EVO_ERROR_STALE;
    if (!standing_end(world) || !forget_reserve(world, card)) return EVO_ERROR_MEMORY;
    while (card->first_collider != NOBODY) collider_remove(world, card->first_collider);
    uint32_t last = (uint32_t)--world->body_count;
    world->motions[card->rank] = world->motions[last];
    world->traits[card->rank] = world->traits[last];
    world->bodies[world->traits[card->rank].slot].rank = card->rank;
    if (card->stray) --world->stray_count;
    ++card->generation;
    card->rank = world->free_body;
    world->free_body = body.index;
    world->arranged = false;
    return EVO_OK;
}

evo_body_config evo_body_get(const evo_world *world, evo_body body) {
    evo_body_config config = {0};
    const body_card *card = body_of(world, body);
    if (!card) return config;
    const body_motion *motion = motion_of(world, card);
    config.kind = (evo_body_kind)card->kind;
    config.position = body_origin(card, motion);
    config.angle = motion->angle;
    config.velocity = motion->velocity;
    config.spin = motion->spin;
    config.damping = card->damping;
    config.spin_damping = card->spin_damping;
    config.gravity_scale = card->gravity_scale;
    config.fixed_rotation = card->fixed_rotation;
    config.disabled = !card->enabled;
    config.asleep = !card->awake;
    config.never_sleep = card->never_sleep;
    config.user = card->user;
    return config;
}

/* ---- Where it is, and how it moves ----------------------------------------------------------- */

evo_pose evo_body_pose(const evo_world *world, evo_body body) {
    evo_pose pose = {{0, 0}, 0};
    const body_card *card = body_of(world, body);
    if (!card) return pose;
    pose.position = body_origin(card, motion_of(world, card));
    pose.angle = motion_of(world, card)->angle;
    return pose;
}

evo_vec2 evo_body_velocity(const evo_world *world, evo_body body) {
    const body_card *card = body_of(world, body);
    return card ? motion_of(world, card)->velocity : vec(0, 0);
}

double evo_body_spin(const evo_world *world, evo_body body) {
    const body_card *card = body_of(world, body);
    return card ? motion_of(world, card)->spin : 0;
}

bool evo_body_awake(const evo_world *world, evo_body body) {
    const body_card *card = body_of(world, body);
    return card && card->awake && card->enabled;
}

evo_mass evo_body_mass(const evo_world *world, evo_body body) {
    evo_mass mass = {0, {0, 0}, 0};
    const body_card *card = body_of(world, body);
    if (!card) return mass;
    mass.mass = card->mass;
    mass.center = card->center;
    mass.inertia = card->inertia;
    return mass;
}

/* Whether the body rests or moves decides its rank: a change of that ends the order. */
static evo_result body_rearrange(evo_world *world) {
    if (!standing_end(world)) return EVO_ERROR_MEMORY;
    world->arranged = false;
    return EVO_OK;
}

/* Wakes a body that is asked to do something. */
static evo_result body_rouse(evo_world *world, body_card *card) {
    if (card->awake) return EVO_OK;
    return sleep_wake(world, card) ? EVO_OK : EVO_ERROR_MEMORY;
}

evo_result evo_body_set_pose(evo_world *world, evo_body body, evo_pose pose) {
    body_card *card = body_of(world, body);
    if (!card) return EVO_ERROR_STALE;
    if (!pose_fits(pose)) return EVO_ERROR_INVALID;
    evo_result result = body_rearrange(world);
    if (result == EVO_OK) result = body_rouse(world, card);
    if (result != EVO_OK) return result;
    sleep_wake_neighbours(world, card);
    body_motion *motion = motion_of(world, card);
    motion->position = body_center_at(card, pose);
    motion->angle = pose.angle;
    body_strays(world, card);
    return EVO_OK;
}

/* A kinematic body that begins or ceases to move changes its rank. */
static evo_result set_motion(evo_world *world, body_card *card, evo_vec2 velocity, double spin) {
    body_motion *motion = motion_of(world, card);
    bool moves = velocity.x != 0 || velocity.y != 0 || spin != 0;
    if (card->kind == EVO_KINEMATIC && moves != body_moves(world, card)) {
        evo_result result = body_rearrange(world);
        if (result != EVO_OK) return result;
        if (moves) sleep_wake_neighbours(world, card);
    }
    if (moves) {
        evo_result result = body_rouse(world, card);
        if (result != EVO_OK) return result;
    }
    motion->velocity = velocity;
    motion->spin = spin;
    if (world->standing) world->traits[card->rank].slack = 0;
    world->stale = true;
    return EVO_OK;
}

evo_result evo_body_set_velocity(evo_world *world, evo_body body, evo_vec2 velocity) {
    body_card *card = body_of(world, body);
    if (!card) return EVO_ERROR_STALE;
    if (!vector_fits(velocity)) return EVO_ERROR_INVALID;
    if (card->kind == EVO_STATIC) return EVO_ERROR_UNSUPPORTED;
    return set_motion(world, card, velocity, motion_of(world, card)->spin);
}

evo_result evo_body_set_spin(evo_world *world, evo_body body, double spin) {
    body_card *card = body_of(world, body);
    if (!card) return EVO_ERROR_STALE;
    if (!number_fits(spin)) return EVO_ERROR_INVALID;
    if (card->kind == EVO_STATIC) return EVO_ERROR_UNSUPPORTED;
    if (card->fixed_rotation && card->kind == EVO_DYNAMIC) return EVO_ERROR_UNSUPPORTED;
    return set_motion(world, card, motion_of(world, card)->velocity, spin);
}

/* A dynamic body that is about to feel something: checked and awake. */
static evo_result body_feels(evo_world *world, evo_body body, bool sound, body_card **card) {
    *card = body_of(world, body);
    if (!*card) return EVO_ERROR_STALE;
    if (!sound) return EVO_ERROR_INVALID;
    if ((*card)->kind != EVO_DYNAMIC) return EVO_ERROR_UNSUPPORTED;
    evo_result result = body_rouse(world, *card);
    if (result == EVO_OK) world->traits[(*card)->rank].driven = true;
    return result;
}

evo_result evo_body_apply_force(evo_world *world, evo_body body, evo_vec2 force, evo_vec2 point) {
    body_card *card;
    evo_result result = body_feels(world, body, vector_fits(force) && vector_fits(point), &card);
    if (result != EVO_OK) return result;
    evo_vec2 arm = vec_sub(point, motion_of(world, card)->position);
    card->force = vec_add(card->force, force);
    card->torque += vec_cross(arm, force);
    return EVO_OK;
}

evo_result evo_body_apply_torque(evo_world *world, evo_body body, double torque) {
    body_card *card;
    evo_result result = body_feels(world, body, number_fits(torque), &card);
    if (result != EVO_OK) return result;
    card->torque += torque;
    return EVO_OK;
}

static double spin_from(const body_card *card, double impulse) {
    return card->fixed_rotation || !(card->inertia > 0) ? 0 : impulse / card->inertia;
}

evo_result evo_body_apply_impulse(evo_world *world, evo_body body, evo_vec2 impulse,
                                  evo_vec2 point) {
    body_card *card;
    evo_result result = body_feels(world, body, vector_fits(impulse) && vector_fits(point), &card);
    if (result != EVO_OK) return result;
    body_motion *motion = motion_of(world, card);
    double turning = vec_cross(vec_sub(point, motion->position), impulse);
    return set_motion(world, card, vec_along(motion->velocity, 1 / card->mass, impulse),
                      motion->spin + spin_from(card, turning));
}

evo_result evo_body_apply_spin_impulse(evo_world *world, evo_body body, double impulse) {
    body_card *card;
    evo_result result = body_feels(world, body, number_fits(impulse), &card);
    if (result != EVO_OK) return result;
    body_motion *motion = motion_of(world, card);
    return set_motion(world, card, motion->velocity, motion->spin + spin_from(card, impulse));
}

/* ---- What it is ------------------------------------------------------------------------------ */

evo_result evo_body_set_kind(evo_world *world, evo_body body, evo_body_kind kind) {
    body_card *card = body_of(world, body);
    if (!card) return EVO_ERROR_STALE;
    if (!kind_is_sound(kind)) return EVO_ERROR_INVALID;
    if (card->kind == kind) return EVO_OK;
    evo_result result = body_rearrange(world);
    if (result == EVO_OK) result = body_rouse(world, card);
    if (result != EVO_OK) return result;
    sleep_wake_neighbours(world, card);
    body_motion *motion = motion_of(world, card);
    card->kind = (uint8_t)kind;
    card->force = vec(0, 0);
    card->torque = 0;
    if (kind == EVO_STATIC) {
        motion->velocity = vec(0, 0);
        motion->spin = 0;
    }
    mass_update(world, card);
    return EVO_OK;
}

evo_result evo_body_set_mass(evo_world *world, evo_body body, evo_mass mass) {
    body_card *card = body_of(world, body);
    if (!card) return EVO_ERROR_STALE;
    bool by_shapes =
        mass.mass == 0 && mass.inertia == 0 && mass.center.x == 0 && mass.center.y == 0;
    bool sound = number_fits(mass.mass) && number_fits(mass.inertia) && vector_fits(mass.center)
                 && mass.mass >= 1e-30 && mass.inertia >= 0;
    if (!by_shapes && !sound) return EVO_ERROR_INVALID;
    if (card->kind != EVO_DYNAMIC) return EVO_ERROR_UNSUPPORTED;
    evo_result result = body_rearrange(world);
    if (result == EVO_OK) result = body_rouse(world, card);
    if (result != EVO_OK) return result;
    card->by_hand = mass;
    mass_update(world, card);
    return EVO_OK;
}

evo_result evo_body_set_damping(evo_world *world, evo_body body, double damping,
                                double spin_damping) {
    body_card *card = body_of(world, body);
    if (!card) return EVO_ERROR_STALE;
    if (!damping_is_sound(damping) || !damping_is_sound(spin_damping)) return EVO_ERROR_INVALID;
    card->damping = damping;
    card->spin_damping = spin_damping;
    mass_update(world, card);
    return EVO_OK;
}

evo_result evo_body_set_gravity_scale(evo_world *world, evo_body body, double scale) {
    body_card *card = body_of(world, body);
    if (!card) return EVO_ERROR_STALE;
    if (!number_fits(scale)) return EVO_ERROR_INVALID;
    evo_result result = body_rouse(world, card);
    if (result != EVO_OK) return result;
    card->gravity_scale = scale;
    mass_update(world, card);
    return EVO_OK;
}

evo_result evo_body_set_fixed_rotation(evo_world *world, evo_body body, bool fixed) {
    body_card *card = body_of(world, body);
    if (!card) return EVO_ERROR_STALE;
    evo_result result = body_rearrange(world);
    if (result == EVO_OK) result = body_rouse(world, card);
    if (result != EVO_OK) return result;
    card->fixed_rotation = fixed;
    if (fixed && card->kind == EVO_DYNAMIC) motion_of(world, card)->spin = 0;
    mass_update(world, card);
    return EVO_OK;
}

evo_result evo_body_set_enabled(evo_world *world, evo_body body, bool enabled) {
    body_card *card = body_of(world, body);
    if (!card) return EVO_ERROR_STALE;
    if (card->enabled == enabled) return EVO_OK;
    evo_result result = body_rearrange(world);
    if (result == EVO_OK && !forget_reserve(world, card)) result = EVO_ERROR_MEMORY;
    if (result == EVO_OK) result = body_rouse(world, card);
    if (result != EVO_OK) return result;
    sleep_wake_neighbours(world, card);
    for (uint32_t slot = card->first_collider; slot != NOBODY; slot = world->colliders[slot].next)
        recall_forget(world, slot);
    card->enabled = enabled;
    body_strays(world, card);
    return EVO_OK;
}

evo_result evo_body_set_awake(evo_world *world, evo_body body, bool awake) {
    body_card *card = body_of(world, body);
    if (!card) return EVO_ERROR_STALE;
    if (awake) return body_rouse(world, card);
    if (card->kind != EVO_DYNAMIC) return EVO_ERROR_UNSUPPORTED;
    return sleep_send(world, card) ? EVO_OK : EVO_ERROR_MEMORY;
}

evo_result evo_body_set_never_sleep(evo_world *world, evo_body body, bool never) {
    body_card *card = body_of(world, body);
    if (!card) return EVO_ERROR_STALE;
    evo_result result = never ? body_rouse(world, card) : EVO_OK;
    if (result != EVO_OK) return result;
    card->never_sleep = never;
    mass_update(world, card);
    return EVO_OK;
}

evo_result evo_body_set_user(evo_world *world, evo_body body, void *user) {
    body_card *card = body_of(world, body);
    if (!card) return EVO_ERROR_STALE;
    card->user = user;
    return EVO_OK;
}
