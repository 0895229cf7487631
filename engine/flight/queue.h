/* queue.h: planned meetings: the triangle of pairs, the pair table of (N^2+N)/2 slots, and the
 * queue of plans by time. */
#ifndef ENGINE_FLIGHT_QUEUE_H
#define ENGINE_FLIGHT_QUEUE_H

#include <math.h>
#include <stdint.h>

#include "core/memory.h"

/* ==== The triangle ============================================================================ */

/* Numbers for pairs of bodies.
 *
 * N bodies make (N^2 - N) / 2 pairs of two different ones. The triangle has (N^2 + N) / 2 slots: N
 * more on its diagonal, where slot (i, i) is for what body i meets alone. Slot (i, j), i <= j, has
 * the number j (j + 1) / 2 + i: row after row, so that one more body adds a row and changes no
 * number.
 *
 *     (0,0)                    0
 *     (0,1) (1,1)              1 2
 *     (0,2) (1,2) (2,2)        3 4 5
 *
 * 64 bits hold the numbers for all bodies of 32 bits; 32 bits, only for 92,681 of them. */

/* Returns the number of slots for `count` bodies; `count` is at most 2^32. */
static inline uint64_t triangle_size(uint64_t count) {
    /* The even factor is halved, so that the product does not overflow: of count and count + 1,
     * (count | 1) is the odd one. No branch here or below: neither is predictable. */
    return (count + 1) / 2 * (count | 1);
}

/* The slot of a pair in any order; of one body, named twice. */
static inline uint64_t triangle_slot(uint32_t a, uint32_t b) {
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    return triangle_size(high) + low;
}

/* ==== The pair table ========================================================================== */

/* Times at which pairs of bodies will meet, and bodies what they meet alone.
 *
 * The table has the slots of the triangle. Among few bodies it is dense: it keeps the time of every
 * slot, and a search of a row finds the first. That is simple enough to be trusted, and tests hold
 * the other kind against it. Among many it is sparse: of a body's slots it keeps the first that was
 * added since the body was cleared, and the queue finds the first of those. */

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

/* Most bodies of a dense table at the start, and as it grows. */
enum { PAIR_TABLE_DENSE = 64, PAIR_TABLE_DENSE_MOST = 4 * PAIR_TABLE_DENSE };

/* Prepares the table for a number of bodies without meetings. False: out of memory. */
bool pair_table_init(pair_table *t, const evo_allocator *memory, uint32_t bodies, bool dense);
void pair_table_free(pair_table *t);

/* Grows the table to a number of bodies. False: out of memory. */
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

/* Clears the meetings of a body. */
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

/* ==== The queue =============================================================================== */

/* Events by time.
 *
 * A calendar queue: a ring of bins of equal width in time, of which only the current one is sorted.
 * Events beyond the ring wait in a far list until the ring comes round. So a push and a pop take
 * constant time, as long as a bin holds a few dozen; widths follow the traffic.
 *
 * Every body has at most one live event: what it meets first, as in the pair table, whose first
 * meetings (firsts) the queue reads. An event carries the stamp that its body got when it was
 * pushed, and is dead once the body has another; dead ones are skipped. Events of equal time come
 * in the order of their slots in the triangle, so that runs repeat whatever the bins. */

typedef struct queue_event {
    double time;
    uint64_t slot; /* slot of the pair, or of the body alone */
    uint32_t body, stamp;
} queue_event;

/* A waiting event: its time is the table's, or it is dead. */
typedef struct queue_entry {
    uint32_t body, stamp;
} queue_entry;

typedef struct event_queue {
    const evo_allocator *memory;
    double max_width;               /* largest width of a bin: a power of two */
    double width, bins_per_second;  /* powers of two; their product is 1 */
    int64_t current;                /* bin: of times from current * width on */
    int64_t shift;                  /* offset from a bin's number to its index in the ring */
    uint32_t *bins;                 /* the ring: one list a bin */
    size_t bin_count, bin_capacity; /* a power of two */
    uint32_t far;                   /* list of events beyond the ring */
    queue_entry *entries;           /* entries of all lists, in chunks */
    size_t entry_count, entry_capacity;
    size_t reserved; /* waiting events that entries suffice for */
    uint32_t free_chunk;
    uint32_t *stamps; /* stamps of live events, by body */
    size_t stamp_capacity;
    queue_event *sorted; /* the current bin; events before `next` have been popped */
    size_t next, sorted_count, sorted_capacity;
    bool sorted_valid;            /* the current bin is all there, in order */
    size_t ring_count, far_count; /* events waiting there, dead ones included */
    size_t popped, passed;        /* events and bins, since widths were reviewed */
} event_queue;

/* Prepares the queue for about `bodies` bodies, from a time on. Times will be rebased by max_width
 * or more. */
bool queue_init(event_queue *q, const evo_allocator *memory, size_t bodies, double now,
                double max_width);
void queue_free(event_queue *q);

/* Grows the queue to a number of bodies. False: out of memory. */
bool queue_grow(event_queue *q, size_t bodies);

/* Forgets all events, and starts from a time. */
void queue_clear(event_queue *q, double now);

/* Makes room for pushing `more` events before the next queue_first. False: out of memory. */
bool queue_reserve(event_queue *q, size_t more);

/* Forgets the body's event. */
void queue_drop(event_queue *q, uint32_t body);

/* Puts the body's event, which is not before the last one popped, in place of the one that it had;
 * none, if it never comes. There is room. */
void queue_push(event_queue *q, const pair_entry *firsts, uint32_t body);

/* The first live event, which stays. NULL when there is none, or when memory is refused, which sets
 * *refused and loses nothing. */
const queue_event *queue_first(event_queue *q, const pair_entry *firsts, bool *refused);

/* The next live event of another slot, if it is in the current bin; else NULL. */
const queue_event *queue_second(const event_queue *q);

/* Removes the first event. */
void queue_pop(event_queue *q);

/* Puts sorted events back into their bins: then many events may be pushed before them. */
void queue_unsort(event_queue *q);

/* Lists up to `most` bodies with events `bins` bins after the current one, dead events included;
 * returns their number. */
size_t queue_peek_bin(const event_queue *q, int64_t bins, uint32_t *bodies, size_t most);

/* Subtracts an amount from all times, as the table does. Exact: the amount is a power of two and
 * whole bins. */
void queue_rebase(event_queue *q, const pair_entry *firsts, double amount);

/* ==== Plans =================================================================================== */

/* The first meeting of each body, in steps and in exact worlds alike: the pair table, and the queue
 * of its first meetings. A body is planned for by adding all that it may meet, or by setting what
 * it meets first; the new plan takes the place of the old one. */

typedef struct plans {
    pair_table table;
    event_queue queue;
} plans;

/* Begins anew at time 0 with a number of bodies. False: out of memory. */
static inline bool plans_restart(plans *p, uint32_t bodies) {
    queue_clear(&p->queue, 0);
    p->table.count = 0;
    return pair_table_grow(&p->table, bodies) && queue_grow(&p->queue, bodies);
}

static inline void plans_free(plans *p) {
    pair_table_free(&p->table);
    queue_free(&p->queue);
}

/* Grow to a number of bodies; make room for a number of plans before the next plans_next. False:
 * out of memory. */
static inline bool plans_grow(plans *p, uint32_t bodies) {
    return pair_table_grow(&p->table, bodies) && queue_grow(&p->queue, bodies);
}

static inline bool plans_reserve(plans *p, size_t more) {
    return queue_reserve(&p->queue, more);
}

static inline const pair_entry *plans_of(const plans *p, uint32_t body) {
    return &p->table.firsts[body];
}

/* Sets the first meeting of a body; time INFINITY: none. There is room. */
static inline void plans_set(plans *p, uint32_t body, pair_entry first) {
    p->table.firsts[body] = first;
    queue_push(&p->queue, p->table.firsts, body);
}

/* A body meets nothing from now on. */
static inline void plans_drop(plans *p, uint32_t body) {
    pair_table_clear(&p->table, body);
    queue_drop(&p->queue, body);
}

/* Queues the first of all that was added to the table. There is room. */
static inline void plans_queue(plans *p, uint32_t body) {
    queue_push(&p->queue, p->table.firsts, body);
}

/* Returns the body whose plan is due first, or NONE: there is none, or memory is refused: then
 * *refused is set, and nothing is lost. plans_pop removes the plan from the queue. */
static inline uint32_t plans_next(plans *p, bool *refused) {
    const queue_event *first = queue_first(&p->queue, p->table.firsts, refused);
    return first ? first->body : NONE;
}

static inline void plans_pop(plans *p) {
    queue_pop(&p->queue);
}

/* Subtracts an amount from all times. */
static inline void plans_rebase(plans *p, double amount) {
    pair_table_rebase(&p->table, amount);
    queue_rebase(&p->queue, p->table.firsts, amount);
}

#endif
