/* undo.c: a step that is refused memory leaves no trace: normals and clearances are measured into
 * lanes that stand, near pairs become active, sleepers that will be struck are woken. */
#include "contact/undo.h"
#include "contact/batches.h"
#include "contact/moving.h"
#include "contact/near.h"
#include "contact/pairs.h"
#include "contact/states.h"

/* ---- Lanes ----------------------------------------------------------------------------------- */

enum { NORMALS = 2 * BATCH }; /* of a batch */

bool undo_remember_lanes(graph *g) {
    const batch_pool *p = &g->batches;
    step_undo *u = &g->undo;
    if (!array_reserve(g->memory, &u->normals, &u->normal_capacity, NORMALS * p->count,
                       sizeof *u->normals))
        return false;
    for (size_t i = 0; i < p->count; ++i)
        memcpy(u->normals + NORMALS * i, p->batches[i].normal_x, NORMALS * sizeof(float));
    u->normal_count = p->count;
    return true;
}

/* Normals first: what leaves its batch moves others. */
void undo_lanes(graph *g) {
    batch_pool *p = &g->batches;
    contact_pool *c = &g->contacts;
    for (size_t i = 0; i < g->undo.normal_count; ++i) {
        memcpy(p->batches[i].normal_x, g->undo.normals + NORMALS * i, NORMALS * sizeof(float));
        p->pairs[i].turned = 0;
    }
    g->undo.normal_count = 0;
    for (size_t i = 0; i < c->activated_list.count; ++i) graph_calm(g, c->activated[i]);
    c->activated_list.count = 0;
}

/* ---- Waking ---------------------------------------------------------------------------------- */

bool undo_reserve_waking(graph *g, size_t neighbours) {
    step_undo *u = &g->undo;
    return array_reserve(g->memory, &u->calm, &u->calm_list.capacity,
                         u->calm_list.count + neighbours + 1, sizeof *u->calm)
           && array_reserve(g->memory, &u->recoloured, &u->recoloured_list.capacity,
                            u->recoloured_list.count + neighbours, sizeof *u->recoloured);
}

void undo_note_calm(graph *g, uint32_t id) {
    calm_before before = {id, g->bodies.sims[graph_body(g, id)->index].calm};
    g->undo.calm[g->undo.calm_list.count++] = before;
}

void undo_note_recoloured(graph *g, const body_record *record) {
    EDGES(g, record, edge, after) {
        const contact *c = edge_contact(g, edge);
        if (c->state != CONTACT_ACTIVE) continue;
        colour_before before = {.contact = edge / 2};
        for (int i = 0; i < 2; ++i) {
            if (c->at[i] == NONE) continue;
            before.has[i] = true;
            before.colour[i] = c->colour[i];
            before.holds[i] = c->holds[i];
            before.state[i] = lane_look(g, edge / 2, i);
        }
        g->undo.recoloured[g->undo.recoloured_list.count++] = before;
    }
}

/* It is near now, and there is room in lanes: what took it has gone. */
static void colour_restore(graph *g, const colour_before *before) {
    if (g->contacts.all[before->contact].state == CONTACT_ACTIVE) graph_calm(g, before->contact);
    near_remove(g, before->contact);
    g->contacts.all[before->contact].state = CONTACT_ACTIVE;
    for (int i = 0; i < 2; ++i) {
        if (!before->has[i]) continue;
        colour_hold(g, before->contact, i, before->colour[i], before->holds[i]);
        lane_put(g, before->contact, i, &before->state[i]);
    }
}

static void undo_waking(graph *g) {
    const step_undo *u = &g->undo;
    for (size_t i = u->calm_list.count; i > 0; --i)
        g->bodies.sims[graph_body(g, u->calm[i - 1].body)->index].calm = u->calm[i - 1].calm;
    for (size_t i = u->woken_list.count; i > 0; --i) {
        graph_body(g, u->woken[i - 1])->awake = false;
        graph_set_moving(g, u->woken[i - 1]);
    }
    for (size_t i = 0; i < u->recoloured_list.count; ++i) colour_restore(g, &u->recoloured[i]);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static void forget_waking(graph *g) {
    step_undo *u = &g->undo;
    u->woken_list.count = u->calm_list.count = u->recoloured_list.count = 0;
}

void undo_begin(graph *g) {
    forget_waking(g);
    g->undo.begun = true;
}

/* What was solved until one of the two woke may have outlasted margins, which do not meet. */
static void part_recoloured(graph *g) {
    const step_undo *u = &g->undo;
    for (size_t i = 0; i < u->recoloured_list.count; ++i) {
        const contact *c = &g->contacts.all[u->recoloured[i].contact];
        if (c->state == CONTACT_NEAR && !c->ending) contact_part(g, u->recoloured[i].contact);
    }
}

void undo_end(graph *g) {
    part_recoloured(g);
    g->undo.begun = false;
    g->undo.normal_count = g->contacts.activated_list.count = 0;
    forget_waking(g);
}

void undo_step(graph *g) {
    undo_lanes(g);
    undo_waking(g);
    forget_waking(g);
    undo_end(g);
}
