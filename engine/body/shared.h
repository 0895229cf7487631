/* shared.h: numbers of what colliders share: equal things once, found by their hashes, with counts
 * of users. The things themselves are in arrays of their owners, by number. */
#ifndef ENGINE_BODY_SHARED_H
#define ENGINE_BODY_SHARED_H

#include "core/array.h"

typedef struct shared_slot {
    uint32_t users; /* 0: free */
    uint32_t next;  /* the next of its chain, or of those that are free; or NONE */
    uint32_t hash;
} shared_slot;

typedef struct shared_table {
    shared_slot *slots;
    uint32_t *heads; /* of chains, as many as a power of two; or NONE */
    size_t slot_capacity, head_count;
    uint32_t count, live; /* numbers that were ever given, and those in use */
    uint32_t free_count, free;
} shared_table;

/* Hashes numbers of which equal ones have equal bits, but 0 and -0. */
uint32_t shared_hash(const double *numbers, size_t count);

/* Returns the number of what is equal, or NONE. */
typedef bool (*shared_equal)(const void *owner, uint32_t number, const void *thing);
uint32_t shared_find(const shared_table *t, uint32_t hash, shared_equal equal, const void *owner,
                     const void *thing);

/* The number that the next new thing gets, and room for it; false: out of memory. */
uint32_t shared_next(const shared_table *t);
bool shared_reserve(shared_table *t, const evo_allocator *memory);
void shared_add(shared_table *t, uint32_t hash);

/* One user less; returns whether the number is free now. */
bool shared_drop(shared_table *t, uint32_t number);
void shared_free(shared_table *t, const evo_allocator *memory);

#endif
