#include "event/prefetch.h"

#include "event/scheduler.h"

/* So many events ahead are the flyers around asked for. */
enum { AROUND_AHEAD = 6 };

static void ask_flyer(const schedule *s, uint32_t number) {
    MACHINE_PREFETCH(&s->flyers[number]);
    MACHINE_PREFETCH(&s->table.firsts[number]);
}

static void ask_cells(const schedule *s, uint32_t number) {
    cells_ask(&s->cells, &s->flyers[number]);
    MACHINE_PREFETCH(&s->flyers[s->table.firsts[number].other]);
}

static void ask_around(const schedule *s, uint32_t number) {
    size_t count = cells_around(&s->cells, s->flyers, &s->flyers[number], s->around);
    for (size_t i = 0; i < count; ++i) MACHINE_PREFETCH(&s->flyers[s->around[i]]);
}

/* The next of a bin's bodies; NO_FLYER behind the last. */
static uint32_t next_of(foresight_bin *bin) {
    return bin->next < bin->count ? bin->bodies[bin->next++] : NO_FLYER;
}

static bool go_ahead(schedule *s) {
    uint32_t soon = next_of(&s->ahead.soon), later = next_of(&s->ahead.later);
    if (later != NO_FLYER) ask_flyer(s, later);
    if (soon != NO_FLYER) ask_cells(s, soon);
    return soon != NO_FLYER || later != NO_FLYER;
}

static void begin_bin(schedule *s) {
    foresight *f = &s->ahead;
    while (go_ahead(s)) {}
    f->bin = s->queue.present;
    f->around = s->queue.next;
    f->soon = f->later;
    f->soon.next = f->later.next = 0;
    f->later.count = queue_coming(&s->queue, 2, f->later.bodies, FORESIGHT_MOST);
}

void foresee(schedule *s) {
    foresight *f = &s->ahead;
    const event_queue *q = &s->queue;
    if (f->bin != q->present) begin_bin(s);
    go_ahead(s);
    for (; f->around < q->sorted_count && f->around < q->next + AROUND_AHEAD; ++f->around)
        ask_around(s, q->sorted[f->around].body);
}
