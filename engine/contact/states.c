/* states.c: contacts begin and end, and go from one state to another. */
#include "contact/states.h"
#include "contact/batches.h"
#include "contact/contacts.h"
#include "contact/near.h"

#include "core/filter.h"

/* ---- Pairs ----------------------------------------------------------------------------------- */

bool graph_pair_meets(const graph *g, uint32_t a, uint32_t b) {
    const collider_record *first = &g->colliders.records[a], *second = &g->colliders.records[b];
    const collider_template *made_a = graph_template(g, first->made);
    const collider_template *made_b = graph_template(g, second->made);
    if (first->body == second->body || (made_a->key.sensor && made_b->key.sensor)) return false;
    bool sensor = made_a->key.sensor || made_b->key.sensor;
    bool dynamic = graph_body(g, first->body)->kind == EVO_DYNAMIC
                   || graph_body(g, second->body)->kind == EVO_DYNAMIC;
    if (!sensor && !dynamic) return false;
    bool flat = made_a->key.shape.kind == EVO_SEGMENT && made_b->key.shape.kind == EVO_SEGMENT;
    if (flat && !sensor) return false;
    if (made_a->plain_filter && made_b->plain_filter) return true;
    return filters_meet(made_a->key.filter, made_b->key.filter);
}

bool graph_pair_in_order(const graph *g, uint32_t a, uint32_t b) {
    evo_shape_kind kind_a = graph_shape(g, a)->kind, kind_b = graph_shape(g, b)->kind;
    return kind_a != kind_b ? kind_a < kind_b : a < b;
}

/* Whether it is all that its body is, about its centre. */
static bool is_disk(const graph *g, const collider_sim *sim) {
    return g->bodies.sims[sim->body].placing == PLACE_CENTER;
}

static batch_kind kind_of(const graph *g, const contact *c) {
    const collider_sim *a = &g->colliders.sims[g->colliders.records[c->collider[0]].index];
    const collider_sim *b = &g->colliders.sims[g->colliders.records[c->collider[1]].index];
    bool oval_a = a->kind == EVO_CIRCLE || a->kind == EVO_ELLIPSE;
    bool oval_b = b->kind == EVO_CIRCLE || b->kind == EVO_ELLIPSE;
    if (oval_a && b->kind == EVO_SEGMENT) return BATCH_LINE;
    if (!oval_a || !oval_b) return BATCH_OTHER;
    return is_disk(g, a) && is_disk(g, b) ? BATCH_ROUND : BATCH_OVAL;
}

/* ---- Edges ----------------------------------------------------------------------------------- */

static void link_edge(graph *g, uint32_t id, int side) {
    contact *c = &g->contacts.all[id];
    body_record *body = graph_body(g, g->colliders.records[c->collider[side]].body);
    uint32_t edge = 2 * id + (uint32_t)side, next = body->first_edge;
    c->previous[side] = NONE;
    c->next[side] = next;
    if (next != NONE) edge_contact(g, next)->previous[next % 2] = edge;
    body->first_edge = edge;
}

static void unlink_edge(graph *g, const contact *c, int side) {
    uint32_t next = c->next[side], previous = c->previous[side];
    if (next != NONE) edge_contact(g, next)->previous[next % 2] = previous;
    if (previous != NONE)
        edge_contact(g, previous)->next[previous % 2] = next;
    else
        graph_body(g, g->colliders.records[c->collider[side]].body)->first_edge = next;
}

size_t graph_count_edges(const graph *g, const body_record *record) {
    size_t count = 0;
    for (uint32_t edge = record->first_edge; edge != NONE; edge = edge_next(g, edge)) ++count;
    return count;
}

/* ---- What is kept of contacts asleep --------------------------------------------------------- */

static bool kept_reserve(graph *g, size_t more) {
    kept_pool *k = &g->kept;
    return array_reserve(g->memory, &k->all, &k->list.capacity, k->list.count + more,
                         sizeof *k->all);
}

static uint32_t keep(graph *g, const lane_state *state) {
    kept_pool *k = &g->kept;
    uint32_t at = k->free_kept;
    if (at == NONE)
        at = (uint32_t)k->list.count++;
    else
        k->free_kept = k->all[at].next_free;
    k->all[at].state = *state;
    return at;
}

static lane_state unkeep(graph *g, uint32_t at) {
    kept_pool *k = &g->kept;
    lane_state state = k->all[at].state;
    k->all[at].next_free = k->free_kept;
    k->free_kept = at;
    return state;
}

/* ---- States ---------------------------------------------------------------------------------- */

bool contact_is_sensor(const graph *g, const contact *c) {
    return graph_key(g, c->collider[0])->sensor || graph_key(g, c->collider[1])->sensor;
}

bool contact_is_still(const graph *g, const contact *c) {
    return graph_side_body(g, c, 0) >= g->bodies.movers
           && graph_side_body(g, c, 1) >= g->bodies.movers;
}

static void sensing_add(graph *g, uint32_t id) {
    g->contacts.all[id].state = CONTACT_SENSING;
    g->contacts.all[id].at[0] = (uint32_t)g->contacts.sensing_list.count;
    g->contacts.sensing[g->contacts.sensing_list.count++] = id;
}

static void sensing_remove(graph *g, uint32_t id) {
    uint32_t at = g->contacts.all[id].at[0], last = (uint32_t)--g->contacts.sensing_list.count;
    g->contacts.sensing[at] = g->contacts.sensing[last];
    g->contacts.all[g->contacts.sensing[at]].at[0] = at;
}

void graph_rest(graph *g, uint32_t id) {
    contact *c = &g->contacts.all[id];
    uint32_t at[2] = {NONE, NONE};
    if (c->state == CONTACT_NEAR) near_remove(g, id);
    if (c->state == CONTACT_SENSING) sensing_remove(g, id);
    for (int i = 0; i < 2 && c->state == CONTACT_ACTIVE; ++i) {
        if (c->at[i] == NONE) continue;
        lane_state state = lane_take(g, id, i);
        at[i] = keep(g, &state);
    }
    c->at[0] = at[0];
    c->at[1] = at[1];
    c->state = CONTACT_ASLEEP;
    ++g->contacts.sleeping;
}

/* With the colour and all that it had when it fell asleep. */
void graph_rouse(graph *g, uint32_t id) {
    contact *c = &g->contacts.all[id];
    --g->contacts.sleeping;
    c->state = CONTACT_ACTIVE;
    bool active = c->at[0] != NONE || c->at[1] != NONE;
    for (int i = 0; i < 2; ++i) {
        if (c->at[i] == NONE) continue;
        lane_state state = unkeep(g, c->at[i]);
        lane_put(g, id, i, &state);
    }
    if (active) return;
    if (contact_is_sensor(g, c))
        sensing_add(g, id);
    else
        near_add(g, id);
}

/* Out of its lanes, or of what is kept of them, without a colour. */
static void leave_lanes(graph *g, uint32_t id) {
    contact *c = &g->contacts.all[id];
    if (c->state != CONTACT_ACTIVE && c->state != CONTACT_ASLEEP) return;
    for (int i = 0; i < 2; ++i) {
        if (c->at[i] == NONE) continue;
        if (c->state == CONTACT_ACTIVE)
            (void)lane_take(g, id, i);
        else
            (void)unkeep(g, c->at[i]);
        colour_give(g, id, i);
        c->at[i] = NONE;
    }
}

void graph_calm(graph *g, uint32_t id) {
    leave_lanes(g, id);
    if (g->contacts.all[id].state == CONTACT_ACTIVE) near_add(g, id);
}

void graph_refresh(graph *g, uint32_t id) {
    contact *c = &g->contacts.all[id];
    c->kind = (uint8_t)kind_of(g, c);
    for (int i = 0; i < 2 && c->state == CONTACT_ACTIVE; ++i) {
        if (c->at[i] == NONE) continue;
        lane_state state = lane_take(g, id, i);
        lane_put(g, id, i, &state);
    }
}

bool graph_reserve_changes(graph *g, size_t contacts) {
    contact_pool *p = &g->contacts;
    return near_reserve(g, contacts) && kept_reserve(g, 2 * contacts)
           && batches_reserve(g, 2 * contacts)
           && array_reserve(g->memory, &p->sensing, &p->sensing_list.capacity,
                            p->sensing_list.count + contacts, sizeof *p->sensing);
}

/* ---- Contacts -------------------------------------------------------------------------------- */

bool graph_reserve(graph *g, size_t more) {
    contact_pool *p = &g->contacts;
    g->crowded = p->living + more > CONTACTS_A_BODY * g->bodies.count + CONTACTS_LEAST
                 || p->list.count + more >= NONE / 2;
    if (g->crowded) return false;
    if (p->free_contact != NONE && p->list.count - p->living >= more
        && p->sensing_list.count + more <= p->sensing_list.capacity)
        return near_reserve(g, more);
    return array_reserve(g->memory, &p->all, &p->list.capacity, p->list.count + more,
                         sizeof *p->all)
           && array_reserve(g->memory, &p->sensing, &p->sensing_list.capacity,
                            p->sensing_list.count + more, sizeof *p->sensing)
           && near_reserve(g, more);
}

void graph_add(graph *g, uint32_t a, uint32_t b) {
    contact_pool *p = &g->contacts;
    uint32_t id = p->free_contact;
    if (id == NONE)
        id = (uint32_t)p->list.count++;
    else
        p->free_contact = p->all[id].next[0];
    bool in_order = graph_pair_in_order(g, a, b);
    contact made = {.collider = {in_order ? a : b, in_order ? b : a}, .at = {NONE, NONE}};
    p->all[id] = made;
    contact *c = &p->all[id];
    c->kind = (uint8_t)kind_of(g, c);
    link_edge(g, id, 0);
    link_edge(g, id, 1);
    ++p->living;
    bool sensor = contact_is_sensor(g, c);
    /* A sensor notices what stands still, too. */
    if (contact_is_still(g, c) && !sensor) {
        c->state = CONTACT_ASLEEP;
        ++p->sleeping;
    } else if (sensor) {
        sensing_add(g, id);
    } else {
        near_add(g, id);
    }
}

void graph_remove(graph *g, uint32_t id) {
    contact_pool *p = &g->contacts;
    contact *c = &p->all[id];
    if (c->touching) touch_add(g, c->collider[0], c->collider[1], false, contact_is_sensor(g, c));
    if (c->state == CONTACT_SENSING) sensing_remove(g, id);
    if (c->state == CONTACT_ASLEEP) --p->sleeping;
    if (c->state == CONTACT_NEAR) near_remove(g, id);
    leave_lanes(g, id);
    unlink_edge(g, c, 0);
    unlink_edge(g, c, 1);
    c->state = CONTACT_FREE;
    c->next[0] = p->free_contact;
    p->free_contact = id;
    if (--p->living > 0) return;
    p->list.count = 0;
    p->free_contact = NONE;
}

/* ---- Packing --------------------------------------------------------------------------------- */

/* To an id that is free. */
static void contact_move(graph *g, uint32_t from, uint32_t to) {
    contact_pool *p = &g->contacts;
    contact *c = &p->all[to];
    *c = p->all[from];
    p->all[from].state = CONTACT_FREE;
    for (uint32_t side = 0; side < 2; ++side) {
        uint32_t edge = 2 * to + side, next = c->next[side], previous = c->previous[side];
        if (next != NONE) edge_contact(g, next)->previous[next % 2] = edge;
        if (previous != NONE)
            edge_contact(g, previous)->next[previous % 2] = edge;
        else
            graph_body(g, g->colliders.records[c->collider[side]].body)->first_edge = edge;
    }
    if (c->state == CONTACT_NEAR) g->near.contact[c->at[0]] = to;
    if (c->state == CONTACT_SENSING) p->sensing[c->at[0]] = to;
    for (int i = 0; i < 2 && c->state == CONTACT_ACTIVE; ++i)
        if (c->at[i] != NONE) g->batches.pairs[c->at[i] / BATCH].contact[c->at[i] % BATCH] = to;
}

void graph_pack(graph *g) {
    contact_pool *p = &g->contacts;
    uint32_t low = 0, high = (uint32_t)p->list.count;
    if (p->living + p->living / 8 + 64 >= high) return;
    if (p->ending_list.count > 0 || p->activated_list.count > 0) return; /* these name ids */
    for (;; contact_move(g, high - 1, low)) {
        while (low < high && p->all[low].state != CONTACT_FREE) ++low;
        while (low < high && p->all[high - 1].state == CONTACT_FREE) --high;
        if (low == high) break;
    }
    p->list.count = low;
    p->free_contact = NONE;
}

/* ---- Looking --------------------------------------------------------------------------------- */

static void visit_one(const graph *g, const contact *c, int second, contact_visitor *visit,
                      void *context) {
    uint32_t id = (uint32_t)(c - g->contacts.all), at = c->at[second];
    contact_view view = {.a = c->collider[0], .b = c->collider[1], .second = second != 0};
    if (c->state == CONTACT_NEAR || contact_is_sensor(g, c)) {
        view.sensor = c->state != CONTACT_NEAR;
        view.state.touching = c->touching;
    } else if (at == NONE) {
        return;
    } else {
        view.colour = c->colour[second];
        view.state = c->state == CONTACT_ACTIVE ? lane_look(g, id, second) : g->kept.all[at].state;
    }
    visit(context, &view);
}

void graph_visit(const graph *g, contact_visitor *visit, void *context) {
    for (size_t i = 0; i < g->contacts.list.count; ++i) {
        const contact *c = &g->contacts.all[i];
        bool near = c->state == CONTACT_NEAR;
        if (c->state == CONTACT_FREE || (near && !c->touching)) continue;
        visit_one(g, c, 0, visit, context);
        if (c->state != CONTACT_SENSING && c->at[1] != NONE) visit_one(g, c, 1, visit, context);
    }
}
