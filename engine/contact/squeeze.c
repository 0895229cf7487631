/* squeeze.c: a light body is squeezed when a heavy one strains its contact: presses so hard that
 * the spring would give way, or comes so fast that it would go through. So are lighter bodies on
 * from there. Nothing goes by the order of edges or of lanes, which carry history. */
#include "contact/squeeze.h"

#include "core/bits.h"
#include "core/sort.h"

/* Strain is how far a contact's spring gives way, as part of the light body's size; from so much on
 * it matters. */
static const float STRAINED = 0.0075f;

/* How far it gives way in a substep, in terms of the way on which its push would take the light
 * body. */
static const float YIELD = 0.4f;

/* Of how far it has given way: that may come from anything else. */
static const float DEPTH = 0.5f;

/* In how many substeps something is stopped that is so many times as heavy, in terms of that; what
 * is less than so many times as heavy is stopped at once. */
static const float THROUGH = 1 / 64.0f, FAR_HEAVIER = 32;

/* Substeps in which what comes has to be there. */
static const float AHEAD = 4;

/* What was squeezed in the last step counts as so much more strained, lest it come and go. */
static const float LASTING = 4;

/* So many strained contacts, those that are most: their bodies share what a step may cost; and so
 * many bodies from each of them on. */
enum { SEEDS_AT_LEAST = 8, BODIES_A_SEED = 256, SEED_BODIES = 16 };

/* A strained contact. */
typedef struct strained {
    float strain, heavy; /* 1 / mass of the heavier body */
    uint32_t a, b;       /* its key */
    uint32_t light;      /* body index */
    unsigned second;
} strained;

/* A squeezed body; of those in one squeeze, one is the root. */
typedef struct squeezed {
    uint32_t index, id, root;
    float heavy; /* of the heaviest that squeezes it: 1 / mass */
} squeezed;

typedef struct squeezed_lane {
    uint32_t root, a, b, second, at;
} squeezed_lane;

typedef struct squeeze_search {
    const graph *g;
    const uint8_t *close;  /* lanes that may push, by batch */
    const float *velocity; /* rows */
    float seconds;         /* of a substep */
    uint32_t *place_of;    /* by body index: its place among the squeezed, or NONE */
    squeezed bodies[SQUEEZE_BODIES];
    size_t body_count;
    squeezed_lane lanes[SQUEEZE_LANES];
    size_t lane_count;
    strained *seeds;
    size_t seed_count, most_seeds;
    uint8_t *found; /* lanes, by batch */
} squeeze_search;

static bool has_uneven(const graph *g) {
    for (size_t i = 0; i < g->batches.count; ++i)
        if (g->batches.pairs[i].uneven) return true;
    return false;
}

static size_t list_size_of(void) {
    return SQUEEZE_LANES * sizeof(uint32_t) + SQUEEZE_BODIES * (sizeof(size_t) + sizeof(float));
}

static size_t most_seeds(const graph *g) {
    size_t most = g->bodies.movers / BODIES_A_SEED;
    return most > SEEDS_AT_LEAST ? most : SEEDS_AT_LEAST;
}

size_t squeezes_scratch(const graph *g) {
    if (!g->batches.any_squeezed && !has_uneven(g)) return 0;
    size_t size = list_size_of() + sizeof(squeeze_search) + most_seeds(g) * sizeof(strained)
                  + g->bodies.movers * sizeof(uint32_t) + g->batches.count;
    return (size + 63) / 64 * 64;
}

/* ---- Strain ---------------------------------------------------------------------------------- */

static bool may_push(const squeeze_search *s, uint32_t at) {
    return s->close[at / BATCH] >> at % BATCH & 1;
}

/* One side of a contact, and whether that is its second. */
typedef struct contact_side {
    const batch *at;
    unsigned lane;
    bool second;
} contact_side;

static uint32_t side_row(const contact_side *of) {
    return of->second ? of->at->row_b[of->lane] : of->at->row_a[of->lane];
}

/* How fast a body goes towards the other side. */
static float speed_across(const squeeze_search *s, const contact_side *of, uint32_t row) {
    const float *body = s->velocity + row, sign = of->second ? -1 : 1;
    return sign * (of->at->normal_x[of->lane] * body[0] + of->at->normal_y[of->lane] * body[1]);
}

/* How far a substep takes the heavy body of a contact beyond where it would meet what the light one
 * meets, in whichever of its lanes that is most. */
static float come_through(const squeeze_search *s, const contact_side *heavy, uint32_t light) {
    const graph *g = s->g;
    float most = 0, own = speed_across(s, heavy, side_row(heavy));
    uint32_t edge = graph_body_at(g, light)->first_edge;
    for (; edge != NONE; edge = edge_next(g, edge)) {
        const contact *c = edge_contact(g, edge);
        if (c->state != CONTACT_ACTIVE) continue;
        for (int k = 0; k < 2; ++k) {
            if (c->at[k] == NONE || !may_push(s, c->at[k])) continue;
            contact_side other = {&g->batches.batches[c->at[k] / BATCH], c->at[k] % BATCH,
                                  edge % 2 == 0};
            float closing = s->seconds * (own - speed_across(s, heavy, side_row(&other)));
            float gap = heavy->at->gap[heavy->lane] + other.at->gap[other.lane];
            if (AHEAD * closing >= gap && closing > most) most = closing;
        }
    }
    return most;
}

/* How far its spring will give way; inverse masses of both. */
static float yield_of(const squeeze_search *s, const contact_side *heavy, uint32_t light,
                      float inverse_light, float inverse_heavy) {
    float push = heavy->at->push[heavy->lane], depth = DEPTH * -heavy->at->gap[heavy->lane];
    float pressed = YIELD * s->seconds * inverse_light * push, through = 0;
    if (FAR_HEAVIER * inverse_heavy <= inverse_light)
        through = THROUGH * inverse_light / inverse_heavy * come_through(s, heavy, light);
    float most = pressed > through ? pressed : through;
    return most > depth ? most : depth;
}

static bool key_before(const strained *x, const strained *y) {
    if (x->a != y->a) return x->a < y->a;
    return x->b != y->b ? x->b < y->b : x->second < y->second;
}

static bool more_strained(const strained *x, const strained *y) {
    return x->strain != y->strain ? x->strain > y->strain : key_before(x, y);
}

/* Among the most strained, in that order. */
static void keep_seed(squeeze_search *s, const strained *seed) {
    size_t i = s->seed_count;
    if (i == s->most_seeds && !more_strained(seed, &s->seeds[--i])) return;
    for (; i > 0 && more_strained(seed, &s->seeds[i - 1]); --i) s->seeds[i] = s->seeds[i - 1];
    s->seeds[i] = *seed;
    if (s->seed_count < s->most_seeds) ++s->seed_count;
}

static void keep_if_strained(squeeze_search *s, uint32_t number, unsigned lane) {
    const graph *g = s->g;
    const batch *at = &g->batches.batches[number];
    const batch_pairs *pairs = &g->batches.pairs[number];
    float mass_a = s->velocity[at->row_a[lane] + 3], mass_b = s->velocity[at->row_b[lane] + 3];
    bool a_is_light = mass_a > mass_b;
    contact_side heavy = {at, lane, a_is_light};
    uint32_t light = (a_is_light ? at->row_a : at->row_b)[lane] / 4 - 1;
    float inverse_light = a_is_light ? mass_a : mass_b,
          inverse_heavy = a_is_light ? mass_b : mass_a;
    float strain = yield_of(s, &heavy, light, inverse_light, inverse_heavy);
    strain /= g->bodies.sims[light].size;
    if (pairs->squeezed >> lane & 1) strain *= LASTING;
    if (!(strain >= STRAINED)) return;
    const contact *c = &g->contacts.all[pairs->contact[lane]];
    strained seed = {strain,         inverse_heavy, c->collider[0],
                     c->collider[1], light,         pairs->second >> lane & 1};
    keep_seed(s, &seed);
}

static void find_strained(squeeze_search *s) {
    const graph *g = s->g;
    for (uint32_t i = 0; i < g->batches.count; ++i)
        for (unsigned lanes = g->batches.pairs[i].uneven & s->close[i]; lanes; lanes &= lanes - 1)
            keep_if_strained(s, i, bits_lowest(lanes));
}

static bool heavier(const void *first, const void *second) {
    const strained *x = first, *y = second;
    return x->heavy != y->heavy ? x->heavy < y->heavy : key_before(x, y);
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

static unsigned count_lanes(const squeeze_search *s, const contact *c) {
    if (c->state != CONTACT_ACTIVE) return 0;
    unsigned count = 0;
    for (int k = 0; k < 2; ++k) count += c->at[k] != NONE && may_push(s, c->at[k]);
    return count;
}

static size_t count_body_lanes(const squeeze_search *s, uint32_t index) {
    const graph *g = s->g;
    size_t count = 0;
    uint32_t edge = graph_body_at(g, index)->first_edge;
    for (; edge != NONE; edge = edge_next(g, edge)) count += count_lanes(s, edge_contact(g, edge));
    return count;
}

static void add_body(squeeze_search *s, uint32_t index, float heavy) {
    if (s->body_count == SQUEEZE_BODIES || s->place_of[index] != NONE) return;
    uint32_t place = (uint32_t)s->body_count++;
    squeezed made = {index, s->g->bodies.sims[index].id, place, heavy};
    s->bodies[place] = made;
    s->place_of[index] = place;
}

/* Among those from `first` on, in the order of ids; of more than there may be the last are left
 * out. */
static void add_in_order(squeeze_search *s, size_t first, size_t most, const squeezed *made) {
    size_t at = first;
    while (at < s->body_count && s->bodies[at].id < made->id) ++at;
    if (at == most || (at < s->body_count && s->bodies[at].id == made->id)) return;
    if (s->body_count < most) ++s->body_count;
    for (size_t i = s->body_count - 1; i > at; --i) s->bodies[i] = s->bodies[i - 1];
    s->bodies[at] = *made;
}

/* Those that a body hands it on to. */
static void add_lighter(squeeze_search *s, const squeezed *from, size_t most) {
    const graph *g = s->g;
    size_t first = s->body_count;
    float heavy = from->heavy;
    uint32_t edge = graph_body_at(g, from->index)->first_edge;
    for (; edge != NONE; edge = edge_next(g, edge)) {
        const contact *c = edge_contact(g, edge);
        uint32_t other = graph_side_body(g, c, 1 - (int)(edge % 2));
        if (count_lanes(s, c) == 0 || !graph_is_pushed(g, other) || s->place_of[other] != NONE
            || UNEVEN * heavy > g->bodies.sims[other].inverse_mass)
            continue;
        squeezed made = {other, g->bodies.sims[other].id, 0, heavy};
        add_in_order(s, first, most, &made);
    }
    for (size_t i = first; i < s->body_count; ++i) {
        s->bodies[i].root = (uint32_t)i;
        s->place_of[s->bodies[i].index] = (uint32_t)i;
    }
}

/* From the heaviest on. What a heavy body presses against nothing is no trouble. */
static void find_bodies(squeeze_search *s) {
    size_t done = 0;
    sort_items(s->seeds, s->seed_count, sizeof *s->seeds, heavier);
    for (size_t i = 0; i < s->seed_count; ++i) {
        const strained *seed = &s->seeds[i];
        size_t most = s->body_count + SEED_BODIES;
        if (most > SQUEEZE_BODIES) most = SQUEEZE_BODIES;
        if (count_body_lanes(s, seed->light) < 2) continue;
        add_body(s, seed->light, seed->heavy);
        for (; done < s->body_count; ++done) add_lighter(s, &s->bodies[done], most);
    }
}

/* ---- Squeezes -------------------------------------------------------------------------------- */

static uint32_t root_of(squeeze_search *s, uint32_t place) {
    while (s->bodies[place].root != place) {
        s->bodies[place].root = s->bodies[s->bodies[place].root].root;
        place = s->bodies[place].root;
    }
    return place;
}

static void unite(squeeze_search *s, uint32_t first, uint32_t second) {
    uint32_t a = root_of(s, first), b = root_of(s, second);
    if (a < b) s->bodies[b].root = a;
    if (b < a) s->bodies[a].root = b;
}

/* The lanes of a body: those that it shares with another that is squeezed are listed by the
 * first. */
static void add_lanes(squeeze_search *s, uint32_t place) {
    const graph *g = s->g;
    uint32_t index = s->bodies[place].index, edge = graph_body_at(g, index)->first_edge;
    if (s->lane_count + count_body_lanes(s, index) > SQUEEZE_LANES) return;
    for (; edge != NONE; edge = edge_next(g, edge)) {
        const contact *c = edge_contact(g, edge);
        uint32_t other = graph_side_body(g, c, 1 - (int)(edge % 2));
        uint32_t there = graph_is_pushed(g, other) ? s->place_of[other] : NONE;
        if (count_lanes(s, c) == 0 || there < place) continue;
        if (there != NONE) unite(s, place, there);
        for (uint32_t k = 0; k < 2; ++k) {
            if (c->at[k] == NONE || !may_push(s, c->at[k])) continue;
            squeezed_lane lane = {place, c->collider[0], c->collider[1], k, c->at[k]};
            s->lanes[s->lane_count++] = lane;
        }
    }
}

static bool lane_before(const void *first, const void *second) {
    const squeezed_lane *x = first, *y = second;
    if (x->root != y->root) return x->root < y->root;
    if (x->a != y->a) return x->a < y->a;
    return x->b != y->b ? x->b < y->b : x->second < y->second;
}

static float smallest_of(squeeze_search *s, uint32_t root) {
    float smallest = FAR_APART;
    for (uint32_t place = root; place < s->body_count; ++place) {
        float size = s->g->bodies.sims[s->bodies[place].index].size;
        if (root_of(s, place) == root && size < smallest) smallest = size;
    }
    return smallest;
}

static void find_lanes(squeeze_search *s, squeeze_list *list) {
    for (uint32_t place = 0; place < s->body_count; ++place) add_lanes(s, place);
    for (size_t i = 0; i < s->lane_count; ++i) s->lanes[i].root = root_of(s, s->lanes[i].root);
    sort_items(s->lanes, s->lane_count, sizeof *s->lanes, lane_before);
    for (size_t i = 0; i < s->lane_count; ++i) {
        list->lanes[i] = s->lanes[i].at;
        bool last = i + 1 == s->lane_count || s->lanes[i + 1].root != s->lanes[i].root;
        if (!last) continue;
        list->sizes[list->count] = smallest_of(s, s->lanes[i].root);
        list->ends[list->count++] = i + 1;
    }
    list->lane_count = s->lane_count;
}

/* What was squeezed and is not any more begins anew: what held a thousand times its mass would
 * throw whatever is left. */
static void note_found(graph *g, squeeze_search *s, const squeeze_list *list) {
    batch_pool *p = &g->batches;
    memset(s->found, 0, p->count);
    for (size_t i = 0; i < list->lane_count; ++i)
        s->found[list->lanes[i] / BATCH] |= (uint8_t)(1u << list->lanes[i] % BATCH);
    for (size_t i = 0; i < p->count; ++i) {
        unsigned gone = p->pairs[i].squeezed & ~(unsigned)s->found[i];
        for (; gone; gone &= gone - 1) {
            unsigned lane = bits_lowest(gone);
            p->batches[i].push[lane] = p->batches[i].drag[lane] = 0;
        }
        p->pairs[i].squeezed = s->found[i];
    }
    p->any_squeezed = list->lane_count > 0;
}

void squeezes_find(graph *g, const uint8_t *close, const float *velocity, double seconds,
                   void *scratch, squeeze_list *list) {
    squeeze_search *s = scratch;
    list->ends = (size_t *)(void *)(s + 1);
    list->sizes = (float *)(void *)(list->ends + SQUEEZE_BODIES);
    list->lanes = (uint32_t *)(void *)(list->sizes + SQUEEZE_BODIES);
    list->count = list->lane_count = 0;
    s->g = g;
    s->close = close;
    s->velocity = velocity;
    s->seconds = (float)seconds;
    s->seeds = (strained *)(void *)(list->lanes + SQUEEZE_LANES);
    s->seed_count = s->body_count = s->lane_count = 0;
    s->most_seeds = most_seeds(g);
    find_strained(s);
    s->place_of = (uint32_t *)(void *)(s->seeds + s->most_seeds);
    s->found = (uint8_t *)(s->place_of + g->bodies.movers);
    if (s->seed_count > 0) {
        memset(s->place_of, 0xff, g->bodies.movers * sizeof *s->place_of);
        find_bodies(s);
        find_lanes(s, list);
    }
    if (g->batches.any_squeezed || list->lane_count > 0) note_found(g, s, list);
}
