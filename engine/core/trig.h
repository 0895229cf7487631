/* trig.h: functions that C libraries round differently, with the same bits everywhere. Cosine, sine
 * and arc tangent are public: evo_direction, evo_angle. */
#ifndef ENGINE_CORE_TRIG_H
#define ENGINE_CORE_TRIG_H

#include <stdint.h>

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

#endif
