/* triangle.h: numbers for pairs.
 *
 * N bodies make (N^2 - N) / 2 pairs of two different ones. The table counted here has (N^2 + N) / 2
 * slots: the N more are its diagonal, where slot (i, i) stands for what body i meets alone, a wall
 * or the border of its cell. Slot (i, j), i <= j, has the number j (j + 1) / 2 + i: row after row,
 * so that a body more adds a row and changes no number.
 *
 *     (0,0)                    0
 *     (0,1) (1,1)              1 2
 *     (0,2) (1,2) (2,2)        3 4 5
 *
 * In 64 bits there are numbers for all bodies of 32 bits; in 32 bits, only for 92,681 of them.
 */
#ifndef ENGINE_IMPACT_TRIANGLE_H
#define ENGINE_IMPACT_TRIANGLE_H

#include <stdint.h>

/* Slots of a table for so many bodies; `count` of at most 2^32. */
static inline uint64_t triangle_size(uint64_t count) {
    /* The even factor is halved, so that nothing is lost before the product: of count and count +
     * 1, (count | 1) is the odd one. Which it is takes no branch, nor does who is lower, below:
     * neither could be foreseen. */
    return (count + 1) / 2 * (count | 1);
}

/* The slot of a pair, named in any order; or of one body, named twice. */
static inline uint64_t triangle_slot(uint32_t a, uint32_t b) {
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    return triangle_size(high) + low;
}

#endif
