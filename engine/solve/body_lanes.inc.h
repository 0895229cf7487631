/* body_lanes.inc.h: bodies in rows of contacts and joints, LANES at a time: turns, locked axes, and
 * the passes over rows of bodies. */
#ifndef ENGINE_SOLVE_BODY_LANES_INC_H
#define ENGINE_SOLVE_BODY_LANES_INC_H

#include <assert.h>

#include "core/lanes.inc.h"
#include "solve/solve.h"

/* ==== Turns =================================================================================== */

/* Sines of turns. In: radians; out: sine, and 1 - cosine, so that arms turn by increments and lose
 * no digits. */

typedef struct lanes_angle {
    lanes_value sine, less; /* 1 - cosine */
} lanes_angle;

/* Radians. Two terms are enough for contacts below SHORT_TURN, three for joints below
 * SHORT_SWING. */
static const float SHORT_TURN = 0.25f, SHORT_SWING = 0.5f;

/* Returns the sine and 1 - cosine of any turn, from a quarter of its remainder, doubled twice. */
MACHINE_RARE lanes_angle long_turn(lanes_value turn) {
    const lanes_value one = lanes_all(1), whole = lanes_all(12582912); /* rounds to whole numbers */
    turn = lanes_clamp(turn, lanes_all(-4e6f), lanes_all(4e6f));
    lanes_value turns = turn * lanes_all(0.159154943f) + whole - whole;
    lanes_value rest = turn - turns * lanes_all(6.28125f) - turns * lanes_all(1.93530717e-3f);
    lanes_value q = rest * lanes_all(0.25f), z = q * q;
    lanes_value sine = q - q * z * (lanes_all(1.0f / 6) - z * lanes_all(1.0f / 120));
    lanes_value less =
        z * (lanes_all(0.5f) - z * (lanes_all(1.0f / 24) - z * lanes_all(1.0f / 720)));
    for (int i = 0; i < 2; ++i) {
        lanes_value twice = sine * (one - less);
        less = lanes_all(2) * sine * sine;
        sine = twice + twice;
    }
    return (lanes_angle){sine, less};
}

/* Corrects the angles of turns longer than `most`. */
INLINE lanes_angle turn_up_to(float most, lanes_angle angle, lanes_value turn) {
    lanes_mask far = lanes_less(lanes_all(most * most), turn * turn);
    if (!lanes_bits(far)) return angle;
    lanes_angle by = long_turn(turn);
    return (lanes_angle){lanes_pick(far, by.sine, angle.sine),
                         lanes_pick(far, by.less, angle.less)};
}

INLINE lanes_angle turn_angle(lanes_value turn) {
    lanes_value square = turn * turn;
    lanes_angle angle = {turn * (lanes_all(1) - square * lanes_all(1.0f / 6)),
                         square * lanes_all(0.5f)};
    return turn_up_to(SHORT_TURN, angle, turn);
}

INLINE lanes_angle swing_angle(lanes_value turn) {
    lanes_value square = turn * turn;
    lanes_value sine = square * (lanes_all(1.0f / 6) - square * lanes_all(1.0f / 120));
    lanes_value less = square * (lanes_all(0.5f) - square * lanes_all(1.0f / 24));
    return (lanes_angle){turn * (lanes_all(1) - sine), less};
}

INLINE lanes_angle arm_angle(lanes_value turn) {
    return turn_up_to(SHORT_SWING, swing_angle(turn), turn);
}

/* The change of a vector by a turn. */
INLINE lanes_vec turned_by(lanes_angle turn, lanes_vec v) {
    return (lanes_vec){lanes_all(0) - (v.x * turn.less + v.y * turn.sine),
                       v.x * turn.sine - v.y * turn.less};
}

/* Radians that a body, or a normal, turns in a substep. Above it rows do not look ahead to the end
 * of the substep, and aim along the tangent. */
static const float AHEAD_TURN = 0.5f;

/* Returns lanes whose bodies turn slowly enough to look ahead to the end of a substep of h. */
INLINE lanes_mask turns_slowly(lanes_value spin_a, lanes_value spin_b, lanes_value h) {
    const lanes_value most = lanes_max(lanes_abs(spin_a), lanes_abs(spin_b));
    return lanes_less(h * most, lanes_all(AHEAD_TURN));
}

/* ==== Locked axes ============================================================================= */

/* Axes of the world along which bodies are locked. In: directions and impulses; out: the components
 * that move a body. Contacts and joints of such bodies have no colour and are solved one by one:
 * kernels of more lanes never read locks. */

enum { HAS_LOCKS = LANES == 1 };

/* Returns 1 along axes that are locked, else 0. */
INLINE lanes_vec locks_load(const body_rows *bodies, const uint32_t *at) {
    const lanes_vec none = {lanes_all(0), lanes_all(0)};
    if (!HAS_LOCKS || !bodies->locked) return none;
    return lanes_xy(lanes_gather(bodies->locked, at));
}

INLINE bool locks_some(lanes_vec locks) {
    return HAS_LOCKS && lanes_bits(lanes_positive(locks.x + locks.y));
}

/* Returns the part of an impulse that moves a body. */
INLINE lanes_vec unlocked_part(lanes_vec locks, lanes_vec impulse) {
    if (!HAS_LOCKS) return impulse;
    const lanes_value zero = lanes_all(0);
    return (lanes_vec){lanes_only(lanes_equal(locks.x, zero), impulse.x),
                       lanes_only(lanes_equal(locks.y, zero), impulse.y)};
}

/* Returns the fraction of a body's inverse mass that yields along a unit vector: 1 without
 * locks. */
INLINE lanes_value part_along(lanes_vec locks, lanes_vec unit) {
    const lanes_value one = lanes_all(1);
    if (!HAS_LOCKS) return one;
    return one - (locks.x * unit.x * unit.x + locks.y * unit.y * unit.y);
}

/* Returns the velocity along the left of a unit vector that a unit impulse along it gives, times
 * the mass. */
INLINE lanes_value part_across(lanes_vec locks, lanes_vec unit) {
    if (!HAS_LOCKS) return lanes_all(0);
    return unit.x * unit.y * (locks.x - locks.y);
}

/* Returns the effective mass, 1 / yield; 0 if the yield is 0. */
INLINE lanes_value over_yield(lanes_value yields) {
    return lanes_only(lanes_less(lanes_all(1e-37f), yields), lanes_all(1) / yields);
}

/* ==== Rows of bodies ========================================================================== */

enum { ALL_LANES = (1 << LANES) - 1 };

/* Returns bits of the lanes whose bodies move. */
INLINE unsigned lanes_moved(lanes_value inverse_mass) {
    return lanes_bits(lanes_positive(inverse_mass));
}

/* Stores rows of bodies that move; those that do not may be shared by any number of lanes. `at_a`,
 * `at_b`: their offsets. */
INLINE void bodies_store(float *table, const uint32_t *at_a, lanes_row a, const uint32_t *at_b,
                         lanes_row b) {
    const unsigned moved_a = lanes_moved(a.w), moved_b = lanes_moved(b.w);
    if ((moved_a & moved_b) == ALL_LANES) {
        lanes_scatter(table, at_a, a);
        lanes_scatter(table, at_b, b);
        return;
    }
    if (moved_a) lanes_scatter_some(table, at_a, a, moved_a);
    if (moved_b) lanes_scatter_some(table, at_b, b, moved_b);
}

/* Vectors of a block. */
INLINE lanes_vec vectors_load(const row_vectors *all, int lane) {
    return (lanes_vec){lanes_load(all->x + lane), lanes_load(all->y + lane)};
}

INLINE void vectors_store(row_vectors *all, int lane, lanes_vec v) {
    lanes_store(all->x + lane, v.x);
    lanes_store(all->y + lane, v.y);
}

#if LANES < 16

/* The passes over rows of bodies, LANES floats at a time. A substep of h with the acceleration a,
 * and the impulses p and l that rows give before and after the bodies move:
 *
 *     v += a h/2 + (l of the last substep: rows begin warm), rows solve, x += h v,
 *     v += a h/2 + p, rows relax.
 *
 * A body that no row pushes follows the exact parabola. Damping multiplies v at both ends of a
 * substep: it changes no force. Invariant: velocity less base is the sum of what rows gave in this
 * half. */

/* Returns a velocity damped between two kicks: by two ends of substeps, or by one at the first
 * kick. */
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

/* Finds the bodies with exactly the motion that their drive alone gives: the sums are those of the
 * two passes above. */
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

#endif
