/* draw.c: a walk over the world, telling the user's callbacks what is there. */
#include "evolute/draw.h"

#include "core/trig.h"
#include "evolute/collide.h"
#include "shape/kind.h"
#include "world/world.h"

/* ---- Shapes ---------------------------------------------------------------------------------- */

static evo_draw_role role_of(const body_card *body, const make_key *key) {
    if (!body->enabled) return EVO_ROLE_DISABLED;
    if (key->sensor) return EVO_ROLE_SENSOR;
    if (body->kind == EVO_STATIC) return EVO_ROLE_STATIC;
    if (body->kind == EVO_KINEMATIC) return EVO_ROLE_KINEMATIC;
    return body->awake ? EVO_ROLE_DYNAMIC : EVO_ROLE_SLEEPING;
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
                           const body_card *body, evo_draw_item item) {
    evo_pose at = body_pose(world, body);
    for (uint32_t slot = body->first_collider; slot != NOBODY; slot = world->colliders[slot].next) {
        const make_key *key = key_of_collider(world, &world->colliders[slot]);
        evo_bounds box = evo_shape_bounds(&key->shape, at);
        if (!in_view(draw, box)) continue;
        item.collider = collider_handle(world, slot);
        item.role = role_of(body, key);
        if (flags & EVO_DRAW_SHAPES) draw_shape(draw, &item, &key->shape, at);
        item.role = EVO_ROLE_BOUNDS;
        if (flags & EVO_DRAW_BOUNDS && draw->line) draw_box(draw, &item, box);
    }
}

static void draw_body(const evo_world *world, const evo_draw *draw, unsigned flags, uint32_t slot) {
    const body_card *body = &world->bodies[slot];
    body_motion motion = body_now(world, body);
    evo_draw_item item = {.body = body_handle(world, slot)};
    evo_bounds here = {motion.position, motion.position};
    draw_colliders(world, draw, flags, body, item);
    if (!in_view(draw, here)) return;
    if (flags & EVO_DRAW_VELOCITIES && draw->line) {
        item.role = EVO_ROLE_VELOCITY;
        draw->line(draw->context, &item, motion.position,
                   vec_along(motion.position, 0.1, motion.velocity));
    }
    if (flags & EVO_DRAW_NAMES && draw->text) {
        char name[12];
        write_number(name, slot);
        item.role = EVO_ROLE_NAME;
        draw->text(draw->context, &item, motion.position, name);
    }
}

/* ---- Contacts -------------------------------------------------------------------------------- */

/* A contact to be drawn, whether it stands or is recalled. */
typedef struct drawn_contact {
    uint32_t a, b; /* slots of colliders */
    evo_vec2 normal;
    double push;
    int number; /* 1: the second of its pair */
} drawn_contact;

/* Below it two normals are the same: those of a straight cut that lies on a line. */
static const double LIKE = 1e-4;

/* Which of a pair's places is the contact's: the one with its normal, or with its number. */
static int place_of(const drawn_contact *c, const evo_gap *found, int count) {
    int own = c->number, other = 1 - own;
    if (count < 2) return 0;
    double gain = vec_dot(c->normal, vec_sub(found[other].normal, found[own].normal));
    return gain > LIKE ? other : own;
}

/* Where the contact is, as the bodies stand now: it was measured elsewhere on their way. False when
 * they have left each other. */
static bool find_contact(const evo_world *world, const drawn_contact *c, evo_vec2 *point) {
    const evo_shape *a = shape_of(world, c->a), *b = shape_of(world, c->b);
    evo_pose at_a = body_pose(world, &world->bodies[world->colliders[c->a].body]);
    evo_pose at_b = body_pose(world, &world->bodies[world->colliders[c->b].body]);
    double margin = least_of(shape_reach(a), shape_reach(b));
    evo_gap found[2];
    int count = evo_contacts(a, at_a, b, at_b, margin, found);
    if (count == 0) return false;
    const evo_gap *own = &found[place_of(c, found, count)];
    *point = vec_along(own->point_a, 0.5, vec_sub(own->point_b, own->point_a));
    return true;
}

/* A circle fits itself, which is nothing new to see. */
static void draw_fit(const evo_world *world, const evo_draw *draw, uint32_t collider,
                     evo_vec2 center, double radius) {
    const collider_card *card = &world->colliders[collider];
    evo_draw_item item = {.role = EVO_ROLE_FIT, .body = body_handle(world, card->body)};
    if (radius != 0 && shape_of(world, collider)->kind != EVO_CIRCLE)
        draw->circle(draw->context, &item, center, radius < 0 ? -radius : radius, 0);
}

static void draw_fits(const evo_world *world, const evo_draw *draw, const drawn_contact *c) {
    evo_pose at_a = body_pose(world, &world->bodies[world->colliders[c->a].body]);
    evo_pose at_b = body_pose(world, &world->bodies[world->colliders[c->b].body]);
    evo_fit fit = evo_measure_fit(shape_of(world, c->a), at_a, shape_of(world, c->b), at_b);
    draw_fit(world, draw, c->a, fit.center_a, fit.radius_a);
    draw_fit(world, draw, c->b, fit.center_b, fit.radius_b);
}

static void draw_contact(const evo_world *world, const evo_draw *draw, unsigned flags,
                         const drawn_contact *c) {
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

static void draw_batch(const evo_world *world, const evo_draw *draw, unsigned flags,
                       const batch *at, const batch_pairs *pairs) {
    for (int lane = 0; lane < BATCH; ++lane) {
        if (!(pairs->touching >> lane & 1)) continue;
        drawn_contact c = {.a = world->links[pairs->a[lane]].slot,
                           .b = world->links[pairs->b[lane]].slot,
                           .normal = vec((double)at->normal_x[lane], (double)at->normal_y[lane]),
                           .push = (double)at->push[lane],
                           .number = pairs->second >> lane & 1};
        draw_contact(world, draw, flags, &c);
    }
}

/* A pair touches as one in the recall, and its first contact says so: the second shows when it
 * pushes. */
static void draw_recalled(const evo_world *world, const evo_draw *draw, unsigned flags,
                          const recalled *r) {
    bool touches = r->touching || (r->second && r->push > 0);
    if (r->taken || r->sensor || !touches) return;
    drawn_contact c = {
        .a = r->a,
        .b = r->b,
        .normal = vec_scale(vec((double)r->normal_x, (double)r->normal_y), 1.0 / NORMAL_ONE),
        .push = (double)r->push,
        .number = r->second};
    draw_contact(world, draw, flags, &c);
}

/* Those of sleepers are recalled always, the others when a change between steps took them down. */
static void draw_contacts(const evo_world *world, const evo_draw *draw, unsigned flags) {
    for (size_t i = 0; i < world->batch_count && world->standing; ++i)
        draw_batch(world, draw, flags, &world->batches[i], &world->pairs[i]);
    for (size_t i = 0; i < world->recalls.count; ++i)
        draw_recalled(world, draw, flags, &world->recall[i]);
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

static void draw_tiles(const evo_draw *draw, const grid *g) {
    evo_draw_item item = {.role = EVO_ROLE_TILE};
    for (size_t i = 0; i < g->tile_count; ++i) {
        double side = TILE_SIDE * g->width[g->tiles[i]->key.level];
        evo_vec2 corner = grid_corner(g, g->tiles[i]);
        evo_bounds box = {corner, vec_add(corner, vec(side, side))};
        if (in_view(draw, box)) draw_box(draw, &item, box);
    }
}

void evo_world_draw(const evo_world *world, const evo_draw *draw) {
    if (!world || !draw) return;
    unsigned flags = draw->flags ? draw->flags : EVO_DRAW_SHAPES;
    if (flags & EVO_DRAW_TILES && draw->line && world->gridded) {
        draw_tiles(draw, &world->still);
        draw_tiles(draw, &world->moving);
    }
    for (size_t slot = 0; slot < world->body_slots.count; ++slot)
        if (world->bodies[slot].generation % 2 == 1) draw_body(world, draw, flags, (uint32_t)slot);
    if (flags & (EVO_DRAW_CONTACTS | EVO_DRAW_NORMALS | EVO_DRAW_FITS))
        draw_contacts(world, draw, flags);
}
