/* find_shared.c: crowds that are thinned, and pairs found by several workers. */
#include <assert.h>

#include "core/core.h"
#include "pairs/private.h"

/* ==== Thinned crowds ========================================================================== */

/* Crowds that overlap. In: the pairs that a collider has found; out: if its core overlaps more than
 * CROWD other cores, only the nearest CROWD of its pairs with dynamic bodies. No motion leads to so
 * many overlaps, and the crowd parts with fewer pairs, too. Pairs with kinematic bodies, with
 * still colliders and with sensors stay. Invariant: bodies at one position have at most
 * CROWD pairs each. */

/* Radius of a core, as a fraction of half the thickness. Larger: cores in an ordinary heap
 * overlap. */
static const double CORE = 0.75;

static bool moves(const body_store *s, uint32_t slot) {
    const collider_link *link = &s->links[slot];
    return slot < s->collider_awake && !(link->flags & COLLIDER_SENSOR)
           && s->motions[link->body].kind == EVO_DYNAMIC;
}

/* Returns the radius of a collider's core, a disk about its centre and well within it; 0: no
 * core. */
static double core_of(const body_store *s, uint32_t slot) {
    const form_kind kind = (form_kind)s->links[slot].kind;
    if (kind == FORM_OTHER || kind == FORM_LINE) return 0;
    return 0.5 * CORE * (double)collider_thickness(s, slot);
}

float find_core(const pair_input *input, uint32_t slot) {
    const body_store *s = input->bodies;
    if (!moves(s, slot)) return NAN;
    const float ring = s->links[slot].kind == FORM_OTHER ? (float)CORE * s->forms[slot].reach : 0;
    const float moves_by = input->radii[slot] - s->forms[slot].reach; /* or more */
    return (float)core_of(s, slot) + ring + moves_by;
}

/* Returns whether two slices of rings overlap deeply: their centres nearly coincide, and their arcs
 * sweep more than a turn together. */
static bool rings_overlap(const body_store *s, uint32_t a, uint32_t b, double square) {
    const evo_shape *first = collider_at(s, a)->shape;
    const evo_shape *second = collider_at(s, b)->shape;
    if (first->kind != EVO_RING || second->kind != EVO_RING) return false;
    const double outer = least_of(first->of.ring.outer, second->of.ring.outer);
    const double inner = most_of(first->of.ring.inner, second->of.ring.inner);
    const double most = CORE * most_of(outer - inner, 0);
    return first->of.ring.half_sweep + second->of.ring.half_sweep > PI && square < most * most;
}

/* Returns the squared distance of two colliders as the step begins; INFINITY: one of them does not
 * move. */
static double square_between(const body_store *s, double seconds, uint32_t a, uint32_t b) {
    const collider_sweep *at_a = &s->sweeps[a], *at_b = &s->sweeps[b];
    if (!moves(s, a) || !moves(s, b)) return INFINITY;
    const evo_vec2 speed = vec((double)(at_b->velocity_x - at_a->velocity_x),
                               (double)(at_b->velocity_y - at_a->velocity_y));
    const evo_vec2 way = vec_sub(s->places[b], s->places[a]);
    const evo_vec2 apart = vec_along(way, -0.5 * seconds, speed);
    return vec_dot(apart, apart);
}

static bool cores_overlap(const body_store *s, uint32_t a, uint32_t b, double square) {
    const double core_a = core_of(s, a), core_b = core_of(s, b), both = core_a + core_b;
    if (core_a > 0 && core_b > 0) return square < both * both;
    return rings_overlap(s, a, b, square);
}

/* Inserts a square into the CROWD smallest ones, which are sorted. */
static void keep_nearest(double nearest[CROWD], double square) {
    int i = CROWD - 1;
    if (!(square < nearest[i])) return;
    for (; i > 0 && square < nearest[i - 1]; --i) nearest[i] = nearest[i - 1];
    nearest[i] = square;
}

void find_thin(finder *f, uint32_t from) {
    const body_store *s = f->input->bodies;
    const double seconds = f->input->seconds;
    found_pairs *list = f->found;
    double nearest[CROWD];
    uint32_t kept = from, deep = 0, as_far = CROWD;
    for (int i = 0; i < CROWD; ++i) nearest[i] = INFINITY;
    for (uint32_t k = from; k < list->count; ++k) {
        const double square = square_between(s, seconds, list->a[k], list->b[k]);
        if (!(square < INFINITY)) continue;
        deep += cores_overlap(s, list->a[k], list->b[k], square);
        keep_nearest(nearest, square);
    }
    if (deep <= CROWD) return;
    const double farthest = nearest[CROWD - 1];
    for (int i = 0; i < CROWD; ++i) as_far -= nearest[i] < farthest;
    for (uint32_t k = from; k < list->count; ++k) {
        const double square = square_between(s, seconds, list->a[k], list->b[k]);
        if (square < INFINITY && (square > farthest || (square == farthest && as_far == 0)))
            continue;
        as_far -= square == farthest;
        list->a[kept] = list->a[k];
        list->b[kept++] = list->b[k];
    }
    assert(as_far == 0 && "CROWD pairs with what moves are kept");
    list->thinned = true;
    list->count = kept;
}

/* ==== Pairs found by workers ================================================================== */

/* Pairs found by several workers. In: ranks, in parts of one tile each; out: what one worker would
 * find, part by part. Invariant: each part is found in a region of its own, by any worker. If a
 * region is too short, one worker finds all. */

enum {
    PART_RANKS = 128, /* ranks of a part, at most */
    PART_MORE = 64,   /* pairs of a part, besides those for its ranks */
    NEAR_LEAST = 256  /* least room of a worker, in still colliders */
};

typedef struct finding {
    finder *workers;
    find_part *parts;
    found_pairs *pieces; /* by part */
    uint32_t part_count;
    atomic_bool failed;
} finding;

/* Cuts all tiles into parts, and gives each a region: a rank has room for twice as many pairs as in
 * the last step. */
static bool cut_tiles(finding *all, const finder *f, size_t pairs, arena *memory) {
    const index_awake *w = f->awake;
    const size_t most = w->count / PART_RANKS + w->sequence_count + 1;
    const size_t a_rank = 2 + 2 * pairs / (w->count + 1),
                 room = a_rank * w->count + PART_MORE * most;
    uint32_t *a = ARENA_SCRATCH(memory, uint32_t, room), *b = ARENA_SCRATCH(memory, uint32_t, room);
    all->parts = ARENA_SCRATCH(memory, find_part, most);
    all->pieces = ARENA_SCRATCH(memory, found_pairs, most + 1);
    if (!a || !b || !all->parts || !all->pieces || room > PAIRS_MOST) return false;
    for (uint32_t i = 0; i < w->sequence_count; ++i) {
        const find_part whole = find_whole_tile(w, i);
        for (uint32_t first = whole.first; first < whole.end; first += PART_RANKS) {
            const uint32_t last = whole.end - first < PART_RANKS ? whole.end : first + PART_RANKS;
            const size_t own = (last - first) * a_rank + PART_MORE;
            all->parts[all->part_count] = (find_part){whole.tile, first, last};
            all->pieces[all->part_count++] = (found_pairs){.a = a, .b = b, .capacity = own};
            a += own;
            b += own;
        }
    }
    assert(all->part_count <= most);
    return all->part_count > 1;
}

static bool take_workers(finding *all, const finder *f, size_t near_room, size_t levels) {
    const size_t count = (size_t)f->input->crew->workers;
    const size_t near = near_room > NEAR_LEAST ? near_room : NEAR_LEAST;
    all->workers = ARENA_SCRATCH(f->memory, finder, count);
    for (size_t i = 0; all->workers && i < count; ++i) {
        finder *made = &all->workers[i];
        *made = *f;
        made->memory = NULL;
        made->near = ARENA_SCRATCH(f->memory, near_still, near);
        made->near_capacity = near;
        made->uppers = ARENA_SCRATCH(f->memory, upper_level, levels);
        if (!made->near || !made->uppers) return false;
    }
    return all->workers != NULL;
}

static void find_piece(void *data, uint32_t from, uint32_t to, int worker) {
    finding *all = data;
    finder *by = &all->workers[worker];
    for (uint32_t i = from; i < to && !flag_get(&all->failed); ++i) {
        by->found = &all->pieces[i];
        by->input->kernel(by, &all->parts[i]);
        if (by->found->failed) flag_set(&all->failed, true);
    }
}

bool find_shared(finder *f, const pair_store *p, size_t levels, found_all *to) {
    crew *c = f->input->crew;
    finding all = {.part_count = 0};
    if (!c || !cut_tiles(&all, f, p->memories[p->now].count, f->memory)
        || !take_workers(&all, f, p->near_room, levels))
        return false;
    crew_loop(c, find_piece, &all, all.part_count, 1);
    if (flag_get(&all.failed)) return false;
    all.pieces[all.part_count] = (found_pairs){.count = 0};
    *to = (found_all){all.pieces, all.part_count + 1};
    return true;
}
