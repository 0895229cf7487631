/* core.c: sines, sorting, names of results, equal handles, and lanes of the machine. */
#include "core/core.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "evolute/base.h"

/* ==== Sines =================================================================================== */

/* The functions evo_direction and evo_angle, with + - * / alone: every machine gives the same bits.
 *
 * Cosine and sine: the angle is reduced to |r| <= pi/4 by subtracting quarter turns, then two
 * minimax polynomials are evaluated, with errors of 5e-20 and 4e-18, below rounding. Arc tangent:
 * the ratio is reduced to |t| <= tan(pi/8) by at most one half-angle step; the error is 2e-18. */

static const double QUARTER_TURN = 1.5707963267948966;
static const double QUARTER_REST = 0x1.1a62633145c07p-54; /* bits beyond QUARTER_TURN's */

static const evo_vec2 QUARTERS[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

static const double LARGEST_ANGLE = 1125899906842624; /* 2^50 radians: beyond, 0 is returned */

/* x - n * part without rounding the product: Dekker's splitting of both factors. */
static double subtract_product(double x, double n, double part) {
    const double splitter = 134217729.0; /* 2^27 + 1 */
    double n_high = n * splitter - (n * splitter - n);
    double part_high = part * splitter - (part * splitter - part);
    double n_low = n - n_high, part_low = part - part_high;
    double product = n * part;
    double lost =
        ((n_high * part_high - product) + n_high * part_low + n_low * part_high) + n_low * part_low;
    return (x - product) - lost;
}

/* Two parts of 53 bits are enough: a third would add less than 1e-17. The count of quarters may be
 * off by one at this size, so the remainder is split once more. */
angle_parts angle_part_of_large(double angle) {
    angle_parts parts = {0, 0};
    if (!(angle >= -LARGEST_ANGLE && angle <= LARGEST_ANGLE)) return parts;
    double n = round_to_whole(angle * QUARTERS_PER_RADIAN);
    double rest = subtract_product(angle, n, QUARTER_TURN);
    parts = angle_part(subtract_product(rest, n, QUARTER_REST));
    parts.quarters = (parts.quarters + (unsigned)((int64_t)n & 3)) & 3;
    return parts;
}

evo_vec2 evo_direction(double angle) {
    if (angle == 0) return QUARTERS[0]; /* of most that stands */
    angle_parts parts = angle_part(angle);
    double r = parts.rest;
    double z = r * r, zz = z * z;

    double sine_low = -0.16666666666666632 + z * 0.0083333333333224293;
    double sine_middle = -0.00019841269829819103 + z * 2.755731369556909e-06;
    double sine_high = -2.505075865923011e-08 + z * 1.5896826075800152e-10;
    double sine = r + r * z * (sine_low + zz * (sine_middle + zz * sine_high));

    double cosine_low = 0.0416666666666666 + z * -0.0013888888888874145;
    double cosine_middle = 2.4801587289494549e-05 + z * -2.7557314355774672e-07;
    double cosine_high = 2.0875723728407217e-09 + z * -1.1359670888768168e-11;
    double cosine = 1 - 0.5 * z + zz * (cosine_low + zz * (cosine_middle + zz * cosine_high));

    /* Multiplies the quarter in, without a branch: the quarter is unpredictable. */
    return vec_turn(vec(cosine, sine), QUARTERS[parts.quarters]);
}

/* Arc tangent for 0 <= t <= 1. */
static double arc_tangent(double t) {
    const double half_angle_from = 0.41421356237309503; /* tan(pi/8) */
    double base = 0;
    if (t > half_angle_from) {
        base = QUARTER_TURN / 2;
        t = (t - 1) / (t + 1);
    }
    double z = t * t;
    double p = -0.017928771487679465;
    p = p * z + 0.038084736648460058;
    p = p * z - 0.050401203281124018;
    p = p * z + 0.058480757518468013;
    p = p * z - 0.0666313053603667;
    p = p * z + 0.07692062635046917;
    p = p * z - 0.090908979000370388;
    p = p * z + 0.11111110788693717;
    p = p * z - 0.14285714280309283;
    p = p * z + 0.19999999999954832;
    p = p * z - 0.33333333333333204;
    return base + (t + t * z * p);
}

double evo_angle(evo_vec2 direction) {
    double x = fabs(direction.x), y = fabs(direction.y);
    double larger = x > y ? x : y, smaller = x > y ? y : x;
    if (!(larger > 0)) return 0;
    double t = smaller / larger;
    if (!(t <= 1)) return 0; /* NaN, or two infinities */
    double angle = arc_tangent(t);
    if (y > x) angle = QUARTER_TURN - angle;
    if (direction.x < 0) angle = 2 * QUARTER_TURN - angle;
    return direction.y < 0 ? -angle : angle;
}

double cube_root(double x) {
    if (!(x > 0 && x < 1e300)) return 0;
    /* Dividing the bits by 3 divides the exponent; two thirds of its bias are added back. From that
     * start, which is a few percent off, four Newton steps reach the last bits. */
    union {
        double number;
        uint64_t bits;
    } start = {x};
    start.bits = start.bits / 3 + ((uint64_t)682 << 52);
    double root = start.number;
    for (int i = 0; i < 4; ++i) root -= (root - x / (root * root)) * (1.0 / 3);
    return root;
}

/* ==== Sorting ================================================================================= */

/* Shell sort: no memory, no recursion, and no quadratic worst case. One pass over the items finds
 * that they are in order. */

static void insert(unsigned char *items, size_t at, size_t gap, size_t size,
                   bool (*before)(const void *, const void *)) {
    unsigned char item[SORT_ITEM_BYTES];
    if (!before(items + at * size, items + (at - gap) * size)) return; /* the common case */
    memcpy(item, items + at * size, size);
    while (at >= gap && before(item, items + (at - gap) * size)) {
        memcpy(items + at * size, items + (at - gap) * size, size);
        at -= gap;
    }
    memcpy(items + at * size, item, size);
}

static bool is_sorted(const unsigned char *items, size_t count, size_t size,
                      bool (*before)(const void *, const void *)) {
    for (size_t i = 1; i < count; ++i)
        if (before(items + i * size, items + (i - 1) * size)) return false;
    return true;
}

void sort_items(void *items, size_t count, size_t size,
                bool (*before)(const void *, const void *)) {
    assert(size <= SORT_ITEM_BYTES);
    unsigned char *bytes = (unsigned char *)items;
    if (is_sorted(bytes, count, size, before)) return;
    size_t gap = 1;
    while (gap < count / 3) gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3)
        for (size_t i = gap; i < count; ++i) insert(bytes, i, gap, size, before);
    assert(is_sorted(bytes, count, size, before) && "the last gap was 1");
}

static bool number_before(const void *first, const void *second) {
    return *(const uint32_t *)first < *(const uint32_t *)second;
}

void sort_numbers(uint32_t *numbers, size_t count) {
    sort_items(numbers, count, sizeof *numbers, number_before);
}

/* ==== Results ================================================================================= */

/* One sentence for each result. */

const char *evo_result_text(evo_result result) {
    switch (result) {
    case EVO_OK:
        return "Done.";
    case EVO_ERROR_INVALID:
        return "An argument has no valid value; nothing was changed.";
    case EVO_ERROR_STALE:
        return "The handle names nothing that still exists.";
    case EVO_ERROR_MEMORY:
        return "The allocator refused memory; nothing was changed.";
    case EVO_ERROR_LIMIT:
        return "A budget or a capacity is used up, or a number is too large.";
    case EVO_ERROR_UNSUPPORTED:
        return "The call has no meaning for this world or shape.";
    case EVO_ERROR_CORRUPT:
        return "The saved bytes are damaged or of another kind.";
    case EVO_ERROR_LOCKED:
        return "The world is in the middle of a step.";
    }
    return "There is no such result.";
}

/* ==== The machine ============================================================================= */

/* The SIMD width is chosen when a world is created; it changes speed and no result. */

#if MACHINE_WIDE
static bool has_wide(void) {
#if defined(EVOLUTE_EMULATE_16)
    return __builtin_cpu_supports("avx2");
#else
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")
           && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
#endif
}
#endif

int machine_lanes(int most) {
#if MACHINE_AVX2
    __builtin_cpu_init();
#if MACHINE_WIDE
    if (most >= 16 && has_wide()) return 16;
#endif
    if (most >= 8 && __builtin_cpu_supports("avx2")) return 8;
#endif
    return MACHINE_VECTORS && MACHINE_HAS(4) && most >= 4 ? 4 : 1;
}

/* ==== Handles ================================================================================= */

#define EQUAL(handle, name)                                                                        \
    bool name(handle a, handle b) {                                                                \
        return a.index == b.index && a.generation == b.generation;                                 \
    }
EQUAL(evo_body, evo_body_equal)
EQUAL(evo_collider, evo_collider_equal)
EQUAL(evo_chain, evo_chain_equal)
EQUAL(evo_joint, evo_joint_equal)
