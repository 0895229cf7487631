/* near.c: pairs whose margins meet and that no step can bring together yet.
 *
 * A near pair has a clearance: how much its two bodies may still move, together, before it has to
 * be measured. What they move in a step, and how far their points may go in the next, is taken from
 * it; when nothing is left the pair is measured, and is either given a new clearance or becomes
 * active. A clearance is never more than the gap, so whatever may push is active in time, and when
 * pairs were measured changes nothing. */
#include <assert.h>

#include "contact/approach.h"
#include "contact/batches.h"
#include "contact/bodies.h"
#include "contact/near.h"
#include "core/sort.h"
#include "narrow/pair.h"

bool near_reserve(graph *g, size_t more) {
    near_list *n = &g->near;
    size_t needed = n->count + g->contacts.activated_list.count + more + 8; /* see undo_lanes */
    return array_reserve(g->memory, &n->row_a, &n->row_a_capacity, needed, sizeof *n->row_a)
           && array_reserve(g->memory, &n->row_b, &n->row_b_capacity, needed, sizeof *n->row_b)
           && array_reserve(g->memory, &n->clearance, &n->clearance_capacity, needed,
                            sizeof *n->clearance)
           && array_reserve(g->memory, &n->contact, &n->contact_capacity, needed,
                            sizeof *n->contact);
}

/* Lanes read seven behind the last. */
static void clear_behind(near_list *n, size_t at) {
    n->row_a[at] = n->row_b[at] = 0;
    n->clearance[at] = 1;
}

/* Less than what slowing bodies may give back. What touches though it is near, which was struck
 * within a step, is to become active. */
static float due_at_once(const contact *c) {
    return c->touching ? -INFINITY : -1e30f;
}

void near_add(graph *g, uint32_t id) {
    near_list *n = &g->near;
    contact *c = &g->contacts.all[id];
    size_t at = n->count++;
    if (at == 0)
        for (size_t i = 1; i < 8; ++i) clear_behind(n, i);
    clear_behind(n, at + 7);
    c->state = CONTACT_NEAR;
    c->at[0] = (uint32_t)at;
    c->at[1] = NONE;
    n->contact[at] = id;
    n->row_a[at] = graph_row(g, graph_side_body(g, c, 0));
    n->row_b[at] = graph_row(g, graph_side_body(g, c, 1));
    n->clearance[at] = due_at_once(c);
}

void near_remove(graph *g, uint32_t id) {
    near_list *n = &g->near;
    size_t at = g->contacts.all[id].at[0], last = --n->count;
    g->contacts.all[id].at[0] = NONE;
    if (at != last) {
        n->row_a[at] = n->row_a[last];
        n->row_b[at] = n->row_b[last];
        n->clearance[at] = n->clearance[last];
        n->contact[at] = n->contact[last];
        g->contacts.all[n->contact[at]].at[0] = (uint32_t)at;
    }
    clear_behind(n, last);
}

void near_set_row(graph *g, uint32_t id, int side, uint32_t row) {
    uint32_t at = g->contacts.all[id].at[0];
    (side == 0 ? g->near.row_a : g->near.row_b)[at] = row;
}

void near_expire(graph *g, uint32_t id) {
    const contact *c = &g->contacts.all[id];
    g->near.clearance[c->at[0]] = due_at_once(c);
}

size_t near_use_up(graph *g, const float *closing, uint32_t *due) {
    const near_list *n = &g->near;
    near_table pairs = {n->row_a, n->row_b, n->clearance, n->count};
    return g->measure->near(&pairs, closing, due);
}

/* ---- Measuring ------------------------------------------------------------------------------- */

/* A contact to be measured in a lane. */
typedef struct trial {
    batch_pairs pairs;
    batch at;
    uint32_t near[BATCH]; /* places in the list */
    approach by[BATCH];
    int count;
} trial;

static double gap_by_doors(const graph *g, const contact *c, lane_state *state) {
    contact_side sides[2];
    contact_sides(g, c, sides);
    meeting m = pair_measure(&sides[0].at, &sides[1].at);
    state->normal_x = (float)m.normal.x;
    state->normal_y = (float)m.normal.y;
    return m.gap;
}

/* What becomes of the pairs that were measured: what may meet is listed, with what was seen. */
typedef struct sorting {
    graph *g;
    double seconds;
    uint32_t *active; /* contact ids */
    lane_state *states;
    size_t count;
} sorting;

static void set_clearance(graph *g, uint32_t near, double clear) {
    g->near.clearance[near] = (float)least_of(clear - 1e-6 * fabs(clear), 1e30);
}

/* What touches, though it is near (it was struck within a step), becomes active to end that. */
static void judge(sorting *s, uint32_t near, const approach *by, double gap,
                  const lane_state *state) {
    graph *g = s->g;
    uint32_t id = g->near.contact[near];
    const contact *c = &g->contacts.all[id];
    evo_vec2 normal = {(double)state->normal_x, (double)state->normal_y};
    if (!c->touching && !approach_closes(by, c->kind != BATCH_OTHER, gap, normal)) {
        set_clearance(g, near, approach_clearance(by, gap));
        return;
    }
    s->active[s->count] = id;
    s->states[s->count++] = *state;
}

static void trial_run(sorting *s, trial *t) {
    graph *g = s->g;
    measure_tables tables = {g->colliders.centers, g->colliders.geometry};
    if (t->count == 0) return;
    g->measure->measure(&t->at, &t->pairs, 1, &tables);
    for (int lane = 0; lane < t->count; ++lane) {
        const contact *c = &g->contacts.all[g->near.contact[t->near[lane]]];
        lane_state state = {.normal_x = t->at.normal_x[lane], .normal_y = t->at.normal_y[lane]};
        double gap = (double)t->at.gap[lane];
        bool doubtful = t->pairs.unsure >> lane & 1 || (gap < 0 && t->pairs.kind == BATCH_OVAL);
        if (doubtful) gap = gap_by_doors(g, c, &state);
        judge(s, t->near[lane], &t->by[lane], gap, &state);
    }
    t->count = 0;
}

/* For two circles on the same spot, which have none: each pair should have another than others. */
static void any_normal(const contact *c, float *x, float *y) {
    static const float across[8][2] = {{1, 0},  {0.6f, 0.8f},   {0, 1},  {-0.8f, 0.6f},
                                       {-1, 0}, {-0.6f, -0.8f}, {0, -1}, {0.8f, -0.6f}};
    uint32_t mixed = c->collider[0] * 2654435761u + c->collider[1] * 2246822519u;
    *x = across[mixed >> 29][0];
    *y = across[mixed >> 29][1];
}

static void trial_add(sorting *s, trial *t, uint32_t near, const approach *by) {
    graph *g = s->g;
    const contact *c = &g->contacts.all[g->near.contact[near]];
    int lane = t->count++;
    t->near[lane] = near;
    t->by[lane] = *by;
    t->pairs.a[lane] = g->colliders.records[c->collider[0]].index;
    t->pairs.b[lane] = g->colliders.records[c->collider[1]].index;
    t->at.normal_x[lane] = t->at.normal_y[lane] = 0;
    if (t->pairs.kind == BATCH_ROUND) {
        any_normal(c, &t->at.normal_x[lane], &t->at.normal_y[lane]);
        t->pairs.size[lane] = g->colliders.geometry[t->pairs.a[lane]].radius_x
                              + g->colliders.geometry[t->pairs.b[lane]].radius_x;
    }
    if (t->count == BATCH) trial_run(s, t);
}

static void trial_init(trial *t, batch_kind kind) {
    memset(t, 0, sizeof *t);
    t->pairs.kind = (uint8_t)kind;
    t->pairs.used = 0xff;
    for (int lane = 0; lane < BATCH; ++lane) {
        t->pairs.a[lane] = COLLIDER_IDLE_A;
        t->pairs.b[lane] = COLLIDER_IDLE_B;
        t->pairs.size[lane] = 1;
        t->at.normal_x[lane] = 1;
    }
}

/* Fewer pairs than one in so many movers are measured one by one. */
enum { FEW_DUE = 8 };

/* What passes by is soon seen, in lanes, if it is much. `circles` has room for all rows. */
static size_t leave_passing(graph *g, double seconds, uint32_t *due, size_t count, float *circles) {
    const near_list *n = &g->near;
    if (count < g->bodies.movers / FEW_DUE) return count;
    near_table pairs = {n->row_a, n->row_b, n->clearance, n->count};
    near_bodies bodies = {g->bodies.states, g->bodies.sims, g->colliders.geometry,
                          g->bodies.movers};
    double fall = vec_length(g->config->gravity) * seconds * seconds;
    near_span span = {(float)seconds, (float)fall};
    g->measure->circles(&bodies, circles);
    return g->measure->pass(g->bodies.states, circles, &pairs, &span, due, count);
}

/* Measures what is due: by the circles about the shapes where these stay apart, else eight alike at
 * once. */
static void measure_due(sorting *s, const uint32_t *due, size_t count) {
    graph *g = s->g;
    const near_list *n = &g->near;
    trial trials[BATCH_OTHER];
    for (int kind = 0; kind < BATCH_OTHER; ++kind) trial_init(&trials[kind], (batch_kind)kind);
    for (size_t i = 0; i < count; ++i) {
        const contact *c = &g->contacts.all[n->contact[due[i]]];
        approach by = approach_of(g, c, s->seconds);
        double apart;
        if (!c->touching && !approach_is_near(g, c, &by, &apart)) {
            set_clearance(g, due[i], approach_clearance(&by, apart));
        } else if (c->kind != BATCH_OTHER) {
            trial_add(s, &trials[c->kind], due[i], &by);
        } else {
            lane_state state = {0};
            double gap = gap_by_doors(g, c, &state);
            judge(s, due[i], &by, gap, &state);
        }
    }
    for (int kind = 0; kind < BATCH_OTHER; ++kind) trial_run(s, &trials[kind]);
}

/* ---- Becoming active ------------------------------------------------------------------------- */

typedef struct becoming {
    uint32_t a, b, id; /* the key, and the contact */
    lane_state state;
} becoming;

static bool becoming_before(const void *first, const void *second) {
    const becoming *x = first, *y = second;
    return x->a != y->a ? x->a < y->a : x->b < y->b;
}

static void become_active(graph *g, const becoming *one) {
    contact *c = &g->contacts.all[one->id];
    int count = c->kind == BATCH_OTHER ? 2 : 1;
    near_remove(g, one->id);
    c->state = CONTACT_ACTIVE;
    for (int i = 0; i < count; ++i) {
        lane_state state = {.normal_x = 0};
        if (i == 0) state = one->state;
        state.touching = i == 0 && c->touching;
        colour_take(g, one->id, i);
        lane_put(g, one->id, i, &state);
    }
}

/* In the order of keys. There is room. */
static void activate_list(graph *g, becoming *list, size_t count) {
    contact_pool *p = &g->contacts;
    sort_items(list, count, sizeof *list, becoming_before);
    for (size_t i = 0; i < count; ++i) {
        become_active(g, &list[i]);
        p->activated[p->activated_list.count++] = list[i].id;
    }
}

static bool activated_reserve(graph *g, size_t more) {
    contact_pool *p = &g->contacts;
    return batches_reserve(g, 2 * more) && near_reserve(g, more)
           && array_reserve(g->memory, &p->activated, &p->activated_list.capacity,
                            p->activated_list.count + more, sizeof *p->activated);
}

bool near_activate_all(graph *g, const uint32_t *contacts, size_t count) {
    becoming *list = graph_scratch(g, (count + 1) * sizeof *list);
    if (!list || !activated_reserve(g, count)) return false;
    for (size_t i = 0; i < count; ++i) {
        const contact *c = &g->contacts.all[contacts[i]];
        becoming one = {.a = c->collider[0], .b = c->collider[1], .id = contacts[i]};
        list[i] = one;
    }
    activate_list(g, list, count);
    return true;
}

bool near_activate(graph *g, double seconds, uint32_t *due, size_t count) {
    if (count == 0) return true;
    size_t size = count * (sizeof(uint32_t) + sizeof(lane_state) + sizeof(becoming)) + 64;
    size_t circles = NEAR_CIRCLE * (g->bodies.movers + 1) * sizeof(float);
    size_t own = (count * sizeof *due + 63) / 64 * 64;
    unsigned char *block = graph_scratch(g, own + (size > circles ? size : circles));
    if (!block) return false;
    due = (uint32_t *)(void *)block; /* it may have moved */
    becoming *list = (becoming *)(void *)(block + own);
    lane_state *states = (lane_state *)(void *)(list + count);
    sorting s = {g, seconds, (uint32_t *)(void *)(states + count), states, 0};
    count = leave_passing(g, seconds, due, count, (float *)(void *)list);
    measure_due(&s, due, count);
    if (!activated_reserve(g, s.count)) return false;
    for (size_t i = 0; i < s.count; ++i) {
        const contact *c = &g->contacts.all[s.active[i]];
        becoming one = {c->collider[0], c->collider[1], s.active[i], s.states[i]};
        list[i] = one;
    }
    activate_list(g, list, s.count);
    return true;
}
