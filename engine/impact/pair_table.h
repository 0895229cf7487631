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

#include "core/memory.h"
#include "impact/triangle.h"

/* One slot in use, as one of its two bodies sees it. */
typedef struct pair_entry {
    double time;    /* INFINITY: never */
    uint32_t other; /* the body itself: it meets something alone */
    uint32_t what;  /* which thing, or what is known of the other body: for who noted it */
} pair_entry;

typedef struct pair_table {
    const evo_allocator *memory;
    uint32_t count; /* of bodies */
    bool dense;
    pair_entry *firsts; /* by body */
    size_t first_capacity;
    double *times; /* dense: by slot */
    size_t time_capacity;
    uint32_t *whats; /* dense: of the diagonal */
    size_t what_capacity;
} pair_table;

/* Up to so many bodies, a table is dense. */
enum { PAIR_TABLE_DENSE = 64 };

/* For so many bodies, of which nobody meets anything yet; false when memory is refused. */
bool pair_table_init(pair_table *t, const evo_allocator *memory, uint32_t bodies, bool dense);
void pair_table_free(pair_table *t);

/* Forgets what the body was about to meet. */
void pair_table_clear(pair_table *t, uint32_t body);


/* What the body meets first: by time, then by slot. `what` is only kept by a sparse table, and by a
 * dense one on its diagonal. */
pair_entry pair_table_first_of(pair_table *t, uint32_t body);

/* Takes so much from all times. */
void pair_table_rebase(pair_table *t, double amount);

/* Of a body's entries, those with lower others stand in lower slots. */
static inline bool pair_entry_before(pair_entry a, pair_entry b) {
    return a.time < b.time || (a.time == b.time && a.other < b.other);
}

/* The body will meet another, or something alone, then. */
static inline void pair_table_note(pair_table *t, uint32_t body, pair_entry entry) {
    if (pair_entry_before(entry, t->firsts[body])) t->firsts[body] = entry;
    if (!t->dense) return;
    t->times[triangle_slot(body, entry.other)] = entry.time;
    if (entry.other == body) t->whats[body] = entry.what;
}

#endif
