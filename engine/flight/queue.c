/* queue.c: a calendar queue. In: first meetings of bodies; out: the earliest of them. Invariant:
 * each body has at most one live event, in the bin of its time, or in an earlier bin that is
 * current. */
#include "flight/queue.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/core.h"
#include "core/memory.h"

/* Mean events in a bin: with fewer, bins cost time; with more, sorting does. */
static const double MIN_LOAD = 12, TARGET_LOAD = 24, MAX_LOAD = 48;

/* BODIES_PER_BIN: most bodies for each bin of the ring. */
enum { BODIES_PER_BIN = 8, MIN_BINS = 64 };

/* Number of events in one bin that shows a width far off. */
enum { BIN_CROWDED = 200 };

/* Bins further off have no number in 64 bits, and count as this one. */
static const double LAST_BIN = 4e18;

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Lists are made of chunks of one cache line, and grow at the end. A list is the index of its last
 * entry; the first entry of each chunk links to the list before it. */
enum { CHUNK = 8 };
_Static_assert(CHUNK * sizeof(queue_entry) == 64, "a chunk is a cache line");

static const uint32_t NO_LIST = 0xffffffffu; /* reads as full, as chunks are */

static uint32_t chunk_alloc(event_queue *q) {
    uint32_t taken = q->free_chunk;
    if (taken == NO_LIST) {
        taken = (uint32_t)q->entry_count;
        q->entry_count += CHUNK;
        assert(q->entry_count <= q->entry_capacity);
    } else {
        q->free_chunk = q->entries[taken].body;
    }
    return taken;
}

static void chunk_free(event_queue *q, uint32_t chunk) {
    q->entries[chunk].body = q->free_chunk;
    q->free_chunk = chunk;
}

static void list_push(event_queue *q, uint32_t *list, queue_entry entry) {
    uint32_t last = *list;
    if (last % CHUNK == CHUNK - 1) {
        uint32_t chunk = chunk_alloc(q);
        q->entries[chunk].body = last;
        last = chunk;
    }
    q->entries[++last] = entry;
    *list = last;
}

/* The list without its last entry. */
static uint32_t list_previous(const event_queue *q, uint32_t list) {
    return (list - 1) % CHUNK == 0 ? q->entries[list - 1].body : list - 1;
}

static queue_entry list_pop(event_queue *q, uint32_t *list) {
    uint32_t last = *list, chunk = last - last % CHUNK;
    queue_entry taken = q->entries[last];
    *list = list_previous(q, last);
    if (last == chunk + 1) chunk_free(q, chunk);
    return taken;
}

/* Joins one list before another; its chunks stay as full as they are. */
static uint32_t list_join(event_queue *q, uint32_t list, uint32_t behind) {
    uint32_t at = list;
    if (list == NO_LIST) return behind;
    while (q->entries[at - at % CHUNK].body != NO_LIST) at = q->entries[at - at % CHUNK].body;
    q->entries[at - at % CHUNK].body = behind;
    return list;
}

/* Returns the number of entries that lists of `waiting` events need. The last chunk of each list
 * may be nearly empty, and there may be as many again while all entries move to other bins. */
static size_t entries_for(const event_queue *q, size_t waiting) {
    return CHUNK * (2 * (q->bin_count + 1) + waiting / (CHUNK - 1) + 1);
}

/* ---- Bins ------------------------------------------------------------------------------------ */

/* Times are above 0. */
static int64_t bin_of(const event_queue *q, double time) {
    double bin = time * q->bins_per_second;
    return bin < LAST_BIN ? (int64_t)bin : (int64_t)LAST_BIN;
}

static uint64_t ring_index(const event_queue *q, int64_t bin) {
    return (uint64_t)(bin + q->shift) & (q->bin_count - 1);
}

static bool is_live(const event_queue *q, uint32_t body, uint32_t stamp) {
    return q->stamps[body] == stamp;
}

static queue_event queue_event_of(const event_queue *q, const pair_entry *firsts, uint32_t body) {
    const pair_entry *first = &firsts[body];
    return (queue_event){first->time, triangle_slot(body, first->other), body, q->stamps[body]};
}

static bool event_before(const void *first, const void *second) {
    const queue_event *x = first, *y = second;
    if (x->time != y->time) return x->time < y->time;
    if (x->slot != y->slot) return x->slot < y->slot;
    return x->body < y->body;
}

/* Inserts into the current bin, in order. There is room. */
static void sorted_insert(event_queue *q, queue_event event) {
    assert(q->sorted_count < q->sorted_capacity);
    size_t at = q->sorted_count++;
    for (; at > q->next && event_before(&event, &q->sorted[at - 1]); --at)
        q->sorted[at] = q->sorted[at - 1];
    q->sorted[at] = event;
    assert((at == q->next || !event_before(&event, &q->sorted[at - 1])) && "the bin is in order");
}

/* Adds to a bin that is still unsorted, the current one or later. */
INLINE void add_entry(event_queue *q, queue_entry entry, int64_t bin) {
    if (bin < q->current) bin = q->current;
    if (bin - q->current < (int64_t)q->bin_count) {
        list_push(q, &q->bins[ring_index(q, bin)], entry);
        ++q->ring_count;
    } else {
        list_push(q, &q->far, entry);
        ++q->far_count;
    }
}

/* Adds all live entries of a list. */
static void add_all_live(event_queue *q, const pair_entry *firsts, uint32_t list) {
    while (list != NO_LIST) {
        queue_entry entry = list_pop(q, &list);
        if (is_live(q, entry.body, entry.stamp))
            add_entry(q, entry, bin_of(q, firsts[entry.body].time));
    }
}

static void set_width(event_queue *q, double width, double now) {
    q->width = width;
    q->bins_per_second = 1 / width;
    q->current = bin_of(q, now);
}

/* ---- At the start of a lap ------------------------------------------------------------------- */

/* Turns an empty ring at once to the first far event. */
static void skip_ahead(event_queue *q, const pair_entry *firsts, uint32_t far) {
    int64_t first = INT64_MAX;
    for (uint32_t at = far; at != NO_LIST; at = list_previous(q, at)) {
        queue_entry entry = q->entries[at];
        if (!is_live(q, entry.body, entry.stamp)) continue;
        int64_t bin = bin_of(q, firsts[entry.body].time);
        if (bin < first) first = bin;
    }
    if (first < INT64_MAX) q->current = first - (int64_t)ring_index(q, first);
}

static void pull_far(event_queue *q, const pair_entry *firsts) {
    uint32_t far = q->far;
    if (far == NO_LIST) return;
    if (q->ring_count == 0) skip_ahead(q, firsts, far);
    q->far = NO_LIST;
    q->far_count = 0;
    add_all_live(q, firsts, far);
}

/* Puts all live entries into bins of a width, from a time on. */
static void spread(event_queue *q, const pair_entry *firsts, double width, double now) {
    uint32_t all = q->far;
    for (size_t i = 0; i < q->bin_count; ++i) {
        all = list_join(q, q->bins[i], all);
        q->bins[i] = NO_LIST;
    }
    q->far = NO_LIST;
    q->ring_count = q->far_count = 0;
    set_width(q, width, now);
    add_all_live(q, firsts, all);
}

/* Chooses another width when bins hold too few or too many in the mean. Counting starts anew. */
static void fit_width(event_queue *q, const pair_entry *firsts, double load) {
    q->popped = q->passed = 0;
    if (load == 0 || (load >= MIN_LOAD && load <= MAX_LOAD)) return;
    double width = ldexp(q->width, (int)round(log2(TARGET_LOAD / load)));
    spread(q, firsts, least_of(width, q->max_width), (double)q->current * q->width);
}

/* ---- The current bin ------------------------------------------------------------------------- */

/* Moves the live events of the current bin to the sorted ones. Branch-free: append always, advance
 * the count only for live events. When memory is refused the rest stays in the bin. */
static bool fetch_current(event_queue *q, const pair_entry *firsts) {
    uint32_t *list = &q->bins[ring_index(q, q->current)];
    while (*list != NO_LIST) {
        if (q->sorted_count == q->sorted_capacity
            && !array_reserve(q->memory, &q->sorted, &q->sorted_capacity, q->sorted_count + 1,
                              sizeof *q->sorted))
            return false;
        queue_entry entry = list_pop(q, list);
        q->sorted[q->sorted_count] = queue_event_of(q, firsts, entry.body);
        q->sorted_count += is_live(q, entry.body, entry.stamp);
        --q->ring_count;
        ++q->popped;
    }
    return true;
}

/* Most events that are sorted by counting, for each, how many come before: no unpredictable
 * branch. */
enum { COUNTED_MOST = 96 };

#if MACHINE_VECTORS
typedef double two_times __attribute__((vector_size(16)));
typedef int64_t two_counts __attribute__((vector_size(16)));
enum { BLOCK_TIMES = 4 };

static size_t count_before(const double *times, size_t blocks, double time) {
    two_times all = {time, time}, block[2];
    two_counts low = {0, 0}, high = {0, 0}; /* true is -1 */
    for (size_t i = 0; i < blocks; ++i) {
        memcpy(block, times + i * BLOCK_TIMES, sizeof block);
        low -= (two_counts)(block[0] < all);
        high -= (two_counts)(block[1] < all);
    }
    low += high;
    return (size_t)(low[0] + low[1]);
}
#else
enum { BLOCK_TIMES = 1 };

static size_t count_before(const double *times, size_t blocks, double time) {
    size_t before = 0;
    for (size_t i = 0; i < blocks; ++i) before += times[i] < time;
    return before;
}
#endif

static void sort_few(event_queue *q) {
    size_t count = q->sorted_count, blocks = (count + BLOCK_TIMES - 1) / BLOCK_TIMES;
    queue_event few[COUNTED_MOST], *sorted = q->sorted;
    double times[COUNTED_MOST];
    uint8_t equal[COUNTED_MOST] = {0}; /* events with the same count that are placed already */
    memcpy(few, sorted, count * sizeof *few);
    for (size_t i = 0; i < blocks * BLOCK_TIMES; ++i) times[i] = i < count ? few[i].time : INFINITY;
    for (size_t i = 0; i < count; ++i) {
        size_t before = count_before(times, blocks, few[i].time);
        sorted[before + equal[before]++] = few[i];
    }
    /* Events of equal time are put in order of slot and body. */
    for (size_t i = 1; i < count; ++i)
        for (size_t k = i; k > 0 && event_before(&sorted[k], &sorted[k - 1]); --k) {
            queue_event other = sorted[k];
            sorted[k] = sorted[k - 1];
            sorted[k - 1] = other;
        }
}

static bool sort_current(event_queue *q, const pair_entry *firsts) {
    if (!fetch_current(q, firsts)) return false;
    if (q->sorted_count > 0 && q->sorted_count <= COUNTED_MOST)
        sort_few(q);
    else
        sort_items(q->sorted, q->sorted_count, sizeof *q->sorted, event_before);
    q->sorted_valid = true;
    return true;
}

/* Moves to the next bin that is not empty, or that begins a lap. Widths are reviewed then, and
 * sooner when more events were popped than should be in a lap. */
static void next_bin(event_queue *q, const pair_entry *firsts) {
    q->next = q->sorted_count = 0;
    q->sorted_valid = false;
    int64_t from = q->current;
    do ++q->current;
    while (q->bins[ring_index(q, q->current)] == NO_LIST && ring_index(q, q->current) != 0);
    q->passed += (size_t)(q->current - from);
    bool begins = ring_index(q, q->current) == 0;
    if (begins) pull_far(q, firsts);
    if (begins || (double)q->popped > MAX_LOAD * (double)q->bin_count)
        fit_width(q, firsts, (double)q->popped / (double)q->passed);
}

void queue_unsort(event_queue *q) {
    for (; q->next < q->sorted_count; ++q->next) {
        const queue_event *event = &q->sorted[q->next];
        add_entry(q, (queue_entry){event->body, event->stamp}, bin_of(q, event->time));
    }
    q->next = q->sorted_count = 0;
    q->sorted_valid = false;
}

/* Narrows bins whose width is so far off that waiting for the next lap costs too much: sorted
 * events go back into narrower bins, unless half of them are due at once. */
static void split_crowd(event_queue *q, const pair_entry *firsts) {
    size_t crowd = q->sorted_count - q->next;
    if (!(q->sorted[q->next + crowd / 2].time > q->sorted[q->next].time)) return;
    queue_unsort(q);
    fit_width(q, firsts, (double)crowd);
}

/* ---- Entry points ---------------------------------------------------------------------------- */

bool queue_init(event_queue *q, const evo_allocator *memory, size_t bodies, double now,
                double max_width) {
    *q = (event_queue){.memory = memory, .max_width = max_width};
    size_t bins = MIN_BINS;
    if (!queue_grow(q, bodies)) return false;
    while (bins < bodies / BODIES_PER_BIN && bins < (size_t)1 << 31) bins *= 2;
    if (!array_reserve(memory, &q->bins, &q->bin_capacity, bins, sizeof *q->bins)) return false;
    q->bin_count = bins;
    /* Assumes one event within max_width for each body; if there are more, split_crowd notices in
     * time. */
    int power = 0;
    if ((double)bodies > TARGET_LOAD) (void)frexp((double)bodies / TARGET_LOAD, &power);
    q->width = ldexp(max_width, -power);
    queue_clear(q, now);
    return true;
}

bool queue_grow(event_queue *q, size_t bodies) {
    return array_reserve_filled(q->memory, &q->stamps, &q->stamp_capacity, bodies,
                                sizeof *q->stamps, 0);
}

void queue_clear(event_queue *q, double now) {
    for (size_t i = 0; i < q->bin_count; ++i) q->bins[i] = NO_LIST;
    q->far = q->free_chunk = NO_LIST;
    q->entry_count = q->ring_count = q->far_count = 0;
    q->next = q->sorted_count = q->popped = q->passed = 0;
    q->sorted_valid = false;
    q->shift = 0;
    set_width(q, q->width, now);
}

void queue_free(event_queue *q) {
    array_free(q->memory, &q->bins, &q->bin_capacity, sizeof *q->bins);
    array_free(q->memory, &q->entries, &q->entry_capacity, sizeof *q->entries);
    array_free(q->memory, &q->sorted, &q->sorted_capacity, sizeof *q->sorted);
    array_free(q->memory, &q->stamps, &q->stamp_capacity, sizeof *q->stamps);
}

bool queue_reserve(event_queue *q, size_t more) {
    size_t waiting = q->ring_count + q->far_count + q->sorted_count - q->next + more;
    if (waiting <= q->reserved && q->sorted_count + more <= q->sorted_capacity) return true;
    if (!array_reserve(q->memory, &q->entries, &q->entry_capacity, entries_for(q, waiting),
                       sizeof *q->entries))
        return false;
    if (q->sorted_valid
        && !array_reserve(q->memory, &q->sorted, &q->sorted_capacity, q->sorted_count + more,
                          sizeof *q->sorted))
        return false;
    if (waiting > q->reserved) q->reserved = waiting;
    return true;
}

void queue_drop(event_queue *q, uint32_t body) {
    ++q->stamps[body];
}

void queue_push(event_queue *q, const pair_entry *firsts, uint32_t body) {
    queue_drop(q, body);
    if (!(firsts[body].time < INFINITY)) return;
    int64_t bin = bin_of(q, firsts[body].time);
    if (!q->sorted_valid || bin > q->current) {
        add_entry(q, (queue_entry){body, q->stamps[body]}, bin);
        return;
    }
    ++q->popped;
    sorted_insert(q, queue_event_of(q, firsts, body));
    if (q->sorted_count - q->next > BIN_CROWDED) split_crowd(q, firsts);
}

const queue_event *queue_first(event_queue *q, const pair_entry *firsts, bool *refused) {
    for (;;) {
        for (; q->sorted_valid && q->next < q->sorted_count; ++q->next) {
            const queue_event *first = &q->sorted[q->next];
            if (is_live(q, first->body, first->stamp)) return first;
        }
        if (q->ring_count + q->far_count == 0) return NULL;
        if (q->sorted_valid) next_bin(q, firsts);
        if (!sort_current(q, firsts)) {
            *refused = true;
            return NULL;
        }
    }
}

const queue_event *queue_second(const event_queue *q) {
    for (size_t i = q->next + 1; i < q->sorted_count; ++i) {
        const queue_event *event = &q->sorted[i];
        if (event->slot != q->sorted[q->next].slot && is_live(q, event->body, event->stamp))
            return event;
    }
    return NULL;
}

void queue_pop(event_queue *q) {
    assert(q->sorted_valid && q->next < q->sorted_count && "an event was found before");
    ++q->next;
}

size_t queue_peek_bin(const event_queue *q, int64_t bins, uint32_t *bodies, size_t most) {
    size_t count = 0;
    uint32_t at = q->bins[ring_index(q, q->current + bins)];
    for (; at != NO_LIST && count < most; at = list_previous(q, at))
        bodies[count++] = q->entries[at].body;
    return count;
}

void queue_rebase(event_queue *q, const pair_entry *firsts, double amount) {
    double now = (double)q->current * q->width - amount;
    if (now < 0) { /* long after the last event: all that waits is ahead of 0 */
        queue_unsort(q);
        spread(q, firsts, q->width, 0);
        return;
    }
    for (size_t i = q->next; i < q->sorted_count; ++i) q->sorted[i].time -= amount;
    int64_t before = q->current;
    q->current = bin_of(q, now);
    q->shift += before - q->current;
}
