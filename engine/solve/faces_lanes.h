/* faces_lanes.h: two pushes of faces that touch at both ends of what they share, found at once. In:
 * rows of the form FACES, and their aims; out: impulses. Both forces act on one line along the
 * plane: friction is one impulse, solved after the pushes. */
#ifndef ENGINE_SOLVE_FACES_LANES_H
#define ENGINE_SOLVE_FACES_LANES_H

#include "solve/row_lanes.h"

/* Both bodies in the frame of the normal, as the touches are solved. */
typedef struct faces_speed {
    lanes_value along, across, spin_a, spin_b;
} faces_speed;

INLINE faces_speed speed_of_faces(const touching *t) {
    const lanes_vec apart = relative_velocity(t);
    return (faces_speed){lanes_dot(t->normal, apart), lanes_cross(t->normal, apart), t->a.z,
                         t->b.z};
}

INLINE lanes_value face_speed(const touching *t, const faces_speed *s, int i) {
    return s->along + (t->turn_b[i] * s->spin_b - t->turn_a[i] * s->spin_a);
}

/* How a unit impulse moves both bodies apart along a unit vector, and along the normal's other
 * axis, without turning. */
INLINE lanes_value moved_along(const touching *t, lanes_vec unit) {
    return t->a.w * part_along(t->held_a, unit) + t->b.w * part_along(t->held_b, unit);
}

INLINE lanes_value moved_across(const touching *t) {
    return t->a.w * part_across(t->held_a, t->normal) + t->b.w * part_across(t->held_b, t->normal);
}

/* Friction with the pushes that there are. */
INLINE void solve_drag(const touching *t, faces_speed *s, row_impulses *found, lanes_value push,
                       lanes_value more) {
    const lanes_value slip = s->across + more + (t->slip_b * s->spin_b - t->slip_a * s->spin_a);
    const lanes_value before = found->drag;
    found->drag = drag_for(t, before, slip, push);
    const lanes_value added = found->drag - before;
    s->across += moved_along(t, lanes_left(t->normal)) * added;
    if (some_held(t)) s->along += moved_across(t) * added;
    s->spin_a -= t->a.w * added * t->slip_a;
    s->spin_b += t->b.w * added * t->slip_b;
}

INLINE void add_push(const touching *t, faces_speed *s, int i, lanes_value added) {
    s->along += moved_along(t, t->normal) * added;
    if (some_held(t)) s->across += moved_across(t) * added;
    s->spin_a -= t->a.w * added * t->turn_a[i];
    s->spin_b += t->b.w * added * t->turn_b[i];
}

/* Part of a yield that changes of a push have more: of a body that does not turn both touches are
 * the same, and each gets half of a change. Of the whole push it would leak, and stacks creep. */
static const float FACES_SAME = 1e-3f;

/* The velocity of touch i is right[i] + own[i] push[i] + other push[1 - i]. */
typedef struct faces_pushes {
    lanes_value right[2], own[2], other;
} faces_pushes;

INLINE faces_pushes pushes_of(const touching *t, const row_aims *aims, const faces_speed *s,
                              const row_impulses *before) {
    const lanes_value never = lanes_all(1e30f);
    const lanes_value part_a = part_along(t->held_a, t->normal);
    const lanes_value part_b = part_along(t->held_b, t->normal);
    faces_pushes p;
    p.other = t->a.w * (part_a + t->turn_a[0] * t->turn_a[1])
              + t->b.w * (part_b + t->turn_b[0] * t->turn_b[1]);
    for (int i = 0; i < 2; ++i) {
        const row_aim *of = &aims->of[i];
        const lanes_value yield = yield_of(t, i);
        const lanes_value kept = (lanes_all(1 + FACES_SAME) - of->leak) / of->gain;
        p.own[i] = yield * lanes_all(1 + FACES_SAME) / of->gain;
        p.right[i] = face_speed(t, s, i) + of->back - kept * yield * before->push[i]
                     - p.other * before->push[1 - i];
        p.right[i] = lanes_pick(lanes_positive(aims->mass[i]), p.right[i], never);
    }
    return p;
}

/* The pushes that leave no velocity. None is below 0: where one would be, it is 0, and the other
 * alone; the first, if that does for the second, too. */
INLINE void pushes_solve(const faces_pushes *p, lanes_value push[2]) {
    const lanes_value zero = lanes_all(0), k0 = p->own[0], k1 = p->own[1], k = p->other;
    lanes_value over = over_yield(k0 * k1 - k * k);
    lanes_value first = (k * p->right[1] - k1 * p->right[0]) * over;
    lanes_value second = (k * p->right[0] - k0 * p->right[1]) * over;
    lanes_mask two = lanes_positive(first) & lanes_positive(second);
    lanes_value alone_0 = lanes_max(zero - p->right[0] * over_yield(k0), zero);
    lanes_value alone_1 = lanes_max(zero - p->right[1] * over_yield(k1), zero);
    lanes_mask enough = ~lanes_less(p->right[1] + k * alone_0, zero);
    push[0] = lanes_pick(two, first, lanes_only(enough, alone_0));
    push[1] = lanes_pick(two, second, lanes_only(~enough, alone_1));
}

/* Both pushes at once. One after the other they turn a face to and fro, and stacks sway. */
INLINE void solve_pushes(const touching *t, const row_aims *aims, faces_speed *s,
                         row_impulses *found) {
    const row_impulses old = *found;
    const faces_pushes p = pushes_of(t, aims, s, &old);
    pushes_solve(&p, found->push);
    for (int i = 0; i < 2; ++i) {
        found->push[i] = lanes_only(lanes_positive(aims->mass[i]), found->push[i]);
        add_push(t, s, i, found->push[i] - old.push[i]);
    }
}

/* Friction comes after the pushes, which bound it; in the second half these come again, for what
 * friction turned. */
INLINE row_impulses faces_solve(const touching *t, const row_aims *aims, const row_impulses *before,
                                int half) {
    faces_speed s = speed_of_faces(t);
    row_impulses found = *before;
    solve_pushes(t, aims, &s, &found);
    solve_drag(t, &s, &found, rubbing(t, aims, &found), aims->slip);
    if (half == 1) return found;
    solve_pushes(t, aims, &s, &found);
    found.drag = drag_within(t, found.drag, rubbing(t, aims, &found));
    return found;
}

#endif
