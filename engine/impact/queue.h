/* queue.h: what will happen, by time.
 *
 * A ring of bins of equal width in time; only the bin of the present is sorted. What is farther off
 * than the ring reaches waits aside until the ring comes round. So a push and a pop take the same
 * time however much waits, as long as a bin holds a few dozen; widths follow the traffic.
 *
 * Every body has one live event at most: what it meets first, as the pair table has it. An event
 * carries the stamp that its body had when it was pushed, and is dead when the body has another by
 * now; dead ones are passed over. Events of equal time come in the order of their slots
 * (triangle.h), so that runs repeat, whatever the bins.
 */
#ifndef ENGINE_IMPACT_QUEUE_H
#define ENGINE_IMPACT_QUEUE_H

#include "impact/pair_table.h"

typedef struct queue_event {
    double time;
    uint64_t slot; /* of the pair, or of the body alone */
    uint32_t body, stamp;
} queue_event;

/* The same while it waits: its time is that of the table, or it is dead. */
typedef struct queue_entry {
    uint32_t body, stamp;
} queue_entry;

/* What the queue reads of its user's, by body: stamps so many bytes apart, and first events. */
typedef struct queue_keys {
    const void *stamps; /* uint32_t each */
    size_t stride;
    const pair_entry *firsts;
} queue_keys;

typedef struct event_queue {
    const evo_allocator *memory;
    double max_width;              /* that a bin may become: a power of two */
    double width, bins_per_second; /* powers of two, and their product 1 */
    int64_t current;               /* number of the bin in hand: of times from present * width on */
    int64_t shift;                 /* added to a bin's number for its place in the ring */
    uint32_t *bins;                /* the ring: each bin's list */
    size_t bin_count, bin_capacity; /* a power of two */
    uint32_t far;                   /* list of what lies beyond the ring */
    queue_entry *entries;           /* of all lists, in chunks */
    size_t entry_count, entry_capacity;
    size_t reserved; /* for which there is room */
    uint32_t free_chunk;
    queue_event *sorted; /* the present bin; before `next` they have been popped */
    size_t next, sorted_count, sorted_capacity;
    bool sorted_valid;            /* all of the present bin is there, and sorted */
    size_t ring_count, far_count; /* that wait there, dead ones included */
    size_t popped, passed;        /* events and bins, since widths were looked at last */
} event_queue;

/* For about so many bodies, beginning at a time. Times will be set back by no less than the width
 * of the widest bin. */
bool queue_init(event_queue *q, const evo_allocator *memory, size_t bodies, double now,
                double max_width);
void queue_free(event_queue *q);

/* Forgets all events, and begins at a time. */
void queue_clear(event_queue *q, double now);

/* Room for pushing so many events before the next one is asked for. */
bool queue_reserve(event_queue *q, size_t more);

/* Adds the body's event, which is not before the last one popped. There is room. */
void queue_push(event_queue *q, const queue_keys *keys, uint32_t body);

/* The first live event; it stays. NULL when there is none, or when memory is refused, which sets
 * *refused and loses nothing. */
const queue_event *queue_first(event_queue *q, const queue_keys *keys, bool *refused);

/* The live event behind the first one, of another slot, if it is in the present bin; else NULL. */
const queue_event *queue_second(const event_queue *q, const queue_keys *keys);

/* Takes the first one off. */
void queue_pop(event_queue *q);

/* Whose events wait so many bins from the present one, dead ones included: at most so many; how
 * many they are. */
size_t queue_peek_bin(const event_queue *q, int64_t bins, uint32_t *bodies, size_t most);

/* Takes so much from all times, as the table does; which is exact: the amount is a power of two and
 * whole bins. */
void queue_rebase(event_queue *q, double amount);

#endif
