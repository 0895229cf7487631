/* lanes_vec.h: signs of lanes, and a vector in each lane. */
#ifndef ENGINE_CORE_LANES_VEC_H
#define ENGINE_CORE_LANES_VEC_H

#include "core/lanes.h"

INLINE lanes_mask lanes_positive(lanes_value a) {
    return lanes_less(lanes_all(0), a);
}

INLINE lanes_mask lanes_none(void) {
    return lanes_positive(lanes_all(0));
}

typedef struct lanes_vec {
    lanes_value x, y;
} lanes_vec;

/* What leads the numbers of a row. */
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
