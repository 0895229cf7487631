/* triangle.h: numbers for pairs of bodies.
 *
 * N bodies make (N^2 - N) / 2 pairs of two different ones. The triangle has (N^2 + N) / 2 slots: N
 * more on its diagonal, where slot (i, i) is for what body i meets alone. Slot (i, j), i <= j, has
 * the number j (j + 1) / 2 + i: row after row, so that one more body adds a row and changes no
 * number.
 *
 *     (0,0)                    0
 *     (0,1) (1,1)              1 2
 *     (0,2) (1,2) (2,2)        3 4 5
 *
 * 64 bits hold the numbers for all bodies of 32 bits; 32 bits, only for 92,681 of them.
 */
#ifndef ENGINE_FLIGHT_TRIANGLE_H
#define ENGINE_FLIGHT_TRIANGLE_H

#include <stdint.h>

/* Slots for so many bodies; `count` is at most 2^32. */
static inline uint64_t triangle_size(uint64_t count) {
    /* The even factor is halved, so that the product does not overflow: of count and count + 1,
     * (count | 1) is the odd one. No branch here or below: neither is predictable. */
    return (count + 1) / 2 * (count | 1);
}

/* The slot of a pair in any order; of one body, named twice. */
static inline uint64_t triangle_slot(uint32_t a, uint32_t b) {
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    return triangle_size(high) + low;
}

#endif
