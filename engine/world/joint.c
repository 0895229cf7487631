/* joint.c: joints at the user's door: checked here, made in joint/, changed by step/change.c. */
#include "shape/limits.h"
#include "world/world.h"

/* ---- Handles --------------------------------------------------------------------------------- */

static joint_record *joint_of(const evo_world *world, evo_joint joint) {
    if (!world || joint.generation % 2 == 0) return NULL;
    const joint_store *all = &world->core.joints;
    if (joint.index >= all->list.count) return NULL;
    joint_record *record = &all->records[joint.index];
    return record->generation == joint.generation ? record : NULL;
}

evo_joint joint_handle(const evo_world *world, uint32_t id) {
    return (evo_joint){id, world->core.joints.records[id].generation};
}

bool evo_joint_exists(const evo_world *world, evo_joint joint) {
    return joint_of(world, joint) != NULL;
}

/* ---- Making and unmaking --------------------------------------------------------------------- */

evo_joint_config evo_joint_config_default(evo_joint_kind kind) {
    evo_joint_config config = {.kind = kind, .hertz = 5, .damping_ratio = 0.7, .ratio = 1};
    config.spring = kind == EVO_WHEEL || kind == EVO_TARGET;
    if (kind == EVO_TARGET) config.motor_limit = SHAPE_LARGEST;
    return config;
}

static bool is_world(evo_body body) {
    return body.index == 0 && body.generation == 0;
}

/* Reaches of the smaller body between a centre of mass and an anchor, at most. */
static const double ANCHOR_MOST = 1e4;

/* Returns the distance of an anchor from the centre of mass of what it turns; else 0. */
static double arm_of(const body_store *s, evo_body body, evo_vec2 anchor) {
    if (is_world(body) || s->records[body.index].kind != EVO_DYNAMIC) return 0;
    return vec_length(vec_sub(anchor, s->records[body.index].center));
}

/* The reach of a body's shapes; without any, 1. */
static double reach_of(const body_store *s, evo_body body) {
    if (is_world(body)) return INFINITY;
    const double extent = (double)s->motions[s->records[body.index].slot].extent;
    return extent > 0 ? extent : 1;
}

static bool anchors_are_near(const body_store *s, const evo_joint_config *c) {
    const double reach = least_of(reach_of(s, c->a), reach_of(s, c->b));
    const double arm =
        most_of(arm_of(s, c->a, c->frame_a.position), arm_of(s, c->b, c->frame_b.position));
    return arm <= ANCHOR_MOST * reach;
}

static evo_result make_joint(evo_world *world, const evo_joint_config *config, uint32_t *id) {
    if (!config) return EVO_ERROR_INVALID;
    if (world->locked) return EVO_ERROR_LOCKED;
    if (!is_world(config->a) && !body_of(world, config->a)) return EVO_ERROR_STALE;
    if (!is_world(config->b) && !body_of(world, config->b)) return EVO_ERROR_STALE;
    if (evo_body_equal(config->a, config->b) || !joint_config_is_sound(config))
        return EVO_ERROR_INVALID;
    if (world->config.stepping == EVO_EVENTS) return EVO_ERROR_UNSUPPORTED;
    if (!anchors_are_near(&world->core.bodies, config)) return EVO_ERROR_INVALID;
    evo_joint_config whole = *config;
    joint_complete(&whole, &world->core.bodies);
    if (!joint_config_is_sound(&whole)) return EVO_ERROR_INVALID;
    world->sorted = false;
    *id = step_add_joint(&world->core, &whole);
    return *id == NONE ? EVO_ERROR_MEMORY : EVO_OK;
}

evo_joint evo_joint_create(evo_world *world, const evo_joint_config *config) {
    RECORD(world, joint_create, config);
    const evo_joint none = {0, 0};
    uint32_t id;
    if (!world) return none;
    const evo_result made = make_joint(world, config, &id);
    creation_ends(world, made);
    return made == EVO_OK ? joint_handle(world, id) : none;
}

evo_result evo_joint_destroy(evo_world *world, evo_joint joint) {
    RECORD(world, joint_destroy, joint);
    if (!joint_of(world, joint)) return EVO_ERROR_STALE;
    if (world->locked) return EVO_ERROR_LOCKED;
    world->sorted = false;
    return step_remove_joint(&world->core, joint.index) ? EVO_OK : EVO_ERROR_MEMORY;
}

/* ---- Changes --------------------------------------------------------------------------------- */

evo_joint_config evo_joint_get(const evo_world *world, evo_joint joint) {
    const joint_record *record = joint_of(world, joint);
    return record ? record->config : (evo_joint_config){.kind = EVO_REVOLUTE};
}

/* Returns whether two configs of a joint are the same in all that can be set. */
static bool is_same(const evo_joint_config *a, const evo_joint_config *b) {
    return a->motor == b->motor && a->motor_speed == b->motor_speed
           && a->motor_limit == b->motor_limit && a->limit == b->limit && a->lower == b->lower
           && a->upper == b->upper && a->spring == b->spring && a->hertz == b->hertz
           && a->damping_ratio == b->damping_ratio && a->break_force == b->break_force
           && a->break_torque == b->break_torque && a->frame_a.angle == b->frame_a.angle
           && a->frame_a.position.x == b->frame_a.position.x
           && a->frame_a.position.y == b->frame_a.position.y;
}

/* Gives a joint another config, if its kind has these features. */
static evo_result change(evo_world *world, evo_joint joint, const evo_joint_config *config,
                         unsigned features) {
    if (!joint_of(world, joint)) return EVO_ERROR_STALE;
    if (world->locked) return EVO_ERROR_LOCKED;
    if (!joint_config_is_sound(config)) return EVO_ERROR_INVALID;
    if (features & ~joint_features(config->kind)) return EVO_ERROR_UNSUPPORTED;
    if (is_same(config, &joint_of(world, joint)->config)) return EVO_OK;
    world->sorted = false;
    const bool changed = step_change_joint(&world->core, joint.index, config);
    return changed ? EVO_OK : EVO_ERROR_MEMORY;
}

evo_result evo_joint_set_motor(evo_world *world, evo_joint joint, bool on, double speed,
                               double limit) {
    RECORD(world, joint_set_motor, joint, on, speed, limit);
    evo_joint_config config = evo_joint_get(world, joint);
    config.motor = on;
    config.motor_speed = speed;
    config.motor_limit = limit;
    return change(world, joint, &config, JOINT_HAS_MOTOR);
}

evo_result evo_joint_set_limits(evo_world *world, evo_joint joint, bool on, double lower,
                                double upper) {
    RECORD(world, joint_set_limits, joint, on, lower, upper);
    evo_joint_config config = evo_joint_get(world, joint);
    config.limit = on;
    config.lower = lower;
    config.upper = upper;
    return change(world, joint, &config, JOINT_HAS_LIMIT);
}

evo_result evo_joint_set_spring(evo_world *world, evo_joint joint, bool on, double frequency,
                                double damping_ratio) {
    RECORD(world, joint_set_spring, joint, on, frequency, damping_ratio);
    evo_joint_config config = evo_joint_get(world, joint);
    config.spring = on;
    config.hertz = frequency;
    config.damping_ratio = damping_ratio;
    return change(world, joint, &config, JOINT_HAS_SPRING);
}

evo_result evo_joint_set_target(evo_world *world, evo_joint joint, evo_pose target) {
    RECORD(world, joint_set_target, joint, target);
    evo_joint_config config = evo_joint_get(world, joint);
    config.frame_a = target;
    return change(world, joint, &config, JOINT_HAS_TARGET);
}

evo_result evo_joint_set_break(evo_world *world, evo_joint joint, double force, double torque) {
    RECORD(world, joint_set_break, joint, force, torque);
    evo_joint_config config = evo_joint_get(world, joint);
    config.break_force = force;
    config.break_torque = torque;
    return change(world, joint, &config, 0);
}

/* ---- Asking ---------------------------------------------------------------------------------- */

static joint_load last_load_of(const evo_world *world, const joint_record *joint) {
    return joint_load_of(joint, &world->core.bodies, &joint->sum,
                         (double)world->core.joints.per_second);
}

evo_vec2 evo_joint_force(const evo_world *world, evo_joint joint) {
    const joint_record *record = joint_of(world, joint);
    if (!record) return vec(0, 0);
    return last_load_of(world, record).force;
}

double evo_joint_torque(const evo_world *world, evo_joint joint) {
    const joint_record *record = joint_of(world, joint);
    if (!record) return 0;
    return last_load_of(world, record).torque;
}

double evo_joint_angle(const evo_world *world, evo_joint joint) {
    const joint_record *record = joint_of(world, joint);
    return record ? joint_angle(record, &world->core.bodies) : 0;
}

double evo_joint_translation(const evo_world *world, evo_joint joint) {
    const joint_record *record = joint_of(world, joint);
    return record ? joint_translation(record, &world->core.bodies) : 0;
}

double evo_joint_speed(const evo_world *world, evo_joint joint) {
    const joint_record *record = joint_of(world, joint);
    return record ? joint_speed(record, &world->core.bodies) : 0;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

size_t evo_world_joints(const evo_world *world, evo_joint *found, size_t capacity) {
    size_t count = 0;
    for (uint32_t id = 0; world && id < world->core.joints.list.count; ++id) {
        if (world->core.joints.records[id].generation % 2 == 0) continue;
        if (found && count < capacity) found[count] = joint_handle(world, id);
        ++count;
    }
    return count;
}

size_t evo_body_joints(const evo_world *world, evo_body body, evo_joint *found, size_t capacity) {
    const body_record *record = body_of(world, body);
    size_t count = 0;
    if (!record) return 0;
    const body_edge *edges = world->core.bodies.edges;
    for (uint32_t e = record->first_edge; e != NONE; e = edges[e].next) {
        if (found && count < capacity) found[count] = joint_handle(world, e / 2);
        ++count;
    }
    return count;
}

const evo_joint *evo_world_broken(const evo_world *world, size_t *count) {
    if (count) *count = world ? world->core.joints.end_list.count : 0;
    return world ? world->core.joints.ended : NULL;
}
