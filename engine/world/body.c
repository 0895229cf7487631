/* body.c: the public functions of bodies: arguments are checked here, step/edit.c makes changes. */
#include "evolute/vector.h"
#include "shape/shape.h"
#include "world/world.h"

MACHINE_SMALL

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

static bool config_is_sound(const evo_body_config *config) {
    evo_pose pose = {config->position, config->angle};
    return kind_is_sound(config->kind) && pose_fits(pose) && vector_fits(config->velocity)
           && number_fits(config->spin) && damping_is_sound(config->damping)
           && damping_is_sound(config->spin_damping) && number_fits(config->gravity_scale)
           && damping_is_sound(config->sleep_speed);
}

/* Event worlds fly bodies on parabolas: damping and a gravity of one's own have no meaning. */
static bool motion_is_supported(const evo_world *world, evo_body_kind kind, double damping,
                                double spin_damping, double gravity_scale) {
    return !world->config.exact || kind != EVO_DYNAMIC
           || (damping == 0 && spin_damping == 0 && gravity_scale == 1);
}

/* Exact time has no axes that are locked. */
static bool locks_are_supported(const evo_world *world, evo_locks locks) {
    return !world->config.exact || (!locks.x && !locks.y);
}

static bool config_is_supported(const evo_world *world, const evo_body_config *config) {
    bool sensor = config->shape.kind != EVO_NO_SHAPE && config->sensor;
    if (!locks_are_supported(world, config->locks)) return false;
    return motion_is_supported(world, config->kind, config->damping, config->spin_damping,
                               config->gravity_scale)
           && collider_is_supported(world, config->kind, sensor, config->one_way);
}

/* Returns whether the body could be of this kind with its present colliders: a chain's body is
 * never dynamic. */
static bool kind_is_supported(const evo_world *world, const body_record *record,
                              evo_body_kind kind) {
    const body_store *s = &world->core.bodies;
    const body_forces forces = body_forces_of(s, (uint32_t)(record - s->records));
    if (!motion_is_supported(world, kind, forces.damping, forces.spin_damping,
                             forces.gravity_scale))
        return false;
    EACH_COLLIDER_FROM (c, s, record->first_collider)
        if (!collider_is_supported(world, kind, s->colliders[c].sensor, vec(0, 0))
            || (kind == EVO_DYNAMIC && collider_entry(&s->colliders[c])->chain != NONE))
            return false;
    return true;
}

/* ---- Changes --------------------------------------------------------------------------------- */

bool change_begin(evo_world *world, uint32_t body) {
    world->sorted = false;
    return flight_edit(world, body);
}

evo_result change_end(evo_world *world, bool done) {
    if (!done) {
        flight_edit_undo(world);
        return EVO_ERROR_MEMORY;
    }
    if (world->config.exact) bodies_settle(&world->core.bodies);
    flight_edit_end(world);
    return EVO_OK;
}

enum { ANY_KIND = 1 << EVO_DYNAMIC | 1 << EVO_STATIC | 1 << EVO_KINEMATIC };
enum { MOVING_KINDS = 1 << EVO_DYNAMIC | 1 << EVO_KINEMATIC, DYNAMIC_KIND = 1 << EVO_DYNAMIC };

/* Returns why what is asked cannot be asked of this body. */
static evo_result body_refusal(const evo_world *world, const body_record *record, bool sound,
                               unsigned kinds) {
    if (!record) return EVO_ERROR_STALE;
    if (world->locked) return EVO_ERROR_LOCKED;
    if (!sound) return EVO_ERROR_INVALID;
    return kinds >> record->kind & 1 ? EVO_OK : EVO_ERROR_UNSUPPORTED;
}

/* Returns why a change is refused, or goes on with the body's record. */
#define ASK(world, body, sound, kinds)                                                             \
    const body_record *record = body_of(world, body);                                              \
    TRY(body_refusal(world, record, sound, kinds))

/* ---- Making and unmaking --------------------------------------------------------------------- */

evo_result body_check(const evo_world *world, const evo_body_config *config) {
    const evo_collider_config first = first_collider_config(config);
    if (world->locked) return EVO_ERROR_LOCKED;
    const evo_result shaped = config->shape.kind == EVO_NO_SHAPE ? EVO_OK : collider_check(&first);
    if (!config_is_sound(config)) return EVO_ERROR_INVALID;
    if (shaped != EVO_OK) return shaped;
    if (!config_is_supported(world, config)) return EVO_ERROR_UNSUPPORTED;
    const body_store *s = &world->core.bodies;
    const bool shapeless = config->shape.kind == EVO_NO_SHAPE;
    if (bodies_are_full(s, 1)) return EVO_ERROR_LIMIT;
    return !shapeless && materials_are_full(&s->materials, &config->material) ? EVO_ERROR_LIMIT
                                                                              : EVO_OK;
}

evo_body evo_body_create(evo_world *world, const evo_body_config *config) {
    RECORD(world, body_create, config);
    evo_body made = {0, 0};
    const evo_body_config by_default = evo_body_config_default();
    const many_bodies one = {.common = config ? config : &by_default, .count = 1};
    if (!world) return made;
    const evo_result result = bodies_make(world, &one, &made);
    creation_ends(world, result);
    return result == EVO_OK ? made : (evo_body){0, 0};
}

evo_result evo_body_destroy(evo_world *world, evo_body body) {
    RECORD(world, body_destroy, body);
    const body_record *record = body_of(world, body);
    if (!record) return EVO_ERROR_STALE;
    if (world->locked) return EVO_ERROR_LOCKED;
    const bool done = change_begin(world, body.index) && step_remove_body(&world->core, body.index);
    if (done) world->lowest_chain = 0; /* its chains went with it */
    return change_end(world, done);
}

static evo_locks locks_of(const body_record *record) {
    return (evo_locks){record->lock_x, record->lock_y, record->lock_spin};
}

evo_body_config evo_body_get(const evo_world *world, evo_body body) {
    evo_body_config config = {.kind = EVO_DYNAMIC};
    const body_record *record = body_of(world, body);
    if (!record) return config;
    const body_state state = body_now(world, body.index);
    const evo_pose pose = body_pose(world, body.index);
    const body_forces forces = body_forces_of(&world->core.bodies, body.index);
    config.kind = (evo_body_kind)record->kind;
    config.position = pose.position;
    config.angle = pose.angle;
    config.velocity = state.velocity;
    config.spin = state.spin;
    config.damping = forces.damping;
    config.spin_damping = forces.spin_damping;
    config.gravity_scale = forces.gravity_scale;
    config.locks = locks_of(record);
    config.sleep_speed = forces.sleep_speed;
    config.disabled = !record->enabled;
    config.asleep = record->island != NONE;
    config.never_sleep = record->never_sleep;
    config.user = record->user;
    return config;
}

/* ---- Asking ---------------------------------------------------------------------------------- */

GETTER(body, evo_pose, evo_body_pose, body_pose(world, body.index), ((evo_pose){{0, 0}, 0}))
GETTER(body, evo_vec2, evo_body_velocity, body_now(world, body.index).velocity, vec(0, 0))
GETTER(body, double, evo_body_spin, body_now(world, body.index).spin, 0)
GETTER(body, evo_body_kind, evo_body_kind_of, (evo_body_kind)record->kind, EVO_DYNAMIC)
GETTER(body, bool, evo_body_disabled, !record->enabled, false)
GETTER(body, bool, evo_body_asleep, record->island != NONE, false)

evo_bounds evo_body_bounds(const evo_world *world, evo_body body) {
    const body_record *record = body_of(world, body);
    const evo_pose at = evo_body_pose(world, body);
    evo_bounds all = {at.position, at.position};
    if (!record || record->first_collider == NONE) return all;
    const body_store *s = &world->core.bodies;
    EACH_COLLIDER_FROM (c, s, record->first_collider) {
        const evo_shape shape = collider_shape(&s->colliders[c]);
        const evo_bounds one = evo_shape_bounds(&shape, at);
        all = c == record->first_collider ? one : evo_bounds_joined(all, one);
    }
    return all;
}

GETTER(body, void *, evo_body_user, record->user, NULL)

evo_mass evo_body_mass(const evo_world *world, evo_body body) {
    const evo_mass none = {0, {0, 0}, 0};
    const body_record *record = body_of(world, body);
    if (!record || record->kind != EVO_DYNAMIC) return none;
    return (evo_mass){record->mass, record->center, record->inertia};
}

/* ---- Where it is, and how it moves ----------------------------------------------------------- */

evo_result evo_body_set_pose(evo_world *world, evo_body body, evo_pose pose) {
    RECORD(world, body_set_pose, body, pose);
    ASK(world, body, pose_fits(pose), ANY_KIND);
    const evo_result moved =
        CHANGE(world, body.index, step_move_body(&world->core, body.index, pose));
    if (moved == EVO_OK) flight_unwrap(world, body.index);
    return moved;
}

static evo_result set_motion(evo_world *world, evo_body body, evo_vec2 velocity, double spin) {
    if (!vector_fits(velocity) || !number_fits(spin)) return EVO_ERROR_INVALID;
    return CHANGE(world, body.index, step_set_motion(&world->core, body.index, velocity, spin));
}

evo_result evo_body_set_velocity(evo_world *world, evo_body body, evo_vec2 velocity) {
    RECORD(world, body_set_velocity, body, velocity);
    ASK(world, body, vector_fits(velocity), MOVING_KINDS);
    return set_motion(world, body, velocity, body_now(world, body.index).spin);
}

evo_result evo_body_set_spin(evo_world *world, evo_body body, double spin) {
    RECORD(world, body_set_spin, body, spin);
    ASK(world, body, number_fits(spin), MOVING_KINDS);
    if (record->lock_spin && record->kind == EVO_DYNAMIC) return EVO_ERROR_UNSUPPORTED;
    return set_motion(world, body, body_now(world, body.index).velocity, spin);
}

evo_result evo_body_drive_to(evo_world *world, evo_body body, evo_pose pose, double seconds) {
    RECORD(world, body_drive_to, body, pose, seconds);
    const bool sound = pose_fits(pose) && number_fits(seconds) && seconds > 0;
    ASK(world, body, sound, MOVING_KINDS);
    const body_state now = body_now(world, body.index);
    const bool upright = record->lock_spin && record->kind == EVO_DYNAMIC;
    if (upright && pose.angle != now.angle) return EVO_ERROR_UNSUPPORTED;
    if (record->kind == EVO_KINEMATIC && !world->config.exact)
        return CHANGE(world, body.index, step_drive_body(&world->core, body.index, pose, seconds));
    const evo_vec2 center = vec_turn(record->center, evo_direction(pose.angle));
    const evo_vec2 way = vec_sub(vec_add(pose.position, center), now.position);
    return set_motion(world, body, vec_scale(way, 1 / seconds), (pose.angle - now.angle) / seconds);
}

static double spin_from(const evo_world *world, uint32_t id, double impulse) {
    const body_record *record = &world->core.bodies.records[id];
    return body_turns(record) ? impulse / record->inertia : 0;
}

body_state state_after_impulse(const evo_world *world, uint32_t id, body_state now,
                               evo_vec2 impulse, evo_vec2 point) {
    const body_record *record = &world->core.bodies.records[id];
    const double turning = vec_cross(vec_sub(point, now.position), impulse);
    now.velocity = vec_along(now.velocity, 1 / record->mass, impulse);
    now.spin += spin_from(world, id, turning);
    return now;
}

/* Bodies in worlds of exact time take no forces. */
static evo_result push(evo_world *world, evo_body body, bool sound, evo_vec2 force, evo_vec2 point,
                       double torque) {
    ASK(world, body, sound, DYNAMIC_KIND);
    if (!record->enabled || world->config.exact) return EVO_ERROR_UNSUPPORTED;
    const evo_vec2 arm = vec_sub(point, body_now(world, body.index).position);
    torque += vec_cross(arm, force);
    if (!vector_fits(vec_scale(force, 1 / record->mass))
        || !number_fits(spin_from(world, body.index, torque)))
        return EVO_ERROR_INVALID;
    if (vec_is_zero(force) && torque == 0) return EVO_OK;
    return CHANGE(world, body.index, step_push(&world->core, body.index, force, torque));
}

evo_result evo_body_apply_force(evo_world *world, evo_body body, evo_vec2 force, evo_vec2 point) {
    RECORD(world, body_apply_force, body, force, point);
    return push(world, body, vector_fits(force) && vector_fits(point), force, point, 0);
}

evo_result evo_body_apply_center_force(evo_world *world, evo_body body, evo_vec2 force) {
    RECORD(world, body_apply_center_force, body, force);
    return evo_body_apply_force(world, body, force, evo_body_world_center(world, body));
}

evo_result evo_body_apply_torque(evo_world *world, evo_body body, double torque) {
    RECORD(world, body_apply_torque, body, torque);
    return push(world, body, number_fits(torque), vec(0, 0), vec(0, 0), torque);
}

evo_result evo_body_apply_impulse(evo_world *world, evo_body body, evo_vec2 impulse,
                                  evo_vec2 point) {
    RECORD(world, body_apply_impulse, body, impulse, point);
    bool sound = vector_fits(impulse) && vector_fits(point);
    ASK(world, body, sound, DYNAMIC_KIND);
    const body_state now = body_now(world, body.index),
                     after = state_after_impulse(world, body.index, now, impulse, point);
    return set_motion(world, body, after.velocity, after.spin);
}

evo_result evo_body_apply_center_impulse(evo_world *world, evo_body body, evo_vec2 impulse) {
    RECORD(world, body_apply_center_impulse, body, impulse);
    return evo_body_apply_impulse(world, body, impulse, evo_body_world_center(world, body));
}

evo_result evo_body_apply_spin_impulse(evo_world *world, evo_body body, double impulse) {
    RECORD(world, body_apply_spin_impulse, body, impulse);
    ASK(world, body, number_fits(impulse), DYNAMIC_KIND);
    const body_state state = body_now(world, body.index);
    return set_motion(world, body, state.velocity,
                      state.spin + spin_from(world, body.index, impulse));
}

/* ---- What it is ------------------------------------------------------------------------------ */

evo_result evo_body_set_kind(evo_world *world, evo_body body, evo_body_kind kind) {
    RECORD(world, body_set_kind, body, kind);
    ASK(world, body, kind_is_sound(kind), ANY_KIND);
    if (record->kind == kind) return EVO_OK;
    if (!kind_is_supported(world, record, kind)) return EVO_ERROR_UNSUPPORTED;
    return CHANGE(world, body.index, step_set_kind(&world->core, body.index, kind));
}

evo_result evo_body_set_mass(evo_world *world, evo_body body, evo_mass mass) {
    RECORD(world, body_set_mass, body, mass);
    bool by_shapes = mass.mass == 0 && mass.inertia == 0 && vec_is_zero(mass.center);
    ASK(world, body, by_shapes || mass_is_sound(&mass), DYNAMIC_KIND);
    return CHANGE(world, body.index,
                  step_set_mass(&world->core, body.index, by_shapes ? NULL : &mass));
}

/* Sets both rates of decay. */
static evo_result set_damping(evo_world *world, evo_body body, double damping,
                              double spin_damping) {
    bool sound = damping_is_sound(damping) && damping_is_sound(spin_damping);
    ASK(world, body, sound, ANY_KIND);
    if (!motion_is_supported(world, (evo_body_kind)record->kind, damping, spin_damping, 1))
        return EVO_ERROR_UNSUPPORTED;
    const body_forces before = body_forces_of(&world->core.bodies, body.index);
    if (before.damping == damping && before.spin_damping == spin_damping) return EVO_OK;
    return CHANGE(world, body.index,
                  step_set_damping(&world->core, body.index, damping, spin_damping));
}

evo_result evo_body_set_damping(evo_world *world, evo_body body, double damping) {
    RECORD(world, body_set_damping, body, damping);
    return set_damping(world, body, damping, evo_body_get(world, body).spin_damping);
}

evo_result evo_body_set_spin_damping(evo_world *world, evo_body body, double damping) {
    RECORD(world, body_set_spin_damping, body, damping);
    return set_damping(world, body, evo_body_get(world, body).damping, damping);
}

evo_result evo_body_set_gravity_scale(evo_world *world, evo_body body, double scale) {
    RECORD(world, body_set_gravity_scale, body, scale);
    ASK(world, body, number_fits(scale), ANY_KIND);
    if (body_forces_of(&world->core.bodies, body.index).gravity_scale == scale) return EVO_OK;
    if (!motion_is_supported(world, (evo_body_kind)record->kind, 0, 0, scale))
        return EVO_ERROR_UNSUPPORTED;
    return CHANGE(world, body.index, step_set_gravity_scale(&world->core, body.index, scale));
}

evo_result evo_body_set_locks(evo_world *world, evo_body body, evo_locks locks) {
    RECORD(world, body_set_locks, body, locks);
    ASK(world, body, true, ANY_KIND);
    if (!locks_are_supported(world, locks)) return EVO_ERROR_UNSUPPORTED;
    const evo_locks has = locks_of(record);
    if (has.x == locks.x && has.y == locks.y && has.spin == locks.spin) return EVO_OK;
    return CHANGE(world, body.index, step_set_locks(&world->core, body.index, locks));
}

evo_result evo_body_set_disabled(evo_world *world, evo_body body, bool disabled) {
    RECORD(world, body_set_disabled, body, disabled);
    ASK(world, body, true, ANY_KIND);
    if (record->enabled == !disabled) return EVO_OK;
    return CHANGE(world, body.index, step_set_enabled(&world->core, body.index, !disabled));
}

evo_result evo_body_set_asleep(evo_world *world, evo_body body, bool asleep) {
    RECORD(world, body_set_asleep, body, asleep);
    ASK(world, body, true, asleep ? DYNAMIC_KIND : ANY_KIND);
    if ((record->island != NONE) == asleep) return EVO_OK;
    if (world->config.exact) return EVO_ERROR_UNSUPPORTED;
    world->sorted = false;
    bool done = asleep ? step_send_to_sleep(&world->core, body.index)
                       : step_wake(&world->core, body.index, WAKE_BODY);
    return done ? EVO_OK : EVO_ERROR_MEMORY;
}

evo_result evo_body_wake_touching(evo_world *world, evo_body body) {
    RECORD(world, body_wake_touching, body);
    ASK(world, body, true, ANY_KIND);
    if (world->config.exact) return EVO_OK;
    world->sorted = false;
    return step_wake(&world->core, body.index, WAKE_TOUCHING) ? EVO_OK : EVO_ERROR_MEMORY;
}

size_t evo_world_awake(const evo_world *world) {
    return world ? world->core.bodies.awake : 0;
}

evo_result evo_body_set_never_sleep(evo_world *world, evo_body body, bool never) {
    RECORD(world, body_set_never_sleep, body, never);
    ASK(world, body, true, ANY_KIND);
    if (record->never_sleep == never) return EVO_OK;
    world->sorted = false;
    return step_set_never_sleep(&world->core, body.index, never) ? EVO_OK : EVO_ERROR_MEMORY;
}

evo_result evo_body_set_sleep_speed(evo_world *world, evo_body body, double speed) {
    RECORD(world, body_set_sleep_speed, body, speed);
    ASK(world, body, damping_is_sound(speed), ANY_KIND);
    if (body_forces_of(&world->core.bodies, body.index).sleep_speed == speed) return EVO_OK;
    return CHANGE(world, body.index, step_set_sleep_speed(&world->core, body.index, speed));
}

USER_SETTER(body, evo_body_set_user, record->user)
