/* draw.c: a walk over the world, telling the user's callbacks what is there. */
#include "evolute/draw.h"

#include "core/trig.h"
#include "evolute/collide.h"
#include "index/tiles.h"
#include "shape/hull.h"
#include "shape/kind.h"
#include "world/world.h"

/* ---- Shapes ---------------------------------------------------------------------------------- */

static evo_draw_role role_of(const body_record *body, const collider_record *collider) {
    if (!body->enabled) return EVO_ROLE_DISABLED;
    if (collider->sensor) return EVO_ROLE_SENSOR;
    if (body->kind == EVO_STATIC) return EVO_ROLE_STATIC;
    if (body->kind == EVO_KINEMATIC) return EVO_ROLE_KINEMATIC;
    return body->island == NONE ? EVO_ROLE_DYNAMIC : EVO_ROLE_SLEEPING;
}

static void draw_hull(const evo_draw *draw, const evo_draw_item *item, const placed *p) {
    const hull h = placed_hull(p);
    draw->hull(draw->context, item, h.point, h.count, h.radius);
}

static void draw_shape(const evo_draw *draw, const evo_draw_item *item, const evo_shape *shape,
                       evo_pose at) {
    placed p = placed_at(shape, at.position, evo_direction(at.angle));
    double angle = evo_angle(p.axis), half = 0;
    switch (shape->kind) {
    case EVO_CIRCLE:
        if (draw->circle)
            draw->circle(draw->context, item, p.center, shape->of.circle.radius, angle);
        break;
    case EVO_ELLIPSE:
        if (draw->ellipse)
            draw->ellipse(draw->context, item, p.center, shape->of.ellipse.radius_x,
                          shape->of.ellipse.radius_y, angle);
        break;
    case EVO_RING:
        half = least_of(shape->of.ring.half_sweep, PI);
        if (draw->ring)
            draw->ring(draw->context, item, p.center, shape->of.ring.inner, shape->of.ring.outer,
                       angle - half, 2 * half);
        break;
    case EVO_CAPSULE:
    case EVO_POLYGON:
        if (draw->hull) draw_hull(draw, item, &p);
        break;
    case EVO_SEGMENT:
        if (draw->line) draw->line(draw->context, item, placed_from(&p), placed_to(&p));
        break;
    case EVO_NO_SHAPE:
        break;
    }
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

static bool boxes_meet(evo_bounds a, evo_bounds b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

static bool in_view(const evo_draw *draw, evo_bounds box) {
    evo_bounds v = draw->view;
    bool everything = v.min.x == 0 && v.min.y == 0 && v.max.x == 0 && v.max.y == 0;
    return everything || boxes_meet(v, box);
}

static void draw_box(const evo_draw *draw, const evo_draw_item *item, evo_bounds box) {
    evo_vec2 corner[4] = {box.min, vec(box.max.x, box.min.y), box.max, vec(box.min.x, box.max.y)};
    for (int i = 0; i < 4; ++i) draw->line(draw->context, item, corner[i], corner[(i + 1) % 4]);
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

/* A number in decimal digits, as text. */
static void write_number(char text[12], uint32_t number) {
    char digits[12];
    int count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    for (int i = 0; i < count; ++i) text[i] = digits[count - 1 - i];
    text[count] = 0;
}

static void draw_colliders(const evo_world *world, const evo_draw *draw, unsigned flags,
                           uint32_t id, evo_draw_item item) {
    const body_store *s = &world->core.bodies;
    const body_record *body = &s->records[id];
    const evo_pose at = body_pose(world, id);
    for (uint32_t c = body->first_collider; c != NONE; c = s->colliders[c].next) {
        const collider_record *collider = &s->colliders[c];
        const evo_shape shape = collider_shape(collider);
        const evo_bounds box = evo_shape_bounds(&shape, at);
        if (!in_view(draw, box)) continue;
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
    if (!in_view(draw, here)) return;
    if (flags & EVO_DRAW_VELOCITIES && draw->line) {
        item.role = EVO_ROLE_VELOCITY;
        draw->line(draw->context, &item, state.position,
                   vec_along(state.position, 0.1, state.velocity));
    }
    if (flags & EVO_DRAW_NAMES && draw->text) {
        char name[12];
        write_number(name, id);
        item.role = EVO_ROLE_NAME;
        draw->text(draw->context, &item, state.position, name);
    }
}

/* ---- Contacts -------------------------------------------------------------------------------- */

typedef struct drawn_contact {
    uint32_t a, b; /* ids of colliders */
    evo_vec2 normal;
    double push;
    int number; /* 1: the second of its pair */
} drawn_contact;

static evo_pose pose_of_collider(const evo_world *world, uint32_t id) {
    return body_pose(world, world->core.bodies.colliders[id].body);
}

static evo_shape shape_of(const evo_world *world, uint32_t id) {
    return collider_shape(&world->core.bodies.colliders[id]);
}

/* Difference below which two normals are the same: those of a straight cut that lies on a line. */
static const double LIKE = 1e-4;

/* Returns which of a pair's places is the contact's: the one with its normal, or with its
 * number. */
static int place_of(const drawn_contact *c, const evo_gap *found, int count) {
    int own = c->number, other = 1 - own;
    if (count < 2) return 0;
    double gain = vec_dot(c->normal, vec_sub(found[other].normal, found[own].normal));
    return gain > LIKE ? other : own;
}

/* Finds where the contact is, as the bodies stand now: it was measured elsewhere on their way.
 * False when they have left each other. */
static bool find_contact(const evo_world *world, drawn_contact *c, evo_vec2 *point) {
    const evo_shape a = shape_of(world, c->a), b = shape_of(world, c->b);
    evo_pose at_a = pose_of_collider(world, c->a);
    evo_pose at_b = pose_of_collider(world, c->b);
    double margin = least_of(shape_reach(&a), shape_reach(&b));
    evo_gap found[2];
    int count = evo_contacts(&a, at_a, &b, at_b, margin, found);
    if (count == 0) return false;
    const evo_gap *own = &found[place_of(c, found, count)];
    *point = vec_along(own->point_a, 0.5, vec_sub(own->point_b, own->point_a));
    c->normal = own->normal;
    return true;
}

/* A circle fits itself, which is nothing new to see. */
static void draw_fit(const evo_world *world, const evo_draw *draw, uint32_t collider,
                     evo_vec2 center, double radius) {
    const uint32_t body = world->core.bodies.colliders[collider].body;
    evo_draw_item item = {.role = EVO_ROLE_FIT, .body = body_handle(world, body)};
    if (radius != 0 && shape_of(world, collider).kind != EVO_CIRCLE)
        draw->circle(draw->context, &item, center, radius < 0 ? -radius : radius, 0);
}

static void draw_fits(const evo_world *world, const evo_draw *draw, const drawn_contact *c) {
    evo_pose at_a = pose_of_collider(world, c->a);
    evo_pose at_b = pose_of_collider(world, c->b);
    const evo_shape a = shape_of(world, c->a), b = shape_of(world, c->b);
    evo_fit fit = evo_measure_fit(&a, at_a, &b, at_b);
    draw_fit(world, draw, c->a, fit.center_a, fit.radius_a);
    draw_fit(world, draw, c->b, fit.center_b, fit.radius_b);
}

static void draw_contact(const evo_world *world, const evo_draw *draw, unsigned flags,
                         drawn_contact *c) {
    evo_draw_item item = {.role = EVO_ROLE_CONTACT};
    evo_vec2 point;
    if (!find_contact(world, c, &point)) return;
    evo_bounds here = {point, point};
    if (!in_view(draw, here)) return;
    if (flags & EVO_DRAW_CONTACTS && draw->point) draw->point(draw->context, &item, point);
    item.role = EVO_ROLE_NORMAL;
    if (flags & EVO_DRAW_NORMALS && draw->line)
        draw->line(draw->context, &item, point, vec_along(point, c->push, c->normal));
    if (flags & EVO_DRAW_FITS && draw->circle) draw_fits(world, draw, c);
}

typedef struct contact_drawer {
    const evo_world *world;
    const evo_draw *draw;
    unsigned flags;
} contact_drawer;

/* Colliders that were destroyed since the last step have no place. */
static bool is_shown(const evo_world *world, const pair_view *pair) {
    const collider_record *a = &world->core.bodies.colliders[pair->ids.a],
                          *b = &world->core.bodies.colliders[pair->ids.b];
    const bool there = a->generation % 2 == 1 && b->generation % 2 == 1;
    const bool touches = pair->second ? pair->kept.warm.push > 0 : pair->kept.touching;
    return there && touches && !a->sensor && !b->sensor;
}

static void draw_pair(void *context, const pair_view *pair) {
    const contact_drawer *by = context;
    const pair_warm *warm = &pair->kept.warm;
    if (!is_shown(by->world, pair)) return;
    drawn_contact c = {.a = pair->ids.a,
                       .b = pair->ids.b,
                       .normal = vec((double)warm->normal_x, (double)warm->normal_y),
                       .push = (double)warm->push,
                       .number = pair->second};
    draw_contact(by->world, by->draw, by->flags, &c);
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

static void draw_tile(const evo_draw *draw, const tile *t) {
    evo_draw_item item = {.role = EVO_ROLE_TILE};
    evo_bounds box = {t->corner, vec_add(t->corner, vec(t->width, t->width))};
    if (in_view(draw, box)) draw_box(draw, &item, box);
}

/* Colliders wider than all cells are in one tile that is everywhere. */
static void draw_tiles(const evo_draw *draw, const spatial_index *index) {
    for (const tile *t = index->tiles.directory; t; t = t->hh.next)
        if (t->entry_list.count > 0 || t->sort == index->awake.sort) draw_tile(draw, t);
}

void evo_world_draw(const evo_world *world, const evo_draw *draw) {
    if (!world || !draw) return;
    const unsigned flags = draw->flags ? draw->flags : EVO_DRAW_SHAPES;
    const body_store *s = &world->core.bodies;
    if (flags & EVO_DRAW_TILES && draw->line) draw_tiles(draw, &world->core.index);
    for (uint32_t id = 0; id < s->record_list.count; ++id)
        if (s->records[id].generation % 2 == 1) draw_body(world, draw, flags, id);
    contact_drawer by = {world, draw, flags};
    if (flags & (EVO_DRAW_CONTACTS | EVO_DRAW_NORMALS | EVO_DRAW_FITS))
        step_visit_pairs(&world->core, draw_pair, &by);
}
