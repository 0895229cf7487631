/* floor.c: joints of floors through the index. In: a static collider that comes or goes; out: its
 * seams, and those of its neighbours to it. The cost is that of what stands within its bounds. */
#include "step/floor.h"

#include "body/seams.h"

/* Fraction of the reach: farther ends are not searched. */
static const double MARGIN = 2e-4;

static bool is_floor(const body_store *s, uint32_t collider) {
    const collider_record *c = &s->colliders[collider];
    const body_record *body = &s->records[c->body];
    if (body->kind != EVO_STATIC || !body->enabled || c->sensor) return false;
    return c->shape->kind == EVO_SEGMENT
           || (c->shape->kind == EVO_POLYGON && c->shape->of.polygon.radius == 0);
}

static bool same_filter(evo_filter a, evo_filter b) {
    return a.category == b.category && a.mask == b.mask && a.group == b.group;
}

typedef struct entering {
    step_world *world;
    uint32_t collider;
    bool failed;
} entering;

static double link_met(void *context, uint32_t collider, const evo_bounds *bounds, double limit) {
    entering *e = context;
    body_store *s = &e->world->bodies;
    const collider_record *own = &s->colliders[e->collider], *other = &s->colliders[collider];
    (void)bounds;
    if (collider == e->collider || !is_floor(s, collider)) return limit;
    if (!same_filter(collider_entry(own)->filter, collider_entry(other)->filter)) return limit;
    if (seams_know(s, e->collider, collider)) return limit;
    e->failed = !seams_link(s, e->collider, collider);
    return e->failed ? -1 : limit;
}

bool floor_enter(step_world *w, uint32_t collider) {
    const body_store *s = &w->bodies;
    if (!is_floor(s, collider)) return true;
    const evo_bounds bounds = collider_bounds(s, collider);
    const double more = MARGIN * shape_reach(s->colliders[collider].shape);
    entering e = {w, collider, false};
    walk_box box = walk_box_of(&bounds);
    box.half = vec_add(box.half, vec(more, more));
    index_walk(&w->index, &box, WALK_STILL, link_met, &e);
    return !e.failed;
}

void floor_leave(step_world *w, uint32_t collider) {
    if (is_floor(&w->bodies, collider)) seams_unlink(&w->bodies, collider);
}

bool floor_link_moving(step_world *w, uint32_t body) {
    body_store *s = &w->bodies;
    return s->records[body].kind != EVO_KINEMATIC || seams_link_chains(s, body);
}
