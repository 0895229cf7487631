/* prefetch.h: memory reads ahead of events. Among many particles, what an event reads has long left
 * the near caches, but the queue knows which comes next. Prefetching has three steps, each of which
 * needs what the one before has loaded: two bins ahead the particle and its plan; one bin ahead the
 * cells around it and its partner; some events ahead the particles in these cells. Nothing but run
 * time depends on it. */
#ifndef ENGINE_EVENT_PREFETCH_H
#define ENGINE_EVENT_PREFETCH_H

#include "event/cells.h"
#include "flight/plans.h"

/* Of a bin, at most so many are prefetched. */
enum { PREFETCH_BODIES = 64 };

/* Up to so many particles, the caches hold all. */
enum { PREFETCH_PARTICLES = 20000 };

typedef struct prefetch_bin {
    uint32_t bodies[PREFETCH_BODIES];
    size_t count, next;
} prefetch_bin;

typedef struct prefetch {
    int64_t bin; /* the queue's current one, when this was set */
    prefetch_bin soon, later;
    size_t neighbours; /* up to this sorted event, neighbours have been prefetched */
} prefetch;

typedef struct prefetch_source {
    const particle *particles;
    const cells *cells;
    const plans *plans;
    uint32_t *found; /* scratch: room for all particles and CELL_SLOTS more */
} prefetch_source;

/* Before each event, when the queue has sorted the current bin. */
void prefetch_step(prefetch *p, const prefetch_source *from);

#endif
