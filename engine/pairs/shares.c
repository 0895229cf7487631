/* shares.c: pairs found by several workers. In: ranks, in parts of one tile each; out: the list
 * that one would make of them alone, part after part. Invariant: a part is found in a region of its
 * own, whoever does it; if one is too short, nothing is in the list. */
#include <assert.h>

#include "pairs/find.h"

enum {
    PART_RANKS = 128, /* at most */
    PART_MORE = 64,   /* room of a part, besides that of its ranks */
    NEAR_LEAST = 256  /* still colliders that a worker has room for */
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

/* What a worker has for itself. */
typedef struct find_worker {
    finder finder;
    pair_list list;
    pair_memory ids;
} find_worker;

typedef struct finding {
    find_kernel kernel;
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
    all->kernel(&by->finder, &part->ranks);
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

/* Copies numbers of a part, whatever they are, to their place in the list. */
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

/* Gives all parts their places in the list. False: near the limit, which one finds alone. */
static bool place_parts(finding *all, finder *f) {
    size_t count = 0;
    for (uint32_t i = 0; i < all->part_count; ++i) {
        all->parts[i].to = (uint32_t)count;
        count += all->parts[i].count;
    }
    if (count > f->most / 2) return false;
    if (count + 8 > f->list->capacity && !find_grow(f, count)) return false;
    for (uint32_t i = 0; i < all->part_count; ++i)
        f->list->meets_sleepers |= all->parts[i].meets_sleepers;
    f->list->count = (uint32_t)count;
    return true;
}

bool find_shared(finder *f, find_kernel kernel, const pair_store *p, size_t levels) {
    crew *c = f->input->crew;
    finding all = {.kernel = kernel, .list = f->list};
    if (!c || !cut_tiles(&all, f, p->memories[p->now].count, f->memory)
        || !take_entries(&all, f->memory) || !take_workers(&all, f, p->near_room, levels))
        return false;
    crew_loop(c, find_piece, &all, all.part_count, 1);
    if (atomic_load_explicit(&all.failed, memory_order_relaxed) || !place_parts(&all, f))
        return false;
    crew_loop(c, join_piece, &all, all.part_count, 4);
    return true;
}
