/* body_lanes.inc.h: the passes over rows of bodies, LANES floats at a time. A substep of h with the
 * acceleration a, and the impulses p and l that rows give before and after the bodies move:
 *
 *     v += a h/2 + (l of the last substep: rows begin warm), rows solve, x += h v,
 *     v += a h/2 + p, rows relax.
 *
 * So what no row pushes flies the exact parabola. Damping takes its part of v at both ends of a
 * substep: it changes no force. Invariant: velocity less base is what rows gave in this half. */
#ifndef ENGINE_SOLVE_BODY_LANES_INC_H
#define ENGINE_SOLVE_BODY_LANES_INC_H

#include <assert.h>

#include "core/lanes.inc.h"
#include "solve/solve.h"

/* Damping between two kicks: both ends of a substep meet there, but at the first. */
INLINE lanes_value kept_between(const body_rows *rows, size_t i, bool first, lanes_value velocity) {
    if (!rows->keep) return velocity;
    lanes_value keep = lanes_load(rows->keep + i);
    return (first ? keep : keep * keep) * velocity;
}

/* Begins a substep: half of the drive, and the impulses of the last half again. */
static void kernel_kick(const body_pass *pass, uint32_t from, uint32_t to) {
    const body_rows rows = *pass->rows;
    const bool first = pass->first;
    assert(4 * (size_t)from % LANES == 0 && 4 * (size_t)to % LANES == 0 && "no lane is left out");
    for (size_t i = 4 * (size_t)from; i < 4 * (size_t)to; i += LANES) {
        lanes_value velocity = lanes_load(rows.velocity + i);
        lanes_value rest = velocity - lanes_load(rows.base + i);
        lanes_value base = kept_between(&rows, i, first, velocity) + lanes_load(rows.drive + i);
        lanes_store(rows.base + i, base);
        lanes_store(rows.velocity + i, base + rest);
    }
}

/* Moves bodies; then the other half of the drive, and the impulses again. */
static void kernel_drift(const body_pass *pass, uint32_t from, uint32_t to) {
    const body_rows rows = *pass->rows;
    const float seconds = pass->seconds;
    const float times[8] = {seconds, seconds, seconds, 0, seconds, seconds, seconds, 0};
    for (size_t i = 4 * (size_t)from; i < 4 * (size_t)to; i += LANES) {
        lanes_value velocity = lanes_load(rows.velocity + i);
        lanes_value rest = velocity - lanes_load(rows.base + i);
        lanes_value base = velocity + lanes_load(rows.drive + i);
        lanes_value shift = lanes_load(rows.shift + i);
        lanes_store(rows.shift + i, shift + lanes_load(times + i % 4) * velocity);
        lanes_store(rows.base + i, base);
        lanes_store(rows.velocity + i, base + rest);
    }
}

/* Finds the bodies that rows left as their drive alone makes them, to the last bit: the sums are
 * those of the two passes above. */
static void kernel_find_free(const body_pass *pass, uint32_t from, uint32_t to) {
    const body_rows rows = *pass->rows;
    const float seconds = pass->seconds;
    const int substeps = pass->substeps;
    uint8_t *free = pass->free;
    enum { TOGETHER = LANES < 4 ? 1 : LANES / 4 };
    const float ways[8] = {1, 1, 1, 0, 1, 1, 1, 0};
    for (uint32_t row = from; row < to; row += TOGETHER) {
        unsigned moved = 0;
        for (size_t part = 0; part < 4 * TOGETHER; part += LANES) {
            const size_t i = 4 * (size_t)row + part;
            lanes_value drive = lanes_load(rows.drive + i);
            lanes_value velocity = lanes_load(rows.start + i), way = lanes_all(0);
            for (int k = 0; k < substeps; ++k) {
                velocity = kept_between(&rows, i, k == 0, velocity) + drive;
                way = way + lanes_all(seconds) * velocity;
                velocity = velocity + drive;
            }
            lanes_value shift = lanes_load(rows.shift + i), used = lanes_load(ways + i % 4);
            lanes_mask same = lanes_equal(velocity, lanes_load(rows.velocity + i))
                              & lanes_equal(velocity, lanes_load(rows.base + i))
                              & lanes_equal(used * way, used * shift);
            moved |= (~lanes_bits(same) & ((1u << LANES) - 1)) << part;
        }
        for (uint32_t k = 0; k < TOGETHER; ++k) free[row + k] = !(moved >> (4 * k) & 15);
    }
}

#define BODY_KERNELS                                                                               \
    { kernel_kick, kernel_drift, kernel_find_free }

#endif
