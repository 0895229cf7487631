/* mixes.h: what the user's rules have made of materials. The rules are pure, so that
 * each answer is recorded once. */
#ifndef ENGINE_RECORD_MIXES_H
#define ENGINE_RECORD_MIXES_H

#include "core/array.h"
#include "record/calls.h"

typedef struct mixes {
    callback_mix *all; /* in order of kind and materials */
    list_size list;
} mixes;

/* Finds the answer to a question of the same kind and materials. */
bool mixes_find(const mixes *m, callback_mix *mix);

/* Adds an answer; false: out of memory. */
bool mixes_add(mixes *m, const evo_allocator *memory, const callback_mix *mix);

void mixes_free(mixes *m, const evo_allocator *memory);

#endif
