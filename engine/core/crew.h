/* crew.h: workers that share the loops of one step. In: the user's tasks; out: loops of which each
 * worker does pieces. The thread that steps is worker 0: it leads all serial code as it is, and
 * opens loops. What a piece does depends on its range alone, so no bit depends on who does it.
 *
 * Each worker has a share of the pieces of each loop, the same part of it as of any other: equal
 * parts are equal places, and stay in its cache. When its own are done it takes others'. A loop
 * ends when its pieces are done, not when workers have come: nothing waits for a task that has not
 * begun. Loops open when `start` has come back: tasks that it runs itself would wait for ever. */
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

typedef enum crew_state {
    CREW_AWAY,    /* tasks return */
    CREW_GATHERS, /* `start` has not come back */
    CREW_STAYS    /* workers wait for loops */
} crew_state;

/* A loop as it is open; numbers of loops go up. */
typedef struct crew_loop_line {
    atomic_uint number;
    atomic_uint state; /* crew_state */
    atomic_uint items, pieces;
    _Atomic(crew_piece) piece;
    _Atomic(void *) data;
    char pad[64];
} crew_loop_line;

typedef struct crew {
    evo_tasks tasks;
    int workers;
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

/* Gathers two or more workers for the loops that follow, and dismisses them. Returns whether they
 * stayed: false if tasks ran inside `start`. */
void crew_gather(crew *c, const evo_tasks *tasks, int workers);
bool crew_dismiss(crew *c);

/* Pauses a worker. After `patience` pauses it offers its core to other threads. */
void crew_wait(uint32_t *pauses, uint32_t patience);

/* Does all items, in pieces of `least` items or more. If no workers are gathered, or the crew is
 * NULL, the calling thread does them. */
void crew_loop(crew *c, crew_piece piece, void *data, uint32_t items, uint32_t least);

/* ---- How many workers pay -------------------------------------------------------------------- */

/* Chooses the number of workers that makes steps fastest, by trial: cores may be busy, or far from
 * each other, which their number does not show. In: wall times of steps; out: workers of the next
 * step. No bit depends on it. There are 1, 2, 4, ... workers; now and then a step tries twice or
 * half as many. Zeroed: nothing is known. */
typedef struct crew_choice {
    double usual;     /* cost with 2^level workers, smoothed; 0: not known */
    int level, tried; /* tried: that of the next step */
    int steps, wait;  /* steps until more or fewer are tried, and between two trials */
    int in_turn;      /* steps in turn that were slow; of a trial: better ones; -1: it begins */
    bool fewer;       /* the next trial is of half as many */
} crew_choice;

/* Returns the workers of the next step: without a clock all, unless tasks ran inside `start`. */
int crew_choose(const crew_choice *c, const evo_tasks *tasks);

/* Notes a step with tasks: `stayed` as crew_dismiss returns it, and its cost. */
void crew_note(crew_choice *c, const evo_tasks *tasks, bool stayed, double cost);

#endif
