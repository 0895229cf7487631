/* moving.c: bodies that begin or cease to move change places, and their contacts their states. */
#include "contact/moving.h"
#include "contact/bodies.h"
#include "contact/near.h"
#include "contact/pairs.h"
#include "contact/states.h"

#include <assert.h>

/* ---- Bodies that begin or cease to move ------------------------------------------------------ */

bool body_moves(const graph *g, const body_record *record) {
    if (!record->enabled || !record->awake || record->kind == EVO_STATIC) return false;
    if (record->kind == EVO_DYNAMIC) return true;
    const body_state *s = &g->bodies.states[record->index];
    return s->velocity.x != 0 || s->velocity.y != 0 || s->spin != 0;
}

static void set_rows(graph *g, const body_record *record) {
    uint32_t row = graph_row(g, record->index);
    for (uint32_t edge = record->first_edge; edge != NONE; edge = edge_next(g, edge)) {
        contact *c = edge_contact(g, edge);
        int side = edge % 2;
        if (c->state == CONTACT_NEAR) near_set_row(g, edge / 2, side, row);
        for (int i = 0; i < 2 && c->state == CONTACT_ACTIVE; ++i) {
            if (c->at[i] == NONE) continue;
            batch *at = &g->batches.batches[c->at[i] / BATCH];
            (side == 0 ? at->row_a : at->row_b)[c->at[i] % BATCH] = 4 * row;
        }
    }
}

static void set_index(graph *g, uint32_t index) {
    const body_sim *sim = &g->bodies.sims[index];
    graph_body(g, sim->id)->index = index;
    for (uint32_t c = sim->collider; c != NONE; c = g->colliders.sims[c].next)
        g->colliders.sims[c].body = index;
}

static void exchange(graph *g, uint32_t a, uint32_t b) {
    body_store *all = &g->bodies;
    body_state state = all->states[a];
    body_sim sim = all->sims[a];
    all->states[a] = all->states[b];
    all->sims[a] = all->sims[b];
    all->states[b] = state;
    all->sims[b] = sim;
    if (all->colours) {
        uint64_t colours = all->colours[a];
        all->colours[a] = all->colours[b];
        all->colours[b] = colours;
    }
    set_index(g, a);
    set_index(g, b);
}

/* Whether the contact's colour may be another's, too, that pushes the body now. */
static bool lacks_colour(const graph *g, uint32_t edge) {
    const contact *c = edge_contact(g, edge);
    int side = edge % 2;
    return c->state == CONTACT_ACTIVE && graph_is_pushed(g, graph_side_body(g, c, side))
           && !(c->holds[c->at[0] == NONE] >> side & 1);
}

/* Its contacts go on in another state: what was solved with it standing still gets a colour anew,
 * and what was measured with it standing still is measured again. */
static void follow(graph *g, const body_record *record, bool moves) {
    EDGES(g, record, edge, after) {
        contact *c = edge_contact(g, edge);
        uint32_t id = edge / 2;
        bool sensor = contact_is_sensor(g, c);
        if (!moves && contact_is_still(g, c) && !sensor && c->state != CONTACT_ASLEEP)
            graph_rest(g, id);
        if (moves && c->state == CONTACT_ASLEEP)
            graph_rouse(g, id);
        else if (moves && lacks_colour(g, edge))
            graph_calm(g, id);
        else if (c->state == CONTACT_NEAR)
            near_expire(g, id);
    }
}

void graph_set_moving(graph *g, uint32_t id) {
    body_store *all = &g->bodies;
    body_record *record = graph_body(g, id);
    bool moves = body_moves(g, record), did = record->index < all->movers;
    if (moves == did || g->config->stepping == EVO_EVENTS) return;
    uint32_t other = moves ? (uint32_t)all->movers : (uint32_t)all->movers - 1;
    uint32_t before = record->index;
    if (before != other) exchange(g, before, other);
    all->movers = moves ? all->movers + 1 : all->movers - 1;
    if (before != other && !moves) set_rows(g, graph_body_at(g, before));
    body_sim *sim = &all->sims[other];
    sim->ahead = sim->travel = sim->lead = 0;
    sim->calm = 0;
    if (!moves) sim->margin = 0;
    follow(g, record, moves);
    set_rows(g, record);
    if (moves) return;
    body_place(g, record->index);
}

void graph_body_changed(graph *g, uint32_t id) {
    const body_record *record = graph_body(g, id);
    body_colliders_update(g, record);
    for (uint32_t edge = record->first_edge; edge != NONE; edge = edge_next(g, edge))
        graph_refresh(g, edge / 2);
    body_moved(g, id);
}

/* ---- Indices --------------------------------------------------------------------------------- */

bool body_index_reserve(graph *g) {
    body_store *b = &g->bodies;
    size_t needed = b->count + 1;
    return array_reserve(g->memory, &b->states, &b->state_capacity, needed, sizeof *b->states)
           && array_reserve(g->memory, &b->sims, &b->sim_capacity, needed, sizeof *b->sims)
           && (g->config->stepping == EVO_EVENTS
               || array_reserve(g->memory, &b->colours, &b->colour_capacity, needed,
                                sizeof *b->colours));
}

uint32_t body_index_take(graph *g, uint32_t id) {
    body_store *b = &g->bodies;
    uint32_t index = (uint32_t)b->count++;
    if (b->count / 4 > g->shrink_below) g->shrink_below = b->count / 4;
    body_sim sim = {.id = id, .collider = NONE};
    body_state state = {.angle = 0};
    b->sims[index] = sim;
    b->states[index] = state;
    if (b->colours) b->colours[index] = 0;
    return index;
}

void body_index_give(graph *g, uint32_t id) {
    uint32_t index = graph_body(g, id)->index, last = (uint32_t)g->bodies.count - 1;
    assert(index >= g->bodies.movers);
    if (index != last) exchange(g, index, last);
    --g->bodies.count;
}

bool collider_index_reserve(graph *g) {
    collider_store *c = &g->colliders;
    size_t needed = (c->count > 0 ? c->count : COLLIDER_FIRST) + 1;
    return array_reserve(g->memory, &c->centers, &c->center_capacity, needed, sizeof *c->centers)
           && array_reserve(g->memory, &c->geometry, &c->geometry_capacity, needed,
                            sizeof *c->geometry)
           && array_reserve(g->memory, &c->sims, &c->sim_capacity, needed, sizeof *c->sims);
}

uint32_t collider_index_take(graph *g) {
    collider_store *c = &g->colliders;
    for (; c->count < COLLIDER_FIRST; ++c->count) {
        collider_geometry unit = {.radius_x = 1, .radius_y = 1, .axis_x = 1};
        collider_sim idle = {.id = NONE, .body = NONE, .next = NONE};
        c->centers[c->count] = vec(5 * (double)c->count, 0);
        c->geometry[c->count] = unit;
        c->sims[c->count] = idle;
    }
    return (uint32_t)c->count++;
}

/* Lanes of the collider's contacts name it by its new index. */
static void name_in_lanes(graph *g, uint32_t id, uint32_t index) {
    const body_record *body = graph_body(g, g->colliders.records[id].body);
    for (uint32_t edge = body->first_edge; edge != NONE; edge = edge_next(g, edge)) {
        const contact *c = edge_contact(g, edge);
        int side = edge % 2;
        if (c->collider[side] != id || c->state != CONTACT_ACTIVE) continue;
        for (int i = 0; i < 2; ++i) {
            if (c->at[i] == NONE) continue;
            batch_pairs *pairs = &g->batches.pairs[c->at[i] / BATCH];
            (side == 0 ? pairs->a : pairs->b)[c->at[i] % BATCH] = index;
        }
    }
}

void collider_index_give(graph *g, uint32_t index) {
    collider_store *c = &g->colliders;
    uint32_t last = (uint32_t)--c->count;
    if (index == last) return;
    c->centers[index] = c->centers[last];
    c->geometry[index] = c->geometry[last];
    c->sims[index] = c->sims[last];
    uint32_t id = c->sims[index].id, *link = &g->bodies.sims[c->sims[index].body].collider;
    while (*link != last) link = &c->sims[*link].next;
    *link = index;
    c->records[id].index = index;
    name_in_lanes(g, id, index);
}
