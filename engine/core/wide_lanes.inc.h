/* wide_lanes.inc.h: operations of lanes.inc.h on 16 lanes: those of AVX-512, or, to test their
 * bits on machines without it, twice those of 8. A mask has a bit for each lane. */
#include "core/lanes.inc.h" /* which includes this file behind its types, if it is not yet there */

#ifndef ENGINE_CORE_WIDE_LANES_INC_H
#define ENGINE_CORE_WIDE_LANES_INC_H

#include <immintrin.h>

#if defined(EVOLUTE_EMULATE_16) && defined(__GNUC__)
/* Vectors of 16 are in memory between functions. */
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

typedef uint16_t lanes_mask;

INLINE lanes_value lanes_load(const float *from) {
    return *(const lanes *)from;
}

INLINE void lanes_store(float *to, lanes_value x) {
    *(lanes *)to = x;
}

INLINE lanes_value lanes_all(float x) {
    return x - (lanes_value){0};
}

INLINE unsigned lanes_bits(lanes_mask mask) {
    return mask;
}

INLINE lanes_mask lanes_mask_of(unsigned bits) {
    return (lanes_mask)bits;
}

#if !defined(EVOLUTE_EMULATE_16)

INLINE lanes_mask lanes_less(lanes_value a, lanes_value b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ);
}

INLINE lanes_mask lanes_equal(lanes_value a, lanes_value b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ);
}

INLINE lanes_value lanes_pick(lanes_mask mask, lanes_value yes, lanes_value no) {
    return _mm512_mask_blend_ps(mask, no, yes);
}

INLINE lanes_value lanes_max(lanes_value a, lanes_value b) {
    return _mm512_max_ps(a, b);
}

INLINE lanes_value lanes_min(lanes_value a, lanes_value b) {
    return _mm512_min_ps(a, b);
}

INLINE lanes_value lanes_sqrt(lanes_value x) {
    return _mm512_sqrt_ps(x);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Four rows, one in each quarter of a vector. */
INLINE __m512 lanes_four_rows(const float *table, const uint32_t *at) {
    __m256 low = _mm256_castps128_ps256(_mm_loadu_ps(table + at[0]));
    __m256 high = _mm256_castps128_ps256(_mm_loadu_ps(table + at[8]));
    low = _mm256_insertf128_ps(low, _mm_loadu_ps(table + at[4]), 1);
    high = _mm256_insertf128_ps(high, _mm_loadu_ps(table + at[12]), 1);
    return _mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1);
}

INLINE void lanes_transpose(__m512 *a, __m512 *b, __m512 *c, __m512 *d) {
    __m512 low_ab = _mm512_unpacklo_ps(*a, *b), high_ab = _mm512_unpackhi_ps(*a, *b);
    __m512 low_cd = _mm512_unpacklo_ps(*c, *d), high_cd = _mm512_unpackhi_ps(*c, *d);
    *a = _mm512_shuffle_ps(low_ab, low_cd, 0x44);
    *b = _mm512_shuffle_ps(low_ab, low_cd, 0xee);
    *c = _mm512_shuffle_ps(high_ab, high_cd, 0x44);
    *d = _mm512_shuffle_ps(high_ab, high_cd, 0xee);
}

INLINE lanes_row lanes_gather(const float *table, const uint32_t *at) {
    __m512 a = lanes_four_rows(table, at), b = lanes_four_rows(table, at + 1);
    __m512 c = lanes_four_rows(table, at + 2), d = lanes_four_rows(table, at + 3);
    lanes_transpose(&a, &b, &c, &d);
    lanes_row row = {a, b, c, d};
    return row;
}

INLINE void lanes_scatter_some(float *table, const uint32_t *at, lanes_row row, unsigned bits) {
    __m512 a = row.x, b = row.y, c = row.z, d = row.w;
    lanes_transpose(&a, &b, &c, &d);
    const __m512 rows[4] = {a, b, c, d};
    for (int i = 0; i < 4; ++i) {
        const unsigned these = bits >> i;
        if (these & 1) _mm_storeu_ps(table + at[i], _mm512_castps512_ps128(rows[i]));
        if (these & 16) _mm_storeu_ps(table + at[i + 4], _mm512_extractf32x4_ps(rows[i], 1));
        if (these & 256) _mm_storeu_ps(table + at[i + 8], _mm512_extractf32x4_ps(rows[i], 2));
        if (these & 4096) _mm_storeu_ps(table + at[i + 12], _mm512_extractf32x4_ps(rows[i], 3));
    }
}

INLINE void lanes_store_four(float *table, const uint32_t *at, __m128 a, __m128 b, __m128 c,
                             __m128 d) {
    _mm_storeu_ps(table + at[0], a);
    _mm_storeu_ps(table + at[1], b);
    _mm_storeu_ps(table + at[2], c);
    _mm_storeu_ps(table + at[3], d);
}

INLINE void lanes_scatter(float *table, const uint32_t *at, lanes_row row) {
    __asm__("" : "+r"(at));
    __m512 a = row.x, b = row.y, c = row.z, d = row.w;
    lanes_transpose(&a, &b, &c, &d);
    lanes_store_four(table, at, _mm512_castps512_ps128(a), _mm512_castps512_ps128(b),
                     _mm512_castps512_ps128(c), _mm512_castps512_ps128(d));
    lanes_store_four(table, at + 4, _mm512_extractf32x4_ps(a, 1), _mm512_extractf32x4_ps(b, 1),
                     _mm512_extractf32x4_ps(c, 1), _mm512_extractf32x4_ps(d, 1));
    lanes_store_four(table, at + 8, _mm512_extractf32x4_ps(a, 2), _mm512_extractf32x4_ps(b, 2),
                     _mm512_extractf32x4_ps(c, 2), _mm512_extractf32x4_ps(d, 2));
    lanes_store_four(table, at + 12, _mm512_extractf32x4_ps(a, 3), _mm512_extractf32x4_ps(b, 3),
                     _mm512_extractf32x4_ps(c, 3), _mm512_extractf32x4_ps(d, 3));
}

#else

/* ---- Emulated, but for rows ------------------------------------------------------------------ */

typedef union lanes_halves {
    lanes_value all;
    __m256 half[2];
} lanes_halves;

INLINE lanes_mask lanes_mask_of_halves(__m256 low, __m256 high) {
    return (lanes_mask)(_mm256_movemask_ps(low) | _mm256_movemask_ps(high) << 8);
}

/* All bits of the lanes that have one in the lowest byte. */
INLINE __m256 lanes_half_mask(unsigned bits) {
    const __m256i powers = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    const __m256i set = _mm256_and_si256(_mm256_set1_epi32((int)bits), powers);
    return _mm256_castsi256_ps(_mm256_cmpeq_epi32(set, powers));
}

INLINE lanes_mask lanes_less(lanes_value a, lanes_value b) {
    const lanes_halves x = {a}, y = {b};
    return lanes_mask_of_halves(_mm256_cmp_ps(x.half[0], y.half[0], _CMP_LT_OQ),
                                _mm256_cmp_ps(x.half[1], y.half[1], _CMP_LT_OQ));
}

INLINE lanes_mask lanes_equal(lanes_value a, lanes_value b) {
    const lanes_halves x = {a}, y = {b};
    return lanes_mask_of_halves(_mm256_cmp_ps(x.half[0], y.half[0], _CMP_EQ_OQ),
                                _mm256_cmp_ps(x.half[1], y.half[1], _CMP_EQ_OQ));
}

INLINE lanes_value lanes_pick(lanes_mask mask, lanes_value yes, lanes_value no) {
    const lanes_halves x = {yes}, y = {no};
    lanes_halves picked = {no};
    picked.half[0] = _mm256_blendv_ps(y.half[0], x.half[0], lanes_half_mask(mask));
    picked.half[1] = _mm256_blendv_ps(y.half[1], x.half[1], lanes_half_mask(mask >> 8));
    return picked.all;
}

INLINE lanes_value lanes_max(lanes_value a, lanes_value b) {
    const lanes_halves x = {a}, y = {b};
    lanes_halves most = {a};
    for (int i = 0; i < 2; ++i) most.half[i] = _mm256_max_ps(x.half[i], y.half[i]);
    return most.all;
}

INLINE lanes_value lanes_min(lanes_value a, lanes_value b) {
    const lanes_halves x = {a}, y = {b};
    lanes_halves least = {a};
    for (int i = 0; i < 2; ++i) least.half[i] = _mm256_min_ps(x.half[i], y.half[i]);
    return least.all;
}

INLINE lanes_value lanes_sqrt(lanes_value x) {
    lanes_halves root = {x};
    for (int i = 0; i < 2; ++i) root.half[i] = _mm256_sqrt_ps(root.half[i]);
    return root.all;
}

#endif

#endif
