/* pair_table.h: when each pair of bodies will meet, and each body what it meets alone.
 *
 * The table has the slots of triangle.h. Among few bodies it is dense: it keeps the time of every
 * slot, and a search of a row finds the first. That is simple enough to be trusted, and tests hold
 * the other kind against it. Among many it is sparse: of a body's slots it keeps the first that was
 * added since the body was cleared, and the queue (queue.h) finds the first of those.
 */
#ifndef ENGINE_FLIGHT_PAIR_TABLE_H
#define ENGINE_FLIGHT_PAIR_TABLE_H

#include <math.h>

#include "core/memory.h"
#include "flight/triangle.h"

/* One slot, from the side of one of its two bodies. */
typedef struct pair_entry {
    double time;    /* INFINITY: never */
    uint32_t other; /* the body itself: it meets something alone */
    uint32_t tag;   /* the user's: which thing, or a stamp of the other body */
} pair_entry;

typedef struct pair_table {
    const evo_allocator *memory;
    uint32_t count; /* number of bodies */
    bool dense;
    pair_entry *firsts; /* first meeting by body */
    size_t first_capacity;
    double *times; /* times by slot, if dense */
    size_t time_capacity;
    uint32_t *tags; /* tags of the diagonal, if dense */
    size_t tag_capacity;
} pair_table;

/* A table for no more bodies is dense, and stays so until it grows to more than so many. */
enum { PAIR_TABLE_DENSE = 64, PAIR_TABLE_DENSE_MOST = 4 * PAIR_TABLE_DENSE };

/* Prepares the table for so many bodies, none of which meets anything yet; false when memory is
 * refused. */
bool pair_table_init(pair_table *t, const evo_allocator *memory, uint32_t bodies, bool dense);
void pair_table_free(pair_table *t);

/* Grows the table to so many bodies; false when memory is refused. */
bool pair_table_grow(pair_table *t, uint32_t bodies);

/* Subtracts an amount from all times. */
void pair_table_rebase(pair_table *t, double amount);

/* Additions of the next three functions in a dense table. */
void pair_table_clear_row(pair_table *t, uint32_t body);
void pair_table_add_slot(pair_table *t, uint32_t body, const pair_entry *entry);
pair_entry pair_table_search_row(const pair_table *t, uint32_t body);

static inline pair_entry pair_entry_never(uint32_t body) {
    return (pair_entry){INFINITY, body, 0};
}

/* Compares by time, then by slot: among the slots of one body, by the other. The outcome is
 * unpredictable, so there is no branch: a processor that guessed wrong would wait for the end of a
 * long calculation. */
static inline bool pair_entry_before(const pair_entry *a, const pair_entry *b) {
    return (a->time < b->time) | ((a->time == b->time) & (a->other < b->other));
}

/* The earlier of two entries. */
static inline pair_entry pair_entry_first(pair_entry a, pair_entry b) {
    uint32_t mask = -(uint32_t)pair_entry_before(&b, &a);
    return (pair_entry){a.time < b.time ? a.time : b.time, (a.other & ~mask) | (b.other & mask),
                        (a.tag & ~mask) | (b.tag & mask)};
}

/* Forgets what the body would meet. */
static inline void pair_table_clear(pair_table *t, uint32_t body) {
    t->firsts[body] = pair_entry_never(body);
    if (t->dense) pair_table_clear_row(t, body);
}

/* The body will meet another, or something alone, then; of the latter the first counts. */
static inline void pair_table_add(pair_table *t, uint32_t body, pair_entry entry) {
    t->firsts[body] = pair_entry_first(t->firsts[body], entry);
    if (t->dense) pair_table_add_slot(t, body, &entry);
}

/* The first thing that the body meets: by time, then by slot. Dense tables keep only diagonal
 * tags. */
static inline pair_entry pair_table_first(pair_table *t, uint32_t body) {
    if (t->dense) t->firsts[body] = pair_table_search_row(t, body);
    return t->firsts[body];
}

#endif
