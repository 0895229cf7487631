/* array.h: arrays that grow. Pointer, capacity and count belong to whoever keeps them; growing
 * never loses what is there, and a refused allocation changes nothing. */
#ifndef ENGINE_CORE_ARRAY_H
#define ENGINE_CORE_ARRAY_H

#include <string.h>

#include "core/memory.h"

/* Makes room for `needed` items of this size; `items` is the address of the pointer to them. */
bool array_reserve(const evo_allocator *memory, void *items, size_t *capacity, size_t needed,
                   size_t item_size);

/* So much room is enough for what is needed and some more; and so much is left of what is more than
 * that. */
static inline size_t array_ample(size_t needed) {
    return needed + needed / 16 + 64;
}

static inline size_t array_trimmed(size_t needed) {
    return needed + needed / 32 + 32;
}

/* Gives room back when more than a sixteenth of it is idle. Items beyond `needed` are lost. */
void array_trim(const evo_allocator *memory, void *items, size_t *capacity, size_t needed,
                size_t item_size);

/* Sets every byte of the items, which may be none and nowhere: that memset must not be asked. */
static inline void array_fill(void *items, int byte, size_t count, size_t item_size) {
    if (count > 0) memset(items, byte, count * item_size);
}

/* Gives the items back. */
void array_free(const evo_allocator *memory, void *items, size_t *capacity, size_t item_size);

#endif
