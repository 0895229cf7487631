/* kinds.c: the kinds of joints: features and rows. In: a config, and the poses of the bodies; out:
 * rows in the order in which they are solved, the most important last. */
#include "joint/joint.h"

/* ---- Configs --------------------------------------------------------------------------------- */

static const struct {
    unsigned features;
    bool turns; /* the speed of its motor is that of the angle */
} JOINT_KINDS[] = {
    [EVO_REVOLUTE] = {JOINT_HAS_ALL, true},
    [EVO_PRISMATIC] = {JOINT_HAS_ALL, false},
    [EVO_DISTANCE] = {JOINT_HAS_ALL, false},
    [EVO_WELD] = {JOINT_HAS_SPRING, true},
    [EVO_WHEEL] = {JOINT_HAS_ALL, true},
    [EVO_MOTOR] = {JOINT_HAS_SPRING, true},
    [EVO_GEAR] = {0, true},
    [EVO_PULLEY] = {0, false},
    [EVO_APART] = {0, false},
};

static const int JOINT_KIND_COUNT = sizeof JOINT_KINDS / sizeof *JOINT_KINDS;

bool joint_kind_is_sound(uint32_t kind) {
    return kind < (uint32_t)JOINT_KIND_COUNT;
}

unsigned joint_features(evo_joint_kind kind) {
    return JOINT_KINDS[kind].features;
}

/* Checks a config. The length of a pulley with a ratio below 0 is a difference, and may be below
 * 0. */
evo_result joint_check(call_fault *f, const evo_joint_config *c) {
    const evo_result refused = fault_by_rules(f, "", RULES_JOINT, c);
    if (refused != EVO_OK) return refused;
    if (c->length < 0 && !(c->kind == EVO_PULLEY && c->ratio < 0))
        return fault_note(f, EVO_ERROR_INVALID, "length is %.9g; it must be 0 or more", c->length);
    if (c->lower > c->upper)
        return fault_note(f, EVO_ERROR_INVALID,
                          "lower is %.9g, and upper %.9g; lower must be at most upper", c->lower,
                          c->upper);
    return EVO_OK;
}

bool joint_config_is_sound(const evo_joint_config *c) {
    return joint_check(NULL, c) == EVO_OK;
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

joint_side joint_side_of(const joint_record *joint, const body_store *s, int side) {
    const uint32_t body = joint->bodies[side];
    if (body == NONE) return (joint_side){joint->anchors[side], 0, {1, 0}, {0, 0}};
    const uint32_t slot = s->records[body].slot;
    return joint_side_at(joint, s, side, slot, evo_direction(s->states[slot].angle));
}

static evo_vec2 anchor_of(const joint_side *side) {
    return vec_add(side->position, side->arm);
}

/* A joint with the poses and velocities of its bodies. */
typedef struct joint_view {
    joint_side a, b;
    evo_vec2 apart, speed; /* from a's anchor to b's, and its rate of change */
    double spin_a, spin_b;
    evo_vec2 axis; /* the x axis of frame a */
} joint_view;

static evo_vec2 anchor_speed(const joint_record *joint, const body_store *s, int side, evo_vec2 arm,
                             double *spin) {
    if (joint->bodies[side] == NONE) return vec(0, 0);
    const body_state *state = state_of_body(s, joint->bodies[side]);
    *spin = state->spin;
    return vec_along(state->velocity, state->spin, vec_left(arm));
}

static joint_view view_of(const joint_record *joint, const body_store *s) {
    joint_view v = {.a = joint_side_of(joint, s, 0), .b = joint_side_of(joint, s, 1)};
    v.apart = vec_sub(anchor_of(&v.b), anchor_of(&v.a));
    const evo_vec2 speed_a = anchor_speed(joint, s, 0, v.a.arm, &v.spin_a);
    v.speed = vec_sub(anchor_speed(joint, s, 1, v.b.arm, &v.spin_b), speed_a);
    v.axis = vec_turn(evo_direction(joint->config.frame_a.angle), v.a.turn);
    return v;
}

/* Returns the angle of frame b less that of frame a, with both bodies at angle 0. */
static double frame_angle(const evo_joint_config *c) {
    return c->frame_b.angle - c->frame_a.angle;
}

double joint_angle(const joint_record *joint, const body_store *s) {
    const joint_view v = view_of(joint, s);
    return v.b.angle - v.a.angle + frame_angle(&joint->config);
}

double joint_translation(const joint_record *joint, const body_store *s) {
    const joint_view v = view_of(joint, s);
    return joint->config.kind == EVO_DISTANCE ? vec_length(v.apart) : vec_dot(v.apart, v.axis);
}

double joint_speed(const joint_record *joint, const body_store *s) {
    const joint_view v = view_of(joint, s);
    const double length = vec_length(v.apart);
    if (JOINT_KINDS[joint->config.kind].turns) return v.spin_b - v.spin_a;
    if (joint->config.kind == EVO_DISTANCE)
        return length > 0 ? vec_dot(v.speed, v.apart) / length : 0;
    return vec_dot(v.speed, v.axis) + v.spin_a * vec_cross(v.axis, v.apart);
}

static double pulley_length(const joint_view *v, const evo_joint_config *c) {
    return vec_length(vec_sub(anchor_of(&v->a), c->ground_a))
           + c->ratio * vec_length(vec_sub(anchor_of(&v->b), c->ground_b));
}

double joint_length(const joint_record *joint, const body_store *s) {
    const joint_view v = view_of(joint, s);
    if (joint->config.kind == EVO_PULLEY) return pulley_length(&v, &joint->config);
    return joint->config.kind == EVO_DISTANCE ? vec_length(v.apart) : 0;
}

void joint_complete(evo_joint_config *c, const body_store *s) {
    if (c->length != 0 || (c->kind != EVO_DISTANCE && c->kind != EVO_PULLEY)) return;
    const joint_record joint = joint_of_config(c);
    const joint_view v = view_of(&joint, s);
    c->length = c->kind == EVO_PULLEY ? pulley_length(&v, c) : vec_length(v.apart);
}

double joint_sum_of_angles(const evo_joint_config *c, const body_store *s) {
    if (c->kind != EVO_GEAR) return 0;
    const joint_record joint = joint_of_config(c);
    const joint_view v = view_of(&joint, s);
    return v.a.angle + c->ratio * v.b.angle;
}

static bool is_soft(const evo_joint_config *c) {
    return c->spring && (c->kind != EVO_WELD || c->hertz > 0);
}

/* Distance of a number from a range. */
static double beyond(double number, double lower, double upper) {
    return most_of(most_of(lower - number, number - upper), 0);
}

double joint_separation(const joint_record *joint, const body_store *s) {
    const evo_joint_config *c = &joint->config;
    const joint_view v = view_of(joint, s);
    const double length = vec_length(v.apart);
    switch (c->kind) {
    case EVO_REVOLUTE:
        return length;
    case EVO_WELD:
        return is_soft(c) ? 0 : length;
    case EVO_PRISMATIC:
    case EVO_WHEEL:
        return fabs(vec_cross(v.axis, v.apart));
    case EVO_DISTANCE:
        if (c->limit) return beyond(length, c->lower, c->upper);
        return c->spring ? 0 : fabs(length - c->length);
    case EVO_PULLEY:
        return fabs(pulley_length(&v, c) - c->length);
    case EVO_MOTOR:
    case EVO_GEAR:
    case EVO_APART:
        break;
    }
    return 0;
}

double joint_twist(const joint_record *joint, const body_store *s) {
    const evo_joint_config *c = &joint->config;
    const joint_view v = view_of(joint, s);
    const double angle = v.b.angle - v.a.angle + frame_angle(c);
    const bool rigid = c->kind == EVO_PRISMATIC || (c->kind == EVO_WELD && !(c->turn_hertz > 0));
    if (rigid) return fabs(angle);
    if (c->kind == EVO_REVOLUTE && c->limit) return beyond(angle, c->lower, c->upper);
    return c->kind == EVO_GEAR ? fabs(v.a.angle + c->ratio * v.b.angle - joint->kept) : 0;
}

double joint_motor_load(const joint_record *joint, double per_second) {
    const joint_rows *rows = &joint->rows;
    if (rows->has_point && rows->point_law == JOINT_MOTOR)
        return per_second * vec_length(vec_of_floats(joint->sum.x, joint->sum.y));
    for (int i = 0; i < rows->count; ++i)
        if (rows->forms[i].law == JOINT_MOTOR) return per_second * (double)joint->sum.rows[i];
    return 0;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

typedef struct row_list {
    const evo_joint_config *config;
    joint_rows rows;
} row_list;

/* Adds a rigid row that holds its coordinate at a value. */
static joint_form *add_rigid_row(row_list *to, const joint_form *of, double place) {
    joint_form *form = &to->rows.forms[to->rows.count++];
    *form = *of;
    form->law = JOINT_RIGID;
    form->lower = form->upper = place;
    form->most = form->pull = INFINITY;
    return form;
}

static double limit_of(double limit) {
    return limit > 0 ? limit : INFINITY;
}

static void add_spring(row_list *to, const joint_form *of, double place) {
    if (!to->config->spring) return;
    joint_form *form = add_rigid_row(to, of, place);
    form->law = JOINT_SPRING;
    form->most = limit_of(to->config->push_limit);
    form->pull = limit_of(to->config->pull_limit);
}

static void add_speed(row_list *to, const joint_form *of, double speed, double most) {
    joint_form *motor = add_rigid_row(to, of, 0);
    motor->law = JOINT_MOTOR;
    motor->speed = speed;
    motor->most = motor->pull = most;
}

static void add_motor(row_list *to, const joint_form *of) {
    const evo_joint_config *c = to->config;
    if (c->motor) add_speed(to, of, c->motor_speed, c->motor_limit);
}

/* Adds limits, if the config has some. `zero`: the value of the coordinate at which the config's is
 * 0. */
static void add_limits(row_list *to, const joint_form *of, double zero) {
    const evo_joint_config *c = to->config;
    if (c->limit) add_rigid_row(to, of, zero + c->lower)->upper = zero + c->upper;
}

static void add_features(row_list *to, const joint_form *of, double zero, double spring_at) {
    add_spring(to, of, zero + spring_at);
    add_motor(to, of);
    add_limits(to, of, zero);
}

static joint_form axis_form(const evo_joint_config *c, bool across) {
    const evo_vec2 axis = evo_direction(c->frame_a.angle);
    const evo_vec2 d = across ? vec_left(axis) : axis;
    return (joint_form){.coordinate = JOINT_AXIS, .x = (float)d.x, .y = (float)d.y};
}

static void add_point_rows(row_list *to, joint_law law, double most) {
    to->rows.has_point = true;
    to->rows.point_law = law;
    to->rows.point_most = most;
}

/* Holds the angle between both frames, softly if it has a frequency. */
static void add_angle(row_list *to, const joint_form *angle, double most) {
    joint_form *form = add_rigid_row(to, angle, -frame_angle(to->config));
    if (to->config->turn_hertz > 0) form->law = JOINT_SPRING;
    form->most = form->pull = most;
}

joint_rows joint_rows_of(const joint_record *joint) {
    const evo_joint_config *c = &joint->config;
    const joint_form angle = {.coordinate = JOINT_ANGLE, .x = -1, .y = 1};
    const joint_form gear = {.coordinate = JOINT_ANGLE, .x = 1, .y = (float)c->ratio};
    const joint_form length = {.coordinate = JOINT_LENGTH};
    const joint_form pulley = {.coordinate = JOINT_PULLEY, .y = (float)c->ratio};
    const joint_form along = axis_form(c, false), across = axis_form(c, true);
    const double rest = c->kind == EVO_DISTANCE && c->rest == 0 ? c->length : c->rest;
    row_list to = {.config = c};
    switch (c->kind) {
    case EVO_REVOLUTE:
        add_features(&to, &angle, -frame_angle(c), rest);
        add_point_rows(&to, JOINT_RIGID, INFINITY);
        break;
    case EVO_PRISMATIC:
        add_features(&to, &along, 0, rest);
        add_rigid_row(&to, &angle, -frame_angle(c));
        add_rigid_row(&to, &across, 0);
        break;
    case EVO_DISTANCE:
        add_features(&to, &length, 0, rest);
        if (!c->spring && !c->limit) add_rigid_row(&to, &length, c->length);
        break;
    case EVO_WELD:
        add_angle(&to, &angle, INFINITY);
        add_point_rows(&to, is_soft(c) ? JOINT_SPRING : JOINT_RIGID, INFINITY);
        break;
    case EVO_MOTOR: /* springs with limits, or motors */
        if (c->torque_limit > 0 && c->spring) add_angle(&to, &angle, c->torque_limit);
        if (c->torque_limit > 0 && !c->spring)
            add_speed(&to, &angle, c->turn_speed, c->torque_limit);
        add_point_rows(&to, c->spring ? JOINT_SPRING : JOINT_MOTOR, c->motor_limit);
        break;
    case EVO_WHEEL:
        add_motor(&to, &angle);
        add_spring(&to, &along, rest);
        add_limits(&to, &along, 0);
        add_rigid_row(&to, &across, 0);
        break;
    case EVO_GEAR:
        add_rigid_row(&to, &gear, joint->kept);
        break;
    case EVO_PULLEY:
        add_rigid_row(&to, &pulley, c->length);
        break;
    case EVO_APART:
        break;
    }
    return to.rows;
}

/* ---- Loads ----------------------------------------------------------------------------------- */

joint_load joint_load_of(const joint_record *joint, const body_store *s,
                         const joint_impulses *given, double per_second) {
    const joint_view v = view_of(joint, s);
    joint_load load = {vec(per_second * (double)given->x, per_second * (double)given->y), 0};
    for (int i = 0; i < joint->rows.count; ++i) {
        const joint_form *form = &joint->rows.forms[i];
        const double push = (double)given->rows[i] * per_second;
        const evo_vec2 from = vec_sub(anchor_of(&v.b), joint->config.ground_b);
        evo_vec2 way = {0, 0}; /* direction in which the row pushes b's anchor */
        switch (form->coordinate) {
        case JOINT_AXIS:
            way = vec_turn(vec_of_floats(form->x, form->y), v.a.turn);
            break;
        case JOINT_LENGTH:
            way = vec_unit(v.apart, vec(1, 0));
            break;
        case JOINT_PULLEY:
            way = vec_scale(vec_unit(from, vec(0, 0)), joint->config.ratio);
            break;
        case JOINT_ANGLE:
            load.torque += push * (double)form->y;
            break;
        }
        load.force = vec_along(load.force, push, way);
    }
    return load;
}
