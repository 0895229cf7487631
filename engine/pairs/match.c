/* match.c: memory of pairs from step to step, and colours of rows. */
#include <assert.h>

#include "core/core.h"
#include "pairs/pairs.h"

/* ==== Memory ================================================================================== */

/* Carries contact memory over. In: the old memory and the new list; out: warm data of
 * pairs that remain, and pairs that ended.
 *
 * Both lists are in the same order, and mostly equal: runs of equal entries are copied at once.
 * Where they differ, a pair is searched among the old pairs of its first collider, then of its
 * second, where it may have been found the other way round. Invariant: an entry of the last step is
 * taken over at most once. */

void pairs_init(pair_store *p, const evo_allocator *memory) {
    *p = (pair_store){.memory = memory};
}

/* Arrays of a memory, in the order of its capacities: offset of each, and size of an entry. */
static const struct {
    size_t at, size;
} ARRAYS[MEMORY_ARRAYS] = {{offsetof(pair_memory, id_a), sizeof(uint32_t)},
                           {offsetof(pair_memory, id_b), sizeof(uint32_t)},
                           {offsetof(pair_memory, warm), sizeof(pair_warm)},
                           {offsetof(pair_memory, touching), sizeof(uint8_t)},
                           {offsetof(pair_memory, gaps), sizeof(float)},
                           {offsetof(pair_memory, other), sizeof(pair_other)},
                           {offsetof(pair_memory, sums), sizeof(pair_sum)}};

static void *array_of(pair_memory *m, int i) {
    return (char *)m + ARRAYS[i].at;
}

static void memory_free(pair_memory *m, const evo_allocator *memory) {
    for (int i = 0; i < MEMORY_ARRAYS; ++i)
        array_free(memory, array_of(m, i), &m->capacities[i], ARRAYS[i].size);
}

void pairs_free(pair_store *p) {
    pair_candidates *c = &p->candidates;
    ARRAY_FREE(p->memory, c->slots, c->slot_capacity);
    ARRAY_FREE(p->memory, c->numbers, c->number_capacity);
    ARRAY_FREE(p->memory, c->stills, c->still_capacity);
    ARRAY_FREE(p->memory, c->a, c->a_capacity);
    ARRAY_FREE(p->memory, c->b, c->b_capacity);
    ARRAY_FREE(p->memory, c->bounds, c->bound_capacity);
    memory_free(&p->memories[0], p->memory);
    memory_free(&p->memories[1], p->memory);
    ARRAY_FREE(p->memory, p->starts, p->start_capacity);
    ARRAY_FREE(p->memory, p->lasts, p->last_capacity);
    ARRAY_FREE(p->memory, p->befores, p->before_capacity);
}

bool pair_memory_reserve(pair_memory *m, const evo_allocator *memory, size_t entries) {
    for (int i = 0; i < MEMORY_ARRAYS; ++i)
        if (!array_reserve(memory, array_of(m, i), &m->capacities[i], entries, ARRAYS[i].size))
            return false;
    return true;
}

static void memory_trim(pair_memory *m, const evo_allocator *memory, size_t entries) {
    for (int i = 0; i < MEMORY_ARRAYS; ++i)
        array_trim(memory, array_of(m, i), &m->capacities[i], entries, ARRAYS[i].size);
}

/* ---- Matching -------------------------------------------------------------------------------- */

/* Number above all flags of an entry. */
enum { FOUND = 255 };

typedef struct matching {
    const pair_store *store;
    const pair_memory *old;
    pair_memory *now;
    const pair_list *list;
    const body_store *bodies;
    uint8_t *used; /* FOUND for old entries that were found again */
} matching;

/* The first entry of a collider's old row, or the end. */
static uint32_t row_start(const matching *m, uint32_t id) {
    if (id >= m->store->start_capacity) return m->old->count;
    uint32_t start = m->store->starts[id];
    return start < m->old->count && m->old->id_a[start] == id ? start : m->old->count;
}

/* The entry of a pair in the row of its first collider, searched from `from` on; or the end. */
static uint32_t find_in_row(const pair_memory *old, uint32_t from, uint32_t id_a, uint32_t id_b) {
    for (uint32_t q = from; q < old->count && old->id_a[q] == id_a; ++q)
        if (old->id_b[q] == id_b) return q;
    return old->count;
}

static uint32_t find_entry(const matching *m, uint32_t id_a, uint32_t id_b) {
    return find_in_row(m->old, row_start(m, id_a), id_a, id_b);
}

static void take_over(const matching *m, uint32_t k, uint32_t q) {
    assert(!m->used[q] && "an entry is taken over once");
    m->now->warm[k] = m->old->warm[q];
    m->now->other[k] = m->old->other[q];
    m->now->touching[k] = m->old->touching[q];
    m->now->gaps[k] = m->old->gaps[q];
    m->used[q] = FOUND;
}

/* Mirrors a pair whose colliders were in the other order. The two touches of faces are in the order
 * of the tangent, which is reversed; those of rings are not. */
static void mirror_entry(const matching *m, uint32_t k) {
    pair_warm *warm = &m->now->warm[k];
    pair_other *other = &m->now->other[k];
    const collider_link *links = m->bodies->links;
    const bool ring =
        links[m->list->a[k]].kind == FORM_OTHER || links[m->list->b[k]].kind == FORM_OTHER;
    warm->normal_x = 0 - warm->normal_x;
    warm->normal_y = 0 - warm->normal_y;
    if (ring || !pair_has_other(other)) return;
    const float push = warm->push;
    warm->push = other->push;
    other->push = push;
}

/* Matches a pair that was not in the row of its first collider. */
static void match_other(const matching *m, uint32_t k) {
    const pair_memory *now = m->now;
    const uint32_t q = find_entry(m, now->id_b[k], now->id_a[k]);
    if (q < m->old->count) {
        take_over(m, k, q);
        mirror_entry(m, k);
        return;
    }
    now->warm[k] = (pair_warm){0, 0, 0, 0};
    now->other[k] = PAIR_NO_OTHER;
    now->touching[k] = 0;
    now->gaps[k] = 0;
}

/* Matches the rest of a row from k on; returns the start of the next row. The old row is mostly in
 * the same order, so the search goes on behind the last entry found. */
static uint32_t match_row(const matching *m, uint32_t k, uint32_t count) {
    const pair_memory *now = m->now, *old = m->old;
    const uint32_t row = now->id_a[k], start = row_start(m, row);
    for (uint32_t next = start; k < count && now->id_a[k] == row; ++k) {
        const uint32_t b = now->id_b[k];
        uint32_t q = find_in_row(old, next, row, b);
        if (q == old->count && next > start) q = find_in_row(old, start, row, b);
        if (q < old->count) {
            take_over(m, k, q);
            next = q + 1;
        } else {
            match_other(m, k);
        }
    }
    return k;
}

/* Counts the entries from k and q on that have equal pairs. */
static uint32_t equal_run(const pair_memory *now, uint32_t k, uint32_t count,
                          const pair_memory *old, uint32_t q) {
    uint32_t most = count - k < old->count - q ? count - k : old->count - q, n = 0;
    while (n < most && now->id_a[k + n] == old->id_a[q + n] && now->id_b[k + n] == old->id_b[q + n])
        ++n;
    return n;
}

/* The old entry from which a run of equal entries may begin. */
static uint32_t old_entry_of(const matching *m, uint32_t k) {
    const uint32_t q = find_entry(m, m->now->id_a[k], m->now->id_b[k]);
    return q < m->old->count ? q : row_start(m, m->now->id_a[k]);
}

/* Matches some entries. The result does not depend on where pieces begin and end. */
static void match_piece(void *data, uint32_t from, uint32_t count, int worker) {
    const matching *m = data;
    const pair_memory *now = m->now, *old = m->old;
    (void)worker;
    for (uint32_t k = from, q = from > 0 ? old_entry_of(m, from) : 0; k < count;) {
        uint32_t run = equal_run(now, k, count, old, q);
        if (run > 0) {
            memcpy(now->warm + k, old->warm + q, run * sizeof *now->warm);
            memcpy(now->other + k, old->other + q, run * sizeof *now->other);
            memcpy(now->touching + k, old->touching + q, run);
            memcpy(now->gaps + k, old->gaps + q, run * sizeof *now->gaps);
            memset(m->used + q, FOUND, run);
            k += run;
            q += run;
        }
        if (k == count) return;
        k = match_row(m, k, count);
        if (k < count) q = row_start(m, now->id_a[k]);
    }
}

/* Returns whether a pair whose first collider fell asleep goes on. A pair with an awake collider
 * ends. */
static bool sleeps_on(const body_store *s, uint32_t a, uint32_t b) {
    const collider_record *other = &s->colliders[b];
    const bool followed = other->generation % 2 == 1 && other->slot < s->collider_awake;
    return collider_is_asleep(s, a) && !followed;
}

static bool list_ended(const matching *m, const body_store *s, pair_ended *ended, arena *a) {
    const pair_memory *old = m->old;
    uint32_t count = 0;
    for (uint32_t q = 0; q < old->count; ++q) count += old->touching[q] > m->used[q];
    ended->all = ARENA_TAKE(a, pair_ids, count);
    ended->count = 0;
    if (!ended->all) return false;
    for (uint32_t q = 0; q < old->count && count > 0; ++q) {
        if (old->touching[q] <= m->used[q]) continue;
        --count;
        if (!sleeps_on(s, old->id_a[q], old->id_b[q]))
            ended->all[ended->count++] = (pair_ids){old->id_a[q], old->id_b[q]};
    }
    return true;
}

/* Least number of entries in a piece of work. */
enum { MATCHED_LEAST = 512 };

bool pairs_match(const pair_store *p, const pair_list *list, const body_store *s, crew *c,
                 pair_ended *ended, arena *a) {
    matching m = {p, &p->memories[p->now], list->kept, list, s, NULL};
    const arena_mark mark = arena_mark_of(a);
    m.used = ARENA_SCRATCH(a, uint8_t, m.old->count + 8);
    if (!m.used) return false;
    memset(m.used, 0, m.old->count);
    crew_loop(c, match_piece, &m, list->count, MATCHED_LEAST);
    const bool listed = list_ended(&m, s, ended, a);
    arena_drop(a, mark);
    return listed;
}

/* ---- Publishing ------------------------------------------------------------------------------ */

/* Room for the chains of entries by their second colliders. */
static bool reserve_chains(pair_store *p, size_t entries) {
    return ARRAY_RESERVE(p->memory, p->befores, p->before_capacity, entries);
}

bool pairs_reserve_publish(pair_store *p, uint32_t ids, size_t entries) {
    return ARRAY_RESERVE_FILLED(p->memory, p->starts, p->start_capacity, ids, 0)
           && ARRAY_RESERVE_FILLED(p->memory, p->lasts, p->last_capacity, ids, 0)
           && pair_memory_reserve(&p->memories[1 - p->now], p->memory, entries)
           && reserve_chains(p, entries);
}

typedef struct entry_links {
    const uint32_t *id_a, *id_b;
    uint32_t *starts, *lasts, *befores;
} entry_links;

/* Links an entry to its colliders. All entries before it are linked already, so older links are
 * recognized by the ids of the entries that they lead to. */
INLINE void link_entry(const entry_links *l, uint32_t k) {
    const uint32_t b = l->id_b[k], last = l->lasts[b];
    if (k == 0 || l->id_a[k] != l->id_a[k - 1]) l->starts[l->id_a[k]] = k;
    l->befores[k] = last < k && l->id_b[last] == b ? last : NONE;
    assert((l->befores[k] == NONE || l->id_b[l->befores[k]] == b) && "a chain is of one collider");
    l->lasts[b] = k;
}

static entry_links links_of(const pair_store *p, const pair_memory *m) {
    return (entry_links){m->id_a, m->id_b, p->starts, p->lasts, p->befores};
}

void pairs_replace(pair_store *p, uint32_t count) {
    pair_memory *m = &p->memories[p->now];
    assert(count <= m->capacities[0] && count <= p->before_capacity && "entries have room");
    m->count = count;
    const entry_links links = links_of(p, m);
    for (uint32_t k = 0; k < count; ++k) link_entry(&links, k);
}

void pairs_publish(pair_store *p, const pair_list *list) {
    p->now = 1 - p->now;
    assert(&p->memories[p->now] == list->kept);
    pairs_replace(p, list->count);
    memory_trim(&p->memories[1 - p->now], p->memory, pairs_expected(list->count));
}

bool pairs_reserve_replace(pair_store *p, uint32_t ids, size_t entries) {
    pairs_lose(p);
    return pairs_reserve_publish(p, ids, entries)
           && pair_memory_reserve(&p->memories[p->now], p->memory, entries);
}

void pairs_visit(const pair_store *p, uint32_t collider, pair_entry_visit visit, void *context) {
    const pair_memory *m = &p->memories[p->now];
    if (collider >= p->last_capacity || collider >= p->start_capacity) return;
    uint32_t k = p->starts[collider];
    for (; k < m->count && m->id_a[k] == collider; ++k) visit(context, k);
    k = p->lasts[collider];
    if (k >= m->count || m->id_b[k] != collider) return;
    for (; k != NONE; k = p->befores[k]) {
        assert(m->id_b[k] == collider && "a chain is of one collider");
        visit(context, k);
    }
}

void pairs_forget(pair_store *p, uint32_t count) {
    pair_memory *m = &p->memories[p->now];
    assert(count <= m->count && "entries were appended");
    while (m->count > count) {
        const uint32_t k = --m->count;
        assert(p->lasts[m->id_b[k]] == k && "the last entry ends its chain");
        p->lasts[m->id_b[k]] = p->befores[k];
    }
}

bool pairs_reserve_append(pair_store *p, size_t entries) {
    pair_memory *m = &p->memories[p->now];
    return pair_memory_reserve(m, p->memory, m->count + entries)
           && reserve_chains(p, m->count + entries);
}

bool pairs_remember(const pair_store *p, pair_ids ids) {
    const matching m = {.store = p, .old = &p->memories[p->now]};
    return find_entry(&m, ids.a, ids.b) < m.old->count
           || find_entry(&m, ids.b, ids.a) < m.old->count;
}

pair_sum pair_sum_at_end(const pair_warm *warm, const pair_other *other, int substeps) {
    const float halves = 2 * (float)substeps;
    return (pair_sum){halves * fmaxf(warm->push, 0), halves * warm->drag,
                      halves * fmaxf(other->push, 0), halves * other->drag};
}

pair_kept pair_kept_at(const pair_memory *m, uint32_t k) {
    return (pair_kept){m->warm[k], m->other[k], m->sums[k], m->gaps[k], m->touching[k]};
}

void pairs_append(pair_store *p, pair_ids ids, const pair_kept *kept) {
    pair_memory *m = &p->memories[p->now];
    assert(ids.a < p->start_capacity && ids.b < p->last_capacity && "rows and chains have room");
    assert(m->count < m->capacities[0] && ids.a != ids.b && "room was made");
    uint32_t k = m->count++;
    m->id_a[k] = ids.a;
    m->id_b[k] = ids.b;
    const entry_links links = links_of(p, m);
    link_entry(&links, k);
    m->warm[k] = kept->warm;
    m->other[k] = kept->other;
    m->sums[k] = kept->sum;
    m->touching[k] = kept->touching;
    m->gaps[k] = kept->gap;
}

/* ==== Colours ================================================================================= */

/* Colours of rows, chosen greedily in canonical order over the whole world: with chunks, borders
 * would depend on bodies far away.
 *
 * Rows of bodies with locked axes are solved one by one (solve/body_lanes.inc.h). Bodies
 * that contacts do not move share rows freely. A body with more rows than there are colours has
 * the rest of them solved one by one. */

static bool is_held(const pair_rows *rows, uint32_t row) {
    return rows->held[4 * row] > 0 || rows->held[4 * row + 1] > 0;
}

/* The lowest colour that two bodies do not have; COLOURS: none. */
static inline unsigned free_colour(const pair_rows *rows, const uint64_t *taken, uint32_t i,
                                   uint32_t j) {
    uint64_t used = taken[i] | taken[j];
    if (rows->held && (is_held(rows, i) || is_held(rows, j))) used = ~UINT64_C(0);
    return ~used ? bits_lowest(~used) : COLOURS;
}

bool pairs_colour(const pair_list *list, const pair_rows *given, pair_colours *colours, arena *a) {
    *colours = (pair_colours){.of = ARENA_SCRATCH(a, uint8_t, list->rows + 1),
                              .before = ARENA_SCRATCH(a, pair_counts, list->rows / COLOURED + 1)};
    const arena_mark mark = arena_mark_of(a);
    const pair_rows rows = *given; /* local copy: see scanning in find_lanes.inc.h */
    const uint8_t *class_of = list->class_of;
    uint8_t *of = colours->of;
    const uint32_t count = list->rows;
    pair_counts *counts = &colours->all;
    uint64_t *taken = ARENA_SCRATCH(a, uint64_t, rows.count + 1), all = 0;
    if (!taken || !of || !colours->before) return false;
    memset(taken, 0, rows.count * sizeof *taken);
    for (uint32_t k = 0; k < count; ++k) {
        const uint32_t i = rows.a[k] / 4, j = rows.b[k] / 4;
        if (k % COLOURED == 0) colours->before[k / COLOURED] = *counts;
        of[k] = COLOUR_NONE;
        if (!pair_has_row(class_of[k])) continue;
        const unsigned colour = free_colour(&rows, taken, i, j);
        const uint64_t bit = colour < COLOURS ? UINT64_C(1) << colour : 0;
        assert(!((taken[i] | taken[j]) & bit) && "rows of a colour share no body that moves");
        of[k] = (uint8_t)colour;
        ++(class_of[k] == PAIR_FACES ? counts->faces : counts->rows)[colour];
        all |= bit;
        taken[i] |= bit;
        taken[j] |= bit;
        taken[0] = 0; /* row 0 is shared by all bodies that do not move */
        if (rows.some_fixed && !(rows.velocity[4 * i + 3] > 0)) taken[i] = 0;
        if (rows.some_fixed && !(rows.velocity[4 * j + 3] > 0)) taken[j] = 0;
    }
    for (; all > 0; all >>= 1) ++colours->used;
    arena_drop(a, mark);
    return true;
}
