/* batching.c: from pairs that are near each other to contacts in batches.
 *
 * Each contact gets the first colour that neither of its two bodies has, where only bodies that
 * contacts can move count; so those of one colour share no body, and eight of them make a batch.
 * Pairs come in the order of the grid, and are taken a block at a time: the batches of a block
 * stand together, colour after colour, so that the solver has done with some neighbourhood before
 * it goes to the next, and finds its bodies where it left them. Within a colour, batches are of one
 * kind, with or without extras. What remains when a body has used all colours up goes one contact
 * to the batch. */
#include "core/array.h"
#include "core/bits.h"
#include "narrow/pair.h"
#include "shape/kind.h"
#include "world/world.h"

/* Contacts of one colour that may share a batch share a bucket. Within the colour buckets go by
 * kind, with WITH_EXTRA added for those with extras and UNLIKELY for those that will hardly push
 * soon: a batch where none does is left out of a step. */
enum {
    COLOURS = 63, /* and one more for what has none */
    WITH_EXTRA = BATCH_KINDS,
    UNLIKELY = 2 * BATCH_KINDS,
    COLOUR_BUCKETS = 4 * BATCH_KINDS,
    BUCKETS = (COLOURS + 1) * COLOUR_BUCKETS
};

/* Contacts whose bodies' rows fit into a small cache together. */
enum { BLOCK = 4096 };

/* A contact to be, besides its pair. */
typedef struct staged {
    uint32_t recalled;
    uint16_t bucket;
    bool second;
} staged;

/* What is in scratch while contacts are set up. */
typedef struct stage {
    evo_world *world;
    near_pair *pairs; /* of the contacts; behind them, those that have yet to become some */
    staged *contacts;
    uint64_t *used; /* colours, by rank of mover */
    size_t count, other_count;
    double seconds, fall; /* fall: the speed that gravity may add while pairs stand */
    /* Of the block in hand: */
    size_t begin, end;           /* contacts */
    size_t batch_end, extra_end; /* of all batches so far */
    unsigned buckets;            /* of the colours in use; what follows is there for these alone */
    uint32_t counts[BUCKETS];
    uint32_t begins[BUCKETS]; /* first batch */
    uint32_t extras[BUCKETS]; /* first extra */
    uint32_t filled[BUCKETS];
} stage;

/* ---- What becomes of a pair ------------------------------------------------------------------ */

static bool pair_meets(const evo_world *world, const collider_link *a, const collider_link *b) {
    if (a->body == b->body) return false;
    bool sensor = a->sensor || b->sensor;
    if (a->sensor && b->sensor) return false;
    if (!sensor && world->traits[a->body].inverse_mass == 0
        && world->traits[b->body].inverse_mass == 0)
        return false;
    const collider_make *make_a = make_of(world, a->make), *make_b = make_of(world, b->make);
    if (make_a->plain_filter && make_b->plain_filter) return true;
    return filters_meet(make_a->key.filter, make_b->key.filter);
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

static bool needs_extra(const evo_world *world, const collider_link *a, const collider_link *b) {
    bool plain = make_of(world, a->make)->plain_skin && make_of(world, b->make)->plain_skin;
    return !plain || world->config.mix_restitution || world->config.impact_speed < INFINITY;
}

/* Whether contacts change the body's velocity, so that it can be in one batch but once. */
static bool is_moved(const evo_world *world, const collider_link *link) {
    return link->body < world->movers && world->traits[link->body].inverse_mass > 0;
}

static unsigned first_colour(stage *s, const collider_link *a, const collider_link *b) {
    bool moved_a = is_moved(s->world, a), moved_b = is_moved(s->world, b);
    uint64_t used = (moved_a ? s->used[a->body] : 0) | (moved_b ? s->used[b->body] : 0);
    unsigned colour = ~used ? bits_lowest(~used) : COLOURS;
    if (colour >= COLOURS) return COLOURS;
    if (moved_a) s->used[a->body] |= UINT64_C(1) << colour;
    if (moved_b) s->used[b->body] |= UINT64_C(1) << colour;
    return colour;
}

/* Steps that the pairs may stand for, as a guess. */
static const double SOON = 4;

/* Whether a contact may push before the pairs are found again. */
static bool is_likely(const stage *s, uint32_t a, uint32_t b, const recalled *known,
                      batch_kind kind) {
    const evo_world *world = s->world;
    if (known && (known->touching || known->push > 0)) return true;
    if (kind != BATCH_ROUND) return true;
    const collider_link *link_a = &world->links[a], *link_b = &world->links[b];
    evo_vec2 way = vec_sub(world->centers[b], world->centers[a]);
    evo_vec2 speed =
        vec_sub(world->motions[link_b->body].velocity, world->motions[link_a->body].velocity);
    /* All times the reach: that saves a division. */
    double reach = (double)world->forms[a].radius_x + (double)world->forms[b].radius_x;
    double closing = least_of(vec_dot(way, speed), 0) - s->fall * reach;
    double soon = reach * reach * (1 + (double)NEAR) - closing * s->seconds * SOON;
    return vec_dot(way, way) * reach * reach < soon * soon;
}

static void stage_contact(stage *s, uint32_t a, uint32_t b, batch_kind kind, bool second) {
    const evo_world *world = s->world;
    const collider_link *link_a = &world->links[a], *link_b = &world->links[b];
    recalled *known = recall_find(world, link_a->slot, link_b->slot, second);
    unsigned colour = first_colour(s, link_a, link_b);
    unsigned bucket = colour * COLOUR_BUCKETS + (unsigned)kind;
    if (needs_extra(world, link_a, link_b)) bucket += WITH_EXTRA;
    if (!is_likely(s, a, b, known, kind)) bucket += UNLIKELY;
    if (s->buckets <= bucket) s->buckets = (colour + 1) * COLOUR_BUCKETS;
    near_pair pair = {a, b};
    staged made = {known ? (uint32_t)(known - world->recall) : NOBODY, (uint16_t)bucket, second};
    s->pairs[s->count] = pair;
    s->contacts[s->count++] = made;
    s->other_count += kind == BATCH_OTHER;
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
    stage_contact(s, a, b, kind, false);
    if (link_a->kind == EVO_RING || link_b->kind == EVO_RING) stage_contact(s, a, b, kind, true);
    return true;
}

static bool has_ring(const evo_world *world, near_pair pair) {
    return world->links[pair.a].kind == EVO_RING || world->links[pair.b].kind == EVO_RING;
}

/* A pair with a ring makes two contacts. The others stand that much farther on, so that contacts
 * never catch up with pairs. */
static bool stage_begin(stage *s, size_t near_count) {
    evo_world *world = s->world;
    size_t rings = 0, movers = world->movers + 1;
    for (size_t i = 0; i < near_count; ++i) rings += has_ring(world, world->scratch[i]);
    size_t most = near_count + rings;
    size_t room = most * (sizeof(near_pair) + sizeof(staged)) + movers * sizeof(uint64_t);
    s->pairs = scratch_reserve(world, room);
    if (!s->pairs) return false;
    if (rings > 0) memmove(s->pairs + rings, s->pairs, near_count * sizeof *s->pairs);
    s->contacts = (staged *)(void *)(s->pairs + most);
    s->used = (uint64_t *)(void *)(s->contacts + most);
    memset(s->used, 0, movers * sizeof *s->used);
    s->count = s->other_count = s->buckets = 0;
    world->sensor_pairs.count = 0;
    for (size_t i = rings; i < most; ++i)
        if (!stage_pair(s, s->pairs[i])) return false;
    return true;
}

static bool has_extras(size_t bucket) {
    return bucket % UNLIKELY >= WITH_EXTRA;
}

/* ---- Batches --------------------------------------------------------------------------------- */

static bool is_overflow(size_t bucket) {
    return bucket / COLOUR_BUCKETS == COLOURS;
}

/* Counts the contacts of a block by buckets, and numbers their batches on from those before. */
static void number_block(stage *s, size_t begin) {
    s->begin = begin;
    s->end = begin + BLOCK < s->count ? begin + BLOCK : s->count;
    memset(s->counts, 0, s->buckets * sizeof *s->counts);
    memset(s->filled, 0, s->buckets * sizeof *s->filled);
    for (size_t i = s->begin; i < s->end; ++i) ++s->counts[s->contacts[i].bucket];
    for (size_t i = 0; i < s->buckets; ++i) {
        size_t here = is_overflow(i) ? s->counts[i] : (s->counts[i] + BATCH - 1) / BATCH;
        s->begins[i] = (uint32_t)s->batch_end;
        s->extras[i] = (uint32_t)s->extra_end;
        s->batch_end += here;
        if (has_extras(i)) s->extra_end += here;
    }
}

/* Calls for each block, numbered, in order. */
static void for_each_block(stage *s, void (*visit)(stage *s)) {
    s->batch_end = s->extra_end = 0;
    for (size_t begin = 0; begin < s->count; begin += BLOCK) {
        number_block(s, begin);
        if (visit) visit(s);
    }
}

static bool reserve_all(stage *s) {
    evo_world *world = s->world;
    for_each_block(s, NULL);
    if (!batches_reserve(world, s->batch_end, s->extra_end)
        || !array_reserve(&world->memory, &world->others, &world->other_pairs.capacity,
                          s->other_count, sizeof *world->others))
        return false;
    world->batch_count = s->batch_end;
    world->batch_extra_count = s->extra_end;
    return true;
}

static uint32_t row_of(const evo_world *world, const collider_link *link) {
    return link->body < world->movers ? 4 * (link->body + 1) : 0;
}

/* For two circles on the same spot, which have none: each pair should have another than others. */
static void fill_any_normal(const evo_world *world, batch *at, const batch_pairs *pairs, int lane) {
    static const float across[8][2] = {{1, 0},  {0.6f, 0.8f},   {0, 1},  {-0.8f, 0.6f},
                                       {-1, 0}, {-0.6f, -0.8f}, {0, -1}, {0.8f, -0.6f}};
    uint32_t mixed = world->links[pairs->a[lane]].slot * 2654435761u
                     + world->links[pairs->b[lane]].slot * 2246822519u;
    at->normal_x[lane] = across[mixed >> 29][0];
    at->normal_y[lane] = across[mixed >> 29][1];
}

/* Whether a new contact has to be searched for everywhere: its shapes are already in each other. */
static bool begins_deep(const evo_world *world, const batch_pairs *pairs, int lane) {
    contact_side side_a, side_b;
    contact_sides(world, pairs->a[lane], pairs->b[lane], &side_a, &side_b);
    return pair_overlaps(&side_a.at, &side_b.at);
}

/* Beyond it products with a push are no numbers any more. */
static const float MOST = 1e30f;

static float most_of_floats(float a, float b) {
    return a > b ? a : b;
}

static float least_of_floats(float a, float b) {
    return a < b ? a : b;
}

/* The user's rule, where there is one and its answer is a number. */
static float mix(double (*rule)(double, double), float a, float b, float otherwise, float most) {
    if (!rule) return otherwise;
    double mixed = rule((double)a, (double)b);
    return mixed >= 0 && mixed <= (double)most ? (float)mixed : otherwise;
}

static void mix_skins(const evo_world *world, size_t number, int lane, const collider_skin *a,
                      const collider_skin *b) {
    batch *at = &world->batches[number];
    batch_sort sort = world->sorts[number];
    const evo_world_config *config = &world->config;
    at->friction[lane] = mix(config->mix_friction, a->friction, b->friction,
                             least_of_floats(sqrtf(a->friction * b->friction), MOST), MOST);
    if (sort < 0) return;
    batch_extra *extra = &world->batch_extras[sort];
    extra->restitution[lane] = mix(config->mix_restitution, a->restitution, b->restitution,
                                   most_of_floats(a->restitution, b->restitution), 1);
    extra->rolling[lane] = most_of_floats(a->rolling, b->rolling);
    extra->belt[lane] = a->belt + b->belt;
}

static void fill_lane(stage *s, size_t which, size_t number, int lane) {
    evo_world *world = s->world;
    const staged *made = &s->contacts[which];
    batch *at = &world->batches[number];
    batch_pairs *pairs = &world->pairs[number];
    const collider_link *a = &world->links[s->pairs[which].a];
    const collider_link *b = &world->links[s->pairs[which].b];
    float size_a = world->traits[a->body].size, size_b = world->traits[b->body].size;
    uint8_t bit = (uint8_t)(1u << lane);
    pairs->a[lane] = s->pairs[which].a;
    pairs->b[lane] = s->pairs[which].b;
    pairs->size[lane] = size_a < size_b ? size_a : size_b;
    pairs->used |= bit;
    if (made->second) pairs->second |= bit;
    at->row_a[lane] = row_of(world, a);
    at->row_b[lane] = row_of(world, b);
    mix_skins(world, number, lane, &make_of(world, a->make)->skin, &make_of(world, b->make)->skin);
    if (made->recalled != NOBODY) {
        recalled *known = &world->recall[made->recalled];
        known->taken = true;
        at->normal_x[lane] = (float)known->normal_x / NORMAL_ONE;
        at->normal_y[lane] = (float)known->normal_y / NORMAL_ONE;
        at->push[lane] = known->push;
        at->drag[lane] = known->drag;
        if (world->sorts[number] >= 0)
            world->batch_extras[world->sorts[number]].roll[lane] = known->roll;
        if (known->touching) pairs->touching |= bit;
    } else if (pairs->kind == BATCH_ROUND) {
        fill_any_normal(world, at, pairs, lane);
    } else if (pairs->kind == BATCH_OVAL && begins_deep(world, pairs, lane)) {
        pairs->fresh |= bit;
    }
}

static void add_other(stage *s, size_t which, uint32_t place) {
    evo_world *world = s->world;
    if (s->contacts[which].second) {
        world->others[world->other_pairs.count - 1].second = place;
        return;
    }
    other_pair pair = {s->pairs[which].a, s->pairs[which].b, place, NOBODY,
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

static void begin_batch(stage *s, size_t number, size_t bucket, uint32_t in_bucket) {
    static const batch empty;
    static const batch_extra no_extra;
    evo_world *world = s->world;
    batch_pairs pairs = {.kind = (uint8_t)(bucket % BATCH_KINDS)};
    batch_sort sort = pairs.kind == BATCH_ROUND ? SORT_ROUND : SORT_PLAIN;
    if (has_extras(bucket)) {
        sort = (batch_sort)(s->extras[bucket] + in_bucket);
        world->batch_extras[sort] = no_extra;
    }
    world->batches[number] = empty;
    world->pairs[number] = pairs;
    world->sorts[number] = sort;
}

static void fill_block(stage *s) {
    evo_world *world = s->world;
    for (size_t i = s->begin; i < s->end; ++i) {
        size_t bucket = s->contacts[i].bucket;
        uint32_t order = s->filled[bucket]++;
        uint32_t in_bucket = is_overflow(bucket) ? order : order / BATCH;
        int lane = is_overflow(bucket) ? 0 : (int)(order % BATCH);
        uint32_t number = s->begins[bucket] + in_bucket;
        if (lane == 0) begin_batch(s, number, bucket, in_bucket);
        fill_lane(s, i, number, lane);
        if (world->pairs[number].kind == BATCH_OTHER)
            add_other(s, i, number * BATCH + (uint32_t)lane);
    }
}

static void fill_batches(stage *s) {
    evo_world *world = s->world;
    world->other_pairs.count = 0;
    for_each_block(s, fill_block);
    for (size_t i = 0; i < world->sensor_pairs.count; ++i)
        if (world->sensors[i].recalled != NOBODY)
            world->recall[world->sensors[i].recalled].taken = true;
    fill_up(world);
    measure_tables tables = {world->centers, world->forms};
    world->measure->prepare(world->batches, world->sorts, world->batch_extras, world->pairs,
                            world->batch_count, &tables);
}

bool batching(evo_world *world, double seconds, size_t near_count) {
    stage s;
    s.world = world;
    s.seconds = seconds;
    s.fall = vec_length(world->config.gravity) * seconds * SOON;
    if (!stage_begin(&s, near_count) || !reserve_all(&s)) return false;
    /* From here on nothing can fail, and what is recalled may be taken. */
    fill_batches(&s);
    world->contact_count = s.count;
    world->standing = true;
    return true;
}
