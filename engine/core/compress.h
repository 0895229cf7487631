/* compress.h: stores those lanes one after the other whose bit is set. Eight numbers are written
 * whatever the count: what is beyond it is without meaning. */
#ifndef ENGINE_CORE_COMPRESS_H
#define ENGINE_CORE_COMPRESS_H

#include "core/lanes.h"

#if LANES == 8

/* Numbers of the lanes of each set, a byte each, the lowest first: of those above a lane, without it
 * and with it. */
#define SETS_0(above) above, (above) << 8
#define SETS_1(above) SETS_0(above), SETS_0((above) << 8 | 1)
#define SETS_2(above) SETS_1(above), SETS_1((above) << 8 | 2)
#define SETS_3(above) SETS_2(above), SETS_2((above) << 8 | 3)
#define SETS_4(above) SETS_3(above), SETS_3((above) << 8 | 4)
#define SETS_5(above) SETS_4(above), SETS_4((above) << 8 | 5)
#define SETS_6(above) SETS_5(above), SETS_5((above) << 8 | 6)
#define SETS_7(above) SETS_6(above), SETS_6((above) << 8 | 7)
static const uint64_t LANES_OF_SET[256] = {SETS_7(UINT64_C(0))};

typedef __m256i lanes_set;

INLINE lanes_set lanes_set_of(unsigned bits) {
    return _mm256_cvtepu8_epi32(
        _mm_loadl_epi64((const __m128i *)(const void *)&LANES_OF_SET[bits]));
}

INLINE void lanes_compress(float *to, lanes_value x, lanes_set set) {
    _mm256_storeu_ps(to, _mm256_permutevar8x32_ps(x, set));
}

INLINE void lanes_compress_numbers(uint32_t *to, const uint32_t *from, lanes_set set) {
    __m256i all = _mm256_loadu_si256((const __m256i *)(const void *)from);
    _mm256_storeu_si256((__m256i *)(void *)to, _mm256_permutevar8x32_epi32(all, set));
}

/* Stores copies of a number, at least as many as there are lanes in the set. */
INLINE void lanes_repeat_number(uint32_t *to, uint32_t number, unsigned bits) {
    (void)bits;
    _mm256_storeu_si256((__m256i *)(void *)to, _mm256_set1_epi32((int)number));
}

#else

typedef unsigned lanes_set; /* the bits */

INLINE lanes_set lanes_set_of(unsigned bits) {
    return bits;
}

INLINE void lanes_compress(float *to, lanes_value x, lanes_set set) {
    float from[LANES];
    lanes_store(from, x);
    for (int lane = 0; lane < LANES; ++lane)
        if (set >> lane & 1) *to++ = from[lane];
}

INLINE void lanes_compress_numbers(uint32_t *to, const uint32_t *from, lanes_set set) {
    for (int lane = 0; lane < LANES; ++lane)
        if (set >> lane & 1) *to++ = from[lane];
}

INLINE void lanes_repeat_number(uint32_t *to, uint32_t number, unsigned bits) {
    for (; bits; bits &= bits - 1) *to++ = number;
}

#endif

INLINE unsigned lanes_set_count(unsigned bits) {
#if defined(__GNUC__) && LANES > 1
    return (unsigned)__builtin_popcount(bits);
#else
    unsigned count = 0;
    for (; bits; bits &= bits - 1) ++count;
    return count;
#endif
}

#endif
