/* floor.c: joints of floors through the index. In: a collider of a static or kinematic body that
 * comes or goes; out: its seams, and those of its neighbours to it. The cost is that of what lies
 * within its bounds. */
#include "step/floor.h"

#include "body/seams.h"

/* Fraction of the reach: farther ends are not searched. */
static const double MARGIN = 2e-4;

static bool is_floor(const body_store *s, uint32_t collider) {
    const collider_record *c = &s->colliders[collider];
    const body_record *body = &s->records[c->body];
    if (body->kind == EVO_DYNAMIC || !body->enabled || c->sensor) return false;
    return c->shape->kind == EVO_SEGMENT
           || (c->shape->kind == EVO_POLYGON && c->shape->of.polygon.radius == 0);
}

/* Returns whether two bodies stand to each other as they do, to the next change of one of them. */
static bool moves_alike(const body_store *s, uint32_t one, uint32_t other) {
    const body_state *a = state_of_body(s, one), *b = state_of_body(s, other);
    if (one == other) return true;
    return a->spin == 0 && b->spin == 0 && a->velocity.x == b->velocity.x
           && a->velocity.y == b->velocity.y;
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
    if (!moves_alike(s, own->body, other->body)) return limit;
    if (seams_know(s, e->collider, collider)) return limit;
    e->failed = !seams_link(s, e->collider, collider);
    return e->failed ? -1 : limit;
}

static bool join(step_world *w, uint32_t collider, int among) {
    const body_store *s = &w->bodies;
    if (!is_floor(s, collider)) return true;
    const evo_bounds bounds = collider_bounds(s, collider);
    const double more = MARGIN * shape_reach(s->colliders[collider].shape);
    entering e = {w, collider, false};
    const walk_box box = walk_box_about(&bounds, more);
    index_walk(&w->index, &box, among, link_met, &e);
    return !e.failed;
}

bool floor_enter(step_world *w, uint32_t collider) {
    return join(w, collider, WALK_STILL);
}

void floor_leave(step_world *w, uint32_t collider) {
    if (w->bodies.colliders[collider].first_seam != NONE) seams_unlink(&w->bodies, collider);
}

/* ---- What moves ------------------------------------------------------------------------------ */

static bool join_body(step_world *w, uint32_t body) {
    const body_store *s = &w->bodies;
    EACH_COLLIDER (c, s, body)
        if (!join(w, c, WALK_AWAKE)) return false;
    return true;
}

bool floor_join_moving(step_world *w) {
    const body_store *s = &w->bodies;
    if (!w->floors_due && s->last_change != s->steps) return true;
    for (uint32_t i = 0; i < s->awake; ++i) {
        const uint32_t body = s->motions[i].id;
        if (s->motions[i].kind == EVO_DYNAMIC) continue;
        if (!w->floors_due && s->records[body].changed != s->steps) continue;
        if (!join_body(w, body)) return false;
    }
    w->floors_due = false;
    return true;
}

void floor_forget_moving(step_world *w) {
    const body_store *s = &w->bodies;
    w->floors_due = true;
    for (uint32_t i = 0; i < s->awake && s->stepped; ++i) {
        if (s->motions[i].kind == EVO_DYNAMIC) continue;
        EACH_COLLIDER (c, s, s->motions[i].id) floor_leave(w, c);
    }
}
