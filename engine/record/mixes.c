/* mixes.c: answers of the user's rules for materials, by question. In: kinds and two materials;
 * out: the answer that they had. Invariant: no question is in the list twice. */
#include "record/mixes.h"

#include <assert.h>

#include "body/material.h"

static bool material_before(const evo_material *a, const evo_material *b) {
    double x[MATERIAL_NUMBERS], y[MATERIAL_NUMBERS];
    material_numbers(a, x);
    material_numbers(b, y);
    for (int i = 0; i < MATERIAL_NUMBERS; ++i)
        if (x[i] != y[i]) return x[i] < y[i];
    return false;
}

/* Rules are symmetric: the lesser material comes first. */
static callback_mix in_order(const callback_mix *mix) {
    callback_mix m = *mix;
    if (material_before(&m.b, &m.a)) {
        m.a = mix->b;
        m.b = mix->a;
    }
    return m;
}

static bool comes_before(const callback_mix *a, const callback_mix *b) {
    if (a->kind != b->kind) return a->kind < b->kind;
    if (material_before(&a->a, &b->a) || material_before(&b->a, &a->a))
        return material_before(&a->a, &b->a);
    return material_before(&a->b, &b->b);
}

/* The place of a question, or where it would be. */
static size_t place_of(const mixes *m, const callback_mix *asked) {
    size_t low = 0, high = m->list.count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (comes_before(&m->all[middle], asked))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool mixes_find(const mixes *m, callback_mix *mix) {
    const callback_mix asked = in_order(mix);
    const size_t place = place_of(m, &asked);
    if (place == m->list.count || comes_before(&asked, &m->all[place])) return false;
    mix->answer = m->all[place].answer;
    return true;
}

bool mixes_add(mixes *m, const evo_allocator *memory, const callback_mix *mix) {
    const callback_mix asked = in_order(mix);
    const size_t place = place_of(m, &asked), after = m->list.count - place;
    if (!ARRAY_RESERVE(memory, m->all, m->list.capacity, m->list.count + 1)) return false;
    assert((after == 0 || comes_before(&asked, &m->all[place])) && "a question is there once");
    memmove(m->all + place + 1, m->all + place, after * sizeof *m->all);
    m->all[place] = asked;
    ++m->list.count;
    return true;
}

void mixes_free(mixes *m, const evo_allocator *memory) {
    ARRAY_FREE(memory, m->all, m->list.capacity);
    m->list.count = 0;
}
