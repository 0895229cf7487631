/* face_lanes.inc.h: rows of faces that touch at both ends of their shared part, LANES at a time.
 *
 * In: rows of the form FACES, and their targets; out: impulses. The two pushes p solve
 *
 *     right + (own, other; other, own) p = 0,   p >= 0,
 *
 * together: solved one after the other they turn a face to and fro, and stacks sway. The friction
 * of both touches acts along one line of the plane: it is one impulse, solved after the pushes that
 * bound it. In the second half the pushes are solved again, after the turning by friction. */
#ifndef ENGINE_SOLVE_FACE_LANES_INC_H
#define ENGINE_SOLVE_FACE_LANES_INC_H

#include "solve/row_lanes.inc.h"

/* Both bodies in the frame of the normal. */
typedef struct face_speed {
    lanes_value along, across, spin_a, spin_b;
} face_speed;

/* Returns the velocity along the other axis of the frame that a unit impulse along one gives locked
 * bodies. */
INLINE lanes_value yield_across(const lane_rows *r) {
    const lanes_vec n = r->normal;
    return r->a.w * part_across(r->locks_a, n) + r->b.w * part_across(r->locks_b, n);
}

INLINE void add_push(const lane_rows *r, face_speed *s, int touch, lanes_value added) {
    const lanes_vec n = r->normal;
    s->along += (r->a.w * part_along(r->locks_a, n) + r->b.w * part_along(r->locks_b, n)) * added;
    if (some_locked(r)) s->across += yield_across(r) * added;
    s->spin_a -= r->a.w * added * r->arm_a[touch];
    s->spin_b += r->b.w * added * r->arm_b[touch];
}

/* Fraction by which the own yield of a push is increased for its changes. Without it both touches
 * of a body that does not turn would be the same equation; with it each gets half of a change.
 * Applied to the whole push it would leak, and stacks would creep. */
static const float FACES_SAME = 1e-3f;

/* Solves both pushes. If one would be below 0 it is 0, and the other is solved alone: the first
 * one, if that is enough for the second touch. */
INLINE void solve_pushes(const lane_rows *r, const row_targets *target, face_speed *s,
                         row_impulses *found) {
    const lanes_value zero = lanes_all(0), one = lanes_all(1), never = lanes_all(1e30f);
    const lanes_value part_a = part_along(r->locks_a, r->normal);
    const lanes_value part_b = part_along(r->locks_b, r->normal);
    const lanes_value other = r->a.w * (part_a + r->arm_a[0] * r->arm_a[1])
                              + r->b.w * (part_b + r->arm_b[0] * r->arm_b[1]);
    const row_impulses old = *found;
    lanes_value right[2], own[2];
    for (int k = 0; k < 2; ++k) {
        const lanes_value yield = push_yield(r, k), gain = one - target->leak[k];
        const lanes_value kept = (lanes_all(1 + FACES_SAME) - target->leak[k]) / gain;
        const lanes_value speed = s->along + (r->arm_b[k] * s->spin_b - r->arm_a[k] * s->spin_a);
        own[k] = yield * lanes_all(1 + FACES_SAME) / gain;
        right[k] = speed + target->speed[k] - kept * yield * old.push[k] - other * old.push[1 - k];
        right[k] = lanes_pick(lanes_positive(target->mass[k]), right[k], never);
    }
    const lanes_value over = over_yield(own[0] * own[1] - other * other);
    const lanes_value first = (other * right[1] - own[1] * right[0]) * over;
    const lanes_value second = (other * right[0] - own[0] * right[1]) * over;
    const lanes_mask two = lanes_positive(first) & lanes_positive(second);
    const lanes_value alone_0 = lanes_max(zero - right[0] * over_yield(own[0]), zero);
    const lanes_value alone_1 = lanes_max(zero - right[1] * over_yield(own[1]), zero);
    const lanes_mask enough = ~lanes_less(right[1] + other * alone_0, zero);
    found->push[0] = lanes_pick(two, first, lanes_only(enough, alone_0));
    found->push[1] = lanes_pick(two, second, lanes_only(~enough, alone_1));
    for (int k = 0; k < 2; ++k) {
        found->push[k] = lanes_only(lanes_positive(target->mass[k]), found->push[k]);
        add_push(r, s, k, found->push[k] - old.push[k]);
    }
}

INLINE row_impulses faces_solve(const lane_rows *r, const row_targets *target,
                                const row_impulses *before, int half) {
    const lanes_vec apart = relative_velocity(r);
    face_speed s = {lanes_dot(r->normal, apart), lanes_cross(r->normal, apart), r->a.z, r->b.z};
    row_impulses found = *before;
    solve_pushes(r, target, &s, &found);
    const lanes_value turning = r->slip_b * s.spin_b - r->slip_a * s.spin_a;
    const lanes_value slip = s.across + target->slip + turning;
    found.drag = friction_for(r, before->drag, slip, friction_push(r, target, &found));
    if (half == 1) return found;
    const lanes_value added = found.drag - before->drag;
    if (some_locked(r)) s.along += yield_across(r) * added;
    s.spin_a -= r->a.w * added * r->slip_a;
    s.spin_b += r->b.w * added * r->slip_b;
    solve_pushes(r, target, &s, &found);
    found.drag = bounded_friction(r, found.drag, friction_push(r, target, &found));
    return found;
}

#endif
