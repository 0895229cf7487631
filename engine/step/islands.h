/* islands.h: puts bodies at rest to sleep until something wakes them.
 *
 * Bodies that touch, directly or through others, are an island; it sleeps when all of it has been
 * at rest for a while. It leaves the awake with the pairs that it remembers, and comes back as it
 * was. A step plans which islands sleep when it is published, after all else that may fail. */
#ifndef ENGINE_STEP_ISLANDS_H
#define ENGINE_STEP_ISLANDS_H

#include "joint/joint.h"
#include "pairs/pairs.h"
#include "step/end.h"

typedef struct island_row {
    pair_ids ids;
    pair_kept kept;
    bool known; /* the awake have the pair in memory when the island wakes */
} island_row;

typedef enum island_state { ISLAND_FREE, ISLAND_ASLEEP, ISLAND_WAKING } island_state;

typedef struct island {
    island_state state;
    uint32_t next;    /* number of the next planned or waking one, or NONE */
    uint32_t *bodies; /* ids */
    island_row *rows;
    uint32_t body_count, row_count, body_room, row_room;
} island;

typedef struct island_store {
    island *all;
    list_size list;
    uint32_t first_planned, first_waking; /* numbers, or NONE */
    uint32_t lowest_free;
    uint32_t kept; /* entries of the pair memory before islands were woken */
    bool left;     /* some sleeper may be joined to what is awake */
    bool was_left; /* the same before islands began to wake */
} island_store;

/* Data that islands are made of. */
typedef struct island_world {
    island_store *islands;
    body_store *bodies;
    spatial_index *index;
    pair_store *pairs;
    const joint_store *joints;
} island_world;

void islands_init(island_store *s);
void islands_free(island_store *s, const evo_allocator *memory);

typedef struct sleep_input {
    const pair_memory *pairs; /* as the step leaves them */
    const step_end *end;
    step_told *told;
    arena *memory;
} sleep_input;

/* Plans which islands sleep from the end of this step on: those that have been at rest for long.
 * False: out of memory. */
bool islands_plan_sleep(const island_world *w, const sleep_input *in);

/* Puts the planned islands to sleep, once their bodies are as the step leaves them, and tells of
 * them in the order of handles. */
void islands_sleep(const island_world *w, step_told *told);

/* Puts one awake body to sleep, between steps. False: out of memory. */
bool islands_send(const island_world *w, uint32_t body);

/* Wakes sleepers that are joined to what is awake. False: out of memory. */
bool islands_wake_joined(const island_world *w, bool *woken);

/* Wakes an island: it is awake from now on, and its pairs are remembered. False: out of memory. */
bool islands_wake(const island_world *w, uint32_t number);

/* Ends the waking of islands, or undoes it; neither can fail. */
void islands_commit(const island_world *w);
void islands_undo(const island_world *w);

#endif
