/* bits.h: sets of the numbers 0 to 63, as the bits of a word. */
#ifndef ENGINE_CORE_BITS_H
#define ENGINE_CORE_BITS_H

#include <assert.h>
#include <stdint.h>

/* The least element; the set must not be empty. */
static inline unsigned bits_lowest(uint64_t set) {
    assert(set != 0);
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(set);
#else
    unsigned lowest = 0;
    while (!(set >> lowest & 1)) ++lowest;
    return lowest;
#endif
}

#endif
