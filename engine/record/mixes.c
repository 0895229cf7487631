/* mixes.c: answers of the user's rules for materials, by what was asked. In: kinds and
 * two numbers; out: the answer that they had. */
#include "record/mixes.h"

#include "core/table.h"

/* Rules are symmetric: the lesser number comes first. */
typedef struct mix_key {
    uint64_t kind, a, b;
} mix_key;

struct known_mix {
    mix_key key;
    double answer;
    UT_hash_handle hh;
};

static mix_key key_of(const callback_mix *mix) {
    mix_key key = {.kind = (uint64_t)mix->kind};
    const bool swap = mix->a > mix->b;
    memcpy(&key.a, swap ? &mix->b : &mix->a, sizeof key.a);
    memcpy(&key.b, swap ? &mix->a : &mix->b, sizeof key.b);
    return key;
}

bool mixes_find(const mixes *m, callback_mix *mix) {
    const mix_key key = key_of(mix);
    known_mix *found;
    HASH_FIND(hh, m->all, &key, sizeof key, found);
    if (found) mix->answer = found->answer;
    return found != NULL;
}

bool mixes_add(mixes *m, const evo_allocator *memory, const callback_mix *mix) {
    bool out_of_memory = false;
    known_mix *made = memory_take(memory, sizeof *made);
    if (!made) return false;
    *made = (known_mix){.key = key_of(mix), .answer = mix->answer};
    HASH_ADD(hh, m->all, key, sizeof made->key, made);
    if (out_of_memory) memory_give(memory, made, sizeof *made);
    return !out_of_memory;
}

void mixes_free(mixes *m, const evo_allocator *memory) {
    known_mix *at, *next;
    HASH_ITER(hh, m->all, at, next) {
        HASH_DEL(m->all, at);
        memory_give(memory, at, sizeof *at);
    }
}
