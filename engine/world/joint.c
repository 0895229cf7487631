/* joint.c: the public functions of joints: arguments are checked here, step/edit.c makes
 * changes. */
#include "joint/joint.h"
#include "shape/shape.h"
#include "world/world.h"

MACHINE_PLAIN

/* ---- Handles --------------------------------------------------------------------------------- */

static joint_record *joint_of(const evo_world *world, evo_joint joint) {
    if (!world || joint.generation % 2 == 0) return NULL;
    const joint_store *all = &world->core.joints;
    world_weigh(world); /* its bodies may have got colliders */
    if (joint.index >= all->list.count) return NULL;
    joint_record *record = &all->records[joint.index];
    return record->generation == joint.generation ? record : NULL;
}

evo_joint joint_handle(const evo_world *world, uint32_t id) {
    return (evo_joint){id, world->core.joints.records[id].generation};
}

bool evo_joint_exists(const evo_world *world, evo_joint joint) {
    return joint_of(world, joint);
}

/* Reads of a stale handle a joint of zeros. */
static const joint_record *joint_or_none(const evo_world *world, evo_joint joint) {
    static const joint_record none = {0};
    const joint_record *record = joint_of(world, joint);
    return record ? record : &none;
}

/* ---- Making and unmaking --------------------------------------------------------------------- */

evo_joint_config evo_joint_config_default(evo_joint_kind kind) {
    evo_joint_config config = {
        .kind = kind, .hertz = 5, .damping_ratio = 0.7, .ratio = 1, .turn_damping_ratio = 0.7};
    config.spring = kind == EVO_WHEEL;
    if (kind == EVO_MOTOR) config.motor_limit = SHAPE_LARGEST;
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

/* Checks how far anchors are off, and what a joint is to keep. */
static evo_result check_whole(const evo_world *world, const evo_joint_config *config) {
    const body_store *s = &world->core.bodies;
    if (!anchors_are_near(s, config))
        return FAULT(world, EVO_ERROR_INVALID,
                     "frame_a or frame_b is too far from its body's centre of mass; it must be "
                     "within 1e4 times the reach of the smaller body: frames are in the body's "
                     "own coordinates");
    if (!number_fits(config->length))
        return FAULT(world, EVO_ERROR_INVALID,
                     "length is 0, and so as long as the joint is now; it must be at most 1e30: "
                     "move the frames, or lower ratio");
    if (number_fits(joint_sum_of_angles(config, s))) return EVO_OK;
    return FAULT(world, EVO_ERROR_INVALID, "ratio is %g; the sum of angles must be at most 1e30",
                 config->ratio);
}

static evo_result make_joint(evo_world *world, const evo_joint_config *config, uint32_t *id) {
    call_fault *f = fault_of(world);
    if (!config) return fault_null(f, "config");
    TRY(locked_refusal(world));
    if (!is_world(config->a) && !body_of(world, config->a))
        return fault_stale(world, "a", config->a.generation);
    if (!is_world(config->b) && !body_of(world, config->b))
        return fault_stale(world, "b", config->b.generation);
    if (evo_body_equal(config->a, config->b))
        return fault_note(f, EVO_ERROR_INVALID, "a and b are %s; they must be two",
                          is_world(config->a) ? "both the world {0}" : "one body");
    TRY(joint_check(f, config));
    if (world->config.exact)
        return fault_note(f, EVO_ERROR_UNSUPPORTED, "the world has exact time, and so no joints");
    evo_joint_config whole = *config;
    joint_complete(&whole, &world->core.bodies);
    TRY(check_whole(world, &whole));
    *id = step_add_joint(&world->core, &whole);
    return *id == NONE ? EVO_ERROR_MEMORY : EVO_OK;
}

evo_joint evo_joint_create(evo_world *world, const evo_joint_config *config) {
    if (is_heard(world)) return record_joint_create(world, config);
    const evo_joint none = {0, 0};
    uint32_t id;
    if (!world) return none;
    const evo_result made = make_joint(world, config, &id);
    creation_ends(world, made);
    if (made != EVO_OK) return none;
    const body_store *s = &world->core.bodies;
    if (fault_of(world))
        warn_of_joint(world, joint_separation(&world->core.joints.records[id], s),
                      least_of(reach_of(s, config->a), reach_of(s, config->b)));
    warn_of_motor(world, config);
    return joint_handle(world, id);
}

/* Returns why this joint cannot be changed. */
static evo_result joint_refusal(const evo_world *world, evo_joint joint) {
    if (!joint_of(world, joint)) return fault_stale(world, "joint", joint.generation);
    return world->locked ? fault_locked(fault_of(world)) : EVO_OK;
}

evo_result evo_joint_destroy(evo_world *world, evo_joint joint) {
    if (is_heard(world)) return record_joint_destroy(world, joint);
    TRY(joint_refusal(world, joint));
    return step_remove_joint(&world->core, joint.index) ? EVO_OK : EVO_ERROR_MEMORY;
}

/* ---- Changes --------------------------------------------------------------------------------- */

evo_joint_config evo_joint_get(const evo_world *world, evo_joint joint) {
    return joint_or_none(world, joint)->config;
}

evo_result evo_joint_set(evo_world *world, evo_joint joint, const evo_joint_config *config) {
    if (is_heard(world)) return record_joint_set(world, joint, config);
    call_fault *f = fault_of(world);
    TRY(joint_refusal(world, joint));
    if (!config) return fault_null(f, "config");
    TRY(joint_check(f, config));
    const evo_joint_config *now = &joint_of(world, joint)->config;
    if (config->kind != now->kind || !evo_body_equal(config->a, now->a)
        || !evo_body_equal(config->b, now->b))
        return fault_note(f, EVO_ERROR_UNSUPPORTED,
                          "kind, a or b differs from that of the joint; destroy it, and create "
                          "another");
    evo_joint_config whole = *config;
    if (config->length != now->length) joint_complete(&whole, &world->core.bodies);
    TRY(check_whole(world, &whole));
    whole.tag = now->tag;
    if (!fields_equal(&whole, now, JOINT_FIELDS)) {
        if (!now->motor || config->motor_speed != now->motor_speed) warn_of_motor(world, config);
        if (!step_change_joint(&world->core, joint.index, &whole)) return EVO_ERROR_MEMORY;
    }
    TRY(evo_joint_set_user(world, joint, config->user));
    return evo_joint_set_tag(world, joint, config->tag);
}

evo_result evo_joint_set_motor_speed(evo_world *world, evo_joint joint, double speed) {
    if (is_heard(world)) return record_joint_set_motor_speed(world, joint, speed);
    const joint_record *record = joint_of(world, joint);
    if (!record) return fault_stale(world, "joint", joint.generation);
    if (!(joint_features(record->config.kind) & JOINT_HAS_MOTOR))
        return FAULT(world, EVO_ERROR_UNSUPPORTED,
                     "joint has no motor by its kind; hinges, sliders, rods and wheels do");
    TRY(locked_refusal(world));
    TRY(fault_by_rules(fault_of(world), "motor_speed", RULES_NUMBER, &speed));
    if (record->config.motor_speed == speed) return EVO_OK;
    if (fault_of(world)) {
        evo_joint_config config = record->config;
        config.motor_speed = speed;
        warn_of_motor(world, &config);
    }
    return step_set_motor_speed(&world->core, joint.index, speed) ? EVO_OK : EVO_ERROR_MEMORY;
}

void *evo_joint_user(const evo_world *world, evo_joint joint) {
    return joint_or_none(world, joint)->config.user;
}

uint64_t evo_joint_tag(const evo_world *world, evo_joint joint) {
    return joint_or_none(world, joint)->config.tag;
}

evo_result evo_joint_set_user(evo_world *world, evo_joint joint, void *user) {
    if (joint_of(world, joint)) return set_user(world, __func__, KNOWN_JOINT, joint.index, user);
    return world_refuse(world, __func__, fault_stale(world, "joint", joint.generation));
}

evo_result evo_joint_set_tag(evo_world *world, evo_joint joint, uint64_t tag) {
    if (is_heard(world)) return record_joint_set_tag(world, joint, tag);
    TRY(joint_refusal(world, joint));
    uint64_t *own = &world->core.joints.records[joint.index].config.tag;
    return set_tag(world, STILL_JOINT, joint.index, own, tag);
}

/* ---- Asking ---------------------------------------------------------------------------------- */

static joint_load last_load_of(const evo_world *world, evo_joint joint) {
    const joint_record *record = joint_of(world, joint);
    if (!record) return (joint_load){.torque = 0};
    return joint_load_of(record, &world->core.bodies, &record->sum,
                         (double)world->core.joints.per_second);
}

evo_vec2 evo_joint_force(const evo_world *world, evo_joint joint) {
    return last_load_of(world, joint).force;
}

double evo_joint_torque(const evo_world *world, evo_joint joint) {
    return last_load_of(world, joint).torque;
}

double evo_joint_motor_load(const evo_world *world, evo_joint joint) {
    const joint_record *record = joint_of(world, joint);
    return record ? joint_motor_load(record, (double)world->core.joints.per_second) : 0;
}

typedef double joint_measure(const joint_record *joint, const body_store *s);

static double measured(const evo_world *world, evo_joint joint, joint_measure *measure) {
    const joint_record *record = joint_of(world, joint);
    return record ? measure(record, &world->core.bodies) : 0;
}

double evo_joint_separation(const evo_world *world, evo_joint joint) {
    return measured(world, joint, joint_separation);
}

double evo_joint_twist(const evo_world *world, evo_joint joint) {
    return measured(world, joint, joint_twist);
}

double evo_joint_angle(const evo_world *world, evo_joint joint) {
    return measured(world, joint, joint_angle);
}

double evo_joint_translation(const evo_world *world, evo_joint joint) {
    return measured(world, joint, joint_translation);
}

double evo_joint_length(const evo_world *world, evo_joint joint) {
    return measured(world, joint, joint_length);
}

double evo_joint_speed(const evo_world *world, evo_joint joint) {
    return measured(world, joint, joint_speed);
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

const evo_joint_end *evo_world_joint_ends(const evo_world *world, size_t *count) {
    if (count) *count = world ? world->core.joints.end_list.count : 0;
    return world ? world->core.joints.ended : NULL;
}
