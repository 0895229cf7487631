/* draw.c: a walk over a world that shows bodies and joints to the user's callbacks. */
#include "evolute/draw.h"

#include <assert.h>
#include <stdio.h>

#include "core/core.h"
#include "evolute/collide.h"
#include "evolute/vector.h"
#include "index/index.h"
#include "shape/shape.h"
#include "world/world.h"

MACHINE_SMALL

/* ==== Bodies ================================================================================== */

/* Shapes, boxes, contacts and tiles. In: a world; out: calls of the user's callbacks. */

/* ---- Shapes ---------------------------------------------------------------------------------- */

static evo_draw_role role_of(const body_record *body, const collider_record *collider) {
    if (!body->enabled) return EVO_ROLE_DISABLED;
    if (collider->sensor) return EVO_ROLE_SENSOR;
    if (body->kind == EVO_STATIC) return EVO_ROLE_STATIC;
    if (body->kind == EVO_KINEMATIC) return EVO_ROLE_KINEMATIC;
    return body->island == NONE ? EVO_ROLE_DYNAMIC : EVO_ROLE_SLEEPING;
}

/* Points of a curved rim in a turn. Fewer: corners show. */
enum { OUTLINE_TURN = 48 };

/* Most points of an outline: both arcs of a ring, or a turn and both ends of each corner's arc. */
enum { OUTLINE_MOST = 2 * OUTLINE_TURN + 2 };
_Static_assert(OUTLINE_TURN + 2 * EVO_POLYGON_POINTS <= OUTLINE_MOST, "rounded corners have room");

typedef struct drawn_outline {
    evo_vec2 points[OUTLINE_MOST];
    size_t count;
} drawn_outline;

static void outline_add(drawn_outline *o, evo_vec2 point) {
    assert(o->count < OUTLINE_MOST && "an outline has room");
    o->points[o->count++] = point;
}

/* Adds the points of an arc of an ellipse, with both its ends, about the centre of `at`, whose axis
 * and its left are those of the radii. */
static void outline_add_arc(drawn_outline *o, const placed *at, evo_vec2 radii, double from,
                            double sweep) {
    const double turns = fabs(sweep) / (2 * PI) * OUTLINE_TURN;
    const int parts = (int)ceil(turns - 1e-9);
    for (int i = 0; i <= parts; ++i) {
        const evo_vec2 d = evo_direction(from + (parts > 0 ? sweep * i / parts : 0));
        outline_add(o, vec_add(at->center, vec_turn(vec(radii.x * d.x, radii.y * d.y), at->axis)));
    }
}

/* Adds a whole ellipse. */
static void outline_add_turn(drawn_outline *o, const placed *at, evo_vec2 radii) {
    outline_add_arc(o, at, radii, 0, 2 * PI);
    --o->count; /* the last point is the first */
}

static void outline_add_ring(drawn_outline *o, const placed *p) {
    const double inner = p->shape->of.ring.inner, outer = p->shape->of.ring.outer;
    const double half = least_of(p->shape->of.ring.half_sweep, PI);
    outline_add_arc(o, p, vec(outer, outer), -half, 2 * half);
    if (inner > 0)
        outline_add_arc(o, p, vec(inner, inner), half, -2 * half);
    else
        outline_add(o, p->center);
}

/* Adds the corners of a hull, each as an arc from the normal of one face to that of the next. */
static void outline_add_hull(drawn_outline *o, const hull *h) {
    for (int i = 0; i < h->count; ++i) {
        const evo_vec2 from = h->normal[hull_before(h, i)];
        const placed corner = {NULL, h->point[i], from};
        const double sweep = evo_angle(vec_turn_back(h->normal[i], from));
        if (h->radius > 0)
            outline_add_arc(o, &corner, vec(h->radius, h->radius), 0, fabs(sweep));
        else
            outline_add(o, h->point[i]);
    }
}

/* Draws a shape as points. */
static void draw_outline(const evo_draw *draw, const evo_draw_item *item, const placed *p) {
    const evo_shape *shape = p->shape;
    drawn_outline o;
    o.count = 0;
    if (!draw->outline) return;
    if (shape->kind == EVO_CIRCLE) {
        const double radius = shape->of.circle.radius;
        outline_add_turn(&o, p, vec(radius, radius));
    } else if (shape->kind == EVO_ELLIPSE) {
        outline_add_turn(&o, p, vec(shape->of.ellipse.radius_x, shape->of.ellipse.radius_y));
    } else if (shape->kind == EVO_RING) {
        outline_add_ring(&o, p);
    } else if (shape->kind == EVO_SEGMENT) {
        outline_add(&o, placed_from(p));
        outline_add(&o, placed_to(p));
    } else {
        const hull h = placed_hull(p);
        outline_add_hull(&o, &h);
    }
    draw->outline(draw->context, item, o.points, o.count, shape->kind != EVO_SEGMENT);
}

static void draw_shape(const evo_draw *draw, const evo_draw_item *item, const evo_shape *shape,
                       evo_pose at) {
    placed p = placed_at(shape, at.position, evo_direction(at.angle));
    double angle = evo_angle(p.axis), half = 0;
    hull h;
    switch (shape->kind) {
    case EVO_CIRCLE:
        if (!draw->circle) break;
        draw->circle(draw->context, item, p.center, shape->of.circle.radius, angle);
        return;
    case EVO_ELLIPSE:
        if (!draw->ellipse) break;
        draw->ellipse(draw->context, item, p.center, shape->of.ellipse.radius_x,
                      shape->of.ellipse.radius_y, angle);
        return;
    case EVO_RING:
        half = least_of(shape->of.ring.half_sweep, PI);
        if (!draw->ring) break;
        draw->ring(draw->context, item, p.center, shape->of.ring.inner, shape->of.ring.outer,
                   angle - half, 2 * half);
        return;
    case EVO_CAPSULE:
    case EVO_POLYGON:
        if (!draw->hull) break;
        h = placed_hull(&p);
        draw->hull(draw->context, item, h.point, h.count, h.radius);
        return;
    case EVO_SEGMENT:
        if (!draw->line) break;
        draw->line(draw->context, item, placed_from(&p), placed_to(&p));
        return;
    case EVO_NO_SHAPE:
        return;
    }
    draw_outline(draw, item, &p);
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

bool draw_shows(const evo_draw *draw, evo_bounds box) {
    evo_bounds v = draw->view;
    bool everything = vec_is_zero(v.min) && vec_is_zero(v.max);
    return everything || evo_bounds_overlap(v, box);
}

static void draw_box(const evo_draw *draw, const evo_draw_item *item, evo_bounds box) {
    evo_vec2 corner[4] = {box.min, vec(box.max.x, box.min.y), box.max, vec(box.min.x, box.max.y)};
    for (int i = 0; i < 4; ++i) draw->line(draw->context, item, corner[i], corner[(i + 1) % 4]);
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

static void draw_colliders(const evo_world *world, const evo_draw *draw, unsigned flags,
                           uint32_t id, evo_draw_item item) {
    const body_store *s = &world->core.bodies;
    const body_record *body = &s->records[id];
    const evo_pose at = body_pose(world, id);
    EACH_COLLIDER_FROM (c, s, body->first_collider) {
        const collider_record *collider = &s->colliders[c];
        const evo_shape shape = collider_shape(collider);
        const evo_bounds box = evo_shape_bounds(&shape, at);
        if (!draw_shows(draw, box)) continue;
        item.collider = collider_handle(world, c);
        item.role = role_of(body, collider);
        if (flags & EVO_DRAW_SHAPES) draw_shape(draw, &item, &shape, at);
        item.role = EVO_ROLE_BOUNDS;
        if (flags & EVO_DRAW_BOUNDS && draw->line) draw_box(draw, &item, box);
    }
}

static void draw_body(const evo_world *world, const evo_draw *draw, unsigned flags, uint32_t id) {
    const body_state state = body_now(world, id);
    evo_draw_item item = {.body = body_handle(world, id)};
    evo_bounds here = {state.position, state.position};
    draw_colliders(world, draw, flags, id, item);
    if (!draw_shows(draw, here)) return;
    if (flags & EVO_DRAW_VELOCITIES && draw->line) {
        item.role = EVO_ROLE_VELOCITY;
        draw->line(draw->context, &item, state.position,
                   vec_along(state.position, 0.1, state.velocity));
    }
    if (flags & EVO_DRAW_NAMES && draw->text) {
        char name[12];
        snprintf(name, sizeof name, "%u", (unsigned)id);
        item.role = EVO_ROLE_NAME;
        draw->text(draw->context, &item, state.position, name);
    }
}

/* ---- Contacts -------------------------------------------------------------------------------- */

static evo_pose pose_of_collider(const evo_world *world, uint32_t id) {
    return body_pose(world, world->core.bodies.colliders[id].body);
}

/* A circle fits itself, which is nothing new to see. */
static void draw_fit(const evo_world *world, const evo_draw *draw, uint32_t collider,
                     evo_vec2 center, double radius) {
    evo_draw_item item = {.role = EVO_ROLE_FIT, .body = body_of_collider(world, collider)};
    if (radius != 0 && shape_of_collider(world, collider).kind != EVO_CIRCLE)
        draw->circle(draw->context, &item, center, radius < 0 ? -radius : radius, 0);
}

static void draw_fits(const evo_world *world, const evo_draw *draw, pair_ids ids) {
    const evo_shape a = shape_of_collider(world, ids.a), b = shape_of_collider(world, ids.b);
    const evo_fit fit =
        evo_measure_fit(&a, pose_of_collider(world, ids.a), &b, pose_of_collider(world, ids.b));
    draw_fit(world, draw, ids.a, fit.center_a, fit.radius_a);
    draw_fit(world, draw, ids.b, fit.center_b, fit.radius_b);
}

typedef struct contact_drawer {
    const evo_world *world;
    const evo_draw *draw;
    unsigned flags;
} contact_drawer;

/* Draws a point of contact, and the impulse that a substep gives there along the normal. */
static void draw_point(const contact_drawer *by, const evo_contact_point *c) {
    const evo_draw *draw = by->draw;
    evo_draw_item item = {.role = EVO_ROLE_CONTACT};
    const evo_bounds here = {c->point, c->point};
    const double push = c->normal_impulse / by->world->core.settings.substeps;
    if (!draw_shows(draw, here)) return;
    if (by->flags & EVO_DRAW_CONTACTS && draw->point) draw->point(draw->context, &item, c->point);
    item.role = EVO_ROLE_NORMAL;
    if (by->flags & EVO_DRAW_NORMALS && draw->line)
        draw->line(draw->context, &item, c->point, vec_along(c->point, push, c->normal));
}

static void draw_contact(void *context, const pair_view *pair) {
    const contact_drawer *by = context;
    const evo_draw *draw = by->draw;
    evo_contact_point points[TOUCHES];
    const int count = contact_find(by->world, pair, points);
    for (int i = 0; i < count; ++i) draw_point(by, &points[i]);
    const evo_bounds here = {points[0].point, points[0].point};
    if (count == 0 || !draw_shows(draw, here)) return;
    if (by->flags & EVO_DRAW_FITS && draw->circle) draw_fits(by->world, draw, pair->ids);
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

/* Tiles that are copied at once. */
enum { TILES_COPIED = 256 };

/* Copies the boxes of tiles, from one on; returns how many. Colliders wider than all cells are in
 * one tile that is everywhere. */
static size_t copy_tiles(const spatial_index *index, size_t from, evo_bounds *boxes) {
    size_t count = 0;
    for (const tile *t = index->tiles.directory; t; t = (const tile *)t->hh.next) {
        if (t->entry_list.count == 0 && t->sort != index->awake.sort) continue;
        if (from > 0) {
            --from;
            continue;
        }
        boxes[count++] = (evo_bounds){t->corner, vec_add(t->corner, vec(t->width, t->width))};
        if (count == TILES_COPIED) break;
    }
    return count;
}

/* A query may sort meanwhile, and a callback may make one. */
static void draw_tiles(const evo_world *world, const evo_draw *draw) {
    const evo_draw_item item = {.role = EVO_ROLE_TILE};
    evo_bounds boxes[TILES_COPIED];
    size_t count = TILES_COPIED;
    for (size_t from = 0; count == TILES_COPIED; from += count) {
        world_lock(world);
        count = copy_tiles(&world->core.index, from, boxes);
        world_unlock(world);
        for (size_t i = 0; i < count; ++i)
            if (draw_shows(draw, boxes[i])) draw_box(draw, &item, boxes[i]);
    }
}

void evo_world_draw(const evo_world *world, const evo_draw *draw) {
    if (!world || !draw) return;
    const unsigned flags = draw->flags ? draw->flags : EVO_DRAW_SHAPES;
    const body_store *s = &world->core.bodies;
    world_weigh(world);
    if (flags & EVO_DRAW_TILES && draw->line) draw_tiles(world, draw);
    EACH_BODY (id, s) draw_body(world, draw, flags, id);
    if (flags & EVO_DRAW_JOINTS) draw_joints(world, draw);
    contact_drawer by = {world, draw, flags};
    if (flags & (EVO_DRAW_CONTACTS | EVO_DRAW_NORMALS | EVO_DRAW_FITS))
        step_visit_pairs(&world->core, NONE, draw_contact, &by);
}

/* ==== Joints ================================================================================== */

/* Joints as lines and points. In: joints, and their bodies as they stand; out: calls of the
 * user's callbacks. */

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

/* Lines across a way from a's anchor, where b's would be at the limits. */
static void draw_limits(joint_drawer *d, evo_vec2 way) {
    const evo_joint_config *c = &d->joint->config;
    const evo_vec2 across = vec_scale(vec_left(way), 0.25 * d->size);
    const double limits[] = {c->lower, c->upper};
    d->item.role = EVO_ROLE_LIMIT;
    for (int i = 0; i < 2 && c->limit; ++i) {
        const evo_vec2 end = vec_along(d->anchor_a, limits[i], way);
        draw_line(d, vec_sub(end, across), vec_add(end, across));
    }
}

/* The axis from limit to limit, or as far as b is. */
static void draw_axis(joint_drawer *d) {
    const evo_joint_config *c = &d->joint->config;
    const evo_vec2 axis = direction_at(d, 0);
    const double at = vec_dot(vec_sub(d->anchor_b, d->anchor_a), axis);
    const double from = c->limit ? c->lower : least_of(at, 0), to = c->limit ? c->upper : at;
    draw_line(d, vec_along(d->anchor_a, from, axis), vec_along(d->anchor_a, to, axis));
    draw_limits(d, axis);
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
        draw_line(d, d->anchor_a, d->anchor_b);
        draw_limits(d, vec_unit(vec_sub(d->anchor_b, d->anchor_a), vec(1, 0)));
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
