/* memory.h: an allocator that counts what is out, checks what comes back, and refuses when told. */
#ifndef TESTS_SUPPORT_MEMORY_H
#define TESTS_SUPPORT_MEMORY_H

#include "evolute/base.h"

typedef struct test_memory {
    size_t bytes;      /* out at the moment */
    size_t calls;      /* that asked for memory, refused ones included */
    size_t refuse;     /* the number of the call that is refused, counted from 1; 0: none is */
    size_t refused;    /* so many were */
    size_t not_shrunk; /* and so many that would have given memory back, which need not be felt */
} test_memory;

/* New memory is filled with what no program expects. */
evo_allocator test_memory_allocator(test_memory *memory);

#endif
