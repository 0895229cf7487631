/* margins.c: how far bodies may go before the index has to know.
 *
 * Every mover gets a margin: proxies are circles about its colliders, wider by the margin, and as
 * long as no body has used up its own, pairs of proxies that meet are all that can touch. What is
 * too fast for that gets, as a margin for one step, the capsule about the way it will make in it.
 * How wide margins are changes no result: only how often the index is asked, and for how many. */
#include "contact/bodies.h"
#include "contact/pairs.h"
#include "core/trig.h"
#include "shape/kind.h"

/* Steps that a margin should last for, as the body moves now, and falls from rest. Bodies no larger
 * than a few falls go without. */
static const double MARGIN_STEPS = 32, MARGIN_FALLS = 4;

/* Of a body's size: the least margin, and the most. More means more pairs that are near, less means
 * finding them more often. */
static const double MARGIN_LEAST = 0.1, MARGIN_MOST = 1.0;

/* What is small among larger bodies has not many about it: it gets more, up to a part of their
 * size. */
static const double MARGIN_SMALL = 4, MARGIN_AMONG = 0.5;

/* Of a margin: by so much some are wider than others. */
static const double MARGIN_SPREAD = 0.2;

/* Of a body's size: what contacts look at beyond their gaps (NEAR) is always within it. */
static const double MARGIN_NEAR = 0.035;

/* ---- Margins --------------------------------------------------------------------------------- */

static bool is_round(const collider_sim *sim) {
    return sim->kind == EVO_CIRCLE || sim->kind == EVO_ELLIPSE;
}

/* How far a collider gets from its own centre; of what is round the hot data says it, with a little
 * more for being floats. */
static double reach_of(const graph *g, uint32_t collider) {
    const collider_sim *sim = &g->colliders.sims[collider];
    const collider_geometry *round = &g->colliders.geometry[collider];
    if (!is_round(sim)) return (double)graph_template(g, sim->made)->reach;
    return (1 + 2e-7) * most_of((double)round->radius_x, (double)round->radius_y);
}

/* Of the body's smallest collider: a thin ring is not small. */
static double least_reach(const graph *g, uint32_t index) {
    double least = INFINITY;
    for (uint32_t c = g->bodies.sims[index].collider; c != NONE; c = g->colliders.sims[c].next)
        least = least_of(least, reach_of(g, c));
    return least;
}

/* How far falling and forces take it from rest in a step. */
static double fall_of(const graph *g, uint32_t index, double seconds) {
    return vec_length(body_pull(g, index)) * seconds * seconds;
}

/* What turning may add to the way of a step: what approach.c allows for, from where the body has
 * turned by its lead. */
static double turning_of(const graph *g, uint32_t index, double seconds) {
    const body_sim *sim = &g->bodies.sims[index];
    double speed = fabs(g->bodies.states[index].spin) * (double)sim->extent;
    return (1.5 * seconds + (double)sim->lead) * speed;
}

/* What can become active must have a contact, however much of its margin is used up: it comes near
 * something within the step (approach.c). */
static double way_of_step(const graph *g, uint32_t index, double seconds) {
    double speed = vec_length(g->bodies.states[index].velocity);
    return speed * seconds + turning_of(g, index, seconds) + 2 * fall_of(g, index, seconds)
           + MARGIN_NEAR * (double)g->bodies.sims[index].size;
}

/* Bodies that move alike should not all leave their margins in the same step. */
static double spread(uint32_t id) {
    return 1 + MARGIN_SPREAD * ((double)(id * 2654435761u >> 16) / 65536 - 0.5);
}

/* The widest for a body whose least reach is this, before it is spread. */
static double most_for(const graph *g, uint32_t index, double least) {
    double size = (double)g->bodies.sims[index].size;
    double among = least_of(MARGIN_SMALL * size, MARGIN_AMONG * (double)g->typical);
    return most_of(MARGIN_MOST * least, among);
}

double margin_widest(const graph *g, uint32_t index) {
    return most_for(g, index, least_reach(g, index)) * (1 + 0.5 * MARGIN_SPREAD);
}

/* The margin that a body of this motion should have for a step of so long. */
static double margin_for(const graph *g, uint32_t index, double seconds) {
    const body_sim *sim = &g->bodies.sims[index];
    double size = (double)sim->size, stride = (double)sim->pace * seconds;
    double own = most_of(MARGIN_STEPS * stride, MARGIN_FALLS * fall_of(g, index, seconds));
    double most = most_for(g, index, size);
    if (own > most && size > 0) most = most_for(g, index, least_reach(g, index));
    return most_of(MARGIN_LEAST * size, least_of(own, most)) * spread(sim->id);
}

bool margin_outrun(const graph *g, uint32_t index, double seconds) {
    return way_of_step(g, index, seconds) > (double)g->bodies.sims[index].margin;
}

/* ---- Proxies --------------------------------------------------------------------------------- */

static grid_box box_of_shape(const evo_shape *shape, evo_vec2 center, evo_vec2 axis) {
    grid_box box = {center, axis, 0, 0, 0};
    switch (shape->kind) {
    case EVO_RING:
        box.half_x = box.half_y = shape->of.ring.outer;
        box.hollow = shape->of.ring.inner;
        break;
    case EVO_SEGMENT:
        box.half_x = shape->of.segment.half_length;
        break;
    case EVO_CIRCLE: /* these have none */
    case EVO_ELLIPSE:
    case EVO_NO_SHAPE:
        break;
    }
    return box;
}

/* The way that a body without a margin goes in the step. */
typedef struct sweep {
    evo_vec2 way;
    double margin; /* besides; what turning adds is in it */
    bool swept;
} sweep;

static sweep sweep_of(const graph *g, uint32_t index, double seconds) {
    body_sim *sim = &g->bodies.sims[index];
    const body_state *state = &g->bodies.states[index];
    sweep s = {{0, 0}, MARGIN_NEAR * (double)sim->size, false};
    if (index >= g->bodies.movers) return s;
    double margin = margin_for(g, index, seconds);
    /* What is struck goes another way than it would have, which counts as well. */
    if (sim->wanted > 0)
        margin = most_of(margin, most_of((double)sim->wanted, way_of_step(g, index, seconds)));
    sim->margin = (float)(margin * (1 - 1e-6));
    s.margin = margin;
    if (sim->wanted > 0 || !margin_outrun(g, index, seconds)) return s;
    sim->margin = 0;
    s.swept = true;
    s.way = vec_along(vec_scale(state->velocity, seconds), seconds * seconds, body_pull(g, index));
    s.margin = MARGIN_LEAST * (double)sim->size + turning_of(g, index, seconds)
               + 2 * fall_of(g, index, seconds);
    return s;
}

static evo_vec2 center_of(const graph *g, const collider_sim *sim, evo_vec2 turn) {
    evo_vec2 position = g->bodies.states[sim->body].position;
    if (sim->centered || sim->straight) return position;
    evo_vec2 offset =
        vec_sub(graph_shape(g, sim->id)->center, body_center(g, graph_body_at(g, sim->body)));
    return vec_add(position, vec_turn(offset, turn));
}

static bool link_shape(graph *g, uint32_t id, evo_vec2 center, evo_vec2 turn, double reach,
                       double margin) {
    const evo_shape *shape = graph_shape(g, id);
    if (shape->kind == EVO_CIRCLE || shape->kind == EVO_ELLIPSE)
        return grid_link(&g->index, id, center, (float)reach, NULL);
    grid_box box = box_of_shape(shape, center, vec_turn(shape->axis, turn));
    box.half_x += margin;
    box.half_y += margin;
    box.hollow = most_of(box.hollow - margin, 0);
    return grid_link(&g->index, id, center, (float)reach, &box);
}

static bool link_collider(graph *g, uint32_t index, const sweep *s, evo_vec2 turn) {
    const collider_sim *sim = &g->colliders.sims[index];
    evo_vec2 center = center_of(g, sim, turn);
    double reach = reach_of(g, index) + s->margin, way = vec_length(s->way);
    if (s->swept && way > 0) {
        evo_vec2 middle = vec_along(center, 0.5, s->way);
        grid_box swept = {middle, vec_scale(s->way, 1 / way), reach + 0.5 * way, reach, 0};
        return grid_link(&g->index, sim->id, middle, (float)(reach + 0.5 * way), &swept);
    }
    return link_shape(g, sim->id, center, turn, reach, s->margin);
}

bool margin_link(graph *g, uint32_t index, double seconds) {
    sweep s = sweep_of(g, index, seconds);
    bool centered = true;
    for (uint32_t c = g->bodies.sims[index].collider; c != NONE; c = g->colliders.sims[c].next)
        centered &= g->colliders.sims[c].centered;
    double angle = g->bodies.states[index].angle;
    evo_vec2 turn = centered ? vec(1, 0) : evo_direction(angle);
    for (uint32_t c = g->bodies.sims[index].collider; c != NONE; c = g->colliders.sims[c].next)
        if (!link_collider(g, c, &s, turn)) return false;
    return true;
}

bool margin_link_still(graph *g, uint32_t id) {
    const collider_record *record = &g->colliders.records[id];
    const evo_shape *shape = graph_shape(g, id);
    const body_state *state = &g->bodies.states[graph_body(g, record->body)->index];
    evo_vec2 turn = evo_direction(state->angle);
    evo_vec2 center = vec_add(state->position, vec_turn(shape->center, turn));
    double reach = (1 + 2e-7) * (double)graph_template(g, record->made)->reach;
    return grid_reserve(&g->index, id)
           && link_shape(g, id, center, turn, reach, MARGIN_NEAR * reach);
}
