#include "contact/approach.h"
#include "contact/bodies.h"
#include "narrow/passing.h"

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

/* ---- Passing --------------------------------------------------------------------------------- */

/* From the first shape's centre to the second's, where they are measured. */
static evo_vec2 offset_of(const graph *g, const contact *c) {
    const collider_record *a = &g->colliders.records[c->collider[0]];
    const collider_record *b = &g->colliders.records[c->collider[1]];
    return vec_sub(g->colliders.centers[b->index], g->colliders.centers[a->index]);
}

bool approach_is_near(const graph *g, const contact *c, const approach *a, double *apart) {
    passing p;
    for (int side = 0; side < 2; ++side) {
        p.shapes[side] = graph_shape(g, c->collider[side]);
        p.angles[side] = body_led(g, graph_side_body(g, c, side)).angle;
        p.reach[side] =
            (double)graph_template(g, g->colliders.records[c->collider[side]].made)->reach;
    }
    evo_vec2 offset = offset_of(g, c);
    *apart = passing_gap(&p, offset, vec(0, 0));
    return !(passing_gap(&p, vec_sub(offset, a->led), a->way) > a->within + a->turning);
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
