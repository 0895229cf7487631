/* draw.c: a walk over the world, telling the user's callbacks what is there. */
#include "evolute/draw.h"

#include "core/trig.h"
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
    const body_motion *motion = motion_of(world, body);
    evo_draw_item item = {.body = body_handle(world, slot)};
    evo_bounds here = {motion->position, motion->position};
    draw_colliders(world, draw, flags, body, item);
    if (!in_view(draw, here)) return;
    if (flags & EVO_DRAW_VELOCITIES && draw->line) {
        item.role = EVO_ROLE_VELOCITY;
        draw->line(draw->context, &item, motion->position,
                   vec_along(motion->position, 0.1, motion->velocity));
    }
    if (flags & EVO_DRAW_NAMES && draw->text) {
        char name[12];
        write_number(name, slot);
        item.role = EVO_ROLE_NAME;
        draw->text(draw->context, &item, motion->position, name);
    }
}

/* ---- Contacts and tiles ---------------------------------------------------------------------- */

static void draw_contact(const evo_world *world, const evo_draw *draw, unsigned flags,
                         size_t number, int lane) {
    const batch *at = &world->batches[number];
    uint32_t a = world->pairs[number].a[lane], b = world->pairs[number].b[lane];
    contact_side side_a, side_b;
    contact_sides(world, a, b, &side_a, &side_b);
    contact found = contact_find(&side_a, &side_b, (double)world->pairs[number].size[lane]);
    int which = world->pairs[number].second >> lane & 1;
    if (found.count <= which) return;
    evo_vec2 body = body_led(world, world->links[a].body).position;
    evo_vec2 point = vec_add(body, local_to(found.point[which].arm_a));
    evo_bounds here = {point, point};
    if (!in_view(draw, here)) return;
    evo_draw_item item = {.role = EVO_ROLE_CONTACT};
    if (flags & EVO_DRAW_CONTACTS && draw->point) draw->point(draw->context, &item, point);
    item.role = EVO_ROLE_NORMAL;
    if (flags & EVO_DRAW_NORMALS && draw->line)
        draw->line(draw->context, &item, point,
                   vec_along(point, (double)at->push[lane],
                             vec((double)at->normal_x[lane], (double)at->normal_y[lane])));
}

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
    if (!(flags & (EVO_DRAW_CONTACTS | EVO_DRAW_NORMALS)) || !world->standing) return;
    for (size_t i = 0; i < world->batch_count; ++i)
        for (int lane = 0; lane < BATCH; ++lane)
            if (world->pairs[i].touching >> lane & 1) draw_contact(world, draw, flags, i, lane);
}
