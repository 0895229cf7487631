#include "contact/ground.h"

#include "contact/bodies.h"
#include "core/bits.h"
#include "narrow/pair.h"
#include "narrow/touch.h"

/* Of its size: so deep may a body be pressed into what stands. */
static const double DEEPEST = 0.15;

/* A cosine: what comes to a segment from there comes to its side, not to its end. */
static const double ASIDE = 0.7;

/* ---- One body -------------------------------------------------------------------------------- */

/* A contact with what stands, as seen from the body that does not. */
typedef struct ground_side {
    const contact *of;
    int side;
} ground_side;

static bool is_on_ground(const graph *g, const contact *c, int side) {
    bool felt = c->state == CONTACT_NEAR || c->state == CONTACT_ACTIVE;
    return felt && !c->ending && graph_side_body(g, c, 1 - side) >= g->bodies.movers;
}

/* The contacts of a body with what stands, in the order of their keys; false: there are no more. */
static bool next_on_ground(const graph *g, uint32_t index, ground_side *at) {
    const contact *last = at->of;
    at->of = NULL;
    for (uint32_t edge = graph_body_at(g, index)->first_edge; edge != NONE;
         edge = edge_next(g, edge)) {
        const contact *c = edge_contact(g, edge);
        if (!is_on_ground(g, c, (int)(edge % 2))) continue;
        if ((last && !graph_contact_before(last, c))
            || (at->of && !graph_contact_before(c, at->of)))
            continue;
        at->of = c;
        at->side = (int)(edge % 2);
    }
    return at->of != NULL;
}

static placed placed_in(const graph *g, const contact *c, int side, const body_state *state,
                        evo_shape *shape) {
    const body_record *record = graph_body_at(g, graph_side_body(g, c, side));
    *shape = *graph_shape(g, c->collider[side]);
    shape->center = vec_sub(shape->center, body_center(g, record));
    return placed_at(shape, state->position, evo_direction(state->angle));
}

/* Where a body comes from, and towards what stands there. */
typedef struct ground_approach {
    evo_vec2 position, normal;
} ground_approach;

static bool goes_through(const placed *segment, evo_vec2 from, evo_vec2 to) {
    evo_vec2 across = vec_left(segment->axis), way = vec_sub(to, from);
    double before = vec_dot(across, vec_sub(from, segment->center));
    double passed = before / -vec_dot(across, way);
    evo_vec2 there = vec_along(vec_sub(from, segment->center), passed, way);
    return passed >= 0 && passed <= 1
           && fabs(vec_dot(there, segment->axis)) <= segment->shape->of.segment.half_length;
}

/* How a body in a state meets what stands. A line has no inside, and what is deep in it is nearer
 * to its other side, or through it: it is measured from the side that it came from. */
static meeting meeting_in(const graph *g, const ground_side *at, const body_state *state,
                          const ground_approach *from) {
    evo_shape shapes[2];
    const body_state *stands = &g->bodies.states[graph_side_body(g, at->of, 1 - at->side)];
    placed body = placed_in(g, at->of, at->side, state, &shapes[0]);
    placed ground = placed_in(g, at->of, 1 - at->side, stands, &shapes[1]);
    meeting found[TOUCHES] = {pair_measure(&body, &ground)};
    if (!from || ground.shape->kind != EVO_SEGMENT) return found[0];
    evo_vec2 across = vec_left(ground.axis);
    double side = vec_dot(from->normal, across);
    bool within = found[0].gap <= 0 || goes_through(&ground, from->position, state->position);
    if (within && fabs(side) > ASIDE)
        (void)touch_find_towards(&body, &ground, vec_scale(across, side), 0, found);
    return found[0];
}

/* When the step begins: a contact that touches remembers towards what. */
static ground_approach approach_of(const graph *g, const ground_side *at,
                                   const body_state *before) {
    const contact *c = at->of;
    uint32_t lane = c->at[0] % BATCH, number = c->at[0] / BATCH;
    if (c->state == CONTACT_ACTIVE && c->at[0] != NONE
        && g->batches.pairs[number].touching >> lane & 1) {
        const batch *in = &g->batches.batches[number];
        evo_vec2 normal = {(double)in->normal_x[lane], (double)in->normal_y[lane]};
        ground_approach from = {before->position, at->side == 0 ? normal : vec_negate(normal)};
        return from;
    }
    ground_approach from = {before->position, meeting_in(g, at, before, NULL).normal};
    return from;
}

/* A point in the shape: the centre of a ring is in its hollow, and free to go anywhere. */
static evo_vec2 point_in(const placed *p) {
    if (p->shape->kind != EVO_RING) return p->center;
    return vec_along(p->center, 0.5 * (p->shape->of.ring.inner + p->shape->of.ring.outer), p->axis);
}

/* Whether a body has gone through a segment, so far that no depth tells; or is deep in it, with its
 * centre of mass on the other side. */
static bool is_through(const graph *g, const ground_side *at, const body_state *before,
                       const body_state *then, bool deep) {
    evo_shape shapes[3];
    const body_state *stands = &g->bodies.states[graph_side_body(g, at->of, 1 - at->side)];
    placed ground = placed_in(g, at->of, 1 - at->side, stands, &shapes[0]);
    if (shapes[0].kind != EVO_SEGMENT) return false;
    placed first = placed_in(g, at->of, at->side, before, &shapes[1]);
    placed last = placed_in(g, at->of, at->side, then, &shapes[2]);
    return goes_through(&ground, before->position, then->position)
           && (deep || goes_through(&ground, point_in(&first), point_in(&last)));
}

evo_vec2 ground_sets_back(const graph *g, uint32_t index, const body_state *before,
                          const body_state *then) {
    double allowed = DEEPEST * (double)g->bodies.sims[index].size;
    body_state real = *then;
    for (ground_side at = {NULL, 0}; next_on_ground(g, index, &at);) {
        ground_approach from = approach_of(g, &at, before);
        meeting m = meeting_in(g, &at, &real, &from);
        bool deep = -m.gap > allowed;
        if (deep && vec_dot(m.normal, from.normal) > ASIDE) {
            double most = most_of(allowed, -meeting_in(g, &at, before, &from).gap);
            real.position = vec_along(real.position, least_of(m.gap + most, 0), m.normal);
        }
        if (is_through(g, &at, before, &real, deep)) real.position = before->position;
    }
    return real.position;
}

/* ---- All bodies ------------------------------------------------------------------------------ */

/* How far the points of a body go in the step, at most: with its shift, which began as far behind
 * as contacts were led. */
static double stride_of(const body_sim *sim, const float *shift) {
    double turned = fabs((double)shift[2] / (double)sim->gyration);
    return fabs((double)shift[0]) + fabs((double)shift[1])
           + turned * (double)(sim->extent + sim->swing) + (double)(sim->lead * sim->pace);
}

/* What goes on from within the step was somewhere else before (measure_rows). */
static body_state state_at(const body_state *begun, double time) {
    body_state state = *begun;
    state.position = vec_along(state.position, time, state.velocity);
    state.angle += time * state.spin;
    return state;
}

static void hold_body(const graph *g, uint32_t index, float *shift) {
    const body_sim *sim = &g->bodies.sims[index];
    body_state before = state_at(&g->bodies.states[index], (double)shift[3]);
    body_state then = state_at(&g->bodies.states[index], (double)sim->lead);
    then.position = vec_add(then.position, vec((double)shift[0], (double)shift[1]));
    then.angle += (double)shift[2] / (double)sim->gyration;
    evo_vec2 back = vec_sub(ground_sets_back(g, index, &before, &then), then.position);
    shift[0] += (float)back.x;
    shift[1] += (float)back.y;
}

/* Notes that a body may get too deep into what stands, if it may, by a gap that is no wider. */
static bool note_deep(graph *g, uint32_t row, double gap, const float *shifts) {
    body_sim *sim = &g->bodies.sims[row - 1];
    if (sim->inverse_mass == 0
        || !(stride_of(sim, shifts + 4 * (size_t)row) - gap > DEEPEST * (double)sim->size))
        return false;
    sim->pressed = true;
    return true;
}

/* The row of the one that moves, when the other stands; else 0. */
static uint32_t row_on_ground(uint32_t a, uint32_t b) {
    return a == 0 || b == 0 ? a + b : 0;
}

static bool note_lanes(graph *g, const float *shifts) {
    bool any = false;
    for (size_t number = 0; number < g->batches.count; ++number) {
        const batch *at = &g->batches.batches[number];
        for (unsigned lanes = g->batches.pairs[number].grounded; lanes; lanes &= lanes - 1) {
            unsigned lane = bits_lowest(lanes);
            uint32_t row = row_on_ground(at->row_a[lane], at->row_b[lane]) / 4;
            /* Those that do not push, and of rings those that are far, have no gap. */
            double gap = at->gap[lane] < FAR_APART ? (double)at->gap[lane] : 0;
            if (row > 0) any |= note_deep(g, row, gap, shifts);
        }
    }
    return any;
}

/* Most near pairs are of two that move: they are passed over by eights. */
static bool any_on_ground(const uint32_t *row_a, const uint32_t *row_b) {
    uint32_t any = 0;
    for (size_t i = 0; i < BATCH; ++i) any |= (uint32_t)(row_a[i] == 0) | (uint32_t)(row_b[i] == 0);
    return any != 0;
}

static bool note_near(graph *g, const float *shifts) {
    const near_list *n = &g->near;
    bool any = false;
    for (size_t first = 0; first < n->count; first += BATCH) {
        if (!any_on_ground(n->row_a + first, n->row_b + first)) continue;
        for (size_t i = first; i < first + BATCH && i < n->count; ++i) {
            uint32_t row = row_on_ground(n->row_a[i], n->row_b[i]);
            if (row > 0) any |= note_deep(g, row, (double)n->clearance[i], shifts);
        }
    }
    return any;
}

void ground_hold(graph *g, float *shifts) {
    bool lanes = note_lanes(g, shifts), near = note_near(g, shifts);
    for (uint32_t index = 0; index < g->bodies.movers && (lanes || near); ++index) {
        if (g->bodies.sims[index].pressed) hold_body(g, index, shifts + 4 * ((size_t)index + 1));
        g->bodies.sims[index].pressed = false;
    }
}
