/* shared.c: chains of numbers by hash. Invariant: a number in use is in the chain of its hash, and
 * chains are as many as there are numbers in use, at least. */
#include "body/shared.h"

#include <assert.h>

enum { HEADS_LEAST = 32 };

uint32_t shared_hash(const double *numbers, size_t count) {
    uint64_t hash = count;
    for (size_t i = 0; i < count; ++i) {
        const double number = numbers[i] + 0.0; /* -0 becomes 0 */
        uint64_t word;
        memcpy(&word, &number, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return (uint32_t)hash;
}

static uint32_t *head_of(const shared_table *t, uint32_t hash) {
    return &t->heads[hash & (t->head_count - 1)];
}

uint32_t shared_find(const shared_table *t, uint32_t hash, shared_equal equal, const void *owner,
                     const void *thing) {
    uint32_t number = t->head_count > 0 ? *head_of(t, hash) : NONE;
    while (number != NONE && (t->slots[number].hash != hash || !equal(owner, number, thing)))
        number = t->slots[number].next;
    assert((number == NONE || t->slots[number].users > 0) && "what is found is in use");
    return number;
}

/* Twice as many chains. */
static bool grow_heads(shared_table *t, const evo_allocator *memory) {
    const size_t before = t->head_count, now = before > 0 ? 2 * before : HEADS_LEAST;
    uint32_t *heads = memory_take(memory, now * sizeof *heads);
    if (!heads) return false;
    memset(heads, 0xff, now * sizeof *heads);
    if (t->heads) memory_give(memory, t->heads, before * sizeof *heads);
    t->heads = heads;
    t->head_count = now;
    for (uint32_t i = 0; i < t->count; ++i) {
        if (t->slots[i].users == 0) continue;
        uint32_t *head = head_of(t, t->slots[i].hash);
        t->slots[i].next = *head;
        *head = i;
    }
    return true;
}

uint32_t shared_next(const shared_table *t) {
    return t->free_count > 0 ? t->free : t->count;
}

bool shared_reserve(shared_table *t, const evo_allocator *memory) {
    return ARRAY_RESERVE(memory, t->slots, t->slot_capacity, (size_t)t->count + 1)
           && (t->live < t->head_count || grow_heads(t, memory));
}

void shared_add(shared_table *t, uint32_t hash) {
    const uint32_t number = shared_next(t);
    uint32_t *head = head_of(t, hash);
    assert(number < t->slot_capacity && "room was made");
    assert(t->live < t->head_count && "chains are as many as numbers in use");
    if (t->free_count > 0) {
        t->free = t->slots[number].next;
        --t->free_count;
    } else {
        ++t->count;
    }
    t->slots[number] = (shared_slot){1, *head, hash};
    *head = number;
    ++t->live;
}

bool shared_drop(shared_table *t, uint32_t number) {
    shared_slot *slot = &t->slots[number];
    assert(slot->users > 0 && "who gives a number back has taken it");
    if (--slot->users > 0) return false;
    uint32_t *at = head_of(t, slot->hash);
    for (; *at != number; at = &t->slots[*at].next)
        assert(*at != NONE && "a number in use is in the chain of its hash");
    *at = slot->next;
    slot->next = t->free;
    t->free = number;
    ++t->free_count;
    --t->live;
    assert(t->live + t->free_count == t->count && "a number is in use or free");
    return true;
}

void shared_free(shared_table *t, const evo_allocator *memory) {
    ARRAY_FREE(memory, t->slots, t->slot_capacity);
    if (t->heads) memory_give(memory, t->heads, t->head_count * sizeof *t->heads);
    t->heads = NULL;
    t->head_count = 0;
}
