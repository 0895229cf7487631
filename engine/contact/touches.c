/* touches.c: what began or ceased to touch, noted from the contacts of a step. Touches of the
 * present step, and those that ended since the last because something is destroyed, are due: they
 * stand in an array of their own until the step is done, for the user may be reading the other. */
#include "contact/bodies.h"
#include "contact/contacts.h"
#include "contact/states.h"
#include "core/bits.h"
#include "narrow/pair.h"

/* ---- Room ------------------------------------------------------------------------------------ */

bool touches_reserve(graph *g, size_t more) {
    list_size *list = &g->touches.due_list;
    return array_reserve(g->memory, &g->touches.due, &list->capacity, list->count + more,
                         sizeof *g->touches.due);
}

/* Whether lanes may lead to segments. */
static bool has_seams(const batch_pairs *pairs) {
    return pairs->kind == BATCH_LINE || pairs->kind == BATCH_OTHER;
}

/* The most that a step may add: lanes that changed, lanes that may bounce off before they have
 * touched at a step's end, and what sensors notice. */
size_t touches_most(const graph *g, const measure_choice *choice) {
    const batch_pool *p = &g->batches;
    size_t most = g->contacts.sensing_list.count;
    for (size_t i = 0; i < p->count; ++i) {
        unsigned changed = (unsigned)(choice->touched[i] ^ p->pairs[i].touching);
        most += bits_count(changed);
        if (p->pairs[i].used && (p->sorts[i] >= 0 || (g->seams > 0 && has_seams(&p->pairs[i]))))
            most += BATCH;
    }
    return most;
}

void touch_add(graph *g, uint32_t a, uint32_t b, bool began, bool sensor) {
    if (g->colliders.records[a].body > g->colliders.records[b].body) {
        uint32_t other = a;
        a = b;
        b = other;
    }
    evo_touch touch = {
        .a = graph_body_handle(g, g->colliders.records[a].body),
        .b = graph_body_handle(g, g->colliders.records[b].body),
        .collider_a = graph_collider_handle(g, a),
        .collider_b = graph_collider_handle(g, b),
        .began = began,
        .sensor = sensor,
    };
    g->touches.due[g->touches.due_list.count++] = touch;
}

/* ---- Noting ---------------------------------------------------------------------------------- */

/* What lies on the line of a segment beyond its end touches the next one. */
static bool lane_is_touching(const graph *g, uint32_t at) {
    if (at == NONE) return false;
    const batch_pairs *pairs = &g->batches.pairs[at / BATCH];
    return (pairs->touching & ~(unsigned)pairs->straight) >> at % BATCH & 1;
}

/* What sleeps and is touched wakes at the step's end. There is room: one for each sleeper. */
static void note_wakes(graph *g, const contact *c) {
    for (int side = 0; side < 2; ++side) {
        uint32_t id = g->colliders.records[c->collider[side]].body;
        body_record *record = graph_body(g, id);
        if (record->kind != EVO_DYNAMIC || record->awake || record->wake_due) continue;
        record->wake_due = true;
        g->bodies.woken[g->bodies.woken_list.count++] = id;
    }
}

/* A pair touches when either of its contacts does. */
static void note_pair(graph *g, contact *c, bool touching) {
    if (touching == c->touching) return;
    c->touching = touching;
    touch_add(g, c->collider[0], c->collider[1], touching, contact_is_sensor(g, c));
    if (touching && c->state != CONTACT_SENSING) note_wakes(g, c);
}

void contact_note_touch(graph *g, uint32_t id) {
    note_pair(g, &g->contacts.all[id], true);
}

static void note_lanes(graph *g, size_t number, unsigned changed) {
    for (; changed; changed &= changed - 1) {
        contact *c = &g->contacts.all[g->batches.pairs[number].contact[bits_lowest(changed)]];
        note_pair(g, c, lane_is_touching(g, c->at[0]) || lane_is_touching(g, c->at[1]));
    }
}

/* Lanes go on touching where their contacts go from one segment to the next. */
static void note_seams(graph *g) {
    const batch_pool *p = &g->batches;
    for (size_t i = 0; i < p->count && g->seams > 0; ++i)
        if (has_seams(&p->pairs[i])) note_lanes(g, i, p->pairs[i].touching & p->pairs[i].used);
    if (g->seams > 0) --g->seams;
}

/* Asks each pair of a sensor whether it overlaps. Those that stand still are asked only once. */
static void note_sensed(graph *g) {
    for (size_t i = g->contacts.sensing_list.count; i-- > 0;) {
        uint32_t id = g->contacts.sensing[i];
        contact *c = &g->contacts.all[id];
        contact_side sides[2];
        contact_sides(g, c, sides);
        note_pair(g, c, !c->ending && pair_overlaps(&sides[0].at, &sides[1].at));
        if (contact_is_still(g, c)) graph_rest(g, id);
    }
}

void touches_note(graph *g, const measure_choice *choice) {
    batch_pool *p = &g->batches;
    /* All lanes first: a pair of two contacts looks at both. */
    for (size_t i = 0; i < p->count && choice->changed; ++i) {
        uint8_t touched = choice->touched[i];
        choice->touched[i] ^= p->pairs[i].touching;
        p->pairs[i].touching = touched;
    }
    for (size_t i = 0; i < p->count && choice->changed; ++i) note_lanes(g, i, choice->touched[i]);
    note_seams(g);
    note_sensed(g);
}

void touches_note_bounces(graph *g) {
    const batch_pool *p = &g->batches;
    for (size_t i = 0; i < p->count && p->extras_used > 0; ++i) {
        batch_pairs *pairs = &p->pairs[i];
        unsigned pushed = 0;
        if (p->sorts[i] < 0 || !pairs->used) continue;
        for (int lane = 0; lane < BATCH; ++lane)
            pushed |= (unsigned)(p->extras[p->sorts[i]].peak[lane] > 0) << lane;
        unsigned began = pushed & pairs->used & ~(unsigned)pairs->touching;
        pairs->touching |= (uint8_t)began;
        note_lanes(g, i, began);
    }
}
