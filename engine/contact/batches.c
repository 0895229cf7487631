/* batches.c: colours and lanes that persist.
 *
 * A contact that becomes active gets the first colour that neither of its bodies has, where only
 * bodies count that contacts can move; it keeps it until it is active no longer. Contacts of one
 * colour that are measured and solved alike share a bucket of batches. A lane that is left is taken
 * by the last of the bucket, so all batches but the first are full. Which lane a contact has cannot
 * change a bit: lanes do not see each other, and within a colour no two push the same body. What
 * has no colour is solved one by one, in the order of keys (contacts.c). */
#include <assert.h>

#include "contact/batches.h"
#include "contact/squeeze.h"
#include "contact/states.h"
#include "core/bits.h"

enum { FULL = (1 << BATCH) - 1 };

/* ---- Colours --------------------------------------------------------------------------------- */

void colour_hold(graph *g, uint32_t id, int second, uint8_t colour, uint8_t sides) {
    contact *c = &g->contacts.all[id];
    c->colour[second] = colour;
    c->holds[second] = sides;
    for (int side = 0; side < 2; ++side)
        if (sides >> side & 1)
            g->bodies.colours[graph_side_body(g, c, side)] |= UINT64_C(1) << colour;
}

void colour_take(graph *g, uint32_t id, int second) {
    const contact *c = &g->contacts.all[id];
    uint64_t used = 0;
    unsigned pushed = 0;
    for (int side = 0; side < 2; ++side) {
        uint32_t index = graph_side_body(g, c, side);
        if (!graph_is_pushed(g, index)) continue;
        used |= g->bodies.colours[index];
        pushed |= 1u << side;
    }
    unsigned colour = ~used ? bits_lowest(~used) : COLOURS;
    bool none = colour >= COLOURS;
    colour_hold(g, id, second, (uint8_t)(none ? COLOURS : colour), (uint8_t)(none ? 0 : pushed));
}

void colour_give(graph *g, uint32_t id, int second) {
    contact *c = &g->contacts.all[id];
    for (int side = 0; side < 2; ++side)
        if (c->holds[second] >> side & 1)
            g->bodies.colours[graph_side_body(g, c, side)] &= ~(UINT64_C(1) << c->colour[second]);
    c->holds[second] = 0;
}

/* ---- Room ------------------------------------------------------------------------------------ */

static bool resize(graph *g, size_t capacity) {
    batch_pool *p = &g->batches;
    if (capacity > (size_t)NONE / BATCH || capacity > SIZE_MAX / sizeof(batch)
        || !aligned_resize(g->memory, &p->block, p->count * sizeof(batch),
                           capacity * sizeof(batch)))
        return false;
    p->batches = aligned_begin(&p->block);
    p->capacity = capacity;
    return true;
}

/* A contact may open a batch of its own only as the first of its bucket. */
static size_t most_new_batches(size_t contacts) {
    size_t full = contacts / BATCH, first = contacts < BUCKETS ? contacts : BUCKETS;
    return full + first;
}

bool batches_reserve(graph *g, size_t contacts) {
    batch_pool *p = &g->batches;
    size_t more = most_new_batches(contacts), needed = p->count + more;
    return (needed <= p->capacity || resize(g, needed + needed / 16))
           && array_reserve(g->memory, &p->sorts, &p->sort_capacity, needed, sizeof *p->sorts)
           && array_reserve(g->memory, &p->pairs, &p->pairs_capacity, needed, sizeof *p->pairs)
           && (!contacts_may_need_extras(g)
               || array_reserve(g->memory, &p->extras, &p->extra_capacity, p->extra_count + more,
                                sizeof *p->extras));
}

void batches_trim(graph *g) {
    batch_pool *p = &g->batches;
    if (p->used == 0) {
        p->count = p->extra_count = p->colours = 0;
        p->free_batch = p->free_extra = NONE;
    }
    size_t ample = p->count + p->count / 16 + 32; /* for what becomes active */
    size_t extras = p->extra_count > 0 ? p->extra_count + ample - p->count : 0;
    if (p->capacity > array_ample(ample)) (void)resize(g, array_trimmed(ample));
    array_trim(g->memory, &p->sorts, &p->sort_capacity, ample, sizeof *p->sorts);
    array_trim(g->memory, &p->pairs, &p->pairs_capacity, ample, sizeof *p->pairs);
    array_trim(g->memory, &p->extras, &p->extra_capacity, extras, sizeof *p->extras);
}

/* ---- Batches --------------------------------------------------------------------------------- */

static uint32_t extra_take(batch_pool *p) {
    ++p->extras_used;
    uint32_t extra = p->free_extra;
    if (extra == NONE) return (uint32_t)p->extra_count++;
    memcpy(&p->free_extra, &p->extras[extra], sizeof p->free_extra);
    return extra;
}

static void extra_leave(batch_pool *p, uint32_t extra) {
    --p->extras_used;
    memcpy(&p->extras[extra], &p->free_extra, sizeof p->free_extra);
    p->free_extra = extra;
}

static bool has_extras(unsigned bucket) {
    return bucket % COLOUR_BUCKETS >= BATCH_KINDS;
}

bool batches_have(const batch_pool *p, batch_kind kind) {
    for (unsigned i = (unsigned)kind; i < p->colours * COLOUR_BUCKETS; i += BATCH_KINDS)
        if (p->first[i] != NONE) return true;
    return false;
}

/* A lane that measures and moves nothing: see COLLIDER_IDLE_A. */
static void empty_lane(batch_pool *p, uint32_t number, int lane) {
    batch *at = &p->batches[number];
    batch_pairs *pairs = &p->pairs[number];
    float *fields = (float *)(void *)at;
    for (size_t i = 0; i < sizeof *at / sizeof *fields / BATCH; ++i)
        fields[i * BATCH + (size_t)lane] = 0;
    at->row_a[lane] = at->row_b[lane] = 0;
    at->normal_x[lane] = 1;
    at->gap[lane] = FAR_APART;
    pairs->a[lane] = COLLIDER_IDLE_A;
    pairs->b[lane] = COLLIDER_IDLE_B;
    pairs->contact[lane] = NONE;
    pairs->size[lane] = 1;
    uint8_t others = (uint8_t) ~(1u << lane);
    pairs->used &= others;
    pairs->second &= others;
    pairs->grounded &= others;
    pairs->uneven &= others;
    pairs->squeezed &= others;
    pairs->touching &= others;
    pairs->unsure &= others;
    pairs->turned &= others;
}

static uint32_t batch_open(batch_pool *p, unsigned bucket) {
    static const batch_extra no_extra;
    uint32_t number = p->free_batch;
    if (number == NONE)
        number = (uint32_t)p->count++;
    else
        p->free_batch = p->pairs[number].next;
    assert(p->count <= p->capacity);
    batch_kind kind = (batch_kind)(bucket % BATCH_KINDS);
    batch_pairs pairs = {
        .next = p->first[bucket], .bucket = (uint16_t)bucket, .kind = (uint8_t)kind};
    p->pairs[number] = pairs;
    p->first[bucket] = number;
    p->sorts[number] = kind == BATCH_ROUND ? SORT_ROUND : SORT_PLAIN;
    if (has_extras(bucket)) {
        p->sorts[number] = (batch_sort)extra_take(p);
        p->extras[p->sorts[number]] = no_extra;
    }
    for (int lane = 0; lane < BATCH; ++lane) empty_lane(p, number, lane);
    unsigned colour = bucket / COLOUR_BUCKETS;
    if (colour >= p->colours) p->colours = colour + 1;
    ++p->used;
    return number;
}

/* The first of its bucket, when it is empty. */
static void batch_close(batch_pool *p, uint32_t number) {
    assert(p->first[p->pairs[number].bucket] == number);
    p->first[p->pairs[number].bucket] = p->pairs[number].next;
    if (p->sorts[number] >= 0) extra_leave(p, (uint32_t)p->sorts[number]);
    p->pairs[number].next = p->free_batch;
    p->free_batch = number;
    --p->used;
}

/* ---- Lanes ----------------------------------------------------------------------------------- */

static unsigned bucket_of(const graph *g, const contact *c, int second) {
    unsigned bucket = c->colour[second] * (unsigned)COLOUR_BUCKETS + c->kind;
    return contact_needs_extra(g, c) ? bucket + BATCH_KINDS : bucket;
}

static float inverse(float sum) {
    return sum >= 1e-37f ? 1 / sum : 0;
}

/* What stays as long as two circles about their bodies' centres have a lane: arms and masses. */
static void fill_round(batch *at, batch_pairs *pairs, int lane, const collider_geometry *a,
                       const collider_geometry *b) {
    float slip_a = a->radius_x * a->inverse_gyration, slip_b = -(b->radius_x * b->inverse_gyration);
    pairs->size[lane] = a->radius_x + b->radius_x;
    at->slip_a[lane] = slip_a;
    at->slip_b[lane] = slip_b;
    at->mass[lane] = inverse(a->inverse_mass + b->inverse_mass);
    at->slip_mass[lane] =
        inverse(a->inverse_mass * (1 + slip_a * slip_a) + b->inverse_mass * (1 + slip_b * slip_b));
}

/* Shapes without a radius of their own roll on the other's. */
static float rolling_radius(const collider_geometry *a, const collider_geometry *b) {
    float radius_a = a->radius_x > a->radius_y ? a->radius_x : a->radius_y;
    float radius_b = b->radius_x > b->radius_y ? b->radius_x : b->radius_y;
    if (!(radius_a > 0)) return radius_b;
    return radius_b > 0 && radius_b < radius_a ? radius_b : radius_a;
}

/* A restitution too small to change a speed: lanes see by it that a contact bounces which does so
 * along the tangent alone. */
static const float HARDLY = 1e-30f;

static void fill_extra(const graph *g, const contact *c, batch_extra *extra, int lane,
                       const collider_geometry *a, const collider_geometry *b) {
    const collider_surface *on_a =
        &graph_template(g, g->colliders.records[c->collider[0]].made)->surface;
    const collider_surface *on_b =
        &graph_template(g, g->colliders.records[c->collider[1]].made)->surface;
    float turns = a->inverse_mass * a->inverse_gyration * a->inverse_gyration
                  + b->inverse_mass * b->inverse_gyration * b->inverse_gyration;
    float rolling =
        (on_a->rolling > on_b->rolling ? on_a->rolling : on_b->rolling) * rolling_radius(a, b);
    float restitution = (float)contact_restitution(g, c);
    extra->restitution[lane] = restitution > 0 || !contact_bounces(g, c) ? restitution : HARDLY;
    extra->belt[lane] = on_a->belt + on_b->belt;
    extra->rolling[lane] = rolling < 1e30f ? rolling : 1e30f;
    extra->spin_a[lane] = a->inverse_gyration;
    extra->spin_b[lane] = b->inverse_gyration;
    extra->roll_mass[lane] = inverse(turns);
    extra->hollow[lane] = 0;
}

/* Of two that contacts move. */
static bool is_uneven(float a, float b) {
    return a > 0 && b > 0 && (UNEVEN * a <= b || UNEVEN * b <= a);
}

void lane_put(graph *g, uint32_t id, int second, const lane_state *state) {
    batch_pool *p = &g->batches;
    contact *c = &g->contacts.all[id];
    unsigned bucket = bucket_of(g, c, second);
    uint32_t number = p->first[bucket];
    if (number == NONE || p->pairs[number].used == FULL) number = batch_open(p, bucket);
    int lane = (int)bits_lowest(~(uint64_t)p->pairs[number].used);
    batch *at = &p->batches[number];
    batch_pairs *pairs = &p->pairs[number];
    uint32_t side[2] = {g->colliders.records[c->collider[0]].index,
                        g->colliders.records[c->collider[1]].index};
    const collider_geometry *a = &g->colliders.geometry[side[0]];
    const collider_geometry *b = &g->colliders.geometry[side[1]];
    uint32_t body_a = g->colliders.sims[side[0]].body, body_b = g->colliders.sims[side[1]].body;
    float size_a = g->bodies.sims[body_a].size, size_b = g->bodies.sims[body_b].size;
    uint8_t bit = (uint8_t)(1u << lane);
    c->at[second] = number * BATCH + (uint32_t)lane;
    pairs->a[lane] = side[0];
    pairs->b[lane] = side[1];
    pairs->contact[lane] = id;
    pairs->size[lane] = size_a < size_b ? size_a : size_b;
    pairs->used |= bit;
    if (second) pairs->second |= bit;
    if (body_a >= g->bodies.movers || body_b >= g->bodies.movers) pairs->grounded |= bit;
    if (is_uneven(a->inverse_mass, b->inverse_mass)) pairs->uneven |= bit;
    if (state->touching) pairs->touching |= bit;
    if (state->squeezed) {
        pairs->squeezed |= bit;
        p->any_squeezed = true;
    }
    at->row_a[lane] = 4 * graph_row(g, body_a);
    at->row_b[lane] = 4 * graph_row(g, body_b);
    at->normal_x[lane] = state->normal_x;
    at->normal_y[lane] = state->normal_y;
    at->push[lane] = state->push;
    at->drag[lane] = state->drag;
    at->friction[lane] = (float)contact_friction(g, c);
    if (pairs->kind == BATCH_ROUND) fill_round(at, pairs, lane, a, b);
    if (p->sorts[number] < 0) {
        ++p->lanes;
        return;
    }
    fill_extra(g, c, &p->extras[p->sorts[number]], lane, a, b);
    p->extras[p->sorts[number]].roll[lane] = state->roll;
    ++p->lanes;
}

static lane_state look(const batch_pool *p, uint32_t at) {
    uint32_t number = at / BATCH, lane = at % BATCH;
    const batch *in = &p->batches[number];
    lane_state state = {in->normal_x[lane],
                        in->normal_y[lane],
                        in->push[lane],
                        in->drag[lane],
                        0,
                        p->pairs[number].touching >> lane & 1,
                        p->pairs[number].squeezed >> lane & 1};
    if (p->sorts[number] >= 0) state.roll = p->extras[p->sorts[number]].roll[lane];
    return state;
}

lane_state lane_look(const graph *g, uint32_t id, int second) {
    return look(&g->batches, g->contacts.all[id].at[second]);
}

static void copy_fields(void *to, uint32_t to_lane, const void *from, uint32_t from_lane,
                        size_t size) {
    float *into = to;
    const float *out_of = from;
    for (size_t i = 0; i < size / sizeof(float); i += BATCH)
        memcpy(&into[i + to_lane], &out_of[i + from_lane], sizeof(float));
}

static void copy_bit(uint8_t *to, uint32_t to_lane, uint8_t from, uint32_t from_lane) {
    *to = (uint8_t)((*to & ~(1u << to_lane)) | ((unsigned)from >> from_lane & 1u) << to_lane);
}

/* All that one lane of a bucket holds, of one pool, to one that is empty. */
static void lane_copy(graph *g, uint32_t to, const batch_pool *old, uint32_t from) {
    batch_pool *p = &g->batches;
    uint32_t into = to / BATCH, a = to % BATCH, out_of = from / BATCH, b = from % BATCH;
    batch_pairs *pairs = &p->pairs[into];
    const batch_pairs *was = &old->pairs[out_of];
    copy_fields(&p->batches[into], a, &old->batches[out_of], b, sizeof(batch));
    if (p->sorts[into] >= 0)
        copy_fields(&p->extras[p->sorts[into]], a, &old->extras[old->sorts[out_of]], b,
                    sizeof(batch_extra));
    pairs->a[a] = was->a[b];
    pairs->b[a] = was->b[b];
    pairs->contact[a] = was->contact[b];
    pairs->size[a] = was->size[b];
    copy_bit(&pairs->used, a, was->used, b);
    copy_bit(&pairs->second, a, was->second, b);
    copy_bit(&pairs->grounded, a, was->grounded, b);
    copy_bit(&pairs->uneven, a, was->uneven, b);
    copy_bit(&pairs->squeezed, a, was->squeezed, b);
    copy_bit(&pairs->touching, a, was->touching, b);
    copy_bit(&pairs->unsure, a, was->unsure, b);
    copy_bit(&pairs->turned, a, was->turned, b);
    g->contacts.all[pairs->contact[a]].at[pairs->second >> a & 1] = to;
}

lane_state lane_take(graph *g, uint32_t id, int second) {
    batch_pool *p = &g->batches;
    uint32_t at = g->contacts.all[id].at[second], number = at / BATCH;
    lane_state state = look(p, at);
    uint32_t donor = p->first[p->pairs[number].bucket];
    unsigned highest = BATCH - 1;
    while (!(p->pairs[donor].used >> highest & 1)) --highest;
    uint32_t last = donor * BATCH + highest;
    if (last != at) lane_copy(g, at, p, last);
    empty_lane(p, donor, (int)highest);
    if (!p->pairs[donor].used) batch_close(p, donor);
    --p->lanes;
    return state;
}

/* ---- Order in memory ------------------------------------------------------------------------- */

/* From the lane of an old pool into the new one. */
static void lay_lane(graph *g, const batch_pool *old, uint32_t from) {
    batch_pool *p = &g->batches;
    unsigned bucket = old->pairs[from / BATCH].bucket;
    uint32_t number = p->first[bucket];
    if (number == NONE || p->pairs[number].used == FULL) number = batch_open(p, bucket);
    lane_copy(g, number * BATCH + bits_lowest(~(uint64_t)p->pairs[number].used), old, from);
    ++p->lanes;
}

/* Lanes of the contacts of which a body has the lower row, or the only one. */
static void lay_body(graph *g, const batch_pool *old, uint32_t index) {
    uint32_t edge = graph_body_at(g, index)->first_edge;
    for (; edge != NONE; edge = edge_next(g, edge)) {
        const contact *c = edge_contact(g, edge);
        uint32_t other = graph_row(g, graph_side_body(g, c, 1 - (int)(edge % 2)));
        if (c->state != CONTACT_ACTIVE || (other != 0 && other < graph_row(g, index))) continue;
        for (int i = 0; i < 2; ++i)
            if (c->at[i] != NONE) lay_lane(g, old, c->at[i]);
    }
}

static void pool_free(graph *g, batch_pool *p) {
    aligned_free(g->memory, &p->block);
    array_free(g->memory, &p->sorts, &p->sort_capacity, sizeof *p->sorts);
    array_free(g->memory, &p->pairs, &p->pairs_capacity, sizeof *p->pairs);
    array_free(g->memory, &p->extras, &p->extra_capacity, sizeof *p->extras);
}

bool batches_reorder(graph *g) {
    static const batch_pool empty;
    batch_pool old = g->batches;
    g->batches = empty;
    g->batches.free_batch = g->batches.free_extra = NONE;
    g->batches.any_squeezed = old.any_squeezed;
    for (int i = 0; i < BUCKETS; ++i) g->batches.first[i] = NONE;
    if (!batches_reserve(g, old.lanes)) {
        pool_free(g, &g->batches);
        g->batches = old;
        return false;
    }
    for (uint32_t index = 0; index < g->bodies.movers; ++index) lay_body(g, &old, index);
    assert(g->batches.lanes == old.lanes);
    pool_free(g, &old);
    return true;
}
