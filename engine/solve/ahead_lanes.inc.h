/* ahead_lanes.inc.h: rows as they will be at the end of a substep, LANES at a time.
 *
 * In: placed rows, and velocities; out: the speed that the turning of bodies and normals adds to
 * the parting of a gap g over the substep h, so that
 *
 *     (g(q + h v) - g(q)) / h = G v + bend,
 *
 * up to the second order in turns, and exactly for the curve around a circle; and, for an open row,
 * the normal of the moment when its circles meet or are nearest. Vectors are in the frame of the
 * normal, along it and across: the centres are (gap + radii, 0) apart. */
#ifndef ENGINE_SOLVE_AHEAD_LANES_INC_H
#define ENGINE_SOLVE_AHEAD_LANES_INC_H

#include "solve/row_lanes.inc.h"

/* Squared motion in a substep, as a fraction of the squared distance between the centres. With less
 * motion across the normal than ACROSS_FROM bend is 0; with less motion than AIM_FROM the normal is
 * kept. */
static const float ACROSS_FROM = 1e-9f, AIM_FROM = 1e-4f;

/* Velocity of b's circle relative to a's, and spins. */
typedef struct circle_speed {
    lanes_value along, across;
    lanes_value spin_a, spin_b;
} circle_speed;

INLINE circle_speed circle_speed_of(const lane_rows *r) {
    const lanes_vec apart = relative_velocity(r);
    circle_speed s = {.along = lanes_dot(r->normal, apart),
                      .across = lanes_cross(r->normal, apart)};
    if (!r->fits) return s;
    s.spin_a = r->a.z * load_rows(r, r->fit->over_a);
    s.spin_b = r->b.z * load_rows(r, r->fit->over_b);
    s.across += s.spin_b * r->out_b - s.spin_a * r->out_a;
    return s;
}

/* Bend of the curve around a circle: the speed at which b's centre, as it moves across, must
 * approach to keep its distance. */
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
INLINE lanes_value bend_of(const lane_rows *r, const circle_speed *s, lanes_value gap,
                           const contact_numbers *by) {
    const lanes_value h = lanes_all(by->seconds), half = lanes_all(0.5f) * h;
    const lanes_value over_h = lanes_all(by->per_second), way = h * s->across;
    const lanes_value from = gap + load_rows(r, r->block->radius);
    if (!r->fits) return bend_round(lanes_all(1), from, way, over_h);
    const lanes_value sign = load_rows(r, r->fit->sign);
    lanes_value bend = s->spin_a * s->spin_a * r->out_a - s->spin_b * s->spin_b * r->out_b;
    if (r->flats) {
        const lanes_value turning =
            load_rows(r, r->fit->plane_a) * s->spin_a + load_rows(r, r->fit->plane_b) * s->spin_b;
        bend = bend + turning * (s->across + s->across - turning * from);
    }
    bend = lanes_only(turns_slowly(s->spin_a, s->spin_b, h), half * bend);
    return r->curved ? bend + bend_round(sign, from, way, over_h) : bend;
}

/* Slip with the arms of the middle of the substep, less the slip of now. Friction along the arms of
 * its start would accelerate rolling bodies. */
INLINE lanes_value slip_bend_of(const lane_rows *r, const circle_speed *s,
                                const contact_numbers *by) {
    const lanes_value h = lanes_all(by->seconds), half = lanes_all(0.5f) * h;
    if (!r->fits) return lanes_all(0);
    const lanes_value turning =
        r->b.z * s->spin_b * r->arm_b[0] - r->a.z * s->spin_a * r->arm_a[0];
    return lanes_only(turns_slowly(s->spin_a, s->spin_b, h), half * turning);
}

/* Time in the substep at which the circles meet, or are nearest. A hollow circle is met from
 * within. */
INLINE lanes_value meeting_time(const lane_rows *r, const circle_speed *s, lanes_value from,
                                lanes_value seconds) {
    const lanes_value zero = lanes_all(0), tiny = lanes_all(1e-30f);
    const lanes_value radius = load_rows(r, r->block->radius);
    const lanes_value square = lanes_max(s->along * s->along + s->across * s->across, tiny);
    const lanes_value b = from * s->along, c = from * from - radius * radius;
    const lanes_value root = lanes_sqrt(lanes_max(b * b - square * c, zero));
    const lanes_mask meets = lanes_positive(b * b - square * c);
    lanes_value time = lanes_pick(meets, c / lanes_max(root - b, tiny), (zero - b) / square);
    if (r->fits) {
        lanes_mask hollow = lanes_less(load_rows(r, r->fit->sign), zero);
        time = lanes_pick(hollow, (root - b) / square, time);
    }
    return lanes_clamp(time, zero, seconds);
}

/* Turns arms with the normal, by a cosine and a sine. */
INLINE void turn_arms(lane_rows *r, lanes_mask mask, lanes_value cosine, lanes_value sine) {
    const lanes_value over_a = load_rows(r, r->fit->over_a);
    const lanes_value over_b = load_rows(r, r->fit->over_b);
    const lanes_value turn_a = cosine * r->arm_a[0] + sine * r->out_a * over_a;
    const lanes_value turn_b = cosine * r->arm_b[0] + sine * r->out_b * over_b;
    /* Arms as lengths: 0 for bodies that do not turn. */
    const lanes_value arm_a = lanes_only(lanes_positive(over_a), r->arm_a[0] / over_a);
    const lanes_value arm_b = lanes_only(lanes_positive(over_b), r->arm_b[0] / over_b);
    r->out_a = lanes_pick(mask, cosine * r->out_a - sine * arm_a, r->out_a);
    r->out_b = lanes_pick(mask, cosine * r->out_b - sine * arm_b, r->out_b);
    r->arm_a[0] = lanes_pick(mask, turn_a, r->arm_a[0]);
    r->arm_b[0] = lanes_pick(mask, turn_b, r->arm_b[0]);
    const lanes_value slip_a = (r->out_a + load_rows(r, r->fit->radius_a)) * over_a;
    const lanes_value slip_b = (r->out_b - load_rows(r, r->fit->radius_b)) * over_b;
    r->slip_a = lanes_pick(mask, slip_a, r->slip_a);
    r->slip_b = lanes_pick(mask, slip_b, r->slip_b);
    store_arms(r);
    store_masses(r);
}

/* Turns the normals of rows that are open and idle, and will close, to their directions at the
 * meeting. Returns these rows: their motion in the new frame is straight. */
INLINE lanes_mask aim_at_meeting(lane_rows *r, const circle_speed *s, lanes_mask open,
                                 lanes_value *gap, const contact_numbers *by) {
    const lanes_value h = lanes_all(by->seconds);
    const lanes_value radius = load_rows(r, r->block->radius), from = *gap + radius;
    lanes_mask aimed = open & lanes_less(*gap + h * s->along, lanes_all(0));
    aimed = aimed
            & lanes_less(lanes_all(AIM_FROM) * from * from,
                         h * h * (s->along * s->along + s->across * s->across));
    if (r->fits) aimed = aimed & ~lanes_equal(load_rows(r, r->fit->sign), lanes_all(0));
    if (!lanes_bits(aimed)) return aimed;
    const lanes_value time = meeting_time(r, s, from, h);
    const lanes_value x = from + time * s->along, y = time * s->across;
    lanes_value over = lanes_all(1) / lanes_max(lanes_sqrt(x * x + y * y), lanes_all(1e-30f));
    if (r->fits) over = over * load_rows(r, r->fit->sign);
    const lanes_value cosine = x * over, sine = y * over;
    const lanes_vec normal = {cosine * r->normal.x - sine * r->normal.y,
                              cosine * r->normal.y + sine * r->normal.x};
    r->normal = lanes_pick_vec(aimed, normal, r->normal);
    *gap = lanes_pick(aimed, cosine * from - radius, *gap);
    store_normal(r, *gap);
    if (r->fits) turn_arms(r, aimed, cosine, sine);
    return aimed;
}

#endif
