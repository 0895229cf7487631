/* draw_joint.c: joints as lines and points. In: joints, and their bodies as they stand; out: calls
 * of the user's callbacks. */
#include "evolute/vector.h"
#include "world/world.h"

typedef struct joint_drawer {
    const evo_draw *draw;
    evo_draw_item item;
    const joint_record *joint;
    joint_side a, b;
    evo_vec2 anchor_a, anchor_b;
    double size; /* length of lines that have none of their own */
} joint_drawer;

static void draw_line(const joint_drawer *d, evo_vec2 from, evo_vec2 to) {
    if (d->draw->line) d->draw->line(d->draw->context, &d->item, from, to);
}

static void draw_anchors(const joint_drawer *d) {
    if (!d->draw->point) return;
    d->draw->point(d->draw->context, &d->item, d->anchor_a);
    d->draw->point(d->draw->context, &d->item, d->anchor_b);
}

static double size_of(const evo_world *world, const joint_record *joint) {
    const body_store *s = &world->core.bodies;
    double size = 0;
    for (int side = 0; side < 2; ++side) {
        const uint32_t body = joint->bodies[side];
        if (body == NONE) continue;
        size = most_of(size, 0.5 * (double)s->motions[s->records[body].slot].extent);
    }
    return size;
}

/* A direction at an angle to the axis, the x axis of frame a. */
static evo_vec2 direction_at(const joint_drawer *d, double angle) {
    return evo_direction(d->a.angle + d->joint->config.frame_a.angle + angle);
}

/* A line from b's anchor at an angle that the joint may have. */
static void draw_angle(const joint_drawer *d, double angle) {
    draw_line(d, d->anchor_b, vec_along(d->anchor_b, d->size, direction_at(d, angle)));
}

/* The axis from limit to limit, or as far as b is, and a line across at each limit. */
static void draw_axis(joint_drawer *d) {
    const evo_joint_config *c = &d->joint->config;
    const evo_vec2 axis = direction_at(d, 0), across = vec_scale(vec_left(axis), 0.25 * d->size);
    const double at = vec_dot(vec_sub(d->anchor_b, d->anchor_a), axis);
    const double from = c->limit ? c->lower : least_of(at, 0), to = c->limit ? c->upper : at;
    const evo_vec2 ends[] = {vec_along(d->anchor_a, from, axis), vec_along(d->anchor_a, to, axis)};
    draw_line(d, ends[0], ends[1]);
    d->item.role = EVO_ROLE_LIMIT;
    for (int i = 0; i < 2 && c->limit; ++i)
        draw_line(d, vec_sub(ends[i], across), vec_add(ends[i], across));
}

/* The rod or rope, and marks where b's anchor would be at the limits. */
static void draw_length(joint_drawer *d) {
    const evo_joint_config *c = &d->joint->config;
    const evo_vec2 way = vec_unit(vec_sub(d->anchor_b, d->anchor_a), vec(1, 0));
    const evo_vec2 across = vec_scale(vec_left(way), 0.25 * d->size);
    const double limits[] = {c->lower, c->upper};
    draw_line(d, d->anchor_a, d->anchor_b);
    d->item.role = EVO_ROLE_LIMIT;
    for (int i = 0; i < 2 && c->limit; ++i) {
        const evo_vec2 end = vec_along(d->anchor_a, limits[i], way);
        draw_line(d, vec_sub(end, across), vec_add(end, across));
    }
}

static void draw_kind(joint_drawer *d) {
    const evo_joint_config *c = &d->joint->config;
    switch (c->kind) {
    case EVO_REVOLUTE:
        d->item.role = EVO_ROLE_LIMIT;
        if (c->limit) draw_angle(d, c->lower);
        if (c->limit) draw_angle(d, c->upper);
        break;
    case EVO_PRISMATIC:
    case EVO_WHEEL:
        draw_axis(d);
        break;
    case EVO_DISTANCE:
        draw_length(d);
        break;
    case EVO_PULLEY:
        draw_line(d, c->ground_a, d->anchor_a);
        draw_line(d, c->ground_b, d->anchor_b);
        break;
    case EVO_MOTOR:
        draw_line(d, d->anchor_a, d->anchor_b);
        break;
    case EVO_WELD:
    case EVO_GEAR:
    case EVO_APART:
        break;
    }
}

void draw_joints(const evo_world *world, const evo_draw *draw) {
    const joint_store *j = &world->core.joints;
    const body_store *s = &world->core.bodies;
    for (uint32_t id = 0; id < j->list.count; ++id) {
        const joint_record *joint = &j->records[id];
        if (joint->generation % 2 == 0) continue;
        joint_drawer d = {.draw = draw,
                          .item = {.role = EVO_ROLE_JOINT, .joint = joint_handle(world, id)},
                          .joint = joint,
                          .a = joint_side_of(joint, s, 0),
                          .b = joint_side_of(joint, s, 1),
                          .size = size_of(world, joint)};
        d.anchor_a = vec_add(d.a.position, d.a.arm);
        d.anchor_b = vec_add(d.b.position, d.b.arm);
        const evo_bounds between = evo_bounds_joined((evo_bounds){d.anchor_a, d.anchor_a},
                                                     (evo_bounds){d.anchor_b, d.anchor_b});
        if (!draw_shows(draw, between)) continue;
        draw_line(&d, d.a.position, d.anchor_a);
        draw_line(&d, d.b.position, d.anchor_b);
        draw_anchors(&d);
        draw_kind(&d);
    }
}
