/* batching.c: from pairs that are near each other to contacts in batches.
 *
 * Each contact gets the first colour that neither of its two bodies has, where only bodies that
 * contacts can move count; so those of one colour share no body, and eight of them make a batch.
 * Within a colour, batches are of one kind, with or without extras. Pairs come in the order of the
 * grid and keep it within their batches. What remains when a body has used all colours up goes one
 * contact to the batch. */
#include "core/array.h"
#include "narrow/pair.h"
#include "shape/kind.h"
#include "world/world.h"

enum {
    COLOURS = 63, /* and one more for what has none */
    BUCKETS = (COLOURS + 1) * 2 * BATCH_KINDS,
    RICH = BATCH_KINDS /* added to a bucket within its colour */
};

/* A contact to be. */
typedef struct staged {
    uint32_t a, b; /* ranks of colliders, in their order */
    uint32_t recalled;
    uint16_t bucket;
    bool second;
} staged;

typedef struct stage {
    evo_world *world;
    uint64_t *used; /* colours, by rank of mover */
    staged *contacts;
    size_t count;
    uint32_t counts[BUCKETS];
    uint32_t begins[BUCKETS]; /* first batch */
    uint32_t extras[BUCKETS]; /* first extra */
} stage;

/* ---- What becomes of a pair ------------------------------------------------------------------ */

static bool filters_meet(evo_filter a, evo_filter b) {
    if (a.group != 0 && a.group == b.group) return a.group > 0;
    evo_filter everything = {1, 0xffffffffu, 0};
    if (a.category == 0 && a.mask == 0) a = everything;
    if (b.category == 0 && b.mask == 0) b = everything;
    return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}

static bool pair_meets(const evo_world *world, const collider_link *a, const collider_link *b) {
    if (a->body == b->body) return false;
    bool sensor = a->sensor || b->sensor;
    if (a->sensor && b->sensor) return false;
    if (!sensor && world->traits[a->body].inverse_mass == 0
        && world->traits[b->body].inverse_mass == 0)
        return false;
    if (a->plain_filter && b->plain_filter) return true;
    return filters_meet(world->colliders[a->slot].filter, world->colliders[b->slot].filter);
}

static batch_kind kind_of_pair(const evo_world *world, const collider_link *a,
                               const collider_link *b) {
    bool oval_a = a->kind == EVO_CIRCLE || a->kind == EVO_ELLIPSE;
    bool oval_b = b->kind == EVO_CIRCLE || b->kind == EVO_ELLIPSE;
    if (oval_a && b->kind == EVO_SEGMENT) return BATCH_LINE;
    if (!oval_a || !oval_b) return BATCH_OTHER;
    bool round_a = a->kind == EVO_CIRCLE && (a->centered || a->body >= world->movers);
    bool round_b = b->kind == EVO_CIRCLE && (b->centered || b->body >= world->movers);
    return round_a && round_b ? BATCH_ROUND : BATCH_OVAL;
}

static bool is_rich(const evo_world *world, const collider_link *a, const collider_link *b) {
    const evo_material *m = &world->colliders[a->slot].material;
    const evo_material *n = &world->colliders[b->slot].material;
    return m->restitution > 0 || n->restitution > 0 || m->rolling_resistance > 0
           || n->rolling_resistance > 0 || m->surface_speed != 0 || n->surface_speed != 0
           || world->config.mix_restitution || world->config.impact_speed < INFINITY;
}

/* Whether contacts change the body's velocity, so that it can be in one batch but once. */
static bool is_moved(const evo_world *world, const collider_link *link) {
    return link->body < world->movers && world->traits[link->body].inverse_mass > 0;
}

static unsigned first_colour(stage *s, const collider_link *a, const collider_link *b) {
    bool moved_a = is_moved(s->world, a), moved_b = is_moved(s->world, b);
    uint64_t used = (moved_a ? s->used[a->body] : 0) | (moved_b ? s->used[b->body] : 0);
    unsigned colour = 0;
#if defined(__GNUC__)
    colour = ~used ? (unsigned)__builtin_ctzll(~used) : COLOURS;
#else
    while (colour < COLOURS && (used >> colour & 1)) ++colour;
#endif
    if (colour >= COLOURS) return COLOURS;
    if (moved_a) s->used[a->body] |= UINT64_C(1) << colour;
    if (moved_b) s->used[b->body] |= UINT64_C(1) << colour;
    return colour;
}

static void stage_contact(stage *s, uint32_t a, uint32_t b, unsigned in_colour, bool second) {
    const evo_world *world = s->world;
    const collider_link *link_a = &world->links[a], *link_b = &world->links[b];
    unsigned colour = first_colour(s, link_a, link_b);
    unsigned bucket = colour * 2 * BATCH_KINDS + in_colour;
    recalled *known = recall_find(world, link_a->slot, link_b->slot, second);
    staged made = {a, b, known ? (uint32_t)(known - world->recall) : NOBODY, (uint16_t)bucket,
                      second};
    s->contacts[s->count++] = made;
    ++s->counts[bucket];
}

/* Colliders of a pair always stand in the same order: by kind, then by slot. */
static bool in_order(const collider_link *a, const collider_link *b) {
    return a->kind != b->kind ? a->kind < b->kind : a->slot < b->slot;
}

static void stage_sensor(stage *s, uint32_t a, uint32_t b) {
    evo_world *world = s->world;
    recalled *known = recall_find(world, world->links[a].slot, world->links[b].slot, false);
    sensor_pair pair = {a, b, known ? (uint32_t)(known - world->recall) : NOBODY,
                        known && known->touching};
    world->sensors[world->sensor_pairs.count++] = pair;
}

static bool stage_pair(stage *s, near_pair pair) {
    evo_world *world = s->world;
    const collider_link *link_a = &world->links[pair.a], *link_b = &world->links[pair.b];
    if (!pair_meets(world, link_a, link_b)) return true;
    bool swap = !in_order(link_a, link_b);
    uint32_t a = swap ? pair.b : pair.a, b = swap ? pair.a : pair.b;
    link_a = &world->links[a];
    link_b = &world->links[b];
    if (link_a->sensor || link_b->sensor) {
        if (!array_reserve(&world->memory, &world->sensors, &world->sensor_pairs.capacity,
                           world->sensor_pairs.count + 1, sizeof *world->sensors))
            return false;
        stage_sensor(s, a, b);
        return true;
    }
    if (link_a->kind == EVO_SEGMENT && link_b->kind == EVO_SEGMENT) return true;
    batch_kind kind = kind_of_pair(world, link_a, link_b);
    unsigned in_colour = (unsigned)kind + (is_rich(world, link_a, link_b) ? RICH : 0);
    stage_contact(s, a, b, in_colour, false);
    if (link_a->kind == EVO_RING || link_b->kind == EVO_RING)
        stage_contact(s, a, b, in_colour, true);
    return true;
}

static bool stage_all(stage *s) {
    evo_world *world = s->world;
    world->sensor_pairs.count = 0;
    for (size_t i = 0; i < world->near.count; ++i)
        if (!stage_pair(s, world->near.items[i])) return false;
    return true;
}

/* ---- Batches --------------------------------------------------------------------------------- */

static bool is_overflow(size_t bucket) {
    return bucket / (2 * BATCH_KINDS) == COLOURS;
}

static bool number_batches(stage *s) {
    evo_world *world = s->world;
    size_t batches = 0, extras = 0;
    for (size_t i = 0; i < BUCKETS; ++i) {
        size_t here = is_overflow(i) ? s->counts[i] : (s->counts[i] + BATCH - 1) / BATCH;
        s->begins[i] = (uint32_t)batches;
        s->extras[i] = (uint32_t)extras;
        batches += here;
        if (i % (2 * BATCH_KINDS) >= RICH) extras += here;
    }
    const evo_allocator *memory = &world->memory;
    if (!array_reserve(memory, &world->batches, &world->batch_capacity, batches,
                       sizeof *world->batches)
        || !array_reserve(memory, &world->pairs, &world->pairs_capacity, batches,
                          sizeof *world->pairs)
        || !array_reserve(memory, &world->extras, &world->extra_capacity, extras,
                          sizeof *world->extras))
        return false;
    world->batch_count = batches;
    world->extra_count = extras;
    return true;
}

static uint32_t row_of(const evo_world *world, const collider_link *link) {
    return link->body < world->movers ? 4 * (link->body + 1) : 0;
}

static double mix(double (*rule)(double, double), double a, double b, double otherwise) {
    double mixed = rule ? rule(a, b) : otherwise;
    return mixed >= 0 && mixed <= 1e30 ? mixed : otherwise;
}

/* Lever arms and masses of two circles about their bodies' centres, once and for all. */
static void fill_round(const evo_world *world, batch *at, batch_pairs *pairs, int lane) {
    const collider_form *a = &world->forms[pairs->a[lane]], *b = &world->forms[pairs->b[lane]];
    float slip_a = a->radius_x * a->inverse_gyration, slip_b = -b->radius_x * b->inverse_gyration;
    float yields = a->inverse_mass + b->inverse_mass;
    float slips = a->inverse_mass * (1 + slip_a * slip_a) + b->inverse_mass * (1 + slip_b * slip_b);
    pairs->size[lane] = a->radius_x + b->radius_x;
    at->slip_a[lane] = slip_a;
    at->slip_b[lane] = slip_b;
    at->mass[lane] = yields > 0 ? 1 / yields : 0;
    at->slip_mass[lane] = slips > 0 ? 1 / slips : 0;
}

/* A direction of its own for two circles on the same spot. */
static void fill_any_normal(const evo_world *world, batch *at, const batch_pairs *pairs, int lane) {
    uint32_t mixed = world->links[pairs->a[lane]].slot * 2654435761u
                     + world->links[pairs->b[lane]].slot * 2246822519u;
    evo_vec2 normal = evo_direction((double)(mixed >> 16) * 1e-4);
    at->normal_x[lane] = (float)normal.x;
    at->normal_y[lane] = (float)normal.y;
}

static void fill_extra(const evo_world *world, batch_extra *extra, const batch_pairs *pairs,
                       int lane) {
    const collider_link *a = &world->links[pairs->a[lane]], *b = &world->links[pairs->b[lane]];
    const evo_material *m = &world->colliders[a->slot].material;
    const evo_material *n = &world->colliders[b->slot].material;
    const body_trait *trait_a = &world->traits[a->body], *trait_b = &world->traits[b->body];
    double restitution = mix(world->config.mix_restitution, m->restitution, n->restitution,
                             fmax(m->restitution, n->restitution));
    double radius = fmin((double)a->reach, (double)b->reach);
    extra->restitution[lane] = (float)fmin(restitution, 1);
    extra->belt[lane] = (float)(m->surface_speed + n->surface_speed);
    extra->rolling[lane] = (float)(fmax(m->rolling_resistance, n->rolling_resistance) * radius);
    extra->spin_a[lane] = trait_a->inverse_gyration;
    extra->spin_b[lane] = trait_b->inverse_gyration;
    float turns = trait_a->inverse_mass * trait_a->inverse_gyration * trait_a->inverse_gyration
                  + trait_b->inverse_mass * trait_b->inverse_gyration * trait_b->inverse_gyration;
    extra->roll_mass[lane] = turns > 0 ? 1 / turns : 0;
}

/* Whether a new contact has to be searched for everywhere: its shapes are already in each other. */
static bool begins_deep(const evo_world *world, const batch_pairs *pairs, int lane) {
    contact_side side_a, side_b;
    contact_sides(world, pairs->a[lane], pairs->b[lane], &side_a, &side_b);
    return pair_overlaps(&side_a.at, &side_b.at);
}

static void fill_lane(stage *s, const staged *made, size_t number, int lane) {
    evo_world *world = s->world;
    batch *at = &world->batches[number];
    batch_pairs *pairs = &world->pairs[number];
    const collider_link *a = &world->links[made->a], *b = &world->links[made->b];
    const evo_material *m = &world->colliders[a->slot].material;
    const evo_material *n = &world->colliders[b->slot].material;
    uint8_t bit = (uint8_t)(1u << lane);
    pairs->a[lane] = made->a;
    pairs->b[lane] = made->b;
    pairs->size[lane] = fminf(world->traits[a->body].size, world->traits[b->body].size);
    pairs->used |= bit;
    if (made->second) pairs->second |= bit;
    at->row_a[lane] = row_of(world, a);
    at->row_b[lane] = row_of(world, b);
    at->friction[lane] = (float)mix(world->config.mix_friction, m->friction, n->friction,
                                    sqrt(m->friction * n->friction));
    if (at->kind == BATCH_ROUND) fill_round(world, at, pairs, lane);
    if (at->extra != NO_EXTRA) fill_extra(world, &world->extras[at->extra], pairs, lane);
    if (made->recalled != NOBODY) {
        recalled *known = &world->recall[made->recalled];
        known->taken = true;
        at->normal_x[lane] = known->normal_x;
        at->normal_y[lane] = known->normal_y;
        at->push[lane] = known->push;
        at->drag[lane] = known->drag;
        if (at->extra != NO_EXTRA) world->extras[at->extra].roll[lane] = known->roll;
        if (known->touching) pairs->touching |= bit;
    } else if (at->kind == BATCH_ROUND) {
        fill_any_normal(world, at, pairs, lane);
    } else if (at->kind == BATCH_OVAL && begins_deep(world, pairs, lane)) {
        pairs->fresh |= bit;
    }
}

static void add_other(evo_world *world, const staged *made, uint32_t place) {
    if (made->second) {
        world->others[world->other_pairs.count - 1].second = place;
        return;
    }
    other_pair pair = {made->a, made->b, place, NOBODY,
                       world->pairs[place / BATCH].touching >> (place % BATCH) & 1};
    world->others[world->other_pairs.count++] = pair;
}

/* Lanes that are left over in a batch measure what its first does, and move nothing. */
static void fill_up(evo_world *world) {
    for (size_t i = 0; i < world->batch_count; ++i) {
        batch *at = &world->batches[i];
        batch_pairs *pairs = &world->pairs[i];
        for (int lane = 1; lane < BATCH; ++lane) {
            if (pairs->used >> lane & 1) continue;
            pairs->a[lane] = pairs->a[0];
            pairs->b[lane] = pairs->b[0];
            pairs->size[lane] = pairs->size[0];
            at->normal_x[lane] = at->normal_x[0];
            at->normal_y[lane] = at->normal_y[0];
        }
    }
}

static void fill_batches(stage *s) {
    evo_world *world = s->world;
    world->other_pairs.count = 0;
    memset(world->batches, 0, world->batch_count * sizeof *world->batches);
    memset(world->pairs, 0, world->batch_count * sizeof *world->pairs);
    memset(world->extras, 0, world->extra_count * sizeof *world->extras);
    uint32_t filled[BUCKETS] = {0};
    for (size_t i = 0; i < s->count; ++i) {
        const staged *made = &s->contacts[i];
        size_t bucket = made->bucket;
        uint32_t order = filled[bucket]++;
        uint32_t in_bucket = is_overflow(bucket) ? order : order / BATCH;
        int lane = is_overflow(bucket) ? 0 : (int)(order % BATCH);
        uint32_t number = s->begins[bucket] + in_bucket;
        unsigned in_colour = (unsigned)(bucket % (2 * BATCH_KINDS));
        batch *at = &world->batches[number];
        if (lane == 0) {
            at->kind = (int32_t)(in_colour % RICH);
            at->extra = in_colour >= RICH ? (int32_t)(s->extras[bucket] + in_bucket) : NO_EXTRA;
        }
        fill_lane(s, made, number, lane);
        if (at->kind == BATCH_OTHER)
            add_other(world, made, number * BATCH + (uint32_t)lane);
    }
    for (size_t i = 0; i < world->sensor_pairs.count; ++i)
        if (world->sensors[i].recalled != NOBODY)
            world->recall[world->sensors[i].recalled].taken = true;
    fill_up(world);
}

/* A pair with a ring makes two contacts. */
static size_t most_contacts(const evo_world *world) {
    size_t most = world->near.count;
    for (size_t i = 0; i < world->near.count; ++i)
        most += world->links[world->near.items[i].a].kind == EVO_RING
                || world->links[world->near.items[i].b].kind == EVO_RING;
    return most;
}

static size_t count_others(const stage *s) {
    size_t count = 0;
    for (size_t i = BATCH_OTHER; i < BUCKETS; i += BATCH_KINDS) count += s->counts[i];
    return count;
}

bool batching(evo_world *world) {
    size_t most = most_contacts(world), masks = (world->movers + 1) * sizeof(uint64_t);
    stage s = {.world = world};
    s.used = scratch_reserve(world, masks + most * sizeof(staged));
    if (!s.used) return false;
    memset(s.used, 0, masks);
    s.contacts = (staged *)(void *)(s.used + world->movers + 1);
    if (!stage_all(&s) || !number_batches(&s) || !touch_reserve(world, world->recalls.count)
        || !array_reserve(&world->memory, &world->others, &world->other_pairs.capacity,
                          count_others(&s), sizeof *world->others))
        return false;
    /* From here on nothing can fail, and what is recalled may be taken. */
    fill_batches(&s);
    world->contact_count = s.count;
    recall_settle(world);
    world->standing = true;
    return true;
}
