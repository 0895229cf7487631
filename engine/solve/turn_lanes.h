/* turn_lanes.h: sines of turns. In: radians; out: the sine, and what the cosine is less than 1, so
 * that arms turn by increments and lose no digits. */
#ifndef ENGINE_SOLVE_TURN_LANES_H
#define ENGINE_SOLVE_TURN_LANES_H

#include "core/lanes_vec.h"

/* Sine of a turn, and what its cosine is less than 1. */
typedef struct lanes_angle {
    lanes_value sine, less;
} lanes_angle;

/* Radians: two terms do for shorter turns of contacts, three for shorter ones of joints. */
static const float SHORT_TURN = 0.25f, SHORT_SWING = 0.5f;

/* Any turn: of what is left of it without whole turns, a quarter, doubled twice. */
INLINE lanes_angle long_turn(lanes_value turn) {
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

/* An angle that is right of turns up to `most`; longer ones are found by `long_turn`. */
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

/* A turn that is short. */
INLINE lanes_angle swing_angle(lanes_value turn) {
    lanes_value square = turn * turn;
    lanes_value sine = square * (lanes_all(1.0f / 6) - square * lanes_all(1.0f / 120));
    lanes_value less = square * (lanes_all(0.5f) - square * lanes_all(1.0f / 24));
    return (lanes_angle){turn * (lanes_all(1) - sine), less};
}

/* Any turn of an arm that lasts. */
INLINE lanes_angle arm_angle(lanes_value turn) {
    return turn_up_to(SHORT_SWING, swing_angle(turn), turn);
}

/* Where a shift of a body and a turn of an arm bring its end. */
INLINE lanes_vec moved_by(lanes_row shift, lanes_vec turned) {
    return lanes_add(lanes_xy(shift), turned);
}

/* The change of a vector by a turn. */
INLINE lanes_vec turned_by(lanes_angle turn, lanes_vec v) {
    return (lanes_vec){lanes_all(0) - (v.x * turn.less + v.y * turn.sine),
                       v.x * turn.sine - v.y * turn.less};
}

#endif
