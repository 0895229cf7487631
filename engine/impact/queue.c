#include "impact/queue.h"

#include <math.h>

#include "core/array.h"
#include "core/sort.h"

static const uint32_t NO_CHUNK = 0xffffffffu;

/* Events in a bin, in the mean: fewer, and empty bins cost time; more, and sorting does. */
static const double FEW = 1, WANTED = 3, MANY = 8;

/* In one bin: so many are a sign of a width that is far off. */
enum { CROWD = 200 };

/* A bin that is farther off is as far as any: no 64 bits hold its number. */
static const double FARTHEST = 4e18;

/* ---- Chunks ---------------------------------------------------------------------------------- */

static bool chunks_reserve(event_queue *q, size_t more) {
    return array_reserve(q->memory, &q->chunks, &q->chunk_capacity, q->chunk_count + more,
                         sizeof *q->chunks);
}

/* There is room. */
static uint32_t chunk_take(event_queue *q) {
    uint32_t taken = q->free_chunk;
    if (taken == NO_CHUNK) return (uint32_t)q->chunk_count++;
    q->free_chunk = q->chunks[taken].next;
    return taken;
}

static void chunk_give(event_queue *q, uint32_t chunk) {
    q->chunks[chunk].next = q->free_chunk;
    q->free_chunk = chunk;
}

/* Adds to a list of chunks. There is room for one more of them. */
static void list_add(event_queue *q, uint32_t *list, const queue_event *event) {
    if (*list == NO_CHUNK || q->chunks[*list].count == QUEUE_CHUNK) {
        uint32_t first = chunk_take(q);
        q->chunks[first].next = *list;
        q->chunks[first].count = 0;
        *list = first;
    }
    queue_chunk *chunk = &q->chunks[*list];
    chunk->events[chunk->count++] = *event;
}

/* Takes one off a list that is not empty. */
static queue_event list_take(event_queue *q, uint32_t *list) {
    queue_chunk *chunk = &q->chunks[*list];
    queue_event taken = chunk->events[--chunk->count];
    if (chunk->count == 0) {
        uint32_t empty = *list;
        *list = chunk->next;
        chunk_give(q, empty);
    }
    return taken;
}

static size_t list_count(const event_queue *q, uint32_t list) {
    size_t count = 0;
    for (; list != NO_CHUNK; list = q->chunks[list].next) count += q->chunks[list].count;
    return count;
}

/* ---- Bins ------------------------------------------------------------------------------------ */

static int64_t bin_of(const event_queue *q, double time) {
    double bin = floor(time * q->bins_a_second);
    return bin < FARTHEST ? (int64_t)bin : (int64_t)FARTHEST;
}

static uint32_t *bin_list(const event_queue *q, int64_t bin) {
    return &q->bins[(uint64_t)(bin + q->turned) & (q->bin_count - 1)];
}

static bool event_before(const void *first, const void *second) {
    const queue_event *x = first, *y = second;
    if (x->time != y->time) return x->time < y->time;
    if (x->slot != y->slot) return x->slot < y->slot;
    return x->body < y->body;
}

/* Into the present bin, in its order. There is room. */
static void sorted_insert(event_queue *q, const queue_event *event) {
    size_t at = q->sorted_count++;
    for (; at > q->next && event_before(event, &q->sorted[at - 1]); --at)
        q->sorted[at] = q->sorted[at - 1];
    q->sorted[at] = *event;
}

/* Where it belongs. There is room for a chunk, and in the present bin. */
static void event_add(event_queue *q, const queue_event *event) {
    int64_t bin = bin_of(q, event->time);
    if (bin <= q->present) {
        sorted_insert(q, event);
    } else if (bin - q->present < (int64_t)q->bin_count) {
        list_add(q, bin_list(q, bin), event);
        ++q->in_ring;
    } else {
        list_add(q, &q->far, event);
        ++q->in_far;
    }
}

static void set_width(event_queue *q, double width, double now) {
    q->width = width;
    q->bins_a_second = 1 / width;
    q->present = bin_of(q, now);
}

/* ---- At the beginning of a lap --------------------------------------------------------------- */

static bool begins_lap(const event_queue *q, int64_t bin) {
    return ((uint64_t)(bin + q->turned) & (q->bin_count - 1)) == 0;
}

/* Room to sort all that waits in anew. */
static bool lap_reserve(event_queue *q) {
    size_t waiting = q->in_ring + q->in_far + q->sorted_count - q->next;
    return chunks_reserve(q, waiting)
           && array_reserve(q->memory, &q->sorted, &q->sorted_capacity, q->sorted_count + waiting,
                            sizeof *q->sorted);
}

/* All events of a list, where they belong by now. */
static void add_again(event_queue *q, uint32_t list) {
    while (list != NO_CHUNK) {
        queue_event event = list_take(q, &list);
        event_add(q, &event);
    }
}

/* When nothing else waits, the ring turns to the first of what is far at once. */
static void skip_to_far(event_queue *q) {
    int64_t first = INT64_MAX;
    for (uint32_t c = q->far; c != NO_CHUNK; c = q->chunks[c].next)
        for (uint32_t i = 0; i < q->chunks[c].count; ++i) {
            int64_t bin = bin_of(q, q->chunks[c].events[i].time);
            if (bin < first) first = bin;
        }
    q->present = first - (int64_t)((uint64_t)(first + q->turned) & (q->bin_count - 1));
}

static void bring_near(event_queue *q) {
    uint32_t far = q->far;
    if (far == NO_CHUNK) return;
    if (q->in_ring == 0 && q->sorted_count == 0) skip_to_far(q);
    q->far = NO_CHUNK;
    q->in_far = 0;
    add_again(q, far);
}

/* Other widths, when a bin holds so many in the mean. There is room, and nothing is sorted yet. */
static void fit_width(event_queue *q, double load) {
    if (load == 0 || (load >= FEW && load <= MANY)) return;
    double now = (double)q->present * q->width;
    uint32_t all = q->far;
    for (size_t i = 0; i < q->bin_count; ++i)
        while (q->bins[i] != NO_CHUNK) {
            queue_event event = list_take(q, &q->bins[i]);
            list_add(q, &all, &event);
        }
    for (size_t i = q->next; i < q->sorted_count; ++i) list_add(q, &all, &q->sorted[i]);
    q->far = NO_CHUNK;
    q->in_ring = q->in_far = q->next = q->sorted_count = 0;
    set_width(q, ldexp(q->width, (int)round(log2(WANTED / load))), now);
    add_again(q, all);
}

/* ---- The present ----------------------------------------------------------------------------- */

static void take_bin(event_queue *q, size_t count) {
    uint32_t *list = bin_list(q, q->present);
    q->next = 0;
    q->sorted_count = count;
    q->in_ring -= count;
    q->popped += count;
    for (size_t i = 0; i < count; ++i) q->sorted[i] = list_take(q, list);
}

/* The next bin that holds something, or that begins a lap. */
static bool go_on(event_queue *q) {
    int64_t bin = q->present + 1;
    while (*bin_list(q, bin) == NO_CHUNK && !begins_lap(q, bin)) ++bin;
    size_t count = list_count(q, *bin_list(q, bin));
    bool lap = begins_lap(q, bin);
    q->sorted_count = q->next = 0; /* they are gone */
    if (!array_reserve(q->memory, &q->sorted, &q->sorted_capacity, count, sizeof *q->sorted)
        || (lap && !lap_reserve(q)))
        return false;
    q->present = bin;
    take_bin(q, count);
    if (lap) {
        bring_near(q);
        fit_width(q, (double)q->popped / (double)q->bin_count);
        q->popped = 0;
    }
    sort_items(q->sorted, q->sorted_count, sizeof *q->sorted, event_before);
    return true;
}

/* ---- At the door ----------------------------------------------------------------------------- */

static size_t bins_for(size_t bodies) {
    size_t bins = 64;
    while (bins < bodies && bins < (size_t)1 << 31) bins *= 2;
    return bins;
}

bool queue_init(event_queue *q, const evo_allocator *memory, size_t bodies, double now) {
    event_queue empty = {.memory = memory, .far = NO_CHUNK, .free_chunk = NO_CHUNK};
    *q = empty;
    size_t bins = bins_for(bodies);
    if (!array_reserve(memory, &q->bins, &q->bin_capacity, bins, sizeof *q->bins)) return false;
    q->bin_count = bins;
    for (size_t i = 0; i < bins; ++i) q->bins[i] = NO_CHUNK;
    set_width(q, 1, now);
    return true;
}

void queue_free(event_queue *q) {
    array_free(q->memory, &q->bins, &q->bin_capacity, sizeof *q->bins);
    array_free(q->memory, &q->chunks, &q->chunk_capacity, sizeof *q->chunks);
    array_free(q->memory, &q->sorted, &q->sorted_capacity, sizeof *q->sorted);
}

/* More than a lap should pass before the width fits. Without memory it is for another time. */
static void part_crowd(event_queue *q) {
    size_t crowd = q->sorted_count - q->next;
    if (q->sorted[q->sorted_count - 1].time > q->sorted[q->next].time && lap_reserve(q))
        fit_width(q, (double)crowd);
}

bool queue_push(event_queue *q, const queue_event *event) {
    if (q->free_chunk == NO_CHUNK && !chunks_reserve(q, 1)) return false;
    if (!array_reserve(q->memory, &q->sorted, &q->sorted_capacity, q->sorted_count + 1,
                       sizeof *q->sorted))
        return false;
    event_add(q, event);
    if (q->sorted_count - q->next > CROWD) part_crowd(q);
    return true;
}

const queue_event *queue_first(event_queue *q, const uint32_t *stamps, bool *refused) {
    for (;;) {
        for (; q->next < q->sorted_count; ++q->next) {
            const queue_event *first = &q->sorted[q->next];
            if (stamps[first->body] == first->stamp) return first;
        }
        if (q->in_ring + q->in_far == 0) return NULL;
        if (!go_on(q)) {
            *refused = true;
            return NULL;
        }
    }
}

void queue_pop(event_queue *q) {
    ++q->next;
}

static void list_rebase(event_queue *q, uint32_t list, double amount) {
    for (; list != NO_CHUNK; list = q->chunks[list].next)
        for (uint32_t i = 0; i < q->chunks[list].count; ++i)
            q->chunks[list].events[i].time -= amount;
}

void queue_rebase(event_queue *q, double amount) {
    int64_t bins = (int64_t)(amount * q->bins_a_second);
    for (size_t i = 0; i < q->bin_count; ++i) list_rebase(q, q->bins[i], amount);
    list_rebase(q, q->far, amount);
    for (size_t i = q->next; i < q->sorted_count; ++i) q->sorted[i].time -= amount;
    q->present -= bins;
    q->turned += bins;
}
