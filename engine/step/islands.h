/* islands.h: puts bodies at rest to sleep until something wakes them.
 *
 * Bodies that touch, directly or through others, are an island; it sleeps when all of it has been
 * at rest for a while. It leaves the awake with the pairs that it remembers, and comes back as it
 * was. A step plans which islands sleep when it is published, after all else that may fail. */
#ifndef ENGINE_STEP_ISLANDS_H
#define ENGINE_STEP_ISLANDS_H

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
    float speed;      /* that may drive a waking one */
    uint32_t next;    /* number of the next planned or waking one, or NONE */
    uint32_t *bodies; /* ids */
    island_row *rows;
    uint32_t body_count, row_count, body_room, row_room;
} island;

typedef struct island_store {
    island *all;
    list_size list;
    uint32_t first_planned; /* number, or NONE */
    /* A queue: those that wake until the end of the change or step; from first_queued on they still
     * sleep. */
    uint32_t first_waking, first_queued, last_waking;
    uint32_t lowest_free;
    uint32_t kept; /* entries of the pair memory before islands were woken */
    bool left;     /* some sleeper may be joined to what is awake */
    bool was_left; /* the same before islands began to wake */
} island_store;

void islands_init(island_store *s);
void islands_free(island_store *s, const evo_allocator *memory);

/* Takes the memory of an island. False: refused, and island_free gives back what it got. */
bool island_reserve(island *of, const evo_allocator *memory, uint32_t bodies, uint32_t rows);
void island_free(island_store *s, uint32_t number, const evo_allocator *memory);

struct step_world;

/* Plans which islands sleep from the end of this step on: those that have been at rest for long;
 * they are due to be told. In: what the step leaves. False: out of memory. */
bool islands_plan_sleep(struct step_world *w, const pair_memory *pairs, const step_end *end);

/* Puts the planned islands to sleep, once their bodies are as the step leaves them. */
void islands_sleep(struct step_world *w);

/* Puts one awake body to sleep, between steps. False: out of memory. */
bool islands_send(struct step_world *w, uint32_t body);

#endif
