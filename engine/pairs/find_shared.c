/* find_shared.c: crowds that are thinned, and pairs found by several workers. */
#include <assert.h>

#include "core/core.h"
#include "pairs/pairs.h"

/* ==== Thinned crowds ========================================================================== */

/* Crowds that overlap. In: the pairs that a collider has found; out: if its core overlaps more than
 * CROWD other cores, only the nearest CROWD of its pairs with dynamic bodies. No motion leads to so
 * many overlaps, and the crowd parts with fewer pairs, too. Pairs with static or kinematic bodies,
 * and with sensors, stay. Invariant: bodies at one position have at most CROWD pairs each. */

/* Radius of a core, as a fraction of half the thickness. Larger: cores in an ordinary heap
 * overlap. */
static const double CORE = 0.75;

static bool moves(const body_store *s, uint32_t slot) {
    const collider_link *link = &s->links[slot];
    return !(link->flags & COLLIDER_SENSOR) && s->motions[link->body].kind == EVO_DYNAMIC;
}

/* Returns the radius of a collider's core, a disk about its centre and well within it; 0: no
 * core. */
static double core_of(const body_store *s, uint32_t slot) {
    const form_kind kind = (form_kind)s->links[slot].kind;
    if (kind == FORM_OTHER || kind == FORM_LINE) return 0;
    return 0.5 * CORE * (double)collider_thickness(s, slot);
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
    pair_list *list = f->list;
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
        find_move(list, kept++, k);
    }
    assert(as_far == 0 && "CROWD pairs with what moves are kept");
    list->count = kept;
}

/* ==== Pairs found by workers ================================================================== */

/* Pairs found by several workers. In: ranks, in parts of one tile each; out: the list that one
 * worker would make, part after part. Invariant: each part is found in a region of its own, by any
 * worker. If a region is too short, the list stays empty. */

enum {
    PART_RANKS = 128, /* ranks of a part, at most */
    PART_MORE = 64,   /* entries of a part, besides those for its ranks */
    NEAR_LEAST = 256  /* least room of a worker, in still colliders */
};

/* Entries of parts. */
typedef struct found_part {
    find_part ranks;
    uint32_t at, room, count; /* in the regions */
    uint32_t to;              /* in the list */
    bool meets_sleepers;
} found_part;

typedef struct found_entries {
    uint32_t *a, *b, *id_a, *id_b;
    float *dx, *dy;
} found_entries;

/* Data that each worker has alone. */
typedef struct find_worker {
    finder finder;
    pair_list list;
    pair_memory ids;
} find_worker;

typedef struct finding {
    find_worker *workers;
    found_part *parts;
    uint32_t part_count;
    found_entries entries;
    pair_list *list; /* of all */
    atomic_bool failed;
} finding;

static void cut_tile(finding *all, find_part whole, uint32_t a_rank) {
    for (uint32_t first = whole.first; first < whole.end; first += PART_RANKS) {
        const uint32_t last = whole.end - first < PART_RANKS ? whole.end : first + PART_RANKS;
        found_part *made = &all->parts[all->part_count];
        const uint32_t at = all->part_count > 0 ? made[-1].at + made[-1].room : 0;
        *made = (found_part){.ranks = {whole.tile, first, last},
                             .at = at,
                             .room = (last - first) * a_rank + PART_MORE};
        ++all->part_count;
    }
}

/* Cuts all tiles into parts; a rank has room for twice as many pairs as in the last step. */
static bool cut_tiles(finding *all, const finder *f, size_t pairs, arena *memory) {
    const index_awake *w = f->awake;
    const size_t most = w->count / PART_RANKS + w->sequence_count + 1;
    const size_t a_rank = 2 + 2 * pairs / (w->count + 1);
    all->parts = ARENA_SCRATCH(memory, found_part, most);
    if (!all->parts || a_rank * w->count + PART_MORE * most > PAIRS_MOST) return false;
    for (uint32_t i = 0; i < w->sequence_count; ++i)
        cut_tile(all, find_whole_tile(w, i), (uint32_t)a_rank);
    assert(all->part_count <= most);
    return all->part_count > 1;
}

static bool take_entries(finding *all, arena *memory) {
    const found_part *last = &all->parts[all->part_count - 1];
    const size_t count = last->at + last->room;
    all->entries = (found_entries){
        ARENA_SCRATCH(memory, uint32_t, count), ARENA_SCRATCH(memory, uint32_t, count),
        ARENA_SCRATCH(memory, uint32_t, count), ARENA_SCRATCH(memory, uint32_t, count),
        ARENA_SCRATCH(memory, float, count),    ARENA_SCRATCH(memory, float, count)};
    const found_entries *e = &all->entries;
    return e->a && e->b && e->id_a && e->id_b && e->dx && e->dy;
}

static bool take_workers(finding *all, const finder *f, size_t near_room, size_t levels) {
    const size_t count = (size_t)f->input->crew->workers;
    const size_t near = near_room > NEAR_LEAST ? near_room : NEAR_LEAST;
    all->workers = ARENA_SCRATCH(f->memory, find_worker, count);
    for (size_t i = 0; all->workers && i < count; ++i) {
        find_worker *made = &all->workers[i];
        made->finder = *f;
        made->finder.memory = NULL;
        made->finder.list = &made->list;
        made->finder.near = ARENA_SCRATCH(f->memory, near_still, near);
        made->finder.near_capacity = near;
        made->finder.uppers = ARENA_SCRATCH(f->memory, upper_level, levels);
        if (!made->finder.near || !made->finder.uppers) return false;
    }
    return all->workers != NULL;
}

static void find_one(finding *all, find_worker *by, found_part *part) {
    const found_entries *e = &all->entries;
    by->ids = (pair_memory){.id_a = e->id_a + part->at, .id_b = e->id_b + part->at};
    by->list = (pair_list){.kept = &by->ids,
                           .a = e->a + part->at,
                           .b = e->b + part->at,
                           .dx = e->dx + part->at,
                           .dy = e->dy + part->at,
                           .capacity = part->room};
    by->finder.input->kernel(&by->finder, &part->ranks);
    part->count = by->list.count;
    part->meets_sleepers = by->list.meets_sleepers;
    if (by->list.failed) atomic_store_explicit(&all->failed, true, memory_order_relaxed);
}

static void find_piece(void *data, uint32_t from, uint32_t to, int worker) {
    finding *all = data;
    for (uint32_t i = from; i < to; ++i)
        if (!atomic_load_explicit(&all->failed, memory_order_relaxed))
            find_one(all, &all->workers[worker], &all->parts[i]);
}

/* Copies the 32-bit numbers of a part into the list. */
static void copy_part(const found_part *p, void *to, const void *from) {
    memcpy((uint32_t *)to + p->to, (const uint32_t *)from + p->at, p->count * sizeof(uint32_t));
}

static void join_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const finding *all = data;
    const found_entries *e = &all->entries;
    const pair_list *l = all->list;
    (void)worker;
    for (uint32_t i = from; i < to; ++i) {
        const found_part *p = &all->parts[i];
        copy_part(p, l->a, e->a);
        copy_part(p, l->b, e->b);
        copy_part(p, l->kept->id_a, e->id_a);
        copy_part(p, l->kept->id_b, e->id_b);
        copy_part(p, l->dx, e->dx);
        copy_part(p, l->dy, e->dy);
    }
}

/* Sets the first entry of each part in the list. False: the list is near its limit, and one worker
 * finds all pairs. */
static bool place_parts(finding *all, finder *f) {
    size_t count = 0;
    for (uint32_t i = 0; i < all->part_count; ++i) {
        all->parts[i].to = (uint32_t)count;
        count += all->parts[i].count;
    }
    if (count > f->most / 2) return false;
    if (count + PAIRS_BEYOND > f->list->capacity && !find_grow(f, count)) return false;
    for (uint32_t i = 0; i < all->part_count; ++i)
        f->list->meets_sleepers |= all->parts[i].meets_sleepers;
    f->list->count = (uint32_t)count;
    return true;
}

bool find_shared(finder *f, const pair_store *p, size_t levels) {
    crew *c = f->input->crew;
    finding all = {.list = f->list};
    if (!c || !cut_tiles(&all, f, p->memories[p->now].count, f->memory)
        || !take_entries(&all, f->memory) || !take_workers(&all, f, p->near_room, levels))
        return false;
    crew_loop(c, find_piece, &all, all.part_count, 1);
    if (atomic_load_explicit(&all.failed, memory_order_relaxed) || !place_parts(&all, f))
        return false;
    crew_loop(c, join_piece, &all, all.part_count, 4);
    return true;
}
