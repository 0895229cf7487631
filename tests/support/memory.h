/* memory.h: an allocator that counts allocated bytes, checks freed blocks and what is behind them,
 * and refuses on demand. */
#ifndef TESTS_SUPPORT_MEMORY_H
#define TESTS_SUPPORT_MEMORY_H

#include "evolute/base.h"

typedef struct test_memory {
    size_t bytes;      /* allocated now */
    size_t calls;      /* requests for memory, refused ones included */
    size_t refuse;     /* the number of the call that is refused, counted from 1; 0: none is */
    size_t refused;    /* refused requests */
    size_t not_shrunk; /* refused requests to shrink, which callers may ignore */
} test_memory;

/* New memory is filled with garbage. */
evo_allocator test_memory_allocator(test_memory *memory);

#endif
