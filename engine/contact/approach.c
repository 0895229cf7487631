#include "contact/approach.h"
#include "contact/bodies.h"

/* ---- Both bodies ----------------------------------------------------------------------------- */

static double pair_size(const graph *g, const contact *c) {
    double size = INFINITY, radii = 0;
    for (int side = 0; side < 2; ++side) {
        const body_sim *sim = &g->bodies.sims[graph_side_body(g, c, side)];
        size = least_of(size, (double)sim->size);
        radii += (double)graph_template(g, g->colliders.records[c->collider[side]].made)->reach;
    }
    return c->kind == BATCH_ROUND ? radii : size; /* see batch_pairs */
}

static void add_side(const graph *g, uint32_t index, double sense, double seconds, approach *a) {
    const body_sim *sim = &g->bodies.sims[index];
    const body_state *state = &g->bodies.states[index];
    if (index >= g->bodies.movers) {
        a->ahead += (double)g->wind.ahead;
        return;
    }
    double lead = (double)sim->lead, spin = fabs(state->spin), rim = spin * (double)sim->swing;
    a->way = vec_along(a->way, sense * seconds, state->velocity);
    a->led = vec_along(a->led, sense * lead, state->velocity);
    a->lead += lead * (spin * (double)sim->extent + rim);
    a->turning += 1.5 * seconds * spin * (double)sim->extent;
    a->swing += 1.5 * seconds * rim;
    a->within += vec_length(body_pull(g, index)) * seconds * seconds;
    a->ahead += (double)sim->ahead;
}

approach approach_of(const graph *g, const contact *c, double seconds) {
    double size = 1.01 * (double)NEAR * pair_size(g, c);
    double fall = vec_length(g->config->gravity) * seconds * seconds;
    approach a = {.size = size, .within = size + fall};
    add_side(g, graph_side_body(g, c, 0), -1, seconds, &a);
    add_side(g, graph_side_body(g, c, 1), 1, seconds, &a);
    a.lead += vec_length(a.led);
    return a;
}

/* ---- Circles and segments -------------------------------------------------------------------- */

double approach_nearest(evo_vec2 from, evo_vec2 way) {
    double square = vec_dot(way, way);
    double part = square > 0 ? -vec_dot(from, way) / square : 0;
    part = most_of(0, least_of(1, part));
    return vec_length(vec_along(from, part, way));
}

/* A segment from (-half, 0) to (half, 0). */
static double from_segment(evo_vec2 point, double half) {
    double beyond = most_of(fabs(point.x) - half, 0);
    return vec_length(vec(beyond, point.y));
}

static double nearest_to_segment(evo_vec2 from, evo_vec2 way, double half) {
    evo_vec2 to = vec_add(from, way);
    if ((from.y > 0) != (to.y > 0)) {
        double x = from.x - way.x * (from.y / way.y);
        if (fabs(x) <= half) return 0;
    }
    double ends = least_of(from_segment(from, half), from_segment(to, half));
    double left = approach_nearest(vec(from.x + half, from.y), way);
    double right = approach_nearest(vec(from.x - half, from.y), way);
    return least_of(ends, least_of(left, right));
}

static double reach_of(const graph *g, const contact *c, int side) {
    return (double)graph_template(g, g->colliders.records[c->collider[side]].made)->reach;
}

/* From the first shape's centre to the second's, where they are measured. */
static evo_vec2 offset_of(const graph *g, const contact *c) {
    const collider_record *a = &g->colliders.records[c->collider[0]];
    const collider_record *b = &g->colliders.records[c->collider[1]];
    return vec_sub(g->colliders.centers[b->index], g->colliders.centers[a->index]);
}

/* Whether what is inside a ring stays away from it: a disk about a centre that goes from one offset
 * to another. */
static bool stays_inside(const evo_shape *ring, evo_vec2 from, evo_vec2 way, double reach) {
    if (ring->kind != EVO_RING) return false;
    double farthest = most_of(vec_length(from), vec_length(vec_add(from, way)));
    return farthest + reach < ring->of.ring.inner;
}

static bool is_segment(const graph *g, const contact *c, int side) {
    return graph_shape(g, c->collider[side])->kind == EVO_SEGMENT;
}

/* The segment of this side, and a disk about the other's shape. */
static bool segment_is_near(const graph *g, const contact *c, int side, const approach *a,
                            double *apart) {
    const evo_shape *shape = graph_shape(g, c->collider[side]);
    double sense = side == 0 ? 1 : -1, half = shape->of.segment.half_length;
    double angle = body_led(g, graph_side_body(g, c, side)).angle;
    evo_vec2 axis = angle == 0 ? shape->axis : vec_turn(shape->axis, evo_direction(angle));
    evo_vec2 offset = vec_turn_back(vec_scale(offset_of(g, c), sense), axis);
    evo_vec2 led = vec_turn_back(vec_scale(a->led, sense), axis);
    evo_vec2 way = vec_turn_back(vec_scale(a->way, sense), axis);
    double reach = reach_of(g, c, 1 - side);
    *apart = from_segment(offset, half) - reach;
    return !(nearest_to_segment(vec_sub(offset, led), way, half) - reach > a->within + a->turning);
}

/* The index knows segments as they are and finds no more than meets these, so whatever is near one
 * is told by the segment itself and not by a disk about it; of two segments, by both. */
bool approach_is_near(const graph *g, const contact *c, const approach *a, double *apart) {
    bool first_is = is_segment(g, c, 0), second_is = is_segment(g, c, 1);
    double apart_first = -INFINITY, apart_second = -INFINITY;
    if (first_is || second_is) {
        bool near = (!first_is || segment_is_near(g, c, 0, a, &apart_first))
                    && (!second_is || segment_is_near(g, c, 1, a, &apart_second));
        *apart = most_of(apart_first, apart_second);
        return near;
    }
    evo_vec2 offset = offset_of(g, c), from = vec_sub(offset, a->led);
    double first = reach_of(g, c, 0), second = reach_of(g, c, 1);
    double away = a->within + a->turning;
    *apart = vec_length(offset) - first - second;
    if (approach_nearest(from, a->way) - first - second > away) return false;
    return c->kind != BATCH_OTHER
           || !(stays_inside(graph_shape(g, c->collider[0]), from, a->way, second + away)
                || stays_inside(graph_shape(g, c->collider[1]), from, a->way, first + away));
}

/* ---- Gaps ------------------------------------------------------------------------------------ */

/* Convex shapes are never nearer than along a direction that is held fixed; others may meet
 * anywhere. */
bool approach_closes(const approach *a, bool convex, double gap, evo_vec2 normal) {
    double closer = vec_length(a->way) + a->lead;
    if (convex) closer = most_of(-vec_dot(normal, a->way), 0) + vec_dot(normal, a->led);
    return !(gap - closer - a->turning - a->swing > a->within);
}

double approach_clearance(const approach *a, double gap) {
    return gap - a->lead - a->ahead - a->size;
}

/* ---- The wind -------------------------------------------------------------------------------- */

static float length_of(const float of[2]) {
    return sqrtf(of[0] * of[0] + of[1] * of[1]);
}

float wind_close(graph *g, float seconds, float fall) {
    near_wind *w = &g->wind;
    float way = length_of(w->velocity) * seconds;
    float ahead = way + 0.5f * fall + 2 * length_of(w->led);
    float closing = w->travel + (ahead - w->ahead) + 1e-6f * (ahead + way);
    w->ahead = ahead;
    w->travel = 0;
    return closing;
}

static void set_mean(float mean[2], evo_vec2 sum, double count) {
    mean[0] = (float)(sum.x / count);
    mean[1] = (float)(sum.y / count);
}

void wind_turn(graph *g, double seconds, const wind_sums *sums) {
    near_wind *w = &g->wind;
    double movers = (double)g->bodies.movers, square = vec_dot(sums->velocity, sums->velocity);
    bool common = square > 0.5 * sums->squares * movers && sums->squares < 1e30;
    w->travel += length_of(w->velocity) * (float)seconds * (1 + 1e-6f);
    set_mean(w->velocity, common ? sums->velocity : vec(0, 0), most_of(movers, 1));
    set_mean(w->led, common ? sums->led : vec(0, 0), most_of(movers, 1));
}
