/* contacts.c: the narrowphase of a step: every active contact is measured anew, and it is chosen
 * from what was measured which of them may push. */
#include <assert.h>

#include "contact/across.h"
#include "contact/bodies.h"
#include "contact/contacts.h"
#include "contact/hollow.h"
#include "contact/near.h"
#include "contact/pairs.h"
#include "contact/seams.h"
#include "contact/states.h"
#include "contact/undo.h"
#include "core/bits.h"
#include "core/sort.h"
#include "shape/kind.h"

/* Steps between two looks for contacts that have parted, lest they should come and go. */
enum { PART_STEPS = 4 };

/* ---- One contact, by the doors of narrow/ ---------------------------------------------------- */

static float mass_along(const collider_geometry *a, const collider_geometry *b, float arm_a,
                        float arm_b) {
    float inverse = a->inverse_mass * (1 + arm_a * arm_a) + b->inverse_mass * (1 + arm_b * arm_b);
    return inverse > 0 ? 1 / inverse : 0;
}

/* How well a found point continues the contact of a lane. */
static float likeness(const graph *g, uint32_t place, const contact_point *point) {
    const batch *at = &g->batches.batches[place / BATCH];
    return at->normal_x[place % BATCH] * point->normal.x
           + at->normal_y[place % BATCH] * point->normal.y;
}

static void note_turned(graph *g, uint32_t place) {
    g->batches.pairs[place / BATCH].turned |= (uint8_t)(1u << place % BATCH);
}

static void write_point(graph *g, uint32_t place, const contact_point *point) {
    batch *at = &g->batches.batches[place / BATCH];
    const batch_pairs *pairs = &g->batches.pairs[place / BATCH];
    uint32_t lane = place % BATCH;
    const collider_geometry *a = &g->colliders.geometry[pairs->a[lane]];
    const collider_geometry *b = &g->colliders.geometry[pairs->b[lane]];
    if (!(likeness(g, place, point) >= STEADY)) note_turned(g, place);
    at->normal_x[lane] = point->normal.x;
    at->normal_y[lane] = point->normal.y;
    at->gap[lane] = point->separation;
    at->turn_a[lane] = glms_vec2_cross(point->arm_a, point->normal) * a->inverse_gyration;
    at->turn_b[lane] = glms_vec2_cross(point->arm_b, point->normal) * b->inverse_gyration;
    at->slip_a[lane] = glms_vec2_dot(point->arm_a, point->normal) * a->inverse_gyration;
    at->slip_b[lane] = glms_vec2_dot(point->arm_b, point->normal) * b->inverse_gyration;
    at->mass[lane] = mass_along(a, b, at->turn_a[lane], at->turn_b[lane]);
    at->slip_mass[lane] = mass_along(a, b, at->slip_a[lane], at->slip_b[lane]);
}

static void write_nothing(graph *g, uint32_t place) {
    g->batches.batches[place / BATCH].gap[place % BATCH] = FAR_APART;
    note_turned(g, place);
}

/* Which is which: so that each goes on with its own impulses. */
void contact_write(graph *g, const contact *c, const contact_points *found) {
    const contact_point *first = &found->point[0];
    bool two = c->at[1] != NONE && found->count > 0;
    bool swap = two && likeness(g, c->at[1], first) > likeness(g, c->at[0], first);
    for (int i = 0; i < 2; ++i) {
        uint32_t place = c->at[swap ? 1 - i : i];
        if (place == NONE) continue;
        if (i < found->count)
            write_point(g, place, &found->point[i]);
        else
            write_nothing(g, place);
    }
}

static evo_vec2 normal_of(const contact_points *found) {
    return vec((double)found->point[0].normal.x, (double)found->point[0].normal.y);
}

/* Steps for which touches are looked at where segments go on: this one and the next. */
enum { SEAM_STEPS = 2 };

static void note_seam(graph *g, const contact *c, seam_kind kind) {
    if (kind == SEAM_STRAIGHT) g->seams = SEAM_STEPS;
    for (int i = 0; i < 2; ++i) {
        if (c->at[i] == NONE) continue;
        batch_pairs *pairs = &g->batches.pairs[c->at[i] / BATCH];
        uint8_t bit = (uint8_t)(1u << c->at[i] % BATCH);
        if (kind == SEAM_STRAIGHT) pairs->straight |= bit;
        if (kind == SEAM_CORNER) pairs->corner |= bit;
    }
}

/* At a seam it is another. What is at a corner now may be over the segment within the step: so much
 * is known of it. */
static void mend_seam(graph *g, const contact *c, evo_vec2 normal) {
    seam_kind kind = seam_towards(g, c, normal);
    contact_side sides[2];
    if (kind == SEAM_NONE) return;
    note_seam(g, c, kind);
    if (kind == SEAM_CORNER) return;
    contact_sides(g, c, sides);
    contact_points found = seam_points(kind, sides);
    contact_write(g, c, &found);
}

/* From the same side as before, while the two overlap at all. */
static contact_points find_points(const graph *g, const contact *c, const contact_side sides[2],
                                  double margin) {
    contact_points found = contact_find(&sides[0], &sides[1], margin);
    evo_vec2 last;
    if (sides[1].at.shape->kind != EVO_SEGMENT || found.count == 0
        || !across_turns(g, c, sides[1].at.axis, normal_of(&found), &last))
        return found;
    contact_points back = contact_find_towards(&sides[0], &sides[1], last, 0);
    double whole = 2 * shape_reach(sides[0].at.shape);
    return back.count > 0 && (double)-back.point[0].separation < whole ? back : found;
}

static void measure_other(graph *g, const contact *c, double half) {
    contact_side sides[2];
    contact_sides(g, c, sides);
    double size = (double)g->batches.pairs[c->at[0] / BATCH].size[c->at[0] % BATCH];
    contact_points found = find_points(g, c, sides, size);
    contact_write(g, c, &found);
    hollow_write(g, c, sides, &found, half);
    bool segment = graph_shape(g, c->collider[1])->kind == EVO_SEGMENT;
    if (segment && found.count > 0) mend_seam(g, c, normal_of(&found));
}

static void measure_unsure(graph *g, size_t number) {
    batch_pairs *pairs = &g->batches.pairs[number];
    for (unsigned unsure = pairs->unsure & pairs->used; unsure; unsure &= unsure - 1) {
        contact_side sides[2];
        const contact *c = &g->contacts.all[pairs->contact[bits_lowest(unsure)]];
        contact_sides(g, c, sides);
        contact_points found = find_points(g, c, sides, 1e30);
        contact_write(g, c, &found);
    }
}

static void mend_seams(graph *g, size_t number) {
    const batch *at = &g->batches.batches[number];
    const batch_pairs *pairs = &g->batches.pairs[number];
    for (unsigned ends = pairs->ends; ends; ends &= ends - 1) {
        unsigned lane = bits_lowest(ends);
        evo_vec2 normal = vec((double)at->normal_x[lane], (double)at->normal_y[lane]);
        if (at->gap[lane] < FAR_APART) mend_seam(g, &g->contacts.all[pairs->contact[lane]], normal);
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

/* The first of each pair stands for both. */
static void measure_others(graph *g, size_t number, double half) {
    const batch_pairs *pairs = &g->batches.pairs[number];
    for (unsigned lanes = pairs->used & ~(unsigned)pairs->second; lanes; lanes &= lanes - 1)
        measure_other(g, &g->contacts.all[pairs->contact[bits_lowest(lanes)]], half);
}

void contacts_measure(graph *g, double seconds) {
    batch_pool *p = &g->batches;
    measure_tables tables = {g->colliders.centers, g->colliders.geometry};
    g->measure->measure(p->batches, p->pairs, p->count, &tables);
    for (size_t i = 0; i < p->count; ++i) {
        if (!p->pairs[i].used) continue;
        if (p->pairs[i].kind == BATCH_OTHER) measure_others(g, i, 0.5 * seconds);
        if (p->pairs[i].unsure) measure_unsure(g, i);
        if (p->pairs[i].ends) mend_seams(g, i);
    }
}

/* What ends with this step takes no part in it. */
static void leave_out(const graph *g, uint32_t at, measure_choice *choice) {
    uint32_t number = at / BATCH, lane = at % BATCH;
    uint8_t others = (uint8_t) ~(1u << lane);
    choice->close[number] &= others;
    choice->touched[number] &= others;
    choice->parted[number] &= others;
    choice->changed |= g->batches.pairs[number].touching >> lane & 1;
}

void contacts_choose(graph *g, double seconds, int substeps, const measure_rows *rows,
                     double bounce, bool begun, measure_choice *choice) {
    const batch_pool *p = &g->batches;
    float fall = (float)(vec_length(g->config->gravity) * seconds * seconds);
    bool driven = fall > 0 || g->bodies.extra_list.count > 0;
    bool part = g->steps % PART_STEPS == 0;
    measure_span span = {(float)seconds, (float)substeps, fall, (float)bounce, driven, part, begun};
    measure_batches from = {p->batches, p->pairs, p->sorts, p->extras, g->colliders.geometry};
    choice->bounce_count = 0;
    choice->changed = choice->turned = choice->parting = false;
    g->measure->choose(&from, 0, p->count, rows, &span, choice);
    for (size_t i = 0; i < g->contacts.ending_list.count; ++i) {
        const contact *c = &g->contacts.all[g->contacts.ending[i]];
        for (int k = 0; k < 2 && c->state == CONTACT_ACTIVE; ++k)
            if (c->at[k] != NONE) leave_out(g, c->at[k], choice);
    }
}

/* ---- Choosing -------------------------------------------------------------------------------- */

static void forget_lanes(graph *g, size_t number, unsigned lanes) {
    batch *at = &g->batches.batches[number];
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = bits_lowest(lanes);
        at->push[lane] = at->drag[lane] = 0;
    }
}

void contacts_forget_turned(graph *g) {
    for (size_t i = 0; i < g->batches.count; ++i) {
        batch_pairs *pairs = &g->batches.pairs[i];
        if (pairs->turned) forget_lanes(g, i, pairs->turned);
        pairs->turned = 0;
    }
}

/* What a step notes about pushes begins with nothing. */
static void forget_step(batch_extra *extra) {
    for (int lane = 0; lane < BATCH; ++lane) extra->peak[lane] = extra->total[lane] = 0;
}

/* What is not chosen is not to push, whatever else is in its batch. */
static void mask_lanes(graph *g, size_t number, unsigned lanes) {
    batch_sort sort = g->batches.sorts[number];
    forget_lanes(g, number, lanes);
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = bits_lowest(lanes);
        g->batches.batches[number].gap[lane] = FAR_APART;
        if (sort >= 0) g->batches.extras[sort].roll[lane] = 0;
    }
}

/* A batch that is not solved at all. */
static void forget_batch(graph *g, size_t number) {
    batch *at = &g->batches.batches[number];
    batch_sort sort = g->batches.sorts[number];
    memset(at->push, 0, sizeof at->push);
    memset(at->drag, 0, sizeof at->drag);
    if (sort >= 0) memset(g->batches.extras[sort].roll, 0, sizeof at->push);
}

/* What has no colour shares bodies: it is solved in the order of keys. */
typedef struct uncoloured {
    uint32_t a, b, second, place;
} uncoloured;

static bool uncoloured_before(const void *first, const void *second) {
    const uncoloured *x = first, *y = second;
    if (x->a != y->a) return x->a < y->a;
    return x->b != y->b ? x->b < y->b : x->second < y->second;
}

static size_t list_uncoloured(const graph *g, const measure_choice *choice, uncoloured *list) {
    const batch_pool *p = &g->batches;
    size_t count = 0;
    for (unsigned bucket = 0; bucket < COLOUR_BUCKETS; ++bucket) {
        uint32_t number = p->first[COLOURS * COLOUR_BUCKETS + bucket];
        for (; number != NONE; number = p->pairs[number].next)
            for (unsigned lanes = choice->close[number]; lanes; lanes &= lanes - 1) {
                unsigned lane = bits_lowest(lanes);
                const contact *c = &g->contacts.all[p->pairs[number].contact[lane]];
                uncoloured made = {c->collider[0], c->collider[1],
                                   p->pairs[number].second >> lane & 1, number * BATCH + lane};
                list[count++] = made;
            }
    }
    return count;
}

size_t contacts_uncoloured_size(const graph *g) {
    size_t batches = 0;
    for (unsigned bucket = 0; bucket < COLOUR_BUCKETS; ++bucket) {
        uint32_t number = g->batches.first[COLOURS * COLOUR_BUCKETS + bucket];
        for (; number != NONE; number = g->batches.pairs[number].next) ++batches;
    }
    return batches * BATCH * sizeof(uncoloured);
}

/* In place: a number and a lane are no larger than what is sorted. */
static size_t order_uncoloured(const graph *g, const measure_choice *choice, uint32_t *singles) {
    uncoloured *list = (uncoloured *)(void *)singles;
    size_t count = list_uncoloured(g, choice, list);
    sort_items(list, count, sizeof *list, uncoloured_before);
    for (size_t i = 0; i < count; ++i) singles[i] = list[i].place;
    return count;
}

void contacts_commit(graph *g, const measure_choice *choice, active_list *active) {
    const batch_pool *p = &g->batches;
    contacts_forget_turned(g);
    for (size_t i = 0; i < p->count; ++i) {
        const batch_pairs *pairs = &p->pairs[i];
        unsigned idle = pairs->used & ~(unsigned)choice->close[i];
        if (idle && !choice->close[i])
            forget_batch(g, i);
        else if (idle)
            mask_lanes(g, i, idle);
        if (p->sorts[i] >= 0) forget_step(&p->extras[p->sorts[i]]);
    }
    active->count = active->single_count = 0;
    unsigned buckets = (p->colours < COLOURS ? p->colours : COLOURS) * COLOUR_BUCKETS;
    for (unsigned bucket = 0; bucket < buckets; ++bucket) {
        uint32_t number = p->first[bucket];
        for (; number != NONE; number = p->pairs[number].next)
            if (choice->close[number]) active->batches[active->count++] = number;
    }
    if (p->colours > COLOURS) active->single_count = order_uncoloured(g, choice, active->singles);
    undo_end(g);
}

void contacts_predict(graph *g, double seconds, const measure_rows *rows, measure_choice *choice) {
    batch_pool *p = &g->batches;
    measure_tables tables = {g->colliders.centers, g->colliders.geometry};
    g->measure->predict(p->batches, p->pairs, p->count, choice, &tables, rows, (float)seconds);
}

/* How a table of rows changes a gap. */
static float change_of_gap(const batch *at, unsigned lane, const float *table) {
    const float *a = table + at->row_a[lane], *b = table + at->row_b[lane];
    return at->normal_x[lane] * (b[0] - a[0]) + at->normal_y[lane] * (b[1] - a[1])
           + (at->turn_b[lane] * b[2] - at->turn_a[lane] * a[2]);
}

/* Of the size: what comes so near to a line might be taken to touch it. */
static const float CLEAR = 1e-4f;

void contacts_keep_clear(graph *g, double seconds, int substeps, const measure_rows *rows,
                         const measure_choice *choice) {
    float time = (float)seconds, driven = time * (float)substeps;
    for (size_t i = 0; i < choice->bounce_count; ++i) {
        batch *at = &g->batches.batches[choice->bouncing[i]];
        const batch_pairs *pairs = &g->batches.pairs[choice->bouncing[i]];
        for (unsigned lanes = choice->clear[i]; lanes; lanes &= lanes - 1) {
            unsigned lane = bits_lowest(lanes);
            float least = CLEAR * pairs->size[lane];
            float closed = change_of_gap(at, lane, rows->shift)
                           + time * change_of_gap(at, lane, rows->velocity)
                           + driven * change_of_gap(at, lane, rows->drive);
            if (at->gap[lane] < least - closed) at->gap[lane] = least - closed;
        }
    }
}

/* ---- Parting --------------------------------------------------------------------------------- */

bool contacts_part_reserve(graph *g, const measure_choice *choice) {
    size_t count = 0;
    for (size_t i = 0; i < g->batches.count && choice->parting; ++i)
        count += bits_count(choice->parted[i]);
    return near_reserve(g, count)
           && array_reserve(g->memory, &g->found.ids, &g->found.capacity, count,
                            sizeof *g->found.ids);
}

/* Whether both contacts of a pair have parted, if it has two. */
static bool has_parted(const measure_choice *choice, const contact *c) {
    for (int i = 0; i < 2; ++i) {
        uint32_t at = c->at[i];
        if (at != NONE && !(choice->parted[at / BATCH] >> at % BATCH & 1)) return false;
    }
    return !c->touching;
}

/* Leaving a batch moves other lanes, so those that leave are listed first. */
void contacts_part(graph *g, const measure_choice *choice) {
    size_t count = 0;
    for (size_t i = 0; i < g->batches.count && choice->parting; ++i) {
        const batch_pairs *pairs = &g->batches.pairs[i];
        unsigned lanes = choice->parted[i] & pairs->used & ~(unsigned)pairs->second;
        for (; lanes; lanes &= lanes - 1) {
            uint32_t id = pairs->contact[bits_lowest(lanes)];
            if (has_parted(choice, &g->contacts.all[id])) g->found.ids[count++] = id;
        }
    }
    for (size_t i = 0; i < count; ++i) contact_part(g, g->found.ids[i]);
}
