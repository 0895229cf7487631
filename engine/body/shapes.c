/* shapes.c: shapes with rules, once for all colliders that have equal ones. In: both; out:
 * entries that stay valid as long as some collider has the shape. Invariant: equal ones have equal
 * bits. */
#include "body/shapes.h"

#include <assert.h>
#include <stddef.h>

#include "shape/kind.h"

enum { PLACE = 14, NUMBERS = PLACE + SHAPE_NUMBERS };

/* Writes the numbers that tell a shape with its rules from others, and returns their count. */
static size_t numbers_of(const evo_shape *s, const shape_rules *r, double numbers[NUMBERS]) {
    const evo_filter *f = &r->filter;
    const double place[PLACE] = {(double)s->kind,
                                 s->center.x,
                                 s->center.y,
                                 s->axis.x,
                                 s->axis.y,
                                 (double)(uint32_t)f->category,
                                 (double)(f->category >> 32),
                                 (double)(uint32_t)f->mask,
                                 (double)(f->mask >> 32),
                                 (double)f->group,
                                 (double)r->flags,
                                 (double)r->no_sensors,
                                 r->one_way.x,
                                 r->one_way.y};
    memcpy(numbers, place, sizeof place);
    return PLACE + (size_t)shape_kind_of(s)->numbers(s, numbers + PLACE);
}

typedef struct shape_key {
    size_t count;
    double numbers[NUMBERS];
} shape_key;

static bool shape_is_equal(const void *owner, uint32_t number, const void *thing) {
    const shape_entry *entry = ((const shape_table *)owner)->all[number];
    const shape_key *key = thing;
    double numbers[NUMBERS];
    return numbers_of(&entry->shape, &entry->rules, numbers) == key->count
           && memcmp(numbers, key->numbers, key->count * sizeof *numbers) == 0;
}

static uint32_t shape_find(const shape_table *t, const evo_shape *shape, const shape_rules *rules,
                           uint32_t *hash) {
    shape_key key;
    key.count = numbers_of(shape, rules, key.numbers);
    *hash = shared_hash(key.numbers, key.count);
    return shared_find(&t->shared, *hash, shape_is_equal, t, &key);
}

static size_t bytes_of(const evo_shape *shape) {
    return offsetof(shape_entry, shape) + shape_bytes(shape);
}

shape_entry *shape_make(const evo_allocator *memory, const evo_shape *shape,
                        const shape_rules *rules) {
    shape_entry *made = memory_take(memory, bytes_of(shape));
    if (!made) return NULL;
    made->center = shape->center;
    made->rules = *rules;
    made->previous = made->chain = NONE;
    memcpy(&made->shape, shape, shape_bytes(shape));
    return made;
}

void shape_drop(const evo_allocator *memory, shape_entry *entry) {
    memory_give(memory, entry, bytes_of(&entry->shape));
}

shape_entry *shapes_take(shape_table *t, const evo_allocator *memory, const evo_shape *shape,
                         const shape_rules *rules) {
    uint32_t hash, number = shape_find(t, shape, rules, &hash);
    if (number != NONE) {
        ++t->shared.slots[number].users;
        return t->all[number];
    }
    number = shared_next(&t->shared);
    if (!shared_reserve(&t->shared, memory)
        || !ARRAY_RESERVE(memory, t->all, t->capacity, (size_t)number + 1))
        return NULL;
    shape_entry *made = shape_make(memory, shape, rules);
    if (!made) return NULL;
    shared_add(&t->shared, hash);
    return t->all[number] = made;
}

void shapes_give(shape_table *t, const evo_allocator *memory, const shape_entry *entry) {
    uint32_t hash;
    const uint32_t number = shape_find(t, &entry->shape, &entry->rules, &hash);
    assert(number != NONE && t->all[number] == entry && "the shape is the one that was taken");
    if (shared_drop(&t->shared, number)) shape_drop(memory, t->all[number]);
}

void shapes_free(shape_table *t, const evo_allocator *memory) {
    ARRAY_FREE(memory, t->all, t->capacity);
    shared_free(&t->shared, memory);
}
