#include "event/prefetch.h"

#include "event/scheduler.h"

/* So many events ahead are the flyers around asked for. */
enum { NEIGHBOURS_AHEAD = 6 };

static void prefetch_particle(const event_world *w, uint32_t number) {
    MACHINE_PREFETCH(&w->particles[number]);
    MACHINE_PREFETCH(&w->table.firsts[number]);
}

static void prefetch_cells(const event_world *w, uint32_t number) {
    cells_prefetch(&w->cells, &w->particles[number]);
    MACHINE_PREFETCH(&w->particles[w->table.firsts[number].other]);
}

static void prefetch_neighbours(const event_world *w, uint32_t number) {
    size_t count = cells_neighbours(&w->cells, w->particles, &w->particles[number], w->neighbours);
    for (size_t i = 0; i < count; ++i) MACHINE_PREFETCH(&w->particles[w->neighbours[i]]);
}

/* The next of a bin's bodies; NO_FLYER behind the last. */
static uint32_t next_of(prefetch_bin *bin) {
    return bin->next < bin->count ? bin->bodies[bin->next++] : NO_PARTICLE;
}

static bool go_ahead(event_world *w) {
    uint32_t soon = next_of(&w->ahead.soon), later = next_of(&w->ahead.later);
    if (later != NO_PARTICLE) prefetch_particle(w, later);
    if (soon != NO_PARTICLE) prefetch_cells(w, soon);
    return soon != NO_PARTICLE || later != NO_PARTICLE;
}

static void begin_bin(event_world *w) {
    prefetch *f = &w->ahead;
    while (go_ahead(w)) {}
    f->bin = w->queue.current;
    f->neighbours = w->queue.next;
    f->soon = f->later;
    f->soon.next = f->later.next = 0;
    f->later.count = queue_peek_bin(&w->queue, 2, f->later.bodies, PREFETCH_BODIES);
}

void prefetch_step(event_world *w) {
    prefetch *f = &w->ahead;
    const event_queue *q = &w->queue;
    if (f->bin != q->current) begin_bin(w);
    go_ahead(w);
    for (; f->neighbours < q->sorted_count && f->neighbours < q->next + NEIGHBOURS_AHEAD;
         ++f->neighbours)
        prefetch_neighbours(w, q->sorted[f->neighbours].body);
}
