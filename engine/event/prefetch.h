/* prefetch.h: among many flyers, what an event will read has long left the near caches. The queue
 * knows who comes next: so it is asked for some events ahead, in three steps, each of which needs
 * what the one before has brought: two bins ahead the flyer and its plan; one bin ahead the cells
 * around it and its partner; some events ahead the flyers in these cells. Nothing but time depends
 * on it. */
#ifndef ENGINE_EVENT_PREFETCH_H
#define ENGINE_EVENT_PREFETCH_H

#include "event/cells.h"
#include "impact/queue.h"

/* Of a bin's bodies, at most so many are foreseen. */
enum { PREFETCH_BODIES = 64 };

/* Up to so many flyers, all of it stays near. */
enum { PREFETCH_PARTICLES = 20000 };

typedef struct prefetch_bin {
    uint32_t bodies[PREFETCH_BODIES];
    size_t count, next;
} prefetch_bin;

typedef struct prefetch {
    int64_t bin; /* the queue's present one, when this was set */
    prefetch_bin soon, later;
    size_t neighbours; /* of what is sorted: up to here the flyers around have been asked for */
} prefetch;

typedef struct prefetch_source {
    const particle *particles;
    const cells *cells;
    const pair_table *table;
    const event_queue *queue;
    uint32_t *found; /* scratch: room for all particles and CELL_SLOTS more */
} prefetch_source;

/* Before each event, when the queue has sorted the current bin. */
void prefetch_step(prefetch *p, const prefetch_source *from);

#endif
