/* shapes.c: shapes once for all colliders that have equal ones. In: shapes; out: pointers that stay
 * valid as long as some collider has the shape. Invariant: equal shapes have equal bits. */
#include "body/shapes.h"

#include <stddef.h>

#include "shape/kind.h"

enum { PLACE = 5, NUMBERS = PLACE + SHAPE_NUMBERS };

/* All that tells a shape from others; returns how many numbers. */
static size_t numbers_of(const evo_shape *s, double numbers[NUMBERS]) {
    const double place[PLACE] = {(double)s->kind, s->center.x, s->center.y, s->axis.x, s->axis.y};
    memcpy(numbers, place, sizeof place);
    return PLACE + (size_t)shape_kind_of(s)->numbers(s, numbers + PLACE);
}

static bool is_equal(const void *owner, uint32_t number, const void *thing) {
    const shape_table *t = owner;
    double first[NUMBERS], second[NUMBERS];
    const size_t count = numbers_of(&t->all[number]->shape, first);
    return count == numbers_of((const evo_shape *)thing, second)
           && memcmp(first, second, count * sizeof *first) == 0;
}

static uint32_t hash_of(const evo_shape *shape) {
    double numbers[NUMBERS];
    return shared_hash(numbers, numbers_of(shape, numbers));
}

static size_t bytes_of(const evo_shape *shape) {
    return offsetof(shape_entry, shape) + shape_bytes(shape);
}

shape_entry *shape_make(const evo_allocator *memory, const evo_shape *shape) {
    shape_entry *made = memory_take(memory, bytes_of(shape));
    if (!made) return NULL;
    made->center = shape->center;
    made->previous = made->chain = NONE;
    memcpy(&made->shape, shape, shape_bytes(shape));
    return made;
}

void shape_drop(const evo_allocator *memory, shape_entry *entry) {
    memory_give(memory, entry, bytes_of(&entry->shape));
}

shape_entry *shapes_take(shape_table *t, const evo_allocator *memory, const evo_shape *shape) {
    const uint32_t hash = hash_of(shape);
    uint32_t number = shared_find(&t->shared, hash, is_equal, t, shape);
    if (number != NONE) {
        ++t->shared.slots[number].users;
        return t->all[number];
    }
    number = shared_next(&t->shared);
    if (!shared_reserve(&t->shared, memory)
        || !array_reserve(memory, &t->all, &t->capacity, (size_t)number + 1, sizeof *t->all))
        return NULL;
    shape_entry *made = shape_make(memory, shape);
    if (!made) return NULL;
    shared_add(&t->shared, hash);
    return t->all[number] = made;
}

void shapes_give(shape_table *t, const evo_allocator *memory, const shape_entry *entry) {
    const evo_shape *shape = &entry->shape;
    const uint32_t number = shared_find(&t->shared, hash_of(shape), is_equal, t, shape);
    if (shared_drop(&t->shared, number)) shape_drop(memory, t->all[number]);
}

void shapes_free(shape_table *t, const evo_allocator *memory) {
    array_free(memory, &t->all, &t->capacity, sizeof *t->all);
    shared_free(&t->shared, memory);
}
