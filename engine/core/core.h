/* core.h: small tools for all rooms: the machine, vectors, sines, bits, mixed materials, sorting,
 * filters and tables of fields. */
#ifndef ENGINE_CORE_CORE_H
#define ENGINE_CORE_CORE_H

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "evolute/base.h"
#include "evolute/body.h"

/* ==== The machine ============================================================================= */

/* Features of the compiler and the processor. */

/* The same bits everywhere need the arithmetic that the standard says. */
#ifdef __FAST_MATH__
#error "Evolute cannot be compiled with -ffast-math: it reorders sums and loses infinities."
#endif
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
#error "Evolute needs floats and doubles that are rounded at once: on x86, -msse2 -mfpmath=sse."
#endif

/* EVOLUTE_LANES, where it is defined, is the only width besides 1 that is compiled: 16, 8, 4 or 1.
 * With 16 goes 8, in which bodies are moved and pairs found. */
#if defined(EVOLUTE_LANES) && EVOLUTE_LANES == 1
#define MACHINE_HAS(lanes) 0
#elif defined(EVOLUTE_LANES) && EVOLUTE_LANES == 16
#define MACHINE_HAS(lanes) ((lanes) == 16 || (lanes) == 8)
#elif defined(EVOLUTE_LANES)
#define MACHINE_HAS(lanes) (EVOLUTE_LANES == (lanes))
#else
#define MACHINE_HAS(lanes) 1
#endif

/* Flag: the compiler has vector types. */
#if defined(__GNUC__) && (MACHINE_HAS(4) || MACHINE_HAS(8))
#define MACHINE_VECTORS 1
#else
#define MACHINE_VECTORS 0
#endif

/* Flag: AVX2 code can be compiled, to be chosen at run time. */
#if defined(__GNUC__) && defined(__x86_64__) && MACHINE_HAS(8)
#define MACHINE_AVX2 1
#else
#define MACHINE_AVX2 0
#endif

/* Flag: 16 lanes can be compiled, to be chosen at run time. With EVOLUTE_EMULATE_16 they are twice
 * 8 of AVX2, and slower than these: so their bits are tested on machines without AVX-512. */
#if MACHINE_AVX2 && MACHINE_HAS(16)
#define MACHINE_WIDE 1
#else
#define MACHINE_WIDE 0
#endif

/* Prefetches the cache line at an address, for writing. */
#if defined(__GNUC__)
#define MACHINE_PREFETCH(address) __builtin_prefetch(address, 1)
#else
#define MACHINE_PREFETCH(address) ((void)(address))
#endif

/* Pauses the core while another thread works. */
#if defined(__GNUC__) && defined(__x86_64__)
#define MACHINE_PAUSE() __builtin_ia32_pause()
#elif defined(__GNUC__) && defined(__aarch64__)
#define MACHINE_PAUSE() __asm__ volatile("yield")
#else
#define MACHINE_PAUSE() ((void)0)
#endif

/* Marks a function that must not be inlined, because its caller would run out of registers; the
 * latter one that is seldom called. */
#if defined(__GNUC__)
#define MACHINE_NOINLINE static __attribute__((noinline))
#define MACHINE_RARE static __attribute__((noinline, cold))
#else
#define MACHINE_NOINLINE static
#define MACHINE_RARE static
#endif

/* Optimises the rest of a file for size (gcc), or with few copies of loops: code that no step waits
 * for. Compilers are not asked to where they optimise nothing. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__)
#define MACHINE_SMALL _Pragma("GCC optimize(\"Os\")")
#define MACHINE_PLAIN _Pragma("GCC optimize(\"O2\")")
#else
#define MACHINE_SMALL
#define MACHINE_PLAIN
#endif

/* Marks a function whose calls of others are all inlined, if they are small. */
#if defined(__GNUC__)
#define MACHINE_WHOLE __attribute__((flatten))
#else
#define MACHINE_WHOLE
#endif

/* The widest SIMD width that this machine has, in floats: 16, 8, 4 or 1, and at most `most`. */
int machine_lanes(int most);

#define MACHINE_CHOICE(most, lanes, yes, no) (machine_lanes(most) == (lanes) ? (yes) : (no))
#define MACHINE_NO_CHOICE(most, lanes, yes, no) ((void)(most), (no))

#if MACHINE_WIDE
#define MACHINE_CHOICE_16 MACHINE_CHOICE
#else
#define MACHINE_CHOICE_16 MACHINE_NO_CHOICE
#endif
#if MACHINE_AVX2
#define MACHINE_CHOICE_8 MACHINE_CHOICE
#else
#define MACHINE_CHOICE_8 MACHINE_NO_CHOICE
#endif
#if MACHINE_VECTORS && MACHINE_HAS(4)
#define MACHINE_CHOICE_4 MACHINE_CHOICE
#else
#define MACHINE_CHOICE_4 MACHINE_NO_CHOICE
#endif

/* Asserts that four floats of a struct follow each other, from the first to the last: lanes gather
 * them as one. */
#define FOUR_FLOATS(type, first, last)                                                             \
    _Static_assert(offsetof(type, last) == offsetof(type, first) + 3 * sizeof(float), "in a row")

/* Chooses among versions for 1, 4, 8 and 16 lanes. Versions that this compiler cannot compile are
 * not evaluated, so they need not exist. */
#define MACHINE_CHOOSE(most, one, four, eight, sixteen)                                            \
    MACHINE_CHOICE_16(most, 16, sixteen,                                                           \
                      MACHINE_CHOICE_8(most, 8, eight, MACHINE_CHOICE_4(most, 4, four, one)))

/* ==== Vectors ================================================================================= */

/* Arithmetic on evo_vec2, in double. A direction is a vector of length 1; to turn by it is to
 * multiply by it as a complex number. */

/* Marks a function that must become part of each of its callers, where size is not all. */
#if defined(__GNUC__) && !defined(EVOLUTE_SMALL)
#define INLINE_ALWAYS static inline __attribute__((always_inline))
#else
#define INLINE_ALWAYS static inline
#endif
#define INLINE INLINE_ALWAYS

static inline evo_vec2 vec(double x, double y) {
    return (evo_vec2){x, y};
}

static inline evo_vec2 vec_of_floats(float x, float y) {
    return vec((double)x, (double)y);
}

static inline evo_vec2 vec_add(evo_vec2 a, evo_vec2 b) {
    return vec(a.x + b.x, a.y + b.y);
}

static inline evo_vec2 vec_sub(evo_vec2 a, evo_vec2 b) {
    return vec(a.x - b.x, a.y - b.y);
}

static inline evo_vec2 vec_scale(evo_vec2 a, double s) {
    return vec(a.x * s, a.y * s);
}

static inline evo_vec2 vec_negate(evo_vec2 a) {
    return vec(-a.x, -a.y);
}

/* a + s b */
static inline evo_vec2 vec_along(evo_vec2 a, double s, evo_vec2 b) {
    return vec(a.x + s * b.x, a.y + s * b.y);
}

static inline double vec_dot(evo_vec2 a, evo_vec2 b) {
    return a.x * b.x + a.y * b.y;
}

/* Above 0 when b is counterclockwise of a. */
static inline double vec_cross(evo_vec2 a, evo_vec2 b) {
    return a.x * b.y - a.y * b.x;
}

/* The smaller and the larger of two numbers, neither of them NaN: fmin and fmax would be calls. */
static inline double least_of(double a, double b) {
    return a < b ? a : b;
}

static inline double most_of(double a, double b) {
    return a > b ? a : b;
}

static inline bool vec_is_zero(evo_vec2 v) {
    return v.x == 0 && v.y == 0;
}

/* Returns the vector with its components along locked axes set to zero: `locked` is above 0 along
 * them. */
static inline evo_vec2 vec_let(evo_vec2 locked, evo_vec2 v) {
    return (evo_vec2){locked.x > 0 ? 0 : v.x, locked.y > 0 ? 0 : v.y};
}

/* A quarter turn counterclockwise. */
static inline evo_vec2 vec_left(evo_vec2 a) {
    return vec(-a.y, a.x);
}

static inline double vec_length(evo_vec2 a) {
    return sqrt(vec_dot(a, a));
}

/* a of length 1, or the fallback when a has no length. */
static inline evo_vec2 vec_unit(evo_vec2 a, evo_vec2 fallback) {
    double length = vec_length(a);
    return length > 1e-300 ? vec_scale(a, 1 / length) : fallback; /* inverses are numbers */
}

/* Bounds of nothing, and bounds with a disk more. */
static const evo_bounds NO_BOUNDS = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};

static inline evo_bounds bounds_with(evo_bounds b, evo_vec2 center, double radius) {
    b.min = vec(least_of(b.min.x, center.x - radius), least_of(b.min.y, center.y - radius));
    b.max = vec(most_of(b.max.x, center.x + radius), most_of(b.max.y, center.y + radius));
    return b;
}

static inline bool bounds_meet(const evo_bounds *a, const evo_bounds *b) {
    return a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y
           && b->min.y <= a->max.y;
}

static inline evo_bounds bounds_wider(evo_bounds box, double by) {
    return (evo_bounds){vec_sub(box.min, vec(by, by)), vec_add(box.max, vec(by, by))};
}

/* a turned by a direction, and back. */
static inline evo_vec2 vec_turn(evo_vec2 a, evo_vec2 by) {
    return vec(a.x * by.x - a.y * by.y, a.x * by.y + a.y * by.x);
}

static inline evo_vec2 vec_turn_back(evo_vec2 a, evo_vec2 by) {
    return vec(a.x * by.x + a.y * by.y, a.y * by.x - a.x * by.y);
}

/* ==== Sines =================================================================================== */

/* Functions that C libraries round differently, with the same bits everywhere. Cosine, sine and
 * arc tangent are public: evo_direction, evo_angle. */

static const double PI = 3.14159265358979323846;

/* The cube root of a normal number below 1e300, to 3 units of the last place; 0 for x <= 0, for
 * x >= 1e300 and for NaN. */
double cube_root(double x);

/* An angle split into a whole number of quarter turns, modulo 4, and a remainder of at most an
 * eighth of a turn, in radians. Angles too large to resolve a turn count as 0. */
typedef struct angle_parts {
    double rest;
    unsigned quarters;
} angle_parts;

angle_parts angle_part_of_large(double angle);

/* pi / 2 as a sum of three parts (Cody-Waite). The first two have 33 bits, so that their products
 * with whole numbers up to EXACT_COUNT are exact. */
static const double QUARTER_HIGH = 0x1.921fb544p+0;
static const double QUARTER_MIDDLE = 0x1.0b4611a6p-34;
static const double QUARTER_LOW = 0x1.3198a2e037073p-69;
static const double QUARTERS_PER_RADIAN = 0x1.45f306dc9c883p-1;
static const double EXACT_COUNT = 1048576; /* 2^20 */

/* x rounded to a whole number, for |x| < 2^51: at 1.5 * 2^52 doubles have no fraction. */
static inline double round_to_whole(double x) {
    const double shift = 6755399441055744.0;
    return (x + shift) - shift;
}

static inline angle_parts angle_part(double angle) {
    double n = round_to_whole(angle * QUARTERS_PER_RADIAN);
    if (!(n <= EXACT_COUNT && n >= -EXACT_COUNT)) return angle_part_of_large(angle);
    angle_parts parts = {((angle - n * QUARTER_HIGH) - n * QUARTER_MIDDLE) - n * QUARTER_LOW,
                         (unsigned)((int32_t)n & 3)};
    return parts;
}

/* ==== Bits ==================================================================================== */

/* Sets of the numbers 0 to 63, as the bits of a word. */

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

/* ==== Mixed materials ========================================================================= */

/* Numbers that a user's rule makes of two materials, where these are allowed. */

/* Largest friction: beyond it products with an impulse are no numbers any more. */
static const double MIX_FRICTION_MOST = 1e30;

/* Largest restitution, of bumpers. */
static const double MIX_RESTITUTION_MOST = 4;

/* The user's rule, as the world asks for it; NULL: there is none. */
typedef struct mix_rule {
    double (*mix)(void *context, const evo_material *a, const evo_material *b);
    void *context;
} mix_rule;

static inline double mix_numbers(const mix_rule *rule, const evo_material *a, const evo_material *b,
                                 double otherwise, double most) {
    if (!rule->mix) return otherwise;
    double mixed = rule->mix(rule->context, a, b);
    return mixed >= 0 && mixed <= most ? mixed : otherwise;
}

/* ==== Sorting ================================================================================= */

/* Sorting in place, fast if the items are nearly sorted. The sort is not stable: if the order of
 * equal items matters, the comparison must be a total order. */

enum { SORT_ITEM_BYTES = 192 }; /* the largest item */

void sort_items(void *items, size_t count, size_t size, bool (*before)(const void *, const void *));
void sort_numbers(uint32_t *numbers, size_t count);

/* ==== Filters ================================================================================= */

/* Filters: whether two colliders collide. */

/* Returns whether colliders with these filters collide; symmetric. */
static inline bool filters_meet(evo_filter a, evo_filter b) {
    if (a.group != 0 && a.group == b.group) return a.group > 0;
    const bool all_a = (a.category | a.mask) == 0, all_b = (b.category | b.mask) == 0;
    const uint64_t of_a = all_a ? 1 : a.category, seen_by_a = all_a ? UINT64_MAX : a.mask;
    const uint64_t of_b = all_b ? 1 : b.category, seen_by_b = all_b ? UINT64_MAX : b.mask;
    return (of_a & seen_by_b) != 0 && (of_b & seen_by_a) != 0;
}

/* Category and mask of the default filter are stored as zeros, and shown as they are. */
static inline evo_filter filter_stored(evo_filter f) {
    if (f.category == 1 && f.mask == UINT64_MAX) f.category = f.mask = 0;
    return f;
}

static inline evo_filter filter_shown(evo_filter f) {
    const evo_filter all = {1, UINT64_MAX, f.group};
    return (f.category | f.mask) == 0 ? all : f;
}

static inline bool filters_equal(evo_filter a, evo_filter b) {
    return a.category == b.category && a.mask == b.mask && a.group == b.group;
}

/* ==== Tables of fields ======================================================================== */

/* Structs as tables of their fields, for all that goes through them: saves, hashes, records,
 * comparisons. An entry is a span: fields of one type that follow each other without a gap. The
 * order of entries is that of the bytes of a save. */

/* Types of fields, and the values that a load accepts (save/fields.c). */
typedef enum field_type {
    FIELD_END,
    FIELD_NUMBER, /* double, finite in a state; those that follow each other share a mask */
    FIELD_DOUBLE, /* any double */
    FIELD_FINITE, /* double */
    FIELD_TIME,   /* double, no NaN */
    FIELD_VECTOR, /* evo_vec2, of finite numbers with a mask of its own */
    FIELD_FLOAT,  /* finite float, with a mask */
    FIELD_FLAG,   /* bool: those that follow each other are one word */
    FIELD_BOOL,
    FIELD_U16,
    FIELD_U32, /* or an int or an enum, which the caller checks */
    FIELD_U64,
    FIELD_SIZE,
    FIELD_FILTER,
    FIELD_SHAPE,
    FIELD_MATERIAL,
    FIELD_TYPES
} field_type;

_Static_assert(sizeof(int) == sizeof(uint32_t), "whole numbers have 32 bits");

typedef struct field {
    uint32_t offset, bytes;
    field_type type;
} field;

/* The fields of a struct from one to another, and one field. {0} ends a table. */
#define FIELDS(type, of, first, last)                                                              \
    {                                                                                              \
        offsetof(of, first), offsetof(of, last) + sizeof(((of *)0)->last) - offsetof(of, first),   \
            FIELD_##type                                                                           \
    }
#define FIELD(type, of, name) FIELDS(type, of, name, name)

static inline bool field_is_double(const field *f) {
    return f->type >= FIELD_NUMBER && f->type <= FIELD_VECTOR;
}

/* Returns whether two structs are the same in all fields: -0 is 0, and NaN is not NaN. */
static inline bool fields_equal(const void *a, const void *b, const field *fields) {
    bool equal = true;
    for (const field *f = fields; f->type != FIELD_END; ++f) {
        const char *x = (const char *)a + f->offset, *y = (const char *)b + f->offset;
        if (!field_is_double(f)) equal &= memcmp(x, y, f->bytes) == 0;
        for (uint32_t at = 0; field_is_double(f) && at < f->bytes; at += sizeof(double)) {
            double one, other;
            memcpy(&one, x + at, sizeof one);
            memcpy(&other, y + at, sizeof other);
            equal &= one == other;
        }
    }
    return equal;
}

#endif
