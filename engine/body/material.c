/* material.c: materials of colliders, each once. In: materials; out: their numbers. Invariant: a
 * number in use keeps its material. */
#include "body/material.h"

#include <assert.h>
#include <string.h>

void material_numbers(const evo_material *m, double numbers[MATERIAL_NUMBERS]) {
    const double all[MATERIAL_NUMBERS] = {m->density,
                                          m->friction,
                                          m->restitution,
                                          m->rolling_resistance,
                                          m->surface_speed,
                                          m->tangential_restitution,
                                          (double)(uint32_t)m->id,
                                          (double)(m->id >> 32)};
    memcpy(numbers, all, sizeof all);
}

bool materials_equal(const evo_material *a, const evo_material *b) {
    double x[MATERIAL_NUMBERS], y[MATERIAL_NUMBERS];
    bool equal = true;
    material_numbers(a, x);
    material_numbers(b, y);
    for (int i = 0; i < MATERIAL_NUMBERS; ++i) equal &= x[i] == y[i];
    return equal;
}

static uint32_t hash_of(const evo_material *m) {
    double numbers[MATERIAL_NUMBERS];
    material_numbers(m, numbers);
    return shared_hash(numbers, MATERIAL_NUMBERS);
}

static bool is_equal(const void *owner, uint32_t number, const void *thing) {
    const material_table *t = owner;
    return materials_equal(&t->all[number], (const evo_material *)thing);
}

static uint32_t find(const material_table *t, const evo_material *m, uint32_t hash) {
    return shared_find(&t->shared, hash, is_equal, t, m);
}

/* Counts one user more, or less, of what has a surface or bounces. */
static void count(material_table *t, const evo_material *m, uint32_t more) {
    if (m->rolling_resistance > 0 || m->surface_speed != 0) t->surfaces += more;
    if (m->restitution > 0) t->bouncing += more;
}

bool materials_are_full(const material_table *t, const evo_material *m) {
    return shared_next(&t->shared) >= MATERIALS_MOST && find(t, m, hash_of(m)) == NONE;
}

uint16_t materials_take(material_table *t, const evo_allocator *memory, const evo_material *m) {
    const uint32_t hash = hash_of(m), known = find(t, m, hash);
    const uint32_t number = known != NONE ? known : shared_next(&t->shared);
    if (known != NONE) {
        ++t->shared.slots[known].users;
    } else {
        if (number >= MATERIALS_MOST || !shared_reserve(&t->shared, memory)
            || !ARRAY_RESERVE(memory, t->all, t->capacity, (size_t)number + 1))
            return MATERIALS_MOST;
        shared_add(&t->shared, hash);
        t->all[number] = *m;
    }
    count(t, m, 1);
    assert(materials_equal(&t->all[number], m) && "the number is of this material");
    return (uint16_t)number;
}

void materials_give(material_table *t, uint16_t number) {
    count(t, &t->all[number], ~0u);
    (void)shared_drop(&t->shared, number);
}

evo_result materials_fit(material_table *t, const evo_allocator *memory, const evo_material *all,
                         int count) {
    evo_result result = EVO_OK;
    int taken = 0;
    if ((uint32_t)count <= MATERIALS_MOST - t->shared.live) return EVO_OK;
    while (taken < count && result == EVO_OK) {
        if (materials_are_full(t, &all[taken]))
            result = EVO_ERROR_LIMIT;
        else if (materials_take(t, memory, &all[taken]) == MATERIALS_MOST)
            result = EVO_ERROR_MEMORY;
        else
            ++taken;
    }
    while (taken-- > 0) materials_give(t, (uint16_t)find(t, &all[taken], hash_of(&all[taken])));
    return result;
}

void materials_free(material_table *t, const evo_allocator *memory) {
    ARRAY_FREE(memory, t->all, t->capacity);
    shared_free(&t->shared, memory);
}
