/* waking.c: islands that wake, the world of steps as a whole, and seams of its floors. */
#include "step/step.h"

#include <assert.h>

#include "body/body.h"
#include "shape/shape.h"

/* ==== Waking ================================================================================== */

/* Wakes islands of sleepers. In: bodies that are changed, met or struck; out: bodies that are
 * awake, and pairs that are remembered of them.
 *
 * Invariant: what a row can reach in this step has its mass. Sleepers have none for rows, so they
 * wake before rows are made. Islands that pairs reach enter a queue, in the order of pairs. Each
 * that leaves the queue is awake, and islands that it may reach at the speed that drives it have
 * entered: so when the queue is empty, nothing awake reaches a sleeper, but by pairs that are not
 * found yet. The step finds pairs again until none of them reaches a sleeper. What is only struck
 * within the drift has no row: it wakes when the step is published. */

/* Part of the reach: what is so near may rest on it. */
static const double NEIGHBOUR = 0.02;

/* ---- The queue ------------------------------------------------------------------------------- */

/* Has the island of a body wake, if it sleeps; `speed`: of what drives it, at most. */
static void enqueue(step_world *w, uint32_t body, float speed) {
    island_store *s = &w->islands;
    const uint32_t number = w->bodies.records[body].island;
    if (number == NONE || s->all[number].state == ISLAND_WAKING) return;
    assert(s->all[number].state == ISLAND_ASLEEP && "free islands have no bodies");
    if (s->first_waking == NONE) {
        s->kept = w->pairs.memories[w->pairs.now].count;
        s->was_left = s->left;
        s->first_waking = number;
    } else {
        s->all[s->last_waking].next = number;
    }
    if (s->first_queued == NONE) s->first_queued = number;
    s->last_waking = number;
    s->all[number].state = ISLAND_WAKING;
    s->all[number].next = NONE;
    s->all[number].speed = speed;
}

typedef struct reaching {
    step_world *world;
    float speed;
} reaching;

static double enqueue_near(void *context, uint32_t collider, const evo_bounds *bounds,
                           double limit) {
    const reaching *by = context;
    (void)bounds;
    enqueue(by->world, by->world->bodies.colliders[collider].body, by->speed);
    return limit;
}

/* Queues what the bounds of a collider reach, with a margin. */
static void reach_from(step_world *w, uint32_t collider, double margin, float speed) {
    reaching by = {w, speed};
    const evo_bounds bounds = collider_bounds(&w->bodies, collider);
    const walk_box box = walk_box_about(&bounds, margin);
    index_walk(&w->index, &box, WALK_STILL, enqueue_near, &by);
}

/* Returns whether a collider has been awake all the time: its pairs are not those of sleepers. */
static bool is_followed(const body_store *s, uint32_t collider) {
    const collider_record *c = &s->colliders[collider];
    return c->generation % 2 == 1 && body_is_active(s, c->body)
           && s->records[c->body].island == NONE;
}

/* Moves an island to the awake, with the pairs that it remembers. False: out of memory. */
static bool wake(step_world *w, const island *of) {
    if (!pairs_reserve_append(&w->pairs, of->row_count)) return false;
    for (uint32_t i = 0; i < of->body_count; ++i) {
        assert(!body_is_active(&w->bodies, of->bodies[i]) && "members of an island sleep");
        bodies_set_active(&w->bodies, of->bodies[i], true);
        w->islands.left |= w->bodies.records[of->bodies[i]].first_edge != NONE;
    }
    for (uint32_t i = 0; i < of->row_count; ++i)
        of->rows[i].known = is_followed(&w->bodies, of->rows[i].ids.b)
                            || pairs_remember(&w->pairs, of->rows[i].ids);
    for (uint32_t i = 0; i < of->row_count; ++i)
        if (!of->rows[i].known) pairs_append(&w->pairs, of->rows[i].ids, &of->rows[i].kept);
    return true;
}

/* Wakes what is queued, and what it may reach in so many seconds. False: out of memory. */
static bool wake_queued(step_world *w, double seconds) {
    island_store *s = &w->islands;
    for (; s->first_queued != NONE; s->first_queued = s->all[s->first_queued].next) {
        const island *of = &s->all[s->first_queued];
        const double margin = (double)of->speed * seconds;
        if (!wake(w, of)) return false;
        for (uint32_t k = 0; k < of->body_count && margin > 0; ++k) {
            EACH_COLLIDER (c, &w->bodies, of->bodies[k]) reach_from(w, c, margin, of->speed);
        }
    }
    return true;
}

/* ---- Changes --------------------------------------------------------------------------------- */

bool waking_change(step_world *w, uint32_t body, collider_run run, wake_reach reach) {
    const body_store *s = &w->bodies;
    if (w->islands.list.count == 0) return true; /* nothing sleeps */
    enqueue(w, body, 0);
    if (reach == WAKE_TOUCHING) {
        EACH_EDGE (e, s, body)
            if (s->edges[e].other != NONE) enqueue(w, s->edges[e].other, 0);
        for (uint32_t c = run.first; c != run.until; c = s->colliders[c].next)
            reach_from(w, c, NEIGHBOUR * shape_reach(s->colliders[c].shape), 0);
    }
    return wake_queued(w, 0);
}

bool waking_all(step_world *w) {
    for (uint32_t i = 0; i < w->islands.list.count; ++i)
        if (w->islands.all[i].state == ISLAND_ASLEEP) enqueue(w, w->islands.all[i].bodies[0], 0);
    return wake_queued(w, 0);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Returns the speed at which the gap closes, if it does so in the step; else a negative number. */
static float closing_of(const body_store *s, const waking_pairs *in, uint32_t k) {
    const pair_list *list = in->list;
    const float *v = in->velocity + in->measured->row_a[k]; /* b sleeps */
    float gap, closing;
    if (list->class_of[k] == PAIR_ROUND) {
        float length = sqrtf(list->way_x[k] * list->way_x[k] + list->way_y[k] * list->way_y[k]);
        gap = length - s->forms[list->a[k]].radius_x - s->forms[list->b[k]].radius_x;
        closing = length > 0 ? (v[0] * list->way_x[k] + v[1] * list->way_y[k]) / length : 0;
    } else {
        const pair_fit *f = fit_of_pair(in->measured, k);
        const body_motion *m = &s->motions[s->links[list->a[k]].body];
        gap = fit_gap(f);
        closing =
            v[0] * f->normal_x + v[1] * f->normal_y + fabsf(v[2] * m->inverse_gyration) * m->extent;
    }
    if (!(gap <= closing * (float)in->seconds)) return -1;
    return closing > 0 ? closing : 0;
}

/* Queues the island of a pair's second body if the first one may reach it. */
static void reach_by_pair(step_world *w, const waking_pairs *in, uint32_t k) {
    const body_store *s = &w->bodies;
    const uint32_t b = in->list->b[k];
    if (b < s->collider_awake || !pair_has_row(in->list->class_of[k])) return;
    const uint32_t body = s->motions[s->links[b].body].id;
    const float speed = s->records[body].island != NONE ? closing_of(s, in, k) : -1;
    if (speed >= 0) enqueue(w, body, speed);
}

/* Returns whether a body sleeps and another, which it is joined to, is awake. */
static bool is_left(const body_store *s, uint32_t body, uint32_t other) {
    return body != NONE && other != NONE && s->records[body].island != NONE
           && body_is_active(s, other);
}

static bool wake_joined(step_world *w) {
    const body_edge *edges = w->bodies.edges;
    const size_t count = w->islands.left ? 2 * w->joints.list.count : 0;
    for (size_t e = 0; e < count; ++e) {
        if (is_left(&w->bodies, edges[e].body, edges[e].other)) enqueue(w, edges[e].body, 0);
        if (!wake_queued(w, 0)) return false;
    }
    return true;
}

bool waking_reached(step_world *w, const waking_pairs *in, bool *woken) {
    const uint32_t before = w->islands.last_waking;
    if (!wake_joined(w)) return false;
    *woken = w->islands.last_waking != before;
    if (*woken || !in->list->meets_sleepers) return true; /* slots of pairs may be others now */
    for (uint32_t k = 0; k < in->list->count; ++k) reach_by_pair(w, in, k);
    *woken = w->islands.last_waking != before;
    return wake_queued(w, in->seconds);
}

bool waking_queue_struck(step_world *w, const impacts *m, size_t pairs) {
    const body_store *s = &w->bodies;
    assert(w->islands.first_queued == NONE && "what rows reach is awake");
    for (uint32_t i = 0; i < m->flyer_count; ++i)
        if (flyer_is_woken(&m->room->flyers[i]))
            enqueue(w, s->motions[m->room->flyers[i].slot].id, 0);
    for (uint32_t i = w->islands.first_queued; i != NONE; i = w->islands.all[i].next)
        pairs += w->islands.all[i].row_count;
    return pairs_reserve_publish(&w->pairs, (uint32_t)s->collider_list.count, pairs);
}

void waking_struck(step_world *w) {
    const bool woken = wake_queued(w, 0);
    assert(woken && "there is room for their pairs");
    (void)waking_end(w, woken);
}

/* ---- The end --------------------------------------------------------------------------------- */

/* Takes an island that is awake out of the index of what is still, but for a body that is changed
 * by hand: it has left. */
static void leave_sleep(step_world *w, const island *of) {
    for (uint32_t k = 0; k < of->body_count; ++k) {
        body_record *record = &w->bodies.records[of->bodies[k]];
        if (record->island != NONE) {
            assert(body_is_active(&w->bodies, of->bodies[k]) && "what has left the queue is awake");
            still_leave(w, body_run(&w->bodies, of->bodies[k]), &w->bodies.states[record->slot]);
        }
        record->island = NONE;
        w->bodies.motions[record->slot].rest = 0;
    }
}

static void sleep_on(step_world *w, island *of) {
    for (uint32_t k = 0; k < of->body_count; ++k)
        bodies_set_active(&w->bodies, of->bodies[k], false);
    of->state = ISLAND_ASLEEP;
}

bool waking_end(step_world *w, bool done) {
    island_store *s = &w->islands;
    if (!done && s->first_waking != NONE) {
        pairs_forget(&w->pairs, s->kept);
        s->left = s->was_left;
        s->first_queued = NONE;
    }
    while (s->first_waking != s->first_queued) {
        const uint32_t number = s->first_waking;
        island *of = &s->all[number];
        assert(of->state == ISLAND_WAKING && "the list is of those that wake");
        s->first_waking = of->next;
        if (done)
            leave_sleep(w, of);
        else
            sleep_on(w, of);
        if (done) island_free(s, number, w->memory);
    }
    if (s->first_waking == NONE) s->last_waking = NONE;
    return done;
}

/* ==== The world of steps ====================================================================== */

/* A world of steps, made, unmade, and looked at between steps. */

/* Part of the reach that bounds are enlarged by, so that a float holds them. */
static const double FLOAT_MARGIN = 0.01;

void step_world_init(step_world *w, const evo_allocator *memory, const step_settings *settings) {
    memset(w, 0, sizeof *w);
    w->memory = memory;
    w->settings = *settings;
    bodies_init(&w->bodies, memory, !settings->exact);
    index_init(&w->index, memory);
    pairs_init(&w->pairs, memory);
    islands_init(&w->islands);
    joints_init(&w->joints, memory);
    impact_room_init(&w->impacts, memory);
    told_init(&w->told, memory, settings->impacts.impacts_most);
    arena_init(&w->arena, memory);
}

void step_world_free(step_world *w) {
    islands_free(&w->islands, w->memory);
    joints_free(&w->joints);
    impact_room_free(&w->impacts);
    pairs_free(&w->pairs);
    index_free(&w->index);
    bodies_free(&w->bodies);
    arena_free(&w->arena);
    told_free(&w->told);
}

/* ---- Between steps --------------------------------------------------------------------------- */

/* A visit of pairs, of all or those of a body. */
typedef struct visiting {
    const step_world *world;
    uint32_t body; /* or NONE: all */
    bool awake;    /* the body is awake: islands are not visited */
    pair_visit visit;
    void *context;
} visiting;

/* Visits an entry; of what was put to sleep since, its island has it, too. */
static void visit_entry(void *context, uint32_t k) {
    const visiting *by = context;
    const pair_memory *m = &by->world->pairs.memories[by->world->pairs.now];
    if (!by->awake && collider_is_asleep(&by->world->bodies, m->id_a[k])) return;
    const pair_view view = {{m->id_a[k], m->id_b[k]}, pair_kept_at(m, k)};
    by->visit(by->context, &view);
}

static void visit_memory(visiting *by) {
    const step_world *w = by->world;
    if (by->body == NONE) {
        const uint32_t count = w->pairs.memories[w->pairs.now].count;
        for (uint32_t k = 0; k < count; ++k) visit_entry(by, k);
        return;
    }
    EACH_COLLIDER (c, &w->bodies, by->body) pairs_visit(&w->pairs, c, visit_entry, by);
}

static void visit_island(const visiting *by, const island *of) {
    const collider_record *colliders = by->world->bodies.colliders;
    for (uint32_t i = 0; i < of->row_count; ++i) {
        const pair_ids *ids = &of->rows[i].ids;
        if (by->body != NONE && colliders[ids->a].body != by->body
            && colliders[ids->b].body != by->body)
            continue;
        const pair_view view = {*ids, of->rows[i].kept};
        by->visit(by->context, &view);
    }
}

void step_visit_pairs(const step_world *w, uint32_t body, pair_visit visit, void *context) {
    visiting by = {w, body, body != NONE && body_is_active(&w->bodies, body), visit, context};
    const body_record *record = body == NONE ? NULL : &w->bodies.records[body];
    if (record && record->island != NONE) {
        visit_island(&by, &w->islands.all[record->island]);
        return;
    }
    visit_memory(&by);
    for (size_t i = 0; i < w->islands.list.count && !by.awake; ++i)
        if (w->islands.all[i].state == ISLAND_ASLEEP) visit_island(&by, &w->islands.all[i]);
}

void step_clear_arena(step_world *w) {
    if (w->solved.known)
        arena_return(&w->arena, w->solved.end);
    else
        arena_reset(&w->arena);
}

bool step_sort_awake(step_world *w) {
    const body_store *s = &w->bodies;
    step_clear_arena(w);
    evo_vec2 *places = ARENA_TAKE(&w->arena, evo_vec2, s->collider_awake);
    float *radii = ARENA_TAKE(&w->arena, float, s->collider_awake);
    if (!places || !radii) return false;
    for (uint32_t i = 0; i < s->collider_awake; ++i) {
        const evo_shape *shape = collider_at(s, i)->shape;
        const body_state *state = &s->states[s->links[i].body];
        places[i] = state->position;
        if (!vec_is_zero(shape->center))
            places[i] = vec_add(places[i], vec_turn(shape->center, evo_direction(state->angle)));
        radii[i] = (float)(shape_reach(shape) * (1 + FLOAT_MARGIN));
    }
    const index_input input = {s->collider_awake, (uint32_t)s->collider_list.count, places, radii,
                               s->links};
    return index_sort(&w->index, &input, &w->arena) == EVO_OK;
}

/* ==== Floors ================================================================================== */

/* Finds seams of floors through the index. In: a collider of a static or kinematic body that comes
 * or goes; out: its seams, and those of its neighbours to it. The cost is that of what lies within
 * its bounds. */

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
