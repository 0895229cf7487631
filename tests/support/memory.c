#include "memory.h"
#include "support/check.h"

#include <stdlib.h>
#include <string.h>

/* The size of a block is stored before it, as wide as the strictest alignment; known bytes behind
 * it, which nobody may write. */
enum { HEAD = 16, TAIL = 64, MARK = 0x5c };

static void check_tail(const unsigned char *block, size_t size) {
    for (size_t i = 0; i < TAIL; ++i)
        if (block[HEAD + size + i] != MARK) ck_abort_msg("a write %zu bytes past a block", i);
}

static void *test_resize(void *context, void *block, size_t old_size, size_t new_size) {
    test_memory *memory = context;
    unsigned char *old = block ? (unsigned char *)block - HEAD : NULL;
    size_t known = 0;
    if (old) memcpy(&known, old, sizeof known);
    ck_assert_uint_eq(known, old_size);
    if (old) check_tail(old, old_size);
    if (new_size == 0) {
        memory->bytes -= old_size;
        free(old);
        return NULL;
    }
    if (++memory->calls == memory->refuse) {
        ++*(block && new_size < old_size ? &memory->not_shrunk : &memory->refused);
        return NULL;
    }
    /* Blocks always move, so that uses of stale pointers are detected. */
    unsigned char *made = malloc(new_size + HEAD + TAIL);
    ck_assert_ptr_nonnull(made);
    memcpy(made, &new_size, sizeof new_size);
    memset(made + HEAD, 0xa5 ^ (int)(memory->calls & 15), new_size);
    memset(made + HEAD + new_size, MARK, TAIL);
    if (old) memcpy(made + HEAD, block, old_size < new_size ? old_size : new_size);
    free(old);
    memory->bytes += new_size - old_size;
    return made + HEAD;
}

evo_allocator test_memory_allocator(test_memory *memory) {
    evo_allocator allocator = {test_resize, memory};
    return allocator;
}
