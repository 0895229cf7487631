/* pair_table.h: when each pair of bodies will meet, and each body what it meets alone.
 *
 * The table has the slots of triangle.h. Among few bodies it is dense: it knows the time of every
 * slot, and finds the first by looking at all. That is simple enough to be trusted, and tests hold
 * the other kind against it. Among many it is sparse: of all the slots in which a body stands it
 * keeps but the first that it was told of since the body was cleared; so each body uses one slot,
 * and the queue (queue.h) finds the first of them.
 */
#ifndef ENGINE_IMPACT_PAIR_TABLE_H
#define ENGINE_IMPACT_PAIR_TABLE_H

#include <math.h>

#include "core/memory.h"
#include "impact/triangle.h"

/* One slot in use, as one of its two bodies sees it. */
typedef struct pair_entry {
    double time;    /* INFINITY: never */
    uint32_t other; /* the body itself: it meets something alone */
    uint32_t tag;   /* which thing, or what is known of the other body: for who noted it */
} pair_entry;

typedef struct pair_table {
    const evo_allocator *memory;
    uint32_t count; /* of bodies */
    bool dense;
    pair_entry *firsts; /* by body */
    size_t first_capacity;
    double *times; /* dense: by slot */
    size_t time_capacity;
    uint32_t *tags; /* dense: of the diagonal */
    size_t tag_capacity;
} pair_table;

/* Up to so many bodies, a table is dense. */
enum { PAIR_TABLE_DENSE = 64 };

/* For so many bodies, of which nobody meets anything yet; false when memory is refused. */
bool pair_table_init(pair_table *t, const evo_allocator *memory, uint32_t bodies, bool dense);
void pair_table_free(pair_table *t);

/* Makes a sparse table one for so many bodies at least, of which the new ones meet nobody yet;
 * false when memory is refused. */
bool pair_table_grow(pair_table *t, uint32_t bodies);

/* Takes so much from all times. */
void pair_table_rebase(pair_table *t, double amount);

/* For dense tables: what the next three do besides. */
void pair_table_clear_row(pair_table *t, uint32_t body);
void pair_table_add_slot(pair_table *t, uint32_t body, const pair_entry *entry);
pair_entry pair_table_search_row(const pair_table *t, uint32_t body);

static inline pair_entry pair_entry_never(uint32_t body) {
    pair_entry entry = {INFINITY, body, 0};
    return entry;
}

/* Whether a body meets this before that; of its entries, those with lower others stand in lower
 * slots. Which it will be is not to be foreseen: no branch is taken on it, for a processor that
 * guessed wrong would have to wait for the end of a long calculation. */
static inline bool pair_entry_before(const pair_entry *a, const pair_entry *b) {
    return (a->time < b->time) | ((a->time == b->time) & (a->other < b->other));
}

/* The one that is before the other. */
static inline pair_entry pair_entry_first(pair_entry a, pair_entry b) {
    uint32_t mask = -(uint32_t)pair_entry_before(&b, &a);
    pair_entry first = {a.time < b.time ? a.time : b.time, (a.other & ~mask) | (b.other & mask),
                        (a.tag & ~mask) | (b.tag & mask)};
    return first;
}

/* Forgets what the body was about to meet. */
static inline void pair_table_clear(pair_table *t, uint32_t body) {
    t->firsts[body] = pair_entry_never(body);
    if (t->dense) pair_table_clear_row(t, body);
}

/* The body will meet another, or something alone, then; of what it meets alone, the first
 * counts. */
static inline void pair_table_add(pair_table *t, uint32_t body, pair_entry entry) {
    t->firsts[body] = pair_entry_first(t->firsts[body], entry);
    if (t->dense) pair_table_add_slot(t, body, &entry);
}

/* What the body meets first: by time, then by slot. `what` is only kept by a sparse table, and by a
 * dense one on its diagonal. */
static inline pair_entry pair_table_first(pair_table *t, uint32_t body) {
    if (t->dense) t->firsts[body] = pair_table_search_row(t, body);
    return t->firsts[body];
}

#endif
