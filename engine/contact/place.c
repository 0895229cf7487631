/* place.c: where colliders are measured.
 *
 * Contacts are measured where the bodies will be in the middle of the step, as they move now: were
 * they measured at its beginning, lever arms would lag behind by half a step, and an ellipse that
 * rocks would gain speed from it. Rows begin with as much shift less (solve/rows.h), so that gaps
 * are right. */
#include "contact/bodies.h"
#include "core/trig.h"
#include "shape/kind.h"
#include "shape/ring.h"

/* ---- What colliders are ---------------------------------------------------------------------- */

static collider_geometry geometry_of(const evo_shape *shape, const body_record *body) {
    double turns_by = body_turns_by(body);
    collider_geometry geometry = {.axis_x = 1,
                                  .inverse_gyration = turns_by > 0 ? (float)(1 / turns_by) : 0,
                                  .inverse_mass =
                                      body->kind == EVO_DYNAMIC ? (float)(1 / body->mass) : 0};
    switch (shape->kind) {
    case EVO_CIRCLE:
        geometry.radius_x = geometry.radius_y = (float)shape->of.circle.radius;
        break;
    case EVO_ELLIPSE:
        geometry.radius_x = (float)shape->of.ellipse.radius_x;
        geometry.radius_y = (float)shape->of.ellipse.radius_y;
        break;
    case EVO_SEGMENT:
        geometry.radius_x = (float)shape->of.segment.half_length;
        break;
    case EVO_RING:
        if (shape_is_round(shape))
            geometry.radius_x = geometry.radius_y = (float)shape->of.ring.outer;
        break;
    case EVO_NO_SHAPE:
        break;
    }
    return geometry;
}

/* How far a turn of one radian moves what the index goes by: the collider's centre, and the box of
 * a shape that is not round. */
static float extent_of(const evo_shape *shape, evo_vec2 offset) {
    bool round = shape->kind == EVO_CIRCLE || shape->kind == EVO_ELLIPSE;
    return (float)(vec_length(offset) + (round ? 0 : shape_reach(shape)));
}

/* How far it moves the rim besides: that of an ellipse by the difference of its radii. */
static float swing_of(const evo_shape *shape) {
    if (shape->kind != EVO_ELLIPSE) return 0;
    return (float)fabs(shape->of.ellipse.radius_x - shape->of.ellipse.radius_y);
}

static void update_collider(graph *g, uint32_t id, const body_record *body) {
    const collider_record *record = &g->colliders.records[id];
    const collider_template *made = graph_template(g, record->made);
    const evo_shape *shape = &made->key.shape;
    body_sim *of = &g->bodies.sims[body->index];
    evo_vec2 offset = vec_sub(shape->center, body_center(g, body));
    bool central = offset.x == 0 && offset.y == 0;
    bool aligned = shape->axis.x == 1 && shape->axis.y == 0;
    collider_sim sim = {
        .id = id,
        .body = body->index,
        .next = record->next == NONE ? NONE : g->colliders.records[record->next].index,
        .made = record->made,
        .kind = (uint8_t)shape->kind,
        .centered = shape->kind == EVO_CIRCLE && central,
        .straight = shape->kind != EVO_CIRCLE && central && aligned,
        .sensor = made->key.sensor,
    };
    g->colliders.sims[record->index] = sim;
    g->colliders.geometry[record->index] = geometry_of(shape, body);
    float extent = extent_of(shape, offset), swing = swing_of(shape);
    if (extent > of->extent) of->extent = extent;
    if (swing > of->swing) of->swing = swing;
    if (made->size < of->size || of->size == 0) of->size = made->size;
}

static uint8_t placing_of(const graph *g, const body_sim *body) {
    if (body->collider == NONE) return PLACE_NONE;
    const collider_sim *first = &g->colliders.sims[body->collider];
    if (first->next != NONE) return PLACE_ALL;
    if (first->centered) return PLACE_CENTER;
    return first->straight ? PLACE_AXIS : PLACE_ALL;
}

void body_colliders_update(graph *g, const body_record *record) {
    body_sim *sim = &g->bodies.sims[record->index];
    uint32_t first = record->first_collider;
    sim->extent = sim->swing = sim->size = 0;
    sim->collider = NONE;
    if (g->config->stepping == EVO_EVENTS) return;
    if (first != NONE) sim->collider = g->colliders.records[first].index;
    for (uint32_t id = first; id != NONE; id = g->colliders.records[id].next)
        update_collider(g, id, record);
    sim->placing = placing_of(g, sim);
    body_place(g, record->index);
}

/* ---- Where they are -------------------------------------------------------------------------- */

static void place(graph *g, uint32_t index, evo_vec2 at, evo_vec2 turn) {
    const collider_sim *sim = &g->colliders.sims[index];
    const evo_shape *shape = &graph_template(g, sim->made)->key.shape;
    const body_record *body = graph_body_at(g, sim->body);
    evo_vec2 offset = vec_turn(vec_sub(shape->center, body_center(g, body)), turn);
    /* What only a call turns, and steps leave alone, would differ with when it was called. */
    evo_vec2 axis = sim->centered ? vec(1, 0) : vec_turn(shape->axis, turn);
    collider_geometry *geometry = &g->colliders.geometry[index];
    g->colliders.centers[index] = vec_add(at, offset);
    geometry->axis_x = (float)axis.x;
    geometry->axis_y = (float)axis.y;
    geometry->offset_x = (float)offset.x;
    geometry->offset_y = (float)offset.y;
}

void body_place(graph *g, uint32_t index) {
    body_lead led = body_led(g, index);
    evo_vec2 turn = evo_direction(led.angle);
    for (uint32_t c = g->bodies.sims[index].collider; c != NONE; c = g->colliders.sims[c].next)
        place(g, c, led.position, turn);
}

/* Axes that only turn, which most do: a handful at a time, in lanes. */
enum { TURNS = 64 };

typedef struct turning {
    uint32_t collider[TURNS];
    unsigned quarters[TURNS];
    float rest[TURNS];
    size_t count;
} turning;

static void turn_axes(graph *g, turning *t) {
    float cosines[TURNS], sines[TURNS];
    for (size_t i = t->count; i % 8 != 0; ++i) t->rest[i] = 0;
    g->measure->turn(t->rest, (t->count + 7) / 8 * 8, cosines, sines);
    for (size_t i = 0; i < t->count; ++i) {
        static const float quarters[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        const float *by = quarters[t->quarters[i]];
        collider_geometry *geometry = &g->colliders.geometry[t->collider[i]];
        geometry->axis_x = cosines[i] * by[0] - sines[i] * by[1];
        geometry->axis_y = cosines[i] * by[1] + sines[i] * by[0];
    }
    t->count = 0;
}

static void turn_later(graph *g, turning *t, uint32_t collider, double angle) {
    angle_parts parts = angle_part(angle);
    t->collider[t->count] = collider;
    t->quarters[t->count] = parts.quarters;
    t->rest[t->count] = (float)parts.rest;
    if (++t->count == TURNS) turn_axes(g, t);
}

void movers_place(graph *g) {
    turning axes = {.count = 0};
    for (uint32_t index = 0; index < g->bodies.movers; ++index) {
        const body_sim *sim = &g->bodies.sims[index];
        const body_state *state = &g->bodies.states[index];
        double lead = (double)sim->lead;
        if (sim->placing == PLACE_ALL) body_place(g, index);
        if (sim->placing != PLACE_CENTER && sim->placing != PLACE_AXIS) continue;
        g->colliders.centers[sim->collider] = vec_along(state->position, lead, state->velocity);
        if (sim->placing == PLACE_AXIS)
            turn_later(g, &axes, sim->collider, state->angle + lead * state->spin);
    }
    turn_axes(g, &axes);
}

/* ---- One contact ----------------------------------------------------------------------------- */

void contact_sides(const graph *g, const contact *c, contact_side sides[2]) {
    evo_vec2 origin = {0, 0};
    for (int i = 0; i < 2; ++i) {
        uint32_t index = graph_side_body(g, c, i);
        body_lead led = body_led(g, index);
        evo_vec2 center = body_center(g, graph_body_at(g, index)), turn = evo_direction(led.angle);
        if (i == 0) origin = led.position;
        sides[i].body = vec_sub(led.position, origin);
        sides[i].at = placed_at(graph_shape(g, c->collider[i]),
                                vec_sub(sides[i].body, vec_turn(center, turn)), turn);
    }
}
