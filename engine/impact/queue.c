#include "impact/queue.h"

#include <math.h>

#include "core/array.h"
#include "core/sort.h"

static const uint32_t NO_NODE = 0xffffffffu;

/* Events in a bin, in the mean: fewer, and empty bins cost time; more, and sorting does. */
static const double FEW = 1.5, WANTED = 3, MANY = 6;

/* In one bin: so many are a sign of a width that is far off. */
enum { CROWD = 200 };

/* A bin that is farther off is as far as any: no 64 bits hold its number. */
static const double FARTHEST = 4e18;

/* ---- Lists ----------------------------------------------------------------------------------- */

static void list_add(event_queue *q, uint32_t *list, uint32_t node) {
    q->nodes[node].next = *list;
    *list = node;
}

static uint32_t list_take(event_queue *q, uint32_t *list) {
    uint32_t taken = *list;
    *list = q->nodes[taken].next;
    return taken;
}

/* ---- Bins ------------------------------------------------------------------------------------ */

/* Times are above 0. */
static int64_t bin_of(const event_queue *q, double time) {
    double bin = time * q->bins_a_second;
    return bin < FARTHEST ? (int64_t)bin : (int64_t)FARTHEST;
}

static uint64_t place_of(const event_queue *q, int64_t bin) {
    return (uint64_t)(bin + q->turned) & (q->bin_count - 1);
}

static bool is_live(const queue_bodies *bodies, uint32_t body, uint32_t stamp) {
    return bodies->flyers[body].stamp == stamp;
}

static queue_event event_of(const queue_bodies *bodies, uint32_t body) {
    const pair_entry *first = &bodies->firsts[body];
    queue_event event = {first->time, triangle_slot(body, first->other), body,
                         bodies->flyers[body].stamp};
    return event;
}

static bool event_before(const void *first, const void *second) {
    const queue_event *x = first, *y = second;
    if (x->time != y->time) return x->time < y->time;
    if (x->slot != y->slot) return x->slot < y->slot;
    return x->body < y->body;
}

/* Into the present bin, in its order. There is room. */
static void sorted_insert(event_queue *q, queue_event event) {
    size_t at = q->sorted_count++;
    for (; at > q->next && event_before(&event, &q->sorted[at - 1]); --at)
        q->sorted[at] = q->sorted[at - 1];
    q->sorted[at] = event;
}

/* Where it belongs, beyond the present bin or in it: what is there already waits to be sorted. */
static void node_place(event_queue *q, uint32_t node, double time) {
    int64_t bin = bin_of(q, time);
    if (bin < q->present) bin = q->present;
    if (bin - q->present < (int64_t)q->bin_count) {
        list_add(q, &q->bins[place_of(q, bin)], node);
        ++q->in_ring;
    } else {
        list_add(q, &q->far, node);
        ++q->in_far;
    }
}

/* All of a list that are live. */
static void place_all(event_queue *q, const queue_bodies *bodies, uint32_t list) {
    while (list != NO_NODE) {
        uint32_t node = list_take(q, &list);
        uint32_t body = q->nodes[node].body;
        if (is_live(bodies, body, q->nodes[node].stamp))
            node_place(q, node, bodies->firsts[body].time);
        else
            list_add(q, &q->free_node, node);
    }
}

static void set_width(event_queue *q, double width, double now) {
    q->width = width;
    q->bins_a_second = 1 / width;
    q->present = bin_of(q, now);
}

/* ---- At the beginning of a lap --------------------------------------------------------------- */

static bool begins_lap(const event_queue *q, int64_t bin) {
    return place_of(q, bin) == 0;
}

/* When nothing else waits, the ring turns to the first of what is far at once. */
static void skip_to_far(event_queue *q, const queue_bodies *bodies, uint32_t far) {
    int64_t first = INT64_MAX;
    for (uint32_t node = far; node != NO_NODE; node = q->nodes[node].next) {
        const queue_node *at = &q->nodes[node];
        if (!is_live(bodies, at->body, at->stamp)) continue;
        int64_t bin = bin_of(q, bodies->firsts[at->body].time);
        if (bin < first) first = bin;
    }
    if (first < INT64_MAX) q->present = first - (int64_t)place_of(q, first);
}

static void bring_near(event_queue *q, const queue_bodies *bodies) {
    uint32_t far = q->far;
    if (far == NO_NODE) return;
    if (q->in_ring == 0) skip_to_far(q, bodies, far);
    q->far = NO_NODE;
    q->in_far = 0;
    place_all(q, bodies, far);
}

/* Other widths, when a bin holds so many in the mean. What was popped is counted anew. */
static void fit_width(event_queue *q, const queue_bodies *bodies, double load) {
    q->popped = q->passed = 0;
    if (load == 0 || (load >= FEW && load <= MANY)) return;
    double now = (double)q->present * q->width;
    uint32_t all = q->far;
    for (size_t i = 0; i < q->bin_count; ++i)
        while (q->bins[i] != NO_NODE) list_add(q, &all, list_take(q, &q->bins[i]));
    q->far = NO_NODE;
    q->in_ring = q->in_far = 0;
    double width = ldexp(q->width, (int)round(log2(WANTED / load)));
    set_width(q, least_of(width, q->widest), now);
    place_all(q, bodies, all);
}

/* ---- The present ----------------------------------------------------------------------------- */

/* Moves what waits in the present bin to what is sorted, as far as it is live. When memory is
 * refused the rest goes on waiting. */
static bool fetch_present(event_queue *q, const queue_bodies *bodies) {
    uint32_t *list = &q->bins[place_of(q, q->present)];
    while (*list != NO_NODE) {
        if (q->sorted_count == q->sorted_capacity
            && !array_reserve(q->memory, &q->sorted, &q->sorted_capacity, q->sorted_count + 1,
                              sizeof *q->sorted))
            return false;
        uint32_t node = list_take(q, list), body = q->nodes[node].body;
        if (is_live(bodies, body, q->nodes[node].stamp))
            q->sorted[q->sorted_count++] = event_of(bodies, body);
        list_add(q, &q->free_node, node);
        --q->in_ring;
        ++q->popped;
    }
    return true;
}

/* So few are sorted by counting, for each, who comes before it: no branch depends on their order. */
enum { A_FEW = 48 };

static void sort_few(event_queue *q) {
    size_t count = q->sorted_count;
    queue_event few[A_FEW];
    double times[A_FEW];
    size_t ranks[A_FEW];
    for (size_t i = 0; i < count; ++i) {
        size_t rank = 0;
        few[i] = q->sorted[i];
        times[i] = few[i].time;
        for (size_t k = 0; k < i; ++k) {
            size_t behind = times[k] <= times[i];
            rank += behind;
            ranks[k] += 1 - behind;
        }
        ranks[i] = rank;
    }
    for (size_t i = 0; i < count; ++i) q->sorted[ranks[i]] = few[i];
    /* Then those of equal times, by what else tells them apart. */
    for (size_t i = 1; i < count; ++i)
        for (size_t k = i; k > 0 && event_before(&q->sorted[k], &q->sorted[k - 1]); --k) {
            queue_event other = q->sorted[k];
            q->sorted[k] = q->sorted[k - 1];
            q->sorted[k - 1] = other;
        }
}

static bool sort_present(event_queue *q, const queue_bodies *bodies) {
    if (!fetch_present(q, bodies)) return false;
    if (q->sorted_count <= A_FEW)
        sort_few(q);
    else
        sort_items(q->sorted, q->sorted_count, sizeof *q->sorted, event_before);
    q->in_order = true;
    return true;
}

/* To the next bin that holds something, or that begins a lap. Widths are looked at then, and before
 * when more have been popped than ever should be in a lap. */
static void go_on(event_queue *q, const queue_bodies *bodies) {
    q->next = q->sorted_count = 0;
    q->in_order = false;
    int64_t from = q->present;
    do ++q->present;
    while (q->bins[place_of(q, q->present)] == NO_NODE && !begins_lap(q, q->present));
    q->passed += (size_t)(q->present - from);
    bool begins = begins_lap(q, q->present);
    if (begins) bring_near(q, bodies);
    if (begins || (double)q->popped > MANY * (double)q->bin_count)
        fit_width(q, bodies, (double)q->popped / (double)q->passed);
}

/* There is room. */
static void node_add(event_queue *q, uint32_t body, uint32_t stamp, double time) {
    uint32_t node =
        q->free_node == NO_NODE ? (uint32_t)q->node_count++ : list_take(q, &q->free_node);
    q->nodes[node].body = body;
    q->nodes[node].stamp = stamp;
    node_place(q, node, time);
}

/* The width is so far off that a lap is too long to wait: what is sorted goes back into narrower
 * bins. */
static void part_crowd(event_queue *q, const queue_bodies *bodies) {
    size_t crowd = q->sorted_count - q->next;
    if (!(q->sorted[q->sorted_count - 1].time > q->sorted[q->next].time)) return;
    for (; q->next < q->sorted_count; ++q->next) {
        const queue_event *event = &q->sorted[q->next];
        node_add(q, event->body, event->stamp, event->time);
    }
    q->next = q->sorted_count = 0;
    q->in_order = false;
    fit_width(q, bodies, (double)crowd);
}

/* ---- At the door ----------------------------------------------------------------------------- */

static size_t bins_for(size_t bodies) {
    size_t bins = 64;
    while (bins < bodies && bins < (size_t)1 << 31) bins *= 2;
    return bins;
}

bool queue_init(event_queue *q, const evo_allocator *memory, size_t bodies, double now,
                double widest) {
    event_queue empty = {.memory = memory, .widest = widest};
    *q = empty;
    size_t bins = bins_for(bodies);
    if (!array_reserve(memory, &q->bins, &q->bin_capacity, bins, sizeof *q->bins)) return false;
    q->bin_count = bins;
    q->width = widest;
    queue_clear(q, now);
    return true;
}

void queue_clear(event_queue *q, double now) {
    for (size_t i = 0; i < q->bin_count; ++i) q->bins[i] = NO_NODE;
    q->far = q->free_node = NO_NODE;
    q->node_count = q->in_ring = q->in_far = 0;
    q->next = q->sorted_count = q->popped = q->passed = 0;
    q->in_order = false;
    q->turned = 0;
    set_width(q, q->width, now);
}

void queue_free(event_queue *q) {
    array_free(q->memory, &q->bins, &q->bin_capacity, sizeof *q->bins);
    array_free(q->memory, &q->nodes, &q->node_capacity, sizeof *q->nodes);
    array_free(q->memory, &q->sorted, &q->sorted_capacity, sizeof *q->sorted);
}

bool queue_reserve(event_queue *q, size_t more) {
    size_t waiting = q->in_ring + q->in_far + q->sorted_count - q->next + more;
    if (waiting <= q->node_capacity && q->sorted_count + more <= q->sorted_capacity) return true;
    return array_reserve(q->memory, &q->nodes, &q->node_capacity, waiting, sizeof *q->nodes)
           && array_reserve(q->memory, &q->sorted, &q->sorted_capacity, q->sorted_count + more,
                            sizeof *q->sorted);
}

void queue_push(event_queue *q, const queue_bodies *bodies, uint32_t body) {
    double time = bodies->firsts[body].time;
    if (!q->in_order || bin_of(q, time) > q->present) {
        node_add(q, body, bodies->flyers[body].stamp, time);
        return;
    }
    sorted_insert(q, event_of(bodies, body));
    if (q->sorted_count - q->next > CROWD) part_crowd(q, bodies);
}

const queue_event *queue_first(event_queue *q, const queue_bodies *bodies, bool *refused) {
    for (;;) {
        for (; q->in_order && q->next < q->sorted_count; ++q->next) {
            const queue_event *first = &q->sorted[q->next];
            if (is_live(bodies, first->body, first->stamp)) return first;
        }
        if (q->in_ring + q->in_far == 0) return NULL;
        if (q->in_order) go_on(q, bodies);
        if (!sort_present(q, bodies)) {
            *refused = true;
            return NULL;
        }
    }
}

void queue_pop(event_queue *q) {
    ++q->next;
}

void queue_rebase(event_queue *q, double amount) {
    double now = (double)q->present * q->width - amount;
    for (size_t i = q->next; i < q->sorted_count; ++i) q->sorted[i].time -= amount;
    int64_t before = q->present;
    q->present = bin_of(q, now);
    q->turned += before - q->present;
}
