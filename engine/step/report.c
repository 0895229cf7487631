#include "step/report.h"

#include "narrow/pair.h"

/* Of the smaller reach: what is no farther apart touches. */
static const float CLOSED = 1e-9f;

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

/* Whether two disks were closed as the step began; a fit tells its own gap. */
static bool was_closed(const measure_input *in, const measure_output *measured, uint32_t k) {
    const pair_list *list = in->list;
    const collider_form *a = &in->bodies->forms[list->a[k]], *b = &in->bodies->forms[list->b[k]];
    float size = a->reach < b->reach ? a->reach : b->reach;
    if (list->class_of[k] == PAIR_ROW) return measured->fits[k].gap <= CLOSED * size;
    float sum = a->radius_x + b->radius_x + CLOSED * size;
    return list->dx[k] * list->dx[k] + list->dy[k] * list->dy[k] <= sum * sum;
}

/* Keeps the impulses of a row; whether it touched in the step. */
static bool keep_row(const measure_input *in, const measure_output *measured,
                     const contact_rows *rows, uint32_t k) {
    const contact_block *block = &rows->blocks[rows->place[k] / ROW_BLOCK];
    uint32_t lane = rows->place[k] % ROW_BLOCK;
    pair_warm *warm = &in->list->kept->warm[k];
    warm->push = block->push[lane];
    warm->drag = block->drag[lane];
    return block->most[lane] > 0 || was_closed(in, measured, k);
}

typedef struct reporting {
    step_touches *touches;
    const evo_allocator *memory;
    const measure_input *in;
    const measure_output *measured;
    const contact_rows *rows;
    const pair_colours *colours;
} reporting;

/* Keeps what there is to keep of an entry; whether it touches. */
static bool keep_entry(const reporting *r, uint32_t k) {
    const pair_list *list = r->in->list;
    if (r->colours->of[k] != COLOUR_NONE) return keep_row(r->in, r->measured, r->rows, k);
    list->kept->warm[k].push = list->kept->warm[k].drag = 0;
    return list->class_of[k] == PAIR_SENSOR
           && sensor_overlaps(r->in->bodies, list->a[k], list->b[k]);
}

static bool tell(const reporting *r, uint32_t k, bool touches) {
    step_touches *t = r->touches;
    const pair_memory *kept = r->in->list->kept;
    return touches ? add_touch(&t->began, &t->began_list, r->memory, kept->id_a[k], kept->id_b[k])
                   : add_touch(&t->ended, &t->ended_list, r->memory, kept->id_a[k], kept->id_b[k]);
}

bool report_pairs(step_touches *t, const evo_allocator *memory, const measure_input *in,
                  const measure_output *measured, const contact_rows *rows,
                  const pair_colours *colours, const pair_ended *ended) {
    const reporting r = {t, memory, in, measured, rows, colours};
    const pair_list *list = in->list;
    uint8_t *touching = list->kept->touching;
    t->began_list.count = t->ended_list.count = 0;
    for (uint32_t i = 0; i < ended->count; ++i)
        if (!add_touch(&t->ended, &t->ended_list, memory, ended->all[i].a, ended->all[i].b))
            return false;
    for (uint32_t k = 0; k < list->count; ++k) {
        const uint32_t first = k;
        bool touches = keep_entry(&r, k);
        if (list->some_twice && k + 1 < list->count && list->a[k] == list->a[k + 1]
            && list->b[k] == list->b[k + 1]) {
            touches |= keep_entry(&r, ++k); /* the first entry tells of both */
            touching[k] = 0;
        }
        if (touches == (touching[first] != 0)) continue;
        touching[first] = touches;
        if (!tell(&r, first, touches)) return false;
    }
    return true;
}
