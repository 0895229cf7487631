/* waking.c: wakes islands of sleepers. In: bodies that are changed, met or struck; out: bodies that
 * are awake, and their remembered pairs.
 *
 * Invariant: every sleeping body that a row may touch in this step is given its mass. Sleepers have
 * no mass for rows, so they wake before rows are made. Islands that pairs reach enter a queue, in
 * the order of pairs. An island that leaves the queue is awake, and islands that it may reach at
 * the speed that drives it have entered. So when the queue is empty, awake bodies reach no sleeper,
 * except by pairs that are not found yet. The step finds pairs again until none of them reaches a
 * sleeper. A sleeper that is only struck within the drift has no row: it wakes when the step is
 * published. */
#include "step/private.h"

#include <assert.h>

#include "body/body.h"
#include "evolute/vector.h"
#include "shape/shape.h"

/* Fraction of the reach: a body with a smaller gap may rest on it. */
static const double NEIGHBOUR = 0.02;

/* ---- The queue ------------------------------------------------------------------------------- */

/* Queues the island of a body, if it sleeps; `speed`: largest speed of the body that drives it. */
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

/* Queues islands that the bounds of a collider reach, with a margin. */
static void reach_from(step_world *w, uint32_t collider, double margin, float speed) {
    reaching by = {w, speed};
    const evo_bounds bounds = collider_bounds(&w->bodies, collider);
    const walk_box box = walk_box_about(&bounds, margin);
    index_walk(&w->index, &box, WALK_STILL, enqueue_near, &by);
}

typedef struct noticing {
    const step_world *world;
    bool some; /* some sleepers stay asleep */
} noticing;

static double notice_sleeper(void *context, uint32_t collider, const evo_bounds *bounds,
                             double limit) {
    noticing *by = context;
    const step_world *w = by->world;
    const uint32_t number = w->bodies.records[w->bodies.colliders[collider].body].island;
    (void)bounds;
    by->some |= number != NONE && w->islands.all[number].state == ISLAND_ASLEEP;
    return by->some ? -1 : limit;
}

/* Returns whether the bounds of a whole island reach any body that stays asleep. */
static bool reaches_sleepers(const step_world *w, const island *of, double margin) {
    noticing by = {w, false};
    evo_bounds all = NO_BOUNDS;
    for (uint32_t k = 0; k < of->body_count; ++k)
        EACH_COLLIDER (c, &w->bodies, of->bodies[k])
            all = evo_bounds_joined(all, collider_bounds(&w->bodies, c));
    const walk_box box = walk_box_about(&all, margin);
    index_walk(&w->index, &box, WALK_STILL, notice_sleeper, &by);
    return by.some;
}

/* Returns whether a collider is awake, and its body is not of an island that is waking: its pairs
 * are not those of sleepers. */
static bool is_followed(const body_store *s, uint32_t collider) {
    const collider_record *c = &s->colliders[collider];
    return c->generation % 2 == 1 && body_is_active(s, c->body)
           && s->records[c->body].island == NONE;
}

/* Moves an island to the awake bodies, with its remembered pairs. False: out of memory. */
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

/* Wakes queued islands, and those that they may reach in `seconds`. False: out of memory. */
static bool wake_queued(step_world *w, double seconds) {
    island_store *s = &w->islands;
    for (; s->first_queued != NONE; s->first_queued = s->all[s->first_queued].next) {
        const island *of = &s->all[s->first_queued];
        const double margin = (double)of->speed * seconds;
        if (!wake(w, of)) return false;
        if (!(margin > 0) || !reaches_sleepers(w, of, margin)) continue;
        for (uint32_t k = 0; k < of->body_count; ++k)
            EACH_COLLIDER (c, &w->bodies, of->bodies[k]) reach_from(w, c, margin, of->speed);
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
static float closing_of(const step *m, uint32_t k) {
    const body_store *s = m->bodies;
    const pair_list *list = &m->list;
    const float *v = m->rows.velocity + m->measured.row_a[k]; /* b sleeps */
    float gap, closing;
    if (list->class_of[k] == PAIR_ROUND) {
        float length = sqrtf(list->way_x[k] * list->way_x[k] + list->way_y[k] * list->way_y[k]);
        gap = length - s->forms[list->a[k]].radius_x - s->forms[list->b[k]].radius_x;
        closing = length > 0 ? (v[0] * list->way_x[k] + v[1] * list->way_y[k]) / length : 0;
    } else {
        const pair_fit *f = fit_of_pair(&m->measured, k);
        const body_motion *motion = &s->motions[s->links[list->a[k]].body];
        gap = fit_gap(f);
        closing = v[0] * f->normal_x + v[1] * f->normal_y
                  + fabsf(v[2] * motion->inverse_gyration) * motion->extent;
    }
    if (!(gap <= closing * (float)m->motion.seconds)) return -1;
    return closing > 0 ? closing : 0;
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

bool waking_reached(step *m, bool *woken) {
    step_world *w = m->world;
    const uint32_t before = w->islands.last_waking;
    if (!wake_joined(w)) return false;
    *woken = w->islands.last_waking != before;
    if (*woken || !m->list.meets_sleepers) return true; /* slots of pairs may have changed */
    for (uint32_t k = 0; k < m->list.count; ++k) {
        const uint32_t b = m->list.b[k];
        if (b < w->bodies.collider_awake || !pair_has_row(m->list.class_of[k])) continue;
        const uint32_t body = w->bodies.motions[w->bodies.links[b].body].id;
        const float speed = w->bodies.records[body].island != NONE ? closing_of(m, k) : -1;
        if (speed >= 0) enqueue(w, body, speed);
    }
    *woken = w->islands.last_waking != before;
    return wake_queued(w, m->motion.seconds);
}

bool waking_queue_struck(step *m) {
    step_world *w = m->world;
    const body_store *s = m->bodies;
    size_t pairs = m->list.count;
    assert(w->islands.first_queued == NONE && "what rows reach is awake");
    for (uint32_t i = 0; i < m->room->flyer_count; ++i)
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

/* Takes an awake island out of the index of still colliders, except for a body that is changed by
 * hand: that has left already. */
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

/* Puts an island back to sleep where it is: the step that is undone may have moved its places. */
static void sleep_on(step_world *w, island *of) {
    for (uint32_t k = 0; k < of->body_count; ++k) {
        bodies_set_active(&w->bodies, of->bodies[k], false);
        body_place_colliders(&w->bodies, of->bodies[k], body_run(&w->bodies, of->bodies[k]));
    }
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
        if (done) island_free(w, number);
    }
    if (s->first_waking == NONE) s->last_waking = NONE;
    return done;
}
