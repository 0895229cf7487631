/* crew.h: workers that share the loops of one step. In: the user's tasks; out: loops of which each
 * worker does pieces. The thread that steps is worker 0: it leads all serial code as it is, and
 * opens loops. What a piece does depends on its range alone, so no bit depends on who does it.
 *
 * Each worker has a share of the pieces of each loop, the same part of it as of any other: equal
 * parts are equal places, and stay in its cache. When its own are done it takes others'. A loop
 * ends when its pieces are done, not when workers have come: nothing waits for a task that has not
 * begun. */
#ifndef ENGINE_CORE_CREW_H
#define ENGINE_CORE_CREW_H

#include <stdatomic.h>

#include "evolute/world.h"

enum { CREW_MOST = 64 };

/* Does the items from `from` to `to` of a loop. */
typedef void (*crew_piece)(void *data, uint32_t from, uint32_t to, int worker);

/* A number that one worker writes, with a cache line of its own. */
typedef struct crew_line {
    atomic_uint_least64_t number;
    char pad[56];
} crew_line;

/* A loop as it is open; numbers of loops go up. */
typedef struct crew_loop_line {
    atomic_uint number;
    atomic_bool open; /* workers stay */
    atomic_uint items, pieces;
    _Atomic(crew_piece) piece;
    _Atomic(void *) data;
    char pad[64];
} crew_loop_line;

typedef struct crew {
    evo_tasks tasks;
    int workers; /* 1: nobody is gathered */
    char pad[64];
    crew_loop_line now;
    crew_line claims[CREW_MOST]; /* of each share: number of the loop, and next piece */
    crew_line done[CREW_MOST];   /* pieces that each worker did, ever */
} crew;

/* A flag that pieces set at once, all to the same. */
static inline bool flag_get(const atomic_bool *flag) {
    return atomic_load_explicit(flag, memory_order_relaxed);
}

static inline void flag_set(atomic_bool *flag, bool to) {
    atomic_store_explicit(flag, to, memory_order_relaxed);
}

void crew_init(crew *c, const evo_tasks *tasks);

/* Gathers the workers for what follows, and lets them go. */
void crew_gather(crew *c);
void crew_dismiss(crew *c);

/* Does all items, in pieces of at least so many; alone where nobody is gathered, or without a
 * crew. */
void crew_loop(crew *c, crew_piece piece, void *data, uint32_t items, uint32_t least);

#endif
