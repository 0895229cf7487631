/* place.c: where colliders are measured.
 *
 * Contacts are measured where the bodies will be in the middle of the step, as they move now: were
 * they measured at its beginning, lever arms would lag behind by half a step, and an ellipse that
 * rocks would gain speed from it. Rows begin with as much shift less (solve/rows.h), so that gaps
 * are right. */
#include "core/trig.h"
#include "world/world.h"

static void place(evo_world *world, uint32_t rank, evo_vec2 at, evo_vec2 turn) {
    const collider_link *link = &world->links[rank];
    const evo_shape *shape = &make_of(world, link->make)->key.shape;
    const body_card *body = &world->bodies[world->traits[link->body].slot];
    evo_vec2 offset = vec_turn(vec_sub(shape->center, body_center(world, body)), turn);
    evo_vec2 axis = vec_turn(shape->axis, turn);
    collider_form *form = &world->forms[rank];
    world->centers[rank] = vec_add(at, offset);
    form->axis_x = (float)axis.x;
    form->axis_y = (float)axis.y;
    form->offset_x = (float)offset.x;
    form->offset_y = (float)offset.y;
}

/* How a body's colliders are placed: most at their body's centre, some of them without an axis. */
enum { PLACE_ALL, PLACE_CENTER, PLACE_AXIS };

static uint8_t placing_of(const evo_world *world, uint32_t body) {
    uint32_t rank = world->traits[body].collider_begin;
    if (rank + 1 != colliders_end(world, body)) return PLACE_ALL;
    if (world->links[rank].centered) return PLACE_CENTER;
    return world->links[rank].straight ? PLACE_AXIS : PLACE_ALL;
}

/* Colliders of any kind, by their cards. */
static void place_body(evo_world *world, uint32_t body) {
    body_lead led = body_led(world, body);
    evo_vec2 turn = evo_direction(led.angle);
    uint32_t end = colliders_end(world, body);
    for (uint32_t rank = world->traits[body].collider_begin; rank < end; ++rank)
        place(world, rank, led.position, turn);
}

/* Axes that only turn, which most do: a handful at a time, in lanes. */
enum { TURNS = 64 };

typedef struct turning {
    uint32_t rank[TURNS];
    unsigned quarters[TURNS];
    float rest[TURNS];
    size_t count;
} turning;

static void turn_axes(evo_world *world, turning *t) {
    float cosines[TURNS], sines[TURNS];
    for (size_t i = t->count; i % 8 != 0; ++i) t->rest[i] = 0;
    world->measure->turn(t->rest, (t->count + 7) / 8 * 8, cosines, sines);
    for (size_t i = 0; i < t->count; ++i) {
        static const float quarters[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        const float *by = quarters[t->quarters[i]];
        collider_form *form = &world->forms[t->rank[i]];
        form->axis_x = cosines[i] * by[0] - sines[i] * by[1];
        form->axis_y = cosines[i] * by[1] + sines[i] * by[0];
    }
    t->count = 0;
}

static void turn_later(evo_world *world, turning *t, uint32_t rank, double angle) {
    angle_parts parts = angle_part(angle);
    t->rank[t->count] = rank;
    t->quarters[t->count] = parts.quarters;
    t->rest[t->count] = (float)parts.rest;
    if (++t->count == TURNS) turn_axes(world, t);
}

static void place_centered(evo_world *world, turning *axes, uint32_t body) {
    const body_trait *trait = &world->traits[body];
    const body_motion *motion = &world->motions[body];
    double lead = (double)trait->lead;
    uint32_t rank = trait->collider_begin;
    world->centers[rank] = vec_along(motion->position, lead, motion->velocity);
    if (trait->placing == PLACE_AXIS)
        turn_later(world, axes, rank, motion->angle + lead * motion->spin);
}

void place_movers(evo_world *world, double seconds) {
    solve_bodies movers = {world->motions, world->traits, world->movers};
    turning axes = {.count = 0};
    world->leaping = rows_pace(world->rows, &movers, (float)seconds);
    for (uint32_t body = 0; body < world->movers; ++body) {
        if (world->traits[body].placing == PLACE_ALL)
            place_body(world, body);
        else
            place_centered(world, &axes, body);
    }
    turn_axes(world, &axes);
}

void place_anew(evo_world *world) {
    for (uint32_t body = 0; body < world->movers; ++body)
        world->traits[body].placing = placing_of(world, body);
    for (uint32_t body = (uint32_t)world->movers; body < world->body_count; ++body)
        place_body(world, body);
}
