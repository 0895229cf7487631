/* pair_table.h: when each pair of bodies will meet, and each body what it meets alone.
 *
 * The table has the slots of triangle.h. Among few bodies it is dense: it knows the time of every
 * slot, and finds the first by looking at all. That is simple enough to be trusted, and tests hold
 * the other kind against it. Among many it is sparse: of all the slots in which a body stands it
 * knows but the first that it was told of since the body was cleared; so each body uses one slot,
 * and the queue (queue.h) finds the first of them.
 */
#ifndef ENGINE_IMPACT_PAIR_TABLE_H
#define ENGINE_IMPACT_PAIR_TABLE_H

#include "core/memory.h"
#include "impact/triangle.h"

typedef struct pair_time {
    double time; /* INFINITY: never */
    uint64_t slot;
} pair_time;

typedef struct pair_table {
    const evo_allocator *memory;
    uint32_t count; /* of bodies */
    bool dense;
    double *times; /* dense: by slot */
    size_t time_capacity;
    pair_time *firsts; /* sparse: by body */
    size_t first_capacity;
} pair_table;

/* Up to so many bodies, a table is dense. */
enum { PAIR_TABLE_DENSE = 64 };

/* For so many bodies, of which nobody meets anything yet; false when memory is refused. */
bool pair_table_init(pair_table *t, const evo_allocator *memory, uint32_t bodies, bool dense);
void pair_table_free(pair_table *t);

/* Forgets what the body was about to meet. */
void pair_table_clear(pair_table *t, uint32_t body);

/* Body a, with body b or alone (b = a), will meet then. */
void pair_table_note(pair_table *t, uint32_t a, uint32_t b, double time);

/* What the body meets first: by time, then by slot. */
pair_time pair_table_first_of(const pair_table *t, uint32_t body);

/* What anybody meets first. */
pair_time pair_table_first(const pair_table *t);

#endif
