/* ahead_lanes.h: rows at the end of a substep. In: rows as placed, and velocities; out: what the
 * turning of bodies and normals adds to the closing speed of a gap g over the substep h, so that
 *
 *     (g(q + h v) - g(q)) / h = G v + bend,
 *
 * up to the second order in turns, exactly for a way around a circle; and, of a row that is still
 * open, the normal of the moment when its circles meet or are nearest. Numbers are in the frame of
 * the normal, along it and across: the centres are (gap + radii, 0) apart. */
#ifndef ENGINE_SOLVE_AHEAD_LANES_H
#define ENGINE_SOLVE_AHEAD_LANES_H

#include "solve/place_lanes.h"

/* Radians that a body, or a normal, turns in a substep: rows of faster ones aim along the
 * tangent. */
static const float AHEAD_TURN = 0.5f;

/* Square of a fraction of the distance between the centres: what moves across by less in a substep
 * keeps its normal. */
static const float ACROSS_FROM = 1e-9f, AIM_FROM = 1e-4f;

/* Speeds of b's centre relative to a's, and spins. */
typedef struct rows_speed {
    lanes_value along, across;
    lanes_value spin_a, spin_b;
} rows_speed;

INLINE rows_speed speed_now(const touching *t) {
    const lanes_vec apart = relative_velocity(t);
    rows_speed s = {.along = lanes_dot(t->normal, apart), .across = lanes_cross(t->normal, apart)};
    if (!t->fits) return s;
    s.spin_a = t->a.z * load_rows(t, t->fit->over_a);
    s.spin_b = t->b.z * load_rows(t, t->fit->over_b);
    s.across += s.spin_b * t->out_b - s.spin_a * t->out_a;
    return s;
}

/* Rows whose arms turn slowly enough to look ahead. */
INLINE lanes_mask turns_slowly(const rows_speed *s, lanes_value h) {
    const lanes_value most = lanes_max(lanes_abs(s->spin_a), lanes_abs(s->spin_b));
    return lanes_less(h * most, lanes_all(AHEAD_TURN));
}

/* Way around a circle: what b's centre, as it moves across, must come nearer to keep its
 * distance. */
INLINE lanes_value bend_round(lanes_value sign, lanes_value from, lanes_value across,
                              lanes_value over_h) {
    const lanes_value square = across * across, whole = from * from;
    const lanes_mask bends = lanes_less(lanes_all(ACROSS_FROM) * whole, square)
                             & lanes_less(square, lanes_all(AHEAD_TURN * AHEAD_TURN) * whole);
    if (!lanes_bits(bends)) return lanes_all(0);
    const lanes_value root = lanes_sqrt(lanes_max(whole - square, lanes_all(0)));
    const lanes_value both = lanes_max(root + lanes_abs(from), lanes_all(1e-30f));
    return lanes_only(bends, sign * over_h * square / both);
}

/* Bend of a row along its normal. */
INLINE lanes_value bend_of(const touching *t, const rows_speed *s, lanes_value gap,
                           const contact_numbers *by) {
    const lanes_value h = lanes_all(by->seconds), half = lanes_all(0.5f) * h;
    const lanes_value over_h = lanes_all(by->per_second), way = h * s->across;
    const lanes_value from = gap + load_rows(t, t->at->radius);
    if (!t->fits) return bend_round(lanes_all(1), from, way, over_h);
    const lanes_value sign = load_rows(t, t->fit->sign);
    lanes_value bend = s->spin_a * s->spin_a * t->out_a - s->spin_b * s->spin_b * t->out_b;
    if (t->flats) {
        const lanes_value turning =
            load_rows(t, t->fit->plane_a) * s->spin_a + load_rows(t, t->fit->plane_b) * s->spin_b;
        bend = bend + turning * (s->across + s->across - turning * from);
    }
    bend = lanes_only(turns_slowly(s, h), half * bend);
    return t->curved ? bend + bend_round(sign, from, way, over_h) : bend;
}

/* Slip as the arms will lie in the middle of the substep, less that of now: friction along the arms
 * of its beginning would drive what rolls. */
INLINE lanes_value slip_ahead(const touching *t, const rows_speed *s, const contact_numbers *by) {
    const lanes_value h = lanes_all(by->seconds), half = lanes_all(0.5f) * h;
    if (!t->fits) return lanes_all(0);
    const lanes_value turning =
        t->b.z * s->spin_b * t->turn_b[0] - t->a.z * s->spin_a * t->turn_a[0];
    return lanes_only(turns_slowly(s, h), half * turning);
}

/* Time in the substep at which the circles meet, or are nearest. A hollow is met from within. */
INLINE lanes_value time_of_meeting(const touching *t, const rows_speed *s, lanes_value from,
                                   lanes_value radius, lanes_value seconds) {
    const lanes_value zero = lanes_all(0), tiny = lanes_all(1e-30f);
    const lanes_value square = lanes_max(s->along * s->along + s->across * s->across, tiny);
    const lanes_value b = from * s->along, c = from * from - radius * radius;
    const lanes_value root = lanes_sqrt(lanes_max(b * b - square * c, zero));
    const lanes_mask meets = lanes_positive(b * b - square * c);
    lanes_value time = lanes_pick(meets, c / lanes_max(root - b, tiny), (zero - b) / square);
    if (t->fits) {
        lanes_mask hollow = lanes_less(load_rows(t, t->fit->sign), zero);
        time = lanes_pick(hollow, (root - b) / square, time);
    }
    return lanes_clamp(time, zero, seconds);
}

/* Turns arms with the normal, by a cosine and a sine. */
INLINE void turn_arms(touching *t, lanes_mask mask, lanes_value cosine, lanes_value sine) {
    const lanes_value over_a = load_rows(t, t->fit->over_a);
    const lanes_value over_b = load_rows(t, t->fit->over_b);
    const lanes_value radius_a = load_rows(t, t->fit->radius_a);
    const lanes_value radius_b = load_rows(t, t->fit->radius_b);
    const lanes_value turn_a = cosine * t->turn_a[0] + sine * t->out_a * over_a;
    const lanes_value turn_b = cosine * t->turn_b[0] + sine * t->out_b * over_b;
    /* Arms in lengths: none of what does not turn. */
    const lanes_value arm_a = lanes_only(lanes_positive(over_a), t->turn_a[0] / over_a);
    const lanes_value arm_b = lanes_only(lanes_positive(over_b), t->turn_b[0] / over_b);
    t->out_a = lanes_pick(mask, cosine * t->out_a - sine * arm_a, t->out_a);
    t->out_b = lanes_pick(mask, cosine * t->out_b - sine * arm_b, t->out_b);
    t->turn_a[0] = lanes_pick(mask, turn_a, t->turn_a[0]);
    t->turn_b[0] = lanes_pick(mask, turn_b, t->turn_b[0]);
    t->slip_a = lanes_pick(mask, (t->out_a + radius_a) * over_a, t->slip_a);
    t->slip_b = lanes_pick(mask, (t->out_b - radius_b) * over_b, t->slip_b);
    store_arms(t);
    store_masses(t);
}

/* Turns the normals of rows that are open and idle, but will close, to where they will be then;
 * returns these rows, whose way there is straight. */
INLINE lanes_mask aim_open(touching *t, const rows_speed *s, lanes_mask open, lanes_value *gap,
                           const contact_numbers *by) {
    const lanes_value h = lanes_all(by->seconds);
    const lanes_value radius = load_rows(t, t->at->radius), from = *gap + radius;
    lanes_mask aimed = open & lanes_less(*gap + h * s->along, lanes_all(0));
    aimed = aimed
            & lanes_less(lanes_all(AIM_FROM) * from * from,
                         h * h * (s->along * s->along + s->across * s->across));
    if (t->fits) aimed = aimed & ~lanes_equal(load_rows(t, t->fit->sign), lanes_all(0));
    if (!lanes_bits(aimed)) return aimed;
    const lanes_value time = time_of_meeting(t, s, from, radius, h);
    const lanes_value x = from + time * s->along, y = time * s->across;
    lanes_value over = lanes_all(1) / lanes_max(lanes_sqrt(x * x + y * y), lanes_all(1e-30f));
    if (t->fits) over = over * load_rows(t, t->fit->sign);
    const lanes_value cosine = x * over, sine = y * over;
    const lanes_vec normal = {cosine * t->normal.x - sine * t->normal.y,
                              cosine * t->normal.y + sine * t->normal.x};
    t->normal = lanes_pick_vec(aimed, normal, t->normal);
    *gap = lanes_pick(aimed, cosine * from - radius, *gap);
    store_normal(t, *gap);
    if (t->fits) turn_arms(t, aimed, cosine, sine);
    return aimed;
}

/* Rows as they will be at the end of the substep if nothing pushes: gaps of now, whether they are
 * open, bends by touch, and what the slip will be more. */
typedef struct row_ahead {
    rows_speed speed;
    lanes_value gap[2], bend[2], slip;
    lanes_mask open[2];
} row_ahead;

INLINE row_ahead look_ahead(const touching *t, const contact_numbers *by) {
    row_ahead look = {.speed = speed_now(t)};
    const rows_speed *s = &look.speed;
    for (int k = 0; k < t->touches; ++k) {
        look.gap[k] = load_rows(t, touch_of(t, k)->gap);
        look.open[k] = lanes_positive(look.gap[k]);
    }
    look.bend[0] = bend_of(t, s, look.gap[0], by);
    look.slip = slip_ahead(t, s, by);
    if (t->touches == 1) return look;
    const lanes_value half = lanes_all(0.5f * by->seconds), turning = s->spin_b - s->spin_a;
    const lanes_value bend = half * turning * turning * (look.gap[1] - look.gap[0]);
    look.bend[1] = look.bend[0] - lanes_only(turns_slowly(s, lanes_all(by->seconds)), bend);
    return look;
}

/* Aims rows between circles that are open, and idle. */
INLINE void look_at_meeting(touching *t, row_ahead *look, lanes_mask idle,
                            const contact_numbers *by) {
    const lanes_mask open = idle & look->open[0];
    if (!t->curved || !lanes_bits(open)) return;
    const lanes_mask aimed = aim_open(t, &look->speed, open, &look->gap[0], by);
    look->bend[0] = lanes_only(~aimed, look->bend[0]);
}

#endif
