/* pairs.c: contacts that begin and end because something has moved.
 *
 * Only what left its margin, or was moved by hand, is linked anew; of its contacts those end whose
 * margins have parted, but for those that last (is_lasting), which end where the two part; and the
 * index is searched about it for new ones. What stands still, sleeps, or stays within its margin is
 * not looked at, however much of it there is. */
#include "contact/pairs.h"
#include "contact/near.h"
#include "contact/states.h"

bool moved_reserve(graph *g, size_t more) {
    list_size *list = &g->bodies.moved_list;
    return array_reserve(g->memory, &g->bodies.moved, &list->capacity, list->count + more,
                         sizeof *g->bodies.moved);
}

void body_moved(graph *g, uint32_t id) {
    body_record *record = graph_body(g, id);
    if (record->moved_at != NONE || g->config->stepping == EVO_EVENTS) return;
    record->moved_at = (uint32_t)g->bodies.moved_list.count;
    g->bodies.moved[g->bodies.moved_list.count++] = id;
}

void body_forget_moved(graph *g, uint32_t id) {
    uint32_t at = graph_body(g, id)->moved_at;
    if (at == NONE) return;
    uint32_t last = g->bodies.moved[--g->bodies.moved_list.count];
    g->bodies.moved[at] = last;
    graph_body(g, last)->moved_at = at;
    graph_body(g, id)->moved_at = NONE;
}

/* ---- Contacts that end ----------------------------------------------------------------------- */

static bool may_meet(const graph *g, const contact *c) {
    uint32_t a = c->collider[0], b = c->collider[1];
    return grid_is_linked(&g->index, a) && grid_is_linked(&g->index, b)
           && graph_pair_meets(g, a, b);
}

static bool margins_meet(const graph *g, const contact *c) {
    return grid_meet(&g->index, c->collider[0], c->collider[1]);
}

void contact_part(graph *g, uint32_t id) {
    const contact *c = &g->contacts.all[id];
    graph_calm(g, id);
    if (c->state == CONTACT_NEAR && !c->touching && may_meet(g, c) && !margins_meet(g, c))
        graph_remove(g, id);
}

/* There is room to tell of its touch, which ends with it. */
static bool list_ending(graph *g, uint32_t id) {
    contact_pool *p = &g->contacts;
    if (!array_reserve(g->memory, &p->ending, &p->ending_list.capacity, p->ending_list.count + 1,
                       sizeof *p->ending))
        return false;
    p->all[id].ending = true;
    p->ending[p->ending_list.count++] = id;
    return true;
}

/* What ended in a step that was refused is looked at again. */
static void forget_endings(graph *g) {
    contact_pool *p = &g->contacts;
    for (size_t i = 0; i < p->ending_list.count; ++i) p->all[p->ending[i]].ending = false;
    p->ending_list.count = 0;
}

void pairs_commit(graph *g) {
    contact_pool *p = &g->contacts;
    body_store *b = &g->bodies;
    for (size_t i = 0; i < p->ending_list.count; ++i) graph_remove(g, p->ending[i]);
    p->ending_list.count = 0;
    for (size_t i = 0; i < b->moved_list.count; ++i) {
        body_record *record = graph_body(g, b->moved[i]);
        record->moved_at = NONE;
        b->sims[record->index].wanted = 0;
    }
    g->relinked += b->moved_list.count;
    b->moved_list.count = 0;
}

/* ---- Contacts that end and begin ------------------------------------------------------------- */

static bool marks_reserve(graph *g) {
    size_t before = g->mark_capacity;
    if (!array_reserve(g->memory, &g->marks, &g->mark_capacity, g->colliders.record_list.count,
                       sizeof *g->marks))
        return false;
    array_fill(g->marks + before, 0, g->mark_capacity - before, sizeof *g->marks);
    return true;
}

/* Marks what the search has found. */
static void mark_found(graph *g) {
    if (++g->mark == 0) {
        array_fill(g->marks, 0, g->mark_capacity, sizeof *g->marks);
        g->mark = 1;
    }
    for (size_t i = 0; i < g->found.count; ++i) g->marks[g->found.ids[i]] = g->mark;
}

/* A contact that goes on, though its body was moved by hand. */
static bool go_on(graph *g, uint32_t id) {
    const contact *c = &g->contacts.all[id];
    if (c->state == CONTACT_NEAR) near_expire(g, id);
    if (c->state != CONTACT_ASLEEP || !contact_is_sensor(g, c)) return true;
    if (!graph_reserve(g, 1)) return false;
    graph_rouse(g, id);
    return true;
}

/* What outlasts its margins: what has a colour, until the two are far enough apart (contacts_part),
 * and what was struck within the last step, which is about to get one. How wide margins are must
 * change nothing. */
static bool is_lasting(const contact *c) {
    return contact_has_colour(c) || (c->state == CONTACT_NEAR && c->touching);
}

/* Contacts of the collider that were found go on, and lose their marks; others end. */
static bool revise_known(graph *g, const body_record *record, uint32_t collider, bool by_hand) {
    EDGES(g, record, edge, after) {
        const contact *c = edge_contact(g, edge);
        if (c->collider[edge % 2] != collider) continue;
        uint32_t *mark = &g->marks[c->collider[1 - edge % 2]];
        bool found = *mark == g->mark;
        if (found) *mark = 0;
        if (c->ending) continue;
        if (!found && !is_lasting(c)) {
            if (!list_ending(g, edge / 2)) return false;
        } else if (by_hand && !go_on(g, edge / 2)) {
            return false;
        }
    }
    return true;
}

/* What both of two moved bodies find, the one with the lower collider begins. */
static bool begins(const graph *g, uint32_t collider, uint32_t other) {
    if (g->marks[other] != g->mark) return false;
    const body_record *body = graph_body(g, g->colliders.records[other].body);
    return !(body->moved_at != NONE && other < collider) && graph_pair_meets(g, collider, other);
}

static bool revise_collider(graph *g, const body_record *record, uint32_t collider, bool by_hand) {
    g->found.count = 0;
    g->found.out_of_memory = false;
    grid_search(&g->index, g->scan, collider, &g->found);
    if (g->found.out_of_memory || !graph_reserve(g, g->found.count)) return false;
    mark_found(g);
    if (!revise_known(g, record, collider, by_hand)) return false;
    for (size_t i = 0; i < g->found.count; ++i)
        if (begins(g, collider, g->found.ids[i])) graph_add(g, collider, g->found.ids[i]);
    return true;
}

/* After a change by hand: what the two may not have, or have no longer. */
static bool end_forbidden(graph *g, const body_record *record) {
    EDGES(g, record, edge, after) {
        const contact *c = edge_contact(g, edge);
        if (!c->ending && !may_meet(g, c) && !list_ending(g, edge / 2)) return false;
    }
    return true;
}

static bool revise_contacts(graph *g, const body_record *record, bool by_hand) {
    if (by_hand && !end_forbidden(g, record)) return false;
    for (uint32_t c = record->first_collider; c != NONE; c = g->colliders.records[c].next)
        if (grid_is_linked(&g->index, c) && !revise_collider(g, record, c, by_hand)) return false;
    return true;
}

/* ---- All ------------------------------------------------------------------------------------- */

/* How far colliders of what is to be linked reach, with the widest margins if asked. */
static size_t list_reaches(const graph *g, bool margins, float *reaches) {
    const body_store *b = &g->bodies;
    size_t count = 0;
    for (size_t i = 0; i < b->moved_list.count; ++i) {
        uint32_t index = graph_body(g, b->moved[i])->index;
        float margin = margins ? (float)margin_widest(g, index) : 0;
        for (uint32_t c = b->sims[index].collider; c != NONE && index < b->movers;
             c = g->colliders.sims[c].next)
            reaches[count++] = graph_template(g, g->colliders.sims[c].made)->reach + margin;
    }
    return count;
}

/* Cells as wide as most of what is to come. */
static bool choose_width(graph *g) {
    if (g->index.linked > 0) return true;
    float *reaches = graph_scratch(g, (g->colliders.living + 1) * sizeof *reaches);
    if (!reaches) return false;
    size_t count = list_reaches(g, false, reaches);
    if (count > 0) g->typical = (float)(0.5 * grid_suitable_width(reaches, count));
    (void)list_reaches(g, true, reaches);
    if (g->config->cell_size > 0)
        grid_set_width(&g->index, g->config->cell_size);
    else if (count > 0)
        grid_set_width(&g->index, grid_suitable_width(reaches, count));
    return true;
}

static bool link_moved(graph *g, double seconds) {
    const body_store *b = &g->bodies;
    for (size_t i = 0; i < b->moved_list.count; ++i) {
        const body_record *record = graph_body(g, b->moved[i]);
        if (record->enabled && !margin_link(g, record->index, seconds)) return false;
    }
    return true;
}

bool pairs_update(graph *g, double seconds, const uint32_t *leaving, size_t count) {
    body_store *b = &g->bodies;
    size_t by_hand = b->moved_list.count;
    forget_endings(g);
    if (by_hand + count == 0) return true;
    if (!moved_reserve(g, count)) return false;
    for (size_t i = 0; i < count; ++i) body_moved(g, b->sims[leaving[i]].id);
    if (!choose_width(g) || !marks_reserve(g) || !link_moved(g, seconds)) return false;
    for (size_t i = 0; i < b->moved_list.count; ++i)
        if (!revise_contacts(g, graph_body(g, b->moved[i]), i < by_hand)) return false;
    return true;
}
