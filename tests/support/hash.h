/* hash.h: a hash of the bits of doubles, for tests that two builds agree to the last one. */
#ifndef TESTS_SUPPORT_HASH_H
#define TESTS_SUPPORT_HASH_H

#include <stdint.h>
#include <string.h>

#define HASH_BEGIN UINT64_C(0xcbf29ce484222325)

static inline uint64_t hash_double(uint64_t hash, double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (hash ^ bits ^ (bits >> 29)) * UINT64_C(0x100000001b3);
}

#endif
