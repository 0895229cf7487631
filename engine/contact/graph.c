/* graph.c: contacts that begin and end, and the states they go through when bodies begin or cease
 * to move. */
#include "contact/graph.h"

#include <assert.h>

#include "core/filter.h"
#include "shape/kind.h"

/* ---- Making and unmaking --------------------------------------------------------------------- */

void graph_init(graph *g, const evo_allocator *memory, const evo_world_config *config) {
    static const graph empty;
    *g = empty;
    g->memory = memory;
    g->config = config;
    int lanes = config->lanes ? config->lanes : 8;
    g->measure = measure_kernels_for(lanes);
    g->scan = scan_kernel_for(lanes);
    g->bodies.free_extra = g->templates.free_number = NONE;
    g->contacts.free_contact = g->free_kept = NONE;
    g->batches.free_batch = g->batches.free_extra = NONE;
    for (int i = 0; i < BUCKETS; ++i) g->batches.first[i] = NONE;
    g->found.memory = memory;
    g->trim_steps = TRIM_STEPS;
    grid_init(&g->index, memory);
}

static void bodies_free(graph *g) {
    body_store *b = &g->bodies;
    array_free(g->memory, &b->records, &b->record_list.capacity, sizeof *b->records);
    array_free(g->memory, &b->extras, &b->extra_list.capacity, sizeof *b->extras);
    array_free(g->memory, &b->states, &b->state_capacity, sizeof *b->states);
    array_free(g->memory, &b->sims, &b->sim_capacity, sizeof *b->sims);
    array_free(g->memory, &b->colours, &b->colour_capacity, sizeof *b->colours);
    array_free(g->memory, &b->moved, &b->moved_list.capacity, sizeof *b->moved);
    array_free(g->memory, &b->woken, &b->woken_list.capacity, sizeof *b->woken);
}

static void colliders_free(graph *g) {
    collider_store *c = &g->colliders;
    array_free(g->memory, &c->records, &c->record_list.capacity, sizeof *c->records);
    array_free(g->memory, &c->centers, &c->center_capacity, sizeof *c->centers);
    array_free(g->memory, &c->geometry, &c->geometry_capacity, sizeof *c->geometry);
    array_free(g->memory, &c->sims, &c->sim_capacity, sizeof *c->sims);
}

static void batch_pool_free(graph *g) {
    batch_pool *p = &g->batches;
    aligned_free(g->memory, &p->block);
    array_free(g->memory, &p->sorts, &p->sort_capacity, sizeof *p->sorts);
    array_free(g->memory, &p->pairs, &p->pairs_capacity, sizeof *p->pairs);
    array_free(g->memory, &p->extras, &p->extra_capacity, sizeof *p->extras);
}

static void near_free(graph *g) {
    near_list *n = &g->near;
    array_free(g->memory, &n->row_a, &n->row_a_capacity, sizeof *n->row_a);
    array_free(g->memory, &n->row_b, &n->row_b_capacity, sizeof *n->row_b);
    array_free(g->memory, &n->clearance, &n->clearance_capacity, sizeof *n->clearance);
    array_free(g->memory, &n->contact, &n->contact_capacity, sizeof *n->contact);
}

void graph_free(graph *g) {
    const evo_allocator *memory = g->memory;
    bodies_free(g);
    colliders_free(g);
    templates_free(g);
    grid_free(&g->index);
    array_free(memory, &g->contacts.all, &g->contacts.list.capacity, sizeof *g->contacts.all);
    array_free(memory, &g->contacts.sensing, &g->contacts.sensing_list.capacity,
               sizeof *g->contacts.sensing);
    array_free(memory, &g->contacts.ending, &g->contacts.ending_list.capacity,
               sizeof *g->contacts.ending);
    array_free(memory, &g->contacts.activated, &g->contacts.activated_list.capacity,
               sizeof *g->contacts.activated);
    array_free(memory, &g->normals, &g->normal_capacity, sizeof *g->normals);
    near_free(g);
    batch_pool_free(g);
    array_free(memory, &g->kept, &g->kept_list.capacity, sizeof *g->kept);
    array_free(memory, &g->touches.shown, &g->touches.shown_list.capacity,
               sizeof *g->touches.shown);
    array_free(memory, &g->touches.due, &g->touches.due_list.capacity, sizeof *g->touches.due);
    aligned_free(memory, &g->scratch.block);
    array_free(memory, &g->found.ids, &g->found.capacity, sizeof *g->found.ids);
    array_free(memory, &g->marks, &g->mark_capacity, sizeof *g->marks);
    array_free(memory, &g->sleepers, &g->sleeper_list.capacity, sizeof *g->sleepers);
}

void *graph_scratch(graph *g, size_t size) {
    scratch_block *s = &g->scratch;
    if (size > s->needed) s->needed = size;
    if (size > s->capacity || !s->block.block) {
        size_t wanted = size + size / 16 + 1024;
        if (!aligned_resize(g->memory, &s->block, s->capacity, wanted)) return NULL;
        s->capacity = wanted;
    }
    return aligned_begin(&s->block);
}

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

static void trim_scratch(graph *g) {
    scratch_block *s = &g->scratch;
    size_t needed = larger(s->needed, s->needed_before), ample = needed + needed / 8 + 4096;
    s->needed_before = s->needed;
    s->needed = 0;
    if (s->capacity > ample && aligned_resize(g->memory, &s->block, 0, ample)) s->capacity = ample;
}

static void trim_near(graph *g) {
    near_list *n = &g->near;
    size_t needed = n->count + n->count / 8 + 256; /* for what comes and goes */
    array_trim(g->memory, &n->row_a, &n->row_a_capacity, needed, sizeof *n->row_a);
    array_trim(g->memory, &n->row_b, &n->row_b_capacity, needed, sizeof *n->row_b);
    array_trim(g->memory, &n->clearance, &n->clearance_capacity, needed, sizeof *n->clearance);
    array_trim(g->memory, &n->contact, &n->contact_capacity, needed, sizeof *n->contact);
}

/* Records behind the last that lives go; ids that come again begin with a later generation. */
static void trim_body_records(graph *g) {
    body_store *b = &g->bodies;
    size_t *count = &b->record_list.count;
    if (*count < 2 * b->count + 64) return;
    for (; *count > 0 && b->records[*count - 1].generation % 2 == 0; --*count)
        if (b->records[*count - 1].generation > b->last_generation)
            b->last_generation = b->records[*count - 1].generation;
    array_trim(g->memory, &b->records, &b->record_list.capacity, *count, sizeof *b->records);
}

static void trim_collider_records(graph *g) {
    collider_store *c = &g->colliders;
    size_t *count = &c->record_list.count;
    if (*count < 2 * c->living + 64) return;
    for (; *count > 0 && c->records[*count - 1].generation % 2 == 0; --*count)
        if (c->records[*count - 1].generation > c->last_generation)
            c->last_generation = c->records[*count - 1].generation;
    array_trim(g->memory, &c->records, &c->record_list.capacity, *count, sizeof *c->records);
}

static void trim_bodies(graph *g) {
    body_store *b = &g->bodies;
    trim_body_records(g);
    array_trim(g->memory, &b->states, &b->state_capacity, b->count, sizeof *b->states);
    array_trim(g->memory, &b->sims, &b->sim_capacity, b->count, sizeof *b->sims);
    array_trim(g->memory, &b->colours, &b->colour_capacity, b->count, sizeof *b->colours);
    array_trim(g->memory, &b->moved, &b->moved_list.capacity, b->count, sizeof *b->moved);
    array_trim(g->memory, &b->woken, &b->woken_list.capacity, b->count, sizeof *b->woken);
}

static void trim_colliders(graph *g) {
    collider_store *c = &g->colliders;
    trim_collider_records(g);
    array_trim(g->memory, &c->centers, &c->center_capacity, c->count, sizeof *c->centers);
    array_trim(g->memory, &c->geometry, &c->geometry_capacity, c->count, sizeof *c->geometry);
    array_trim(g->memory, &c->sims, &c->sim_capacity, c->count, sizeof *c->sims);
    grid_trim(&g->index, c->record_list.count);
}

void graph_trim(graph *g) {
    const evo_allocator *memory = g->memory;
    contact_pool *p = &g->contacts;
    size_t most = g->bodies.count; /* of what a step lists, so many may well come again */
    trim_scratch(g);
    trim_near(g);
    trim_bodies(g);
    trim_colliders(g);
    batches_trim(g);
    array_trim(memory, &p->all, &p->list.capacity, p->list.count, sizeof *p->all);
    array_trim(memory, &p->sensing, &p->sensing_list.capacity, p->sensing_list.count,
               sizeof *p->sensing);
    if (p->sleeping == 0) {
        g->kept_list.count = 0;
        g->free_kept = NONE;
    }
    array_trim(memory, &g->kept, &g->kept_list.capacity, g->kept_list.count, sizeof *g->kept);
    array_trim(memory, &g->touches.due, &g->touches.due_list.capacity,
               g->touches.due_list.count + most, sizeof *g->touches.due);
    array_trim(memory, &p->ending, &p->ending_list.capacity, most, sizeof *p->ending);
    array_trim(memory, &p->activated, &p->activated_list.capacity, most, sizeof *p->activated);
    array_trim(memory, &g->found.ids, &g->found.capacity, most, sizeof *g->found.ids);
    array_trim(memory, &g->normals, &g->normal_capacity, 2 * BATCH * g->batches.count,
               sizeof *g->normals);
    array_trim(memory, &g->sleepers, &g->sleeper_list.capacity, most, sizeof *g->sleepers);
}

/* At most every time that three quarters of the bodies have gone. */
void graph_shrink(graph *g) {
    if (g->bodies.count >= g->shrink_below) return;
    g->shrink_below = g->bodies.count / 4;
    graph_trim(g);
}

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

static batch_kind kind_of(const graph *g, const contact *c) {
    const collider_sim *a = &g->colliders.sims[g->colliders.records[c->collider[0]].index];
    const collider_sim *b = &g->colliders.sims[g->colliders.records[c->collider[1]].index];
    bool oval_a = a->kind == EVO_CIRCLE || a->kind == EVO_ELLIPSE;
    bool oval_b = b->kind == EVO_CIRCLE || b->kind == EVO_ELLIPSE;
    if (oval_a && b->kind == EVO_SEGMENT) return BATCH_LINE;
    if (!oval_a || !oval_b) return BATCH_OTHER;
    bool round = a->kind == EVO_CIRCLE && b->kind == EVO_CIRCLE && a->centered && b->centered;
    return round ? BATCH_ROUND : BATCH_OVAL;
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
    return array_reserve(g->memory, &g->kept, &g->kept_list.capacity, g->kept_list.count + more,
                         sizeof *g->kept);
}

static uint32_t keep(graph *g, const lane_state *state) {
    uint32_t at = g->free_kept;
    if (at == NONE)
        at = (uint32_t)g->kept_list.count++;
    else
        g->free_kept = g->kept[at].next_free;
    g->kept[at].state = *state;
    return at;
}

static lane_state unkeep(graph *g, uint32_t at) {
    lane_state state = g->kept[at].state;
    g->kept[at].next_free = g->free_kept;
    g->free_kept = at;
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

void graph_calm(graph *g, uint32_t id) {
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
    if (c->state == CONTACT_ACTIVE) near_add(g, id);
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
    for (int i = 0; i < 2 && c->state != CONTACT_SENSING && c->state != CONTACT_NEAR; ++i) {
        if (c->at[i] == NONE) continue;
        if (c->state == CONTACT_ACTIVE)
            (void)lane_take(g, id, i);
        else
            (void)unkeep(g, c->at[i]);
        colour_give(g, id, i);
    }
    unlink_edge(g, c, 0);
    unlink_edge(g, c, 1);
    c->state = CONTACT_FREE;
    c->next[0] = p->free_contact;
    p->free_contact = id;
    if (--p->living > 0) return;
    p->list.count = 0;
    p->free_contact = NONE;
}

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
        else if (moves && c->state == CONTACT_ACTIVE && record->kind == EVO_DYNAMIC)
            contact_part(g, id);
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
        view.state = c->state == CONTACT_ACTIVE ? lane_look(g, id, second) : g->kept[at].state;
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
