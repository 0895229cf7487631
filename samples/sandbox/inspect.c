/* inspect.c: a picked thing in words and numbers. In: a stage and handles; out: lines. It only
 * reads. */
#include "sandbox/inspect.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 64, NAME_LETTERS = 72 + SCENE_NAME };

/* ---- Names ----------------------------------------------------------------------------------- */

/* A handle with its generation, unless it is the first one, and its tag, unless there is none. */
static void name_handle(char *text, const char *kind, uint32_t index, uint32_t generation,
                        uint64_t tag) {
    char life[24] = "", number[32] = "";
    if (generation > 1) snprintf(life, sizeof life, ".%" PRIu32, generation);
    if (tag != 0) snprintf(number, sizeof number, " (tag %" PRIu64 ")", tag);
    snprintf(text, NAME_LETTERS, "%s %" PRIu32 "%s%s", kind, index, life, number);
}

/* Its handle, and the name that its scene has for it. */
static void name_body(char *text, const scene_stage *stage, evo_body body) {
    char name[SCENE_NAME];
    if (evo_body_is_none(body)) {
        snprintf(text, NAME_LETTERS, "the world");
        return;
    }
    name_handle(text, "body", body.index, body.generation, evo_body_tag(stage->world, body));
    scene_body_name(stage, body, name);
    const size_t length = strlen(text);
    if (*name) snprintf(text + length, NAME_LETTERS - length, " \"%s\"", name);
}

static void name_collider(char *text, const evo_world *world, evo_collider c) {
    name_handle(text, "collider", c.index, c.generation, evo_collider_tag(world, c));
}

static void name_joint(char *text, const evo_world *world, evo_joint joint) {
    name_handle(text, "joint", joint.index, joint.generation, evo_joint_tag(world, joint));
}

static const char *kind_text(evo_body_kind kind) {
    return kind == EVO_STATIC ? "static" : kind == EVO_KINEMATIC ? "kinematic" : "dynamic";
}

static const char *joint_text(evo_joint_kind kind) {
    static const char *const TEXTS[] = {
        [EVO_REVOLUTE] = "hinge", [EVO_PRISMATIC] = "slider", [EVO_DISTANCE] = "rod or rope",
        [EVO_WELD] = "weld",      [EVO_WHEEL] = "wheel",      [EVO_MOTOR] = "motor",
        [EVO_GEAR] = "gear",      [EVO_PULLEY] = "pulley",    [EVO_APART] = "no collision"};
    return TEXTS[kind];
}

static void add_shape(text_lines *to, const evo_shape *s) {
    switch (s->kind) {
    case EVO_CIRCLE:
        lines_add(to, LINE_PLAIN, "circle, radius %.4g", s->of.circle.radius);
        break;
    case EVO_ELLIPSE:
        lines_add(to, LINE_PLAIN, "ellipse, radii %.4g and %.4g", s->of.ellipse.radius_x,
                  s->of.ellipse.radius_y);
        break;
    case EVO_RING:
        lines_add(to, LINE_PLAIN, "ring, radii %.4g to %.4g, sweep %.4g", s->of.ring.inner,
                  s->of.ring.outer, 2 * s->of.ring.half_sweep);
        break;
    case EVO_SEGMENT:
        lines_add(to, LINE_PLAIN, "segment, length %.4g", 2 * s->of.segment.half_length);
        break;
    case EVO_CAPSULE:
        lines_add(to, LINE_PLAIN, "capsule, length %.4g, radius %.4g",
                  2 * s->of.capsule.half_length, s->of.capsule.radius);
        break;
    case EVO_POLYGON:
        lines_add(to, LINE_PLAIN, "polygon, %d corners, rounding %.4g", s->of.polygon.count,
                  s->of.polygon.radius);
        break;
    default:
        lines_add(to, LINE_PLAIN, "no shape");
        break;
    }
}

/* ---- Colliders ------------------------------------------------------------------------------- */

static void add_collider(text_lines *to, const evo_world *world, evo_collider collider) {
    const evo_collider_config c = evo_collider_get(world, collider);
    const evo_material *m = &c.material;
    char name[NAME_LETTERS];
    name_collider(name, world, collider);
    lines_add(to, LINE_HEAD, "%s%s", name, c.sensor ? ": a sensor" : "");
    add_shape(to, &c.shape);
    lines_add(to, LINE_PLAIN, "density %.4g, friction %.4g, restitution %.4g", m->density,
              m->friction, m->restitution);
    if (m->rolling_resistance != 0 || m->surface_speed != 0 || m->tangential_restitution != 0)
        lines_add(to, LINE_PLAIN, "rolling %.4g, surface %.4g, tangential %.4g",
                  m->rolling_resistance, m->surface_speed, m->tangential_restitution);
    lines_add(to, LINE_PLAIN, "category %" PRIx64 ", mask %" PRIx64 ", group %" PRId32,
              c.filter.category, c.filter.mask, c.filter.group);
}

/* ---- Contacts -------------------------------------------------------------------------------- */

static void add_points(text_lines *to, const evo_contact *contact) {
    for (int i = 0; i < contact->count; ++i) {
        const evo_contact_point *p = &contact->points[i];
        lines_add(to, LINE_PLAIN, "at (%.4g, %.4g), normal (%.3f, %.3f)", p->point.x, p->point.y,
                  p->normal.x, p->normal.y);
        lines_add(to, LINE_PLAIN, "gap %.3g, impulses %.4g and %.4g", p->gap, p->normal_impulse,
                  p->tangential_impulse);
    }
}

static void add_contacts(text_lines *to, const scene_stage *stage, evo_body body) {
    const evo_world *world = stage->world;
    evo_contact contacts[MOST];
    char name[NAME_LETTERS];
    const size_t count = evo_body_contacts(world, body, contacts, MOST);
    lines_add(to, LINE_HEAD, count == 1 ? "1 contact" : "%zu contacts", count);
    for (size_t i = 0; i < count && i < MOST; ++i) {
        name_body(name, stage, evo_collider_body(world, contacts[i].a));
        lines_add(to, LINE_PLAIN, "with %s:", name);
        add_points(to, &contacts[i]);
    }
}

static void add_contact(text_lines *to, const scene_stage *stage, const pick *p) {
    const evo_world *world = stage->world;
    char a[NAME_LETTERS], b[NAME_LETTERS];
    evo_contact contact;
    name_body(a, stage, evo_collider_body(world, p->a));
    name_body(b, stage, evo_collider_body(world, p->b));
    lines_add(to, LINE_HEAD, "contact of %s and %s", a, b);
    name_collider(a, world, p->a);
    name_collider(b, world, p->b);
    lines_add(to, LINE_PLAIN, "of %s and %s", a, b);
    if (evo_world_contact(world, p->a, p->b, &contact))
        add_points(to, &contact);
    else
        lines_add(to, LINE_PLAIN, "they do not touch now");
}

/* ---- Joints ---------------------------------------------------------------------------------- */

static void add_joint(text_lines *to, const scene_stage *stage, evo_joint joint) {
    const evo_world *world = stage->world;
    const evo_joint_config c = evo_joint_get(world, joint);
    const evo_vec2 force = evo_joint_force(world, joint);
    char name[NAME_LETTERS], a[NAME_LETTERS], b[NAME_LETTERS];
    name_joint(name, world, joint);
    name_body(a, stage, c.a);
    name_body(b, stage, c.b);
    lines_add(to, LINE_HEAD, "%s: %s of %s and %s", name, joint_text(c.kind), a, b);
    lines_add(to, LINE_PLAIN, "force (%.4g, %.4g), torque %.4g", force.x, force.y,
              evo_joint_torque(world, joint));
    lines_add(to, LINE_PLAIN, "off by %.3g, and %.3g rad", evo_joint_separation(world, joint),
              evo_joint_twist(world, joint));
    if (c.motor)
        lines_add(to, LINE_PLAIN, "motor at %.4g, wanted %.4g, load %.4g of %.4g",
                  evo_joint_speed(world, joint), c.motor_speed, evo_joint_motor_load(world, joint),
                  c.motor_limit);
    if (c.limit) lines_add(to, LINE_PLAIN, "limits %.4g to %.4g", c.lower, c.upper);
    if (c.spring)
        lines_add(to, LINE_PLAIN, "spring of %.4g Hz, damping ratio %.4g", c.hertz,
                  c.damping_ratio);
    if (c.break_force > 0 || c.break_torque > 0)
        lines_add(to, LINE_PLAIN, "breaks at force %.4g, torque %.4g", c.break_force,
                  c.break_torque);
}

static void add_joints(text_lines *to, const scene_stage *stage, evo_body body) {
    const evo_world *world = stage->world;
    evo_joint joints[MOST];
    const size_t count = evo_body_joints(world, body, joints, MOST);
    for (size_t i = 0; i < count && i < MOST; ++i) add_joint(to, stage, joints[i]);
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

static const char *state_text(const evo_body_config *c) {
    if (c->disabled) return ", disabled";
    if (c->kind != EVO_DYNAMIC) return "";
    return c->asleep ? ", asleep" : c->never_sleep ? ", never sleeps" : ", awake";
}

static void add_motion(text_lines *to, const evo_world *world, evo_body body) {
    const evo_pose pose = evo_body_pose(world, body);
    const evo_vec2 v = evo_body_velocity(world, body);
    lines_add(to, LINE_PLAIN, "position (%.5g, %.5g), angle %.4g", pose.position.x, pose.position.y,
              pose.angle);
    lines_add(to, LINE_PLAIN, "velocity (%.4g, %.4g)", v.x, v.y);
    lines_add(to, LINE_PLAIN, "speed %.4g, spin %.4g", hypot(v.x, v.y), evo_body_spin(world, body));
}

static void add_body(text_lines *to, const scene_stage *stage, evo_body body) {
    const evo_world *world = stage->world;
    const evo_body_config c = evo_body_get(world, body);
    const evo_mass mass = evo_body_mass(world, body);
    char name[NAME_LETTERS];
    name_body(name, stage, body);
    lines_add(to, LINE_HEAD, "%s: %s%s", name, kind_text(c.kind), state_text(&c));
    add_motion(to, world, body);
    if (c.kind != EVO_DYNAMIC) return;
    lines_add(to, LINE_PLAIN, "mass %.4g, moment of inertia %.4g", mass.mass, mass.inertia);
    if (c.damping != 0 || c.spin_damping != 0 || c.gravity_scale != 1)
        lines_add(to, LINE_PLAIN, "damping %.4g and %.4g, gravity times %.4g", c.damping,
                  c.spin_damping, c.gravity_scale);
    if (c.locks.x || c.locks.y || c.locks.spin)
        lines_add(to, LINE_PLAIN, "locked:%s%s%s", c.locks.x ? " x" : "", c.locks.y ? " y" : "",
                  c.locks.spin ? " spin" : "");
}

static void add_colliders(text_lines *to, const evo_world *world, evo_body body) {
    evo_collider colliders[MOST];
    const size_t count = evo_body_colliders(world, body, colliders, MOST);
    for (size_t i = 0; i < count && i < MOST; ++i) add_collider(to, world, colliders[i]);
}

void inspect(text_lines *to, const scene_stage *stage, const pick *p) {
    const evo_world *world = stage->world;
    if (!pick_exists(world, p)) return;
    if (p->kind == PICK_BODY) {
        add_body(to, stage, p->body);
        add_contacts(to, stage, p->body);
        add_joints(to, stage, p->body);
        add_colliders(to, world, p->body);
    }
    if (p->kind == PICK_COLLIDER) {
        add_collider(to, world, p->a);
        add_body(to, stage, p->body);
    }
    if (p->kind == PICK_CONTACT) add_contact(to, stage, p);
    if (p->kind == PICK_JOINT) add_joint(to, stage, p->joint);
}
