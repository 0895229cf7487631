/* body.c: the public functions of bodies: arguments are checked here, step/edit.c makes changes. */
#include "evolute/vector.h"
#include "shape/shape.h"
#include "world/world.h"

MACHINE_PLAIN

/* ---- Configs --------------------------------------------------------------------------------- */

evo_body_config evo_body_config_default(void) {
    evo_body_config config = {.gravity_scale = 1};
    config.material = evo_material_default();
    config.filter = evo_filter_default();
    return config;
}

/* Event worlds fly bodies on parabolas: damping and a gravity of one's own have no meaning. */
static evo_result check_motion(const evo_world *world, evo_body_kind kind, double damping,
                               double spin_damping, double gravity_scale) {
    if (!world->config.exact || kind != EVO_DYNAMIC
        || (damping == 0 && spin_damping == 0 && gravity_scale == 1))
        return EVO_OK;
    const bool scaled = damping == 0 && spin_damping == 0;
    return FAULT(world, EVO_ERROR_UNSUPPORTED,
                 "%s is %.9g; in exact time it must be %d of a dynamic body",
                 scaled         ? "gravity_scale"
                 : damping != 0 ? "damping"
                                : "spin_damping",
                 scaled         ? gravity_scale
                 : damping != 0 ? damping
                                : spin_damping,
                 scaled);
}

/* Exact time has no axes that are locked. */
static evo_result check_locks(const evo_world *world, evo_locks locks) {
    if (!world->config.exact || (!locks.x && !locks.y)) return EVO_OK;
    return FAULT(world, EVO_ERROR_UNSUPPORTED, "locks.%s is true; exact time locks spin alone",
                 locks.x ? "x" : "y");
}

static evo_result check_support(const evo_world *world, const evo_body_config *config) {
    bool sensor = config->shape.kind != EVO_NO_SHAPE && config->sensor;
    TRY(check_locks(world, config->locks));
    TRY(check_motion(world, config->kind, config->damping, config->spin_damping,
                     config->gravity_scale));
    return collider_check_support(world, config->kind, sensor, config->one_way);
}

/* Returns whether the body could be of this kind with its present colliders: a chain's body is
 * never dynamic. */
static evo_result check_kind(const evo_world *world, const body_record *record,
                             evo_body_kind kind) {
    const body_store *s = &world->core.bodies;
    const body_forces forces = body_forces_of(s, (uint32_t)(record - s->records));
    TRY(check_motion(world, kind, forces.damping, forces.spin_damping, forces.gravity_scale));
    EACH_COLLIDER_FROM (c, s, record->first_collider) {
        TRY(collider_check_support(world, kind, s->colliders[c].sensor, vec(0, 0)));
        if (kind == EVO_DYNAMIC && collider_entry(&s->colliders[c])->chain != NONE)
            return FAULT(world, EVO_ERROR_UNSUPPORTED,
                         "kind is dynamic, and the body has a chain; its body must be static "
                         "or kinematic");
    }
    return EVO_OK;
}

/* ---- Changes --------------------------------------------------------------------------------- */

enum { ANY_KIND = 1 << EVO_DYNAMIC | 1 << EVO_STATIC | 1 << EVO_KINEMATIC };
enum { MOVING_KINDS = 1 << EVO_DYNAMIC | 1 << EVO_KINEMATIC, DYNAMIC_KIND = 1 << EVO_DYNAMIC };

/* Returns why this body cannot be changed. */
static inline evo_result body_refusal(const evo_world *world, evo_body body) {
    return body_of(world, body) ? locked_refusal(world)
                                : fault_stale(world, "body", body.generation);
}

/* Returns why a change is refused that bodies of these kinds take; `taken`: EVO_OK, or why its
 * arguments are refused. */
static inline evo_result change_refusal(const evo_world *world, evo_body body, evo_result taken,
                                        unsigned kinds) {
    static const char *const names[] = {"dynamic", "static", "kinematic"};
    TRY(body_refusal(world, body));
    const body_record *record = record_at(world, body.index);
    if (taken != EVO_OK || kinds >> record->kind & 1) return taken;
    return FAULT(world, EVO_ERROR_UNSUPPORTED, "body is %s; it must be %s", names[record->kind],
                 kinds == DYNAMIC_KIND ? "dynamic" : "dynamic or kinematic");
}

/* Returns the first refusal. */
static evo_result first_of(evo_result a, evo_result b) {
    return a != EVO_OK ? a : b;
}

/* ---- Making and unmaking --------------------------------------------------------------------- */

evo_result body_check(const evo_world *world, const evo_body_config *config) {
    const evo_collider_config first = first_collider_config(config);
    const bool shapeless = config->shape.kind == EVO_NO_SHAPE;
    call_fault *f = fault_of(world);
    TRY(locked_refusal(world));
    TRY(fault_by_rules(f, "", RULES_BODY, config));
    if (!shapeless) TRY(collider_check(f, &first));
    TRY(check_support(world, config));
    const body_store *s = &world->core.bodies;
    if (bodies_are_full(s, 1)) return fault_full(world);
    return !shapeless && materials_are_full(&s->materials, &config->material)
               ? fault_materials(world)
               : EVO_OK;
}

evo_body evo_body_create(evo_world *world, const evo_body_config *config) {
    if (is_heard(world)) return record_body_create(world, config);
    evo_body made = {0, 0};
    const evo_body_config by_default = evo_body_config_default();
    const many_bodies one = {.common = config ? config : &by_default, .count = 1};
    if (!world) return made;
    const evo_result result = bodies_make(world, &one, &made);
    creation_ends(world, result);
    if (result != EVO_OK) return (evo_body){0, 0};
    if (config && config->shape.kind != EVO_NO_SHAPE) warn_of_filter(world, config->filter);
    warn_of_body_later(world, one.common, made);
    return made;
}

evo_result evo_body_destroy(evo_world *world, evo_body body) {
    if (is_heard(world)) return record_body_destroy(world, body);
    TRY(body_refusal(world, body));
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
    config.tag = record->tag;
    return config;
}

/* ---- Asking ---------------------------------------------------------------------------------- */

/* Record that getters read in place of that of a stale handle. */
static const body_record NO_BODY = {.island = NONE, .enabled = true};

static const body_record *body_or_none(const evo_world *world, evo_body body) {
    const body_record *record = body_of(world, body);
    return record ? record : &NO_BODY;
}

evo_pose evo_body_pose(const evo_world *world, evo_body body) {
    return body_of(world, body) ? body_pose(world, body.index) : (evo_pose){{0, 0}, 0};
}

evo_vec2 evo_body_world_center(const evo_world *world, evo_body body) {
    return body_of(world, body) ? body_now(world, body.index).position : vec(0, 0);
}

evo_vec2 evo_body_velocity(const evo_world *world, evo_body body) {
    return body_of(world, body) ? body_now(world, body.index).velocity : vec(0, 0);
}

double evo_body_spin(const evo_world *world, evo_body body) {
    return body_of(world, body) ? body_now(world, body.index).spin : 0;
}

evo_body_kind evo_body_kind_of(const evo_world *world, evo_body body) {
    return (evo_body_kind)body_or_none(world, body)->kind;
}

bool evo_body_disabled(const evo_world *world, evo_body body) {
    return !body_or_none(world, body)->enabled;
}

bool evo_body_asleep(const evo_world *world, evo_body body) {
    return body_or_none(world, body)->island != NONE;
}

evo_bounds evo_body_bounds(const evo_world *world, evo_body body) {
    const body_record *record = body_of(world, body);
    if (!record || record->first_collider == NONE) {
        const evo_vec2 at = record ? body_pose(world, body.index).position : vec(0, 0);
        return (evo_bounds){at, at};
    }
    evo_bounds all = NO_BOUNDS;
    const body_store *s = &world->core.bodies;
    EACH_COLLIDER_FROM (c, s, record->first_collider) {
        const placed of = collider_now(world, c);
        const evo_bounds one = placed_bounds(&of);
        all = evo_bounds_joined(all, one);
    }
    return all;
}

void *evo_body_user(const evo_world *world, evo_body body) {
    return body_or_none(world, body)->user;
}

uint64_t evo_body_tag(const evo_world *world, evo_body body) {
    return body_or_none(world, body)->tag;
}

evo_mass evo_body_mass(const evo_world *world, evo_body body) {
    const evo_mass none = {0, {0, 0}, 0};
    const body_record *record = body_of(world, body);
    if (!record || record->kind != EVO_DYNAMIC) return none;
    return (evo_mass){record->mass, record->center, record->inertia};
}

/* ---- Where it is, and how it moves ----------------------------------------------------------- */

static bool lies_at(const evo_world *world, evo_body body, evo_pose pose) {
    const evo_pose now = evo_body_pose(world, body);
    return pose.position.x == now.position.x && pose.position.y == now.position.y
           && pose.angle == now.angle;
}

/* Returns whether a body of a world of steps has this motion, and keeps it: a driven one stops as
 * it arrives. */
static bool moves_by(const evo_world *world, evo_body body, evo_vec2 velocity, double spin) {
    const body_store *s = &world->core.bodies;
    const bool driven = s->forces && s->forces[body.index].arrives != 0;
    const body_state now = body_now(world, body.index);
    return !world->config.exact && !driven && velocity.x == now.velocity.x
           && velocity.y == now.velocity.y && spin == now.spin;
}

evo_result evo_body_set_pose(evo_world *world, evo_body body, evo_pose pose) {
    if (is_heard(world)) return record_body_set_pose(world, body, pose);
    TRY(change_refusal(world, body, TAKES(world, pose, RULES_POSE), ANY_KIND));
    if (!world->config.exact && lies_at(world, body, pose)) return EVO_OK;
    const evo_result moved = change_end(
        world, change_begin(world, body.index) && step_move_body(&world->core, body.index, pose));
    if (moved == EVO_OK) flight_unwrap(world, body.index);
    return moved;
}

/* Refuses to turn a body whose spin is locked. */
static evo_result fault_upright(const evo_world *world) {
    return FAULT(world, EVO_ERROR_UNSUPPORTED,
                 "locks.spin is true; a body that is not to turn gets no spin");
}

static evo_result set_motion(evo_world *world, evo_body body, evo_vec2 velocity, double spin) {
    if (!vector_fits(velocity) || !number_fits(spin))
        return FAULT(world, EVO_ERROR_INVALID,
                     "the body would be too fast; its velocity and spin must be finite and at "
                     "most 1e30");
    if (moves_by(world, body, velocity, spin)) return EVO_OK;
    return change_end(world, change_begin(world, body.index)
                                 && step_set_motion(&world->core, body.index, velocity, spin));
}

evo_result evo_body_set_velocity(evo_world *world, evo_body body, evo_vec2 velocity) {
    if (is_heard(world)) return record_body_set_velocity(world, body, velocity);
    TRY(change_refusal(world, body, TAKES_VECTOR(world, velocity), MOVING_KINDS));
    return set_motion(world, body, velocity, body_now(world, body.index).spin);
}

evo_result evo_body_set_spin(evo_world *world, evo_body body, double spin) {
    if (is_heard(world)) return record_body_set_spin(world, body, spin);
    TRY(change_refusal(world, body, TAKES_NUMBER(world, spin), MOVING_KINDS));
    const body_record *record = record_at(world, body.index);
    if (record->lock_spin && record->kind == EVO_DYNAMIC) return fault_upright(world);
    return set_motion(world, body, body_now(world, body.index).velocity, spin);
}

evo_result evo_body_drive_to(evo_world *world, evo_body body, evo_pose pose, double seconds) {
    if (is_heard(world)) return record_body_drive_to(world, body, pose, seconds);
    const evo_result taken =
        first_of(TAKES(world, pose, RULES_POSE), TAKES(world, seconds, RULES_ABOVE_0));
    TRY(change_refusal(world, body, taken, MOVING_KINDS));
    const body_record *record = record_at(world, body.index);
    const body_state now = body_now(world, body.index);
    const bool upright = record->lock_spin && record->kind == EVO_DYNAMIC;
    if (upright && pose.angle != now.angle) return fault_upright(world);
    if (lies_at(world, body, pose) && moves_by(world, body, (evo_vec2){0, 0}, 0)) return EVO_OK;
    const evo_vec2 center = vec_turn(record->center, evo_direction(pose.angle));
    const evo_vec2 way = vec_sub(vec_add(pose.position, center), now.position);
    const evo_vec2 velocity = vec_scale(way, 1 / seconds);
    const double spin = (pose.angle - now.angle) / seconds;
    if (record->kind == EVO_KINEMATIC && !world->config.exact && vector_fits(velocity)
        && number_fits(spin))
        return change_end(world, change_begin(world, body.index)
                                     && step_drive_body(&world->core, body.index, pose, seconds));
    return set_motion(world, body, velocity, spin);
}

static double spin_from(const evo_world *world, uint32_t id, double impulse) {
    const body_record *record = record_at(world, id);
    return body_turns(record) ? impulse / record->inertia : 0;
}

body_state state_after_impulse(const evo_world *world, uint32_t id, body_state now,
                               evo_vec2 impulse, evo_vec2 point) {
    const body_record *record = record_at(world, id);
    const double turning = vec_cross(vec_sub(point, now.position), impulse);
    now.velocity = vec_along(now.velocity, 1 / record->mass, impulse);
    now.spin += spin_from(world, id, turning);
    return now;
}

/* Bodies in worlds of exact time take no forces. `point`: NULL for the centre of mass. */
static evo_result push(evo_world *world, evo_body body, evo_vec2 force, const evo_vec2 *point,
                       double torque) {
    const evo_result taken = first_of(
        TAKES_NUMBER(world, torque),
        first_of(TAKES_VECTOR(world, force), point ? TAKES_VECTOR(world, *point) : EVO_OK));
    TRY(change_refusal(world, body, taken, DYNAMIC_KIND));
    const body_record *record = record_at(world, body.index);
    if (!record->enabled)
        return FAULT(world, EVO_ERROR_UNSUPPORTED, "body is disabled; nothing pushes it");
    if (world->config.exact)
        return FAULT(world, EVO_ERROR_UNSUPPORTED, "the world has exact time, and so no forces");
    if (point) torque += vec_cross(vec_sub(*point, body_now(world, body.index).position), force);
    if (!vector_fits(vec_scale(force, 1 / record->mass))
        || (torque != 0 && !number_fits(spin_from(world, body.index, torque))))
        return FAULT(world, EVO_ERROR_INVALID,
                     "force is too large for the body's mass; velocity and spin must grow by "
                     "1e30 a second at most");
    if (vec_is_zero(force) && torque == 0) return EVO_OK;
    return change_end(world, change_begin(world, body.index)
                                 && step_push(&world->core, body.index, force, torque));
}

evo_result evo_body_apply_force(evo_world *world, evo_body body, evo_vec2 force, evo_vec2 point) {
    return is_heard(world) ? record_body_apply_force(world, body, force, point)
                           : push(world, body, force, &point, 0);
}

evo_result evo_body_apply_center_force(evo_world *world, evo_body body, evo_vec2 force) {
    return is_heard(world) ? record_body_apply_center_force(world, body, force)
                           : push(world, body, force, NULL, 0);
}

evo_result evo_body_apply_torque(evo_world *world, evo_body body, double torque) {
    return is_heard(world) ? record_body_apply_torque(world, body, torque)
                           : push(world, body, vec(0, 0), NULL, torque);
}

evo_result evo_body_apply_impulse(evo_world *world, evo_body body, evo_vec2 impulse,
                                  evo_vec2 point) {
    if (is_heard(world)) return record_body_apply_impulse(world, body, impulse, point);
    const evo_result taken = first_of(TAKES_VECTOR(world, impulse), TAKES_VECTOR(world, point));
    TRY(change_refusal(world, body, taken, DYNAMIC_KIND));
    const body_state now = body_now(world, body.index),
                     after = state_after_impulse(world, body.index, now, impulse, point);
    return set_motion(world, body, after.velocity, after.spin);
}

evo_result evo_body_apply_center_impulse(evo_world *world, evo_body body, evo_vec2 impulse) {
    if (is_heard(world)) return record_body_apply_center_impulse(world, body, impulse);
    TRY(change_refusal(world, body, TAKES_VECTOR(world, impulse), DYNAMIC_KIND));
    const body_record *record = record_at(world, body.index);
    const body_state now = body_now(world, body.index);
    return set_motion(world, body, vec_along(now.velocity, 1 / record->mass, impulse), now.spin);
}

evo_result evo_body_apply_spin_impulse(evo_world *world, evo_body body, double impulse) {
    if (is_heard(world)) return record_body_apply_spin_impulse(world, body, impulse);
    TRY(change_refusal(world, body, TAKES_NUMBER(world, impulse), DYNAMIC_KIND));
    const body_state state = body_now(world, body.index);
    return set_motion(world, body, state.velocity,
                      state.spin + spin_from(world, body.index, impulse));
}

/* Fills a foot of a rider. False: there is no such dynamic body. */
static bool set_foot(const evo_world *world, evo_body body, const call_load *load, int i,
                     rider *r) {
    const body_record *record = body_named(world, body);
    if (!record || record->kind != EVO_DYNAMIC || !record->enabled) return false;
    r->feet[i] = (rider_foot){body.index, body.generation, load->feet[i].arm, load->feet[i].gap, 0};
    r->count = (uint32_t)i + 1;
    return vector_fits(load->feet[i].arm) && number_fits(load->feet[i].gap);
}

evo_result evo_body_bear(evo_world *world, evo_body body, evo_body other, call_load load) {
    if (is_heard(world)) return record_body_bear(world, body, other, load);
    rider r = {.mass = load.mass, .speed = load.speed};
    evo_body both[RIDER_FEET] = {body, other};
    const uint32_t count = other.generation == 0 ? 1 : 2;
    if (!world || world->config.exact || !(load.number >= 1 && load.number < 1e15)
        || !(load.mass >= SHAPE_SMALLEST && number_fits(load.mass)) || !number_fits(load.speed))
        return EVO_ERROR_INVALID;
    r.number = (uint64_t)load.number;
    for (uint32_t i = 0; i < count; ++i)
        if (!set_foot(world, both[i], &load, (int)i, &r)) return EVO_ERROR_STALE;
    if (world->locked) return EVO_ERROR_LOCKED;
    if (!riders_reserve(&world->core) || !step_wake_all(&world->core, both, count))
        return EVO_ERROR_MEMORY;
    riders_put(&world->core, &r);
    return EVO_OK;
}

/* ---- What it is ------------------------------------------------------------------------------ */

evo_result evo_body_set_kind(evo_world *world, evo_body body, evo_body_kind kind) {
    if (is_heard(world)) return record_body_set_kind(world, body, kind);
    TRY(change_refusal(world, body, TAKES(world, kind, RULES_KIND), ANY_KIND));
    const body_record *record = record_at(world, body.index);
    if (record->kind == kind) return EVO_OK;
    TRY(check_kind(world, record, kind));
    return change_end(world, change_begin(world, body.index)
                                 && step_set_kind(&world->core, body.index, kind));
}

evo_result evo_body_set_mass(evo_world *world, evo_body body, evo_mass mass) {
    if (is_heard(world)) return record_body_set_mass(world, body, mass);
    bool by_shapes = mass.mass == 0 && mass.inertia == 0 && vec_is_zero(mass.center);
    TRY(change_refusal(world, body, by_shapes ? EVO_OK : TAKES(world, mass, RULES_MASS),
                       DYNAMIC_KIND));
    return change_end(world,
                      change_begin(world, body.index)
                          && step_set_mass(&world->core, body.index, by_shapes ? NULL : &mass));
}

/* Sets both rates of decay. */
static evo_result set_damping(evo_world *world, evo_body body, double damping,
                              double spin_damping) {
    const evo_result taken =
        first_of(TAKES(world, damping, RULES_FROM_0), TAKES(world, spin_damping, RULES_FROM_0));
    TRY(change_refusal(world, body, taken, ANY_KIND));
    const body_record *record = record_at(world, body.index);
    TRY(check_motion(world, (evo_body_kind)record->kind, damping, spin_damping, 1));
    const body_forces before = body_forces_of(&world->core.bodies, body.index);
    if (before.damping == damping && before.spin_damping == spin_damping) return EVO_OK;
    return change_end(world,
                      change_begin(world, body.index)
                          && step_set_damping(&world->core, body.index, damping, spin_damping));
}

evo_result evo_body_set_damping(evo_world *world, evo_body body, double damping) {
    return is_heard(world)
               ? record_body_set_damping(world, body, damping)
               : set_damping(world, body, damping, evo_body_get(world, body).spin_damping);
}

evo_result evo_body_set_spin_damping(evo_world *world, evo_body body, double damping) {
    return is_heard(world) ? record_body_set_spin_damping(world, body, damping)
                           : set_damping(world, body, evo_body_get(world, body).damping, damping);
}

evo_result evo_body_set_gravity_scale(evo_world *world, evo_body body, double scale) {
    if (is_heard(world)) return record_body_set_gravity_scale(world, body, scale);
    TRY(change_refusal(world, body, TAKES(world, scale, RULES_NUMBER), ANY_KIND));
    const body_record *record = record_at(world, body.index);
    if (body_forces_of(&world->core.bodies, body.index).gravity_scale == scale) return EVO_OK;
    TRY(check_motion(world, (evo_body_kind)record->kind, 0, 0, scale));
    return change_end(world, change_begin(world, body.index)
                                 && step_set_gravity_scale(&world->core, body.index, scale));
}

evo_result evo_body_set_locks(evo_world *world, evo_body body, evo_locks locks) {
    if (is_heard(world)) return record_body_set_locks(world, body, locks);
    TRY(body_refusal(world, body));
    const body_record *record = record_at(world, body.index);
    TRY(check_locks(world, locks));
    const evo_locks has = locks_of(record);
    if (has.x == locks.x && has.y == locks.y && has.spin == locks.spin) return EVO_OK;
    return change_end(world, change_begin(world, body.index)
                                 && step_set_locks(&world->core, body.index, locks));
}

evo_result evo_body_set_disabled(evo_world *world, evo_body body, bool disabled) {
    if (is_heard(world)) return record_body_set_disabled(world, body, disabled);
    TRY(body_refusal(world, body));
    const body_record *record = record_at(world, body.index);
    if (record->enabled == !disabled) return EVO_OK;
    return change_end(world, change_begin(world, body.index)
                                 && step_set_enabled(&world->core, body.index, !disabled));
}

evo_result evo_body_set_asleep(evo_world *world, evo_body body, bool asleep) {
    if (is_heard(world)) return record_body_set_asleep(world, body, asleep);
    TRY(change_refusal(world, body, EVO_OK, asleep ? DYNAMIC_KIND : ANY_KIND));
    const body_record *record = record_at(world, body.index);
    if ((record->island != NONE) == asleep) return EVO_OK;
    if (world->config.exact)
        return FAULT(world, EVO_ERROR_UNSUPPORTED,
                     "the world has exact time, in which nothing sleeps");
    if (!asleep) return step_wake(&world->core, body.index, WAKE_BODY) ? EVO_OK : EVO_ERROR_MEMORY;
    world->sorted = WORLD_UNSORTED;
    const evo_result slept = step_send_to_sleep(&world->core, body.index);
    if (slept == EVO_ERROR_UNSUPPORTED)
        return FAULT(world, slept,
                     "body must not sleep, or touches what must not: never_sleep is true, or "
                     "it is kinematic and moves");
    return slept;
}

static evo_result wake(evo_world *world, evo_body body, wake_reach reach) {
    TRY(body_refusal(world, body));
    if (world->config.exact || step_wake(&world->core, body.index, reach)) return EVO_OK;
    return EVO_ERROR_MEMORY;
}

evo_result evo_body_wake(evo_world *world, evo_body body) {
    return is_heard(world) ? record_body_wake(world, body) : wake(world, body, WAKE_BODY);
}

evo_result evo_body_wake_touching(evo_world *world, evo_body body) {
    return is_heard(world) ? record_body_wake_touching(world, body)
                           : wake(world, body, WAKE_TOUCHING);
}

size_t evo_world_awake(const evo_world *world) {
    return world ? world->core.bodies.awake : 0;
}

evo_result evo_body_set_never_sleep(evo_world *world, evo_body body, bool never) {
    if (is_heard(world)) return record_body_set_never_sleep(world, body, never);
    TRY(body_refusal(world, body));
    const body_record *record = record_at(world, body.index);
    if (record->never_sleep == never) return EVO_OK;
    return step_set_never_sleep(&world->core, body.index, never) ? EVO_OK : EVO_ERROR_MEMORY;
}

evo_result evo_body_set_sleep_speed(evo_world *world, evo_body body, double speed) {
    if (is_heard(world)) return record_body_set_sleep_speed(world, body, speed);
    TRY(change_refusal(world, body, TAKES(world, speed, RULES_FROM_0), ANY_KIND));
    if (body_forces_of(&world->core.bodies, body.index).sleep_speed == speed) return EVO_OK;
    return change_end(world, change_begin(world, body.index)
                                 && step_set_sleep_speed(&world->core, body.index, speed));
}

evo_result evo_body_set_user(evo_world *world, evo_body body, void *user) {
    if (body_of(world, body)) return set_user(world, __func__, KNOWN_BODY, body.index, user);
    return world_refuse(world, __func__, fault_stale(world, "body", body.generation));
}

evo_result evo_body_set_tag(evo_world *world, evo_body body, uint64_t tag) {
    if (is_heard(world)) return record_body_set_tag(world, body, tag);
    TRY(body_refusal(world, body));
    return set_tag(world, STILL_BODY, body.index, &record_at(world, body.index)->tag, tag);
}
