/* plans.h: what each body meets first, in steps and in worlds of events alike: the pair table, and
 * the queue of its first meetings. A body is planned for by adding all that it may meet, or by
 * setting what it meets first; the new plan takes the place of the old one. */
#ifndef ENGINE_FLIGHT_PLANS_H
#define ENGINE_FLIGHT_PLANS_H

#include "core/array.h"
#include "flight/queue.h"

typedef struct plans {
    pair_table table;
    event_queue queue;
} plans;

/* Prepares plans for so many bodies, none of which meets anything, from a time on. Times will be
 * rebased by no less than a period. False: out of memory. */
static inline bool plans_init(plans *p, const evo_allocator *memory, uint32_t bodies, bool dense,
                              double now, double period) {
    return pair_table_init(&p->table, memory, bodies, dense)
           && queue_init(&p->queue, memory, bodies, now, period);
}

/* Begins anew at time 0 with so many bodies; false when memory is refused. */
static inline bool plans_restart(plans *p, uint32_t bodies) {
    queue_clear(&p->queue, 0);
    p->table.count = 0;
    return pair_table_grow(&p->table, bodies) && queue_grow(&p->queue, bodies);
}

static inline void plans_free(plans *p) {
    pair_table_free(&p->table);
    queue_free(&p->queue);
}

/* Grows to so many bodies; makes room for so many plans before the next plans_next. False when
 * memory is refused. */
static inline bool plans_grow(plans *p, uint32_t bodies) {
    return pair_table_grow(&p->table, bodies) && queue_grow(&p->queue, bodies);
}

static inline bool plans_reserve(plans *p, size_t more) {
    return queue_reserve(&p->queue, more);
}

static inline const pair_entry *plans_of(const plans *p, uint32_t body) {
    return &p->table.firsts[body];
}

/* Sets what a body meets first; time INFINITY: nothing. There is room. */
static inline void plans_set(plans *p, uint32_t body, pair_entry first) {
    p->table.firsts[body] = first;
    queue_push(&p->queue, p->table.firsts, body);
}

/* A body meets nothing from now on. */
static inline void plans_drop(plans *p, uint32_t body) {
    pair_table_clear(&p->table, body);
    queue_drop(&p->queue, body);
}

/* Queues the first of all that was added to the table. There is room. */
static inline void plans_queue(plans *p, uint32_t body) {
    queue_push(&p->queue, p->table.firsts, body);
}

/* Returns the body whose plan is due first, or NONE: there is none, or memory is refused, which
 * sets *refused and loses nothing. plans_pop takes it off the queue. */
static inline uint32_t plans_next(plans *p, bool *refused) {
    const queue_event *first = queue_first(&p->queue, p->table.firsts, refused);
    return first ? first->body : NONE;
}

static inline void plans_pop(plans *p) {
    queue_pop(&p->queue);
}

/* Subtracts an amount from all times. */
static inline void plans_rebase(plans *p, double amount) {
    pair_table_rebase(&p->table, amount);
    queue_rebase(&p->queue, p->table.firsts, amount);
}

#endif
