#include "contact/hollow.h"

bool hollow_may_hold(const graph *g, const contact *c) {
    const evo_shape *a = graph_shape(g, c->collider[0]), *b = graph_shape(g, c->collider[1]);
    if (a->kind == EVO_RING) return b->kind == EVO_CIRCLE && b->of.circle.radius < a->of.ring.inner;
    return b->kind == EVO_RING && a->kind == EVO_CIRCLE && a->of.circle.radius < b->of.ring.inner;
}

/* Of what a disk may be off the centre of its body, or a ring that moves off its own. */
static const double CENTERED = 1e-6;

/* Radians: what goes round a hollow farther in a step does so in leaps. */
static const double HOLLOW_TURN = 0.5;

/* A disk in the hollow of a ring, half a step from where the step begins. */
typedef struct hollow_disk {
    int side;
    evo_vec2 out, ahead; /* from the ring's centre; and since it was measured */
} hollow_disk;

/* From where it is measured to the middle of the step. */
static evo_vec2 way_ahead(const graph *g, const contact *c, int side, double half) {
    uint32_t index = graph_side_body(g, c, side);
    if (index >= g->bodies.movers) return vec(0, 0);
    return vec_scale(g->bodies.states[index].velocity, half - (double)g->bodies.sims[index].lead);
}

/* Whether a disk touches a ring from inside, and slides along it as about one point. */
static bool is_in_hollow(const graph *g, const contact *c, const contact_side sides[2], double half,
                         hollow_disk *disk) {
    disk->side = sides[0].at.shape->kind == EVO_CIRCLE ? 0 : 1;
    const contact_side *in = &sides[disk->side], *ring = &sides[1 - disk->side];
    evo_vec2 out = vec_sub(in->at.center, ring->at.center);
    disk->ahead = vec_sub(way_ahead(g, c, disk->side, half), way_ahead(g, c, 1 - disk->side, half));
    disk->out = vec_add(out, disk->ahead);
    double off = vec_length(vec_sub(in->at.center, in->body)), far = vec_length(disk->out);
    if (graph_side_body(g, c, 1 - disk->side) < g->bodies.movers)
        off += vec_length(vec_sub(ring->at.center, ring->body));
    return far < ring->at.shape->of.ring.inner && off < CENTERED * in->at.shape->of.circle.radius
           && vec_length(disk->ahead) < HOLLOW_TURN * far;
}

/* Where the one point of a contact was written: it may have two lanes. */
static uint32_t place_written(const graph *g, const contact *c) {
    if (c->at[1] == NONE) return c->at[0];
    bool first = g->batches.batches[c->at[0] / BATCH].gap[c->at[0] % BATCH] < FAR_APART;
    return c->at[first ? 0 : 1];
}

/* Lanes tell of it as it will touch in the middle of the step, and how the rim turns there. */
static void write_lane(graph *g, const contact *c, const contact_side sides[2],
                       const hollow_disk *disk) {
    uint32_t place = place_written(g, c), lane = place % BATCH;
    batch *at = &g->batches.batches[place / BATCH];
    double far = vec_length(disk->out), sign = disk->side == 0 ? 1 : -1;
    evo_vec2 out = vec_scale(disk->out, 1 / far);
    double room = sides[1 - disk->side].at.shape->of.ring.inner
                  - sides[disk->side].at.shape->of.circle.radius;
    at->normal_x[lane] = (float)(sign * out.x);
    at->normal_y[lane] = (float)(sign * out.y);
    at->gap[lane] = (float)(room - far + vec_dot(out, disk->ahead));
    g->batches.extras[g->batches.sorts[place / BATCH]].hollow[lane] = (float)(1 / far);
}

void hollow_write(graph *g, const contact *c, const contact_side sides[2],
                  const contact_points *found, double half) {
    hollow_disk disk;
    if (!hollow_may_hold(g, c)) return;
    for (int i = 0; i < 2; ++i)
        if (c->at[i] != NONE)
            g->batches.extras[g->batches.sorts[c->at[i] / BATCH]].hollow[c->at[i] % BATCH] = 0;
    if (found->count != 1 || !is_in_hollow(g, c, sides, half, &disk)) return;
    double sign = disk.side == 0 ? 1 : -1;
    evo_vec2 normal = {(double)found->point[0].normal.x, (double)found->point[0].normal.y};
    double upright = sign * vec_dot(normal, vec_sub(disk.out, disk.ahead));
    if (upright > (1 - CENTERED) * vec_length(vec_sub(disk.out, disk.ahead)))
        write_lane(g, c, sides, &disk);
}
