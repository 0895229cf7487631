/* prefetch.c: reads of memory ahead of events. In: the queue; out: nothing but time. */
#include "event/prefetch.h"

#include "event/cell_neighbours.h"

/* So many events ahead, the neighbours are prefetched. */
enum { NEIGHBOURS_AHEAD = 6 };

static void prefetch_particle(const prefetch_source *from, uint32_t number) {
    MACHINE_PREFETCH(&from->particles[number]);
    MACHINE_PREFETCH(plans_of(from->plans, number));
}

static void prefetch_cells(const prefetch_source *from, uint32_t number) {
    cells_prefetch(from->cells, &from->particles[number]);
    MACHINE_PREFETCH(&from->particles[plans_of(from->plans, number)->other]);
}

static void prefetch_neighbours(const prefetch_source *from, uint32_t number) {
    size_t count =
        cells_neighbours(from->cells, from->particles, &from->particles[number], from->found);
    for (size_t i = 0; i < count; ++i) MACHINE_PREFETCH(&from->particles[from->found[i]]);
}

/* The next body of a bin; NO_PARTICLE after the last. */
static uint32_t next_of(prefetch_bin *bin) {
    return bin->next < bin->count ? bin->bodies[bin->next++] : NO_PARTICLE;
}

static bool go_ahead(prefetch *p, const prefetch_source *from) {
    uint32_t soon = next_of(&p->soon), later = next_of(&p->later);
    if (later != NO_PARTICLE) prefetch_particle(from, later);
    if (soon != NO_PARTICLE) prefetch_cells(from, soon);
    return soon != NO_PARTICLE || later != NO_PARTICLE;
}

static void begin_bin(prefetch *p, const prefetch_source *from) {
    while (go_ahead(p, from)) {}
    p->bin = from->plans->queue.current;
    p->neighbours = from->plans->queue.next;
    p->soon = p->later;
    p->soon.next = p->later.next = 0;
    p->later.count = queue_peek_bin(&from->plans->queue, 2, p->later.bodies, PREFETCH_BODIES);
}

void prefetch_step(prefetch *p, const prefetch_source *from) {
    const event_queue *q = &from->plans->queue;
    if (p->bin != q->current) begin_bin(p, from);
    go_ahead(p, from);
    for (; p->neighbours < q->sorted_count && p->neighbours < q->next + NEIGHBOURS_AHEAD;
         ++p->neighbours)
        prefetch_neighbours(from, q->sorted[p->neighbours].body);
}
