/* compress.h: stores those lanes one after the other whose bit is set. Eight numbers are written
 * whatever the count: what is beyond it is without meaning. */
#ifndef ENGINE_CORE_COMPRESS_H
#define ENGINE_CORE_COMPRESS_H

#include "core/lanes.h"

#if LANES == 8

/* Numbers of the lanes of each set, a byte each, the lowest first. */
static const uint64_t LANES_OF_SET[256] = {
    0x0, 0x0, 0x1, 0x100,
    0x2, 0x200, 0x201, 0x20100,
    0x3, 0x300, 0x301, 0x30100,
    0x302, 0x30200, 0x30201, 0x3020100,
    0x4, 0x400, 0x401, 0x40100,
    0x402, 0x40200, 0x40201, 0x4020100,
    0x403, 0x40300, 0x40301, 0x4030100,
    0x40302, 0x4030200, 0x4030201, 0x403020100,
    0x5, 0x500, 0x501, 0x50100,
    0x502, 0x50200, 0x50201, 0x5020100,
    0x503, 0x50300, 0x50301, 0x5030100,
    0x50302, 0x5030200, 0x5030201, 0x503020100,
    0x504, 0x50400, 0x50401, 0x5040100,
    0x50402, 0x5040200, 0x5040201, 0x504020100,
    0x50403, 0x5040300, 0x5040301, 0x504030100,
    0x5040302, 0x504030200, 0x504030201, 0x50403020100,
    0x6, 0x600, 0x601, 0x60100,
    0x602, 0x60200, 0x60201, 0x6020100,
    0x603, 0x60300, 0x60301, 0x6030100,
    0x60302, 0x6030200, 0x6030201, 0x603020100,
    0x604, 0x60400, 0x60401, 0x6040100,
    0x60402, 0x6040200, 0x6040201, 0x604020100,
    0x60403, 0x6040300, 0x6040301, 0x604030100,
    0x6040302, 0x604030200, 0x604030201, 0x60403020100,
    0x605, 0x60500, 0x60501, 0x6050100,
    0x60502, 0x6050200, 0x6050201, 0x605020100,
    0x60503, 0x6050300, 0x6050301, 0x605030100,
    0x6050302, 0x605030200, 0x605030201, 0x60503020100,
    0x60504, 0x6050400, 0x6050401, 0x605040100,
    0x6050402, 0x605040200, 0x605040201, 0x60504020100,
    0x6050403, 0x605040300, 0x605040301, 0x60504030100,
    0x605040302, 0x60504030200, 0x60504030201, 0x6050403020100,
    0x7, 0x700, 0x701, 0x70100,
    0x702, 0x70200, 0x70201, 0x7020100,
    0x703, 0x70300, 0x70301, 0x7030100,
    0x70302, 0x7030200, 0x7030201, 0x703020100,
    0x704, 0x70400, 0x70401, 0x7040100,
    0x70402, 0x7040200, 0x7040201, 0x704020100,
    0x70403, 0x7040300, 0x7040301, 0x704030100,
    0x7040302, 0x704030200, 0x704030201, 0x70403020100,
    0x705, 0x70500, 0x70501, 0x7050100,
    0x70502, 0x7050200, 0x7050201, 0x705020100,
    0x70503, 0x7050300, 0x7050301, 0x705030100,
    0x7050302, 0x705030200, 0x705030201, 0x70503020100,
    0x70504, 0x7050400, 0x7050401, 0x705040100,
    0x7050402, 0x705040200, 0x705040201, 0x70504020100,
    0x7050403, 0x705040300, 0x705040301, 0x70504030100,
    0x705040302, 0x70504030200, 0x70504030201, 0x7050403020100,
    0x706, 0x70600, 0x70601, 0x7060100,
    0x70602, 0x7060200, 0x7060201, 0x706020100,
    0x70603, 0x7060300, 0x7060301, 0x706030100,
    0x7060302, 0x706030200, 0x706030201, 0x70603020100,
    0x70604, 0x7060400, 0x7060401, 0x706040100,
    0x7060402, 0x706040200, 0x706040201, 0x70604020100,
    0x7060403, 0x706040300, 0x706040301, 0x70604030100,
    0x706040302, 0x70604030200, 0x70604030201, 0x7060403020100,
    0x70605, 0x7060500, 0x7060501, 0x706050100,
    0x7060502, 0x706050200, 0x706050201, 0x70605020100,
    0x7060503, 0x706050300, 0x706050301, 0x70605030100,
    0x706050302, 0x70605030200, 0x70605030201, 0x7060503020100,
    0x7060504, 0x706050400, 0x706050401, 0x70605040100,
    0x706050402, 0x70605040200, 0x70605040201, 0x7060504020100,
    0x706050403, 0x70605040300, 0x70605040301, 0x7060504030100,
    0x70605040302, 0x7060504030200, 0x7060504030201, 0x706050403020100,
};

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
