#include "step/report.h"

#include "narrow/pair.h"

static bool add_touch(pair_ids **all, list_size *list, const evo_allocator *memory, uint32_t a,
                      uint32_t b) {
    if (!array_reserve(memory, all, &list->capacity, list->count + 1, sizeof **all)) return false;
    (*all)[list->count++] = (pair_ids){a, b};
    return true;
}

static bool sensor_overlaps(const body_store *s, uint32_t a, uint32_t b) {
    placed at[2];
    evo_vec2 origin = s->states[s->links[a].body].position;
    const uint32_t slots[2] = {a, b};
    for (int side = 0; side < 2; ++side) {
        const collider_link *link = &s->links[slots[side]];
        const body_state *state = &s->states[link->body];
        at[side] = placed_at(&s->colliders[link->id].about_center, vec_sub(state->position, origin),
                             evo_direction(state->angle));
    }
    return pair_overlaps(&at[0], &at[1]);
}

typedef struct reporting {
    step_touches *touches;
    const evo_allocator *memory;
    const measure_input *in;
    const contact_rows *rows;
    const impacts *events;
    bool asks; /* some entry may be a sensor's, or the second of a pair */
} reporting;

/* Keeps the impulses of a pair, which are none without a row; whether it touched in the step. */
static bool keep_row(const reporting *r, uint32_t k) {
    const uint32_t place = r->rows->place[k], lane = place % ROW_BLOCK;
    const contact_block *block = &r->rows->blocks[place / ROW_BLOCK];
    pair_warm *warm = &r->in->list->kept->warm[k];
    warm->push = block->push[lane];
    warm->drag = block->drag[lane];
    return block->most[lane] > 0;
}

static bool tell(const reporting *r, uint32_t k, bool touches) {
    step_touches *t = r->touches;
    const pair_memory *kept = r->in->list->kept;
    return touches ? add_touch(&t->began, &t->began_list, r->memory, kept->id_a[k], kept->id_b[k])
                   : add_touch(&t->ended, &t->ended_list, r->memory, kept->id_a[k], kept->id_b[k]);
}

/* Returns whether an entry that is no plain row touches; *k moves on to the second entry of its
 * pair. */
static bool ask(const reporting *r, uint32_t *k, bool touches) {
    const pair_list *list = r->in->list;
    const uint32_t next = *k + 1;
    if (list->class_of[*k] == PAIR_SENSOR)
        return sensor_overlaps(r->in->bodies, list->a[*k], list->b[*k]);
    if (next == list->count || list->a[*k] != list->a[next] || list->b[*k] != list->b[next])
        return touches;
    list->kept->touching[next] = 0; /* the first entry tells of both */
    *k = next;
    return keep_row(r, next) || touches;
}

static const event_pair *event_of(const impacts *events, uint32_t k) {
    if (events->pair_count == 0 || events->event_of[k] == NONE) return NULL;
    return &events->room->pairs[events->event_of[k]];
}

/* Pairs that were found within the step and met: for a moment, as far as is remembered. */
static bool tell_found(const reporting *r) {
    const impacts *m = r->events;
    const body_store *s = r->in->bodies;
    step_touches *t = r->touches;
    for (uint32_t i = 0; i < m->pair_count; ++i) {
        const event_pair *p = &m->room->pairs[i];
        const uint32_t a = s->links[p->slots[0]].id, b = s->links[p->slots[1]].id;
        if (p->entry == NONE && p->met
            && (!add_touch(&t->began, &t->began_list, r->memory, a, b)
                || !add_touch(&t->ended, &t->ended_list, r->memory, a, b)))
            return false;
    }
    return true;
}

bool report_pairs(step_touches *t, const evo_allocator *memory, const measure_input *in,
                  const contact_rows *rows, const pair_ended *ended, const impacts *events) {
    const reporting r = {t, memory, in, rows, events, in->bodies->others > 0};
    const pair_list *list = in->list;
    uint8_t *touching = list->kept->touching;
    t->began_list.count = t->ended_list.count = 0;
    for (uint32_t i = 0; i < ended->count; ++i)
        if (!add_touch(&t->ended, &t->ended_list, memory, ended->all[i].a, ended->all[i].b))
            return false;
    for (uint32_t k = 0; k < list->count; ++k) {
        const uint32_t first = k;
        bool touches = keep_row(&r, k);
        if (r.asks) touches = ask(&r, &k, touches);
        const event_pair *event = event_of(events, first);
        if (event) {
            touches = event->touching;
            if (event->met && !touches && !touching[first] && !tell(&r, first, true)) return false;
            if (event->met && !touches) touching[first] = 1; /* for a moment */
        }
        if (touches == (touching[first] != 0)) continue;
        touching[first] = touches;
        if (!tell(&r, first, touches)) return false;
    }
    return tell_found(&r);
}
