/* queue.h: events by time.
 *
 * A calendar queue: a ring of bins of equal width in time, of which only the current one is sorted.
 * Events beyond the ring wait in a far list until the ring comes round. So a push and a pop take
 * constant time, as long as a bin holds a few dozen; widths follow the traffic.
 *
 * Every body has at most one live event: what it meets first, as in the pair table, whose first
 * meetings (firsts) the queue reads. An event carries the stamp that its body got when it was
 * pushed, and is dead once the body has another; dead ones are skipped. Events of equal time come
 * in the order of their slots (triangle.h), so that runs repeat whatever the bins.
 */
#ifndef ENGINE_FLIGHT_QUEUE_H
#define ENGINE_FLIGHT_QUEUE_H

#include "flight/pair_table.h"

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
    uint32_t far;                   /* list of what is beyond the ring */
    queue_entry *entries;           /* entries of all lists, in chunks */
    size_t entry_count, entry_capacity;
    size_t reserved; /* waiting events that entries suffice for */
    uint32_t free_chunk;
    uint32_t *stamps; /* stamps of live events, by body */
    size_t stamp_capacity;
    queue_event *sorted; /* the current bin; those before `next` have been popped */
    size_t next, sorted_count, sorted_capacity;
    bool sorted_valid;            /* the current bin is all there, in order */
    size_t ring_count, far_count; /* events waiting there, dead ones included */
    size_t popped, passed;        /* events and bins, since widths were reviewed */
} event_queue;

/* Prepares the queue for about so many bodies, from a time on. Times will be rebased by no less
 * than max_width. */
bool queue_init(event_queue *q, const evo_allocator *memory, size_t bodies, double now,
                double max_width);
void queue_free(event_queue *q);

/* Grows the queue to so many bodies; false when memory is refused. */
bool queue_grow(event_queue *q, size_t bodies);

/* Forgets all events, and starts from a time. */
void queue_clear(event_queue *q, double now);

/* Room for pushing so many events before the next queue_first; false when memory is refused. */
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

/* Puts what is sorted back to the others: many may be pushed then that are before it. */
void queue_unsort(event_queue *q);

/* Lists up to `most` bodies with events so many bins ahead, dead ones included; returns their
 * number. */
size_t queue_peek_bin(const event_queue *q, int64_t bins, uint32_t *bodies, size_t most);

/* Subtracts an amount from all times, as the table does. Exact: the amount is a power of two and
 * whole bins. */
void queue_rebase(event_queue *q, const pair_entry *firsts, double amount);

#ifndef NDEBUG
/* Returns what is wrong with a queue of events of so many bodies, or NULL; *live: their number. */
const char *queue_validate(const event_queue *q, const pair_entry *firsts, size_t bodies,
                           size_t *live);
#endif

#endif
