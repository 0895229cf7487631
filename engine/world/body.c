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
    return extra_reserve(world)
           && array_reserve(memory, &world->motions, &world->motion_capacity, needed,
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
        .extra = NOBODY,
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
    body_card *made = &world->bodies[slot];
    if (config->damping != 0 || config->spin_damping != 0 || config->gravity_scale != 1) {
        body_extra *extra = extra_make(world, made);
        extra->damping = config->damping;
        extra->spin_damping = config->spin_damping;
        extra->gravity_scale = config->gravity_scale;
    }
    mass_update(world, made, body_pose(world, made));
}

evo_body evo_body_create(evo_world *world, const evo_body_config *config) {
    evo_body none = {0, 0};
    evo_body_config by_default = evo_body_config_default();
    if (!config) config = &by_default;
    evo_collider_config first = {config->shape, config->material, config->filter, config->sensor,
                                 config->user};
    bool shaped = config->shape.kind != EVO_NO_SHAPE;
    if (!world || !config_is_sound(config) || (shaped && !collider_is_sound(&first))) return none;
    if (!flight_end(world) || !reserve_body(world) || (shaped && !collider_reserve(world))
        || !standing_end(world))
        return none;
    uint32_t make = shaped ? make_take(world, &first) : NOBODY;
    if (shaped && make == NOBODY) return none;
    uint32_t slot = take_body_slot(world);
    fill_body(world, slot, config);
    world->arranged = false;
    if (!shaped) return body_handle(world, slot);
    body_card *card = &world->bodies[slot];
    (void)collider_add(world, card, make, config->user);
    /* The velocity asked for is that of the centre of mass, wherever it now is. */
    if (config->kind != EVO_STATIC) motion_of(world, card)->velocity = config->velocity;
    return body_handle(world, slot);
}

evo_result evo_body_destroy(evo_world *world, evo_body body) {
    body_card *card = body_of(world, body);
    if (!card) return EVO_ERROR_STALE;
    if (!flight_end(world) || !standing_end(world) || !forget_reserve(world, card))
        return EVO_ERROR_MEMORY;
    while (card->first_collider != NOBODY) collider_remove(world, card->first_collider);
    extra_give(world, card);
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
    body_motion motion = body_now(world, card);
    const body_extra *extra = extra_of(world, card);
    evo_pose pose = body_pose(world, card);
    config.kind = (evo_body_kind)card->kind;
    config.position = pose.position;
    config.angle = pose.angle;
    config.velocity = motion.velocity;
    config.spin = motion.spin;
    config.damping = extra->damping;
    config.spin_damping = extra->spin_damping;
    config.gravity_scale = extra->gravity_scale;
    config.fixed_rotation = card->fixed_rotation;
    config.disabled = !card->enabled;
    config.asleep = !card->awake;
    config.never_sleep = card->never_sleep;
    config.user = card->user;
    return config;
}

/* ---- Asking ---------------------------------------------------------------------------------- */

evo_pose evo_body_pose(const evo_world *world, evo_body body) {
    evo_pose pose = {{0, 0}, 0};
    const body_card *card = body_of(world, body);
    return card ? body_pose(world, card) : pose;
}

evo_vec2 evo_body_velocity(const evo_world *world, evo_body body) {
    const body_card *card = body_of(world, body);
    return card ? body_now(world, card).velocity : vec(0, 0);
}

double evo_body_spin(const evo_world *world, evo_body body) {
    const body_card *card = body_of(world, body);
    return card ? body_now(world, card).spin : 0;
}

bool evo_body_awake(const evo_world *world, evo_body body) {
    const body_card *card = body_of(world, body);
    return card && card->awake && card->enabled;
}

evo_mass evo_body_mass(const evo_world *world, evo_body body) {
    evo_mass mass = {0, {0, 0}, 0};
    const body_card *card = body_of(world, body);
    if (!card || card->kind != EVO_DYNAMIC) return mass;
    mass.mass = card->mass;
    mass.center = body_center(world, card);
    mass.inertia = card->inertia;
    return mass;
}

/* ---- Before a change ------------------------------------------------------------------------- */

enum { ANY_KIND = 1 << EVO_DYNAMIC | 1 << EVO_STATIC | 1 << EVO_KINEMATIC };
enum { MOVING_KINDS = 1 << EVO_DYNAMIC | 1 << EVO_KINEMATIC, DYNAMIC_KIND = 1 << EVO_DYNAMIC };

/* Whether what is asked can be asked of this body, which then is not in flight. */
static evo_result body_ask(evo_world *world, evo_body body, bool sound, unsigned kinds,
                           body_card **card) {
    *card = body_of(world, body);
    if (!*card) return EVO_ERROR_STALE;
    if (!sound) return EVO_ERROR_INVALID;
    if (!(kinds >> (*card)->kind & 1)) return EVO_ERROR_UNSUPPORTED;
    return flight_end(world) ? EVO_OK : EVO_ERROR_MEMORY;
}

/* What a change may need. */
enum {
    AWAKE = 1,   /* the body feels it */
    EXTRA = 2,   /* room for one */
    ANEW = 4,    /* contacts down: ranks, pairs or contacts will be others */
    ENDINGS = 8, /* room to end the body's touches */
};

static evo_result body_prepare(evo_world *world, body_card *card, unsigned needs) {
    bool ready = !(needs & EXTRA) || extra_reserve(world);
    ready = ready && (!(needs & (ANEW | ENDINGS)) || standing_end(world));
    ready = ready && (!(needs & ENDINGS) || forget_reserve(world, card));
    ready = ready && (!(needs & AWAKE) || sleep_wake(world, card));
    if (!ready) return EVO_ERROR_MEMORY;
    if (needs & (ANEW | ENDINGS)) world->arranged = false;
    return EVO_OK;
}

/* ---- Where it is, and how it moves ----------------------------------------------------------- */

evo_result evo_body_set_pose(evo_world *world, evo_body body, evo_pose pose) {
    body_card *card;
    evo_result result = body_ask(world, body, pose_fits(pose), ANY_KIND, &card);
    if (result == EVO_OK) result = body_prepare(world, card, AWAKE | ANEW);
    if (result != EVO_OK) return result;
    sleep_wake_neighbours(world, card);
    body_motion *motion = motion_of(world, card);
    motion->position = body_center_at(world, card, pose);
    motion->angle = pose.angle;
    body_strays(world, card);
    return EVO_OK;
}

/* A kinematic body that begins or ceases to move changes its rank. */
static evo_result set_motion(evo_world *world, body_card *card, evo_vec2 velocity, double spin) {
    if (!vector_fits(velocity) || !number_fits(spin)) return EVO_ERROR_INVALID;
    body_motion *motion = motion_of(world, card);
    bool moves = velocity.x != 0 || velocity.y != 0 || spin != 0;
    bool other_rank = card->kind == EVO_KINEMATIC && moves != body_moves(world, card);
    evo_result result = body_prepare(world, card, (moves ? AWAKE : 0u) | (other_rank ? ANEW : 0u));
    if (result != EVO_OK) return result;
    if (other_rank && moves) sleep_wake_neighbours(world, card);
    motion->velocity = velocity;
    motion->spin = spin;
    if (world->standing) world->traits[card->rank].slack = 0;
    world->stale = true;
    return EVO_OK;
}

evo_result evo_body_set_velocity(evo_world *world, evo_body body, evo_vec2 velocity) {
    body_card *card;
    evo_result result = body_ask(world, body, vector_fits(velocity), MOVING_KINDS, &card);
    if (result != EVO_OK) return result;
    return set_motion(world, card, velocity, motion_of(world, card)->spin);
}

evo_result evo_body_set_spin(evo_world *world, evo_body body, double spin) {
    body_card *card;
    evo_result result = body_ask(world, body, number_fits(spin), MOVING_KINDS, &card);
    if (result != EVO_OK) return result;
    if (card->fixed_rotation && card->kind == EVO_DYNAMIC) return EVO_ERROR_UNSUPPORTED;
    return set_motion(world, card, motion_of(world, card)->velocity, spin);
}

static evo_result push(evo_world *world, evo_body body, bool sound, evo_vec2 force, evo_vec2 point,
                       double torque) {
    body_card *card;
    evo_result result = body_ask(world, body, sound, DYNAMIC_KIND, &card);
    if (result == EVO_OK && !card->enabled) result = EVO_ERROR_UNSUPPORTED;
    if (result == EVO_OK) result = body_prepare(world, card, AWAKE | EXTRA);
    if (result != EVO_OK) return result;
    body_extra *extra = extra_make(world, card);
    evo_vec2 arm = vec_sub(point, motion_of(world, card)->position);
    extra->force = vec_add(extra->force, force);
    extra->torque += vec_cross(arm, force) + torque;
    world->traits[card->rank].driven = true;
    return EVO_OK;
}

evo_result evo_body_apply_force(evo_world *world, evo_body body, evo_vec2 force, evo_vec2 point) {
    return push(world, body, vector_fits(force) && vector_fits(point), force, point, 0);
}

evo_result evo_body_apply_torque(evo_world *world, evo_body body, double torque) {
    return push(world, body, number_fits(torque), vec(0, 0), vec(0, 0), torque);
}

static double spin_from(const body_card *card, double impulse) {
    return body_turns_by(card) > 0 ? impulse / card->inertia : 0;
}

evo_result evo_body_apply_impulse(evo_world *world, evo_body body, evo_vec2 impulse,
                                  evo_vec2 point) {
    body_card *card;
    bool sound = vector_fits(impulse) && vector_fits(point);
    evo_result result = body_ask(world, body, sound, DYNAMIC_KIND, &card);
    if (result != EVO_OK) return result;
    const body_motion *motion = motion_of(world, card);
    double turning = vec_cross(vec_sub(point, motion->position), impulse);
    return set_motion(world, card, vec_along(motion->velocity, 1 / card->mass, impulse),
                      motion->spin + spin_from(card, turning));
}

evo_result evo_body_apply_spin_impulse(evo_world *world, evo_body body, double impulse) {
    body_card *card;
    evo_result result = body_ask(world, body, number_fits(impulse), DYNAMIC_KIND, &card);
    if (result != EVO_OK) return result;
    const body_motion *motion = motion_of(world, card);
    return set_motion(world, card, motion->velocity, motion->spin + spin_from(card, impulse));
}

/* ---- What it is ------------------------------------------------------------------------------ */

evo_result evo_body_set_kind(evo_world *world, evo_body body, evo_body_kind kind) {
    body_card *card;
    evo_result result = body_ask(world, body, kind_is_sound(kind), ANY_KIND, &card);
    if (result != EVO_OK || card->kind == kind) return result;
    result = body_prepare(world, card, AWAKE | ANEW | EXTRA);
    if (result != EVO_OK) return result;
    sleep_wake_neighbours(world, card);
    body_motion *motion = motion_of(world, card);
    evo_pose pose = body_pose(world, card);
    card->kind = (uint8_t)kind;
    forces_clear(world, card);
    if (kind == EVO_STATIC) motion->velocity = vec(0, 0);
    if (kind == EVO_STATIC || (kind == EVO_DYNAMIC && card->fixed_rotation)) motion->spin = 0;
    mass_update(world, card, pose);
    return EVO_OK;
}

evo_result evo_body_set_mass(evo_world *world, evo_body body, evo_mass mass) {
    bool by_shapes =
        mass.mass == 0 && mass.inertia == 0 && mass.center.x == 0 && mass.center.y == 0;
    bool sound = number_fits(mass.mass) && number_fits(mass.inertia) && vector_fits(mass.center)
                 && mass.mass >= 1e-30 && mass.inertia >= 0;
    body_card *card;
    evo_result result = body_ask(world, body, by_shapes || sound, DYNAMIC_KIND, &card);
    if (result == EVO_OK) result = body_prepare(world, card, AWAKE | ANEW | EXTRA);
    if (result != EVO_OK) return result;
    evo_pose pose = body_pose(world, card);
    card->mass_by_hand = !by_shapes;
    if (!by_shapes) {
        card->mass = mass.mass;
        card->inertia = mass.inertia;
        extra_make(world, card)->center = mass.center;
    }
    mass_update(world, card, pose);
    return EVO_OK;
}

evo_result evo_body_set_damping(evo_world *world, evo_body body, double damping,
                                double spin_damping) {
    body_card *card;
    bool sound = damping_is_sound(damping) && damping_is_sound(spin_damping);
    evo_result result = body_ask(world, body, sound, ANY_KIND, &card);
    if (result == EVO_OK) result = body_prepare(world, card, EXTRA);
    if (result != EVO_OK) return result;
    body_extra *extra = extra_make(world, card);
    extra->damping = damping;
    extra->spin_damping = spin_damping;
    trait_update(world, card);
    return EVO_OK;
}

evo_result evo_body_set_gravity_scale(evo_world *world, evo_body body, double scale) {
    body_card *card;
    evo_result result = body_ask(world, body, number_fits(scale), ANY_KIND, &card);
    if (result == EVO_OK) result = body_prepare(world, card, AWAKE | EXTRA);
    if (result != EVO_OK) return result;
    extra_make(world, card)->gravity_scale = scale;
    world->stale = true;
    trait_update(world, card);
    return EVO_OK;
}

evo_result evo_body_set_fixed_rotation(evo_world *world, evo_body body, bool fixed) {
    body_card *card;
    evo_result result = body_ask(world, body, true, ANY_KIND, &card);
    if (result == EVO_OK) result = body_prepare(world, card, AWAKE | ANEW);
    if (result != EVO_OK) return result;
    card->fixed_rotation = fixed;
    if (fixed && card->kind == EVO_DYNAMIC) motion_of(world, card)->spin = 0;
    return EVO_OK;
}

evo_result evo_body_set_enabled(evo_world *world, evo_body body, bool enabled) {
    body_card *card;
    evo_result result = body_ask(world, body, true, ANY_KIND, &card);
    if (result != EVO_OK || card->enabled == enabled) return result;
    result = body_prepare(world, card, AWAKE | ANEW | ENDINGS);
    if (result != EVO_OK) return result;
    sleep_wake_neighbours(world, card);
    for (uint32_t slot = card->first_collider; slot != NOBODY; slot = world->colliders[slot].next)
        recall_forget(world, slot);
    card->enabled = enabled;
    forces_clear(world, card);
    body_strays(world, card);
    return EVO_OK;
}

evo_result evo_body_set_awake(evo_world *world, evo_body body, bool awake) {
    body_card *card;
    evo_result result = body_ask(world, body, true, awake ? ANY_KIND : DYNAMIC_KIND, &card);
    if (result != EVO_OK) return result;
    if (awake) return body_prepare(world, card, AWAKE);
    return sleep_send(world, card) ? EVO_OK : EVO_ERROR_MEMORY;
}

evo_result evo_body_set_never_sleep(evo_world *world, evo_body body, bool never) {
    body_card *card;
    evo_result result = body_ask(world, body, true, ANY_KIND, &card);
    if (result == EVO_OK) result = body_prepare(world, card, never ? AWAKE : 0u);
    if (result != EVO_OK) return result;
    card->never_sleep = never;
    trait_update(world, card);
    return EVO_OK;
}

evo_result evo_body_set_user(evo_world *world, evo_body body, void *user) {
    body_card *card;
    evo_result result = body_ask(world, body, true, ANY_KIND, &card);
    if (result == EVO_OK) card->user = user;
    return result;
}
