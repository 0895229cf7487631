/* lanes.inc.h: SIMD vectors of LANES floats. The including file defines LANES as 1, 4, 8 or 16.
 *
 * The same source, compiled once for each width, gives the same bits: each operation works on
 * every lane separately and rounds as IEEE 754 says. + - * / are the compiler's vector operators
 * (on plain floats where LANES is 1); this file adds the other operations (wide_lanes.inc.h
 * those of 16). Eight lanes need AVX2, 16 AVX-512: call their functions only on machines that
 * have it (core.h). */
#ifndef ENGINE_CORE_LANES_INC_H
#define ENGINE_CORE_LANES_INC_H

#include <string.h>

#include "core/core.h"

/* Flag: the compiler shuffles vectors of any machine. */
#define LANES_SHUFFLE 0
#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#undef LANES_SHUFFLE
#define LANES_SHUFFLE 1
#endif
#endif

#ifndef LANES
#error "define LANES as 1, 4, 8 or 16 before including lanes.inc.h"
#endif

#if LANES > 1
#if !MACHINE_VECTORS
#error "this compiler has no vector types: LANES must be 1"
#endif
typedef float lanes __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
typedef float lanes_value __attribute__((vector_size(4 * LANES)));
#if LANES < 16
typedef int32_t lanes_mask __attribute__((vector_size(4 * LANES)));
#endif
_Static_assert(sizeof(lanes_value) == LANES * sizeof(float), "one float a lane");
#endif

#if LANES == 1
typedef float lanes_value;
typedef int32_t lanes_mask;
#endif

/* One row of a float table with four columns, for each lane. */
typedef struct lanes_row {
    lanes_value x, y, z, w;
} lanes_row;

#if LANES == 16

#include "core/wide_lanes.inc.h"

#elif LANES == 1

INLINE lanes_value lanes_load(const float *from) {
    return *from;
}

INLINE void lanes_store(float *to, lanes_value x) {
    *to = x;
}

INLINE lanes_value lanes_all(float x) {
    return x;
}

INLINE lanes_mask lanes_less(lanes_value a, lanes_value b) {
    return -(int32_t)(a < b);
}

INLINE lanes_mask lanes_equal(lanes_value a, lanes_value b) {
    return -(int32_t)(a == b);
}

INLINE lanes_value lanes_pick(lanes_mask mask, lanes_value yes, lanes_value no) {
    return mask ? yes : no;
}

INLINE lanes_value lanes_max(lanes_value a, lanes_value b) {
    return a > b ? a : b;
}

INLINE lanes_value lanes_min(lanes_value a, lanes_value b) {
    return a < b ? a : b;
}

INLINE lanes_value lanes_sqrt(lanes_value x) {
    return sqrtf(x);
}

INLINE unsigned lanes_bits(lanes_mask mask) {
    return mask ? 1u : 0u;
}

INLINE lanes_mask lanes_load_whole(const void *from) {
    int32_t x;
    memcpy(&x, from, sizeof x);
    return x;
}

INLINE lanes_mask lanes_all_whole(int32_t x) {
    return x;
}

INLINE lanes_value lanes_from_whole(lanes_mask x) {
    return (float)x;
}

#else

typedef int32_t lanes_whole __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

INLINE lanes_mask lanes_load_whole(const void *from) {
    return (lanes_mask) * (const lanes_whole *)from;
}

INLINE lanes_mask lanes_all_whole(int32_t x) {
    return x - (lanes_mask){0};
}

INLINE lanes_value lanes_from_whole(lanes_mask x) {
    return __builtin_convertvector(x, lanes_value);
}

INLINE lanes_value lanes_load(const float *from) {
    return *(const lanes *)from;
}

INLINE void lanes_store(float *to, lanes_value x) {
    *(lanes *)to = x;
}

INLINE lanes_value lanes_all(float x) {
    return x - (lanes_value){0};
}

INLINE lanes_mask lanes_less(lanes_value a, lanes_value b) {
    return a < b;
}

INLINE lanes_mask lanes_equal(lanes_value a, lanes_value b) {
    return a == b;
}

#if LANES == 8

#include <immintrin.h>

INLINE lanes_value lanes_pick(lanes_mask mask, lanes_value yes, lanes_value no) {
    return _mm256_blendv_ps(no, yes, (__m256)mask);
}

INLINE lanes_value lanes_max(lanes_value a, lanes_value b) {
    return _mm256_max_ps(a, b);
}

INLINE lanes_value lanes_min(lanes_value a, lanes_value b) {
    return _mm256_min_ps(a, b);
}

INLINE lanes_value lanes_sqrt(lanes_value x) {
    return _mm256_sqrt_ps(x);
}

INLINE unsigned lanes_bits(lanes_mask mask) {
    return (unsigned)_mm256_movemask_ps((__m256)mask);
}

#else

INLINE lanes_value lanes_pick(lanes_mask mask, lanes_value yes, lanes_value no) {
    return (lanes_value)((mask & (lanes_mask)yes) | (~mask & (lanes_mask)no));
}

#if defined(__SSE2__)

#include <emmintrin.h>

INLINE lanes_value lanes_max(lanes_value a, lanes_value b) {
    return _mm_max_ps(a, b);
}

INLINE lanes_value lanes_min(lanes_value a, lanes_value b) {
    return _mm_min_ps(a, b);
}

INLINE lanes_value lanes_sqrt(lanes_value x) {
    return _mm_sqrt_ps(x);
}

INLINE unsigned lanes_bits(lanes_mask mask) {
    return (unsigned)_mm_movemask_ps((__m128)mask);
}

#elif defined(__wasm_simd128__)

#include <wasm_simd128.h>

INLINE lanes_value lanes_max(lanes_value a, lanes_value b) {
    return (lanes_value)wasm_f32x4_pmax((v128_t)b, (v128_t)a);
}

INLINE lanes_value lanes_min(lanes_value a, lanes_value b) {
    return (lanes_value)wasm_f32x4_pmin((v128_t)b, (v128_t)a);
}

INLINE lanes_value lanes_sqrt(lanes_value x) {
    return (lanes_value)wasm_f32x4_sqrt((v128_t)x);
}

INLINE unsigned lanes_bits(lanes_mask mask) {
    return wasm_i32x4_bitmask((v128_t)mask);
}

#else

INLINE lanes_value lanes_max(lanes_value a, lanes_value b) {
    return lanes_pick(a > b, a, b);
}

INLINE lanes_value lanes_min(lanes_value a, lanes_value b) {
    return lanes_pick(a < b, a, b);
}

#if defined(__aarch64__) && defined(__ARM_NEON)

#include <arm_neon.h>

INLINE lanes_value lanes_sqrt(lanes_value x) {
    return (lanes_value)vsqrtq_f32((float32x4_t)x);
}

INLINE unsigned lanes_bits(lanes_mask mask) {
    const lanes_mask powers = {1, 2, 4, 8};
    return (unsigned)vaddvq_s32((int32x4_t)(mask & powers));
}

#else

INLINE lanes_value lanes_sqrt(lanes_value x) {
    lanes_value root;
    for (int i = 0; i < LANES; ++i) root[i] = sqrtf(x[i]);
    return root;
}

INLINE unsigned lanes_bits(lanes_mask mask) {
    unsigned bits = 0;
    for (int i = 0; i < LANES; ++i) bits |= (unsigned)(mask[i] & (1 << i));
    return bits;
}

#endif
#endif
#endif
#endif

/* ---- The same for every width ---------------------------------------------------------------- */

INLINE lanes_value lanes_clamp(lanes_value x, lanes_value low, lanes_value high) {
    return lanes_min(lanes_max(x, low), high);
}

INLINE lanes_value lanes_abs(lanes_value x) {
    return lanes_max(x, lanes_all(0) - x);
}

/* x where the mask is set, else 0. */
INLINE lanes_value lanes_only(lanes_mask mask, lanes_value x) {
    return lanes_pick(mask, x, lanes_all(0));
}

#if LANES < 16

/* The mask that has these bits. */
INLINE lanes_mask lanes_mask_of(unsigned bits) {
    static const int32_t powers[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    const lanes_mask of_lanes = lanes_load_whole(powers);
#if LANES == 1
    return -(int32_t)(bits & (unsigned)of_lanes);
#else
    return (lanes_all_whole((int32_t)bits) & of_lanes) == of_lanes;
#endif
}

#endif

#if LANES == 8

INLINE __m256 lanes_two_rows(const float *table, uint32_t low, uint32_t high) {
    __m256 first = _mm256_castps128_ps256(_mm_loadu_ps(table + low));
    return _mm256_insertf128_ps(first, _mm_loadu_ps(table + high), 1);
}

INLINE void lanes_transpose(__m256 *a, __m256 *b, __m256 *c, __m256 *d) {
    __m256 low_ab = _mm256_unpacklo_ps(*a, *b), high_ab = _mm256_unpackhi_ps(*a, *b);
    __m256 low_cd = _mm256_unpacklo_ps(*c, *d), high_cd = _mm256_unpackhi_ps(*c, *d);
    *a = _mm256_shuffle_ps(low_ab, low_cd, 0x44);
    *b = _mm256_shuffle_ps(low_ab, low_cd, 0xee);
    *c = _mm256_shuffle_ps(high_ab, high_cd, 0x44);
    *d = _mm256_shuffle_ps(high_ab, high_cd, 0xee);
}

/* Loads a row for each lane; `at` holds offsets into the table, 4 times the row number. */
INLINE lanes_row lanes_gather(const float *table, const uint32_t *at) {
    __m256 a = lanes_two_rows(table, at[0], at[4]), b = lanes_two_rows(table, at[1], at[5]);
    __m256 c = lanes_two_rows(table, at[2], at[6]), d = lanes_two_rows(table, at[3], at[7]);
    lanes_transpose(&a, &b, &c, &d);
    lanes_row row = {a, b, c, d};
    return row;
}

/* Stores a row for each lane, in lane order: of equal offsets the last one counts. */
INLINE void lanes_scatter(float *table, const uint32_t *at, lanes_row row) {
    __asm__("" : "+r"(at));
    __m256 a = row.x, b = row.y, c = row.z, d = row.w;
    lanes_transpose(&a, &b, &c, &d);
    _mm_storeu_ps(table + at[0], _mm256_castps256_ps128(a));
    _mm_storeu_ps(table + at[1], _mm256_castps256_ps128(b));
    _mm_storeu_ps(table + at[2], _mm256_castps256_ps128(c));
    _mm_storeu_ps(table + at[3], _mm256_castps256_ps128(d));
    _mm_storeu_ps(table + at[4], _mm256_extractf128_ps(a, 1));
    _mm_storeu_ps(table + at[5], _mm256_extractf128_ps(b, 1));
    _mm_storeu_ps(table + at[6], _mm256_extractf128_ps(c, 1));
    _mm_storeu_ps(table + at[7], _mm256_extractf128_ps(d, 1));
}

/* Stores a row for each lane whose bit is set. Other rows are not written. */
INLINE void lanes_scatter_some(float *table, const uint32_t *at, lanes_row row, unsigned bits) {
    __m256 a = row.x, b = row.y, c = row.z, d = row.w;
    lanes_transpose(&a, &b, &c, &d);
    if (bits & 1) _mm_storeu_ps(table + at[0], _mm256_castps256_ps128(a));
    if (bits & 2) _mm_storeu_ps(table + at[1], _mm256_castps256_ps128(b));
    if (bits & 4) _mm_storeu_ps(table + at[2], _mm256_castps256_ps128(c));
    if (bits & 8) _mm_storeu_ps(table + at[3], _mm256_castps256_ps128(d));
    if (bits & 16) _mm_storeu_ps(table + at[4], _mm256_extractf128_ps(a, 1));
    if (bits & 32) _mm_storeu_ps(table + at[5], _mm256_extractf128_ps(b, 1));
    if (bits & 64) _mm_storeu_ps(table + at[6], _mm256_extractf128_ps(c, 1));
    if (bits & 128) _mm_storeu_ps(table + at[7], _mm256_extractf128_ps(d, 1));
}

#elif LANES == 4 && defined(__SSE2__)

INLINE void lanes_transpose(__m128 *a, __m128 *b, __m128 *c, __m128 *d) {
    __m128 low_ab = _mm_unpacklo_ps(*a, *b), high_ab = _mm_unpackhi_ps(*a, *b);
    __m128 low_cd = _mm_unpacklo_ps(*c, *d), high_cd = _mm_unpackhi_ps(*c, *d);
    *a = _mm_movelh_ps(low_ab, low_cd);
    *b = _mm_movehl_ps(low_cd, low_ab);
    *c = _mm_movelh_ps(high_ab, high_cd);
    *d = _mm_movehl_ps(high_cd, high_ab);
}

INLINE lanes_row lanes_gather(const float *table, const uint32_t *at) {
    __m128 a = _mm_loadu_ps(table + at[0]), b = _mm_loadu_ps(table + at[1]);
    __m128 c = _mm_loadu_ps(table + at[2]), d = _mm_loadu_ps(table + at[3]);
    lanes_transpose(&a, &b, &c, &d);
    lanes_row row = {a, b, c, d};
    return row;
}

INLINE void lanes_scatter(float *table, const uint32_t *at, lanes_row row) {
    __m128 a = row.x, b = row.y, c = row.z, d = row.w;
    lanes_transpose(&a, &b, &c, &d);
    _mm_storeu_ps(table + at[0], a);
    _mm_storeu_ps(table + at[1], b);
    _mm_storeu_ps(table + at[2], c);
    _mm_storeu_ps(table + at[3], d);
}

INLINE void lanes_scatter_some(float *table, const uint32_t *at, lanes_row row, unsigned bits) {
    __m128 a = row.x, b = row.y, c = row.z, d = row.w;
    lanes_transpose(&a, &b, &c, &d);
    if (bits & 1) _mm_storeu_ps(table + at[0], a);
    if (bits & 2) _mm_storeu_ps(table + at[1], b);
    if (bits & 4) _mm_storeu_ps(table + at[2], c);
    if (bits & 8) _mm_storeu_ps(table + at[3], d);
}

#elif LANES == 4 && LANES_SHUFFLE

INLINE void lanes_transpose(lanes_row *r) {
    const lanes_value low_ab = __builtin_shufflevector(r->x, r->y, 0, 4, 1, 5);
    const lanes_value high_ab = __builtin_shufflevector(r->x, r->y, 2, 6, 3, 7);
    const lanes_value low_cd = __builtin_shufflevector(r->z, r->w, 0, 4, 1, 5);
    const lanes_value high_cd = __builtin_shufflevector(r->z, r->w, 2, 6, 3, 7);
    r->x = __builtin_shufflevector(low_ab, low_cd, 0, 1, 4, 5);
    r->y = __builtin_shufflevector(low_ab, low_cd, 2, 3, 6, 7);
    r->z = __builtin_shufflevector(high_ab, high_cd, 0, 1, 4, 5);
    r->w = __builtin_shufflevector(high_ab, high_cd, 2, 3, 6, 7);
}

INLINE lanes_row lanes_gather(const float *table, const uint32_t *at) {
    lanes_row row = {lanes_load(table + at[0]), lanes_load(table + at[1]),
                     lanes_load(table + at[2]), lanes_load(table + at[3])};
    lanes_transpose(&row);
    return row;
}

INLINE void lanes_scatter_some(float *table, const uint32_t *at, lanes_row row, unsigned bits) {
    lanes_transpose(&row);
    if (bits & 1) lanes_store(table + at[0], row.x);
    if (bits & 2) lanes_store(table + at[1], row.y);
    if (bits & 4) lanes_store(table + at[2], row.z);
    if (bits & 8) lanes_store(table + at[3], row.w);
}

INLINE void lanes_scatter(float *table, const uint32_t *at, lanes_row row) {
    lanes_scatter_some(table, at, row, 15);
}

#elif LANES < 16 || defined(EVOLUTE_EMULATE_16)

INLINE lanes_row lanes_gather(const float *table, const uint32_t *at) {
    float column[4][LANES];
    for (int lane = 0; lane < LANES; ++lane)
        for (uint32_t i = 0; i < 4; ++i) column[i][lane] = table[at[lane] + i];
    lanes_row row = {lanes_load(column[0]), lanes_load(column[1]), lanes_load(column[2]),
                     lanes_load(column[3])};
    return row;
}

INLINE void lanes_scatter_some(float *table, const uint32_t *at, lanes_row row, unsigned bits) {
    float column[4][LANES];
    lanes_store(column[0], row.x);
    lanes_store(column[1], row.y);
    lanes_store(column[2], row.z);
    lanes_store(column[3], row.w);
    for (int lane = 0; lane < LANES; ++lane)
        for (uint32_t i = 0; i < 4 && (bits >> lane & 1); ++i)
            table[at[lane] + i] = column[i][lane];
}

INLINE void lanes_scatter(float *table, const uint32_t *at, lanes_row row) {
    lanes_scatter_some(table, at, row, (1u << LANES) - 1);
}

#endif

/* ==== Vectors of lanes ======================================================================== */

/* Signs of lanes, and a vector in each lane. */

INLINE lanes_mask lanes_positive(lanes_value a) {
    return lanes_less(lanes_all(0), a);
}

INLINE lanes_mask lanes_none(void) {
    return lanes_positive(lanes_all(0));
}

typedef struct lanes_vec {
    lanes_value x, y;
} lanes_vec;

/* Prefix of the numbers of a row. */
INLINE lanes_vec lanes_xy(lanes_row r) {
    return (lanes_vec){r.x, r.y};
}

INLINE lanes_vec lanes_add(lanes_vec a, lanes_vec b) {
    return (lanes_vec){a.x + b.x, a.y + b.y};
}

INLINE lanes_vec lanes_along(lanes_vec a, lanes_value s, lanes_vec b) {
    return (lanes_vec){a.x + s * b.x, a.y + s * b.y};
}

/* The vector from a to b. */
INLINE lanes_vec lanes_between(lanes_vec a, lanes_vec b) {
    return (lanes_vec){b.x - a.x, b.y - a.y};
}

INLINE lanes_value lanes_dot(lanes_vec a, lanes_vec b) {
    return a.x * b.x + a.y * b.y;
}

INLINE lanes_vec lanes_scaled(lanes_vec v, lanes_value by) {
    return (lanes_vec){v.x * by, v.y * by};
}

INLINE lanes_vec lanes_negate(lanes_vec v) {
    return (lanes_vec){lanes_all(0) - v.x, lanes_all(0) - v.y};
}

INLINE lanes_vec lanes_left(lanes_vec v) {
    return (lanes_vec){lanes_all(0) - v.y, v.x};
}

INLINE lanes_value lanes_cross(lanes_vec a, lanes_vec b) {
    return a.x * b.y - a.y * b.x;
}

INLINE lanes_vec lanes_pick_vec(lanes_mask mask, lanes_vec yes, lanes_vec no) {
    return (lanes_vec){lanes_pick(mask, yes.x, no.x), lanes_pick(mask, yes.y, no.y)};
}

INLINE lanes_value lanes_length(lanes_vec a) {
    return lanes_sqrt(lanes_dot(a, a));
}

#endif
